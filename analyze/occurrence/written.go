// Package occurrence finds where names stand in the files of a snapshot.
//
// In: names, a snapshot and a reader of its content. Out: the lines that mention a name in text
// of any kind (Mentions); every place that writes it, to the byte, with what it stands for
// where it is code (Written).
package occurrence

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/factstore"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/index"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/parse"
	"github.com/nexus-ci/nexus-ci/analyze/resolve"
	"github.com/nexus-ci/nexus-ci/analyze/source"
	"github.com/nexus-ci/nexus-ci/diff"
)

// A Search is a question for places.
type Search struct {
	Snapshot *diff.Snapshot
	Blobs    source.Blobs
	Store    *factstore.Store
	Names    []string
	// Edited is content that stands for that of the snapshot, by path.
	Edited map[string][]byte
}

// Written returns every place at which a snapshot writes one of the names, to the byte. The
// files that hold one are read once more, with offsets for lines; all others come from the
// cache as ever. Generated and vendored files and links hold none.
func Written(ctx context.Context, q Search) (*graph.Written, error) {
	s := q.Store
	if err := s.Load(ctx, q.Blobs, q.Snapshot); err != nil {
		return nil, err
	}
	files, err := q.holders(ctx)
	if err != nil {
		return nil, err
	}
	parsers := parse.NewPool(ctx, 1)
	defer parsers.Close()
	p := parsers.Get()
	p.Offsets = true
	exact := make(map[string]*facts.File)
	for path, content := range files {
		if l, reason := s.Language(&diff.File{Path: path}); l != nil && reason == "" {
			exact[path] = p.Parse(l, content, parse.Limits{})
		}
	}
	names, paths := make(map[string]bool), make(map[string]bool)
	for _, name := range q.Names {
		names[name] = true
	}
	for path := range exact {
		paths[path] = true
	}
	in := index.ResolveInput(q.Snapshot, s, nil, exact)
	in.Stop = func() bool { return ctx.Err() != nil }
	w := resolve.Uses(in, paths, names)
	w.Exact = slices.Sorted(maps.Keys(exact))
	uses := w.Uses
	w.Uses = nil
	p.Offsets = false
	for _, path := range slices.Sorted(maps.Keys(files)) {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("find names: %w", err)
		}
		f := written{path: path, content: files[path]}
		f.find(q.Names)
		l, _ := s.Language(&diff.File{Path: path})
		if l != nil && l.Grammar != nil {
			f.tell(p, l)
		} else {
			for i := range f.words {
				f.words[i].In = graph.InText
			}
		}
		f.place(uses, l == nil || l.Rules.TypesApart)
		w.Uses, w.Words = append(w.Uses, f.uses...), append(w.Words, f.words...)
	}
	if err := ctx.Err(); err != nil { // the last file may have been stopped at
		return nil, fmt.Errorf("find names: %w", err)
	}
	return w, nil
}

// holders returns the content of the files that hold one of the names.
func (q *Search) holders(ctx context.Context) (map[string][]byte, error) {
	files := make(map[string][]byte)
	for path, content := range q.Edited {
		files[path] = content
	}
	var paths, blobs []string
	for i := range q.Snapshot.Files {
		f := &q.Snapshot.Files[i]
		l, reason := q.Store.Language(f)
		if f.Mode != diff.Regular && f.Mode != diff.Executable || reason != "" || l == nil && factstore.SetAside(f.Path, &lang.Language{}) != "" || q.Edited[f.Path] != nil {
			continue
		}
		paths, blobs = append(paths, f.Path), append(blobs, f.Blob)
	}
	var mu sync.Mutex
	err := q.Blobs.Read(ctx, blobs, parse.DefaultMaxBytes, func(i int, content []byte, err error) {
		if err != nil || !slices.ContainsFunc(q.Names, func(name string) bool { return bytes.Contains(content, []byte(name)) }) ||
			bytes.IndexByte(content[:min(len(content), 8000)], 0) >= 0 {
			return
		}
		mu.Lock()
		files[paths[i]] = bytes.Clone(content)
		mu.Unlock()
	})
	if err != nil {
		return nil, fmt.Errorf("read files: %w", err)
	}
	return files, nil
}

// written is what one file writes of the names.
type written struct {
	path    string
	content []byte
	words   []graph.Word // sorted
	uses    []graph.Use
}

// find looks for the names as whole words.
func (f *written) find(names []string) {
	for _, name := range names {
		for at := 0; ; at += len(name) {
			i := bytes.Index(f.content[at:], []byte(name))
			if i < 0 {
				break
			}
			if at += i; isWhole(f.content, at, len(name)) {
				f.words = append(f.words, graph.Word{Path: f.path, At: at, Name: name})
			}
		}
	}
	slices.SortFunc(f.words, func(a, b graph.Word) int { return cmp.Compare(a.At, b.At) })
}

// isWhole reports whether n bytes at an offset are no part of a longer name.
func isWhole(content []byte, at, n int) bool {
	before, _ := utf8.DecodeLastRune(content[:at])
	first, _ := utf8.DecodeRune(content[at:])
	last, _ := utf8.DecodeLastRune(content[:at+n])
	after, _ := utf8.DecodeRune(content[at+n:])
	return !(inName(before) && inName(first)) && !(inName(last) && inName(after))
}

func inName(r rune) bool {
	return r == '_' || r == '$' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r >= 0x80 && r != utf8.RuneError
}

// tell says what the words are part of.
func (f *written) tell(p *parse.Parser, l *lang.Language) {
	places := make([]parse.Place, len(f.words))
	mark := byteOrderMark(f.content)
	for i := range f.words {
		places[i] = parse.Place{Offset: f.words[i].At - mark}
	}
	p.Tell(l, f.content[mark:], places)
	for i := range places {
		f.words[i].In = [...]graph.Text{parse.Code: graph.InCode, parse.Comment: graph.InComment, parse.String: graph.InString}[places[i].In]
	}
}

