package parse

import (
	"bytes"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// A Place is where a word stands in a file.
type Place struct {
	Offset int
	Line   int // 1-based
	Word   string
	In     Text
}

// Text is what a word of a file is part of.
type Text uint8

const (
	Code Text = iota
	Comment
	String
)

// Find returns the places of whole words in src, in their order. A word is a run of
// letters, digits, underscores and bytes beyond ASCII.
func Find(src []byte, words map[string]bool) []Place {
	var places []Place
	line, counted := 1, 0
	for i := 0; i < len(src); {
		if !inWord[src[i]] {
			i++
			continue
		}
		start := i
		for i < len(src) && inWord[src[i]] {
			i++
		}
		if words[string(src[start:i])] {
			line += bytes.Count(src[counted:start], []byte("\n"))
			counted = start
			places = append(places, Place{Offset: start, Line: line, Word: string(src[start:i])})
		}
	}
	return places
}

var inWord = func() (in [256]bool) {
	for c := range in {
		in[c] = c >= 0x80 || c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
	}
	return in
}()

// Tell fills in what the places in a source of language l are part of. Where the
// grammar cannot read the file all of it is code.
func (p *Parser) Tell(l *lang.Language, src []byte, places []Place) {
	if l.Grammar == nil || len(src) > DefaultMaxBytes || bytes.IndexByte(src, 0) >= 0 {
		return
	}
	if !p.PanicOnBug {
		defer func() { _ = recover() }() // as in Parse
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
	flat := g.parser.parse(src, g.symbols, p.nodes, Limits{}.withDefaults())
	p.nodes = flat.nodes
	if flat.gaveUp || flat.tooMany {
		return
	}
	kinds := make(map[lang.Kind]Text)
	for _, k := range l.Comments {
		kinds[k] = Comment
	}
	for _, k := range l.Strings {
		kinds[k] = String
	}
	next := 0
	for i := range flat.nodes {
		n := &flat.nodes[i]
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
