package view

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
	"github.com/nexus-ci/nexus-ci/report"
)

// A clause tells what a change does outside of code, in words that are inert already.
type clause struct {
	urgency int // the least stands first
	text    string
	facts   int // how many facts it tells or counts
}

// maxHeadline is how many bytes a headline may have once it tells facts outside of code. Where
// signs of markup in names are escaped, few fit.
const maxHeadline = 700

// joinMostUrgent returns at most limit of the most urgent clauses, of at most room bytes, as one
// sentence without a full stop, and how many facts they tell or count.
func joinMostUrgent(clauses []clause, limit, room int) (sentence string, facts int) {
	clauses = slices.Clone(clauses)
	slices.SortStableFunc(clauses, func(a, b clause) int { return cmp.Compare(a.urgency, b.urgency) })
	for _, c := range clauses[:min(len(clauses), limit)] {
		longer := joinClauses(sentence, c.text)
		if len(longer) > room {
			break
		}
		sentence, facts = longer, facts+c.facts
	}
	return sentence, facts
}

// urgent are the kinds of facts in the order in which the headline tells them: what stops
// working, what is lost, who may do more, who has to follow.
var urgent = [...]fact.Kind{
	"dependency-missing", "migration-lossy", "infra-destroyed", "migration-removed",
	"workflow-trigger-exposed", "workflow-permission-widened", "workflow-script", "advisory-introduced", "dependency-script", "docker-privilege", "infra-exposed", "config-protection", "codeowners-removed", "workflow-secret-used",
	"schema-breaking", "listing-removed", "migration-renaming", "migration-lock", "migration-edited", "dependency-major", "dependency-source", "dependency-replaced", "dependency-unreplaced",
	"file-submodule", "docker-exposed", "docker-user", "config-default", "license-terms", "schema-changed", "binary-executable",
}

// factClauses returns a clause for each kind of the facts that a reviewer must look at: its
// first fact, and of packages the one that most files import, and how many more there are.
func factClauses(r *report.Report, style Style) []clause {
	var out []clause
	of := make(map[string][]*report.ContentFact)
	var kinds []string
	for i := range r.Facts {
		f := &r.Facts[i]
		if !asks(f) {
			continue
		}
		if of[f.Kind] == nil {
			kinds = append(kinds, f.Kind)
		}
		of[f.Kind] = append(of[f.Kind], f)
	}
	for _, kind := range kinds {
		first := slices.MaxFunc(of[kind], func(a, b *report.ContentFact) int { return cmp.Compare(users(a), users(b)) })
		text := factClause(first, style)
		if more := len(of[kind]) - 1; more > 0 {
			text += fmt.Sprintf(", and %d more like it", more)
		}
		at := slices.Index(urgent[:], fact.Kind(kind))
		if at < 0 {
			at = len(urgent)
		}
		out = append(out, clause{urgency: at, text: text, facts: len(of[kind])})
	}
	return out
}

func users(f *report.ContentFact) int {
	if f.UsedBy == nil {
		return 0
	}
	return f.UsedBy.Files
}

// maxInClause is how many characters a clause shows of a name and of a value.
const maxInClause = 40

// maxWithoutTemplate is how many characters a clause shows of a fact of which no template says more.
const maxWithoutTemplate = 50

// factClause says what a fact is in a clause of a sentence, by a template of its kind.
// Long because it has a template for each kind.
func factClause(f *report.ContentFact, style Style) string {
	written := func(s string) string { return style.Name(report.ClipTo(s, maxInClause)) }
	name, from, to := written(f.Name), written(f.From), written(f.To)
	fallback := style.Text(beginning(f.What, maxWithoutTemplate))
	switch f.Kind {
	case "dependency-major":
		aside := "major"
		if used := users(f); used > 0 {
			aside += ", imported by " + Plural(used, "file")
		}
		return fmt.Sprintf("%s %s → %s (%s)", name, from, to, aside)
	case "dependency-missing":
		return name + " removed, " + UsedClause(f, written, func(path string, line int) string { return written(fmt.Sprintf("%s:%d", path, line)) })
	case "dependency-source", "dependency-replaced":
		if f.Change == "overridden" {
			return fmt.Sprintf("%s overridden with %s", name, to)
		}
		if f.To != "" {
			return fmt.Sprintf("%s now comes from %s", name, to)
		}
	case "dependency-unreplaced":
		return fmt.Sprintf("the replacement of %s is gone", name)
	case "dependency-script":
		return fmt.Sprintf("installing runs %s", to)
	case "workflow-permission-widened":
		if f.To == "write" && f.Name == "all" {
			return "CI asks to write everything"
		} else if f.To == "write" {
			return "CI asks to write " + name
		}
	case "workflow-trigger-exposed":
		return "CI now runs on " + name
	case "workflow-secret-used":
		return "CI now uses the secret " + name
	case "workflow-script":
		return "CI now downloads and runs " + name
	case "docker-exposed":
		return "a container opens port " + name
	case "docker-user":
		if f.To != "" {
			return "a container runs as " + to
		}
	case "migration-lossy":
		for _, thing := range []string{"table", "column", "schema", "database"} {
			if f.Change == thing+" dropped" {
				return fmt.Sprintf("%s %s dropped", thing, name)
			}
		}
	case "schema-breaking":
		return fmt.Sprintf("%s %s %s %s (breaking)", style.Text(f.Format), style.Text(f.Field), name, style.Text(f.Change))
	case "codeowners-removed":
		return "CODEOWNERS has no entry for " + name + " any more"
	case "config-protection", "config-default":
		if f.From != "" && f.To != "" {
			return fmt.Sprintf("%s is %s instead of %s", name, to, from)
		}
	case "file-submodule":
		return "submodule " + name + " " + style.Text(f.Change)
	case "license-terms":
		return "the text of the licence differs"
	}
	return fallback
}
