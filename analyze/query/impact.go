package query

import (
	"cmp"
	"context"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/impact"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/ruleset"
	"github.com/nexus-ci/nexus-ci/analyze/risk"
)

// ImpactParams ask what depends on one symbol.
type ImpactParams struct {
	Target        string  `json:"target,omitempty" argument:"" doc:"name of the symbol, or path of the file, that is to change"`
	Direction     string  `json:"direction,omitempty" enum:"upstream,downstream" default:"upstream" doc:"upstream: what depends on the target; downstream: what it depends on"`
	Depth         int     `json:"depth,omitempty" min:"1" max:"10" default:"3" doc:"how many steps away"`
	MinConfidence float64 `json:"min_confidence,omitempty" alias:"minConfidence" doc:"least confidence of the relations that are followed, 0 to 1 (default: impact.min_confidence of the configuration)"`
	engine.Choice
}

// An ImpactResult holds what depends on a symbol.
type ImpactResult struct {
	Target        Target `json:"target"`
	Direction     string `json:"direction"`
	ImpactedCount int    `json:"impactedCount" doc:"all of them, also those that lists leave out"`
	// ByDepth has a list for each depth with symbols: 1, 2, ….
	ByDepth map[int][]Impacted `json:"byDepth"`
	// Confidence counts the symbols by the confidence of the path to them.
	Confidence Confidence          `json:"confidence"`
	Tests      []Impacted          `json:"tests" doc:"tests that reach the target; not counted as impacted"`
	Processes  []ReachedFlow       `json:"processes" doc:"flows that run through the target or what is impacted"`
	Clusters   []engine.HitCluster `json:"clusters"`
	Risk       *ImpactRisk         `json:"risk,omitempty" doc:"upstream only"`
	engine.Bounds
}

// A Target is the symbol in question.
type Target struct {
	UID      string `json:"uid"`
	Name     string `json:"name"`
	Type     string `json:"type"`
	FilePath string `json:"filePath"`
}

// An Impacted is a symbol that depends on the target.
type Impacted struct {
	Target
	RelationType string  `json:"relationType"`
	Confidence   float64 `json:"confidence" doc:"of the whole way to the target, 0 to 1"`
	Reason       string  `json:"reason" doc:"how the relation was found, the first on the way to the target"`
}

// Confidence counts symbols by level: high from 0.9 on, medium from 0.8 on.
type Confidence struct {
	High   int `json:"high"`
	Medium int `json:"medium"`
	Low    int `json:"low"`
}

// A ReachedFlow is a flow with its step nearest to the target.
type ReachedFlow struct {
	engine.Participation
	Type string `json:"process_type"`
}

// An ImpactRisk is the exposure that check would report for a change of the target. Breakage and
// likelihood are not known before the change is made.
type ImpactRisk struct {
	Level         string   `json:"level" enum:"low,medium" doc:"of exposure, as check rates it: medium when a threshold of the configuration is reached, or its file is one that matters most"`
	Evidence      []string `json:"evidence" doc:"what it rests on, as check says it"`
	DirectCallers int      `json:"direct_callers" doc:"symbols at depth 1, tests left out"`
	Processes     int      `json:"processes_affected"`
	Clusters      int      `json:"clusters_affected"`
}

const upstream = "upstream"

