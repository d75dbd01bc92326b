// Package gone says which symbols the change takes away, and which it moves to other files.
//
// In: a report. Out: the removed and the moved symbols by file, for all renderers. Removed symbols are left out where the
// headline names all of them.
package gone

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// A Row holds the symbols that are removed from one file, or that went from one file to another.
type Row struct {
	From, To string // To is empty where the symbols are gone
	Names    []string
}

// Title heads removed and moved symbols.
func Title(rows []Row) string {
	moved := func(row Row) bool { return row.To != "" }
	switch removed := func(row Row) bool { return row.To == "" }; {
	case !slices.ContainsFunc(rows, moved):
		return "What is removed"
	case !slices.ContainsFunc(rows, removed):
		return "What moved"
	}
	return "What is removed, and what moved"
}

// Rows returns the removed symbols if there are more than the headline names, and those that moved to another file, by file and
// in the order of the report: without tests, fields, what is inside another one of them, and without what went from one directory
// to another with many others.
func Rows(r *report.Report) (out []Row) {
	var removed, moved []Row
	names, known, went, many := make(map[string]bool), view.Known(r), make(map[place]bool), view.FoldSymbols(r).Moves
	for i := range r.ChangedSymbols {
		if c := &r.ChangedSymbols[i]; c.ChangeType == "removed" || c.ChangeType == "moved" || c.ChangeType == "renamed" {
			went[place{c.Path, c.Name}] = true
		}
	}
	for i := range r.ChangedSymbols {
		c := &r.ChangedSymbols[i]
		switch {
		case c.Test || c.Type == "File" || c.Type == "Namespace" || c.Type == "Field" || !known(c) || isInside(c, went):
		case c.ChangeType == "removed":
			names[c.Name] = true
			removed = with(removed, c.Path, "", c.Name)
		case c.ChangeType == "moved" && c.Old != nil && c.Old.Path != c.Path && !slices.ContainsFunc(many, func(m view.Move) bool {
			return m.From == path.Dir(c.Old.Path) && m.To == path.Dir(c.Path)
		}):
			moved = with(moved, c.Old.Path, c.Path, view.Name(c.Old.ID))
		}
	}
	if len(names) > view.MaxComings {
		out = removed
	}
	return append(out, moved...)
}

// A place is a name in a file.
type place struct{ path, name string }

// isInside reports whether what a symbol is in went, too.
func isInside(c *report.ChangedSymbol, went map[place]bool) bool {
	for name := c.Name; ; {
		dot := strings.LastIndexByte(name, '.')
		if dot < 0 {
			return false
		}
		if name = name[:dot]; went[place{c.Path, name}] {
			return true
		}
	}
}

// with adds a name to the row of two files.
func with(rows []Row, from, to, name string) []Row {
	i := slices.IndexFunc(rows, func(row Row) bool { return row.From == from && row.To == to })
	if i < 0 {
		return append(rows, Row{from, to, []string{name}})
	}
	rows[i].Names = append(rows[i].Names, name)
	return rows
}

// maxNames is how many symbols of one row are named.
const maxNames = 12

// Clause names the symbols of a row, and says where they were and are.
func (row *Row) Clause(style view.Style) string {
	count := make(map[string]int)
	for _, name := range row.Names {
		count[name]++
	}
	var names []string
	for _, name := range row.Names {
		if n := count[name]; n > 1 {
			names = append(names, fmt.Sprintf("%d definitions of %s", n, style.Name(name)))
		} else if n == 1 {
			names = append(names, style.Name(name))
		}
		delete(count, name)
	}
	all := strings.Join(names[:min(len(names), maxNames)], ", ")
	if more := len(names) - maxNames; more > 0 {
		all += fmt.Sprintf(" and %d more", more)
	}
	if row.To == "" {
		return fmt.Sprintf("from %s: %s", style.Name(row.From), all) // others of the name may be left
	}
	return fmt.Sprintf("from %s to %s: %s", style.Name(row.From), style.Name(row.To), all)
}
