// Package added says what new functions do, and what new constants, variables and fields are set to.
//
// In: a report. Out: the new functions and values of which something can be told, and words for it, for all renderers.
package added

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/statement"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// Title heads new functions and values.
func Title(functions []*report.ChangedSymbol) string {
	if n := len(functions); n > 0 && !isFunction(functions[n-1]) {
		return fmt.Sprintf("What new functions do and new values are (%d)", n)
	}
	return fmt.Sprintf("What new functions do (%d)", len(functions))
}

// Functions returns the new functions of which something is told, and behind them the constants, variables and fields with a
// value, those of tests aside, each in the order of the report.
func Functions(r *report.Report) []*report.ChangedSymbol {
	var out, values []*report.ChangedSymbol
	for i := range r.ChangedSymbols {
		if c := &r.ChangedSymbols[i]; is(c) && !c.Test && len(c.CallsAdded)+len(c.Fails)+len(c.ConditionsAdded)+len(c.StatementsAdded) > 0 {
			if isFunction(c) {
				out = append(out, c)
			} else {
				values = append(values, c)
			}
		}
	}
	return append(out, values...)
}

// is reports whether a symbol is a new function, or has a value of which something is told.
func is(c *report.ChangedSymbol) bool {
	return c.ChangeType == "added" && (isFunction(c) || len(c.StatementsAdded) > 0)
}

func isFunction(c *report.ChangedSymbol) bool { return graph.Label(c.Type).Callable() }

// maxCalls is how many names of what a new function calls are told.
const maxCalls = 8

// Clause says what a new value is, or how a new function fails, what it tests, returns and sets, and what else it calls. It is
// empty where nothing is known, and for any other symbol.
func Clause(c *report.ChangedSymbol, style view.Style) string {
	if !is(c) {
		return ""
	}
	if !isFunction(c) {
		return "is " + statement.Quoted(c.StatementsAdded, style.Name)
	}
	var parts []string
	if len(c.Fails) > 0 {
		parts = append(parts, "can fail: "+statement.Quoted(c.Fails, style.Name))
	}
	if asks := testedBeside(c); len(asks) > 0 {
		parts = append(parts, "tests "+statement.Quoted(asks, style.Name))
	}
	if len(c.StatementsAdded) > 0 {
		parts = append(parts, "does: "+statement.Quoted(c.StatementsAdded, style.Name))
	}
	if calls := statement.NotNamed(strings.Join(slices.Concat(c.StatementsAdded, c.Fails), "\n"), c.CallsAdded); len(calls) > 0 {
		parts = append(parts, "calls "+view.FirstNames(calls, maxCalls, style))
	}
	return strings.Join(parts, "; ")
}

// testedBeside returns the parts of conditions of a function without those that the statements show by which it fails.
func testedBeside(c *report.ChangedSymbol) (out []string) {
	for _, asked := range c.ConditionsAdded {
		if !slices.ContainsFunc(c.Fails, func(s string) bool { return strings.Contains(s, asked) }) {
			out = append(out, asked)
		}
	}
	return out
}
