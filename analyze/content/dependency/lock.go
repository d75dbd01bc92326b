package dependency

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/content/document"
	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

func readGoSum(content []byte) (out []entry, err error) {
	for i, line := range strings.Split(string(content), "\n") {
		if f := strings.Fields(line); len(f) == 3 && !strings.HasSuffix(f[1], "/go.mod") {
			out = append(out, entry{section: "lock", name: f[0], version: f[1], line: i + 1})
		}
	}
	return out, nil
}

func readPackageLock(content []byte) ([]entry, error) {
	v, err := document.JSON(content)
	if err != nil {
		return nil, err
	}
	var out []entry
	if packages := v.Get("packages"); packages != nil {
		for _, m := range packages.Members {
			at := strings.LastIndex(m.Key, "node_modules/")
			if at < 0 {
				continue // a package of the repository itself
			}
			out = append(out, locked(m.Key[at+len("node_modules/"):], m.Value.Get("version"), m.Line))
		}
		return out, nil
	}
	return lockedTree(v.Get("dependencies")), nil
}

// lockedTree returns the packages of a lock file of npm before 7, which are nested.
func lockedTree(v *document.Value) (out []entry) {
	if v == nil {
		return nil
	}
	for _, m := range v.Members {
		out = append(out, locked(m.Key, m.Value.Get("version"), m.Line))
		out = append(out, lockedTree(m.Value.Get("dependencies"))...)
	}
	return out
}

func locked(name string, version *document.Value, line int) entry {
	if version != nil {
		line = version.Line
	}
	return entry{section: "lock", name: name, version: version.String(), line: line}
}

func readPnpmLock(content []byte) ([]entry, error) {
	docs, err := document.YAML(content)
	if err != nil {
		return nil, err
	}
	var out []entry
	for _, v := range docs {
		packages := v.Get("packages")
		if packages == nil {
			continue
		}
		for _, m := range packages.Members {
			key, _, _ := strings.Cut(strings.TrimPrefix(m.Key, "/"), "(")
			at := strings.LastIndexByte(key, '@')
			if at <= 0 {
				at = strings.LastIndexByte(key, '/') // of pnpm before 6
			}
			if at > 0 {
				out = append(out, entry{section: "lock", name: key[:at], version: key[at+1:], line: m.Line})
			}
		}
	}
	return out, nil
}

var (
	yarnHead    = lazyregexp.New(`^"?(@?[^@"\s]+)@`)
	yarnVersion = lazyregexp.New(`^\s+"?version"?:?\s+"?([^"\s]+)"?`)
)

// readYarnLock reads both forms of yarn's lock file line by line: the older is no YAML.
func readYarnLock(content []byte) (out []entry, err error) {
	name := ""
	for i, line := range strings.Split(string(content), "\n") {
		if m := yarnHead.FindStringSubmatch(line); m != nil {
			name = m[1]
		} else if m := yarnVersion.FindStringSubmatch(line); m != nil && name != "" {
			out = append(out, entry{section: "lock", name: name, version: m[1], line: i + 1})
			name = ""
		}
	}
	return out, nil
}

// readTOMLLock reads lock files that are lists of packages: Cargo, Poetry, uv.
func readTOMLLock(content []byte) ([]entry, error) {
	v, err := document.TOML(content)
	if err != nil {
		return nil, err
	}
	packages := v.Get("package")
	if packages == nil {
		return nil, nil
	}
	var out []entry
	for i := range packages.List {
		p := &packages.List[i]
		out = append(out, locked(p.Get("name").String(), p.Get("version"), p.Line))
	}
	return out, nil
}

func readComposerLock(content []byte) ([]entry, error) {
	v, err := document.JSON(content)
	if err != nil {
		return nil, err
	}
	var out []entry
	for _, section := range []string{"packages", "packages-dev"} {
		if packages := v.Get(section); packages != nil {
			for i := range packages.List {
				p := &packages.List[i]
				out = append(out, locked(p.Get("name").String(), p.Get("version"), p.Line))
			}
		}
	}
	return out, nil
}

// gemSpec is a resolved gem: four blanks, its name and its version in parentheses.
var gemSpec = lazyregexp.New(`^    (\S+) \(([^)]+)\)$`)

func readGemfileLock(content []byte) (out []entry, err error) {
	for i, line := range strings.Split(string(content), "\n") {
		if m := gemSpec.FindStringSubmatch(strings.TrimRight(line, "\r")); m != nil {
			out = append(out, entry{section: "lock", name: m[1], version: m[2], line: i + 1})
		}
	}
	return out, nil
}