// Impact returns an *ImpactResult.
func Impact(_ context.Context, e *engine.Engine, p ImpactParams) (engine.Result, error) {
	if p.MinConfidence < 0 || p.MinConfidence > 1 {
		return nil, &engine.ParameterError{Parameter: "min_confidence", Reason: "want 0 to 1"}
	}
	n, err := e.Find(p.Target, p.Choice)
	if err != nil {
		return nil, err
	}
	r := &ImpactResult{Target: target(n), Direction: p.Direction, ByDepth: make(map[int][]Impacted), Tests: []Impacted{}}
	starts := whole(e, n)
	confidence := cmp.Or(p.MinConfidence, e.MinConfidence)
	options := impact.Options{Depth: p.Depth, MinConfidence: confidence, Direction: graph.Forward}
	if p.Direction == upstream {
		options.Direction = graph.Backward
	}
	near := make(map[*graph.Node]int, len(starts)) // distance from the target
	for _, s := range starts {
		near[s] = 0
	}
	var affected []impact.Affected
	for _, a := range impact.Walk(e.Graph, starts, options) {
		if a.Node.Test && !n.Test {
			r.Tests = append(r.Tests, impacted(&a))
			continue
		}
		near[a.Node] = a.Depth
		affected = append(affected, a)
	}
	r.list(affected, e.ImpactLimits)
	r.Tests = engine.Keep(&r.Bounds, "tests", r.Tests, e.ImpactLimits[0])
	flows := reachedFlows(e, near)
	r.Processes = engine.Keep(&r.Bounds, "processes", flows, maxFlows)
	clusters := hitClusters(e, starts, affected)
	r.Clusters = engine.Keep(&r.Bounds, "clusters", clusters, engine.MaxClusters)
	if p.Direction == upstream {
		r.Risk = expose(e, starts, confidence, len(flows), len(clusters))
	}
	return r, nil
}

func target(n *graph.Node) Target { return Target{n.ID, n.Name, string(n.Label), n.Path} }

func impacted(a *impact.Affected) Impacted {
	return Impacted{target(a.Node), string(a.Path[0].Type), math.Round(a.Confidence*100) / 100, ruleset.Reason(a.Path[0].Rule)}
}

// whole returns a symbol with all that it defines: a change of a type or a file changes its
// members.
func whole(e *engine.Engine, n *graph.Node) []*graph.Node {
	nodes := []*graph.Node{n}
	if n.Label != graph.File && !n.Label.IsType() {
		return nodes
	}
	for _, m := range e.Graph.Nodes {
		for up := m.Parent; up != nil; up = up.Parent {
			if up == n {
				nodes = append(nodes, m)
				break
			}
		}
	}
	return nodes
}

// list fills ByDepth, up to the limit of each depth.
func (r *ImpactResult) list(affected []impact.Affected, limits []int) {
	counts := make(map[int]int)
	for i := range affected {
		a := &affected[i]
		switch {
		case a.Confidence >= 0.9:
			r.Confidence.High++
		case a.Confidence >= 0.8:
			r.Confidence.Medium++
		default:
			r.Confidence.Low++
		}
		if counts[a.Depth]++; counts[a.Depth] <= limitAt(limits, a.Depth) {
			r.ByDepth[a.Depth] = append(r.ByDepth[a.Depth], impacted(a))
		}
	}
	r.ImpactedCount = len(affected)
	for _, depth := range depths(counts) {
		if most := limitAt(limits, depth); counts[depth] > most {
			r.Note("byDepth."+strconv.Itoa(depth), most, counts[depth])
		}
	}
}

func limitAt(limits []int, depth int) int { return limits[min(depth, len(limits))-1] }

func depths[T any](of map[int]T) []int {
	var list []int
	for d := range of {
		list = append(list, d)
	}
	slices.Sort(list)
	return list
}

const (
	maxFlows = 75
)

// reachedFlows returns the flows with an affected step, each with the step nearest to the target;
// flows through the target come first.
func reachedFlows(e *engine.Engine, near map[*graph.Node]int) []ReachedFlow {
	flows := []ReachedFlow{}
	distance := make(map[string]int)
	for i := range e.Processes {
		p := &e.Processes[i]
		step := 0
		for at, n := range p.Steps {
			if d, ok := near[n]; ok && (step == 0 || d < distance[p.ID]) {
				step, distance[p.ID] = at+1, d
			}
		}
		if step > 0 {
			flows = append(flows, ReachedFlow{engine.Participation{ID: p.ID, Name: p.Label, Step: step, Steps: len(p.Steps), Title: e.Title(p)}, p.Type})
		}
	}
	slices.SortStableFunc(flows, func(a, b ReachedFlow) int { return cmp.Compare(distance[a.ID], distance[b.ID]) })
	return flows
}

