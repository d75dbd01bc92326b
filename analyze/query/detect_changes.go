package query

import (
	"context"
	"fmt"
	"io"
	"strings"
)

// DetectChangesParams say which two states to compare.
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

// A ChangeReport is what check says of a change, as far as one answer holds it.
type ChangeReport struct {
	Summary   ChangeSummary   `json:"summary"`
	Symbols   []ChangedSymbol `json:"changed_symbols"`
	Processes []AffectedFlow  `json:"affected_processes"`
	Findings  []ChangeFinding `json:"findings" doc:"what breaks, then what behaves differently, each proven on both graphs"`
	Clusters  []HitCluster    `json:"affected_clusters"`
	Tests     []ChangeTest    `json:"tests" doc:"tests that reach what changed, nearest first"`
	TestRuns  []string        `json:"test_runs" doc:"commands that run them"`
	Bounds
}

// A ChangeSummary counts, and rates the change.
type ChangeSummary struct {
	Changed  int    `json:"changed_count"`
	Affected int    `json:"affected_count" doc:"flows that run through a changed symbol or what depends on it"`
	Files    int    `json:"changed_files"`
	Level    string `json:"risk_level" enum:"none,low,medium,high,critical"`
	Breaks   int    `json:"breaks" doc:"findings of the class break"`
	Why      string `json:"why" doc:"what decided the level"`
	// Incomplete: the level may be too low, for the reasons in Missing.
	Incomplete bool     `json:"incomplete" doc:"something that changed could not be analysed, so the level may be too low"`
	Missing    []string `json:"missing" doc:"what could not be analysed, and why"`
}

// A ChangedSymbol differs between the two states.
type ChangedSymbol struct {
	UID              string `json:"uid"`
	Name             string `json:"name"`
	Type             string `json:"type"`
	FilePath         string `json:"filePath"`
	Line             int    `json:"line"`
	ChangeType       string `json:"change_type" enum:"Added,Modified,Deleted,Moved,Renamed"`
	SignatureChanged bool   `json:"signature_changed"`
	OldUID           string `json:"old_uid,omitempty" doc:"what it was called before"`
}

// An AffectedFlow is a flow that the change touches.
type AffectedFlow struct {
	ID           string        `json:"id"`
	Name         string        `json:"name"`
	Type         string        `json:"process_type"`
	Steps        int           `json:"step_count"`
	State        string        `json:"state" enum:"broken,changed,at_risk,removed,added"`
	Reason       string        `json:"reason"`
	ChangedSteps []ChangedStep `json:"changed_steps"`
}

// A ChangedStep is a step that differs.
type ChangedStep struct {
	Symbol string `json:"symbol"`
	Step   int    `json:"step" doc:"number of the step, from 1"`
	Change string `json:"change" enum:"edited,lost,gained,reordered,reaches"`
}

// A ChangeFinding is one thing that breaks or behaves differently.
type ChangeFinding struct {
	Rule     string `json:"rule"`
	Class    string `json:"class" enum:"break,behaviour"`
	FilePath string `json:"filePath"`
	Line     int    `json:"line"`
	Message  string `json:"message"`
}

// A ChangeTest is a test that reaches what changed.
type ChangeTest struct {
	Name     string `json:"name"`
	FilePath string `json:"filePath"`
	Line     int    `json:"line"`
}

// Limits of the lists of a ChangeReport.
const (
	maxChanged      = 200
	maxAffected     = 75
	maxFindings     = 100
	maxChangeTests  = 50
	maxChangedSteps = 20
)

// DetectChanges answers with a *ChangeReport.
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
	r.Symbols = cut(&r.Bounds, "changed_symbols", r.Symbols, maxChanged)
	r.Processes = cut(&r.Bounds, "affected_processes", r.Processes, maxAffected)
	for i := range r.Processes {
		f := &r.Processes[i]
		f.ChangedSteps = cut(&r.Bounds, "affected_processes."+f.ID+".changed_steps", f.ChangedSteps, maxChangedSteps)
	}
	r.Findings = cut(&r.Bounds, "findings", r.Findings, maxFindings)
	r.Clusters = cut(&r.Bounds, "affected_clusters", r.Clusters, maxClusters)
	r.Tests = cut(&r.Bounds, "tests", r.Tests, maxChangeTests)
	return r, nil
}

// Text writes the rating, what breaks, then the lists.
func (r *ChangeReport) Text(w io.Writer) {
	p := page{w}
	s := &r.Summary
	p.line("RISK: %s", strings.ToUpper(s.Level))
	p.note("  ", s.Why)
	for _, what := range s.Missing {
		p.line("  not analysed: %s", what)
	}
	p.line("%s changed in %s, %s affected", plural(s.Changed, "symbol"), plural(s.Files, "file"), plural(s.Affected, "process"))
	if len(r.Findings) > 0 {
		p.line("FINDINGS:")
		for _, f := range r.Findings {
			p.line("- %s:%d %s [%s, %s]", f.FilePath, f.Line, f.Message, f.Class, f.Rule)
		}
		p.note("  ", r.of("findings"))
	}
	if len(r.Symbols) > 0 {
		p.line("CHANGED SYMBOLS:")
		for i := range r.Symbols {
			c := &r.Symbols[i]
			more := ""
			if c.SignatureChanged {
				more = ", signature changed"
			}
			p.line("- %s %s %s (%s:%d)%s", c.ChangeType, c.Type, c.Name, c.FilePath, c.Line, more)
		}
		p.note("  ", r.of("changed_symbols"))
	}
	r.writeReach(p)
}

func (r *ChangeReport) writeReach(p page) {
	if len(r.Processes) > 0 {
		p.line("AFFECTED PROCESSES:")
		for i := range r.Processes {
			f := &r.Processes[i]
			var steps []string
			for _, c := range f.ChangedSteps {
				steps = append(steps, fmt.Sprintf("%s %s at step %d", c.Symbol, c.Change, c.Step))
			}
			p.line("- %s - %s: %s", f.Name, strings.ToUpper(f.State), strings.Join(append([]string{f.Reason}, steps...), "; "))
		}
		p.note("  ", r.of("affected_processes"))
	}
	if len(r.Clusters) > 0 {
		p.line("AFFECTED CLUSTERS:")
		for _, c := range r.Clusters {
			p.line("- %s (%s)", c.Name, c.Impact)
		}
		p.note("  ", r.of("affected_clusters"))
	}
	if len(r.Tests) > 0 {
		p.line("TESTS:")
		for _, t := range r.Tests {
			p.line("- %s (%s:%d)", t.Name, t.FilePath, t.Line)
		}
		p.note("  ", r.of("tests"))
	}
	for _, run := range r.TestRuns {
		p.line("run: %s", run)
	}
}
