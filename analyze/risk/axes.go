package risk

import (
	"fmt"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour"
	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
	"github.com/nexus-ci/nexus-ci/analyze/content/wording"
	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/finding/sentence"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/impact"
)

// breakage rates what is proved broken. Flows count by where they begin: one
// broken call breaks as many flows of an entry as there are ends behind it.
func breakage(in *Input) Axis {
	sites, flows := 0, 0
	entries := make(map[string]bool)
	var first *finding.Finding
	for i := range in.Findings {
		f := &in.Findings[i]
		if f.Class == finding.Break && f.Confidence >= finding.MinBreakConfidence {
			if sites++; first == nil {
				first = f
			}
		}
	}
	for i := range in.Impact.Processes {
		if p := &in.Impact.Processes[i]; p.Status == impact.Broken && p.ByBreak {
			flows++
			entries[p.Flow().Entry().ID] = true
		}
	}
	var a Axis
	switch t := &in.Thresholds; {
	case sites == 0:
		return a
	case sites >= t.SitesCritical || len(entries) >= t.BrokenCritical:
		a.Level = Critical
	case sites >= t.SitesHigh:
		a.Level = High
	}
	a.Evidence = append(a.Evidence, plural(sites, "broken site")+", first: "+sentence.Message(first.Claim()))
	if flows > 0 {
		a.Evidence = append(a.Evidence, fmt.Sprintf("%s of %s broken by them", plural(flows, "execution flow"), plural(len(entries), "entry point")))
	}
	return a
}

// exposure rates what the change would hit. It never says that something is
// wrong, so it never lifts a change above medium. What is merely worth knowing
// lifts nothing, and what lifts nothing is shown.
func exposure(in *Input) Axis {
	taken, takenFirst := taken(in)
	if !in.Set.Semantic() && (taken == 0 || in.Thresholds.Removed == 0) {
		return Axis{}
	}
	a := Axis{Level: Low}
	var shown []string
	row := func(count, threshold int, evidence string) {
		switch {
		case count > 0 && threshold > 0 && count >= threshold:
			a.Level = Medium
			a.Evidence = append(a.Evidence, evidence)
		case count > 0:
			shown = append(shown, evidence)
		}
	}
	warnings, cut := 0, 0
	var lost, broken string
	for i := range in.Findings {
		if f := &in.Findings[i]; f.Class == finding.Behaviour && f.Severity != finding.Info {
			if warnings++; warnings == 1 {
				lost = sentence.Message(f.Claim())
			}
		}
	}
	for i := range in.Impact.Processes {
		if p := &in.Impact.Processes[i]; p.Status == impact.Broken && !p.ByBreak {
			if cut++; cut == 1 {
				broken = fmt.Sprintf("%s: %s", p.Label, p.Reason)
			}
		}
	}
	clusters, offered := areas(in), offered(in.Set)
	t := &in.Thresholds
	row(warnings, 1, plural(warnings, "warning")+", first: "+lost)
	row(cut, 1, plural(cut, "execution flow")+" cut, first: "+broken)
	row(taken, t.Removed, plural(taken, "symbol")+" that only code outside of this repository may have used, gone, first: "+takenFirst)
	outside, changed, subject := " outside the diff", "changed ", "a changed symbol"
	if in.Assumed {
		outside, changed, subject = "", "", "the symbol"
	}
	row(in.Impact.Outside, t.Dependants, plural(in.Impact.Outside, "direct dependant")+outside+possible(in.Impact))
	row(clusters, t.Clusters, plural(clusters, "area")+" with "+subject+" or a direct dependant")
	row(offered, t.Offered, plural(offered, changed+"symbol")+" that code outside of this repository may use")
	row(in.Impact.Untested, t.Untested, fmt.Sprintf("no test was found that reaches %d of %s", in.Impact.Untested, plural(in.Impact.Testable, changed+"function")))
	a.Evidence = append(a.Evidence, shown...)
	if len(a.Evidence) == 0 {
		a.Evidence = []string{"no dependant" + outside + " was found"}
	}
	return a
}

// taken counts what the repository offers as a library, does not use itself, and has no longer, with what is said
// of the first: it was there for others only. What it used itself may be its own affair, as in an application.
func taken(in *Input) (n int, first string) {
	for i := range in.Findings {
		f := &in.Findings[i]
		if f.Effect.Kind != finding.InterfaceBroken || f.Effect.Given > 0 {
			continue
		}
		switch f.Cause.Kind {
		case finding.Removed, finding.Renamed, finding.Moved, finding.Unexported:
			if n++; n == 1 {
				first = sentence.Message(f.Claim())
			}
		}
	}
	return n, first
}

