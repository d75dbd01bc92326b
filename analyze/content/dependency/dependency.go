// Package dependency reads what packages a repository depends on, from manifests and lock files.
//
//	bytes ─▶ reader of the format ─▶ entries ─▶ compare, by section and name ─▶ facts
//
// In: both versions of the changed files. Out: a fact for each package that was added or
// removed, or has another version or source. A package that moved to another section was
// removed from one and added to the other.
//
// A lock file speaks only where no manifest of its ecosystem changed in the same directory or
// above: then what it says is news.
//
// Absent: the registries. Whether a version exists, is safe or breaks is not known here.
package dependency

import (
	"path"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
)

// An entry is one line of a manifest or lock file.
type entry struct {
	section string
	name    string
	version string // as written, empty for none
	source  string // where it comes from if not from the default registry
	line    int
	replace bool // it replaces the package of its name
	script  bool // it is no package: version is a command that runs at installation
	tool    bool // it is no package: the language or a tool
	// property: it is no package: a value that projects below may use
	property bool
	indirect bool // only other packages need it
}

// A format reads one kind of file.
type format struct {
	ecosystem string
	match     func(dir, name string) bool
	read      func(content []byte) ([]entry, error)
	lock      bool
}

func named(names ...string) func(string, string) bool {
	return func(_, name string) bool { return slices.Contains(names, name) }
}

func ending(suffixes ...string) func(string, string) bool {
	return func(_, name string) bool {
		return slices.ContainsFunc(suffixes, func(s string) bool { return strings.HasSuffix(name, s) })
	}
}

var formats = [...]format{
	{ecosystem: "go", match: named("go.mod", "go.work"), read: readGoMod},
	{ecosystem: "go", match: named("go.sum"), read: readGoSum, lock: true},
	{ecosystem: "npm", match: named("package.json"), read: readPackageJSON},
	{ecosystem: "npm", match: named("package-lock.json", "npm-shrinkwrap.json"), read: readPackageLock, lock: true},
	{ecosystem: "npm", match: named("yarn.lock"), read: readYarnLock, lock: true},
	{ecosystem: "npm", match: named("pnpm-lock.yaml"), read: readPnpmLock, lock: true},
	{ecosystem: "pypi", match: named("pyproject.toml"), read: readPyproject},
	{ecosystem: "pypi", match: named("Pipfile"), read: readPipfile},
	{ecosystem: "pypi", match: isRequirements, read: readRequirements},
	{ecosystem: "pypi", match: named("poetry.lock", "uv.lock"), read: readTOMLLock, lock: true},
	{ecosystem: "cargo", match: named("Cargo.toml"), read: readCargo},
	{ecosystem: "cargo", match: named("Cargo.lock"), read: readTOMLLock, lock: true},
	{ecosystem: "maven", match: named("pom.xml"), read: readPOM},
	{ecosystem: "maven", match: ending(".versions.toml"), read: readCatalogue},
	{ecosystem: "maven", match: ending(".gradle", ".gradle.kts"), read: readGradle},
	{ecosystem: "nuget", match: ending(".csproj", ".fsproj", ".vbproj", "Directory.Packages.props", "Directory.Build.props", "Directory.Build.targets"), read: readMSBuild},
	{ecosystem: "nuget", match: named("packages.config"), read: readMSBuild},
	{ecosystem: "nuget", match: named("dotnet-tools.json"), read: readDotnetTools},
	{ecosystem: "packagist", match: named("composer.json"), read: readComposer},
	{ecosystem: "packagist", match: named("composer.lock"), read: readComposerLock, lock: true},
	{ecosystem: "rubygems", match: isGemfile, read: readGemfile},
	{ecosystem: "rubygems", match: ending(".gemspec"), read: readGemspec},
	{ecosystem: "rubygems", match: named("Gemfile.lock"), read: readGemfileLock, lock: true},
	{ecosystem: "tool", match: isToolVersion, read: readToolVersion},
}

