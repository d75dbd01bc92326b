package query

import (
	"cmp"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/community"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/process"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
)

// An Overview summarises a code base.
type Overview struct {
	Type         string         `json:"type" enum:"overview"`
	Repository   string         `json:"repository"`
	Clusters     []ClusterRow   `json:"clusters"`
	Small        int            `json:"small_clusters" doc:"clusters that are too small to be listed"`
	Processes    []ProcessRow   `json:"processes"`
	Dependencies []Dependency   `json:"dependencies" doc:"calls from one cluster to another"`
	Critical     []CriticalPath `json:"critical_paths" doc:"the most connected flows"`
	EntryPoints  []EntryPoint   `json:"entry_points" doc:"where the outside starts the code, by how many flows begin there"`
	engine.Bounds
}

// A ClusterRow is an area.
type ClusterRow struct {
	Name        string  `json:"name"`
	Symbols     int     `json:"symbols"`
	Cohesion    float64 `json:"cohesion" doc:"share of relations that stay inside, 0 to 1"`
	Description string  `json:"description,omitempty"`
}

// A ProcessRow is a flow.
type ProcessRow struct {
	ID       string   `json:"id"`
	Name     string   `json:"name"`
	Steps    int      `json:"step_count"`
	Type     string   `json:"process_type" doc:"what starts it: main, request_handler, cli, event, …; else exported or internal"`
	Scope    string   `json:"scope" enum:"intra_community,cross_community" doc:"whether its steps are of one cluster"`
	Cut      bool     `json:"cut,omitempty" doc:"it goes on beyond the steps that a flow is followed for"`
	Clusters []string `json:"clusters" doc:"in the order of the steps"`
	Title    string   `json:"title,omitempty" doc:"what starts it, as the code says it: the route, the command, the program, else the first sentence of the comment of the entry"`
}

// steps is the number of steps in the form for a table.
func (r *ProcessRow) steps() string {
	if r.Cut {
		return strconv.Itoa(r.Steps) + "+"
	}
	return strconv.Itoa(r.Steps)
}

// A Dependency counts calls from one area to another.
type Dependency struct {
	From  string `json:"from"`
	To    string `json:"to"`
	Calls int    `json:"calls"`
}

// A CriticalPath is a flow with the number of calls from and to its steps.
type CriticalPath struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Edges int    `json:"edges"`
}

// An EntryPoint is a symbol where flows begin, with its score.
type EntryPoint struct {
	engine.Symbol
	Entry string `json:"entry_type"`
	Flows int    `json:"flows"`
}

const (
	maxListedClusters = 200
	maxDependencies   = 50
	maxCritical       = 10
	maxEntries        = 20
)

func overview(e *engine.Engine, minSize int) *Overview {
	o := &Overview{Type: "overview", Repository: e.Repository, Clusters: []ClusterRow{}, Processes: []ProcessRow{}}
	shown, small := community.Display(e.Communities, minSize)
	o.Small = small
	for _, c := range engine.Keep(&o.Bounds, "clusters", shown, maxListedClusters) {
		o.Clusters = append(o.Clusters, clusterRow(&c))
	}
	for i := range e.Processes[:min(len(e.Processes), e.MaxProcesses)] {
		o.Processes = append(o.Processes, processRow(e, &e.Processes[i]))
	}
	if len(o.Processes) < e.ProcessCount {
		o.Note("processes", len(o.Processes), e.ProcessCount)
	}
	o.Dependencies = engine.Keep(&o.Bounds, "dependencies", dependencies(e), maxDependencies)
	o.Critical = engine.Keep(&o.Bounds, "critical_paths", critical(e), maxCritical)
	o.EntryPoints = engine.Keep(&o.Bounds, "entry_points", entryPoints(e), maxEntries)
	return o
}

func clusterRow(c *community.Shown) ClusterRow {
	return ClusterRow{c.Label, c.Symbols, math.Round(c.Cohesion*100) / 100, c.Description}
}

func processRow(e *engine.Engine, p *graph.Process) ProcessRow {
	row := ProcessRow{
		ID: p.ID, Name: p.Label, Steps: len(p.Steps), Type: p.Type, Cut: p.Cut, Clusters: []string{}, Title: e.Title(p),
		Scope: process.Scope(p.Steps, func(n *graph.Node) string { return communityID(e, n) }),
	}
	for _, n := range p.Steps {
		if area := area(e, n); area != "" && !slices.Contains(row.Clusters, area) {
			row.Clusters = append(row.Clusters, area)
		}
	}
	return row
}

