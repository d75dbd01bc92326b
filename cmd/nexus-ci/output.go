package main

import (
	"strings"

	"github.com/spf13/pflag"

	"github.com/nexus-ci/nexus-ci/analyze/promptsafe"
	"github.com/nexus-ci/nexus-ci/check"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/exit"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/terminal"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/usage"
	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/format"
	"github.com/nexus-ci/nexus-ci/report/html"
	"github.com/nexus-ci/nexus-ci/report/markdown"
	"github.com/nexus-ci/nexus-ci/report/prompt"
	"github.com/nexus-ci/nexus-ci/report/text"
)

// outputFlags say in which forms a report is written, and where to.
type outputFlags struct {
	format        string
	output        string   // file instead of standard output
	save          []string // further files, each in the form of its ending
	color         string
	verbose       bool
	repositoryURL string
	maxTokens     int
	// code is where the forms prompt and html find the code that the report speaks of; nil where
	// there is nothing but the report.
	code *check.Code
}

func (f *outputFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.format, "format", format.Names()[0], "`format` of the report: "+strings.Join(format.Names(), ", "))
	flags.StringVarP(&f.output, "output", "o", "", "write the report to `file` instead of standard output")
	flags.StringArrayVar(&f.save, "save", nil, "also write the report to `file`, in the format of its extension: "+strings.Join(format.Endings(), ", ")+"; may be repeated")
	flags.StringVar(&f.color, "color", "auto", terminal.ColorUsage())
	flags.BoolVar(&f.verbose, "all", false, "print all sections with more rows, and the factors of the score; in text and Markdown")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "the same as --all")
	flags.IntVar(&f.maxTokens, "max-tokens", promptsafe.DefaultTokens, "size limit of --format prompt, in `tokens` of four bytes")
	flags.StringVar(&f.repositoryURL, "repository-url", "", "`address` of the repository for links in Markdown and HTML (default: in a GitHub job, its repository)")
}

func (f *outputFlags) validate() error {
	if err := usage.CheckForms(f.format, f.output, f.save); err != nil {
		return err
	}
	if f.maxTokens < 1 {
		return exit.Usagef("--max-tokens %d: want 1 or more", f.maxTokens)
	}
	return terminal.CheckColor(f.color)
}

// write writes the report in all forms that were asked for.
func (p *program) write(f *outputFlags, r *report.Report) error {
	o := format.Output{Format: f.format, File: f.output, Out: p.Out, Save: f.save, Options: format.Options{
		Text:     text.Options{Verbose: f.verbose},
		Markdown: markdown.Options{RepositoryURL: f.repository(p.getenv), All: f.verbose},
		HTML:     html.Options{RepositoryURL: f.repository(p.getenv)},
		Prompt:   prompt.Options{MaxTokens: f.maxTokens},
	}}
	if f.code != nil {
		o.Options.HTML.Code, o.Options.Prompt.Code = f.code, f.code.Symbol
	}
	if f.output == "" {
		o.Text = p.Options(f.color, p.getenv)
	}
	o.Text.Verbose, o.Text.Color = f.verbose, o.Text.Color || f.color == "always"
	return o.Write(r)
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
