package behaviour

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/edit"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/failure"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// A balance counts the error handlers of all functions of a change, by side. Moving code does not change it.
type balance struct {
	handlers [2]int // in base, in head
	events   [2]int // events that remove one, that add one
	alone    [2]int // in functions that only that side has, which the other may have had once or in many places
	files    [2]bool
}

// balanceOf returns the balance of the compared units and of the functions that only one side has.
func balanceOf(in *Input, all []compared, came, went []*tree.Node) balance {
	var b balance
	for i := range all {
		u := all[i].unit
		b.handlers[0] += failure.Handlers(u.a) + failure.Handlers(u.restA...)
		b.handlers[1] += failure.Handlers(u.b) + failure.Handlers(u.restB...)
		for _, e := range all[i].events {
			switch e.Kind {
			case edit.CatchRemoved:
				b.events[0]++
			case edit.CatchAdded:
				b.events[1]++
			}
		}
	}
	b.alone = [2]int{failure.Handlers(went...), failure.Handlers(came...)}
	for i := range in.Set.Files {
		switch c := &in.Set.Files[i]; {
		case c.NewPath == "":
			b.files[0] = b.files[0] || in.Language(c.OldPath, change.InBase) != nil
		case c.OldPath == "":
			b.files[1] = b.files[1] || in.Language(c.NewPath, change.InHead) != nil
		}
	}
	return b
}

// tips reports whether an event adds a handler, or removes one, and its side has so many more than the other that none
// came from elsewhere. It is not known where the other side has functions with handlers, or files, of its own.
func (b *balance) tips(e *event) bool {
	side, other := 1-e.otherSide(), e.otherSide()
	return (e.Kind == edit.CatchAdded || e.Kind == edit.CatchRemoved) && e.only() != nil && b.alone[other] == 0 && !b.files[other] &&
		b.handlers[side]+b.alone[side]-b.handlers[other] >= b.events[side]
}

// endsAlways reports whether an event runs at the end of a handler, whatever happens, what its function ran only where no
// error came up before it, or the other way round.
func (c *compared) endsAlways(e *event) bool {
	n := e.only()
	if n.Is(lang.RoleTry) {
		n = n.Kids[len(n.Kids)-1]
	}
	if e.Kind != edit.CleanupAdded && e.Kind != edit.CleanupRemoved || !n.Is(lang.RoleFinally) || len(n.Kids[0].Kids) == 0 {
		return false
	}
	return !slices.ContainsFunc(n.Kids[0].Kids, func(s *tree.Node) bool {
		return !slices.ContainsFunc(c.events, func(o event) bool {
			return (o.Base == nil) != (e.Base == nil) && tree.Same(o.only(), s) && s.Is(lang.RoleCall, lang.RoleAwait) && slices.Equal(o.Symbols, e.Symbols)
		})
	})
}
