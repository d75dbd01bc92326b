// Package syntax searches the syntax trees of the files of a snapshot for a pattern.
//
// In: a pattern for package pattern, and a reader of content. Out: the matching places with
// their captures. The files are parsed for each search, because facts contain no trees.
package syntax

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/parse"
	"github.com/nexus-ci/nexus-ci/analyze/pattern"
	"github.com/nexus-ci/nexus-ci/analyze/source"
	"github.com/nexus-ci/nexus-ci/diff"
)

// A Searcher searches the syntax trees of the files of one snapshot. It is safe for concurrent
// use.
type Searcher struct {
	snapshot  *diff.Snapshot
	blobs     source.Blobs
	languages *lang.Index

	mu       sync.Mutex
	syntaxes map[*lang.Language]*parse.Syntax
}

// New returns a Searcher for a snapshot. languages are those of its files.
func New(snapshot *diff.Snapshot, blobs source.Blobs, languages []*lang.Language) *Searcher {
	return &Searcher{snapshot: snapshot, blobs: blobs, languages: lang.NewIndex(languages), syntaxes: make(map[*lang.Language]*parse.Syntax)}
}

const (
	// syntaxBatch is the number of files read between two checks whether there are enough matches.
	syntaxBatch = 128
	// placesPerFile is the maximum number of places per file. syntaxSteps bounds the search in
	// a file, in addition to a number per node of the tree: about a second.
	placesPerFile = 1000
	syntaxSteps   = 5_000_000
	// maxPlaceText is the maximum length of a stored capture in bytes.
	maxPlaceText = 2000
)

// Match returns the places in files that match a pattern. It stops when there are more than
// enough, or when ctx is done. Files are left out if their language lacks a kind or field in the
// pattern. The error is a *pattern.SyntaxError if no language of the files accepts the pattern.
func (s *Searcher) Match(ctx context.Context, text string, paths []string, enough int) (*pattern.Result, error) {
	m := &syntaxMatch{syntax: s, text: text, patterns: make(map[*lang.Language]compiledPattern)}
	files, refused, err := m.files(paths)
	if err != nil {
		return nil, err
	}
	r := &pattern.Result{Files: len(files)}
	m.parsers = parse.NewPool(ctx, runtime.GOMAXPROCS(0))
	defer m.parsers.Close()
	for batch := range slices.Chunk(files, syntaxBatch) {
		if len(r.Places) > enough || ctx.Err() != nil {
			break
		}
		found := make([]syntaxFile, len(batch))
		blobs := make([]string, len(batch))
		for i := range batch {
			blobs[i] = batch[i].Blob
		}
		err := s.blobs.Read(ctx, blobs, parse.DefaultMaxBytes, func(i int, content []byte, err error) {
			found[i] = m.file(batch[i].Path, content, err)
		})
		if err != nil && ctx.Err() == nil {
			return nil, fmt.Errorf("read files: %w", err)
		}
		for i, f := range found {
			r.Places = append(r.Places, f.places...)
			switch {
			case f.unread:
				r.Unread = append(r.Unread, batch[i].Path)
			case f.stopped:
				r.Stopped = append(r.Stopped, batch[i].Path)
			case f.done:
				r.Searched++
			}
		}
	}
	if r.Languages = m.names(); len(r.Languages) == 0 && refused != nil {
		return nil, refused
	}
	return r, nil
}

// A syntaxMatch is one search.
type syntaxMatch struct {
	syntax  *Searcher
	text    string
	parsers *parse.Pool

	mu       sync.Mutex
	patterns map[*lang.Language]compiledPattern
}

// A compiledPattern has an error, and a nil pattern, for a language that does not accept it.
type compiledPattern struct {
	*pattern.Pattern
	err error
}

type syntaxFile struct {
	places                []pattern.Place
	done, stopped, unread bool
}

// files returns the files among paths whose languages accept the pattern, or may accept it where
// the dialect depends on the content. refused is the error of the language of most other files.
// err is set if the pattern is invalid in every language.
func (m *syntaxMatch) files(paths []string) (files []diff.File, refused, err error) {
	most := 0
	counts := make(map[*lang.Language]int)
	for _, path := range paths {
		f, ok := m.syntax.snapshot.File(path)
		l := m.syntax.languages.ByPath(path)
		if !ok || l == nil || l.Grammar == nil {
			continue
		}
		_, err := m.compile(l)
		var wrong *pattern.SyntaxError
		if errors.As(err, &wrong) && !wrong.Unknown {
			return nil, nil, err
		}
		if wrong == nil || l.Dialect != nil {
			files = append(files, f)
		}
		if counts[l]++; wrong != nil && counts[l] > most {
			e := *wrong
			e.Reason += " in " + l.Name
			most, refused = counts[l], &e
		}
	}
	return files, refused, nil
}

