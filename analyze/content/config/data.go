package config

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/content/document"
	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
)

const (
	// maxData is the size up to which a version of a file is compared key by key, in bytes.
	maxData = 512 << 10
	// maxEach is how many keys of a file are told one by one; of more, the first with their number.
	maxEach = 4
)

// MatchData reports whether a file has keys and values, of whatever use: messages, metadata, the
// steps of a workflow.
func MatchData(file string) bool {
	if formatOf(file) == nil || locked[path.Base(file)] || strings.HasSuffix(file, ".versions.toml") || path.Base(file) == "dotnet-tools.json" {
		return false
	}
	for d := range strings.SplitSeq(strings.ToLower(path.Dir(file)), "/") {
		switch d {
		case "test", "tests", "testdata", "fixtures", "__fixtures__", "__snapshots__", "node_modules", "vendor":
			return false
		}
	}
	return true
}

// locked are the files with keys that tools write, of which package dependency reads what matters.
var locked = map[string]bool{"package-lock.json": true, "npm-shrinkwrap.json": true, "pnpm-lock.yaml": true, "composer.lock": true, "packages.lock.json": true, "go.work.sum": true}

// ReadData returns the facts of changed keys, those aside that readers of a more telling family know: what
// packages there are, and what starts a workflow and what it may do.
func ReadData(pairs []fact.Pair) (facts []fact.Fact, problems []fact.Problem) {
	for i := range pairs {
		p := &pairs[i]
		if p.Old == nil || p.New == nil || max(len(p.Old.Content), len(p.New.Content)) > maxData {
			continue
		}
		old, new, trouble := fact.Both(p, func(f *fact.File) (*document.Value, error) { return formatOf(f.Path)(f.Content) })
		if len(trouble) > 0 || described(new) {
			continue // it may be of another format, as templates are
		}
		for _, group := range grouped(compare(p, old, new)) {
			facts = append(facts, summed(group)...)
		}
	}
	return facts, problems
}

// described reports whether the content of a file says what reads it: a schema, or what is deployed. The readers
// of these know what of it matters, and descriptions do not.
func described(v *document.Value) bool {
	return v.Get("openapi") != nil || v.Get("swagger") != nil || v.Get("apiVersion") != nil && v.Get("kind") != nil || strings.Contains(v.Get("$schema").String(), "json-schema.org")
}

// SameData reports whether both versions of a file have the same keys and values, in whatever order the keys
// stand.
func SameData(p *fact.Pair) bool {
	if max(len(p.Old.Content), len(p.New.Content)) > maxData {
		return false
	}
	old, new, trouble := fact.Both(p, func(f *fact.File) (*document.Value, error) { return formatOf(f.Path)(f.Content) })
	return len(trouble) == 0 && same(old, new) && slices.Equal(characters(p.Old.Content), characters(p.New.Content))
}

// characters returns the bytes of a file without white space, sorted. Values do not tell 1 from "1", nor an
// empty list from an empty map.
func characters(content []byte) []byte {
	out := bytes.Join(bytes.Fields(content), nil)
	slices.Sort(out)
	return out
}

func same(a, b *document.Value) bool {
	if a.Text != b.Text || len(a.List) != len(b.List) || len(a.Members) != len(b.Members) {
		return false
	}
	for i := range a.List {
		if !same(&a.List[i], &b.List[i]) {
			return false
		}
	}
	of := make(map[string]*document.Value, len(b.Members))
	for i := range b.Members {
		of[b.Members[i].Key] = &b.Members[i].Value
	}
	for i := range a.Members {
		if other := of[a.Members[i].Key]; other == nil || !same(&a.Members[i].Value, other) {
			return false
		}
	}
	return len(of) == len(b.Members)
}

// grouped returns the facts of a file by what became of the keys, in order, without those that others tell.
func grouped(facts []fact.Fact) [][]fact.Fact {
	var order []string
	of := make(map[string][]fact.Fact)
	for _, f := range facts {
		if readElsewhere(f.Path, f.Name) {
			continue
		}
		f.Kind, f.Change = "data-changed", strings.TrimPrefix(f.Change, "default ")
		f.Name = strings.Join(strings.Fields(f.Name), " ")
		by := f.Change
		if of[by] == nil {
			order = append(order, by)
		}
		of[by] = append(of[by], f)
	}
	out := make([][]fact.Fact, 0, len(order))
	for _, by := range order {
		out = append(out, of[by])
	}
	return out
}

// summed returns few facts as they are, and one for many.
func summed(group []fact.Fact) []fact.Fact {
	if len(group) <= maxEach {
		return group
	}
	first := group[0]
	first.More = len(group) - 1
	number := fmt.Sprint(first.More)
	if len(group) >= maxFacts {
		number = "at least " + number
	}
	var names []string
	for _, f := range group[1:min(len(group), maxNamed+1)] {
		names = append(names, beyond(first.Name, f.Name))
	}
	if first.More > maxNamed {
		names = append(names, "…")
	}
	first.Change, first.From, first.To = fmt.Sprintf("%s, and %s more", first.Change, number), "", strings.Join(names, ", ")
	return []fact.Fact{first}
}

// maxNamed is how many keys are named beside the first of many.
const maxNamed = 5

// beyond returns what a path of keys has beyond the part that another begins with too, but for its last key.
func beyond(other, path string) string {
	a, b := strings.Split(other, "."), strings.Split(path, ".")
	start, _ := fact.Ends(a, b[:len(b)-1], func(v, w string) bool { return v == w })
	return strings.Join(b[start:], ".")
}

// readElsewhere reports whether the reader of another family reads a key of a file.
func readElsewhere(file, key string) bool {
	parts := strings.Split(strings.ToLower(key), ".")
	top, last := parts[0], parts[len(parts)-1]
	dir := path.Dir(file)
	if path.Base(dir) == "workflows" || strings.HasPrefix(path.Base(file), "action.") {
		return top == "on" && len(parts) <= 2 || slices.Contains(parts, "permissions") || last == "uses" || last == "secrets"
	}
	for _, part := range parts {
		if strings.Contains(part, "dependenc") || part == "sources" {
			return true
		}
	}
	switch top {
	case "require", "require-dev", "replace", "conflict", "patch", "overrides", "resolutions", "packages", "engines", "packagemanager", "pnpm", "catalog", "catalogs":
		return true
	}
	switch key {
	case "build-system.requires", "scripts.preinstall", "scripts.install", "scripts.postinstall":
		return true
	}
	return last == "rust-version" || last == "requires-python"
}
