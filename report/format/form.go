// Package format is the forms in which a report is written, each with its name and the
// endings of its files.
//
// In: a report and what its renderers want to know. Out: bytes, or a file that is written
// whole or not at all.
package format

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/markdown"
	"github.com/nexus-ci/nexus-ci/report/prompt"
	"github.com/nexus-ci/nexus-ci/report/sarif"
	"github.com/nexus-ci/nexus-ci/report/text"
)

// A Form is one form of a report.
type Form struct {
	Name    string
	endings []string // of the files that are written in it
	// Render fails only where a report cannot be encoded.
	Render func(*report.Report, Options) ([]byte, error)
}

// Options are those of the renderers. A form reads the part that is its own.
type Options struct {
	Text     text.Options
	Markdown markdown.Options
	Prompt   prompt.Options
}

// forms returns all forms, the default first.
func forms() []Form {
	return []Form{
		{"text", []string{".txt"}, func(r *report.Report, o Options) ([]byte, error) {
			return []byte(text.Render(r, o.Text)), nil
		}},
		{"markdown", []string{".md"}, func(r *report.Report, o Options) ([]byte, error) {
			return []byte(markdown.Render(r, o.Markdown)), nil
		}},
		{"json", []string{".json"}, func(r *report.Report, _ Options) ([]byte, error) {
			var b bytes.Buffer
			err := report.Encode(&b, r)
			return b.Bytes(), err
		}},
		{"sarif", []string{".sarif"}, func(r *report.Report, o Options) ([]byte, error) {
			return sarif.Render(r, sarif.Options{RepositoryURL: o.Markdown.RepositoryURL})
		}},
		{"prompt", nil, func(r *report.Report, o Options) ([]byte, error) {
			return []byte(prompt.Render(r, o.Prompt)), nil
		}},
	}
}

// Names returns the names of all forms, the default first.
func Names() []string {
	var names []string
	for _, f := range forms() {
		names = append(names, f.Name)
	}
	return names
}

// Endings returns the endings that OfFile knows.
func Endings() []string {
	var endings []string
	for _, f := range forms() {
		endings = append(endings, f.endings...)
	}
	return endings
}

// Named returns the form of a name.
func Named(name string) (Form, bool) {
	return find(func(f Form) bool { return f.Name == name })
}

// OfFile returns the form that the ending of a file's name stands for.
func OfFile(path string) (Form, bool) {
	ending := strings.ToLower(filepath.Ext(path))
	return find(func(f Form) bool { return slices.Contains(f.endings, ending) })
}

func find(is func(Form) bool) (Form, bool) {
	all := forms()
	if i := slices.IndexFunc(all, is); i >= 0 {
		return all[i], true
	}
	return Form{}, false
}
