package project

import (
	"encoding/json"
	"encoding/xml"
	"path"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"

	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

// A manifest holds the facts from one file.
type manifest struct {
	path              string
	name, description string
	dependencies      []string // names as in their ecosystem
}

// A reader reads one kind of manifest. It ignores what it does not understand.
type reader func(content []byte) manifest

// readers are the readers by base name.
var readers = map[string]reader{
	"go.mod": readGo, "package.json": readNode, "pyproject.toml": readPyproject, "Pipfile": readPipfile, "Cargo.toml": readCargo,
	"composer.json": readComposer, "pom.xml": readMaven, "build.gradle": readGradle, "build.gradle.kts": readGradle, "build.sbt": readGradle,
	"Gemfile": readGemfile, "deno.json": readNode, "Package.swift": readSwift,
}

// order is the priority of manifests in one directory.
var order = []string{"go.mod", "Cargo.toml", "pom.xml", "pyproject.toml", "composer.json", "package.json"}

func rank(p string) int {
	if i := slices.Index(order, path.Base(p)); i >= 0 {
		return i
	}
	return len(order)
}

func readGo(content []byte) manifest {
	f, err := modfile.ParseLax("go.mod", content, nil)
	if err != nil || f.Module == nil {
		return manifest{}
	}
	prefix, _, ok := module.SplitPathVersion(f.Module.Mod.Path)
	if !ok {
		prefix = f.Module.Mod.Path
	}
	m := manifest{name: path.Base(prefix)}
	for _, r := range f.Require {
		if !r.Indirect {
			m.dependencies = append(m.dependencies, r.Mod.Path)
		}
	}
	return m
}

func readNode(content []byte) manifest {
	var p struct {
		Name, Description                               any
		Dependencies, DevDependencies, PeerDependencies map[string]any
	}
	if json.Unmarshal(content, &p) != nil {
		return manifest{}
	}
	m := manifest{}
	m.name, _ = p.Name.(string)
	m.description, _ = p.Description.(string)
	for _, d := range []map[string]any{p.Dependencies, p.DevDependencies, p.PeerDependencies} {
		for name := range d {
			m.dependencies = append(m.dependencies, name)
		}
	}
	m.dependencies = slices.DeleteFunc(m.dependencies, func(name string) bool {
		return servers[name] && p.Dependencies[name] == nil && p.PeerDependencies[name] == nil
	})
	return m
}

func readComposer(content []byte) manifest {
	var p struct {
		Name, Description string
		Require           map[string]any
	}
	if json.Unmarshal(content, &p) != nil {
		return manifest{}
	}
	m := manifest{name: path.Base("/" + p.Name), description: p.Description}
	if p.Name == "" {
		m.name = ""
	}
	for name := range p.Require {
		m.dependencies = append(m.dependencies, name)
	}
	return m
}

// requirement matches the name at the start of "flask[async]>=2; python_version>'3'".
var requirement = lazyregexp.New(`^\s*([A-Za-z0-9][A-Za-z0-9._-]*)`)

func requirements(list []string) []string {
	var names []string
	for _, r := range list {
		if m := requirement.FindStringSubmatch(r); m != nil {
			names = append(names, strings.ToLower(m[1]))
		}
	}
	return names
}

func readRequirements(content []byte) manifest {
	return manifest{dependencies: requirements(strings.Split(string(content), "\n"))}
}

func readPyproject(content []byte) manifest {
	var p struct {
		Project struct {
			Name, Description string
			Dependencies      []string
			Optional          map[string][]string `toml:"optional-dependencies"`
		}
		Tool struct {
			Poetry struct {
				Name, Description string
				Dependencies      map[string]any
			}
		}
	}
	if toml.Unmarshal(content, &p) != nil {
		return manifest{}
	}
	m := manifest{name: p.Project.Name, description: p.Project.Description, dependencies: requirements(p.Project.Dependencies)}
	for _, list := range p.Project.Optional {
		m.dependencies = append(m.dependencies, requirements(list)...)
	}
	if m.name == "" {
		m.name, m.description = p.Tool.Poetry.Name, p.Tool.Poetry.Description
	}
	for name := range p.Tool.Poetry.Dependencies {
		m.dependencies = append(m.dependencies, strings.ToLower(name))
	}
	return m
}

func readPipfile(content []byte) manifest {
	var p struct{ Packages map[string]any }
	if toml.Unmarshal(content, &p) != nil {
		return manifest{}
	}
	m := manifest{}
	for name := range p.Packages {
		m.dependencies = append(m.dependencies, strings.ToLower(name))
	}
	return m
}

func readCargo(content []byte) manifest {
	var p struct {
		Package      struct{ Name, Description any }
		Dependencies map[string]any
		Workspace    struct{ Dependencies map[string]any }
	}
	if toml.Unmarshal(content, &p) != nil {
		return manifest{}
	}
	m := manifest{}
	m.name, _ = p.Package.Name.(string)
	m.description, _ = p.Package.Description.(string)
	for _, d := range []map[string]any{p.Dependencies, p.Workspace.Dependencies} {
		for name := range d {
			m.dependencies = append(m.dependencies, name)
		}
	}
	return m
}

func readMaven(content []byte) manifest {
	type artifact struct {
		Group string `xml:"groupId"`
		Name  string `xml:"artifactId"`
	}
	var p struct {
		Name         string     `xml:"name"`
		Artifact     string     `xml:"artifactId"`
		Description  string     `xml:"description"`
		Parent       artifact   `xml:"parent"`
		Dependencies []artifact `xml:"dependencies>dependency"`
		Managed      []artifact `xml:"dependencyManagement>dependencies>dependency"`
	}
	if xml.Unmarshal(content, &p) != nil {
		return manifest{}
	}
	m := manifest{name: p.Artifact, description: p.Description}
	for _, d := range slices.Concat(p.Dependencies, p.Managed, []artifact{p.Parent}) {
		m.dependencies = append(m.dependencies, d.Group+":"+d.Name)
	}
	return m
}

// coordinate matches "group:artifact:version", "group" % "artifact", or the id of a plugin.
var coordinate = lazyregexp.New(`["']([\w.-]+)(?::|["'] *%%? *["'])([\w.-]+)|\bid[ (]+["']([\w.-]+)["']`)

func readGradle(content []byte) manifest {
	m := manifest{}
	for _, found := range coordinate.FindAllStringSubmatch(string(content), -1) {
		if found[3] != "" {
			m.dependencies = append(m.dependencies, found[3]+":")
			continue
		}
		m.dependencies = append(m.dependencies, found[1]+":"+found[2])
	}
	return m
}

var gem = lazyregexp.New(`(?m)^\s*gem\s+["']([\w.-]+)["']`)

func readGemfile(content []byte) manifest { return found(gem, content) }

var swiftPackage = lazyregexp.New(`\.package\([^)]*url:\s*"[^"]*/([\w.-]+?)(?:\.git)?"`)

func readSwift(content []byte) manifest { return found(swiftPackage, content) }

func found(r *lazyregexp.Regexp, content []byte) manifest {
	m := manifest{}
	for _, f := range r.FindAllStringSubmatch(string(content), -1) {
		m.dependencies = append(m.dependencies, strings.ToLower(f[1]))
	}
	return m
}
