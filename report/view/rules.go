package view

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/finding/rules"
	"github.com/nexus-ci/nexus-ci/report"
)

// A Rule describes one kind of finding.
type Rule struct {
	Name     string // the value of Finding.Rule
	Class    string // the usual one: break or behaviour
	Severity string // the usual one: error, warning or info
	Summary  string // one sentence: what it claims
	// Doc are paragraphs: how it is decided and when it keeps silent. The last says what
	// the fields of a finding are.
	Doc      string
	Examples []Example
}

// ruleOf returns the rule of a finding, an empty one for a rule of another version.
func ruleOf(f *report.Finding) finding.Rule {
	all := rules.All()
	if i := slices.IndexFunc(all, func(r finding.Rule) bool { return r.Name == f.Rule }); i >= 0 {
		return all[i]
	}
	return finding.Rule{}
}

// Task returns what is to be updated at the place of a break, in a noun.
func Task(f *report.Finding) string { return cmp.Or(ruleOf(f).Task, "use") }

// An Example is a small change and what a rule says of it.
type Example struct {
	Title string // a clause that tells what the change does
	Files []ExampleFile
	Says  []string // sentences; none: the rule keeps silent
}

// An ExampleFile is a file on both sides of a change, empty where it is not there.
type ExampleFile struct {
	Path          string
	Before, After string
	Other         bool // After is that of another branch
}

// Rules returns all kinds of findings, sorted by name.
func Rules() []Rule {
	all := rules.All()
	out := make([]Rule, len(all))
	for i, r := range all {
		out[i] = Rule{Name: r.Name, Class: string(r.Class), Severity: string(r.Severity), Summary: r.Summary, Doc: r.Doc}
		for _, e := range r.Examples.All() {
			out[i].Examples = append(out[i].Examples, Example{Title: e.Title, Files: exampleFiles(e.Source), Says: e.Says})
		}
	}
	return out
}

// exampleFiles returns the files of the base, each as it becomes, and then those that
// only the other sides have.
func exampleFiles(source string) []ExampleFile {
	sides := map[string]map[string]string{"base": {}, "head": {}, "other": {}}
	var paths []string
	for _, f := range txtar.Parse([]byte(source)).Files {
		side, name, _ := strings.Cut(f.Name, "/")
		sides[side][name] = string(f.Data)
		if _, known := sides["base"][strings.TrimSuffix(name, ".deleted")]; side == "base" || !known {
			paths = append(paths, name)
		}
	}
	var files []ExampleFile
	for _, name := range paths {
		before, inBase := sides["base"][name]
		changed := false
		for _, side := range []string{"head", "other"} {
			after, ok := sides[side][name]
			_, deleted := sides[side][name+".deleted"]
			if ok || deleted {
				files = append(files, ExampleFile{path.Clean(name), before, after, side == "other"})
				changed = true
			}
		}
		if inBase && !changed {
			files = append(files, ExampleFile{Path: path.Clean(name), Before: before, After: before})
		}
	}
	return files
}
