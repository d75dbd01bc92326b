package view

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/edit"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/report"
)

// MaxComings is how many symbols the headline names of each kind of change.
const MaxComings = 3

// comingsClause names symbols that the change adds, removes or gives another signature, those of tests
// aside, and counts the others; empty for none.
func comingsClause(r *report.Report, style Style) string {
	var added, removed, redeclared, types []*report.ChangedSymbol
	told := make(map[[2]string]bool)
	for i := range r.Behaviours {
		if b := &r.Behaviours[i]; edit.Kind(b.Kind) == edit.SignatureChanged {
			told[[2]string{b.Path, b.Symbol}] = true
		}
	}
	known := Known(r)
	for _, row := range FoldSymbols(r).Product {
		switch c := row.ChangedSymbol; {
		case !known(c), c.Type == "File": // code at top level
		case row.Inside == 0 && (c.Type == "Trait" || c.Type == "Namespace"): // possibly one more part of it
		case c.ChangeType == "added":
			added = append(added, c)
		case c.ChangeType == "removed":
			removed = append(removed, c)
		case c.SignatureChanged && graph.Label(c.Type).Callable() && !told[[2]string{c.Path, c.Name}]:
			redeclared = append(redeclared, c)
		case c.SignatureChanged && graph.Label(c.Type).IsType():
			types = append(types, c)
		}
	}
	came := joinClauses(handlersClause(r, style, added, removed), joinClauses(named("adds", added, style), named("removes", removed, style)))
	return joinClauses(joinClauses(came, named("changes the signature of", redeclared, style)), named("changes the declaration of", types, style))
}

// handlersClause names the requests that added functions handle, and that removed ones handled; empty for none.
func handlersClause(r *report.Report, style Style, added, removed []*report.ChangedSymbol) string {
	handled := func(status string, of []*report.ChangedSymbol) (titles []string) {
		for i := range r.AffectedProcesses {
			p := &r.AffectedProcesses[i]
			if p.ProcessType != "request_handler" || p.Status != status || p.Title == "" || len(p.Steps) == 0 || slices.Contains(titles, p.Title) {
				continue
			}
			if slices.ContainsFunc(of, func(c *report.ChangedSymbol) bool { return c.ID == p.Steps[0].Symbol }) {
				titles = append(titles, p.Title)
			}
		}
		return titles
	}
	came, went := handled("added", added), handled("removed", removed)
	clause := func(verb string, titles, others []string) string {
		titles = slices.DeleteFunc(slices.Clone(titles), func(title string) bool { return slices.Contains(others, title) })
		if len(titles) == 0 {
			return ""
		}
		return verb + " the handling of " + joinWords(firstOf(titles, MaxComings, subject(style)), "and")
	}
	return joinClauses(clause("adds", came, went), clause("removes", went, came))
}

// Known returns a function that reports whether a symbol is added or removed for sure: if a part of its file
// was not read, the symbol may be in that part of the other version.
func Known(r *report.Report) func(*report.ChangedSymbol) bool {
	partly := make(map[string]bool)
	for i := range r.Coverage.Files {
		if f := &r.Coverage.Files[i]; len(f.Parts) > 0 {
			partly[f.Path] = true
		}
	}
	return func(c *report.ChangedSymbol) bool { return !partly[c.Path] }
}

// named names symbols behind a verb: those first that other files can use.
func named(verb string, symbols []*report.ChangedSymbol, style Style) string {
	if len(symbols) == 0 {
		return ""
	}
	private := func(c *report.ChangedSymbol) int {
		if c.Exported {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(symbols, func(a, b *report.ChangedSymbol) int { return cmp.Compare(private(a), private(b)) })
	var names []string
	for _, c := range symbols {
		if name := subject(style)(c.Name); !slices.Contains(names, name) { // overloads have one name
			names = append(names, name)
		}
	}
	return verb + " " + joinWords(firstOf(names, MaxComings, func(name string) string { return name }), "and")
}

// subject returns the function that writes the name of what a clause is about.
func subject(style Style) func(name string) string {
	return func(name string) string { return style.Name(report.ClipTo(name, maxSubject)) }
}

// firstOf returns the first elements as write writes them, and then how many others there are: "a", "b", "3 more".
func firstOf[T any](all []T, most int, write func(T) string) []string {
	var words []string
	for _, x := range all[:min(len(all), most)] {
		words = append(words, write(x))
	}
	if more := len(all) - len(words); more > 0 {
		words = append(words, fmt.Sprintf("%d more", more))
	}
	return words
}

// joinWords joins words with commas, and the last one with a conjunction.
func joinWords(words []string, conjunction string) string {
	if n := len(words) - 1; n > 0 {
		return strings.Join(words[:n], ", ") + " " + conjunction + " " + words[n]
	}
	return strings.Join(words, "")
}
