package view

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/report"
)

// Symbols are the changed symbols as a list shows them: what is no test first. Each
// changed symbol stands in one row or is counted in Quiet.
type Symbols struct {
	Product, Tests []SymbolRow
	// Quiet counts the symbols of the product that changed only in layout or comments,
	// Followed those that changed only in the names of others: next to others they are no
	// rows.
	Quiet, Followed int
	// Moves are the symbols of the product that went from one directory to another with
	// many others, and say the same as before. They are no rows either.
	Moves []Move
}

// A Move is what went from one directory to another.
type Move struct {
	From, To       string
	Symbols, Files int
}

// Sentence says what moved, without a full stop.
func (m *Move) Sentence(style Style) string {
	return fmt.Sprintf("%s of %s moved from %s to %s", Plural(m.Symbols, "symbol"), Plural(m.Files, "file"), style.Name(m.From), style.Name(m.To))
}

// manyMoves is how many rows have to go the same way to be one Move.
const manyMoves = 5

// foldMoves takes out of rows what went the same way as many others. The largest Move
// comes first.
func foldMoves(rows []SymbolRow) (rest []SymbolRow, moves []Move) {
	type way struct{ from, to string }
	by := make(map[way][]SymbolRow)
	wayOf := func(row *SymbolRow) (way, bool) {
		if row.ChangeType != "moved" || row.Semantic || row.Old == nil || path.Dir(row.Old.Path) == path.Dir(row.Path) {
			return way{}, false
		}
		return way{path.Dir(row.Old.Path), path.Dir(row.Path)}, true
	}
	for i := range rows {
		if w, ok := wayOf(&rows[i]); ok {
			by[w] = append(by[w], rows[i])
		}
	}
	for i := range rows {
		if w, ok := wayOf(&rows[i]); !ok || len(by[w]) < manyMoves {
			rest = append(rest, rows[i])
		}
	}
	for w, of := range by {
		if len(of) < manyMoves {
			continue
		}
		m := Move{From: w.from, To: w.to, Symbols: CountRows(of)}
		files := make(map[string]bool)
		for i := range of {
			files[of[i].Path] = true
		}
		m.Files = len(files)
		moves = append(moves, m)
	}
	slices.SortFunc(moves, func(a, b Move) int {
		return cmp.Or(cmp.Compare(b.Symbols, a.Symbols), cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	return rest, moves
}

// A SymbolRow is a changed symbol with those inside it that changed in the same way.
type SymbolRow struct {
	*report.ChangedSymbol
	Inside int
}

// FoldSymbols orders and folds the changed symbols of r.
func FoldSymbols(r *report.Report) Symbols {
	outer := outermost(r.ChangedSymbols)
	inside := make(map[*report.ChangedSymbol]int)
	for i, o := range outer {
		if o != &r.ChangedSymbols[i] {
			inside[o]++
		}
	}
	var s Symbols
	var quiet []SymbolRow
	for i := range r.ChangedSymbols {
		c := &r.ChangedSymbols[i]
		row := SymbolRow{c, inside[c]}
		switch {
		case outer[i] != c: // it is inside another row
		case c.Test:
			s.Tests = append(s.Tests, row)
		case c.ChangeType == "modified" && !c.Semantic:
			quiet = append(quiet, row)
		default:
			s.Product = append(s.Product, row)
		}
	}
	s.Product, s.Moves = foldMoves(s.Product)
	if len(s.Product)+len(s.Moves) == 0 {
		s.Product = quiet
		return s
	}
	for _, row := range quiet {
		if follows(row.ChangedSymbol) {
			s.Followed += 1 + row.Inside
		} else {
			s.Quiet += 1 + row.Inside
		}
	}
	return s
}

// PartWords returns what differs, in the words of people: the rest of the code of a symbol is
// no body where that is a value, a default or a mark.
func PartWords(r *report.Report, c *report.ChangedSymbol) []string {
	people := map[string]string{
		"body": "code", "formatting": layoutWords(r, c.Path), "names": "names of others", "definitions": "number of definitions",
	}
	var words []string
	for _, part := range c.Parts {
		words = append(words, cmp.Or(people[part], part))
	}
	return words
}

// OldName returns the name it had in base where that is another one, empty otherwise. Parameters that tell one
// definition from others are no other name: the signature tells them.
func OldName(c *report.ChangedSymbol) string {
	if c.Old == nil || Name(c.Old.ID) == Name(c.ID) || c.ChangeType == "modified" {
		return ""
	}
	return Name(c.Old.ID)
}

// ReachClause says what a test reaches: "reaches X", or, of a symbol that only base has,
// "reached X, which was removed". A test that may call others instead "may reach X".
func ReachClause(r *report.Report, t *report.Test, style Style) string {
	name := style.Name(Name(t.Reaches))
	maybe := unsure(t.Confidence)
	for i := range r.ChangedSymbols {
		if c := &r.ChangedSymbols[i]; c.ID == t.Reaches && c.ChangeType == "removed" {
			if maybe {
				return "may have reached " + name + ", which was removed"
			}
			return "reached " + name + ", which was removed"
		}
	}
	if maybe {
		return "may reach " + name
	}
	return "reaches " + name
}

// follows reports whether c differs only in the names of symbols that were renamed.
func follows(c *report.ChangedSymbol) bool {
	return c.ChangeType == "modified" && !c.Semantic && slices.Contains(c.Parts, "names")
}

// CountRows returns how many changed symbols rows stand for.
func CountRows(rows []SymbolRow) int {
	n := len(rows)
	for _, row := range rows {
		n += row.Inside
	}
	return n
}

// RowPaths returns the files of the changed symbols that rows stand for, one for each symbol.
func RowPaths(rows []SymbolRow) []string {
	var paths []string
	for i := range rows {
		paths = append(paths, slices.Repeat([]string{rows[i].Path}, 1+rows[i].Inside)...)
	}
	return paths
}

// outermost returns for each symbol the outermost one that it folds into, itself for
// most.
func outermost(symbols []report.ChangedSymbol) []*report.ChangedSymbol {
	type key struct{ path, side, name string }
	at := make(map[key]*report.ChangedSymbol, len(symbols))
	for i := range symbols {
		c := &symbols[i]
		at[key{c.Path, c.Side, c.Name}] = c
	}
	outer := make([]*report.ChangedSymbol, len(symbols))
	for i := range symbols {
		c := &symbols[i]
		top := c
		for name := c.Name; ; {
			dot := strings.LastIndexByte(name, '.')
			if dot < 0 {
				break
			}
			name = name[:dot]
			if o := at[key{c.Path, c.Side, name}]; o != nil && holds(o, top) {
				top = o
			}
		}
		outer[i] = top
	}
	return outer
}

// holds reports whether a change of inner, which stands inside c, is told by that of c:
// all of a new class is new, and an edit of an inner function is one of the outer.
func holds(c *report.ChangedSymbol, inner *report.ChangedSymbol) bool {
	if inner.ChangeType == "moved" && !inner.Semantic && c.Test == inner.Test && (c.ChangeType == "renamed" || c.Code == "extracted") {
		return true // it follows its type, or is why the type says what it was made from
	}
	if c.ChangeType != inner.ChangeType || c.Test != inner.Test {
		return false
	}
	callable := []string{"Function", "Method", "Constructor"}
	return c.ChangeType != "modified" ||
		slices.Contains(callable, c.Type) && slices.Contains(callable, inner.Type) && (c.Semantic || !inner.Semantic)
}

// TestsLine says in a clause how many symbols of tests rows stand for, and what became of
// them; it is empty for none.
func TestsLine(rows []SymbolRow) string {
	if len(rows) == 0 {
		return ""
	}
	count := make(map[string]int)
	for _, row := range rows {
		count[row.ChangeType] += 1 + row.Inside
	}
	var kinds []string
	for _, kind := range []string{"added", "removed", "modified", "moved", "renamed"} {
		if n := count[kind]; n > 0 {
			kinds = append(kinds, fmt.Sprintf("%d %s", n, kind))
		}
	}
	return fmt.Sprintf("%s of tests: %s", Plural(CountRows(rows), "symbol"), strings.Join(kinds, ", "))
}

// QuietLine says in a sentence how many symbols are no rows of the list; it is empty
// for none.
func (s *Symbols) QuietLine() string {
	var parts []string
	if s.Followed > 0 {
		parts = append(parts, Plural(s.Followed, "symbol")+" changed only to follow new names")
	}
	if s.Quiet > 0 {
		parts = append(parts, Plural(s.Quiet, "symbol")+" changed only in layout or comments")
	}
	return strings.Join(parts, "; ")
}

// InsideClause says in a clause what is folded into a row, empty for nothing.
func (row *SymbolRow) InsideClause() string {
	if row.Inside == 0 {
		return ""
	}
	return fmt.Sprintf("with %d more inside", row.Inside)
}

// maxOrigins is how many symbols CodeClause names.
const maxOrigins = 3

// CodeClause says in a clause what an added symbol was made from, or where the code of a
// removed one is, empty where that is not known: "extracted from `handle`".
func CodeClause(c *report.ChangedSymbol, style Style) string {
	of, joint := c.From, " from "
	if len(c.Into) > 0 {
		of, joint = c.Into, " into "
	}
	if len(of) == 0 {
		return ""
	}
	names := firstOf(of, maxOrigins, func(p report.Place) string { return Label(p.ID, Name(p.ID), style) })
	return style.Text(c.Code) + joint + strings.Join(names, ", ")
}

// maxClauses is how many differences of one signature a row shows.
const maxClauses = 3

// SignatureClause says what differs in the signature of a changed symbol, to follow its
// name; empty for nothing.
func SignatureClause(c *report.ChangedSymbol) string {
	return joinWords(firstOf(c.SignatureChanges, maxClauses, func(d report.SignatureChange) string { return d.Clause }), "and")
}

// SymbolsTitle returns the title of the list of changed symbols.
func SymbolsTitle(r *report.Report) string {
	tests := r.Summary.ChangedTests
	title := fmt.Sprintf("Changed symbols (%d", r.Summary.ChangedCount-tests)
	if tests > 0 {
		title += fmt.Sprintf(" and %d of tests", tests)
	}
	return title + ")"
}

// ChangedWords counts the changed symbols, those of tests apart: "3 functions and 2 test
// functions". Those that differ in comments or layout alone count where there are no others.
func ChangedWords(r *report.Report) string {
	counted := counts(r)
	product := func(c *report.ChangedSymbol) bool { return !c.Test && counted(c) }
	inTests := func(c *report.ChangedSymbol) bool { return c.Test && counted(c) }
	switch {
	case countSymbols(r, inTests) == 0:
		return symbolsWords(r, product)
	case countSymbols(r, product) == 0:
		return symbolsWords(r, inTests)
	}
	return symbolsWords(r, product) + " and " + symbolsWords(r, inTests)
}

// counts returns which symbols are counted as changed.
func counts(r *report.Report) func(*report.ChangedSymbol) bool {
	differs := func(c *report.ChangedSymbol) bool {
		return c.ChangeType != "modified" || c.Semantic || follows(c)
	}
	if countSymbols(r, differs) == 0 {
		return func(*report.ChangedSymbol) bool { return true }
	}
	return differs
}

// layoutClause counts the symbols that are not counted as changed, to follow a headline;
// empty for none.
func layoutClause(r *report.Report, n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("; %s of %d more differ", layoutWords(r, ""), n)
}

// layoutWords says what else than code may differ in the symbols of a file, or of all for "".
func layoutWords(r *report.Report, path string) string {
	if slices.ContainsFunc(r.Coverage.Files, func(f report.FileCoverage) bool { return f.Directives && (path == "" || f.Path == path) }) {
		return "comments, layout or directives"
	}
	return "comments or layout"
}

// symbolsWords counts the changed symbols that are such: by their type where they share one,
// "1 function", "3 test methods", else "3 symbols".
func symbolsWords(r *report.Report, such func(*report.ChangedSymbol) bool) string {
	n, tests, noun := 0, 0, ""
	for i := range r.ChangedSymbols {
		c := &r.ChangedSymbols[i]
		if !such(c) {
			continue
		}
		of := typeNoun(c.Type)
		if n++; n > 1 && of != noun {
			of = "symbol"
		}
		noun = of
		if c.Test {
			tests++
		}
	}
	if noun == "" {
		noun = "symbol"
	}
	if n > 0 && tests == n {
		noun = "test " + noun
	}
	return Plural(n, noun)
}

// countSymbols counts the changed symbols that are such.
func countSymbols(r *report.Report, such func(*report.ChangedSymbol) bool) int {
	n := 0
	for i := range r.ChangedSymbols {
		if such(&r.ChangedSymbols[i]) {
			n++
		}
	}
	return n
}

// typeNoun returns what people call a symbol of a type; its plural only takes an s.
func typeNoun(label string) string {
	switch label {
	case "Function", "Method", "Constructor", "Struct", "Interface", "Trait", "Enum", "Type", "Variable", "Constant", "Field":
		return strings.ToLower(label)
	}
	return "symbol"
}

// UseLine returns the line to open for a symbol that depends on the change: where it
// stands, or where code at top level uses what changed.
func UseLine(a *report.AffectedSymbol) int {
	if a.Type == "File" && len(a.Via) > 0 && a.Via[0].Line > 0 {
		return a.Via[0].Line
	}
	return a.Line
}

// Label returns the name of a symbol for a list. What stands in a file outside of all
// symbols goes by the file.
func Label(id, name string, style Style) string {
	if strings.HasPrefix(id, "File:") {
		return "top level of " + style.Name(name)
	}
	return style.Name(name)
}