// hitClusters returns the affected areas, direct ones first, then by name.
func hitClusters(e *engine.Engine, starts []*graph.Node, affected []impact.Affected) []engine.HitCluster {
	const first, other = "direct", "indirect"
	how := make(map[string]string)
	note := func(n *graph.Node, impact string) {
		if i := e.CommunityOf(n); i >= 0 && how[e.Communities[i].Area] != first {
			how[e.Communities[i].Area] = impact
		}
	}
	for _, n := range starts {
		note(n, first)
	}
	for i := range affected {
		if affected[i].Depth == 1 {
			note(affected[i].Node, first)
		} else {
			note(affected[i].Node, other)
		}
	}
	clusters := []engine.HitCluster{}
	for name, impact := range how {
		clusters = append(clusters, engine.HitCluster{Name: name, Impact: impact})
	}
	slices.SortFunc(clusters, func(a, b engine.HitCluster) int {
		if a.Impact != b.Impact {
			return strings.Compare(a.Impact, b.Impact)
		}
		return strings.Compare(a.Name, b.Name)
	})
	return clusters
}

// expose rates a change of symbols before it is made: the exposure that check would report if
// only their code differed.
func expose(e *engine.Engine, starts []*graph.Node, confidence float64, flows, clusters int) *ImpactRisk {
	set := change.Assume(e.Graph, starts)
	reach := impact.Of(impact.Input{
		Set: set, Base: e.Graph, Head: e.Graph, Communities: e.Communities, MinConfidence: confidence,
		CommunityOf: e.MemberOf,
	})
	a := risk.Exposure(risk.Input{Set: set, Impact: reach, Thresholds: e.Thresholds, Critical: e.Critical, Assumed: true})
	return &ImpactRisk{
		Level: strings.ToLower(a.Level.String()), Evidence: a.Evidence,
		DirectCallers: reach.Outside, Processes: flows, Clusters: clusters,
	}
}

// Text writes the symbols by depth, then flows, areas and the risk.
func (r *ImpactResult) Text(w io.Writer) {
	p := engine.NewPage(w)
	p.Line("%s %s (%s)", r.Target.Type, r.Target.Name, r.Target.FilePath)
	p.Line("%s: %s", r.Direction, engine.Plural(r.ImpactedCount, "symbol"))
	for _, depth := range depths(r.ByDepth) {
		heading := "d=" + strconv.Itoa(depth)
		if r.Direction == upstream {
			heading += ": " + impact.DepthMeaning(depth)
		}
		p.Line("%s", heading)
		writeImpacted(p, r.ByDepth[depth])
		p.Note("  ", r.NoteOf("byDepth."+strconv.Itoa(depth)))
	}
	if r.ImpactedCount > 0 {
		p.Line("confidence: %d high, %d medium, %d low", r.Confidence.High, r.Confidence.Medium, r.Confidence.Low)
	}
	if len(r.Tests) > 0 {
		p.Line("tests")
		writeImpacted(p, r.Tests)
		p.Note("  ", r.NoteOf("tests"))
	}
	r.writeReach(p)
}

func writeImpacted(p engine.Page, list []Impacted) {
	for _, s := range list {
		p.Line("  %s (%s) %s %.0f%%", s.Name, s.FilePath, s.RelationType, s.Confidence*100)
	}
}

func (r *ImpactResult) writeReach(p engine.Page) {
	if len(r.Processes) > 0 {
		p.Line("")
		p.Line("AFFECTED PROCESSES:")
		var titles engine.TitleList
		for _, f := range r.Processes {
			p.Line("- %s%s (step %d/%d)", f.Name, titles.Beside(f.Title), f.Step, f.Steps)
		}
		p.Note("  ", r.NoteOf("processes"))
	}
	if len(r.Clusters) > 0 {
		p.Line("")
		p.Line("AFFECTED CLUSTERS:")
		for _, c := range r.Clusters {
			p.Line("- %s (%s)", c.Name, c.Impact)
		}
		p.Note("  ", r.NoteOf("clusters"))
	}
	if r.Risk != nil {
		p.Line("")
		// The lowest level is not worth a line: nearly every symbol has it.
		if r.Risk.Level == "low" {
			p.Line("EXPOSURE:")
		} else {
			p.Line("EXPOSURE: %s", strings.ToUpper(r.Risk.Level))
		}
		for _, fact := range r.Risk.Evidence {
			p.Line("- %s", fact)
		}
		p.Line("- %s through it or what depends on it", engine.Plural(r.Risk.Processes, "flow"))
	}
}
