// Package engine makes the code graph of one snapshot ready for tools: it finds symbols by name,
// has the search index and the code of symbols, and holds what all answers share.
//
// In: a Snapshot, which package analyze makes. Out: an Engine, nodes of its graph, parts of
// answers; or an error that can be a result too: *LookupError if a name means no symbol or
// several, *ParameterError for an invalid parameter.
//
// Invariants: an Engine is immutable and safe for concurrent use; every list is sorted and
// bounded, and a cut list has its full length (Bounds); no line of a Page contains a control
// character, whatever the repository contains.
//
// Absent: searches, see package finder; the table of tools, and the other tools, see package
// query.
package engine

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/nexus-ci/nexus-ci/analyze/cypher/property"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/process"
	"github.com/nexus-ci/nexus-ci/analyze/project"
	"github.com/nexus-ci/nexus-ci/analyze/propertygraph"
	"github.com/nexus-ci/nexus-ci/analyze/risk"
	"github.com/nexus-ci/nexus-ci/analyze/search"
)

// A Snapshot is the input of all tools: one state of a repository, analysed.
type Snapshot struct {
	Repository string // name for people
	// Languages are all languages that the repository may use.
	Languages   []*lang.Language
	Graph       *graph.Graph
	Communities []graph.Community
	// Processes are the flows, up to a memory limit; ProcessCount is their full number.
	Processes    []graph.Process
	ProcessCount int
	// MaxProcesses is the number of flows in the overview; 0: process.DefaultMax.
	MaxProcesses int
	Files        Files // nil: no file content is shown
	// Index returns the search index of Graph. It is called at most once, by the first
	// question that searches. nil: the index is made from Graph and Files.
	Index func() (*search.Index, error)
	// Semantic returns the search by similarity, or a *search.UnavailableError. nil: hashed
	// n-gram vectors are used.
	Semantic     func(context.Context, *search.Index) (search.Semantic, error)
	Syntax       Syntax       // nil: no search in syntax trees
	SearchLimits SearchLimits // zero: DefaultSearchLimits
	// Enrichment says what answers contain for a symbol besides its position.
	Enrichment Enrichment
	// Revision returns the files of another revision; nil if only one can be read.
	Revision func(ctx context.Context, ref string) (Files, error)
	// Repositories returns the indexed repositories; nil if they are not known.
	Repositories func() ([]Repository, error)
	// Changes compares two states of the repository, for the scope and revision in
	// DetectChangesParams; nil without a repository. Its lists are complete.
	Changes func(ctx context.Context, scope, baseRef string) (*ChangeReport, error)
	// Names finds occurrences of names; nil: rename is not available.
	Names Names
	// Edits changes files; nil: edits can only be previewed.
	Edits Edits
	// FlowNames replaces generated names of flows, as it did in Processes.
	FlowNames map[string]string
	// MinClusterSize is the minimum number of symbols of an area in the overview.
	MinClusterSize int
	// ImpactLimits are the numbers of symbols that impact lists at depth 1, 2, …; the last one is
	// used for all further depths. It is not empty.
	ImpactLimits []int
	// MinConfidence is the confidence below which an edge is neither shown nor followed.
	MinConfidence float64
	// Thresholds and Critical are those of the rating of changes; zero and nil: the defaults.
	Thresholds risk.Thresholds
	Critical   func(path string) bool
	// Project holds the project facts of the configuration, Layers the configured layers.
	Project project.Facts
	Layers  []Layer
	// MaxNodes is the number of matches in a prompt context; 0: the default.
	MaxNodes int
}

// An Engine answers questions about one snapshot. It is safe for concurrent use.
type Engine struct {
	Snapshot
	areas func() map[*graph.Node]int // index in Communities
	index func() (*search.Index, error)
	// vectors returns the n-gram vectors of the index.
	vectors func() (*search.Vectors, error)
	// Properties returns the graph for queries in openCypher.
	Properties func() *property.Graph

	documents func() *documents // the Markdown files

	titleMu sync.Mutex
	titles  map[*graph.Node]string // of flows, by entry

	mu       sync.Mutex
	semantic search.Semantic // nil until Snapshot.Semantic has returned one
}

