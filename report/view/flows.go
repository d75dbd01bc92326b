package view

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/report"
)

// A Flow is one line of a list of affected processes. It stands for all that share
// what changed and differ only in how they are entered or in where they go on to.
type Flow struct {
	*report.AffectedProcess // the one that is shown
	// Others are the other processes, the shortest first.
	Others []*report.AffectedProcess
	// Links is the chain to show, Reason what the chain does not say, empty for nothing.
	Links  []Link
	Reason string
}

// Flows folds the affected processes of r. Processes of one status come together when
// they break at one place, when the same removed or added symbol is why they are gone
// or new, or else when the steps from the first that changed to the last read the same. The
// statuses keep their order; in each the flow that stands for most comes first.
func Flows(r *report.Report) []Flow {
	// The IDs of what is gone and of what is new, with the outermost symbol around each.
	causes := make(map[[2]string]*report.ChangedSymbol)
	for i, o := range outermost(r.ChangedSymbols) {
		c := &r.ChangedSymbols[i]
		causes[[2]string{c.ChangeType, c.ID}] = o
	}
	groups := make(map[string][]*report.AffectedProcess)
	var keys []string
	for i := range r.AffectedProcesses {
		p := &r.AffectedProcesses[i]
		k := flowKey(p, causes)
		if groups[k] == nil {
			keys = append(keys, k)
		}
		groups[k] = append(groups[k], p)
	}
	flows := make([]Flow, len(keys))
	rank := make(map[string]int) // of a status
	for i, k := range keys {
		of := groups[k]
		slices.SortStableFunc(of, byClarity)
		if _, ok := rank[of[0].Status]; !ok {
			rank[of[0].Status] = len(rank)
		}
		links := Chain(of[0])
		flows[i] = Flow{AffectedProcess: of[0], Others: of[1:], Links: links, Reason: unsaid(of[0], links)}
	}
	slices.SortStableFunc(flows, func(a, b Flow) int {
		return cmp.Or(cmp.Compare(rank[a.Status], rank[b.Status]), cmp.Compare(len(b.Others), len(a.Others)))
	})
	return flows
}

// Possible reports whether a call of the flow that is shown may be one of others.
func (f *Flow) Possible() bool { return Unsure(f.AffectedProcess) }

// Unsure reports whether a call of a process may be one of others.
func Unsure(p *report.AffectedProcess) bool { return unsure(p.Confidence) }

