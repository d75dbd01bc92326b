package rename

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
)

// A proof compares the meaning of all occurrences of the old and the new name before and after a
// rename: each has to keep its meaning. This finds every conflict of names: in the same scope, by
// a local variable around a use, by a member of a supertype.
type proof struct {
	*renaming
	is     *graph.Written
	shifts map[string][]replacement // edits made, by path
}

func (p *proof) check() {
	for _, e := range p.edits {
		if e.confidence == ByGraph {
			p.shifts[e.path] = append(p.shifts[e.path], e)
		}
	}
	before := p.places(p.was, true)
	after := p.places(p.is, false)
	for at, was := range before {
		is := after[at]
		if is.says == was.says {
			continue
		}
		p.conflicts = append(p.conflicts, p.spot(at.path, was.at, p.changed(was, is)))
	}
	for at, is := range after {
		if _, ok := before[at]; !ok && is.says != "" {
			if was := p.oldPlace(at); was >= 0 {
				p.conflicts = append(p.conflicts, p.spot(at.path, was, "would become a name of its own"))
			}
		}
	}
	p.syntax()
	p.overrides()
	p.exported()
	p.broken()
}

// A place is an offset after the edits.
type place struct {
	path string
	at   int
}

// A sense is the meaning of a place.
type sense struct {
	at      int // offset before the edits
	says    string
	renamed bool
	uses    []graph.Use
}

// places returns the meaning of each place, by offset after the edits.
func (p *proof) places(w *graph.Written, before bool) map[place]sense {
	out := make(map[place]sense)
	for i := range w.Uses {
		u := w.Uses[i]
		at, was, renamed := place{u.Path, u.At}, u.At, false
		if before {
			at.at = p.shifted(u.Path, u.At, p.newName)
			if u.Name == p.oldName && !p.means(&u) { // the other name in {b: a}
				at.at = p.shifted(u.Path, u.At, p.oldName)
			}
			renamed = u.Name == p.oldName && slices.ContainsFunc(p.shifts[u.Path], func(e replacement) bool { return e.at == u.At })
		}
		s := out[at]
		s.at, s.renamed, s.uses = was, renamed, append(s.uses, u)
		out[at] = s
	}
	for at, s := range out {
		var says []string
		for i := range s.uses {
			u := &s.uses[i]
			keys := []string{string(u.Meaning)}
			for _, n := range u.Symbols {
				keys = append(keys, p.key(n, before))
			}
			slices.Sort(keys[1:])
			says = append(says, strings.Join(slices.Compact(keys), " "))
		}
		slices.Sort(says)
		s.says = strings.Join(slices.Compact(says), "; ")
		out[at] = s
	}
	return out
}

// shifted returns an offset after the edits. A place {a} that becomes {b: a} gives the offset of
// one of the names.
func (p *proof) shifted(file string, at int, name string) int {
	shift := 0
	for _, e := range p.shifts[file] {
		if e.at == at {
			if half, _, two := strings.Cut(e.text, ": "); two && half != name {
				return at + shift + len(half) + len(": ")
			}
			return at + shift
		}
		if e.at > at {
			break
		}
		shift += len(e.text) - len(p.oldName)
	}
	return at + shift
}

// key identifies a symbol by its position after the edits.
func (p *proof) key(n *graph.Node, before bool) string {
	line := n.Line
	if before && p.exact(n.Path) {
		line = p.shifted(n.Path, n.Line-1, p.newName) + 1
	}
	return fmt.Sprintf("%s:%d", n.Path, line)
}

// exact reports whether the lines of a file in the plan's graph are offsets: it contains one of the names.
func (p *proof) exact(file string) bool {
	_, found := slices.BinarySearchFunc(p.was.Exact, file, cmp.Compare[string])
	return found
}

// oldPlace returns the offset before the edits, for a place that had none of the names.
func (p *proof) oldPlace(at place) int {
	shift := 0
	for _, e := range p.shifts[at.path] {
		if new := e.at + shift; at.at >= new && at.at < new+len(e.text) {
			return -1 // the other name in {b: a}
		} else if new > at.at {
			break
		}
		shift += len(e.text) - len(p.oldName)
	}
	return at.at - shift
}

