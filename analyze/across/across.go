// Package across says what a repository takes from packages of others, and which names users in
// other repositories have for its own symbols.
//
//	manifests, lock files ─▶ packages provided, versions pinned
//	imports, expressions  ─▶ Uses: places that name symbols of packages from outside
//	symbols of a graph    ─▶ Questions: all names that such places may have for them
//
// In: a snapshot, its graph and, for uses, the facts of its files. Out: Uses and Questions.
//
// A name is the module as the ecosystem names it, and the path in it: "example.com/shop/pay#Client.Do",
// "flask.views.View", "com.acme.pay.Client.charge". "()" stands for a call: "example.com/pay#New().Do" is
// the member Do of what New returns. Only the repository of the package knows what that is, so a Question
// holds the results that lead to its names.
//
// Invariants: a use is recorded only where its name certainly means the package: its import leads to
// nothing in the repository, the nearest manifest declares the package, and nothing in the file has the
// same name. All numbers are bounded. Everything else is left out: star imports, types of results
// that are stored in fields without a declared type, names that are computed.
//
// Absent: where this is stored and who may read it, see package across/record.
package across

import (
	"net/url"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/content/dependency"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// When a change of a package reaches one of its users.
const (
	OnUpgrade   = "on_upgrade"    // it pins a version
	OnNextBuild = "on_next_build" // it takes the newest state: a path, a branch, a snapshot
	Unknown     = "unknown"       // its manifest leaves it open
)

// A Pin is a package that a manifest declares.
type Pin struct {
	Package string `json:"package"` // package URL, without version
	Version string `json:"version"` // as written or locked; empty for none
	Breaks  string `json:"breaks"`  // when a change of the package reaches it
}

// A Use is one place that names a symbol of a package from outside.
type Use struct {
	Name string `json:"name"`
	Path string `json:"path"`
	Line int    `json:"line"`
}

// An ecosystem says how packages and their symbols are named.
type ecosystem struct {
	purl string // type of package URLs
	join string // between a module and a path in it
	// all: an import does not name its package, so that any package declared may be it.
	all bool
	// inherits: a project also gets the packages of the manifests above it.
	inherits bool
	// bare: names of packages are in scope without an import; facts have one that may fail for each.
	bare bool
}

// ecosystems are those of package dependency whose packages are followed.
var ecosystems = map[string]ecosystem{
	"go":    {purl: "golang", join: "#"},
	"npm":   {purl: "npm", join: "#", inherits: true},
	"pypi":  {purl: "pypi", join: ".", all: true, inherits: true},
	"cargo": {purl: "cargo", join: ".", bare: true},
	"maven": {purl: "maven", join: ".", all: true, inherits: true},
}

// ecosystemOf returns the ecosystem of a language, empty for one whose packages are not followed.
func ecosystemOf(l *lang.Language) string {
	name := ""
	if l.Registry != nil {
		name = l.Registry.Name
	} else if len(l.ProjectFiles) > 0 {
		name, _ = dependency.Ecosystem(l.ProjectFiles[0])
	}
	if _, ok := ecosystems[name]; !ok {
		return ""
	}
	return name
}

// packageURL returns the URL of a package.
func packageURL(eco, name string) string {
	if eco == "maven" {
		name = strings.Replace(name, ":", "/", 1)
	}
	parts := strings.Split(name, "/")
	for i, p := range parts {
		parts[i] = strings.ReplaceAll(url.PathEscape(p), "@", "%40")
	}
	return "pkg:" + ecosystems[eco].purl + "/" + strings.Join(parts, "/")
}
