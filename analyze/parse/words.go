package parse

import (
	"bytes"

	"github.com/nexus-ci/nexus-ci/analyze/bloom"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// A Place is the position of a word in a file.
type Place struct {
	Offset int
	Line   int // 1-based
	Word   string
	In     Text
}

// A Text says which kind of text a word is in.
type Text uint8

const (
	Code Text = iota
	Comment
	String
)

// Find returns the places of whole words in src, in order. A word is a run of letters, digits,
// underscores and bytes outside of ASCII.
func Find(src []byte, words map[string]bool) []Place {
	var places []Place
	line, counted := 1, 0
	for start, end := nextWord(src, 0); start < len(src); start, end = nextWord(src, end) {
		if words[string(src[start:end])] {
			line += bytes.Count(src[counted:start], []byte("\n"))
			counted = start
			places = append(places, Place{Offset: start, Line: line, Word: string(src[start:end])})
		}
	}
	return places
}

// WordsOf returns the filter of the words in src: those that Find may find pass it.
func WordsOf(src []byte) bloom.Filter {
	words := make(map[string]bool)
	for start, end := nextWord(src, 0); start < len(src); start, end = nextWord(src, end) {
		words[string(src[start:end])] = true
	}
	return bloom.New(words)
}

// nextWord returns the start and end of the first word at or after i, or the length of src
// if there is none.
func nextWord(src []byte, i int) (start, end int) {
	for i < len(src) && !inWord[src[i]] {
		i++
	}
	start = i
	for i < len(src) && inWord[src[i]] {
		i++
	}
	return start, i
}

var inWord = func() (in [256]bool) {
	for c := range in {
		in[c] = c >= 0x80 || c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
	}
	return in
}()

// Tell sets the Text of the places in a source of language l. In a file that cannot be parsed,
// all text counts as code.
func (p *Parser) Tell(l *lang.Language, src []byte, places []Place) {
	l, t := p.tree(l, src)
	if t == nil {
		return
	}
	kinds := make(map[lang.Kind]Text)
	for _, k := range l.Comments {
		kinds[k] = Comment
	}
	for _, k := range l.Strings {
		kinds[k] = String
	}
	for _, k := range l.Interpolations { // below the strings, so told later
		kinds[k] = Code
	}
	next := 0
	for i := range t.Nodes {
		n := &t.Nodes[i]
		in, ok := kinds[n.Kind]
		if !ok {
			continue
		}
		for next < len(places) && places[next].Offset < int(n.Start) {
			next++
		}
		for k := next; k < len(places) && places[k].Offset < int(n.End); k++ {
			places[k].In = in
		}
	}
}

// Names calls each for every name in the code of src, with its line. Keywords, numbers,
// comments, strings and imports are no names. A file that cannot be parsed has none.
func (p *Parser) Names(l *lang.Language, src []byte, each func(line int, name string)) {
	l, t := p.tree(l, bytes.TrimPrefix(src, []byte("\xef\xbb\xbf")))
	if t == nil {
		return
	}
	roles := rolesOf(l)
	for i := int32(0); i < t.Len(); i++ {
		n := &t.Nodes[i]
		if roles[n.Kind]&notCode != 0 || n.Flags&lang.IsExtra != 0 {
			i += n.Size - 1
			continue
		}
		if n.Size > 1 || n.Flags&lang.IsNamed == 0 {
			continue
		}
		if name := t.Bytes(i); len(name) > 0 && inWord[name[0]] && (name[0] < '0' || name[0] > '9') {
			each(int(t.Line(i)), string(name))
		}
	}
}

// tree returns the syntax tree of a source and the dialect of its language; nil if it cannot be
// parsed.
func (p *Parser) tree(l *lang.Language, src []byte) (dialect *lang.Language, t *lang.Tree) {
	if l.Grammar == nil || len(src) > DefaultMaxBytes || isBinary(src) {
		return l, nil
	}
	src = withoutNul(src)
	if !p.PanicOnBug {
		defer func() { // recovers from bugs, as in Parse
			if recover() != nil {
				t = nil
			}
		}()
	}
	if l.Dialect != nil {
		if d := l.Dialect(src); d != nil {
			l = d
		}
	}
	if l.Prepare != nil {
		src = l.Prepare(src)
	}
	g := p.grammar(l)
	flat := g.tree(p.run, src, p.nodes, Limits{}.withDefaults())
	p.nodes = flat.nodes
	if flat.gaveUp || flat.tooMany {
		return l, nil
	}
	return l, &lang.Tree{Source: src, Nodes: flat.nodes}
}
