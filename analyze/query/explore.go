package query

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/community"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/process"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
)

// ExploreParams ask for a symbol, an area or a flow, or without a target for an overview. With
// WayParams they ask for paths from a symbol.
type ExploreParams struct {
	Target string `json:"target,omitempty" argument:"" doc:"name of a symbol, cluster or flow; nothing for the whole code base"`
	Type   string `json:"type,omitempty" enum:"symbol,cluster,process" doc:"what the target is, when its name could be several"`
	// MinClusterSize 0 means that of the configuration.
	MinClusterSize int `json:"min_cluster_size,omitempty" min:"1" max:"1000000" doc:"leave clusters of fewer symbols out of the overview"`
	Examples       int `json:"examples,omitempty" min:"1" max:"20" doc:"of a symbol, show so many uses with the code around them, those of tests first"`
	WayParams
	engine.Choice
}

// A SymbolView is a symbol with its surroundings and its area.
type SymbolView struct {
	Type string `json:"type" enum:"symbol"`
	ContextResult
	Cluster  *ClusterRow `json:"cluster,omitempty"`
	Examples []Example   `json:"examples,omitempty" doc:"uses of the symbol, at most one for each symbol that uses it"`
}

// A ClusterView is an area with its members and the flows that touch it.
type ClusterView struct {
	Type      string          `json:"type" enum:"cluster"`
	Status    string          `json:"status" enum:"found"`
	Cluster   ClusterRow      `json:"cluster"`
	Members   []engine.Symbol `json:"members"`
	Processes []ProcessRow    `json:"processes"`
	engine.Bounds
}

// A ProcessView is a flow with its steps in order.
type ProcessView struct {
	Type    string     `json:"type" enum:"process"`
	Status  string     `json:"status" enum:"found"`
	Process ProcessRow `json:"process"`
	Steps   []Step     `json:"steps"`
	// Cut: a limit of the trace ended the flow here.
	Cut bool `json:"cut,omitempty"`
	engine.Bounds
}

// A Step is one step of a flow.
type Step struct {
	Number int `json:"step"`
	engine.Symbol
	Cluster string `json:"cluster,omitempty"`
}

const maxMembers = 50

// Explore returns an *Overview, *SymbolView, *ClusterView, *ProcessView or *Ways.
func Explore(_ context.Context, e *engine.Engine, p ExploreParams) (engine.Result, error) {
	if p.Target == "" && p.UID == "" {
		if p.asked() {
			return nil, &engine.ParameterError{Parameter: "target", Reason: "is required with this question"}
		}
		return overview(e, cmp.Or(p.MinClusterSize, e.MinClusterSize)), nil
	}
	if p.asked() {
		return ways(e, &p)
	}
	if p.UID == "" && p.Type != "symbol" {
		r, err := group(e, p.Target, p.Type)
		if r != nil || err != nil {
			return r, err
		}
	}
	n, err := e.Find(p.Target, p.Choice)
	if err != nil {
		return nil, offer(e, err)
	}
	v := &SymbolView{Type: "symbol", ContextResult: surroundings(e, n)}
	v.Note = caseNote(p.Target, n)
	if i := e.CommunityOf(n); i >= 0 {
		for _, c := range e.AllAreas() {
			if slices.Contains(c.Communities, i) {
				row := clusterRow(&c)
				v.Cluster = &row
			}
		}
	}
	if p.Examples > 0 {
		v.Examples = examplesOf(e, n, p.Examples)
	}
	return v, nil
}

