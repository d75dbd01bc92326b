package cfamily

import (
	"bytes"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// comments are the comments seen right before a declaration.
type comments struct {
	nodes    []int32
	end      int32 // line on which the last one ends
	previous int32 // line on which the sibling before ends
}

// see takes in the next sibling.
func (d *comments) see(t *lang.Tree, n int32) {
	if t.Kind(n) != kComment {
		d.nodes, d.previous = d.nodes[:0], t.EndLine(n)
		return
	}
	line := t.Line(n)
	switch {
	case len(d.nodes) > 0 && line == d.end+1:
	case len(d.nodes) == 0 && line == d.previous:
		return // stands behind the code of its line
	default:
		d.nodes = d.nodes[:0]
	}
	d.nodes = append(d.nodes, n)
	d.end = t.EndLine(n)
}

// A place is where a declaration stands, with its documentation.
type place struct {
	start, end       int32
	docStart, docEnd int32
	docHash          uint64
}

// place returns the place of declaration n, from its template clause on, with the
// comments in doc right above it.
func (x *extractor) place(n int32, doc *comments) place {
	p := place{start: x.t.Line(n), end: x.t.EndLine(n)}
	if x.template.node >= 0 {
		p.start = x.t.Line(x.template.node)
	}
	if doc != nil && len(doc.nodes) > 0 && doc.end+1 == p.start {
		p.docStart, p.docEnd = x.t.Line(doc.nodes[0]), doc.end
		p.docHash = x.docHash(doc.nodes)
	}
	return p
}

// newDef returns a Def at p; body is the node that the signature ends before, -1
// for none.
func (x *extractor) newDef(kind facts.DefKind, p place, name string, body int32) facts.Def {
	d := lang.NewDef(kind, name)
	d.Start, d.Line, d.SignatureEnd, d.End = p.start, p.start, p.end, p.end
	d.DocStart, d.DocEnd, d.DocHash = p.docStart, p.docEnd, p.docHash
	if body >= 0 {
		d.SignatureEnd = max(d.Start, x.t.Line(body))
	}
	if n := len(x.classes); n > 0 && x.b.In() == x.classes[n-1].id {
		if !x.classes[n-1].private {
			d.Flags |= facts.Exported
		}
	} else if x.hidden > 0 {
		d.Flags |= facts.FileLocal
	} else if x.b.AtFileLevel() {
		d.Flags |= facts.Exported
	}
	return d
}

// at sets the line of the name.
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
	v := lang.NewVar(facts.DefVar, d.Name, line)
	v.Def = id
	x.b.Declare(v)
}

// header returns the text of n, from its template clause on, before body as one
// line.
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

// source appends the source of n up to the byte end, without its comments.
func (x *extractor) source(buf []byte, n int32, end uint32) []byte {
	return x.t.AppendSource(buf, n, x.t.Nodes[n].Start, end, nil)
}

// oneLine returns text as one line, where lines of a macro that are joined end with a
// backslash.
func oneLine(text []byte) string {
	if bytes.IndexByte(text, '\\') >= 0 {
		text = bytes.ReplaceAll(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), []byte("\\\n"), []byte(" "))
	}
	return lang.OneLine(text)
}
