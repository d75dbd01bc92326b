package dependency

import (
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/nexus-ci/nexus-ci/analyze/content/document"
	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

func readGoMod(content []byte) (out []entry, err error) {
	f, err := modfile.ParseLax("go.mod", content, nil)
	if err != nil {
		return nil, err
	}
	// A lax parse leaves out what only matters to the main module.
	if strict, err := modfile.Parse("go.mod", content, nil); err == nil {
		f = strict
	}
	if f.Go != nil {
		out = append(out, entry{section: "toolchain", name: "go", version: f.Go.Version, line: f.Go.Syntax.Start.Line, tool: true})
	}
	if f.Toolchain != nil {
		out = append(out, entry{section: "toolchain", name: "toolchain", version: f.Toolchain.Name, line: f.Toolchain.Syntax.Start.Line, tool: true})
	}
	for _, r := range f.Require {
		out = append(out, entry{section: "require", name: r.Mod.Path, version: r.Mod.Version, line: r.Syntax.Start.Line, indirect: r.Indirect})
	}
	for _, r := range f.Replace {
		name := r.Old.Path
		if r.Old.Version != "" {
			name += "@" + r.Old.Version
		}
		out = append(out, entry{section: "replace", name: name, source: r.New.Path, version: r.New.Version, line: r.Syntax.Start.Line, replace: true})
	}
	return out, nil
}

// installScripts run when a package is installed, with the rights of who installs it.
var installScripts = map[string]bool{"preinstall": true, "install": true, "postinstall": true}

func readPackageJSON(content []byte) ([]entry, error) {
	v, err := document.JSON(content)
	if err != nil {
		return nil, err
	}
	var out []entry
	for _, section := range []string{"dependencies", "devDependencies", "peerDependencies", "optionalDependencies"} {
		out = append(out, members(v.Get(section), section)...)
	}
	for _, keys := range [][]string{{"overrides"}, {"resolutions"}, {"pnpm", "overrides"}} {
		for _, e := range members(v.Get(keys...), strings.Join(keys, ".")) {
			e.replace = true
			out = append(out, e)
		}
	}
	for _, e := range members(v.Get("scripts"), "scripts") {
		if installScripts[e.name] {
			e.script = true
			out = append(out, e)
		}
	}
	return out, nil
}

// readDotnetTools reads the manifest of the tools that dotnet installs for a repository.
func readDotnetTools(content []byte) ([]entry, error) {
	v, err := document.JSON(content)
	if err != nil {
		return nil, err
	}
	var out []entry
	if tools := v.Get("tools"); tools != nil {
		for _, m := range tools.Members {
			out = append(out, entry{section: "tools", name: m.Key, version: m.Value.Get("version").String(), line: m.Line})
		}
	}
	return out, nil
}

// members returns the members of a map as packages with their versions.
func members(v *document.Value, section string) (out []entry) {
	if v == nil {
		return nil
	}
	last := make(map[string]int) // a key that stands twice has its last value
	for i := range v.Members {
		last[v.Members[i].Key] = i
	}
	for i, m := range v.Members {
		if last[m.Key] != i {
			continue
		}
		e := entry{section: section, name: m.Key, version: m.Value.Text, line: m.Line}
		if isSource(e.version) {
			e.source, e.version = e.version, ""
		}
		out = append(out, e)
	}
	return out
}

// isSource reports whether a version of npm names another place than the registry.
func isSource(version string) bool {
	for _, p := range []string{"git", "http:", "https:", "file:", "link:", "portal:", "patch:", "github:", "npm:", "./", "../", "/"} {
		if strings.HasPrefix(version, p) {
			return true
		}
	}
	return false
}

func readComposer(content []byte) ([]entry, error) {
	v, err := document.JSON(content)
	if err != nil {
		return nil, err
	}
	var out []entry
	for _, section := range []string{"require", "require-dev", "suggest", "conflict"} {
		for _, e := range members(v.Get(section), section) {
			e.tool = e.name == "php"
			out = append(out, e)
		}
	}
	return out, nil
}

func readCargo(content []byte) ([]entry, error) {
	v, err := document.TOML(content)
	if err != nil {
		return nil, err
	}
	var out []entry
	for _, section := range []string{"dependencies", "dev-dependencies", "build-dependencies"} {
		out = append(out, crates(v.Get(section), section)...)
		if targets := v.Get("target"); targets != nil {
			for _, t := range targets.Members {
				out = append(out, crates(t.Value.Get(section), "target."+t.Key+"."+section)...)
			}
		}
	}
	out = append(out, crates(v.Get("workspace", "dependencies"), workspaceSection)...)
	if patches := v.Get("patch"); patches != nil {
		for _, registry := range patches.Members {
			for _, e := range crates(&registry.Value, "patch") {
				e.replace = true
				out = append(out, e)
			}
		}
	}
	for _, e := range crates(v.Get("replace"), "replace") {
		e.replace = true
		out = append(out, e)
	}
	if rust := v.Get("package", "rust-version"); rust.String() != "" {
		out = append(out, entry{section: "toolchain", name: "rust", version: rust.Text, line: rust.Line, tool: true})
	}
	return out, nil
}

// crates returns the packages of a table of Cargo or Poetry.
func crates(v *document.Value, section string) (out []entry) {
	if v == nil {
		return nil
	}
	for _, m := range v.Members {
		e := entry{section: section, name: m.Key, version: m.Value.Text, line: m.Line}
		if d := &m.Value; len(d.Members) > 0 {
			e.version = d.Get("version").String()
			e.source = d.Get("git").String()
			for _, k := range []string{"branch", "tag", "rev"} {
				if ref := d.Get(k); ref != nil && e.source != "" {
					e.source += "#" + ref.Text
				}
			}
			if p := d.Get("path"); p != nil && e.version == "" {
				e.source = p.Text
			}
			if d.Get("workspace").String() == "true" {
				e.version = "workspace"
			}
		}
		out = append(out, e)
	}
	return out
}

func readPyproject(content []byte) ([]entry, error) {
	v, err := document.TOML(content)
	if err != nil {
		return nil, err
	}
	out := requirements(v.Get("project", "dependencies"), "dependencies")
	if python := v.Get("project", "requires-python"); python.String() != "" {
		out = append(out, entry{section: "toolchain", name: "python", version: python.Text, line: python.Line, tool: true})
	}
	for _, keys := range [][]string{{"project", "optional-dependencies"}, {"dependency-groups"}} {
		if groups := v.Get(keys...); groups != nil {
			for _, g := range groups.Members {
				out = append(out, requirements(&g.Value, keys[len(keys)-1]+"."+g.Key)...)
			}
		}
	}
	out = append(out, requirements(v.Get("build-system", "requires"), "build-system")...)
	poetry := v.Get("tool", "poetry")
	for _, section := range []string{"dependencies", "dev-dependencies"} {
		for _, e := range crates(poetry.Get(section), section) {
			e.tool = e.name == "python"
			out = append(out, e)
		}
	}
	if groups := poetry.Get("group"); groups != nil {
		for _, g := range groups.Members {
			out = append(out, crates(g.Value.Get("dependencies"), "group."+g.Key)...)
		}
	}
	return out, nil
}

func readPipfile(content []byte) ([]entry, error) {
	v, err := document.TOML(content)
	if err != nil {
		return nil, err
	}
	return append(crates(v.Get("packages"), "packages"), crates(v.Get("dev-packages"), "dev-packages")...), nil
}

// requirements returns the requirements of a list.
func requirements(v *document.Value, section string) (out []entry) {
	if v == nil {
		return nil
	}
	for _, item := range v.List {
		if e, ok := requirement(item.Text); ok {
			e.section, e.line = section, item.Line
			out = append(out, e)
		}
	}
	return out
}

// requirementName is the name of a package with its extras, as PEP 508 has it.
var requirementName = lazyregexp.New(`^([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)\s*(?:\[[^\]]*\])?\s*(.*)$`)

// requirement reads a requirement as PEP 508 has it.
func requirement(line string) (entry, bool) {
	line, _, _ = strings.Cut(line, ";")
	m := requirementName.FindStringSubmatch(strings.TrimSpace(line))
	if m == nil {
		return entry{}, false
	}
	e := entry{name: m[1]}
	rest := strings.TrimSpace(m[2])
	if at, ok := strings.CutPrefix(rest, "@"); ok {
		e.source = strings.TrimSpace(at)
	} else {
		e.version = strings.Join(strings.Fields(strings.Trim(rest, "()")), "")
	}
	return e, e.source != "" || e.version == "" || strings.ContainsAny(e.version[:1], "=<>~!")
}

func readRequirements(content []byte) (out []entry, err error) {
	for i, line := range strings.Split(string(content), "\n") {
		line = strings.TrimSpace(line)
		if at := strings.Index(line, " #"); at >= 0 {
			line = line[:at]
		}
		line, _, _ = strings.Cut(line, " --hash")
		line = strings.TrimSuffix(strings.TrimSpace(line), `\`)
		if line == "" || line[0] == '#' || line[0] == '-' {
			continue
		}
		if e, ok := requirement(line); ok {
			e.section, e.line = "requirements", i+1
			out = append(out, e)
		}
	}
	return out, nil
}

// gem is a line of a Gemfile: a name, then versions and options.
var (
	gem        = lazyregexp.New(`^\s*gem[ (]\s*["']([^"']+)["']\s*(.*)$`)
	gemspecDep = lazyregexp.New(`^\s*\w+\.add_(?:(runtime|development)_)?dependency[ (]\s*["']([^"']+)["']\s*(.*)$`)
	gemVersion = lazyregexp.New(`^,\s*["']([^"']*)["']`)
	gemSource  = lazyregexp.New(`\b(?:git|github|path|source)(?::| =>)\s*["']([^"']+)["']`)
)

func readGemfile(content []byte) (out []entry, err error) {
	for i, line := range strings.Split(string(content), "\n") {
		if m := gem.FindStringSubmatch(line); m != nil {
			out = append(out, gemEntry("gem", m[1], m[2], i+1))
		}
	}
	return out, nil
}

func readGemspec(content []byte) (out []entry, err error) {
	for i, line := range strings.Split(string(content), "\n") {
		if m := gemspecDep.FindStringSubmatch(line); m != nil {
			section := "dependency"
			if m[1] == "development" {
				section = "development dependency"
			}
			out = append(out, gemEntry(section, m[2], m[3], i+1))
		}
	}
	return out, nil
}

func gemEntry(section, name, rest string, line int) entry {
	e := entry{section: section, name: name, line: line}
	if m := gemSource.FindStringSubmatch(rest); m != nil {
		e.source = m[1]
	}
	var versions []string
	for m := gemVersion.FindStringSubmatch(rest); m != nil; m = gemVersion.FindStringSubmatch(rest) {
		versions = append(versions, m[1])
		rest = rest[len(m[0]):]
	}
	e.version = strings.Join(versions, ", ")
	return e
}

// gradleDependency is a dependency in short form: a configuration and "group:name:version".
var gradleDependency = lazyregexp.New(`^\s*([a-z]\w*|"[a-z]\w*")\s*\(?\s*(?:(?:platform|enforcedPlatform)\(\s*)?["']([\w.-]+:[\w.-]+):([^"':@]+)[^"']*["']`)

func readGradle(content []byte) (out []entry, err error) {
	for i, line := range strings.Split(string(content), "\n") {
		if m := gradleDependency.FindStringSubmatch(line); m != nil {
			out = append(out, entry{section: strings.Trim(m[1], `"`), name: m[2], version: m[3], line: i + 1})
		}
	}
	return out, nil
}

// readCatalogue reads a version catalogue of Gradle.
func readCatalogue(content []byte) ([]entry, error) {
	v, err := document.TOML(content)
	if err != nil {
		return nil, err
	}
	var out []entry
	for _, section := range []string{"libraries", "plugins"} {
		libraries := v.Get(section)
		if libraries == nil {
			continue
		}
		for _, m := range libraries.Members {
			e := entry{section: section, line: m.Line}
			d := &m.Value
			switch {
			case d.Text != "":
				parts := strings.Split(d.Text, ":")
				e.version = parts[len(parts)-1]
				e.name = strings.Join(parts[:len(parts)-1], ":")
			case section == "plugins":
				e.name = d.Get("id").String()
			case d.Get("module") != nil:
				e.name = d.Get("module").String()
			default:
				e.name = d.Get("group").String() + ":" + d.Get("name").String()
			}
			if w := d.Get("version"); w != nil {
				e.version = w.Text
				if ref := w.Get("ref"); ref != nil {
					if at := v.Get("versions", ref.Text); at != nil {
						e.version, e.line = at.Text, at.Line
						if at.Text == "" {
							e.version = firstText(at, "strictly", "require", "prefer")
						}
					}
				} else if w.Text == "" {
					e.version = firstText(w, "strictly", "require", "prefer")
				}
			}
			if e.name != "" {
				out = append(out, e)
			}
		}
	}
	return out, nil
}

func firstText(v *document.Value, keys ...string) string {
	for _, key := range keys {
		if text := v.Get(key).String(); text != "" {
			return text
		}
	}
	return ""
}
