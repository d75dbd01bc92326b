// Package added says what new functions do, what new types declare, and what new constants, variables and fields are set to.
//
// In: a report. Out: the new functions, types and values of which something can be told, and words for it, for all renderers.
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

// A Row is a new symbol of which something is told.
type Row struct {
	*report.ChangedSymbol
	inside []*report.ChangedSymbol // what a new type declares: its fields and constants, and the methods of an interface
}

// Title heads new functions, types and values.
func Title(rows []Row) string {
	var functions, types, values bool
	for i := range rows {
		function := isFunction(rows[i].ChangedSymbol)
		kind := graph.Label(rows[i].Type).IsType()
		functions, types, values = functions || function, types || kind, values || !function && !kind
	}
	others := "new values are"
	switch {
	case types && values:
		others = "new types and values are"
	case types:
		others = "new types are"
	}
	switch {
	case functions && types && values:
		return fmt.Sprintf("What new functions do, and %s (%d)", others, len(rows))
	case functions && (types || values):
		return fmt.Sprintf("What new functions do and %s (%d)", others, len(rows))
	case functions || len(rows) == 0:
		return fmt.Sprintf("What new functions do (%d)", len(rows))
	}
	return fmt.Sprintf("What %s (%d)", others, len(rows))
}

// Rows returns the new functions of which something is told, behind them the types, and then the constants, variables and
// fields with a value that no type shows, those of tests aside, each in the order of the report.
func Rows(r *report.Report) []Row {
	var out, types, values []Row
	inside := insides(r)
	shown := make(map[*report.ChangedSymbol]bool)
	for i := range r.ChangedSymbols {
		c := &r.ChangedSymbols[i]
		row := Row{c, inside[place{c.Path, c.Name}]}
		switch {
		case c.Test || c.ChangeType != "added":
		case graph.Label(c.Type).IsType() && len(row.inside) > 0:
			types = append(types, row)
			for _, member := range row.inside[:min(len(row.inside), maxInside)] {
				shown[member] = true
			}
		case len(c.CallsAdded)+len(c.Fails)+len(c.ConditionsAdded)+len(c.StatementsAdded) == 0:
		case isFunction(c):
			out = append(out, row)
		case is(c):
			values = append(values, row)
		}
	}
	values = slices.DeleteFunc(values, func(row Row) bool { return shown[row.ChangedSymbol] })
	return slices.Concat(out, types, values)
}

// A place is a name in a file.
type place struct{ path, name string }

// insides returns what new types declare: fields and constants with their declaration, and the methods of an interface.
func insides(r *report.Report) map[place][]*report.ChangedSymbol {
	interfaces := make(map[place]bool)
	for i := range r.ChangedSymbols {
		if c := &r.ChangedSymbols[i]; slices.Contains([]graph.Label{graph.Interface, graph.Trait}, graph.Label(c.Type)) {
			interfaces[place{c.Path, c.Name}] = true
		}
	}
	out := make(map[place][]*report.ChangedSymbol)
	for i := range r.ChangedSymbols {
		c := &r.ChangedSymbols[i]
		at := strings.LastIndexByte(c.Name, '.')
		if at < 0 || c.ChangeType != "added" {
			continue
		}
		owner := place{c.Path, c.Name[:at]}
		if c.Declaration != "" && showsValue(c) || isFunction(c) && interfaces[owner] {
			out[owner] = append(out[owner], c)
		}
	}
	return out
}

// showsValue reports whether the declaration of a symbol has its value, if it has one.
func showsValue(c *report.ChangedSymbol) bool {
	return !slices.ContainsFunc(c.StatementsAdded, func(value string) bool { return !strings.Contains(c.Declaration, strings.TrimSuffix(value, "…")) })
}

// is reports whether a symbol is a new function, or has a value of which something is told.
func is(c *report.ChangedSymbol) bool {
	return c.ChangeType == "added" && (isFunction(c) || len(c.StatementsAdded) > 0)
}

func isFunction(c *report.ChangedSymbol) bool { return graph.Label(c.Type).Callable() }

const (
	// maxCalls is how many names of what a new function calls are told.
	maxCalls = 8
	// maxInside is how many members of a new type are told.
	maxInside = 8
)

// Clause says what a new type declares, and of others what the function Clause says.
func (row *Row) Clause(style view.Style) string {
	if len(row.inside) == 0 || isFunction(row.ChangedSymbol) {
		return Clause(row.ChangedSymbol, style)
	}
	var declared []string
	for _, member := range row.inside[:min(len(row.inside), maxInside)] {
		if member.Declaration != "" {
			declared = append(declared, member.Declaration)
		} else {
			declared = append(declared, member.Name[strings.LastIndexByte(member.Name, '.')+1:]+"()")
		}
	}
	words := "has " + statement.Quoted(declared, style.Name)
	if more := len(row.inside) - maxInside; more > 0 {
		words += fmt.Sprintf(" and %d more", more)
	}
	return words
}

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

// testedBeside returns the parts of conditions of a function without those by which it fails, or that it returns.
func testedBeside(c *report.ChangedSymbol) (out []string) {
	for _, asked := range c.ConditionsAdded {
		fails := slices.ContainsFunc(c.Fails, func(s string) bool { return strings.Contains(s, asked) })
		returned := slices.ContainsFunc(c.StatementsAdded, func(s string) bool { return strings.TrimSuffix(strings.TrimPrefix(s, "return "), ";") == asked })
		if !fails && !returned {
			out = append(out, asked)
		}
	}
	return out
}
