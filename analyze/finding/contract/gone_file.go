package contract

import (
	"path"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// goneFile returns the file of base that an import referred to and that head does not have.
func (d *detector) goneFile(u *graph.Unresolved) (*graph.Node, float64) {
	file := d.Set.BaseOf(fileOf(u.Source))
	if file == nil {
		return nil, 0
	}
	_, line, kept := d.Set.BaseLine(u.Path, u.Line)
	var there *graph.Node // the target of the same line in base
	for _, e := range d.Base.Out(file) {
		if e.Type != graph.Imports {
			continue
		}
		if e.Target.Label == graph.Folder && path.Base(u.Name) == path.Base(e.Target.Path) && d.isEmptied(e.Target) {
			return e.Target, u.Confidence // a package of several files
		}
		if e.Target.Label != graph.File {
			continue
		}
		if h := d.Set.HeadOf(e.Target); h != nil && h.Path == e.Target.Path {
			continue // it is still there
		}
		if named(u.Name, e.Target.Path) {
			return e.Target, u.Confidence
		}
		if kept && slices.ContainsFunc(e.Sites, func(s graph.Site) bool { return s.Line == line }) {
			there = e.Target
		}
	}
	if there == nil {
		return nil, 0
	}
	return there, u.Confidence
}

// isEmptied reports whether head has none of the files that a folder of base contained.
func (d *detector) isEmptied(folder *graph.Node) bool {
	return !slices.ContainsFunc(d.Base.Out(folder), func(e *graph.Edge) bool {
		if e.Type != graph.Contains || e.Target.Label != graph.File || e.Target.Test {
			return false
		}
		h := d.Set.HeadOf(e.Target)
		return h != nil && path.Dir(h.Path) == folder.Path
	})
}

// definition returns the place where a symbol of base is defined; for a folder its first file.
func (d *detector) definition(n *graph.Node) (file string, line int) {
	file = n.Path
	if n.Label == graph.Folder {
		for _, e := range d.Base.Out(n) {
			if e.Type == graph.Contains && e.Target.Label == graph.File && (file == n.Path || e.Target.Path < file) {
				file = e.Target.Path
			}
		}
	}
	return file, max(n.Line, 1)
}

// named reports whether an import as written ends with the name of a file or of its folder:
// "./db/users.js" and "acme.db.users" both match src/db/users.ts.
func named(source, file string) bool {
	stem := func(p string) string {
		p = path.Base(p)
		return p[:len(p)-len(path.Ext(p))]
	}
	last := source
	for i := len(source) - 1; i >= 0; i-- {
		if source[i] == '.' || source[i] == '/' || source[i] == ':' {
			last = source[i+1:]
			break
		}
	}
	name, folder := stem(file), path.Base(path.Dir(file))
	return last == name || stem(source) == name || path.Base(source) == folder || last == folder
}

func fileOf(n *graph.Node) *graph.Node {
	for n != nil && n.Label != graph.File {
		n = n.Parent
	}
	return n
}

// isMade reports whether a tool writes the file of n, by a note in it or its name: a build may write it where it is not stored.
func isMade(n *graph.Node) bool {
	base := path.Base(n.Path)
	return n.Generated || strings.Contains(base, ".gen.") || strings.Contains(base, ".generated.") || strings.Contains(base, "_generated.")
}

// isMadeAnew reports whether a tool writes the file of n from one of another language that the change touches.
func (d *detector) isMadeAnew(n *graph.Node) bool {
	if n == nil || !isMade(n) {
		return false
	}
	stem, _, _ := strings.Cut(path.Base(n.Path), ".")
	for i := range d.Set.Files {
		to := d.Set.Files[i].NewPath
		if from, _, _ := strings.Cut(path.Base(to), "."); from == stem && path.Ext(to) != path.Ext(n.Path) && d.Head.Node("File:"+to) == nil {
			return true
		}
	}
	return false
}
