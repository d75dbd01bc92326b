package alike

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// IsUnfolded reports whether the function of a file that call calls is nothing but code, with the arguments in the
// places of its parameters.
func IsUnfolded(file, call, code *tree.Node) bool {
	if !call.Is(lang.RoleCall) || !call.Kids[0].Is(lang.RoleName) && !call.Kids[0].Kid(0).IsSelf() {
		return false
	}
	fn, name := (*tree.Node)(nil), tree.LastName(call.Kids[0])
	file.Walk(func(k *tree.Node) bool {
		if k.Is(lang.RoleFunction) && k.Text != "" && tree.LastName(&tree.Node{Role: lang.RoleName, Text: k.Text}) == name {
			fn = k
		}
		return fn == nil
	})
	return IsFolded(fn, call, code)
}

// IsFolded reports whether a function that call calls is nothing but code, with the arguments in the places of its parameters.
func IsFolded(fn, call, code *tree.Node) bool {
	if !call.Is(lang.RoleCall) || !fn.Is(lang.RoleFunction) || len(fn.Kids[1].Kids) != 1 || len(fn.Kids[0].Kids) != len(call.Kids)-1 {
		return false
	}
	only := fn.Kids[1].Kids[0]
	if only.Is(lang.RoleReturn) && len(only.Kids) == 1 {
		only = only.Kids[0]
	}
	arguments := make(map[string]*tree.Node)
	for i, p := range fn.Kids[0].Kids {
		arguments[p.Text] = call.Kids[i+1]
	}
	return isWith(arguments, only, code)
}

// IsRead reports whether a call of fn, which only returns a field, stands where the other version reads a field of the same
// object. Casts of the object to other types do not count.
func IsRead(fn, call, field *tree.Node) bool {
	if !call.Is(lang.RoleCall) || len(call.Kids) != 1 || !call.Kids[0].Is(lang.RoleMember) || !field.Is(lang.RoleMember) || !fn.Is(lang.RoleFunction) || len(fn.Kids[1].Kids) != 1 {
		return false
	}
	only := fn.Kids[1].Kids[0]
	if only.Is(lang.RoleReturn) && len(only.Kids) == 1 {
		only = only.Kids[0]
	}
	was, is := field.Kid(0), call.Kids[0].Kid(0)
	cast := func(n *tree.Node) bool {
		return n.Is(lang.RoleCall) && len(n.Kids) == 2 && strings.Contains(tree.Dotted(n.Kids[0]), "_cast")
	}
	return only.Is(lang.RoleName, lang.RoleMember) && was != nil && is != nil && (tree.Same(was, is) || cast(was) && cast(is) && tree.Same(was.Kids[1], is.Kids[1]))
}

// isWith reports whether code is a body with the arguments in the places of its parameters.
func isWith(arguments map[string]*tree.Node, body, code *tree.Node) bool {
	if body == nil || code == nil {
		return body == code
	}
	if to := arguments[body.Text]; to != nil && body.Is(lang.RoleName) {
		return tree.Same(to, code)
	}
	if body.Is(lang.RoleName) && code.Is(lang.RoleMember) && body.Text == code.Text && code.Kid(0).Is(lang.RoleName) && !code.Kids[0].IsSelf() {
		return true // with the module that it is of
	}
	if body.Role != code.Role || body.Text != code.Text || body.Op != code.Op || len(body.Kids) != len(code.Kids) {
		return false
	}
	for i := range body.Kids {
		if !isWith(arguments, body.Kids[i], code.Kids[i]) {
			return false
		}
	}
	return true
}
