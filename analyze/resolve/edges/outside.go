package edges

import (
	"encoding/binary"
	"hash/fnv"
	"io"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/infer"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/outside"
)

// OutsideOf returns the hashes of those interfaces of a language for which has holds. It gets their methods, written as in
// lang.Language.Interfaces. The language is one of StructuralLanguages.
func (e *Writer) OutsideOf(l *lang.Language, has func(methods []string) bool) outside.Hashes {
	out := make(outside.Hashes)
	for name, list := range l.Interfaces {
		methods := strings.Fields(list)
		if !has(methods) {
			continue
		}
		e.outsideHashes(l, name, methods, out)
	}
	return out
}

// outsideHashes adds the hashes of the types of a language that have some methods, those of an interface.
func (e *Writer) outsideHashes(l *lang.Language, name string, methods []string, out outside.Hashes) {
	ids := make(map[int32][]string) // by group
	for _, s := range e.withMethods(methods, func(s decl.SymbolID) bool { return e.infer.File(e.infer.Symbol(s).File).Lang == l }) {
		group := e.infer.Group(e.infer.Symbol(s).File)
		ids[group] = append(ids[group], e.outsideID(s, methods))
	}
	for group, ids := range ids {
		slices.Sort(ids)
		h := fnv.New64a()
		for _, id := range ids {
			io.WriteString(h, id)
			h.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(id))))
		}
		out[outside.Key{Interface: outside.InterfaceOf(l, name), Group: group}] = h.Sum64()
	}
}

// outsideID returns the ID of a type with those of its methods.
func (e *Writer) outsideID(s decl.SymbolID, methods []string) string {
	id := func(s decl.SymbolID) string {
		if n := e.Node(s); n != nil {
			return n.ID
		}
		return ""
	}
	list := []string{id(s)}
	for _, m := range methods {
		name, _, _ := strings.Cut(m, "/")
		of := ""
		if fd := e.infer.TypeMember(s, name, e.infer.Instance(s), false); fd.Status == infer.IsSymbol {
			of = id(fd.Syms[0])
		}
		list = append(list, of)
	}
	return strings.Join(list, "\x00")
}

// withMethods returns the types that have some methods, of those for which among holds and of those that embed them; sorted.
// Where there are maxImplementers, some that embed one are missing.
func (e *Writer) withMethods(methods []string, among func(decl.SymbolID) bool) []decl.SymbolID {
	var types []decl.SymbolID // those that declare any of the methods; others may be inherited from an embedded type
	for _, m := range methods {
		name, _, _ := strings.Cut(m, "/")
		for _, s := range e.byMethod[name] {
			if among(s) {
				types = append(types, s)
			}
		}
	}
	slices.Sort(types)
	return slices.DeleteFunc(e.WithEmbedders(slices.Compact(types)), func(s decl.SymbolID) bool {
		interfaces := e.infer.File(e.infer.Symbol(s).File).Lang.Interfaces
		return slices.ContainsFunc(methods, func(m string) bool { return !e.hasMethod(interfaces, s, m) })
	})
}

// StructuralLanguages returns the languages of the files in which types implement interfaces by their methods.
func (e *Writer) StructuralLanguages() []*lang.Language {
	var out []*lang.Language
	for i := range e.infer.NumFiles() {
		if l := e.infer.File(i).Lang; l.Rules.StructuralInterfaces && !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	return out
}

// InterfacesOf returns the interfaces of the repository that a type implements by its methods, in any order.
func (e *Writer) InterfacesOf(s decl.SymbolID) []*graph.Node {
	var out []*graph.Node
	for pair := range e.implement {
		if pair[0] != s {
			continue
		}
		if n := e.Node(pair[1]); n != nil {
			out = append(out, n)
		}
	}
	return out
}

// MethodNames returns the names of the methods of a type and of the types above it.
func (e *Writer) MethodNames(s decl.SymbolID) map[string]bool {
	names := make(map[string]bool)
	seen := []decl.SymbolID{e.infer.Canon(s)}
	for k := 0; k < len(seen); k++ {
		for name, list := range e.infer.Symbol(seen[k]).Members {
			if slices.ContainsFunc(list, func(m decl.SymbolID) bool { return e.infer.Def(m).Kind == facts.Method }) {
				names[name] = true
			}
		}
		for _, b := range e.infer.BasesOf(seen[k]) {
			if t := e.infer.Canon(b.Sym); !slices.Contains(seen, t) {
				seen = append(seen, t)
			}
		}
	}
	return names
}
