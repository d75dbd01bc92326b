package lang

import (
	"path"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// An OfferingLinker knows what code outside the repository can use, where project files and paths say so.
type OfferingLinker interface {
	Linker
	// Offered returns from where others use a definition at the top level of the file at path, or of a namespace in it:
	// place, where they name it by its package, or a list of paths between bars. "" where they cannot, or it is not known
	// whether they can. name is dotted, with the namespaces.
	Offered(path, name, place string) string
}

// Offers reports whether others can depend on the code in a directory, as project files say: the nearest that says yes or no,
// else whether one describes a package. False where none says anything.
func Offers(manifests []Manifest, dir string) bool {
	in := func(outer string) bool { return outer == "." || dir == outer || strings.HasPrefix(dir, outer+"/") }
	project := "" // the directory of the nearest project file
	for _, m := range manifests {
		if d := path.Dir(m.Path); in(d) && len(d) > len(project) {
			project = d
		}
	}
	var nearest facts.Offering
	depth, described := -1, false
	for _, m := range manifests {
		for _, o := range m.Offers {
			at := path.Join(path.Dir(m.Path), o.Dir)
			if !in(at) || !o.Inner && path.Dir(m.Path) != project {
				continue
			}
			if o.Says == facts.Described {
				described = true
				continue
			}
			d := len(at)
			if at == "." {
				d = 0
			}
			if d > depth || d == depth && o.Says == facts.Withheld {
				nearest, depth = o.Says, d
			}
		}
	}
	return nearest == facts.Published || nearest == 0 && described
}
