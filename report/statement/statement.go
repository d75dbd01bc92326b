// Package statement says what functions test, how they fail and what else they do that were not compared as a whole.
//
// In: changed symbols. Out: words for the parts of conditions and the statements that only one side has.
package statement

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/report"
)

// A Row is what is told of one symbol.
type Row struct{ asks, asked, fails, failed, does, did []string }

// Of returns what is told of a symbol, without the code that told, a text, has.
func Of(c *report.ChangedSymbol, told string) Row {
	return Row{notIn(told, c.ConditionsAdded), notIn(told, c.ConditionsRemoved), notIn(told, c.Fails), notIn(told, c.FailsRemoved), notIn(told, c.StatementsAdded), notIn(told, c.StatementsRemoved)}
}

// notIn returns the pieces of code that a text does not have.
func notIn(text string, code []string) (out []string) {
	for _, s := range code {
		if !strings.Contains(text, strings.TrimSuffix(s, "…")) {
			out = append(out, s)
		}
	}
	return out
}

// NotNamed returns the names of functions whose last part a text does not have.
func NotNamed(text string, names []string) (out []string) {
	for _, name := range names {
		if !strings.Contains(text, name[strings.LastIndexByte(name, '.')+1:]) {
			out = append(out, name)
		}
	}
	return out
}

// Len returns the number of conditions and statements.
func (row *Row) Len() int {
	return len(row.asks) + len(row.asked) + len(row.fails) + len(row.failed) + len(row.does) + len(row.did)
}

// Clause says what a symbol tests now and no longer, how it fails, and what other code it has. code renders a piece of code.
func (row *Row) Clause(code func(string) string) string {
	var parts []string
	put := func(words string, all []string) {
		if len(all) > 0 {
			parts = append(parts, words+Quoted(all, code))
		}
	}
	put("now tests ", row.asks)
	put("no longer tests ", row.asked)
	put("fails in a new way: ", row.fails)
	put("no longer fails by ", row.failed)
	put("now has: ", row.does)
	put("no longer has: ", row.did)
	return strings.Join(parts, "; ")
}

// maxQuoted is how many characters are shown of a piece of code.
const maxQuoted = 80

// Quoted shows pieces of code, one after the other. code renders one.
func Quoted(all []string, code func(string) string) string {
	var out []string
	for _, s := range all {
		out = append(out, code(report.ClipTo(s, maxQuoted)))
	}
	return strings.Join(out, " | ")
}
