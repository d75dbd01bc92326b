package across

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/content/dependency"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

const (
	maxManifest  = 16 << 20 // bytes; lock files are long
	maxManifests = 5000
)

// Files reads the files of a snapshot.
type Files interface {
	Paths() []string // sorted
	ReadFile(path string, limit int64) ([]byte, error)
}

// place is a directory with manifests of an ecosystem.
type place struct{ eco, dir string }

// A pinner knows what the manifests of a snapshot declare.
type pinner struct {
	declared map[place][]dependency.Package
	locked   map[place]map[string][]string // versions by name
	memo     map[place]map[string]Pin
	key      map[string]func(string) string // normal form of a name, by ecosystem
}

// newPinner reads the manifests and lock files of a snapshot.
func newPinner(files Files, languages []*lang.Language) *pinner {
	p := &pinner{
		declared: make(map[place][]dependency.Package), locked: make(map[place]map[string][]string),
		memo: make(map[place]map[string]Pin), key: make(map[string]func(string) string),
	}
	for _, l := range languages {
		if r := l.Registry; r != nil {
			p.key[r.Name] = r.Key
		}
	}
	read := 0
	for _, file := range files.Paths() {
		eco, lock := dependency.Ecosystem(file)
		if _, ok := ecosystems[eco]; !ok || path.Base(file) == "go.sum" || read == maxManifests {
			continue
		}
		read++
		content, err := files.ReadFile(file, maxManifest)
		if err != nil {
			continue // what cannot be read declares nothing
		}
		at := place{eco, path.Dir(file)}
		if _, dir, ok := dependency.Project(file); ok {
			at.dir = dir
		}
		if !lock {
			p.declared[at] = append(p.declared[at], dependency.Packages(file, content)...)
			continue
		}
		if p.locked[at] == nil {
			p.locked[at] = make(map[string][]string)
		}
		for _, d := range dependency.Packages(file, content) {
			k := p.keyOf(eco, d.Name)
			if list := p.locked[at][k]; !slices.Contains(list, d.Version) {
				p.locked[at][k] = append(list, d.Version)
			}
		}
	}
	return p
}

// keyOf returns the normal form of the name of a package.
func (p *pinner) keyOf(eco, name string) string {
	if key := p.key[eco]; key != nil {
		return key(name)
	}
	return name
}

// pinsFor returns the packages that the manifests declare for the files of a directory, by the normal
// form of their names.
func (p *pinner) pinsFor(eco, dir string) map[string]Pin {
	at := place{eco, dir}
	if pins, ok := p.memo[at]; ok {
		return pins
	}
	pins := make(map[string]Pin)
	if _, declares := p.declared[at]; dir != "." && (!declares || ecosystems[eco].inherits) {
		maps.Copy(pins, p.pinsFor(eco, path.Dir(dir)))
	}
	here := make(map[string]Pin) // those of this directory
	for i := range p.declared[at] {
		d := &p.declared[at][i]
		if d.Replaces || d.Section == "toolchain" || dependency.OfWorkspace(d.Section) {
			continue
		}
		k := p.keyOf(eco, d.Name)
		pin, ok := p.pin(at, *d)
		before, again := here[k]
		switch {
		case !ok:
			delete(pins, k) // another package has its name
			continue
		case again && before.Breaks == OnUpgrade && pin.Breaks == OnUpgrade && before.Version != pin.Version:
			pin.Version, pin.Breaks = "", Unknown // one for each of several purposes
		case again && (before.Breaks != Unknown || pin.Breaks == Unknown):
			continue // the first that says more
		case !again && pin.Breaks == Unknown && pin.Version == "" && pins[k].Version != "":
			continue // it takes over what a manifest above says
		}
		pins[k], here[k] = pin, pin
	}
	p.memo[at] = pins
	return pins
}

