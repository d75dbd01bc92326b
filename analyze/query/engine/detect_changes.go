package engine

import (
	"context"
	"fmt"
	"io"
	"strings"
)

// DetectChangesParams select the two states to compare.
type DetectChangesParams struct {
	Scope   string `json:"scope,omitempty" enum:"unstaged,staged,all,compare" default:"unstaged" doc:"unstaged: the index with the work tree; staged: HEAD with the index; all: HEAD with the work tree; compare: where the work left base_ref with the work tree"`
	BaseRef string `json:"base_ref,omitempty" doc:"branch, tag or commit to compare with, for scope compare; default the default branch"`
}

// The scopes of a change.
const (
	ScopeUnstaged = "unstaged"
	ScopeStaged   = "staged"
	ScopeAll      = "all"
	ScopeCompare  = "compare"
)

// Limits of the lists of a ChangeReport.
const (
	maxChanged      = 200
	maxAffected     = 75
	maxFindings     = 100
	maxFacts        = 100
	maxChangeTests  = 50
	maxChangedSteps = 20
)

// DetectChanges returns a *ChangeReport.
func DetectChanges(ctx context.Context, e *Engine, p DetectChangesParams) (Result, error) {
	switch {
	case e.Changes == nil:
		return nil, &ParameterError{Reason: "changes cannot be compared here"}
	case p.BaseRef != "" && p.Scope != ScopeCompare:
		return nil, &ParameterError{"base_ref", "is for the scope compare"}
	case strings.HasPrefix(p.BaseRef, "-"):
		return nil, &ParameterError{"base_ref", fmt.Sprintf("%q is no revision", p.BaseRef)}
	}
	r, err := e.Changes(ctx, p.Scope, p.BaseRef)
	if err != nil {
		return nil, err
	}
	r.Symbols = Keep(&r.Bounds, "changed_symbols", r.Symbols, maxChanged)
	r.Processes = Keep(&r.Bounds, "affected_processes", r.Processes, maxAffected)
	for i := range r.Processes {
		f := &r.Processes[i]
		f.ChangedSteps = Keep(&r.Bounds, "affected_processes."+f.ID+".changed_steps", f.ChangedSteps, maxChangedSteps)
	}
	r.Findings = Keep(&r.Bounds, "findings", r.Findings, maxFindings)
	r.Facts = Keep(&r.Bounds, "facts", r.Facts, maxFacts)
	r.Clusters = Keep(&r.Bounds, "affected_clusters", r.Clusters, MaxClusters)
	r.Tests = Keep(&r.Bounds, "tests", r.Tests, maxChangeTests)
	r.Untested = Keep(&r.Bounds, "untested", r.Untested, maxChangeTests)
	return r, nil
}

// Text writes the rating, the breaks, then the lists.
func (r *ChangeReport) Text(w io.Writer) {
	p := Page{w}
	s := &r.Summary
	p.Line("RISK: %s", strings.ToUpper(s.Level))
	p.Note("  ", s.Why)
	for _, what := range s.Missing {
		p.Line("  not analysed: %s", what)
	}
	p.Line("%s changed in %s, %s affected", Plural(s.Changed, "symbol"), Plural(s.Files, "file"), Plural(s.Affected, "process"))
	if len(r.Findings) > 0 {
		p.Line("FINDINGS:")
		for _, f := range r.Findings {
			p.Line("- %s:%d %s [%s, %s]", f.FilePath, f.Line, f.Message, f.Class, f.Rule)
		}
		p.Note("  ", r.NoteOf("findings"))
	}
	if len(r.Facts) > 0 {
		p.Line("OUTSIDE OF CODE:")
		for _, f := range r.Facts {
			p.Line("- %s:%d %s [%s, %s]", f.FilePath, f.Line, f.What, f.Level, f.Kind)
		}
		p.Note("  ", r.NoteOf("facts"))
	}
	if len(r.Symbols) > 0 {
		p.Line("CHANGED SYMBOLS:")
		for i := range r.Symbols {
			c := &r.Symbols[i]
			more := ""
			if c.SignatureChanged {
				more = ", signature changed"
			}
			p.Line("- %s %s %s (%s:%d)%s", c.ChangeType, c.Type, c.Name, c.FilePath, c.Line, more)
		}
		p.Note("  ", r.NoteOf("changed_symbols"))
	}
	r.writeReach(p)
}

func (r *ChangeReport) writeReach(p Page) {
	if len(r.Processes) > 0 {
		p.Line("AFFECTED PROCESSES:")
		for i := range r.Processes {
			f := &r.Processes[i]
			var steps []string
			for _, c := range f.ChangedSteps {
				steps = append(steps, fmt.Sprintf("%s %s at step %d", c.Symbol, c.Change, c.Step))
			}
			p.Line("- %s - %s: %s", f.Name, strings.ToUpper(f.State), strings.Join(append([]string{f.Reason}, steps...), "; "))
		}
		p.Note("  ", r.NoteOf("affected_processes"))
	}
	if len(r.Clusters) > 0 {
		p.Line("AFFECTED CLUSTERS:")
		for _, c := range r.Clusters {
			p.Line("- %s (%s)", c.Name, c.Impact)
		}
		p.Note("  ", r.NoteOf("affected_clusters"))
	}
	if len(r.Tests) > 0 {
		p.Line("TESTS:")
		for _, t := range r.Tests {
			p.Line("- %s (%s:%d)", t.Name, t.FilePath, t.Line)
		}
		p.Note("  ", r.NoteOf("tests"))
	}
	if len(r.Untested) > 0 {
		p.Line("WITHOUT A TEST:")
		for _, u := range r.Untested {
			p.Line("- %s (%s:%d)", u.Name, u.FilePath, u.Line)
		}
		p.Note("  ", r.NoteOf("untested"))
	}
	for _, run := range r.TestRuns {
		p.Line("run: %s", run)
	}
}