func byteOrderMark(content []byte) int {
	return len(content) - len(bytes.TrimPrefix(content, []byte("\xef\xbb\xbf")))
}

// place brings the uses to the words they are at, and leaves the others. The place of a fact
// is the name, or the beginning of what holds it: of a qualified type, of an import.
func (f *written) place(uses []graph.Use, typed bool) {
	taken := make(map[int]bool)
	mark := byteOrderMark(f.content)
	top, listed, local := make(map[string]graph.Use), make(map[string]graph.Use), make(map[string]bool)
	for i := range uses {
		u := uses[i]
		if u.Path != f.path {
			continue
		}
		switch u.At {
		case 0:
			top[u.Name] = u
			continue
		case -1:
			listed[u.Name] = u
			continue
		}
		local[u.Name] = local[u.Name] || u.Meaning == graph.MeansLocal
		u.At += mark - 1
		at := f.near(u.Name, u.At, u.Role == graph.Importing || u.Role == graph.Exporting)
		if at < 0 {
			continue
		}
		u.At = at
		taken[at] = true
		f.uses = append(f.uses, u)
		for _, again := range append(f.repeated(&u), f.quoted(&u)...) {
			u.At = again
			taken[again] = true
			f.uses = append(f.uses, u)
		}
	}
	for _, w := range f.words {
		// Facts leave out code that no value passes through: x == nil.
		if u, ok := top[w.Name]; ok && !taken[w.At] && !local[w.Name] && w.In == graph.InCode && f.isBare(w, typed) {
			u.At = w.At
			taken[w.At] = true
			f.uses = append(f.uses, u)
		}
		if u, ok := listed[w.Name]; ok && !taken[w.At] && w.In == graph.InString && f.isWholeString(w) {
			u.At = w.At
			taken[w.At] = true
			f.uses = append(f.uses, u)
		}
	}
	slices.SortStableFunc(f.uses, func(a, b graph.Use) int { return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Role, b.Role)) })
	f.words = slices.DeleteFunc(f.words, func(w graph.Word) bool { return taken[w.At] })
}

// repeated returns where an import or export gives a name to what has it already: the second
// a of "a as a".
func (f *written) repeated(u *graph.Use) []int {
	if u.Role != graph.Importing && u.Role != graph.Exporting {
		return nil
	}
	rest := f.content[u.At+len(u.Name):]
	after := bytes.TrimLeft(rest, " \t")
	name, ok := bytes.CutPrefix(after, []byte("as "))
	at := u.At + len(u.Name) + len(rest) - len(name)
	if !ok || len(after) == len(rest) || !bytes.HasPrefix(name, []byte(u.Name)) || !isWhole(f.content, at, len(u.Name)) {
		return nil
	}
	return []int{at}
}

// quoted returns the other places of a type that is written in a string: facts have the place
// of the string for all of them.
func (f *written) quoted(u *graph.Use) (places []int) {
	if u.Role != graph.Typing {
		return nil
	}
	in := func(w *graph.Word) bool { return w.Name == u.Name && w.In == graph.InString }
	i := slices.IndexFunc(f.words, func(w graph.Word) bool { return w.At == u.At })
	if i < 0 || !in(&f.words[i]) {
		return nil
	}
	for _, w := range f.words[i+1:] {
		if !in(&w) || bytes.ContainsAny(f.content[u.At:w.At], "\"'`\n") {
			break
		}
		places = append(places, w.At)
	}
	return places
}

// isBare reports whether a word in code stands for itself: it is no member and, in a language
// that writes types behind colons, not what such a colon follows.
func (f *written) isBare(w graph.Word, typed bool) bool {
	before := bytes.TrimRight(f.content[:w.At], " \t")
	after := bytes.TrimLeft(f.content[w.At+len(w.Name):], " \t\r\n")
	if len(before) > 0 && (before[len(before)-1] == '.' || typed && strings.IndexByte(":>#", before[len(before)-1]) >= 0) {
		return false
	}
	return !typed || len(after) == 0 || strings.IndexByte(":?", after[0]) < 0
}

// isWholeString reports whether a word is all that stands between quotes.
func (f *written) isWholeString(w graph.Word) bool {
	end := w.At + len(w.Name)
	return w.At > 0 && end < len(f.content) && f.content[w.At-1] == f.content[end] && strings.IndexByte("\"'", f.content[end]) >= 0
}

// near returns the place of the name that a fact speaks of, -1 for none: the next one, or of
// imports and exports the nearest one.
func (f *written) near(name string, at int, around bool) int {
	best := -1
	for _, w := range f.words {
		switch {
		case w.Name != name || w.In == graph.InComment:
		case w.At == at:
			return at
		case w.At < at && around && f.isHead(w.At, at):
			best = w.At
		case w.At > at && (best < 0 || w.At-at < at-best) && f.isHead(at, w.At):
			return w.At
		}
	}
	return best
}

// maxHead is the length of what may stand before a name and belong to it.
const maxHead = 200

// isHead reports whether the text from one offset to another may be the head of a
// declaration or a qualified name: no comment, no block, not the next line. A quote may come
// first, of a type in a string.
func (f *written) isHead(from, to int) bool {
	if from >= 0 && from < to && to <= len(f.content) && strings.IndexByte("\"'", f.content[from]) >= 0 {
		from++
	}
	return from >= 0 && to <= len(f.content) && to-from <= maxHead && !bytes.ContainsAny(f.content[from:to], "/#;\"'`\n")
}
