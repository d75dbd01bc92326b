package parse

import (
	"bytes"
	"errors"
	"fmt"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/pattern"
)

// A Syntax is a language with all kinds and fields of its grammar, not only those that its
// extractor uses.
type Syntax struct {
	Language *lang.Language
	Grammar  *pattern.Grammar
	whole    *lang.Language // with all kinds and fields
}

// NewSyntax returns the syntax of a language that has a grammar.
func NewSyntax(l *lang.Language) *Syntax {
	g := l.Grammar().(*sitter.Language)
	names := &pattern.Grammar{Kinds: make(map[string]lang.Kind), Tokens: make(map[string]lang.Kind), Fields: make(map[string]lang.FieldID)}
	whole := *l
	whole.Kinds, whole.Fields = []string{""}, []string{""}
	kinds := make(map[string]lang.Kind)
	for i := range g.SymbolCount() {
		symbol := sitter.Symbol(i)
		of := names.Kinds
		switch g.SymbolType(symbol) {
		case sitter.SymbolTypeAuxiliary:
			continue // never in a tree
		case sitter.SymbolTypeAnonymous:
			of = names.Tokens
		}
		name := g.SymbolName(symbol)
		if kinds[name] == 0 {
			kinds[name] = lang.Kind(len(whole.Kinds))
			whole.Kinds = append(whole.Kinds, name)
		}
		of[name] = kinds[name]
	}
	for i := 1; g.FieldName(i) != ""; i++ {
		names.Fields[g.FieldName(i)] = lang.FieldID(i)
		whole.Fields = append(whole.Fields, g.FieldName(i))
	}
	return &Syntax{Language: l, Grammar: names, whole: &whole}
}

// Tree returns the syntax tree of a source, valid until the next call. The error names the
// limit that the source exceeds. Nodes that are too deep are left out.
func (p *Parser) Tree(s *Syntax, src []byte, lim Limits) (*lang.Tree, error) {
	lim = lim.withDefaults()
	src = bytes.TrimPrefix(src, []byte("\xef\xbb\xbf"))
	switch {
	case len(src) > lim.MaxBytes:
		return nil, fmt.Errorf("%d bytes, the limit is %d", len(src), lim.MaxBytes)
	case isBinary(src):
		return nil, errors.New("binary file")
	}
	src = withoutNul(src)
	if s.whole.Prepare != nil {
		src = s.whole.Prepare(src)
	}
	g := p.grammar(s.whole)
	flat := g.tree(p.run, src, p.nodes, lim)
	p.nodes = flat.nodes
	switch {
	case flat.gaveUp:
		return nil, errors.New("the parser was stopped: the file takes far more work than ordinary source code")
	case flat.tooMany:
		return nil, fmt.Errorf("more than %d syntax nodes", lim.MaxNodes)
	}
	return &lang.Tree{Source: src, Nodes: flat.nodes}, nil
}

// isBinary reports whether a source is none: it has a NUL byte in the first 8000 bytes, as git tests.
func isBinary(src []byte) bool { return bytes.IndexByte(src[:min(len(src), 8000)], 0) >= 0 }

// withoutNul returns a source with a blank for each NUL byte, which scanners of grammars take for the end of the file.
func withoutNul(src []byte) []byte {
	if bytes.IndexByte(src, 0) < 0 {
		return src
	}
	return bytes.ReplaceAll(src, []byte{0}, []byte{' '})
}