// changed returns how the meaning of a place would change.
func (p *proof) changed(was, is sense) string {
	name := p.oldName
	if was.renamed || len(was.uses) > 0 && was.uses[0].Name == p.newName {
		name = p.newName
	}
	means := func(m graph.Meaning) bool {
		return slices.ContainsFunc(is.uses, func(u graph.Use) bool { return u.Meaning == m })
	}
	had := func(m graph.Meaning) bool {
		return slices.ContainsFunc(was.uses, func(u graph.Use) bool { return u.Meaning == m })
	}
	switch {
	case is.says == "":
		return fmt.Sprintf("%s would be no name here", name)
	case means(graph.MeansLocal) && !had(graph.MeansLocal):
		return fmt.Sprintf("%s is a local name here, which would hide it", name)
	case means(graph.MeansSymbol):
		for i := range is.uses {
			for _, n := range is.uses[i].Symbols {
				if !strings.Contains(was.says, p.key(n, false)) {
					return fmt.Sprintf("%s would mean %s", name, engine.Clean(n.ID))
				}
			}
		}
		return fmt.Sprintf("%s would mean less than it did", name)
	}
	return fmt.Sprintf("%s would have no meaning that is known", name)
}

// syntax finds files that cannot be parsed after the edits.
func (p *proof) syntax() {
	count := func(w *graph.Written) map[string]int {
		n := make(map[string]int)
		for _, s := range w.Graph.Skips {
			if s.Reason == graph.SkipSyntax && len(p.shifts[s.Path]) > 0 {
				n[s.Path]++
			}
		}
		return n
	}
	was := count(p.was)
	for file, n := range count(p.is) {
		if n > was[file] {
			p.conflicts = append(p.conflicts, Spot{FilePath: file, Reason: fmt.Sprintf("%s is not a valid name in %s", p.newName, p.languageOf(file))})
		}
	}
}

func (p *proof) languageOf(file string) string {
	if n := p.was.Graph.Node("File:" + file); n != nil {
		return n.Language
	}
	return "this file"
}

// overrides finds methods that would start or stop to override others.
func (p *proof) overrides() {
	pairs := func(w *graph.Written, before bool) map[[2]string]*graph.Edge {
		out := make(map[[2]string]*graph.Edge)
		for _, e := range w.Graph.Edges() {
			if e.Type == graph.Overrides && (e.Source.Name == p.newName || e.Source.Name == p.oldName) {
				out[[2]string{p.key(e.Source, before), p.key(e.Target, before)}] = e
			}
		}
		return out
	}
	was, is := pairs(p.was, true), pairs(p.is, false)
	for k, e := range is {
		if was[k] == nil {
			p.conflicts = append(p.conflicts, Spot{FilePath: e.Source.Path, Reason: fmt.Sprintf("%s would override %s", engine.Clean(e.Source.ID), engine.Clean(e.Target.ID))})
		}
	}
	for k, e := range was {
		if is[k] == nil {
			p.conflicts = append(p.conflicts, Spot{FilePath: e.Source.Path, Reason: fmt.Sprintf("%s would not override %s any more", engine.Clean(e.Source.ID), engine.Clean(e.Target.ID))})
		}
	}
}

// exported finds uses from which the new name is not visible: in some languages the name itself
// decides its visibility.
func (p *proof) exported() {
	is := make(map[string]*graph.Node)
	for _, n := range p.is.Graph.Nodes {
		if n.Name == p.newName {
			is[p.key(n, false)] = n
		}
	}
	for _, n := range p.members() {
		m := is[p.key(n, true)]
		if m != nil && n.Entry != nil && n.Entry.Type == "test" && (m.Entry == nil || m.Entry.Type != "test") {
			p.conflicts = append(p.conflicts, Spot{FilePath: n.Path, Reason: fmt.Sprintf("no test runner would start %s", p.newName)})
		}
		if m == nil || !n.Exported || m.Exported {
			continue
		}
		for i := range p.was.Uses {
			if u := &p.was.Uses[i]; path.Dir(u.Path) != path.Dir(n.Path) && slices.Contains(u.Symbols, n) {
				p.conflicts = append(p.conflicts, p.spot(u.Path, u.At, p.newName+" could not be seen from here"))
			}
		}
	}
}

// broken finds unresolved uses and missing members that the edits would cause.
func (p *proof) broken() {
	type lack struct{ path, what, name string }
	count := func(w *graph.Written) map[lack]int {
		n := make(map[lack]int)
		name := func(s string) string {
			if s == p.newName {
				return p.oldName
			}
			return s
		}
		for i := range w.Graph.Unresolved {
			u := &w.Graph.Unresolved[i]
			if u.Traced {
				continue
			}
			n[lack{u.Path, string(u.Kind), name(u.Name)}]++
		}
		for i := range w.Graph.Lacks {
			for _, m := range w.Graph.Lacks[i].Members {
				n[lack{w.Graph.Lacks[i].Path, string(w.Graph.Lacks[i].Form), name(m.Name)}]++
			}
		}
		return n
	}
	was := count(p.was)
	for k, n := range count(p.is) {
		if n > was[k] {
			p.conflicts = append(p.conflicts, Spot{FilePath: k.path, Reason: fmt.Sprintf("something would lack %s", cmp.Or(strings.ReplaceAll(k.name, p.oldName, p.newName), p.newName))})
		}
	}
}