// group looks for a flow and then for an area with a name. If there is none, it returns nil; if
// kind demands one of them, an error.
func group(e *engine.Engine, name, kind string) (engine.Result, error) {
	if kind != "cluster" {
		found := processesNamed(e, name, kind == "process")
		switch {
		case len(found) == 1:
			return processView(e, found[0]), nil
		case len(found) > 1:
			return nil, ambiguousFlows(name, found)
		}
	}
	if kind != "process" {
		for _, c := range e.AllAreas() {
			if strings.EqualFold(c.Label, name) || slices.ContainsFunc(c.Communities, func(i int) bool {
				return strings.EqualFold(e.Communities[i].Label, name) || e.Communities[i].ID == name
			}) {
				return clusterView(e, &c), nil
			}
		}
	}
	if kind == "" {
		return nil, nil
	}
	return nil, offer(e, &engine.LookupError{Status: engine.StatusNotFound, Name: name, Candidates: []engine.Symbol{}})
}

// processesNamed returns the flows with an ID or a label; with byEntry also those whose entry has
// this name. An arrow may be typed "->".
func processesNamed(e *engine.Engine, name string, byEntry bool) []*graph.Process {
	label := strings.ReplaceAll(name, "->", "→")
	for _, is := range []func(*graph.Process) bool{
		func(p *graph.Process) bool { return p.ID == name },
		func(p *graph.Process) bool { return strings.EqualFold(p.Label, label) },
		func(p *graph.Process) bool {
			return byEntry && (strings.EqualFold(p.Entry().Name, name) || strings.EqualFold(p.Entry().Qualified, name))
		},
	} {
		var found []*graph.Process
		for i := range e.Processes {
			if is(&e.Processes[i]) {
				found = append(found, &e.Processes[i])
			}
		}
		if len(found) > 0 {
			return found
		}
	}
	return tracedNamed(e, label)
}

// tracedNamed returns the flows with a label that are not in the snapshot, because they are too
// long or branch too late for its limits.
func tracedNamed(e *engine.Engine, label string) []*graph.Process {
	_, terminal, ok := strings.Cut(label, " → ")
	if !ok {
		return nil
	}
	var ends []*graph.Node
	for _, n := range e.Graph.Nodes {
		if n.Label.Callable() && (n.Name == terminal || n.Qualified == terminal) && len(ends) < engine.MaxNamed {
			ends = append(ends, n)
		}
	}
	traced, _ := process.Through(e.Graph, ends, process.Limits{Names: e.FlowNames})
	var found []*graph.Process
	for i := range traced {
		if strings.EqualFold(traced[i].Label, label) {
			found = append(found, &traced[i])
		}
	}
	return found
}

func ambiguousFlows(name string, found []*graph.Process) error {
	err := &engine.LookupError{Status: engine.StatusAmbiguous, Name: name, Candidates: []engine.Symbol{}}
	for _, p := range engine.Keep(&err.Bounds, "candidates", found, engine.MaxCandidates) {
		err.Candidates = append(err.Candidates, flowSymbol(p))
	}
	return err
}

// flowSymbol returns a flow as a candidate, with the position of its entry.
func flowSymbol(p *graph.Process) engine.Symbol {
	return engine.Symbol{UID: p.ID, Name: p.Label, Kind: "Process", FilePath: p.Entry().Path, StartLine: p.Entry().Start, EndLine: p.Entry().End}
}

// offer adds to a LookupError the areas and flows that a name may mean.
func offer(e *engine.Engine, err error) error {
	var missing *engine.LookupError
	if !errors.As(err, &missing) || missing.Status != engine.StatusNotFound {
		return err
	}
	var groups []engine.Symbol
	want := strings.ToLower(missing.Name)
	for _, c := range e.AllAreas() {
		if _, ok := engine.Likeness(want, strings.ToLower(c.Label)); ok {
			groups = append(groups, engine.Symbol{UID: e.Communities[c.Communities[0]].ID, Name: c.Label, Kind: "Community"})
		}
	}
	for i := range e.Processes {
		if p := &e.Processes[i]; len(want) >= 3 && strings.Contains(strings.ToLower(p.Label), want) {
			groups = append(groups, flowSymbol(p))
		}
	}
	missing.Candidates = append(missing.Candidates, groups[:min(len(groups), engine.MaxNearest)]...)
	return missing
}