// isGemfile reports whether a file lists gems: the Gemfile, and those of several versions of a framework.
func isGemfile(_, name string) bool {
	return name == "gems.rb" || strings.HasSuffix(name, ".gemfile") || strings.HasPrefix(name, "Gemfile") && !strings.HasSuffix(name, ".lock")
}

// isToolVersion reports whether a file has the version of a language alone, for a version manager.
func isToolVersion(_, name string) bool {
	switch name {
	case ".nvmrc", ".node-version", ".ruby-version", ".python-version", ".swift-version", ".go-version", ".java-version", ".terraform-version":
		return true
	}
	return false
}

// readToolVersion reads the first line that says something.
func readToolVersion(content []byte) ([]entry, error) {
	for i, line := range strings.Split(string(content), "\n") {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			return []entry{{section: "toolchain", name: "toolchain", version: line, line: i + 1, tool: true}}, nil
		}
	}
	return nil, nil
}

// isRequirements reports whether a file is a list of requirements for pip.
func isRequirements(dir, name string) bool {
	ext := path.Ext(name)
	return (ext == ".txt" || ext == ".in") && (strings.Contains(name, "requirements") || strings.HasPrefix(name, "constraints") || path.Base(dir) == "requirements")
}

func formatOf(file string) *format {
	dir, name := path.Split(file)
	for i := range formats {
		if formats[i].match(path.Clean(dir), name) {
			return &formats[i]
		}
	}
	return nil
}

// Match reports whether a file is a manifest or a lock file that this package reads.
func Match(file string) bool { return formatOf(file) != nil }

// Read returns the facts of changed manifests and lock files.
func Read(pairs []fact.Pair) (facts []fact.Fact, problems []fact.Problem) {
	manifests := make(map[string][]string) // directories of changed manifests, by ecosystem
	for i := range pairs {
		if f := formatOf(pairs[i].Path()); !f.lock {
			manifests[f.ecosystem] = append(manifests[f.ecosystem], path.Dir(pairs[i].Path()))
		}
	}
	for i := range pairs {
		p := &pairs[i]
		f := formatOf(p.Path())
		if compiled(p.Path(), pairs) || f.lock && (p.Old == nil || p.New == nil || covers(path.Dir(p.Path()), manifests[f.ecosystem])) {
			continue
		}
		old, new, trouble := fact.Both(p, func(file *fact.File) ([]entry, error) { return f.read(file.Content) })
		if len(trouble) > 0 {
			problems = append(problems, trouble...)
			continue
		}
		facts = append(facts, compare(p, f, old, new)...)
	}
	return facts, problems
}

// compiled reports whether a list of requirements is made of one in the same change.
func compiled(file string, pairs []fact.Pair) bool {
	in := strings.TrimSuffix(file, ".txt") + ".in"
	return strings.HasSuffix(file, ".txt") && slices.ContainsFunc(pairs, func(p fact.Pair) bool { return p.Path() == in })
}

// covers reports whether a manifest in one of the directories may explain a lock file in dir.
func covers(dir string, manifests []string) bool {
	return slices.ContainsFunc(manifests, func(m string) bool {
		return m == dir || dir == "." || strings.HasPrefix(m, dir+"/") || strings.HasPrefix(dir, m+"/")
	})
}

// A key is what entries of both versions are matched by.
type key struct {
	section, name   string
	replace, script bool
}

func keyOf(e *entry) key { return key{e.section, e.name, e.replace, e.script} }

