package cochange

import (
	"math"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/history"
	"github.com/nexus-ci/nexus-ci/analyze/vocabulary"
	"github.com/nexus-ci/nexus-ci/diff"
)

// nearby is the distance in lines up to which words belong to the surroundings of a touched line.
const nearby = 3

// A view holds the evidence of one seed towards all other files.
type view struct {
	index    *Index
	path     string
	seed     int // position in the index, -1 for a file that the index does not have
	together map[string]history.Together
	links    map[int]link // by position of the other file

	gone, fresh, around, kept query
	touchedWords              map[string]bool
}

// A link is how two files use each other.
type link struct {
	uses float64 // uses by the other file of touched symbols of the seed
	edge *graph.Edge
	// touched: the edge leads to what the change touches.
	touched bool
}

func (x *Index) view(s *Seed) *view {
	v := &view{index: x, path: s.Path, seed: -1, links: make(map[int]link), touchedWords: make(map[string]bool)}
	if i, ok := x.at[s.Path]; ok {
		v.seed = i
	}
	if x.history != nil {
		v.together = x.history.Together(s.Path)
	}
	v.read(s)
	if v.seed >= 0 {
		v.link(s.Hunks)
	}
	return v
}

// read fills the queries and touchedWords from the words of the touched lines.
func (v *view) read(s *Seed) {
	x := v.index
	removed, added, near := make(map[string]int), make(map[string]int), make(map[string]int)
	if v.seed >= 0 && len(s.Hunks) > 0 && x.files[v.seed].Facts != nil {
		vocabulary.EachWord(x.files[v.seed].Facts, func(line int32, word string) {
			if inOld(s.Hunks, int(line), 0) {
				removed[word]++
			}
			if inOld(s.Hunks, int(line), nearby) {
				near[word]++
			}
		})
	}
	if s.After != nil {
		vocabulary.EachWord(s.After, func(line int32, word string) {
			if inNew(s.Hunks, int(line)) {
				added[word]++
			}
		})
	}
	gone, fresh := make(map[int32]bool), make(map[int32]bool)
	around, kept := make(map[int32]bool), make(map[int32]bool)
	for w, n := range removed {
		v.touchedWords[w] = true
		if id, ok := x.words.ID(w); ok && n > added[w] {
			gone[id] = true
		} else if ok {
			kept[id] = true
		}
	}
	for w, n := range added {
		v.touchedWords[w] = true
		if id, ok := x.words.ID(w); ok && n > removed[w] && !(v.seed >= 0 && x.words.has(v.seed, id)) {
			fresh[id] = true
		}
	}
	for w := range near {
		if id, ok := x.words.ID(w); ok && !gone[id] {
			around[id] = true
		}
	}
	v.gone, v.fresh, v.around, v.kept = x.words.query(gone), x.words.query(fresh), x.words.query(around), x.words.query(kept)
}

// inOld reports whether a line of the old file is at most away lines from a line that the
// hunks touch.
func inOld(hunks []diff.Hunk, line, away int) bool {
	for _, h := range hunks {
		first, last := h.OldStart-away, h.OldStart+h.OldLines-1+away
		if h.OldLines == 0 { // the hunk is between two lines
			first, last = h.OldStart-away+1, h.OldStart+away
		}
		if line >= first && line <= last {
			return true
		}
	}
	return false
}

func inNew(hunks []diff.Hunk, line int) bool {
	for _, h := range hunks {
		if line >= h.NewStart && line < h.NewStart+h.NewLines {
			return true
		}
	}
	return false
}

// names returns the part of a file's name that the touched lines contain; rare words weigh more.
func (v *view) names(file int) float64 {
	c := v.index.names
	var said, all float64
	for _, id := range c.docs[file] {
		all += c.Rarity(id)
		if v.touchedWords[c.Word(id)] {
			said += c.Rarity(id)
		}
	}
	return said / (all + 2)
}

// within is the weight of a symbol that contains a touched symbol.
const within = 0.3

// link records the files that use the seed or are used by it.
func (v *view) link(hunks []diff.Hunk) {
	x := v.index
	touched := make(map[*graph.Node]float64)
	for _, h := range hunks {
		first, last := h.OldStart, h.OldStart+h.OldLines-1
		if h.OldLines == 0 {
			last = first + 1
		}
		for line := first; line <= last; line++ {
			v.touch(line, touched)
		}
	}
	source := x.graph.Node("File:" + v.path)
	all := x.nodes[v.seed]
	if source != nil {
		all = append([]*graph.Node{source}, all...)
	}
	for _, n := range all {
		for _, e := range x.graph.Out(n) {
			v.add(e, e.Target, 0)
		}
		in := x.graph.In(n)
		share := 0.0
		if touched[n] > 0 {
			share = touched[n] / math.Sqrt(float64(filesOf(in)+1))
		}
		for _, e := range in {
			v.add(e, e.Source, share*math.Log1p(float64(max(1, len(e.Sites))))*e.Confidence)
		}
	}
}

// touch gives the innermost symbol around a line the weight 1, and those around that symbol within.
func (v *view) touch(line int, touched map[*graph.Node]float64) {
	var inner *graph.Node
	for _, n := range v.index.nodes[v.seed] {
		if n.Start > line || n.End < line {
			continue
		}
		touched[n] = max(touched[n], within)
		if inner == nil || n.End-n.Start < inner.End-inner.Start {
			inner = n
		}
	}
	if inner != nil {
		touched[inner] = 1
	}
}

// add records an edge between the seed and another file.
func (v *view) add(e *graph.Edge, other *graph.Node, uses float64) {
	file, ok := v.index.at[other.Path]
	if !ok || file == v.seed || !dependence(e) {
		return
	}
	l := v.links[file]
	switch {
	case l.edge == nil, uses > 0 && !l.touched, l.edge.Type == graph.Imports && e.Type != graph.Imports && l.touched == (uses > 0):
		l.edge, l.touched = e, uses > 0
	}
	l.uses += uses
	v.links[file] = l
}

// dependence reports whether an edge means that its source depends on its target.
func dependence(e *graph.Edge) bool {
	switch e.Type {
	case graph.Imports, graph.Calls, graph.References, graph.Extends, graph.Implements, graph.Overrides:
		return true
	}
	return false
}

// filesOf counts the other files from which edges lead to a node.
func filesOf(in []*graph.Edge) int {
	files := make(map[string]bool)
	for _, e := range in {
		if dependence(e) && e.Source.Path != e.Target.Path {
			files[e.Source.Path] = true
		}
	}
	return len(files)
}

// distance counts the steps in the directory tree from the directory of a to that of b.
func distance(a, b string) int {
	common := 0
	for i := 0; i < len(a) && i < len(b) && a[i] == b[i]; i++ {
		if a[i] == '/' {
			common = i + 1
		}
	}
	return strings.Count(a[common:], "/") + strings.Count(b[common:], "/")
}
