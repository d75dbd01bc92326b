// Package digest tells whether a definition has the same type in two snapshots.
//
// In: the resolver of a snapshot. Out: numbers that stand for the types of definitions.
package digest

import (
	"hash/fnv"
	"io"
	"slices"
	"strconv"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/infer"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/lattice"
)

// A Digest stands for the type of a value in all snapshots: equal types of symbols with one meaning have equal digests. Zero is
// that of a type which another snapshot may have under the same name with another meaning: of a literal, or of what is
// declared in a function.
type Digest uint32

// A Maker makes digests of the types of one snapshot.
type Maker struct {
	r     *infer.Resolver
	named map[decl.SymbolID]named // memo of nameOf
}

func New(r *infer.Resolver) *Maker { return &Maker{r, make(map[decl.SymbolID]named)} }

// Of returns the digest of what a definition without a declared type is: of the value of a variable, and of what a function
// returns. changed, which may be nil, reports whether a symbol of the type has another meaning; then the digest is zero.
func (m *Maker) Of(s decl.SymbolID, changed func(decl.SymbolID) bool) Digest {
	d := query{Maker: m, changed: changed}
	h := d.of(m.r.SymType(s))
	if m.r.Def(s).Kind.IsCallable() {
		h = combine(h, d.of(m.r.Returns(s)))
	}
	if d.open {
		return 0
	}
	return max(h, 1)
}

type query struct {
	*Maker
	changed func(decl.SymbolID) bool
	open    bool // the digest is zero
}

func combine(h, with Digest) Digest { return h*16777619 ^ with }

func hashed(kind lattice.Kind, parts ...string) Digest {
	h := fnv.New32a()
	h.Write([]byte{byte(kind)})
	for _, p := range parts {
		io.WriteString(h, p)
		h.Write([]byte{0})
	}
	return Digest(h.Sum32())
}

func (d *query) of(t lattice.Type) Digest {
	if t < lattice.FirstType {
		return Digest(t)
	}
	n := d.r.Types.Node(t)
	var h Digest
	switch n.Kind {
	case lattice.FuncType, lattice.FuncLit, lattice.Object:
		d.open = true
		return 0
	case lattice.Instance, lattice.Class, lattice.Func, lattice.Holder, lattice.Param, lattice.Binding:
		h = hashed(n.Kind, d.symbol(n.Symbol()), strconv.Itoa(int(n.Position())))
	case lattice.Module:
		h = hashed(n.Kind, d.r.Unit(n.Unit()).Key)
	default:
		h = hashed(n.Kind, d.r.Types.NameOf(n), strconv.FormatBool(n.IsChannel()))
	}
	parts := make([]Digest, len(n.Args))
	for i, a := range n.Args {
		parts[i] = d.of(a)
	}
	if n.Kind == lattice.Union { // whose order is that in which types were met
		slices.Sort(parts)
	}
	for _, p := range parts {
		h = combine(h, p)
	}
	return h
}

// A named is what stands for a symbol in all snapshots.
type named struct {
	name string
	open bool // it is declared in a function, or has no name
}

// symbol returns a name of a symbol that it has in all snapshots.
func (d *query) symbol(s decl.SymbolID) string {
	x, known := d.named[s]
	if !known {
		x = d.nameOf(s)
		d.named[s] = x
	}
	d.open = d.open || x.open || d.changed != nil && d.changed(s)
	return x.name
}

func (m *Maker) nameOf(s decl.SymbolID) (out named) {
	r := m.r
	y := r.Symbol(s)
	defs := r.File(y.File).Facts.Defs
	same := 0 // of the definitions before it
	for i := range defs[:y.Def] {
		if defs[i].Name == defs[y.Def].Name {
			same++
		}
	}
	out.name = r.File(y.File).Path + "\x00" + strconv.Itoa(same)
	for in := y.Def; in >= 0; in = defs[in].Parent {
		out.name += "\x00" + defs[in].Name
		out.open = out.open || in != y.Def && defs[in].Kind.IsCallable() || defs[in].Has(facts.Inner) || defs[in].Name == ""
	}
	return out
}
