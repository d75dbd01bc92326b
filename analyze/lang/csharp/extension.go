package csharp

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/csharp/source"
)

// extensionBlock adds the members of the record n if it was written as extension(T receiver) { … } (see package source), and
// reports whether it was. They are members of the class around, and its methods are extension methods.
func (x *extractor) extensionBlock(n int32) bool {
	list := x.t.ChildOfKind(n, kParameterList)
	if x.t.Kind(n) != kRecordDeclaration || x.text(x.t.Child(n, fName)) != source.ExtensionBlock || list < 0 || x.t.ChildOfKind(list, kParameter) < 0 {
		return false
	}
	block := x.block
	x.block = n
	x.b.Open(lang.BlockScope)
	x.blockReceiver()
	x.members(x.t.Child(n, fBody))
	x.b.Close()
	x.block = block
	return true
}

// blockReceiver declares the receiver of the block around as a variable, and returns it.
func (x *extractor) blockReceiver() facts.Param {
	var vars []facts.VarID
	list := x.parameters(x.t.ChildOfKind(x.block, kParameterList), &vars)
	x.f.Vars[vars[0]].Kind = facts.LocalVar
	return list[0]
}

// inBlock makes the method id an extension method of the block around it, whose parameters of types come before its own.
func (x *extractor) inBlock(id facts.DefID, static bool) {
	own := x.f.Defs[id].TypeParams
	x.f.Defs[id].TypeParams = append(x.typeParameters(x.block), own...)
	if !static { // which is called on the type
		r := x.blockReceiver()
		x.f.Defs[id].Flags |= facts.ExtensionMember | facts.Static
		x.f.Defs[id].Receiver = r.Type
	}
}
