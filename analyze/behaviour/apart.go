package behaviour

import (
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/names"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// areApart reports whether what an event adds or removes, and what another one has on the other side, are about different
// things, so that none takes the place of the other: they have no name in common. A call is of a function that
// the other version does not call at all; checks ask no local variable that is set in the function, as that may
// stand for anything.
func (c *compared) areApart(e, o *event) bool {
	if c.unit.a == nil {
		return false
	}
	own, n := e.only(), o.Base
	in, with, file := c.unit.b, c.unit.a, c.from.base.root
	if e.Head == nil {
		n, in, with, file = o.Head, with, in, c.unit.file.head.root
	}
	if names.Share(own, n) || names.CallsOwn(file, n) {
		return false
	}
	if partOf(e) == partCheck {
		return !names.AskLocal(own, in) && !names.AskLocal(n, with)
	}
	name := called(own)
	if own.Is(lang.RoleAssign) {
		name = called(own.Kids[1])
	}
	return name != "" && !with.Some(func(k *tree.Node) bool { return k.Is(lang.RoleName, lang.RoleMember) && tree.LastName(k) == name })
}
