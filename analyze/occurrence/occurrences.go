// Package occurrence finds where names stand in the files of a snapshot.
//
// In: names, a snapshot and a reader of its content. Out: the lines that mention a name in any
// text file (Mentions), or every occurrence with its byte offset and, in code, the symbol that
// it means (Written).
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

// A Search says which names to look for, and where.
type Search struct {
	Snapshot *diff.Snapshot
	Blobs    source.Blobs
	Store    *factstore.Store
	Names    []string
	// Edited is content by path that replaces the content of the snapshot.
	Edited map[string][]byte
}

// Written returns every occurrence of the names in a snapshot, with byte offsets. Files that
// contain one of the names are parsed again, with offsets in place of line numbers; the facts
// of all others come from the cache. Generated and vendored files and links are left out.
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
		f := fileOccurrences{path: path, content: files[path]}
		f.find(q.Names)
		l, _ := s.Language(&diff.File{Path: path})
		if l != nil && l.Grammar != nil {
			f.classify(p, l)
		} else {
			for i := range f.words {
				f.words[i].In = graph.InText
			}
		}
		f.assign(uses, l == nil || l.Rules.TypesApart)
		w.Uses, w.Words = append(w.Uses, f.uses...), append(w.Words, f.words...)
	}
	if err := ctx.Err(); err != nil { // the last file may have been read only in part
		return nil, fmt.Errorf("find names: %w", err)
	}
	return w, nil
}

// holders returns the content of the files that contain one of the names.
func (q *Search) holders(ctx context.Context) (map[string][]byte, error) {
	files := make(map[string][]byte)
	for path, content := range q.Edited {
		files[path] = content
	}
	var paths, blobs []string
	for i := range q.Snapshot.Files {
		f := &q.Snapshot.Files[i]
		if q.Store.Excluded(f) == "" && q.Edited[f.Path] == nil {
			paths, blobs = append(paths, f.Path), append(blobs, f.Blob)
		}
	}
	var mu sync.Mutex
	err := q.Blobs.Read(ctx, blobs, parse.DefaultMaxBytes, func(i int, content []byte, err error) {
		if err != nil || !slices.ContainsFunc(q.Names, func(name string) bool { return bytes.Contains(content, []byte(name)) }) ||
			diff.IsBinary(content) {
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

// fileOccurrences holds the occurrences of the names in one file.
type fileOccurrences struct {
	path    string
	content []byte
	words   []graph.Word // sorted
	uses    []graph.Use
}

// find finds the names as whole words.
func (f *fileOccurrences) find(names []string) {
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

// isWhole reports whether the n bytes at an offset are a whole word, not part of a longer name.
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

// classify sets for each word whether it is in code, in a comment or in a string.
func (f *fileOccurrences) classify(p *parse.Parser, l *lang.Language) {
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

// assign assigns each use to the word at its position. What is left in words has no use. The
// position of a fact is that of its name, or of the qualified type or import around it.
func (f *fileOccurrences) assign(uses []graph.Use, typed bool) {
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
		// Facts omit expressions without a use, such as x == nil: a word that can only mean a
		// top-level name is taken as a use of it.
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

// repeated returns the offset of the second name where an import or export repeats the first
// one as its alias: "a as a".
func (f *fileOccurrences) repeated(u *graph.Use) []int {
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

// quoted returns the other occurrences of a type within the same string. Facts give all types
// in a string the position of the string.
func (f *fileOccurrences) quoted(u *graph.Use) (places []int) {
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

// isBare reports whether a word in code is a name of its own: not a member and, in a language
// with types after colons (typed), neither before nor after such a colon.
func (f *fileOccurrences) isBare(w graph.Word, typed bool) bool {
	before := bytes.TrimRight(f.content[:w.At], " \t")
	after := bytes.TrimLeft(f.content[w.At+len(w.Name):], " \t\r\n")
	if len(before) > 0 && (before[len(before)-1] == '.' || typed && strings.IndexByte(":>#", before[len(before)-1]) >= 0) {
		return false
	}
	return !typed || len(after) == 0 || strings.IndexByte(":?", after[0]) < 0
}

// isWholeString reports whether a word is the whole content of a string.
func (f *fileOccurrences) isWholeString(w graph.Word) bool {
	end := w.At + len(w.Name)
	return w.At > 0 && end < len(f.content) && f.content[w.At-1] == f.content[end] && strings.IndexByte("\"'", f.content[end]) >= 0
}

// near returns the offset of the occurrence that belongs to a fact at an offset, -1 for none:
// the next one or, with around (imports and exports), the nearest one.
func (f *fileOccurrences) near(name string, at int, around bool) int {
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

// maxHead is the maximum length of the text between the start of a declaration or qualified name and its name.
const maxHead = 200

// isHead reports whether the text between two offsets may be the start of a declaration or a
// qualified name. It may hold no comment, no block and no line break. It may begin with a quote
// (a type in a string).
func (f *fileOccurrences) isHead(from, to int) bool {
	if from >= 0 && from < to && to <= len(f.content) && strings.IndexByte("\"'", f.content[from]) >= 0 {
		from++
	}
	return from >= 0 && to <= len(f.content) && to-from <= maxHead && !bytes.ContainsAny(f.content[from:to], "/#;\"'`\n")
}
