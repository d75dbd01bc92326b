package toolflag

import (
	"slices"

	"github.com/spf13/pflag"

	"github.com/nexus-ci/nexus-ci/analyze/query"
	"github.com/nexus-ci/nexus-ci/analyze/query/schema"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/exit"
)

// promptForm is a further form of what query answers: context for a language model.
const promptForm = "prompt"

// A prompt is that form: another tool answers the same question.
type prompt struct {
	tool   query.Tool
	values map[string]func() any // parameters that only this tool has
	json   bool
}

// promptFlags adds the flags of the form to those of query; nil for other tools.
func promptFlags(t query.Tool, flags *pflag.FlagSet) *prompt {
	if t.Name != "query" {
		return nil
	}
	f := &prompt{values: make(map[string]func() any)}
	f.tool, _ = query.Find("prompt_context") // a row of the table
	for _, parameter := range f.tool.Input.Properties {
		if flags.Lookup(Name(parameter)) == nil && !parameter.Argument {
			parameter.Description = "with --format prompt: " + parameter.Description
			f.values[parameter.Name] = Add(flags, parameter)
		}
	}
	flags.BoolVar(&f.json, "json-context", false, "with --format prompt: the same as JSON")
	return f
}

// arguments returns those of query as arguments of the tool, with its own.
func (f *prompt) arguments(given map[string]any, flags *pflag.FlagSet) (map[string]any, error) {
	all := make(map[string]any)
	for name, value := range given {
		if !slices.ContainsFunc(f.tool.Input.Properties, func(p schema.Property) bool { return p.Name == name }) {
			return nil, exit.Usagef("%s: not with --format prompt", name)
		}
		all[name] = value
	}
	for _, parameter := range f.tool.Input.Properties {
		if value := f.values[parameter.Name]; value != nil && flags.Changed(Name(parameter)) {
			all[parameter.Name] = value()
		}
	}
	return all, nil
}

// refuse says which flag needs the form.
func (f *prompt) refuse(flags *pflag.FlagSet) error {
	if f.json {
		return exit.Usagef("--json-context: needs --format prompt")
	}
	for _, parameter := range f.tool.Input.Properties {
		if f.values[parameter.Name] != nil && flags.Changed(Name(parameter)) {
			return exit.Usagef("--%s: needs --format prompt", Name(parameter))
		}
	}
	return nil
}
