package finder

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
)

// Text writes the flows with their symbols, then the other matches.
func (r *QueryResult) Text(w io.Writer) {
	p := engine.NewPage(w)
	var titles engine.TitleList
	for _, f := range r.Processes {
		p.Line("PROCESS: %s%s (%s, %d of %s)", f.Summary, titles.Beside(f.Title), f.Type, f.Matches, engine.Plural(f.Steps, "step"))
		for _, s := range r.stepsOf(f.ID) {
			s.write(p, fmt.Sprintf("%d. ", s.Step))
		}
		p.Note("  ", r.NoteOf(fmt.Sprintf("process_symbols[%s]", f.ID)))
	}
	p.Note("", r.NoteOf("processes"))
	if len(r.Others) > 0 {
		p.Line("NO PROCESS")
		for i := range r.Others {
			r.Others[i].write(p, "")
		}
		p.Note("  ", r.NoteOf("definitions"))
	}
	r.write(p, r.Mode)
}

// stepsOf returns the matches in a flow, in the order of steps.
func (r *QueryResult) stepsOf(process string) []*StepMatch {
	var steps []*StepMatch
	for i := range r.Symbols {
		if r.Symbols[i].Process == process {
			steps = append(steps, &r.Symbols[i])
		}
	}
	slices.SortStableFunc(steps, func(a, b *StepMatch) int { return cmp.Compare(a.Step, b.Step) })
	return steps
}

// Text writes the symbols.
func (r *FlatResult) Text(w io.Writer) {
	p := engine.NewPage(w)
	for i := range r.Results {
		if r.blocks {
			r.Results[i].block(p, i+1)
		} else {
			r.Results[i].write(p, fmt.Sprintf("%d. ", i+1))
		}
	}
	r.write(p, r.Mode)
}

func (f *Found) write(p engine.Page, mode string) {
	p.Note("", f.NoteOf("results"))
	if len(f.Documents) > 0 {
		p.Line("DOCUMENTS")
		for _, s := range f.Documents {
			p.Line("  %s (%s)", cmp.Or(s.Heading, s.FilePath), s.ID)
		}
	}
	p.Line("mode: %s", mode)
	if f.Plan != nil {
		p.Line("plan: %s, for %s", f.Plan.Name, f.Plan.Reason)
	}
	for _, b := range f.Backends {
		p.Line("  %s: %s, weight %g", b.Name, engine.Plural(b.Hits, "hit"), b.Weight)
	}
	for _, n := range f.Notes {
		p.Line("note: %s", n)
	}
}

func (s *SymbolMatch) write(p engine.Page, number string) {
	place := engine.Symbol{FilePath: s.FilePath, StartLine: s.StartLine}
	p.Line("  %s%s %s (%s)", number, s.Type, s.Name, place.Place())
	if len(s.Ranks) > 0 {
		var from []string
		for _, r := range s.Ranks {
			from = append(from, fmt.Sprintf("%s %d (%.3f)", r.Backend, r.Rank, r.Score))
		}
		p.Line("     score %.4f from %s", s.Score, strings.Join(from, ", "))
	} else if s.Snippet != nil {
		p.Line("     score %.4f", s.Score)
	}
	if s.Cluster != "" {
		p.Line("     Cluster: %s", s.Cluster)
	}
	if s.Snippet != nil {
		for i, line := range strings.Split(s.Snippet.Text, "\n") {
			p.Line("     %5d  %s", s.Snippet.StartLine+i, strings.ReplaceAll(strings.TrimRight(line, "\r"), "\t", "    "))
		}
	}
	for _, c := range s.Connections {
		arrow := fmt.Sprintf("-[%s %.0f%%]->", c.Relation, math.Round(100*c.Confidence))
		if c.Direction == "in" {
			arrow = "<" + arrow[:len(arrow)-1]
		}
		p.Line("     %s %s (%s)", arrow, c.Name, c.FilePath)
	}
}
