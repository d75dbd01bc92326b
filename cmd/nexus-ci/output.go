package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/nexus-ci/nexus-ci/analyze/promptsafe"
	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/markdown"
	"github.com/nexus-ci/nexus-ci/report/prompt"
	"github.com/nexus-ci/nexus-ci/report/sarif"
	"github.com/nexus-ci/nexus-ci/report/text"
)

// A format is one form of a report.
type format struct {
	name    string
	endings []string // of the files that --save writes in it
	render  func(*report.Report, renderOptions) ([]byte, error)
}

// renderOptions are what the forms need to know of each other's users.
type renderOptions struct {
	text     text.Options
	markdown markdown.Options
	prompt   prompt.Options
}

// formats returns all forms, the default first.
func formats() []format {
	return []format{
		{"text", []string{".txt"}, func(r *report.Report, o renderOptions) ([]byte, error) {
			return []byte(text.Render(r, o.text)), nil
		}},
		{"markdown", []string{".md"}, func(r *report.Report, o renderOptions) ([]byte, error) {
			return []byte(markdown.Render(r, o.markdown)), nil
		}},
		{"json", []string{".json"}, func(r *report.Report, _ renderOptions) ([]byte, error) {
			var b bytes.Buffer
			err := report.Encode(&b, r)
			return b.Bytes(), err
		}},
		{"sarif", []string{".sarif"}, func(r *report.Report, o renderOptions) ([]byte, error) {
			return sarif.Render(r, sarif.Options{RepositoryURL: o.markdown.RepositoryURL})
		}},
		{"prompt", nil, func(r *report.Report, o renderOptions) ([]byte, error) {
			return []byte(prompt.Render(r, o.prompt)), nil
		}},
	}
}

func formatNames() []string {
	var names []string
	for _, f := range formats() {
		names = append(names, f.name)
	}
	return names
}

func savedEndings() []string {
	var endings []string
	for _, f := range formats() {
		endings = append(endings, f.endings...)
	}
	return endings
}

// formatNamed returns the form of a name.
func formatNamed(name string) (format, bool) {
	return findFormat(func(f format) bool { return f.name == name })
}

// formatOfFile returns the form that the ending of a file's name stands for.
func formatOfFile(path string) (format, bool) {
	ending := strings.ToLower(filepath.Ext(path))
	return findFormat(func(f format) bool { return slices.Contains(f.endings, ending) })
}

func findFormat(is func(format) bool) (format, bool) {
	all := formats()
	if i := slices.IndexFunc(all, is); i >= 0 {
		return all[i], true
	}
	return format{}, false
}

var colors = []string{"auto", "always", "never"}

// outputFlags say in which forms a report is written, and where to.
type outputFlags struct {
	format        string
	output        string   // file instead of standard output
	save          []string // further files, each in the form of its ending
	color         string
	verbose       bool
	repositoryURL string
	maxTokens     int
	// code is where the form prompt finds the code of changed symbols; nil where there is
	// nothing but the report.
	code func(s *report.ChangedSymbol) *prompt.Code
}

func (f *outputFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.format, "format", formatNames()[0], "`format` of the report: "+strings.Join(formatNames(), ", "))
	flags.StringVarP(&f.output, "output", "o", "", "write the report to `file` instead of standard output")
	flags.StringArrayVar(&f.save, "save", nil, "also write the report to `file`, in the format of its extension: "+strings.Join(savedEndings(), ", ")+"; may be repeated")
	flags.StringVar(&f.color, "color", "auto", colorUsage())
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "print all sections of a text report, with more rows")
	flags.IntVar(&f.maxTokens, "max-tokens", promptsafe.DefaultTokens, "size limit of --format prompt, in `tokens` of four bytes")
	flags.StringVar(&f.repositoryURL, "repository-url", "", "`address` of the repository for links in Markdown (default: in a GitHub job, its repository)")
}

func (f *outputFlags) validate() error {
	if _, ok := formatNamed(f.format); !ok {
		return usagef("--format %s: want one of %s", f.format, strings.Join(formatNames(), ", "))
	}
	if f.maxTokens < 1 {
		return usagef("--max-tokens %d: want 1 or more", f.maxTokens)
	}
	for _, path := range f.save {
		if _, ok := formatOfFile(path); !ok {
			return usagef("--save %s: the file name must end in one of %s", path, strings.Join(savedEndings(), ", "))
		}
	}
	return validColor(f.color)
}

func colorUsage() string { return "`when` to colour text: " + strings.Join(colors, ", ") }

func validColor(color string) error {
	if !slices.Contains(colors, color) {
		return usagef("--color %s: want one of %s", color, strings.Join(colors, ", "))
	}
	return nil
}

// terminal says how text is written to standard output.
func (p *program) terminal(color string) text.Options {
	return text.Options{
		Width: p.outWidth,
		Color: color == "always" || color == "auto" && p.outWidth > 0 && p.getenv("NO_COLOR") == "",
	}
}

// write renders the report in all forms that were asked for. A file that cannot be written
// does not keep the report from those that can.
func (p *program) write(f *outputFlags, r *report.Report) error {
	o := renderOptions{text: text.Options{Verbose: f.verbose}, markdown: markdown.Options{RepositoryURL: f.repository(p.getenv)}, prompt: prompt.Options{MaxTokens: f.maxTokens, Code: f.code}}
	var failed error
	for _, path := range f.save {
		form, _ := formatOfFile(path)
		content, err := form.render(r, o)
		if err == nil {
			err = writeFile(path, content)
		}
		if failed == nil {
			failed = err
		}
	}
	if f.output == "" {
		o.text = p.terminal(f.color)
	}
	o.text.Verbose, o.text.Color = f.verbose, o.text.Color || f.color == "always"
	form, _ := formatNamed(f.format)
	content, err := form.render(r, o)
	switch {
	case err != nil:
		return err
	case f.output != "":
		err = writeFile(f.output, content)
	default:
		if _, err = p.out.Write(content); err != nil {
			err = fmt.Errorf("write report: %w", err)
		}
	}
	if failed != nil {
		return failed
	}
	return err
}

// repository returns the address for links: the flag's, or that of the GitHub job.
func (f *outputFlags) repository(getenv func(string) string) string {
	if f.repositoryURL != "" {
		return f.repositoryURL
	}
	server, name := getenv("GITHUB_SERVER_URL"), getenv("GITHUB_REPOSITORY")
	if server == "" || name == "" {
		return ""
	}
	return server + "/" + name
}

// writeFile writes a file whole or not at all: a reader never sees half a report.
func writeFile(path string, content []byte) error {
	// A device or pipe, such as /dev/stdout, cannot be replaced.
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		if err := os.WriteFile(path, content, 0); err != nil {
			return fmt.Errorf("write report: %w", err)
		}
		return nil
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	defer os.Remove(tmp.Name()) // fails when it was renamed, which is fine
	_, err = tmp.Write(content)
	if closeErr := tmp.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Chmod(tmp.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return nil
}