// pin says what an entry of a manifest pins; false where it is another package than the one of its name.
func (p *pinner) pin(at place, d dependency.Package) (Pin, bool) {
	pin := Pin{Package: packageURL(at.eco, p.nameOf(at.eco, d.Name))}
	if d.Version == "workspace" && at.eco == "cargo" {
		d = p.ofWorkspace(at, d)
	}
	for _, r := range p.declared[at] {
		if name, _, _ := strings.Cut(r.Name, "@"); at.eco == "go" && r.Replaces && name == d.Name {
			d.Version, d.Source = r.Version, r.Source
			if d.Source == d.Name {
				d.Source = ""
			} else if r.Version != "" {
				return pin, false // a fork
			}
		}
	}
	if strings.HasPrefix(d.Source, "npm:") {
		return pin, false // an alias
	}
	versions := p.lockedVersions(at, p.keyOf(at.eco, d.Name))
	switch {
	case d.Source != "":
		pin.Version, pin.Breaks = ofSource(d.Source)
	case isMoving(at.eco, d.Version):
		pin.Version, pin.Breaks = d.Version, OnNextBuild
		if len(versions) == 1 && !strings.HasPrefix(d.Version, "workspace:") {
			pin.Version, pin.Breaks = versions[0], OnUpgrade
		}
	case len(versions) == 1:
		pin.Version, pin.Breaks = versions[0], OnUpgrade
	case len(versions) == 0 && isExact(at.eco, d.Version):
		pin.Version, pin.Breaks = strings.TrimLeft(d.Version, "="), OnUpgrade
	default:
		pin.Version, pin.Breaks = d.Version, Unknown
	}
	return pin, true
}

// nameOf returns the name of a package as its URL has it.
func (p *pinner) nameOf(eco, name string) string {
	if eco == "pypi" {
		return p.keyOf(eco, name)
	}
	return name
}

// ofWorkspace returns the entry of the workspace that an entry of Cargo stands for.
func (p *pinner) ofWorkspace(at place, d dependency.Package) dependency.Package {
	for dir := at.dir; ; dir = path.Dir(dir) {
		for _, w := range p.declared[place{at.eco, dir}] {
			if dependency.OfWorkspace(w.Section) && w.Name == d.Name {
				return w
			}
		}
		if dir == "." {
			d.Version = ""
			return d
		}
	}
}

// lockedVersions returns the versions of a package in the nearest lock file that has it.
func (p *pinner) lockedVersions(at place, key string) []string {
	for dir := at.dir; ; dir = path.Dir(dir) {
		if list := p.locked[place{at.eco, dir}][key]; len(list) > 0 {
			return list
		}
		if dir == "." {
			return nil
		}
	}
}

// fixed matches what names one state of a repository: a commit or a version.
var fixed = lazyregexp.New(`^(?:[0-9a-f]{7,40}|v?\d[\w.+-]*)$`)

// archive matches the address of a file that is one version.
var archive = lazyregexp.New(`\.(?:tgz|tar\.\w+|zip|whl|jar)$`)

// ofSource says what a source pins: a path and a branch change, a commit and a tag do not.
func ofSource(source string) (version, breaks string) {
	source, _, _ = strings.Cut(source, "#egg=")
	at := strings.LastIndexByte(source, '#')
	if at < 0 {
		if at = strings.LastIndexByte(source, '@'); at < strings.LastIndexByte(source, '/') {
			at = -1
		}
	}
	switch {
	case at >= 0 && fixed.MatchString(source[at+1:]):
		return source[at+1:], OnUpgrade
	case archive.MatchString(source):
		return "", Unknown
	}
	return "", OnNextBuild
}

// isMoving reports whether a version means the newest state at each build.
func isMoving(eco, version string) bool {
	switch eco {
	case "npm":
		return version == "" || version == "*" || version == "latest" || strings.HasPrefix(version, "workspace:")
	case "pypi":
		return version == ""
	case "cargo":
		return version == "*"
	case "maven":
		return strings.HasSuffix(version, "-SNAPSHOT") || version == "LATEST" || version == "RELEASE" || strings.HasSuffix(version, "+") || strings.HasPrefix(version, "latest.")
	}
	return false
}

// isExact reports whether a version of a manifest allows only one.
func isExact(eco, version string) bool {
	switch eco {
	case "go":
		return version != ""
	case "npm", "cargo":
		if eco == "cargo" && !strings.HasPrefix(version, "=") {
			return false // 1.2 means ^1.2 there
		}
		version = strings.TrimPrefix(version, "=")
	case "pypi":
		if !strings.HasPrefix(version, "==") {
			return false
		}
		version = strings.TrimLeft(version, "=")
	}
	return version != "" && !strings.ContainsAny(version, "<>=~^*|, $[](){}!@/:+") && version[0] >= '0' && version[0] <= '9' || eco == "maven" && fixed.MatchString(version)
}
