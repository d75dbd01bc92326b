package chat

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/lazyregexp"
	"github.com/nexus-ci/nexus-ci/report"
)

// A Citation is a place that an answer names.
type Citation struct {
	Path  string `json:"path"` // as the answer has it, or the whole path where that is known
	Line  int    `json:"line"`
	Found bool   `json:"found"`
}

// notFound marks a place that the snapshot does not have.
const notFound = " [not found]"

// maxWord is the length beyond which a word is written before its end, in bytes.
const maxWord = 4 << 10

// maxCited is the size of the largest file whose lines are counted.
const maxCited = 16 << 20

// A writer writes an answer as it comes, in whole words: fit for a terminal and the log of a
// CI job, with places that do not exist marked.
type writer struct {
	out       io.Writer
	places    *places
	prefix    string // of each line
	held      string // the beginning of a word
	middle    bool   // of a line
	shown     strings.Builder
	citations []Citation
	err       error
}

func newWriter(out io.Writer, e *engine.Engine) *writer {
	return &writer{out: out, places: &places{files: e.Files, lines: make(map[string]int)}}
}

// say writes a piece of the answer.
func (w *writer) say(text string) {
	w.held += text
	end := strings.LastIndexFunc(w.held, unicode.IsSpace)
	if end < 0 && len(w.held) < maxWord {
		return
	}
	if end < 0 {
		end = len(w.held) - 1
	}
	for end++; end < len(w.held) && w.held[end]&0xc0 == 0x80; end++ { // the rest of the blank
	}
	ready := w.held[:end]
	w.held = w.held[end:]
	w.write(ready)
}

// line writes a line of our own, whose places are known, with what may come from the repository.
func (w *writer) line(format string, args ...any) {
	w.flush()
	w.emit(fmt.Sprintf(format, args...) + "\n")
}

// cite notes a place that is known.
func (w *writer) cite(path string, line int) {
	if c := (Citation{path, line, true}); !slices.Contains(w.citations, c) {
		w.citations = append(w.citations, c)
	}
}

// breakLine ends a line that is begun.
func (w *writer) breakLine() {
	w.flush()
	if w.middle {
		w.write("\n")
	}
}

func (w *writer) flush() {
	rest := w.held
	w.held = ""
	w.write(rest)
}

// finish writes what is left, with the end of its line.
func (w *writer) finish() error {
	w.breakLine()
	return w.err
}

// write writes whole words of a model.
func (w *writer) write(text string) {
	if text != "" {
		w.emit(w.check(text))
	}
}

// emit writes text that is checked, fit for a terminal.
func (w *writer) emit(text string) {
	var b bytes.Buffer
	for line := range strings.Lines(text) {
		words, ended := strings.CutSuffix(line, "\n")
		words = report.Clean(strings.ReplaceAll(strings.TrimSuffix(words, "\r"), "\t", "    "))
		if !w.middle {
			b.WriteString(w.prefix)
			if at := len(words) - len(strings.TrimLeft(words, " ")); strings.HasPrefix(words[at:], "::") {
				words = words[:at] + `\x3a` + words[at+1:] // no command of a CI job
			}
		}
		if w.middle = !ended; ended {
			words += "\n"
		}
		b.WriteString(words)
		w.shown.WriteString(words)
	}
	if _, err := w.out.Write(b.Bytes()); err != nil && w.err == nil {
		w.err = fmt.Errorf("write answer: %w", err)
	}
}

// placeForm matches what may be a path with a line, or with two. Brackets and the like may be
// of the path or stand before it.
var placeForm = lazyregexp.New(`([^\s:]*[\pL\pN_]):(\d+)(?:[-–](\d+))?`)

// check marks the places of a text that do not exist.
func (w *writer) check(text string) string {
	var b strings.Builder
	at := 0
	for _, m := range placeForm.FindAllStringSubmatchIndex(text, -1) {
		first, _ := strconv.Atoi(text[m[4]:m[5]]) // of digits; too many are the largest number
		last := first
		if m[6] >= 0 {
			last, _ = strconv.Atoi(text[m[6]:m[7]])
		}
		path, meant := resolve(w.places.paths(), text[m[2]:m[3]])
		if len(meant) == 0 && !looksLikePath(path) {
			continue
		}
		found := slices.ContainsFunc(meant, func(p string) bool { return w.places.has(p, first) && w.places.has(p, last) })
		if len(meant) == 1 {
			path = meant[0]
		}
		if c := (Citation{path, first, found}); !slices.Contains(w.citations, c) {
			w.citations = append(w.citations, c)
		}
		b.WriteString(text[at:m[1]])
		at = m[1]
		if !found {
			b.WriteString(notFound)
		}
	}
	b.WriteString(text[at:])
	return b.String()
}

// looksLikePath tells a path that does not exist from other words before a number, such as
// an address or a time.
func looksLikePath(path string) bool {
	if strings.HasPrefix(path, "//") {
		return false
	}
	dot := strings.LastIndexByte(path, '.')
	return strings.Contains(path, "/") || dot >= 0 && dot+1 < len(path) && unicode.IsLetter(rune(path[dot+1]))
}

// places are those of a snapshot.
type places struct {
	files engine.Files // nil: there are none
	lines map[string]int
}

// paths returns those of all files, sorted.
func (p *places) paths() []string {
	if p.files == nil {
		return nil
	}
	return p.files.Paths()
}

// pathStart is what a path in a sentence begins with, at the latest.
var pathStart = lazyregexp.New(`[\pL\pN_.@+~$/-]*$`)

// resolve takes the path out of the end of a word: the longest end that names files, or what
// looks like a path. The files are the one of that path, or all whose paths end so. The paths of
// all files are sorted.
func resolve(paths []string, word string) (path string, meant []string) {
	path = pathStart.FindString(word)
	for at := range word {
		if at > 0 && !strings.ContainsRune("([{<`'\"*_,;|=>", rune(word[at-1])) && at != len(word)-len(path) {
			continue
		}
		clean := strings.TrimPrefix(word[at:], "./")
		if _, ok := slices.BinarySearch(paths, clean); ok {
			return word[at:], []string{clean}
		}
		for _, candidate := range paths {
			if strings.HasSuffix(candidate, "/"+clean) {
				meant = append(meant, candidate)
			}
		}
		if len(meant) > 0 {
			return word[at:], meant
		}
	}
	return path, nil
}

// has reports whether a file has a line.
func (p *places) has(path string, line int) bool {
	n, ok := p.lines[path]
	if !ok {
		content, err := p.files.ReadFile(path, maxCited)
		if err == nil {
			n = bytes.Count(content, []byte("\n"))
			if len(content) > 0 && content[len(content)-1] != '\n' {
				n++
			}
		}
		p.lines[path] = n
	}
	return line >= 1 && line <= n
}