// area returns the name of the area of a symbol, "" for none.
func area(e *engine.Engine, n *graph.Node) string {
	if i := e.CommunityOf(n); i >= 0 {
		return e.Communities[i].Area
	}
	return ""
}

// communityID returns the ID of the community of a symbol, "" for none.
func communityID(e *engine.Engine, n *graph.Node) string {
	if i := e.CommunityOf(n); i >= 0 {
		return e.Communities[i].ID
	}
	return ""
}

// dependencies counts the calls between areas, most first.
func dependencies(e *engine.Engine) []Dependency {
	calls := make(map[[2]string]int)
	for _, d := range community.Dependencies(e.Graph, e.MemberOf) {
		from, to := e.Communities[d.From].Area, e.Communities[d.To].Area
		if from != to {
			calls[[2]string{from, to}] += d.Calls
		}
	}
	list := []Dependency{}
	for pair, n := range calls {
		list = append(list, Dependency{pair[0], pair[1], n})
	}
	slices.SortFunc(list, func(a, b Dependency) int {
		return cmp.Or(cmp.Compare(b.Calls, a.Calls), cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	return list
}

// critical ranks flows by the number of calls from and to their steps.
func critical(e *engine.Engine) []CriticalPath {
	list := []CriticalPath{}
	for i := range e.Processes {
		p := &e.Processes[i]
		list = append(list, CriticalPath{p.ID, p.Label, process.Connections(e.Graph, p)})
	}
	slices.SortFunc(list, func(a, b CriticalPath) int {
		return cmp.Or(cmp.Compare(b.Edges, a.Edges), cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	return list
}

func entryPoints(e *engine.Engine) []EntryPoint {
	at := make(map[*graph.Node]int)
	list := []EntryPoint{}
	for i := range e.Processes {
		p := &e.Processes[i]
		n := p.Entry()
		j, ok := at[n]
		if !ok {
			j = len(list)
			at[n] = j
			list = append(list, EntryPoint{Symbol: engine.SymbolOf(n), Entry: process.EntryType(n)})
		}
		list[j].Flows++
	}
	slices.SortStableFunc(list, func(a, b EntryPoint) int { return cmp.Compare(b.Flows, a.Flows) })
	return list
}

// Text writes the tables.
func (o *Overview) Text(w io.Writer) {
	p := engine.NewPage(w)
	p.Line("CLUSTERS (%d total):", len(o.Clusters)+o.CutFrom("clusters"))
	p.Line("| Cluster | Symbols | Cohesion | Description |")
	p.Line("|---|---|---|---|")
	for _, c := range o.Clusters {
		p.Line("| %s | %d | %.2f | %s |", cell(c.Name), c.Symbols, c.Cohesion, cell(c.Description))
	}
	p.Note("", o.NoteOf("clusters"))
	if o.Small > 0 {
		p.Line("and %s with few symbols", engine.Plural(o.Small, "cluster"))
	}
	p.Line("")
	p.Line("PROCESSES (%d total):", len(o.Processes)+o.CutFrom("processes"))
	p.Line("| Process | Steps | Type | Clusters |")
	p.Line("|---|---|---|---|")
	cut := false
	var titles engine.TitleList
	for i := range o.Processes {
		f := &o.Processes[i]
		cut = cut || f.Cut
		p.Line("| %s | %s | %s | %s |", cell(f.Name+titles.Beside(f.Title)), f.steps(), f.Type, cell(strings.Join(f.Clusters, ", ")))
	}
	p.Note("", o.NoteOf("processes"))
	if cut {
		p.Line("+: the flow goes on; no more steps of it are followed")
	}
	o.writeLists(p)
}

func (o *Overview) writeLists(p engine.Page) {
	p.Line("")
	p.Line("CLUSTER DEPENDENCIES:")
	for _, d := range o.Dependencies {
		p.Line("- %s -> %s (%s)", d.From, d.To, engine.Plural(d.Calls, "call"))
	}
	p.Note("", o.NoteOf("dependencies"))
	p.Line("")
	p.Line("CRITICAL PATHS:")
	for _, c := range o.Critical {
		p.Line("- %s (%d edges)", c.Name, c.Edges)
	}
	p.Note("", o.NoteOf("critical_paths"))
	p.Line("")
	p.Line("ENTRY POINTS:")
	for i := range o.EntryPoints {
		n := &o.EntryPoints[i]
		p.Line("- %s (%s, %s, %s)", n.Name, n.Entry, n.Place(), engine.Plural(n.Flows, "flow"))
	}
	p.Note("", o.NoteOf("entry_points"))
}

// cell escapes a name for a table.
func cell(s string) string { return strings.ReplaceAll(s, "|", `\|`) }
