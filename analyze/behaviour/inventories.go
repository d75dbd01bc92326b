package behaviour

import (
	"cmp"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/edit"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/excerpt"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/failure"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/inventory"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// An Inventory is what a function asks, how it can fail and what else it does, as far as the other version of the changed
// files does not have it, or has it in fewer places (package inventory): of a function that only head has, or that was not
// compared as a whole. Of a new constant, variable or field it is the value. Each part is a line of source, shortened; of many
// there are the first.
type Inventory struct {
	Path, Name    string
	Line          int      // of head
	Asks, Fails   []string // in head: parts of conditions, and statements
	Asked, Failed []string // in base
	Does, Did     []string // other code in head, and in base
}

// InventoryOf returns what is told of a function of head, an empty one for nothing.
func (res *Result) InventoryOf(n *graph.Node) *Inventory {
	for i := range res.Inventories {
		if in := &res.Inventories[i]; in.Path == n.Path && in.Name == n.Name && n.Start-1 <= in.Line && in.Line <= n.End {
			return in
		}
	}
	return new(Inventory)
}

// inventories returns the inventories of new functions and values, and of functions that were not compared as a whole. Of the
// latter it adds the differences to res that count as behaviours (C11).
func (acc *account) inventories(in *Input, all []compared, m *matcher, files []*file, res *Result) []Inventory {
	out, fresh := newValues(m.set, files), slices.Clone(m.fresh)
	for i := range all {
		fresh = append(fresh, all[i].nested()...)
	}
	if len(fresh) == 0 && !slices.ContainsFunc(all, func(c compared) bool { return c.partly }) {
		return out
	}
	var roots, both [2][]*tree.Node
	for _, f := range files {
		for side, v := range [2]*version{f.base, f.head} {
			if v != nil && v.root != nil {
				roots[side] = append(roots[side], v.root)
			}
		}
	}
	wrote := make(map[*tree.Node]*tree.Node)
	for i := range all {
		if u := all[i].unit; u.a != nil {
			wrote[u.a], wrote[u.b] = all[i].wrote[0], all[i].wrote[1]
			both[0], both[1] = append(both[0], u.a), append(both[1], u.b)
		}
	}
	stock := inventory.NewStock(roots, [2][]*tree.Node{m.went(), m.came()}, both, wrote, acc.isNow, func(name string) bool {
		return acc.came[name] != nil || acc.went[name] != nil
	})
	for _, l := range fresh {
		if !l.taken {
			out = append(out, acc.inventoryOfNew(&l, stock))
		}
	}
	for i := range all {
		if c := &all[i]; c.partly {
			u, was, is := c.unit, c.from.base.code, c.unit.file.head.code
			base, head := stock.OfBoth(u.a, u.b)
			if in.Acts {
				res.Behaviours = append(res.Behaviours, c.listed(stock.Differences(base, head), res.Behaviours)...)
			}
			if len(c.events) == 0 && !c.moved {
				base.Does, head.Does = stock.Unlike(u.a, u.b, was, is)
			}
			out = append(out, Inventory{u.file.headPath, nameOfMember(u.b), int(u.b.Line), excerpts(head.Asks, is), excerpts(head.Fails, is), excerpts(base.Asks, was), excerpts(base.Fails, was), excerpts(head.Does, is), excerpts(base.Does, was)}.unlike())
		}
	}
	return slices.DeleteFunc(out, func(in Inventory) bool {
		return len(in.Asks)+len(in.Fails)+len(in.Asked)+len(in.Failed)+len(in.Does)+len(in.Did) == 0
	})
}

// nested returns the functions in a function that only its version in head has.
func (c *compared) nested() (out []loner) {
	for _, e := range c.events {
		if n := e.Head; e.Base == nil && (n.Is(lang.RoleFunction) || n.Is(lang.RoleAssign) && n.Kids[1].Is(lang.RoleFunction)) {
			out = append(out, loner{file: c.unit.file, n: n})
		}
	}
	return out
}

// unlike leaves out the code of both sides whose beginnings, which are all that is shown, are equal.
func (in Inventory) unlike() Inventory {
	is := in.Does
	in.Does = slices.DeleteFunc(slices.Clone(is), func(s string) bool { return slices.Contains(in.Did, s) })
	in.Did = slices.DeleteFunc(in.Did, func(s string) bool { return slices.Contains(is, s) })
	return in
}

// newValues returns what the constants, variables and fields are set to that only head has.
func newValues(set *change.Set, files []*file) (out []Inventory) {
	added := make(map[string][]*graph.Node)
	for i := range set.Symbols {
		if s := &set.Symbols[i]; s.Base == nil && !s.Head.Label.Callable() && !s.Head.Label.IsType() {
			added[s.Head.Path] = append(added[s.Head.Path], s.Head)
		}
	}
	for _, f := range files {
		if f.head == nil || f.head.root == nil || added[f.headPath] == nil {
			continue
		}
		for _, v := range inventory.ValuesIn(f.head.root) {
			line := int(v.Of.Line)
			if slices.ContainsFunc(added[f.headPath], func(n *graph.Node) bool { return n.Name == v.Name && n.Start-1 <= line && line <= n.End }) {
				out = append(out, Inventory{Path: f.headPath, Name: v.Name, Line: line, Does: excerpts([]*tree.Node{v.Of}, f.head.code)})
			}
		}
	}
	return out
}

// listed returns differences of a function that was not compared as a whole, except what is told.
func (c *compared) listed(differences []inventory.Difference, told []Behaviour) (out []Behaviour) {
	symbols := append(slices.Clone(c.unit.symbols), cmp.Or(edit.Named(c.unit.b), nameOfMember(c.unit.b)))
	shown := func(b Behaviour) bool {
		return slices.ContainsFunc(told, func(o Behaviour) bool { return o.Path == b.Path && o.Symbol == b.Symbol && o.shows(&b) })
	}
	for _, d := range differences {
		e := &event{Event: &edit.Event{Kind: d.Kind, Base: d.Base, Head: d.Head, Symbols: symbols}}
		b := e.behaviour(c.unit.file, c.from)
		was, is := b, b
		was.To, is.From = "", ""
		if b.From != b.To && !shown(b) && !(b.From != "" && b.To != "" && shown(was) && shown(is)) {
			out = append(out, b)
		}
	}
	return out
}

// shows reports whether a behaviour is told on the line of another, or shows its versions, which both may be cut.
func (o *Behaviour) shows(b *Behaviour) bool {
	return o.Line == b.Line && o.Side == b.Side || excerpt.Shows(o.From, b.From) && excerpt.Shows(o.To, b.To)
}

// inventoryOfNew returns the inventory of a function that only head has.
func (acc *account) inventoryOfNew(l *loner, stock *inventory.Stock) Inventory {
	fails := slices.DeleteFunc(failure.In(l.n), func(n *tree.Node) bool { return stock.HadCode(n) || acc.wasThere(n) })
	code := l.file.head.code
	return Inventory{Path: l.file.headPath, Name: nameOfMember(l.n), Line: int(l.n.Line), Asks: excerpts(stock.OfNew(l.n), code), Fails: excerpts(fails, code), Does: excerpts(stock.OfNewStatements(l.n, fails), code)}
}

// wasThere reports whether most of a statement is in what the change removes.
func (acc *account) wasThere(n *tree.Node) bool {
	gain := atomsOf(n, nil, nil)
	return gain.share(acc.lost) >= maxMoved && !hasText(n, gain, acc.lost)
}

// within returns what comes with a check or a handler that a unit got more, as far as b, what is told of it, does not show that:
// the errors in the check, and the calls of the code that the handler is for, if that came with it.
func (acc *account) within(c *compared, e *event, b *Behaviour) (out []Behaviour) {
	if e.Base != nil {
		return nil
	}
	var kind edit.Kind
	var parts []*tree.Node
	switch {
	case e.Kind == edit.GuardAdded:
		kind, parts = edit.ErrorAdded, failure.In(e.Head)
	case e.Kind == edit.CatchAdded && e.Head.Is(lang.RoleTry) && len(e.Kept) == 0:
		kind = edit.CallAdded
		for _, s := range e.Head.Kids[0].Kids {
			if name := called(s); name != "" && !acc.changes(name) {
				parts = append(parts, s)
			}
		}
	}
	for _, n := range parts {
		if n == e.Head || acc.wasThere(n) || tree.HasSame(e.Kept, n) || c.unit.a != nil && has(c.unit.a, n) {
			continue
		}
		if text := excerpts([]*tree.Node{n}, c.unit.file.head.code); len(text) > 0 && !strings.Contains(b.To, strings.TrimSuffix(text[0], "…")) {
			out = append(out, Behaviour{Path: b.Path, Symbol: b.Symbol, Line: int(n.Line), Side: b.Side, Kind: kind, To: text[0]})
		}
	}
	return out
}

// maxAsked is how many bytes the condition of a check may have that is shown with the statement in it.
const maxAsked = 60

// excerpts returns the first pieces of code, each once, on one line each.
func excerpts(all []*tree.Node, code []byte) (out []string) {
	for _, n := range all {
		if n.Is(lang.RoleIf) && n.Kids[0].End-n.Kids[0].Start > maxAsked {
			n = n.Kids[1].Kids[0] // how it fails says more
		}
		text := excerpt.Cut(outline(code, n, nil), excerpt.Beside)
		if text != "" && len(out) < maxListed && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}