// possible counts, to follow the number of direct dependants, those that are no facts: a call
// by a bare name or through an interface may be of another symbol. Empty for none.
func possible(i *impact.Impact) string {
	n := 0
	for k := range i.Affected {
		if a := &i.Affected[k]; a.Depth == 1 && !a.InDiff && a.Confidence < finding.MinBreakConfidence {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(", %d of them possibly", n)
}

// offered counts the changed symbols that code outside of the repository may name; new
// ones nobody names yet.
func offered(set *change.Set) int {
	n := 0
	for i := range set.Symbols {
		if c := &set.Symbols[i]; c.Semantic() && c.Base != nil && c.Base.Offered != "" && !c.Base.Test {
			n++
		}
	}
	return n
}

// critical rates a change of behaviour in files that the repository says matter most: one
// step above what the change rates elsewhere, medium at least.
func critical(in *Input, likelihood Level) Axis {
	if in.Critical == nil {
		return Axis{}
	}
	changed := "changed "
	if in.Assumed {
		changed = ""
	}
	files := make(map[string]bool)
	first := ""
	for i := range in.Set.Symbols {
		c := &in.Set.Symbols[i]
		if !c.Semantic() || c.Node().Test {
			continue
		}
		for _, n := range []*graph.Node{c.Base, c.Head} {
			if n == nil || files[n.Path] || !in.Critical(n.Path) {
				continue
			}
			files[n.Path] = true
			if first == "" || n.Path < first {
				first = n.Path
			}
		}
	}
	if len(files) == 0 {
		return Axis{}
	}
	return Axis{
		Level:    min(max(Medium, likelihood+1), Critical),
		Evidence: []string{fmt.Sprintf("%s that the configuration calls critical, first: %s", plural(len(files), changed+"file"), first)},
	}
}

// contents rates what a change does outside of code, by its weightiest fact.
func contents(facts []fact.Fact) Axis {
	first, level := weightiest(facts, func(f *fact.Fact) fact.Level { return f.Level })
	if first == nil {
		return Axis{}
	}
	evidence := fmt.Sprintf("%s:%d: %s", first.Path, first.Line, wording.Of(first))
	if more := len(facts) - 1; more > 0 {
		evidence += fmt.Sprintf(", and %s outside of code", plural(more, "more change"))
	}
	return Axis{Level: level, Evidence: []string{evidence}}
}

// behaviours rates what functions do differently by what asks the most of a reviewer. What asks for
// nothing is not rated here.
func behaviours(all []behaviour.Behaviour) Axis {
	asking := slices.DeleteFunc(slices.Clone(all), func(b behaviour.Behaviour) bool { return !b.Level.Asks() })
	first, level := weightiest(asking, func(b *behaviour.Behaviour) fact.Level { return b.Level })
	if first == nil {
		return Axis{}
	}
	evidence := fmt.Sprintf("%s:%d: %s", first.Path, first.Line, first.Kind.Row().Means)
	if more := len(asking) - 1; more > 0 {
		evidence += fmt.Sprintf(", and %s of behaviour to look at", plural(more, "more difference"))
	}
	return Axis{Level: level, Evidence: []string{evidence}}
}

// weightiest returns the first of those with the highest level, and that level; nil for none.
func weightiest[T any](all []T, of func(*T) fact.Level) (first *T, highest Level) {
	for i := range all {
		if level := levelOf(of(&all[i])); level > highest {
			first, highest = &all[i], level
		}
	}
	return first, highest
}

// levelOf returns the level of a fact or a behaviour.
func levelOf(l fact.Level) Level { return Low + Level(max(slices.Index(fact.Levels, l), 0)) }

// raise lifts an axis to another, whose evidence then comes first.
func (a *Axis) raise(to Axis) {
	if to.Level == None {
		return
	}
	if to.Level > a.Level {
		a.Level = to.Level
		a.Evidence = append(to.Evidence, a.Evidence...)
		return
	}
	a.Evidence = append(a.Evidence, to.Evidence...)
}

// areas counts the clusters that hold a changed symbol or a direct dependant. New
// code that nothing uses yet exposes nobody, wherever it lies.
func areas(in *Input) int {
	if in.Impact.Count() == 0 && onlyAdded(in.Set) {
		return 0
	}
	n := 0
	for i := range in.Impact.Clusters {
		if c := &in.Impact.Clusters[i]; c.Changed > 0 || c.Dependants > 0 {
			n++
		}
	}
	return n
}

func onlyAdded(set *change.Set) bool {
	for i := range set.Symbols {
		if c := &set.Symbols[i]; c.Semantic() && c.Type != change.Added {
			return false
		}
	}
	return true
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