// compile returns the pattern for a language, or an error if the language does not accept it.
func (m *syntaxMatch) compile(l *lang.Language) (*pattern.Pattern, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	c, ok := m.patterns[l]
	if !ok {
		c.Pattern, c.err = pattern.Compile(m.text, m.syntax.of(l).Grammar)
		m.patterns[l] = c
	}
	return c.Pattern, c.err
}

// names returns the names of the languages that accept the pattern.
func (m *syntaxMatch) names() []string {
	var names []string
	for l, c := range m.patterns {
		if c.err == nil {
			names = append(names, l.Name)
		}
	}
	slices.Sort(names)
	return names
}

func (s *Searcher) of(l *lang.Language) *parse.Syntax {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.syntaxes[l] == nil {
		s.syntaxes[l] = parse.NewSyntax(l)
	}
	return s.syntaxes[l]
}

// file searches one file.
func (m *syntaxMatch) file(path string, content []byte, err error) (f syntaxFile) {
	if err != nil {
		return syntaxFile{unread: true}
	}
	l := m.syntax.dialect(m.syntax.languages.ByPath(path), content)
	compiled, err := m.compile(l)
	if err != nil {
		return syntaxFile{done: true}
	}
	p := m.parsers.Get()
	defer m.parsers.Put(p)
	tree, err := p.Tree(m.syntax.of(l), content, parse.Limits{})
	if m.parsers.Stopped() {
		return syntaxFile{} // the result may be incomplete
	}
	if err != nil {
		return syntaxFile{unread: true}
	}
	lim := pattern.Limits{Steps: syntaxSteps + 4*len(tree.Nodes), Matches: placesPerFile}
	complete := compiled.Match(tree, lim, func(match pattern.Match) {
		place := pattern.Place{Path: path}
		for _, c := range match.Captures {
			place.Captures = append(place.Captures, textOf(tree, c.Name, c.Node))
		}
		if len(place.Captures) == 0 {
			place.Captures = []pattern.Text{textOf(tree, "", match.Root)}
		}
		f.places = append(f.places, place)
	})
	f.done, f.stopped = complete, !complete
	return f
}

// textOf returns a node in a form for people.
func textOf(t *lang.Tree, name string, i int32) pattern.Text {
	n := &t.Nodes[i]
	text := t.Bytes(i)
	return pattern.Text{
		Name: name, Line: int(n.Row) + 1, Column: int(n.Start) - bytes.LastIndexByte(t.Source[:n.Start], '\n'), EndLine: int(t.EndLine(i)),
		Text: strings.ToValidUTF8(string(text[:min(len(text), maxPlaceText)]), "\uFFFD"),
	}
}

// Depths returns, for each line of a file, how many nodes of its tree span the line break
// before it: 0 where only the root does, -1 inside of a token. It is nil for a file that cannot
// be parsed.
func (s *Searcher) Depths(path string) (depths []int) {
	f, ok := s.snapshot.File(path)
	l := s.languages.ByPath(path)
	if !ok || l == nil || l.Grammar == nil {
		return nil
	}
	// A file that cannot be read has no depths; the caller reports the error when it reads the file.
	_ = s.blobs.Read(context.Background(), []string{f.Blob}, parse.DefaultMaxBytes, func(_ int, content []byte, err error) {
		if err != nil {
			return
		}
		p := parse.NewParser()
		defer p.Close()
		if tree, err := p.Tree(s.of(s.dialect(l, content)), content, parse.Limits{}); err == nil {
			depths = depthsOf(tree)
		}
	})
	return depths
}

// depthsOf counts for each line the nodes, without the root, that begin before it and end on it
// or later.
func depthsOf(t *lang.Tree) []int {
	lines := bytes.Count(t.Source, []byte{'\n'}) + 1
	change, token := make([]int, lines+1), make([]int, lines+1)
	lastRow, lastEnd := 0, uint32(0) // position of the end of the previous token
	for i := int32(1); i < t.Len(); i++ {
		n := &t.Nodes[i]
		first, last := int(n.Row), int(t.EndLine(i))-1
		if n.Size > 1 {
			change[first+1]++
			change[max(last, first)+1]--
			continue
		}
		if n.Start > lastEnd && len(bytes.TrimSpace(t.Source[lastEnd:n.Start])) > 0 {
			first = lastRow // some grammars have text in strings without a node
		}
		token[first+1]++
		token[max(last, first)+1]--
		lastRow, lastEnd = max(last, first), n.End
	}
	depths := make([]int, lines)
	around, inside := 0, 0
	for i := range depths {
		around += change[i]
		inside += token[i]
		if depths[i] = around; inside > 0 {
			depths[i] = -1
		}
	}
	return depths
}

// dialect returns the language of a file, which may depend on its content.
func (s *Searcher) dialect(l *lang.Language, content []byte) *lang.Language {
	if l.Dialect != nil {
		if d := l.Dialect(content); d != nil {
			return d
		}
	}
	return l
}