func clusterView(e *engine.Engine, c *community.Shown) *ClusterView {
	v := &ClusterView{Type: "cluster", Status: engine.StatusFound, Cluster: clusterRow(c), Members: []engine.Symbol{}}
	var members []*graph.Node
	for _, i := range c.Communities {
		members = append(members, e.Communities[i].Members...)
	}
	in := make(map[*graph.Node]bool, len(members))
	for _, n := range members {
		in[n] = true
	}
	for _, n := range engine.Keep(&v.Bounds, "members", engine.ByID(members), maxMembers) {
		v.Members = append(v.Members, engine.SymbolOf(n))
	}
	rows := []ProcessRow{}
	for i := range e.Processes {
		if p := &e.Processes[i]; slices.ContainsFunc(p.Steps, func(n *graph.Node) bool { return in[n] }) {
			rows = append(rows, processRow(e, p))
		}
	}
	v.Processes = engine.Keep(&v.Bounds, "processes", rows, engine.MaxProcesses)
	return v
}

func processView(e *engine.Engine, p *graph.Process) *ProcessView {
	v := &ProcessView{Type: "process", Status: engine.StatusFound, Process: processRow(e, p), Steps: []Step{}, Cut: p.Cut}
	for i, n := range p.Steps {
		v.Steps = append(v.Steps, Step{i + 1, engine.SymbolOf(n), area(e, n)})
	}
	return v
}

// Text writes the symbol's neighbours and its area.
func (v *SymbolView) Text(w io.Writer) {
	v.ContextResult.Text(w)
	if v.Cluster != nil {
		engine.NewPage(w).Line("cluster %s (%s, cohesion %.2f)", v.Cluster.Name, engine.Plural(v.Cluster.Symbols, "symbol"), v.Cluster.Cohesion)
	}
	writeExamples(w, v.Examples)
}

// Text writes the area, its members and flows.
func (v *ClusterView) Text(w io.Writer) {
	p := engine.NewPage(w)
	p.Line("CLUSTER: %s", v.Cluster.Name)
	p.Line("Symbols: %d", v.Cluster.Symbols)
	p.Line("Cohesion: %.2f", v.Cluster.Cohesion)
	p.Note("Description: ", v.Cluster.Description)
	p.Line("MEMBERS:")
	for i := range v.Members {
		p.Line("- %s %s (%s)", v.Members[i].Kind, v.Members[i].Name, v.Members[i].Place())
	}
	p.Note("  ", v.NoteOf("members"))
	p.Line("PROCESSES:")
	var titles engine.TitleList
	for i := range v.Processes {
		f := &v.Processes[i]
		steps := engine.Plural(f.Steps, "step")
		if f.Cut {
			steps = "more than " + steps
		}
		p.Line("- %s%s (%s, %s)", f.Name, titles.Beside(f.Title), steps, f.Type)
	}
	p.Note("  ", v.NoteOf("processes"))
}

// Text writes the flow, its steps and its areas.
func (v *ProcessView) Text(w io.Writer) {
	p := engine.NewPage(w)
	p.Line("PROCESS: %s", v.Process.Name)
	p.Note("Begins with: ", v.Process.Title)
	p.Line("Type: %s", v.Process.Type)
	p.Line("Steps: %d", v.Process.Steps)
	p.Line("STEPS:")
	for i := range v.Steps {
		s := &v.Steps[i]
		area := ""
		if s.Cluster != "" {
			area = fmt.Sprintf(" [%s]", s.Cluster)
		}
		p.Line("%d. %s (%s)%s", s.Number, s.Name, s.Place(), area)
	}
	if v.Cut {
		p.Line("  and so on: no more steps of a flow are followed")
	}
	p.Line("CLUSTERS TOUCHED: %s", strings.Join(v.Process.Clusters, ", "))
}