// New returns an engine for a snapshot, which must not change afterwards.
func New(s Snapshot) *Engine {
	s.SearchLimits = cmp.Or(s.SearchLimits, DefaultSearchLimits)
	e := &Engine{Snapshot: s, titles: make(map[*graph.Node]string), areas: sync.OnceValue(func() map[*graph.Node]int {
		areas := make(map[*graph.Node]int)
		for i := range s.Communities {
			for _, n := range s.Communities[i].Members {
				areas[n] = i
			}
		}
		return areas
	})}
	e.documents = sync.OnceValue(e.readDocuments)
	e.MaxProcesses = cmp.Or(s.MaxProcesses, process.DefaultMax)
	e.Properties = sync.OnceValue(func() *property.Graph { return propertygraph.New(s.Graph, s.Communities, s.Processes) })
	if e.index = sync.OnceValues(e.makeIndex); s.Index != nil {
		e.index = sync.OnceValues(s.Index)
	}
	e.vectors = sync.OnceValues(func() (*search.Vectors, error) {
		x, err := e.index()
		if err != nil {
			return nil, err
		}
		return search.NewVectors(x), nil
	})
	return e
}

// Nearest returns the search by similarity. If the service was not available, it is tried again on
// the next call.
func (e *Engine) Nearest(ctx context.Context) (search.Semantic, error) {
	if e.Semantic == nil {
		return e.vectors()
	}
	index, err := e.Search()
	if err != nil {
		return nil, err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.semantic == nil {
		if e.semantic, err = e.Semantic(ctx, index); err != nil {
			return nil, err
		}
	}
	return e.semantic, nil
}

// Search returns the search index. Its documents have the positions of nodes in Graph.
func (e *Engine) Search() (*search.Index, error) { return e.index() }

func (e *Engine) makeIndex() (*search.Index, error) {
	source, b := search.NewSource(e.Graph), search.NewBuilder(len(e.Graph.Nodes))
	for _, n := range e.Graph.Nodes {
		if n.Label != graph.File {
			continue
		}
		var content []byte
		if e.Files != nil {
			content, _ = e.Files.ReadFile(n.Path, MaxRead) // without content, only the text in the graph is indexed
		}
		source.Add(b, n.Path, content)
	}
	return b.Index(), nil
}

// MemberOf returns the index of the community that a symbol is a member of; -1 for none.
func (e *Engine) MemberOf(n *graph.Node) int {
	if i, ok := e.areas()[n]; ok {
		return i
	}
	return -1
}

// CommunityOf returns the index of the community of a symbol or of the nearest parent that has
// one; -1 for none.
func (e *Engine) CommunityOf(n *graph.Node) int {
	for ; n != nil; n = n.Parent {
		if i := e.MemberOf(n); i >= 0 {
			return i
		}
	}
	return -1
}

// A Participation is the position of a symbol in a flow.
type Participation struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Step  int    `json:"step_index" doc:"number of the step, from 1"`
	Steps int    `json:"step_count"`
	Title string `json:"title,omitempty" doc:"what starts the flow, as the code says it: the route, the command, the program, else the first sentence of the comment of the entry"`
}

// Participations returns the flows that contain a symbol. If the flows of the snapshot were cut
// before they reach it, flows through it are traced.
func (e *Engine) Participations(n *graph.Node) []Participation {
	list := e.participationsIn(e.Processes, n)
	if len(list) == 0 {
		traced, _ := process.Through(e.Graph, []*graph.Node{n}, process.Limits{Names: e.FlowNames})
		list = e.participationsIn(traced, n)
	}
	return list
}

func (e *Engine) participationsIn(flows []graph.Process, n *graph.Node) []Participation {
	list := []Participation{}
	for i := range flows {
		p := &flows[i]
		if at := slices.Index(p.Steps, n); at >= 0 {
			list = append(list, Participation{p.ID, p.Label, at + 1, len(p.Steps), e.Title(p)})
		}
	}
	return list
}

// MaxRead is the maximum size of a file whose lines are shown.
const MaxRead = 1 << 20

// Lines returns the lines of a file, nil when they cannot be read.
func (e *Engine) Lines(path string) []string {
	if e.Files == nil {
		return nil
	}
	content, err := e.Files.ReadFile(path, MaxRead)
	if err != nil {
		// The answer is complete without the source text.
		return nil
	}
	return strings.Split(string(content), "\n")
}