// byClarity puts first what tells a reader most: certain calls before others; an entry that
// is called from outside, such as a request handler, before one that may be, and that before
// one that seems unused; then the shorter way.
func byClarity(a, b *report.AffectedProcess) int {
	kind := func(p *report.AffectedProcess) int {
		switch p.ProcessType {
		case "internal":
			return 2
		case "exported", "api":
			return 1
		}
		return 0
	}
	certain := func(p *report.AffectedProcess) int {
		if Unsure(p) {
			return 1
		}
		return 0
	}
	return cmp.Or(cmp.Compare(certain(a), certain(b)), cmp.Compare(kind(a), kind(b)), cmp.Compare(len(a.Steps), len(b.Steps)),
		cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
}

// flowKey is equal for the processes of one Flow. Names, not IDs, tell steps apart: what
// reads the same would be the same line twice.
func flowKey(p *report.AffectedProcess, causes map[[2]string]*report.ChangedSymbol) string {
	if b := p.BrokenStep; b != nil {
		return fmt.Sprintf("%q %q %q %q %q %d", p.Status, p.Reason, b.From, b.To, b.Path, b.Line)
	}
	for _, s := range p.ChangedSteps {
		cause := causes[[2]string{p.Status, s.Symbol}]
		if cause != nil && (s.Change == "lost" || s.Change == "gained") {
			return fmt.Sprintf("%q with %q", p.Status, cause.ID)
		}
	}
	marks := marks(p)
	first, last := 0, 0
	var gained []string
	for _, s := range p.ChangedSteps {
		if marks[s.Step] != s.Change {
			gained = append(gained, s.Name)
			continue
		}
		// Of steps that only reach the change, the last is the one next to it.
		if first == 0 || s.Change == "reaches" {
			first = s.Step
		}
		last = s.Step
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%q gains %q:", p.Status, gained)
	for i, s := range p.Steps {
		if first <= i+1 && i+1 <= last {
			fmt.Fprintf(&b, " %q %s", s.Name, marks[i+1])
		}
	}
	return b.String()
}

// unsaid returns the reason of a process where its chain does not tell it.
func unsaid(p *report.AffectedProcess, links []Link) string {
	if p.Status != "changed" && p.Status != "added" {
		return p.Reason
	}
	marked := 0
	for _, l := range links {
		if l.Mark != "" {
			marked++
		}
	}
	if marked == len(p.ChangedSteps) || allGained(p) {
		return ""
	}
	return p.Reason
}

// maxEntries is how many entries More names.
const maxEntries = 3

// More says in a clause what else the line stands for, empty for nothing.
func (f *Flow) More(style Style) string {
	if len(f.Others) == 0 {
		return ""
	}
	from := f.Steps[0].Symbol
	seen := map[string]bool{from: true}
	count := make(map[string]int) // entries by name
	var first []report.Step       // of each name
	entries := 0
	for _, p := range f.Others {
		entry := p.Steps[0]
		if seen[entry.Symbol] {
			continue
		}
		seen[entry.Symbol] = true
		entries++
		if count[entry.Name]++; count[entry.Name] == 1 {
			first = append(first, entry)
		}
	}
	var b strings.Builder
	switch {
	case entries == 0:
		return fmt.Sprintf("and %s from there", moreFlows(len(f.Others)))
	case entries == len(f.Others) && !slices.ContainsFunc(f.Others, func(p *report.AffectedProcess) bool { return way(p) != way(f.AffectedProcess) }):
		b.WriteString("and from " + moreEntries(entries))
	default:
		fmt.Fprintf(&b, "and %s, also from %s", moreFlows(len(f.Others)), moreEntries(entries))
	}
	for i, entry := range first[:min(len(first), maxEntries)] {
		b.WriteString([]string{": ", ", "}[min(i, 1)] + style.Name(entry.Name))
		switch n := count[entry.Name]; {
		case n > 1:
			fmt.Fprintf(&b, " (%d)", n)
		case entry.Name == f.Steps[0].Name:
			fmt.Fprintf(&b, " in %s", style.Name(entry.Path))
		}
	}
	if len(first) > maxEntries {
		b.WriteString(", …")
	}
	return b.String()
}

// way tells the steps of a process from what changed on, as they read.
func way(p *report.AffectedProcess) string {
	from := 1
	if p.BrokenStep != nil {
		from = p.BrokenStep.Step
	}
	for _, s := range p.ChangedSteps {
		if p.BrokenStep == nil && s.Step <= len(p.Steps) {
			from = s.Step
		}
		if s.Change != "reaches" {
			break // of steps that only reach the change, the last is the one next to it
		}
	}
	var b strings.Builder
	for i := range p.Steps[from-1:] {
		fmt.Fprintf(&b, "%q ", p.Steps[from-1+i].Name)
	}
	return b.String()
}

func moreFlows(n int) string {
	if n == 1 {
		return "1 more flow"
	}
	return fmt.Sprintf("%d more flows", n)
}

func moreEntries(n int) string {
	if n == 1 {
		return "1 more entry"
	}
	return fmt.Sprintf("%d more entries", n)
}

// FlowsTitle returns the title of the list of flows.
func FlowsTitle(r *report.Report, flows []Flow) string {
	title := fmt.Sprintf("Execution flows (%d reached, %d broken", r.Summary.AffectedCount, r.Summary.BrokenCount)
	if flows, _, _ := possible(r); flows > 0 {
		title = fmt.Sprintf("Execution flows (%d reached, %d of them possibly, %d broken", r.Summary.AffectedCount, flows, r.Summary.BrokenCount)
	}
	if n := len(flows); n < len(r.AffectedProcesses) {
		title += fmt.Sprintf("; %s", Plural(n, "group"))
	}
	if r.Summary.ProcessesTruncated {
		title += "; there are more than were traced"
	}
	return title + ")"
}

// StatusWord returns the status of a process for people.
func StatusWord(status string) string {
	return strings.ToUpper(strings.ReplaceAll(status, "_", " "))
}

// A Link is one step in the chain of a process as it is shown.
type Link struct {
	Symbol string // ID
	Name   string
	Mark   string // "", "edited", "lost", "gained", "reordered", "reaches" or "broken"
	// Elided is the number of steps left out before this one.
	Elided int
}

// Chain returns the steps of a process to show: all of a short one; else both ends,
// what changed, and the neighbours of the step where it breaks.
func Chain(p *report.AffectedProcess) []Link {
	// More than this does not fit a line that is read at a glance.
	const longest = 8
	mark := marks(p)
	keep := map[int]bool{1: true, len(p.Steps): true}
	for _, c := range p.ChangedSteps {
		if mark[c.Step] == c.Change && len(keep) < longest {
			keep[c.Step] = true
		}
	}
	if b := p.BrokenStep; b != nil {
		mark[b.Step] = "broken"
		for i := b.Step - 1; i <= b.Step+1; i++ {
			keep[i] = true
		}
	}
	var links []Link
	elided := 0
	for i, s := range p.Steps {
		n := i + 1
		if len(p.Steps) > longest && !keep[n] {
			elided++
			continue
		}
		links = append(links, Link{Symbol: s.Symbol, Name: s.Name, Mark: mark[n], Elided: elided})
		elided = 0
	}
	return links
}

// marks returns the changes of the steps of p by number. Gained steps have the numbers
// of head's flow: only a new process shows that one, and marks nothing when all of
// it is new.
func marks(p *report.AffectedProcess) map[int]string {
	mark := make(map[int]string)
	for _, c := range p.ChangedSteps {
		if c.Change != "gained" || p.Status == "added" && !allGained(p) {
			mark[c.Step] = c.Change
		}
	}
	return mark
}

func allGained(p *report.AffectedProcess) bool {
	return p.Status == "added" && len(p.ChangedSteps) == len(p.Steps)
}
