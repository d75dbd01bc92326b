package ruby

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// header returns the source of node i up to the end of node head as one line.
func (x *extractor) header(i, head int32) string {
	return lang.OneLine(x.t.AppendSource(nil, i, x.t.Nodes[i].Start, x.t.Nodes[head].End, nil))
}

// document sets the documentation of d to the comments above it and returns them.
func (x *extractor) document(d *facts.Def) []int32 {
	doc := x.doc.above(x.t.RowOf(d.Start))
	if x.sig >= 0 {
		doc = x.sigDoc
	}
	if len(doc) == 0 {
		return nil
	}
	d.DocStart, d.DocEnd = x.line(doc[0]), x.t.EndLine(doc[len(doc)-1])
	var h lang.Hasher
	for _, c := range doc {
		h.Text([]byte(strings.TrimLeft(x.t.Text(c), "#")))
	}
	d.DocHash = h.Sum()
	return doc
}

// layout reports whether token n is layout only and left out of hashes: a semicolon or a line end.
func (x *extractor) layout(n int32) bool {
	node := &x.t.Nodes[n]
	return node.Size == 1 && node.End == node.Start+1 && x.t.Source[node.Start] == ';'
}

// inner reports whether node n is layout or a definition with its own hashes.
func (x *extractor) inner(n int32) bool { return x.isDefinition(n) || x.layout(n) }

func (x *extractor) isDefinition(n int32) bool {
	if x.t.Nodes[n].Flags&lang.IsNamed == 0 {
		return false
	}
	switch x.t.Kind(n) {
	case kMethod, kSingletonMethod, kClass, kModule:
		return true
	}
	return false
}

// innerOfType is inner, extended by the constants and accessors in the body of a type, which have
// hashes too.
func (x *extractor) innerOfType(n int32) bool {
	if x.inner(n) {
		return true
	}
	if x.t.Nodes[n].Flags&lang.IsNamed == 0 {
		return false
	}
	switch x.t.Kind(n) {
	case kAssignment, kOperatorAssignment:
		return x.t.Kind(x.t.Child(n, fLeft)) == kConstant
	case kCall:
		return x.isAccessors(n)
	}
	return false
}

// isAccessors reports whether call n only defines accessors by name.
func (x *extractor) isAccessors(n int32) bool {
	method, list := x.t.Child(n, fMethod), x.t.Child(n, fArguments)
	if method < 0 || list < 0 || x.t.Child(n, fReceiver) >= 0 || x.t.Child(n, fBlock) >= 0 {
		return false
	}
	switch x.b.Text(method) {
	case "attr_reader", "attr_writer", "attr_accessor":
	default:
		return false
	}
	for c := x.t.FirstNamed(list); c >= 0; c = x.nextNamed(c) {
		if k := x.t.Kind(c); k != kSimpleSymbol && k != kString {
			return false
		}
	}
	return true
}

func (x *extractor) hashMethod(d *facts.Def, params, body int32) {
	t := x.t
	var h lang.Hasher
	if params >= 0 {
		for c := t.First(params); c >= 0; c = t.Next(c) {
			if x.usable(c) {
				h.Add(x.b, c, x.isDefault)
				if t.Kind(c) == kKeywordParameter && t.Child(c, fValue) >= 0 {
					h.Text([]byte("=")) // without a default it has to be passed
				}
				h.Text([]byte(","))
			}
		}
	}
	d.SignatureHash = h.Cut()
	if params >= 0 {
		for c := t.First(params); c >= 0; c = t.Next(c) {
			h.Add(x.b, t.Child(c, fValue), nil)
		}
	}
	h.Add(x.b, body, x.inner)
	d.BodyHash, d.Sketch = h.Cut(), h.Sketch()
}

// isDefault reports whether node n is the default value of a parameter.
func (x *extractor) isDefault(n int32) bool { return x.t.Nodes[n].Field == fValue }

// hashType hashes a class or module: its base, and the statements of its body that define nothing. The
// sketch covers the whole type.
func (x *extractor) hashType(d *facts.Def, i, super, body int32) {
	var h lang.Hasher
	h.Add(x.b, super, nil)
	d.SignatureHash = h.Cut()
	h.Add(x.b, body, x.innerOfType)
	d.BodyHash = h.Cut()
	var all lang.Hasher
	all.Add(x.b, i, x.layout)
	d.Sketch = all.Sketch()
}

func (x *extractor) hashValue(d *facts.Def, value int32) {
	var h lang.Hasher
	h.Add(x.b, value, nil)
	d.BodyHash, d.Sketch = h.Sum(), h.Sketch()
}
