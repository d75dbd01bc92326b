package report

import (
	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/impact"
)

// An AffectedProcess is an execution flow that the change reaches.
type AffectedProcess struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	ProcessType string `json:"process_type"`
	StepCount   int    `json:"step_count"` // length of steps
	Status      string `json:"status"`     // broken, changed, at_risk, removed or added
	// ChangedSteps are in the order of the flow.
	ChangedSteps []ChangedStep `json:"changed_steps"`
	// BrokenStep is where a broken process breaks, else null.
	BrokenStep *BrokenStep `json:"broken_step"`
	Reason     string      `json:"reason"` // one clause
	// Steps are those of base, or of head when the process is new, each as head has it.
	Steps []Step `json:"steps"`
	// Confidence is that of the least certain call, 0 to 1; 0 in reports of older versions.
	Confidence float64 `json:"confidence"`
	// Title is what starts the flow, in the words of the code: GET /users/:id, command serve or
	// program shop; left out where the code does not say it.
	Title string `json:"title,omitempty"`
}

// A ChangedStep is a step of a process that differs.
type ChangedStep struct {
	Symbol string `json:"symbol"`
	Name   string `json:"name"`
	Step   int    `json:"step"`   // 1-based; in head's flow for gained steps
	Change string `json:"change"` // edited, lost, gained, reordered, reaches
}

// A BrokenStep is the call at which a process breaks.
type BrokenStep struct {
	Step int    `json:"step"` // 1-based number of the step that is not reached
	From string `json:"from"` // ID of the step before it
	To   string `json:"to"`   // ID of the step that is not reached
	// Path and Line are the call in head; empty and 0 when it is gone.
	Path string `json:"path"`
	Line int    `json:"line"`
}

// A Step is one step of a process.
type Step struct {
	Step   int    `json:"step"` // 1-based
	Symbol string `json:"symbol"`
	Name   string `json:"name"`
	Path   string `json:"path"`
	Line   int    `json:"line"`
	// Side is base when it is gone, or when broken code still names it as base did; left out for head.
	Side string `json:"side,omitempty"`
	// Old is where it was in base when its ID differs there; left out where it does not.
	Old *Place `json:"old,omitempty"`
}

func buildProcess(in *Input, p *impact.Process) AffectedProcess {
	out := AffectedProcess{
		ID: p.ID, Name: p.Label, ProcessType: p.Type, Status: string(p.Status), Reason: p.Reason,
		ChangedSteps: make([]ChangedStep, 0, len(p.ChangedSteps)),
		StepCount:    len(p.Steps),
		Steps:        make([]Step, 0, len(p.Steps)),
		Confidence:   round(p.Confidence, 3),
	}
	for _, s := range p.ChangedSteps {
		out.ChangedSteps = append(out.ChangedSteps, ChangedStep{
			Symbol: s.Symbol.ID, Name: display(s.Symbol), Step: s.Step, Change: string(s.Change),
		})
	}
	if b := p.BrokenAt; b != nil {
		out.BrokenStep = &BrokenStep{Step: b.Step, From: nodeID(b.From), To: nodeID(b.To), Path: b.Path, Line: b.Line}
	}
	for i, n := range p.Steps {
		step := Step{Step: i + 1, Symbol: n.ID, Name: display(n), Path: n.Path, Line: line(n)}
		if was := p.Flow().Steps[i]; was.ID != n.ID {
			step.Old = &places([]*graph.Node{was})[0]
		}
		if !in.HeadGraph.Has(n) {
			step.Side = string(change.InBase)
		}
		out.Steps = append(out.Steps, step)
	}
	return out
}
