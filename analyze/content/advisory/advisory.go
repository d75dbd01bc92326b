// Package advisory finds the known vulnerabilities that a change of dependencies brings in or ends.
//
// In: a database of advisories in the OSV format, a file or directory of the user, and the facts of
// package dependency. Out: a fact for each advisory and package that the change touches.
//
// Invariants: nothing is fetched. Versions are compared as their ecosystem compares them
// (deps.dev/util/semver). Only exact versions are judged: a range may be installed as any of its
// versions.
package advisory

import (
	"path"
	"slices"
	"strings"

	"deps.dev/util/semver"

	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

// An entry is what an advisory says of one package.
type entry struct {
	id       string
	aliases  []string
	ranges   [][]event
	versions []string
}

// An event is a version at which a package becomes vulnerable, or no longer is. Several make a range.
type event struct {
	version string
	what    string // one of events
}

// events are the kinds of events that the OSV format has.
var events = [...]string{"introduced", "fixed", "last_affected", "limit"}

// A Database holds advisories by package.
type Database struct {
	entries map[packageID][]entry
	Entries int // advisories that were read
}

// A packageID names a package of an ecosystem, in the words of package dependency.
type packageID struct{ format, name string }

// systems are the ecosystems: their name in OSV, and how they compare versions.
var systems = map[string]struct {
	osv    string
	system semver.System
}{
	"go":        {"Go", semver.Go},
	"npm":       {"npm", semver.NPM},
	"pypi":      {"PyPI", semver.PyPI},
	"cargo":     {"crates.io", semver.Cargo},
	"maven":     {"Maven", semver.Maven},
	"nuget":     {"NuGet", semver.NuGet},
	"packagist": {"Packagist", semver.Composer},
	"rubygems":  {"RubyGems", semver.RubyGems},
}

var separators = lazyregexp.New(`[-_.]+`)

// idOf returns the package of a name; names that differ in ways that their ecosystem ignores are equal.
func idOf(format, name string) packageID {
	switch format {
	case "pypi":
		name, _, _ = strings.Cut(name, "[")
		name = separators.ReplaceAllString(strings.ToLower(name), "-")
	case "nuget", "packagist":
		name = strings.ToLower(name)
	}
	return packageID{format, name}
}

// Of returns the advisories that the changes of dependencies bring in, end or leave. A package that
// moves between the sections of a manifest, or between its files in one directory, stays.
func (db *Database) Of(facts []fact.Fact) []fact.Fact {
	type place struct {
		packageID
		dir string
	}
	type versions struct {
		fact               *fact.Fact // the last with a version of head, else the first
		from, to           []string   // exact versions of base and head
		rangeFrom, rangeTo bool       // base or head has a version that is not exact
	}
	groups := make(map[place]*versions)
	var order []place
	for i := range facts {
		f := &facts[i]
		if f.Type() != fact.Dependency || f.Field == "toolchain" || systems[f.Format].osv == "" {
			continue
		}
		at := place{idOf(f.Format, f.Name), path.Dir(f.Path)}
		v := groups[at]
		if v == nil {
			v = &versions{fact: f}
			groups[at] = v
			order = append(order, at)
		}
		if f.From != "" {
			if exact := exactVersion(f, f.From); exact != "" {
				v.from = append(v.from, exact)
			} else {
				v.rangeFrom = true
			}
		}
		if f.To != "" {
			v.fact = f
			if exact := exactVersion(f, f.To); exact != "" {
				v.to = append(v.to, exact)
			} else {
				v.rangeTo = true
			}
		}
	}
	var out []fact.Fact
	for _, at := range order {
		v := groups[at]
		told := make(map[string]bool)
		for _, e := range db.entries[at.packageID] {
			if told[e.id] || slices.ContainsFunc(e.aliases, func(a string) bool { return told[a] }) {
				continue
			}
			was, is := e.affects(at.format, v.from), e.affects(at.format, v.to)
			f := fact.Fact{Format: at.format, Field: e.id, Name: v.fact.Name, Path: v.fact.Path, Line: v.fact.Line, Side: v.fact.Side, From: was, To: is}
			switch {
			case is != "" && was != "":
				f.Kind, f.Change = "advisory-kept", "still there"
			case is != "" && !v.rangeFrom:
				f.Kind, f.Change = "advisory-introduced", "introduced"
			case was != "" && !v.rangeTo:
				f.Kind, f.Change = "advisory-fixed", "fixed"
			default:
				continue
			}
			told[e.id] = true
			for _, a := range e.aliases {
				told[a] = true
			}
			out = append(out, f)
		}
	}
	return out
}

// exactVersion returns the only version that a requirement allows, empty for a range.
func exactVersion(f *fact.Fact, requirement string) string {
	v := strings.TrimSpace(requirement)
	switch f.Format {
	case "pypi":
		v = strings.TrimSpace(strings.TrimLeft(v, "="))
	case "cargo":
		if f.Field != "lock" && !strings.HasPrefix(v, "=") {
			return "" // 1.2 means ^1.2 there
		}
		v = strings.TrimSpace(strings.TrimPrefix(v, "="))
	case "npm":
		v = strings.TrimPrefix(v, "=")
	}
	if v == "" || strings.ContainsAny(v, "<>=~^*|, $[](){}!@/:") {
		return ""
	}
	if _, err := systems[f.Format].system.Parse(v); err != nil {
		return ""
	}
	return v
}

// affects returns the first of versions that an entry speaks of, empty for none.
func (e *entry) affects(format string, versions []string) string {
	system := systems[format].system
	for _, v := range versions {
		if slices.ContainsFunc(e.versions, func(w string) bool { return w == v || system.Compare(written(format, w), v) == 0 }) {
			return v
		}
		for _, r := range e.ranges {
			if contains(r, format, system, v) {
				return v
			}
		}
	}
	return ""
}

// contains evaluates the events of a range in their order, as the OSV format says.
func contains(r []event, format string, system semver.System, version string) bool {
	sorted := slices.Clone(r)
	slices.SortStableFunc(sorted, func(a, b event) int {
		switch {
		case a.version == b.version:
			return 0
		case a.version == "0":
			return -1
		case b.version == "0":
			return 1
		}
		return system.Compare(written(format, a.version), written(format, b.version))
	})
	in := false
	for _, e := range sorted {
		at := -1 // of the event, against the version
		if e.version != "0" {
			at = system.Compare(written(format, e.version), version)
		}
		switch e.what {
		case "introduced":
			in = in || at <= 0
		case "fixed", "limit":
			in = in && at > 0
		case "last_affected":
			in = in && at >= 0
		}
		if at > 0 {
			break
		}
	}
	return in
}

// written returns a version of a database as manifests write it.
func written(format, version string) string {
	if format == "go" && !strings.HasPrefix(version, "v") {
		return "v" + version
	}
	return version
}
