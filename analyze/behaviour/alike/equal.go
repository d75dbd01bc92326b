package alike

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/truth"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/words"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// IsCopy reports whether a call copies or converts a text without arguments: "a".dup and "a".to_string(). It may also
// copy what a function returns.
func IsCopy(text, call *tree.Node) bool {
	return (text.Is(lang.RoleString) || text.Is(lang.RoleCall) && words.Duplicates(tree.LastName(call))) && call.Is(lang.RoleCall, lang.RoleMember) && words.Copies(tree.LastName(call)) &&
		(call.Is(lang.RoleMember) && tree.Same(call.Kid(0), text) || call.Is(lang.RoleCall) && len(call.Kids) == 1 && call.Kids[0].Is(lang.RoleMember) && tree.Same(call.Kids[0].Kid(0), text))
}

// IsNarrowed reports whether a call returns a value as one of a narrower type: c.cast(value), value.asSubclass(c).
func IsNarrowed(value, call *tree.Node) bool {
	if !call.Is(lang.RoleCall) || len(call.Kids) != 2 || !call.Kids[0].Is(lang.RoleMember) || call.Kids[1].Is(lang.RoleString) {
		return false
	}
	switch call.Kids[0].Text {
	case "cast":
		return tree.Same(call.Kids[1], value)
	case "asSubclass":
		return tree.Same(call.Kids[0].Kid(0), value)
	}
	return false
}

// Refers reports whether a call gives references to what a value holds and does nothing else: value.map(|v| &*v).
func Refers(call *tree.Node) bool {
	if !call.Is(lang.RoleCall) || len(call.Kids) != 2 || !call.Kids[0].Is(lang.RoleMember) || call.Kids[0].Text != "map" {
		return false
	}
	f := call.Kids[1]
	if !f.Is(lang.RoleFunction) || len(f.Kids[0].Kids) != 1 || len(f.Kids[1].Kids) != 1 {
		return false
	}
	only := f.Kids[1].Kids[0]
	if !only.Is(lang.RoleUnary) {
		return false
	}
	for only.Is(lang.RoleUnary) && (only.Op == "&" || only.Op == "*") {
		only = only.Kid(0)
	}
	return only.Is(lang.RoleName) && only.Text == f.Kids[0].Kids[0].Text
}

// IsGot reports whether a function without parameters, maybe the only accessor of a property, returns a value and does
// nothing else.
func IsGot(value, getter *tree.Node) bool {
	if getter.Is(tree.RoleList) && len(getter.Kids) == 1 {
		getter = getter.Kids[0]
	}
	if !getter.Is(lang.RoleFunction) || len(getter.Kids[0].Kids) > 0 || len(getter.Kids[1].Kids) != 1 {
		return false
	}
	only := getter.Kids[1].Kids[0]
	if only.Is(lang.RoleReturn) {
		only = only.Kid(0)
	}
	return tree.Same(value, only)
}

// IsReturned reports whether a jump returns a value, which is the result without it, too.
func IsReturned(value, jump *tree.Node) bool {
	return jump.Is(lang.RoleReturn) && tree.Same(jump.Kid(0), value)
}

