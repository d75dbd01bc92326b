package view

import (
	"fmt"

	"github.com/nexus-ci/nexus-ci/report"
)

// ElsewhereLines says who uses changed symbols in other repositories: at most most users, then how much is
// known. It is nil where nobody was asked.
func ElsewhereLines(r *report.Report, style Style, most int) []string {
	e := r.Elsewhere
	if e == nil {
		return nil
	}
	var lines []string
	named, more := 0, 0
	for i := range e.Symbols {
		s := &e.Symbols[i]
		more += s.More
		for k := range s.Users {
			if named == most {
				more += len(s.Users) - k
				break
			}
			named++
			lines = append(lines, style.Name(s.Name)+": "+userClause(&s.Users[k], style))
		}
		switch {
		case s.Hidden == 1:
			lines = append(lines, style.Name(s.Name)+": used in 1 repository that not all readers may know")
		case s.Hidden > 1:
			lines = append(lines, fmt.Sprintf("%s: used in %d repositories that not all readers may know", style.Name(s.Name), s.Hidden))
		}
	}
	if more > 0 {
		lines = append(lines, fmt.Sprintf("%s more", Plural(more, "user")))
	}
	if len(lines) == 0 {
		lines = append(lines, "no use is known")
	}
	known := fmt.Sprintf("%d of %d repositories indexed", e.Indexed, e.Known)
	if e.Oldest != "" {
		known += ", oldest at " + style.Text(e.Oldest)
	}
	return append(lines, known)
}

// userClause says when a user breaks, and where.
func userClause(u *report.User, style Style) string {
	clause := style.Text(u.Repository)
	switch u.Breaks {
	case report.BreaksOnNextBuild:
		clause += " breaks on the next build"
	case report.BreaksOnUpgrade:
		clause += " breaks when it upgrades from " + style.Text(u.Version)
	default:
		clause += ", version unknown"
		if u.Version != "" {
			clause += " (" + style.Text(u.Version) + ")"
		}
	}
	for i, p := range u.Places {
		if i == 1 {
			break
		}
		clause += fmt.Sprintf(", %s:%d", style.Text(p.Path), p.Line)
	}
	if u.Uses > 1 {
		clause += " and " + Plural(u.Uses-1, "more place")
	}
	return clause
}
