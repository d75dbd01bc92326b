package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/analyze/complexity"
	"github.com/nexus-ci/nexus-ci/analyze/index"
	"github.com/nexus-ci/nexus-ci/analyze/query"
	"github.com/nexus-ci/nexus-ci/diff/git"
	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/prompt"
)

// promptFormat is a further form of what query answers: context for a language model.
const promptFormat = "prompt"

// A promptForm is that form: another tool answers the same question.
type promptForm struct {
	tool   query.Tool
	values map[string]func() any // parameters that only this tool has
	json   bool
}

// promptFlags adds the flags of the form to those of query; nil for other tools.
func promptFlags(t query.Tool, flags *pflag.FlagSet) *promptForm {
	if t.Name != "query" {
		return nil
	}
	f := &promptForm{values: make(map[string]func() any)}
	f.tool, _ = query.Find("prompt_context") // a row of the table
	for _, parameter := range f.tool.Input.Properties {
		if flags.Lookup(flagName(parameter)) == nil && !parameter.Argument {
			parameter.Description = "with --format prompt: " + parameter.Description
			f.values[parameter.Name] = parameterFlag(flags, parameter)
		}
	}
	flags.BoolVar(&f.json, "json-context", false, "with --format prompt: the same as JSON")
	return f
}

// arguments returns those of query as arguments of the tool, with its own.
func (f *promptForm) arguments(given map[string]any, flags *pflag.FlagSet) (map[string]any, error) {
	all := make(map[string]any)
	for name, value := range given {
		if !slices.ContainsFunc(f.tool.Input.Properties, func(p query.Property) bool { return p.Name == name }) {
			return nil, usagef("%s: not with --format prompt", name)
		}
		all[name] = value
	}
	for _, parameter := range f.tool.Input.Properties {
		if value := f.values[parameter.Name]; value != nil && flags.Changed(flagName(parameter)) {
			all[parameter.Name] = value()
		}
	}
	return all, nil
}

// refuse says which flag needs the form.
func (f *promptForm) refuse(flags *pflag.FlagSet) error {
	if f.json {
		return usagef("--json-context: needs --format prompt")
	}
	for _, parameter := range f.tool.Input.Properties {
		if f.values[parameter.Name] != nil && flags.Changed(flagName(parameter)) {
			return usagef("--%s: needs --format prompt", flagName(parameter))
		}
	}
	return nil
}

// maxCodeFile is the size of the largest file whose code is shown, in bytes.
const maxCodeFile = 1 << 20

// changedCode returns what finds the code of a changed symbol: in head, or in base when it is
// gone. Files and folders have none.
func changedCode(repo *git.Repo, c *comparison, result *analyze.Result) func(s *report.ChangedSymbol) *prompt.Code {
	sides := map[string]struct {
		index *index.Index
		files *snapshotFiles
	}{
		"base": {result.Base, newSnapshotFiles(repo, c.base)},
		"head": {result.Head, newSnapshotFiles(repo, c.head)},
	}
	return func(s *report.ChangedSymbol) *prompt.Code {
		side := sides[s.Side]
		n := side.index.Graph.Node(s.ID)
		if n == nil || n.Parent == nil || n.Start < 1 {
			return nil
		}
		content, err := side.files.ReadFile(n.Path, maxCodeFile)
		lines := strings.Split(string(content), "\n")
		if err != nil || n.End > len(lines) || n.End < n.Start {
			return nil // the report says what it says without
		}
		code := &prompt.Code{Language: n.Language, Start: n.Start, Lines: lines[n.Start-1 : n.End]}
		if n.Label.Callable() && !n.Abstract {
			ways := complexity.Of(n.Language, code.Lines)
			code.Complexity = fmt.Sprintf("%s (%d)", complexity.LevelOf(ways), ways)
		}
		return code
	}
}
