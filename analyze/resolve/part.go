package resolve

import (
	"path"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// canon returns the symbol that stands for all parts of a definition: the first
// part of a namespace or partial class, the definition of a forward declared
// type. It is the one that types, members and bases belong to.
func (r *resolver) canon(s symID) symID {
	if s >= 0 && r.syms[s].part >= 0 {
		return r.syms[s].part
	}
	return s
}

// join makes s a part of the first of the symbols of its name that it goes
// together with, and reports whether there is one.
func (r *resolver) join(s symID, same []symID) bool {
	d := r.def(s)
	if !d.Has(facts.Partial) {
		return false
	}
	for i, first := range same {
		o := r.def(first)
		if !o.Has(facts.Partial) || len(o.TypeParams) != len(d.TypeParams) || o.Kind.IsCallable() != d.Kind.IsCallable() {
			continue
		}
		c, p := r.canon(first), s
		if r.standsFor(s, c) {
			c, p = s, c
			same[i] = s
		}
		r.syms[p].part = c
		for _, q := range r.syms[p].parts {
			r.syms[q].part = c
		}
		r.syms[c].parts = append(append(r.syms[c].parts, r.syms[p].parts...), p)
		r.syms[p].parts = nil
		r.moveMembers(p, c)
		return true
	}
	return false
}

// standsFor reports whether s stands for a definition in parts rather than c, the
// one that does so far: the definition instead of a declaration, one that tests do
// not add to, the one that names the bases, the one highest up.
func (r *resolver) standsFor(s, c symID) bool {
	d, o := r.def(s), r.def(c)
	if a, b := d.Has(facts.Declaration), o.Has(facts.Declaration); a != b {
		return b
	}
	if a, b := r.files[r.syms[s].file].test, r.files[r.syms[c].file].test; a != b {
		return b
	}
	if a, b := len(d.Extends) > 0, len(o.Extends) > 0; a != b {
		return a
	}
	p, q := r.files[r.syms[s].file].path, r.files[r.syms[c].file].path
	if a, b := strings.Count(p, "/"), strings.Count(q, "/"); a != b {
		return a < b
	}
	return p < q
}

// moveMembers gives what part holds so far to the symbol that stands for it.
func (r *resolver) moveMembers(part, canon symID) {
	p, c := &r.syms[part], &r.syms[canon]
	for name, list := range p.members {
		if c.members == nil {
			c.members = make(map[string][]symID)
		}
		for _, m := range list {
			if !r.join(m, c.members[name]) {
				c.members[name] = addName(c.members[name], m)
			}
		}
	}
	if c.ctor < 0 {
		c.ctor = p.ctor
	}
	p.members = nil
}

// forget drops what was remembered while members were still being attached.
func (r *resolver) forget() {
	for s := range r.syms {
		y := &r.syms[s]
		y.based, y.bases, y.open, y.outer, y.closed, y.typ, y.returns = false, nil, false, false, nil, uncomputed, uncomputed
	}
	for i := range r.files {
		f := &r.files[i]
		f.scope = make(map[string]foundID)
		f.chosen = nil
		clear(f.exprs)
		clear(f.vars)
		clear(f.decls)
		clear(f.denoted)
	}
	clear(r.members)
	clear(r.own)
	clear(r.orders)
	clear(r.linears)
	clear(r.renamed)
}

// extend attaches the bases that a type gets outside of its declaration.
func (r *resolver) extend() {
	for i := range r.files {
		r.at = fileID(i)
		f := &r.files[i]
		for j := range f.facts.Extensions {
			x := &f.facts.Extensions[j]
			if s := r.receiver(fileID(i), x.Of); s >= 0 {
				y := &r.syms[s]
				y.extensions = append(y.extensions, extension{fileID(i), x})
				y.based, y.bases = false, nil // looking for Of may have asked already
			}
		}
	}
}

// An extension is one of facts.File.Extensions with its file.
type extension struct {
	file fileID
	*facts.Extension
}

// maxDefinitions bounds the definitions that one declaration may stand for:
// alternatives by platform.
const maxDefinitions = 4

// define finds the definitions of the functions and variables that are only
// declared: those of the same qualified name in the language's family, the ones
// nearest by path.
func (r *resolver) define() {
	byName, declared := r.promises(func(d *facts.Def) bool {
		return d.Kind.IsCallable() || d.Kind == facts.Variable || d.Kind == facts.Constant
	})
	for _, s := range declared {
		r.syms[s].definitions = r.nearest(s, byName[r.promiseKey(s)])
	}
}

// defineTypes makes one of each type and its declarations: what is said of one is
// said of all. Where there is no definition the first declaration stands for it. It
// reports whether there was any.
func (r *resolver) defineTypes() (some bool) {
	byName, declared := r.promises(func(d *facts.Def) bool { return d.Kind.IsType() && d.Kind != facts.TypeDef })
	first := make(map[string]symID)
	for _, s := range declared {
		y, key := &r.syms[s], r.promiseKey(s)
		found := r.nearest(s, byName[key])
		switch one, ok := first[key]; {
		case y.part >= 0 || len(y.parts) > 0:
			continue
		case len(found) > 0:
			y.part = r.canon(found[0])
		case ok:
			y.part = one
		default:
			first[key] = s
			continue
		}
		names := r.units[r.files[y.file].unit].names
		if y.parent >= 0 {
			h := &r.syms[r.canon(y.parent)]
			if names = h.members; r.def(y.parent).Kind.IsCallable() {
				names = h.nested
			}
		}
		if same, ok := names[r.def(s).Name]; ok { // what holds it may be a part of one that does not
			names[r.def(s).Name] = r.whole(same)
		}
		c := &r.syms[y.part]
		c.declaredIn = append(c.declaredIn, y.file)
		some = true
	}
	return some
}

// promised returns the definition of what s declares, s itself for others.
func (e *emitter) promised(s symID) symID {
	switch d := e.def(s); {
	case !d.Has(facts.Declaration):
		return s
	case d.Kind.IsType():
		return e.canon(s)
	case len(e.syms[s].definitions) > 0:
		return e.syms[s].definitions[0]
	}
	return s
}

// whole replaces parts among symbols by what stands for them.
func (r *resolver) whole(syms []symID) []symID {
	var out []symID
	for _, s := range syms {
		if c := r.canon(s); !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	return out
}

// promises returns the symbols that fit by family and qualified name, where any is
// declared, and those that are only declared.
func (r *resolver) promises(fits func(*facts.Def) bool) (byName map[string][]symID, declared []symID) {
	families := make(map[string]bool)
	for s := range r.syms {
		r.at = r.syms[s].file
		if d := r.def(symID(s)); d.Has(facts.Declaration) && fits(d) {
			declared = append(declared, symID(s))
			families[family(r.files[r.syms[s].file].lang)] = true
		}
	}
	byName = make(map[string][]symID)
	for s := range r.syms {
		r.at = r.syms[s].file
		d := r.def(symID(s))
		if families[family(r.files[r.syms[s].file].lang)] && !d.Has(facts.Declaration) && fits(d) {
			key := r.promiseKey(symID(s))
			byName[key] = append(byName[key], symID(s))
		}
	}
	return byName, declared
}

func (r *resolver) promiseKey(s symID) string {
	return family(r.files[r.syms[s].file].lang) + " " + r.qualified(s)
}

// qualified returns the dotted name of a symbol with those around it.
func (r *resolver) qualified(s symID) string {
	name := r.def(s).Name
	for p, hops := r.syms[s].parent, 0; p >= 0 && hops < maxBases; p, hops = r.syms[p].parent, hops+1 {
		name = r.def(p).Name + "." + name
	}
	return name
}

// nearest returns those of the definitions that a declaration can stand for that
// are nearest to it: with as many parameters, and by path.
func (r *resolver) nearest(s symID, definitions []symID) []symID {
	d, best := r.def(s), -1
	var out []symID
	for _, t := range definitions {
		o := r.def(t)
		f, g := &r.files[r.syms[s].file], &r.files[r.syms[t].file]
		if f.lang.Unit != nil && f.unit != g.unit || o.Has(facts.FileLocal) && f != g || o.Kind.IsCallable() != d.Kind.IsCallable() || o.Kind.IsType() != d.Kind.IsType() {
			continue
		}
		near := nearScale * near(r.files[r.syms[s].file].path, r.files[r.syms[t].file].path)
		if r.syms[s].file == r.syms[t].file {
			near += 2
		}
		if len(o.Params) == len(d.Params) {
			near += 1 << 24
			near += 2 * r.alikeParams(s, t)
			if o.SignatureHash == d.SignatureHash {
				near += 3
			}
		}
		switch {
		case near > best:
			best, out = near, []symID{t}
		case near == best && len(out) < maxDefinitions:
			out = append(out, t)
		}
	}
	return out
}

// alikeParams counts the parameters of two functions whose types are written with
// the same name, up to a limit.
func (r *resolver) alikeParams(s, t symID) int {
	const most = 28
	name := func(f *fileState, id facts.TypeID) string {
		for id >= 0 {
			ty := &f.facts.Types[id]
			if ty.Kind == facts.Named {
				return ty.Name
			}
			if len(ty.Args) == 0 {
				return ""
			}
			id = ty.Args[0]
		}
		return ""
	}
	n := 0
	a, b := r.def(s).Params, r.def(t).Params
	for i := range min(len(a), len(b), most) {
		if x := name(&r.files[r.syms[s].file], a[i].Type); x != "" && x == name(&r.files[r.syms[t].file], b[i].Type) {
			n++
		}
	}
	return n
}

// nearScale leaves room below what near counts for what tells two that are as near.
const nearScale = 64

// near says how near two paths are to each other: first by the directories that
// they share from the root on, then by the same name without extension, then by how
// few other directories lie between them.
func near(a, b string) int {
	n := 0
	for {
		x, restA, moreA := strings.Cut(a, "/")
		y, restB, moreB := strings.Cut(b, "/")
		if !moreA || !moreB || x != y {
			break
		}
		n, a, b = n+1, restA, restB
	}
	stem := func(p string) string { return strings.TrimSuffix(path.Base(p), path.Ext(p)) }
	if n *= 2; stem(a) == stem(b) {
		n++
	}
	const most = 63
	return (most+1)*n + most - min(most, strings.Count(a, "/")+strings.Count(b, "/"))
}

// alternatives returns those of several definitions of one name in one scope that
// a file means: of types, and of functions with as many parameters as one that is
// only declared, the nearest by path, the declared one before others as near.
// Builds for other platforms and variants have the rest.
func (r *resolver) alternatives(file fileID, syms []symID) []symID {
	rank := func(s symID) int {
		n := 2 * near(r.files[file].path, r.files[r.syms[s].file].path)
		if r.def(s).Has(facts.Declaration) {
			n++
		}
		return n
	}
	var out []symID
	for _, s := range syms {
		d := r.def(s)
		alternative := func(t symID) bool {
			o := r.def(t)
			return t != s && d.Kind.IsType() == o.Kind.IsType() && d.Kind.IsCallable() == o.Kind.IsCallable() && len(o.Params) == len(d.Params) &&
				len(o.TypeParams) == len(d.TypeParams) && r.syms[s].file != r.syms[t].file && r.files[r.syms[s].file].unit == r.files[r.syms[t].file].unit
		}
		declared := d.Kind.IsType() || d.Has(facts.Declaration) || slices.ContainsFunc(syms, func(t symID) bool { return alternative(t) && r.def(t).Has(facts.Declaration) })
		if declared && slices.ContainsFunc(syms, func(t symID) bool { return alternative(t) && rank(t) > rank(s) }) {
			continue
		}
		out = append(out, s)
	}
	return out
}

// isElsewhere reports whether s defines what a declaration among syms promises, and
// another definition is nearer to that.
func (r *resolver) isElsewhere(s symID, syms []symID) bool {
	for _, t := range syms {
		if list := r.syms[t].definitions; len(list) > 0 && len(r.def(t).Params) == len(r.def(s).Params) &&
			r.def(list[0]).SignatureHash == r.def(s).SignatureHash && !slices.Contains(list, s) {
			return true
		}
	}
	return false
}

// defined replaces declarations among symbols by their definitions.
func (r *resolver) defined(syms []symID) []symID {
	some := false
	for _, s := range syms {
		some = some || len(r.syms[s].definitions) > 0
	}
	if !some {
		return syms
	}
	var out []symID
	for _, s := range syms {
		list := r.syms[s].definitions
		switch {
		case len(list) > 0:
		case r.isElsewhere(s, syms):
			continue
		default:
			list = []symID{s}
		}
		for _, t := range list {
			if !slices.Contains(out, t) {
				out = append(out, t)
			}
		}
	}
	return out
}
