// Package links says what the imports and the path of a file mean in a snapshot.
//
// In: a resolver whose imports are linked. Out: a hash by file. Invariant: two snapshots in which a linker answers the same
// about a file give it the same hash.
package links

import (
	"fmt"
	"hash/fnv"
	"io"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/infer"
)

// HashOf returns a hash of what the imports of a file mean: which unit or file of the repository, or that they lead outside;
// of whether the file is in a project, and of what its linker says of its path.
func HashOf(r *infer.Resolver, f *infer.File, inProject bool) uint64 {
	h := fnv.New64a()
	io.WriteString(h, r.Unit(f.Unit).Key)
	if inProject {
		h.Write([]byte{1})
	}
	writePlace(h, f)
	for _, list := range [][]infer.ImportState{f.Imports, f.Ambient, f.Reexports} {
		for k := range list {
			im := &list[k]
			unit, file := "", ""
			if im.Unit >= 0 {
				unit = r.Unit(im.Unit).Key
			}
			if im.File >= 0 {
				file = r.File(im.File).Path
			}
			var is byte
			for bit, set := range []bool{im.Unit >= 0, im.File >= 0, im.External, im.Missing, im.MayBeOurs, im.IsModule} {
				if set {
					is |= 1 << bit
				}
			}
			io.WriteString(h, strings.Join([]string{unit, file, im.Within, im.Package, string(rune(is))}, "\x00"))
		}
	}
	return h.Sum64()
}

// writePlace writes what the linker of a file says of its path, in languages where that and the imports are all that project
// files decide.
func writePlace(w io.Writer, f *infer.File) {
	if !f.Lang.Rules.ProjectsPlace || f.Linker == nil {
		return
	}
	dir, built, offered := "", true, ""
	if l, ok := f.Linker.(lang.ModuleLinker); ok {
		dir, built = l.Module(f.Path)
	}
	if l, ok := f.Linker.(lang.OfferingLinker); ok {
		offered = l.Offered(f.Path, "", f.Path)
	}
	fmt.Fprintf(w, "%q %t %t %t\n", dir, built, offered != "", f.Published)
}
