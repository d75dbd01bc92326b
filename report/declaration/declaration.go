// Package declaration says which declarations differ: types, fields, parameters and results, as far as nothing else in a
// report says it.
//
// In: a report. Out: the changed symbols whose declaration differs, and a title, for all renderers.
package declaration

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/edit"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/excerpt"
	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// Title heads changed declarations.
func Title(rows []*report.ChangedSymbol) string {
	return fmt.Sprintf("What declarations say now (%d)", len(rows))
}

// Rows returns the symbols whose declaration or name differs, those of tests aside, and those of which a finding or a behaviour
// tells it. A new name of a type is that of its members.
func Rows(r *report.Report) (out []*report.ChangedSymbol) {
	found := make(map[string]bool)
	for i := range r.Findings {
		found[r.Findings[i].Symbol] = true
	}
	told := make(map[place][]int)
	for i := range r.Behaviours {
		if b := &r.Behaviours[i]; slices.Contains([]edit.Kind{edit.SignatureChanged, edit.VisibilityChanged}, edit.Kind(b.Kind)) {
			at := place{b.Path, lastName(b.Symbol)}
			told[at] = append(told[at], b.Line)
		}
	}
	named := renamed(r)
	for i := range r.ChangedSymbols {
		c := &r.ChangedSymbols[i]
		if c.Test || len(c.SignatureChanges) == 0 && !named[c.ID] || found[c.ID] {
			continue
		}
		lines := told[place{c.Path, lastName(c.Name)}]
		if !slices.Contains(lines, c.Line) && (c.Diff == nil || !slices.Contains(lines, c.Diff.Line)) {
			out = append(out, c)
		}
	}
	return out
}

// renamed returns the ids of symbols with another name, without those that have it from what they are in.
func renamed(r *report.Report) map[string]bool {
	out := make(map[string]bool)
	for _, row := range view.FoldSymbols(r).Product {
		if row.ChangeType == "renamed" && row.Type != "File" && row.Type != "Namespace" {
			out[row.ID] = view.OldName(row.ChangedSymbol) != ""
		}
	}
	return out
}

// maxDifferences is how many differences of one declaration are told.
const maxDifferences = 3

// Clause says which name a symbol had before, if another one, and how its declaration differs. It follows the name of the
// symbol. clause renders one difference.
func Clause(c *report.ChangedSymbol, clause func(string) string) string {
	var words []string
	if name := view.OldName(c); name != "" {
		words = append(words, "was "+clause("`"+name+"`"))
	}
	for _, d := range c.SignatureChanges[:min(len(c.SignatureChanges), maxDifferences)] {
		words = append(words, clause(shortened(d)))
	}
	if more := len(c.SignatureChanges) - maxDifferences; more > 0 {
		words = append(words, fmt.Sprintf("%d more", more))
	}
	return strings.Join(words, ", ")
}

// maxClause is how many bytes of a clause are told as they are. A renderer cuts a longer one in its middle, which would join the
// begin of the new declaration and the end of the old one.
const maxClause = 200

// shortened returns the clause of a difference, with what differs of two long declarations.
func shortened(d report.SignatureChange) string {
	if len(d.Clause) <= maxClause || d.Old == "" || d.New == "" {
		return d.Clause
	}
	was, is := excerpt.Pair(d.Old, d.New)
	return strings.NewReplacer("`"+d.New+"`", "`"+is+"`", "`"+d.Old+"`", "`"+was+"`").Replace(d.Clause)
}

// A place is the last part of a name in a file.
type place struct{ path, name string }

func lastName(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }
