package across

import (
	"cmp"
	"encoding/json"
	"encoding/xml"
	"path"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
	"golang.org/x/mod/modfile"

	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

// A provided package is one that the repository is the source of.
type provided struct {
	eco, dir string
	root     string // what its names begin with
	url      string
}

// aside are directories whose manifests are not those of packages for others.
var aside = map[string]bool{
	"node_modules": true, "vendor": true, "third_party": true, "testdata": true, "fixtures": true, "__fixtures__": true, "test": true, "tests": true,
	"__tests__": true, "example": true, "examples": true, "samples": true, "templates": true,
}

// providedBy returns the packages that the manifests of a snapshot declare, the deepest first.
func providedBy(files Files) []provided {
	var out []provided
	read := 0
	for _, file := range files.Paths() {
		dir, base := path.Split(file)
		dir = path.Clean(dir)
		if providers[base] == nil || read == maxManifests || slices.ContainsFunc(strings.Split(dir, "/"), func(part string) bool { return aside[part] }) {
			continue
		}
		read++
		content, err := files.ReadFile(file, maxManifest)
		if err != nil {
			continue
		}
		eco, name, root := providers[base](content)
		if name == "" || len(name) > maxName {
			continue
		}
		if eco == "maven" && strings.HasPrefix(name, ":") {
			continue // the group is not written in it
		}
		out = append(out, provided{eco: eco, dir: dir, root: cmp.Or(root, name), url: packageURL(eco, name)})
	}
	slices.SortStableFunc(out, func(a, b provided) int { return cmp.Compare(depth(b.dir), depth(a.dir)) })
	return out
}

// Provided returns the packages that a repository is the source of, as package URLs, sorted.
func Provided(files Files) []string {
	var urls []string
	for _, p := range providedBy(files) {
		urls = append(urls, p.url)
	}
	slices.Sort(urls)
	return slices.Compact(urls)
}

func depth(dir string) int {
	if dir == "." {
		return 0
	}
	return 1 + strings.Count(dir, "/")
}

// providers read the name of the package that a manifest declares, empty for none that others may
// depend on.
var providers = map[string]func(content []byte) (eco, name, root string){
	"go.mod": func(content []byte) (string, string, string) {
		return "go", modfile.ModulePath(content), ""
	},
	"package.json": func(content []byte) (string, string, string) {
		var p struct {
			Name    string
			Private bool
		}
		if json.Unmarshal(content, &p) != nil || p.Private {
			return "", "", ""
		}
		return "npm", p.Name, ""
	},
	"pyproject.toml": func(content []byte) (string, string, string) {
		var p struct {
			Project struct{ Name string }
			Tool    struct{ Poetry struct{ Name string } }
		}
		if toml.Unmarshal(content, &p) != nil {
			return "", "", ""
		}
		return "pypi", distribution(cmp.Or(p.Project.Name, p.Tool.Poetry.Name)), ""
	},
	"setup.cfg": func(content []byte) (string, string, string) {
		return "pypi", distribution(first(setupCfg, content)), ""
	},
	"setup.py": func(content []byte) (string, string, string) {
		return "pypi", distribution(first(setupPy, content)), ""
	},
	"Cargo.toml": func(content []byte) (string, string, string) {
		var p struct {
			Package struct{ Name string } // publish = false often says that the next release is not ready
			Lib     struct{ Name string }
		}
		if toml.Unmarshal(content, &p) != nil {
			return "", "", ""
		}
		return "cargo", p.Package.Name, strings.ReplaceAll(cmp.Or(p.Lib.Name, p.Package.Name), "-", "_")
	},
	"pom.xml": func(content []byte) (string, string, string) {
		var p struct {
			Group     string `xml:"groupId"`
			Artifact  string `xml:"artifactId"`
			Packaging string `xml:"packaging"`
			Parent    struct {
				Group string `xml:"groupId"`
			} `xml:"parent"`
		}
		if xml.Unmarshal(content, &p) != nil || p.Packaging == "pom" || p.Artifact == "" {
			return "", "", ""
		}
		return "maven", strings.TrimSpace(cmp.Or(p.Group, p.Parent.Group)) + ":" + strings.TrimSpace(p.Artifact), ""
	},
}

var (
	setupCfg = lazyregexp.New(`(?m)^name\s*=\s*([A-Za-z0-9][\w.-]*)\s*$`)
	setupPy  = lazyregexp.New(`\bname\s*=\s*["']([A-Za-z0-9][\w.-]*)["']`)
	joiners  = lazyregexp.New(`[-_.]+`)
)

func first(pattern *lazyregexp.Regexp, content []byte) string {
	if m := pattern.FindSubmatch(content); m != nil {
		return string(m[1])
	}
	return ""
}

// distribution returns the normal form of a name of PyPI.
func distribution(name string) string {
	return strings.ToLower(joiners.ReplaceAllString(name, "-"))
}