// GuardsAccess reports whether a choice and a fallback give the same: "v == null ? d : v.m()" and "v?.m() ?? d", or
// "v == null ? d : v" and "v ?? d".
func GuardsAccess(choice, fallback *tree.Node) bool {
	if !choice.Is(lang.RoleTernary, lang.RoleIf) || !fallback.Is(lang.RoleBinary) || !IsFallback(fallback.Op) || len(fallback.Kids) != 2 {
		return false
	}
	one := func(n *tree.Node) *tree.Node {
		if n.Is(lang.RoleBlock) && len(n.Kids) == 1 {
			return n.Kids[0]
		}
		return n
	}
	access, other := one(choice.Kids[1]), one(choice.Kids[2])
	if tree.Same(access, fallback.Kids[1]) {
		access, other = other, access
	}
	checked := truth.Required(fallback.Kids[0])
	if asked := choice.Kids[0]; asked.Is(lang.RoleBinary) && (asked.Op == "!=" || asked.Op == "==") && len(asked.Kids) == 2 && tree.Same(checked, fallback.Kids[0]) {
		return tree.Same(access, checked) && tree.Same(other, fallback.Kids[1]) && tree.Same(asked.Kids[0], checked) && asked.Kids[1].Is(lang.RoleNull) &&
			tree.Same(access, one(choice.Kids[1])) == (asked.Op == "!=")
	}
	return tree.Same(other, fallback.Kids[1]) && tree.Same(access, checked) && !tree.Same(checked, fallback.Kids[0]) && choice.Kids[0].Some(func(k *tree.Node) bool { return k.Role == lang.RoleNull }) &&
		choice.Kids[0].Some(func(k *tree.Node) bool {
			return k.Is(lang.RoleName, lang.RoleMember) && checked.Some(func(m *tree.Node) bool { return tree.Same(k, m) })
		})
}

// IsFallback reports whether an operator gives its right value where the left one is null.
func IsFallback(op string) bool { return op == "??" || op == "?:" }

// IsField reports whether the target of an assignment is a member, an element or an instance variable (@x of Ruby). In
// languages where assignments declare variables, such an assignment counts as a declaration although it is none.
func IsField(target *tree.Node) bool {
	return target.Is(lang.RoleMember, lang.RoleIndex, lang.RoleCall) || strings.HasPrefix(target.Text, "@")
}

// IsReferred reports whether a function only calls another one with its parameters, and a reference names that function:
// x -> s.use(x), or s -> s.use() where the reference names the type, and s::use.
func IsReferred(fn, ref *tree.Node) bool {
	if !fn.Is(lang.RoleFunction) || !ref.Is(lang.NoRole) || ref.Op != "::" || len(ref.Kids) != 2 || len(fn.Kids[1].Kids) != 1 {
		return false
	}
	call := fn.Kids[1].Kids[0]
	if call.Is(lang.RoleReturn) {
		call = call.Kid(0)
	}
	if !call.Is(lang.RoleCall) || !call.Kids[0].Is(lang.RoleMember) || call.Kids[0].Text != ref.Kids[1].Text {
		return false
	}
	owner, args, params := call.Kids[0].Kid(0), call.Kids[1:], fn.Kids[0].Kids
	if len(params) == len(args)+1 && owner.Is(lang.RoleName) && owner.Text == params[0].Text {
		params = params[1:] // the reference names the type
	} else if !tree.Same(owner, ref.Kids[0]) {
		return false
	}
	return slices.EqualFunc(args, params, func(arg, param *tree.Node) bool { return arg.Is(lang.RoleName) && arg.Text == param.Text })
}

// IsRequalified reports whether two values are the same but for what their names belong to, and whether these begin with a capital:
// "c.Size > 0" and "size > 0".
func IsRequalified(a, b *tree.Node) bool {
	if a == nil || b == nil {
		return a == b
	}
	if a.Is(lang.RoleName, lang.RoleMember) && b.Is(lang.RoleName, lang.RoleMember) {
		return strings.EqualFold(tree.LastName(a), tree.LastName(b))
	}
	return a.Role == b.Role && a.Text == b.Text && a.Op == b.Op && slices.EqualFunc(a.Kids, b.Kids, IsRequalified)
}

// Differing returns two texts without their common prefix and suffix.
func Differing(a, b string) (string, string) {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return a, b
}

// Around returns the names in a value except those of one part.
func Around(whole, part *tree.Node) string {
	var out strings.Builder
	whole.Walk(func(k *tree.Node) bool {
		if tree.Same(k, part) {
			return false
		}
		out.WriteString(k.Text + k.Op + " ")
		return true
	})
	return out.String()
}
