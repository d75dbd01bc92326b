package edges

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/infer"
)

// entryPatterns returns the patterns of a file's language that match its path.
func entryPatterns(l *lang.Language, path string) []*lang.Entry {
	var out []*lang.Entry
	for i := range l.Entries {
		if p := &l.Entries[i]; p.Path == "" || pathGlob(p.Path, path) {
			out = append(out, p)
		}
	}
	return out
}

// matches reports whether a definition matches an entry pattern without registrar, whose path
// pattern matches already.
func (e *Writer) matches(p *lang.Entry, f *infer.File, d *facts.Def, n *graph.Node) bool {
	if p.ExportedOnly && !n.Exported || p.Name != "" && !glob(p.Name, d.Name) {
		return false
	}
	if p.Decorator != "" && !e.decorated(p.Decorator, f, d) {
		return false
	}
	if p.Base != "" || p.ClassDecorator != "" {
		if d.Parent < 0 {
			return false
		}
		class := &f.Facts.Defs[d.Parent]
		if p.ClassDecorator != "" && !e.decorated(p.ClassDecorator, f, class) || p.Base != "" && !e.derives(p.Base, f, class) {
			return false
		}
	}
	if p.ParamType != "" {
		some := false
		for i := range d.Params {
			written := e.writtenType(f, d.Params[i].Type)
			some = some || glob(p.ParamType, written) || p.ParamType == written // a leading * may be a pointer
		}
		return some
	}
	return true
}

// decorated reports whether a definition has a decorator that matches a pattern.
func (e *Writer) decorated(pattern string, f *infer.File, d *facts.Def) bool {
	for _, x := range d.Decorators {
		if glob(pattern, e.calleeName(f, x)) {
			return true
		}
	}
	return false
}

// derives reports whether a type has a base that matches a pattern.
func (e *Writer) derives(pattern string, f *infer.File, d *facts.Def) bool {
	for _, list := range [][]facts.TypeID{d.Extends, d.Implements, d.Embeds} {
		for _, t := range list {
			if glob(pattern, e.writtenType(f, t)) {
				return true
			}
		}
	}
	return false
}

// registered marks the functions passed to a call that registers entry points:
// router.Get("/x", handler).
func (e *Writer) registered(file decl.FileID, call *facts.Expr, target *graph.Node) {
	f := e.infer.File(file)
	if f.Test || target.Test || !target.Label.Callable() || target.Entry != nil && target.Entry.Type == "test" {
		return
	}
	name := e.written(f, call.X, 0)
	for _, p := range f.Entries {
		if p.Registrar == "" || !glob(p.Registrar, name) {
			continue
		}
		e.enter(file, target, graph.Entry{Type: p.Type, Score: p.Score})
	}
}

// enter makes a node an entry point, as the code of a file says. The best of its entries counts.
func (e *Writer) enter(file decl.FileID, target *graph.Node, as graph.Entry) {
	if e.Traces != nil {
		e.Traces[file].Registered = append(e.Traces[file].Registered, Registration{target.ID, as})
	}
	if target.Entry == nil || target.Entry.Score < as.Score {
		target.Entry = &as
	}
}
