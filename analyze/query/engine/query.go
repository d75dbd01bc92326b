// Package engine holds the code graph of one snapshot so that tools can ask it: it finds
// symbols by name, by words, by relation and by pattern, and has what all answers share.
//
// In: a Snapshot, which package analyze makes. Out: an Engine, nodes of its graph, results of
// a search; or an error that is a value too: *LookupError when a name stands for no symbol or
// for several, *ParameterError when a parameter makes no sense.
//
// Invariants: an Engine never changes, so that any number of questions may use it at once;
// every list is sorted and bounded, and says how long it really is when it was cut (Bounds);
// no line of a Page holds a control character, whatever the repository holds.
//
// Absent: the table of tools and those that are no search; package query has them.
package engine

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/nexus-ci/nexus-ci/analyze/cypher"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/process"
	"github.com/nexus-ci/nexus-ci/analyze/project"
	"github.com/nexus-ci/nexus-ci/analyze/propertygraph"
	"github.com/nexus-ci/nexus-ci/analyze/risk"
	"github.com/nexus-ci/nexus-ci/analyze/search"
)

// A Snapshot is what the tools look at: one state of a repository, analysed.
type Snapshot struct {
	Repository string // its name, for people
	// Languages are those that may be in it: what they say of themselves.
	Languages   []*lang.Language
	Graph       *graph.Graph
	Communities []graph.Community
	// Processes are the flows, up to a limit of memory, and ProcessCount their full number.
	Processes    []graph.Process
	ProcessCount int
	// MaxProcesses is how many of them the overview lists; 0: process.DefaultMax.
	MaxProcesses int
	Files        Files // nil: no content is shown
	// Index returns the search index of Graph. It is asked for once, by the first question
	// that searches. Nil: the index is made of Graph and Files.
	Index func() (*search.Index, error)
	// Semantic returns what finds symbols by likeness, or a *search.UnavailableError. Nil:
	// hashed n-gram vectors do.
	Semantic     func(context.Context, *search.Index) (search.Semantic, error)
	Syntax       Syntax       // nil: the syntax trees cannot be searched
	SearchLimits SearchLimits // none: DefaultSearchLimits
	// Enrichment says what answers tell of a symbol beside its place.
	Enrichment Enrichment
	// Revision returns the files of another revision; nil where there is no other to read.
	Revision func(ctx context.Context, ref string) (Files, error)
	// Repositories returns those that were indexed; nil where nobody knows.
	Repositories func() ([]Repository, error)
	// Changes compares two states of the repository, for a scope and a revision of
	// DetectChangesParams; nil where there is no repository. Lists are whole.
	Changes func(ctx context.Context, scope, baseRef string) (*ChangeReport, error)
	// Names finds where names are written; nil: nothing can be renamed.
	Names Names
	// Edits changes files; nil: what would change can only be shown.
	Edits Edits
	// MinClusterSize is the number of symbols below which the overview leaves an area out.
	MinClusterSize int
	// ImpactLimits is how many symbols impact lists at depth 1, 2, …; the last holds for
	// all further ones. It is not empty.
	ImpactLimits []int
	// MinConfidence is the confidence below which an edge is neither shown nor followed.
	MinConfidence float64
	// Thresholds and Critical are those of the rating of changes; zero and nil: the usual.
	Thresholds risk.Thresholds
	Critical   func(path string) bool
	// Project is what the configuration says of the project, and Layers its parts by that.
	Project project.Facts
	Layers  []Layer
	// MaxNodes is how many matches the context of a prompt takes; 0: as many as usual.
	MaxNodes int
}

// An Engine answers questions about one snapshot. It may be used from any number of
// goroutines.
type Engine struct {
	Snapshot
	Areas func() map[*graph.Node]int // index in Communities
	index func() (*search.Index, error)
	// vectors are those of the index.
	vectors func() (*search.Vectors, error)
	// properties is the graph as queries in openCypher see it.
	Properties func() *cypher.Graph

	mu       sync.Mutex
	semantic search.Semantic // nil until Snapshot.Semantic has given one
}

// New returns an engine for a snapshot, which must not change any more.
func New(s Snapshot) *Engine {
	s.SearchLimits = cmp.Or(s.SearchLimits, DefaultSearchLimits)
	e := &Engine{Snapshot: s, Areas: sync.OnceValue(func() map[*graph.Node]int {
		areas := make(map[*graph.Node]int)
		for i := range s.Communities {
			for _, n := range s.Communities[i].Members {
				areas[n] = i
			}
		}
		return areas
	})}
	e.MaxProcesses = cmp.Or(s.MaxProcesses, process.DefaultMax)
	e.Properties = sync.OnceValue(func() *cypher.Graph { return propertygraph.New(s.Graph, s.Communities, s.Processes) })
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

// nearest returns what finds symbols by likeness. A service that was not there is asked again
// the next time.
func (e *Engine) nearest(ctx context.Context) (search.Semantic, error) {
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

// Search returns the search index, whose documents are the nodes of Graph by their places.
func (e *Engine) Search() (*search.Index, error) { return e.index() }

func (e *Engine) makeIndex() (*search.Index, error) {
	source, b := search.NewSource(e.Graph), search.NewBuilder(len(e.Graph.Nodes))
	for _, n := range e.Graph.Nodes {
		if n.Label != graph.File {
			continue
		}
		var content []byte
		if e.Files != nil {
			content, _ = e.Files.ReadFile(n.Path, MaxRead) // the graph says what it says without
		}
		source.Add(b, n.Path, content)
	}
	return b.Index(), nil
}

// CommunityOf returns the index of the community that a symbol belongs to, or that what
// defines it does; -1 for none.
func (e *Engine) CommunityOf(n *graph.Node) int {
	for areas := e.Areas(); n != nil; n = n.Parent {
		if i, ok := areas[n]; ok {
			return i
		}
	}
	return -1
}

// A Participation is the place of a symbol in a flow.
type Participation struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Step  int    `json:"step_index" doc:"number of the step, from 1"`
	Steps int    `json:"step_count"`
}

// Participations returns the flows that a symbol is a step of. Where the flows of the
// snapshot end or branch before they come to it, they are traced through it.
func (e *Engine) Participations(n *graph.Node) []Participation {
	list := participationsIn(e.Processes, n)
	if len(list) == 0 {
		traced, _ := process.Through(e.Graph, []*graph.Node{n}, process.Limits{})
		list = participationsIn(traced, n)
	}
	return list
}

func participationsIn(flows []graph.Process, n *graph.Node) []Participation {
	list := []Participation{}
	for i := range flows {
		p := &flows[i]
		if at := slices.Index(p.Steps, n); at >= 0 {
			list = append(list, Participation{p.ID, p.Label, at + 1, len(p.Steps)})
		}
	}
	return list
}

// MaxRead is the largest file whose lines are shown.
const MaxRead = 1 << 20

// Lines returns the lines of a file, nil when they cannot be read.
func (e *Engine) Lines(path string) []string {
	if e.Files == nil {
		return nil
	}
	content, err := e.Files.ReadFile(path, MaxRead)
	if err != nil {
		// The graph says what it says without the text beside it.
		return nil
	}
	return strings.Split(string(content), "\n")
}
