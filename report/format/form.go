// Package format holds the output formats of a report, each with its name and its file
// extensions.
//
// In: a report, or a file that holds one, and options for the renderers. Out: bytes, or files
// that are written atomically.
package format

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/checkstyle"
	"github.com/nexus-ci/nexus-ci/report/codequality"
	"github.com/nexus-ci/nexus-ci/report/html"
	"github.com/nexus-ci/nexus-ci/report/junit"
	"github.com/nexus-ci/nexus-ci/report/markdown"
	"github.com/nexus-ci/nexus-ci/report/prompt"
	"github.com/nexus-ci/nexus-ci/report/rdjson"
	"github.com/nexus-ci/nexus-ci/report/sarif"
	"github.com/nexus-ci/nexus-ci/report/text"
)

// A Form is an output format.
type Form struct {
	Name    string
	endings []string // file extensions
	// Render fails only where a report cannot be encoded.
	Render func(*report.Report, Options) ([]byte, error)
}

// Options are the options of all renderers. Each format uses its own part.
type Options struct {
	Text     text.Options
	Markdown markdown.Options
	HTML     html.Options
	Prompt   prompt.Options
}

// forms returns all formats, the default first.
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
		{"html", []string{".html"}, func(r *report.Report, o Options) ([]byte, error) {
			return html.Render(r, o.HTML), nil
		}},
		{"codequality", nil, func(r *report.Report, _ Options) ([]byte, error) { return codequality.Render(r) }},
		{"rdjson", []string{".rdjson"}, func(r *report.Report, _ Options) ([]byte, error) { return rdjson.Render(r) }},
		{"checkstyle", nil, func(r *report.Report, _ Options) ([]byte, error) { return checkstyle.Render(r) }},
		{"junit", nil, func(r *report.Report, _ Options) ([]byte, error) { return junit.Render(r) }},
		{"prompt", nil, func(r *report.Report, o Options) ([]byte, error) {
			return []byte(prompt.Render(r, o.Prompt)), nil
		}},
	}
}

// Names returns the names of all formats, the default first.
func Names() []string {
	var names []string
	for _, f := range forms() {
		names = append(names, f.Name)
	}
	return names
}

// Endings returns the extensions that OfFile knows.
func Endings() []string {
	var endings []string
	for _, f := range forms() {
		endings = append(endings, f.endings...)
	}
	return endings
}

// Named returns the format with a name.
func Named(name string) (Form, bool) {
	return find(func(f Form) bool { return f.Name == name })
}

// OfFile returns the format for the extension of a file.
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
