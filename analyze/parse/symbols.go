package parse

import (
	"fmt"
	"slices"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// symbols maps the numbers of a grammar to those of a language. A name stands for all symbols
// with this name: a grammar has several where it uses aliases, or where a rule has the name of
// a token ("type").
type symbols struct {
	kinds  []uint16 // symbol -> lang.Kind
	flags  []uint16 // symbol -> lang.IsNamed or 0
	fields []uint16 // field -> lang.FieldID; grammars number from 1
	// byField maps field names, for the walk without field numbers.
	byField map[string]lang.FieldID
}

func newSymbols(l *lang.Language, g *sitter.Language) *symbols {
	kinds := make(map[string]uint16, len(l.Kinds))
	for i, name := range l.Kinds {
		if i > 0 {
			kinds[name] = uint16(i)
		}
	}
	s := &symbols{fields: []uint16{0}, byField: make(map[string]lang.FieldID, len(l.Fields))}
	for i, name := range l.Fields {
		if i > 0 {
			s.byField[name] = lang.FieldID(i)
		}
	}
	for i := range g.SymbolCount() {
		symbol := sitter.Symbol(i)
		s.kinds = append(s.kinds, kinds[g.SymbolName(symbol)])
		var flags lang.NodeFlags
		if g.SymbolType(symbol) == sitter.SymbolTypeRegular {
			flags = lang.IsNamed
		}
		s.flags = append(s.flags, uint16(flags))
	}
	for i := 1; ; i++ {
		name := g.FieldName(i)
		if name == "" {
			return s
		}
		s.fields = append(s.fields, uint16(s.byField[name]))
	}
}

// numberingOf returns the numbers of a language for what its TreeMaker names.
func numberingOf(l *lang.Language) *lang.Numbering {
	number := func(of []string) map[string]int {
		numbers := make(map[string]int, len(of))
		for i, name := range of {
			if name != "" {
				numbers[name] = i
			}
		}
		return numbers
	}
	kinds, fields := number(l.Kinds), number(l.Fields)
	n := &lang.Numbering{}
	for i, name := range slices.Concat(l.Trees.Kinds, l.Trees.Tokens) {
		var flags lang.NodeFlags
		if i < len(l.Trees.Kinds) {
			flags = lang.IsNamed
		}
		n.Kinds, n.Flags = append(n.Kinds, lang.Kind(kinds[name])), append(n.Flags, flags)
	}
	for _, name := range l.Trees.Fields {
		n.Fields = append(n.Fields, lang.FieldID(fields[name]))
	}
	return n
}

// UnknownNames returns the names in Kinds and Fields of l that its grammar does not have. No
// node would ever match them.
func UnknownNames(l *lang.Language) []string {
	g := l.Grammar().(*sitter.Language)
	kinds, fields := map[string]bool{"": true}, map[string]bool{"": true}
	for i := range g.SymbolCount() {
		kinds[g.SymbolName(sitter.Symbol(i))] = true
	}
	for i := 1; g.FieldName(i) != ""; i++ {
		fields[g.FieldName(i)] = true
	}
	var unknown []string
	for _, name := range l.Kinds {
		if !kinds[name] {
			unknown = append(unknown, fmt.Sprintf("kind %q", name))
		}
	}
	for _, name := range l.Fields {
		if !fields[name] {
			unknown = append(unknown, fmt.Sprintf("field %q", name))
		}
	}
	return unknown
}
