package ecmascript

import (
	"bytes"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/commonjs"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/visibility"
)

// finish does what needs the whole file: marks exported names, resolves the uses of exports.x, and
// turns builtin types that the file defines itself into named types.
func (e *extractor) finish() {
	top := visibility.TopLevel(e.f)
	imported := make(map[string]bool)
	for i := range e.f.Imports {
		imported[e.f.Imports[i].Alias] = true
	}
	has := func(name string) bool { return len(top[name]) > 0 || imported[name] }
	e.types.Settle(has)
	visibility.MarkExports(e.f, top, e.hash.IsPrivate)
	commonjs.BindReads(e.f, e.reads)
	e.guardSuppressed()
	e.guardNames(has)
	visibility.MarkShared(e.f, globalName, e.maybe["exports"] || e.maybe["module"])
}

// guardNames marks as Guarded the uses of names that may be undefined and that the file does not
// define.
func (e *extractor) guardNames(has func(string) bool) {
	for name := range e.maybe {
		if has(name) {
			delete(e.maybe, name)
		}
	}
	if len(e.maybe) == 0 {
		return
	}
	for i := range e.f.Exprs {
		if x := &e.f.Exprs[i]; x.Kind == facts.Name && e.maybe[x.Name] {
			x.Flags |= facts.Guarded
		}
	}
}

// guardSuppressed marks as Guarded the lines after a comment that suppresses compiler errors: names
// there may be undefined on purpose.
func (e *extractor) guardSuppressed() {
	if !bytes.Contains(e.t.Source, []byte("@ts-")) {
		return
	}
	lines := make(map[int32]bool)
	line := int32(1)
	for text := range bytes.Lines(e.t.Source) {
		switch {
		case bytes.Contains(text, []byte("@ts-nocheck")):
			lines[0] = true
		case bytes.Contains(text, []byte("@ts-ignore")), bytes.Contains(text, []byte("@ts-expect-error")):
			lines[line+1] = true
		}
		line++
	}
	for i := range e.f.Exprs {
		if x := &e.f.Exprs[i]; lines[0] || lines[x.Line] {
			x.Flags |= facts.Guarded
		}
	}
	for i := range e.f.Imports {
		if im := &e.f.Imports[i]; lines[0] || lines[im.Line] {
			im.Flags |= facts.GuardedImport
		}
	}
}
