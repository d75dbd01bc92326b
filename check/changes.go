package check

import (
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// Changes is the part of a report that answers the tool detect_changes.
func Changes(r *report.Report) *engine.ChangeReport {
	c := &engine.ChangeReport{
		Summary: engine.ChangeSummary{
			Changed: r.Summary.ChangedCount, Affected: r.Summary.AffectedCount, Files: r.Summary.ChangedFiles, Level: r.Summary.RiskLevel,
			Breaks: r.Summary.Breaks, Why: r.Risk.Why, Incomplete: r.Risk.Incomplete, Missing: append([]string{}, r.Risk.Missing...),
		},
		Symbols: []engine.ChangedSymbol{}, Processes: []engine.AffectedFlow{}, Findings: []engine.ChangeFinding{}, Facts: []engine.ChangeFact{},
		Clusters: []engine.HitCluster{}, Tests: []engine.ChangeTest{}, Untested: []engine.ChangeTest{}, TestRuns: []string{},
	}
	types := map[string]string{"added": "Added", "removed": "Deleted", "modified": "Modified", "moved": "Moved", "renamed": "Renamed"}
	for i := range r.ChangedSymbols {
		s := &r.ChangedSymbols[i]
		changed := engine.ChangedSymbol{
			UID: s.ID, Name: s.Name, Type: s.Type, FilePath: s.Path, Line: s.Line, ChangeType: types[s.ChangeType], SignatureChanged: s.SignatureChanged,
		}
		if s.Old != nil {
			changed.OldUID = s.Old.ID
		}
		c.Symbols = append(c.Symbols, changed)
	}
	for i := range r.AffectedProcesses {
		f := &r.AffectedProcesses[i]
		flow := engine.AffectedFlow{
			ID: f.ID, Name: f.Name, Type: f.ProcessType, Steps: f.StepCount, State: f.Status, Reason: f.Reason, ChangedSteps: []engine.ChangedStep{},
		}
		for _, step := range f.ChangedSteps {
			flow.ChangedSteps = append(flow.ChangedSteps, engine.ChangedStep{Symbol: step.Name, Step: step.Step, Change: step.Change})
		}
		c.Processes = append(c.Processes, flow)
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		c.Findings = append(c.Findings, engine.ChangeFinding{Rule: f.Rule, Class: f.Class, FilePath: f.Path, Line: f.Line, Message: f.Message})
	}
	for _, f := range view.WeightyFacts(r) {
		out := engine.ChangeFact{Kind: f.Kind, Level: f.Level, What: f.What, FilePath: f.Path, Line: f.Line}
		if f.UsedBy != nil {
			out.UsedBy = f.UsedBy.Files
		}
		c.Facts = append(c.Facts, out)
	}
	impact := map[bool]string{true: "direct", false: "indirect"}
	for i := range r.AffectedClusters {
		c.Clusters = append(c.Clusters, engine.HitCluster{Name: r.AffectedClusters[i].Name, Impact: impact[r.AffectedClusters[i].Direct]})
	}
	for i := range r.Tests {
		c.Tests = append(c.Tests, engine.ChangeTest{Name: r.Tests[i].Name, FilePath: r.Tests[i].Path, Line: r.Tests[i].Line})
	}
	for _, u := range r.Untested {
		c.Untested = append(c.Untested, engine.ChangeTest{Name: u.Name, FilePath: u.Path, Line: u.Line})
	}
	for i := range r.TestRuns {
		c.TestRuns = append(c.TestRuns, r.TestRuns[i].Command)
	}
	return c
}