// compare returns what differs between the entries of two versions.
func compare(p *fact.Pair, f *format, old, new []entry) (facts []fact.Fact) {
	add := func(e *entry, side fact.Side, kind fact.Kind, change, from, to string) {
		scope := ""
		if !f.lock {
			scope = e.besides(old, new)
		}
		if scope == "" && e.indirect {
			scope = fact.Indirect
		}
		facts = append(facts, p.At(side, e.line, fact.Fact{Kind: kind, Format: f.ecosystem, Field: e.section, Scope: scope, Name: e.name, Change: change, From: from, To: to}))
	}
	for _, m := range fact.MatchBy(old, new, keyOf) {
		switch {
		case m.New == nil && m.Old[0].property, m.Old == nil && m.New[0].property:
			continue // a property of both versions may be used in one of them
		case m.New == nil:
			kind, change, from := m.Old[0].removed(f, versions(m.Old))
			add(m.Old[0], fact.Base, kind, change, from, "")
			continue
		case m.Old == nil:
			kind, change, to := m.New[0].added(f, versions(m.New))
			add(m.New[0], fact.Head, kind, change, "", to)
			continue
		}
		o, e, from, to := m.Old[0], m.New[0], versions(m.Old), versions(m.New)
		switch {
		case e.replace && o.value() != e.value():
			add(e, fact.Head, "dependency-replaced", e.replaced(), o.value(), e.value())
		case e.replace:
		case e.script && from != to:
			add(e, fact.Head, "dependency-script", "script changed", from, to)
		case e.tool && from != to:
			add(e, fact.Head, "dependency-toolchain", "changed", from, to)
		case e.property && from != to:
			add(e, fact.Head, "data-changed", "changed", from, to)
		case e.source != o.source && !f.lock:
			add(e, fact.Head, "dependency-source", "replaced", o.value(), e.value())
		case from != to:
			change, kind := bump(from, to)
			add(differing(m.New, m.Old), fact.Head, lockKind(f, kind), change, from, to)
		}
	}
	return facts
}

// besides returns the section of a dependency that one version has in another section too: there it is
// gone or new, but not in the file. It is empty for any other entry.
func (e *entry) besides(old, new []entry) string {
	in := func(entries []entry, same bool) bool {
		return slices.ContainsFunc(entries, func(o entry) bool {
			return o.name == e.name && (o.section == e.section) == same && !o.replace && !o.script && !o.tool && !o.property
		})
	}
	if in(old, true) && !in(new, true) && in(new, false) || in(new, true) && !in(old, true) && in(old, false) {
		return e.section
	}
	return ""
}

// removed says what it means that an entry is gone.
func (e *entry) removed(f *format, versions string) (kind fact.Kind, change, from string) {
	switch {
	case e.script:
		return "dependency-removed", "script removed", e.version
	case e.replace:
		return "dependency-unreplaced", "replacement removed", e.value()
	case e.tool:
		return "dependency-toolchain", "changed", e.version
	}
	return lockKind(f, "dependency-removed"), "removed", versions
}

// replaced tells a replacement by another place from one by another version of the same place.
func (e *entry) replaced() string {
	if e.source == "" {
		return "overridden"
	}
	return "replaced"
}

// added says what it means that an entry is new.
func (e *entry) added(f *format, versions string) (kind fact.Kind, change, to string) {
	switch {
	case e.script:
		return "dependency-script", "script added", e.version
	case e.replace:
		return "dependency-replaced", e.replaced(), e.value()
	case e.tool:
		return "dependency-toolchain", "changed", e.version
	}
	return lockKind(f, "dependency-added"), "added", versions
}

func lockKind(f *format, kind fact.Kind) fact.Kind {
	if f.lock {
		return "dependency-lock"
	}
	return kind
}

// value is the version of an entry with its source.
func (e *entry) value() string {
	switch {
	case e.source == "":
		return e.version
	case e.version == "":
		return e.source
	}
	return e.source + "@" + e.version
}

// differing returns the first entry of head whose version base has not.
func differing(head, base []*entry) *entry {
	for _, e := range head {
		if !slices.ContainsFunc(base, func(o *entry) bool { return o.version == e.version }) {
			return e
		}
	}
	return head[0]
}

// versions returns the versions of entries, each once, sorted, with commas.
func versions(entries []*entry) string {
	var out []string
	for _, e := range entries {
		if e.version != "" {
			out = append(out, e.version)
		}
	}
	slices.Sort(out)
	return strings.Join(slices.Compact(out), ",")
}
