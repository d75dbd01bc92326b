package cfamily

import (
	"bytes"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// place returns the place of declaration n, including its template clauses and the comments of doc
// directly above it.
func (x *extractor) place(n int32, doc *walk.Comments) walk.Place {
	start := x.t.Line(n)
	if x.template.node >= 0 {
		start = x.t.Line(x.template.node)
	}
	return walk.PlaceOf(x.t, n, start, doc, x.docHash)
}

// newDef returns a Def at p; its signature text ends before node body, -1 for none.
func (x *extractor) newDef(kind facts.DefKind, p walk.Place, name string, body int32) facts.Def {
	d := p.Def(x.t, kind, name, -1, body)
	if n := len(x.classes); n > 0 && x.b.In() == x.classes[n-1].id {
		d.Flags |= x.classes[n-1].access
	} else if x.hidden > 0 {
		d.Flags |= facts.FileLocal
	} else if x.b.AtFileLevel() {
		d.Flags |= facts.Exported
	}
	return d
}

// at sets the line of d to that of its name.
func (x *extractor) at(d *facts.Def, name int32) {
	if name >= 0 {
		d.Line = max(d.Start, x.t.Line(name))
		d.SignatureEnd = max(d.SignatureEnd, d.Line)
	}
}

// declareDef binds the name of a definition inside a function.
func (x *extractor) declareDef(id facts.DefID, line int32) {
	d := &x.b.File.Defs[id]
	if x.b.AtFileLevel() || d.Name == "" || len(x.classes) > 0 && d.Parent == x.classes[len(x.classes)-1].id {
		return
	}
	walk.Declare(x.b, id, d.Name, line)
}

// header returns the text of n before body as one line, including template clauses.
func (x *extractor) header(n, body int32) string {
	from, end := n, x.t.Nodes[n].End
	if x.template.node >= 0 {
		from = x.template.node
	}
	if body >= 0 {
		end = x.t.Nodes[body].Start
	}
	x.buf = bytes.TrimRight(x.source(x.buf[:0], from, end), "; \t\r\n:={\\")
	return oneLine(x.buf)
}

// source appends the text of n up to the byte end to buf, without comments.
func (x *extractor) source(buf []byte, n int32, end uint32) []byte {
	return x.t.AppendSource(buf, n, x.t.Nodes[n].Start, end, nil)
}

// oneLine returns text as one line. Backslashes at line ends are removed.
func oneLine(text []byte) string {
	if bytes.IndexByte(text, '\\') >= 0 {
		text = bytes.ReplaceAll(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), []byte("\\\n"), []byte(" "))
	}
	return lang.OneLine(text)
}
