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
	kinds := numbers[lang.Kind](l.Kinds)
	s := &symbols{fields: []uint16{0}, byField: numbers[lang.FieldID](l.Fields)}
	for i := range g.SymbolCount() {
		symbol := sitter.Symbol(i)
		s.kinds = append(s.kinds, uint16(kinds[g.SymbolName(symbol)]))
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

// numbers returns the number of each name. Empty names, which other dialects use, have none.
func numbers[T lang.Kind | lang.FieldID](names []string) map[string]T {
	of := make(map[string]T, len(names))
	for i, name := range names {
		if name != "" {
			of[name] = T(i)
		}
	}
	return of
}

// numberingOf returns the numbers of a language for what its TreeMaker names.
func numberingOf(l *lang.Language) *lang.Numbering {
	kinds, fields := numbers[lang.Kind](l.Kinds), numbers[lang.FieldID](l.Fields)
	n := &lang.Numbering{}
	for i, name := range slices.Concat(l.Trees.Kinds, l.Trees.Tokens) {
		var flags lang.NodeFlags
		if i < len(l.Trees.Kinds) {
			flags = lang.IsNamed
		}
		n.Kinds, n.Flags = append(n.Kinds, kinds[name]), append(n.Flags, flags)
	}
	for _, name := range l.Trees.Fields {
		n.Fields = append(n.Fields, fields[name])
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
