package toolflag

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nexus-ci/nexus-ci/analyze/query"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/answer"
)

// A Line is the command line of one tool.
type Line struct {
	Forms     []string // of the answer, the default first
	FormUsage string   // help of the flag that chooses one

	tool       query.Tool
	cmd        *cobra.Command
	values     map[string]func() any // of parameters that are flags
	positional []string              // parameters that are arguments
	others     string                // the one that is a list of those after them
	prompt     *prompt
}

// NewLine gives a command the flags and arguments for the parameters of a tool.
func NewLine(cmd *cobra.Command, t query.Tool) *Line {
	l := &Line{
		Forms: answer.Forms(), FormUsage: "`format` of the answer: text, json, jsonl, or mermaid for a graph",
		tool: t, cmd: cmd, values: make(map[string]func() any),
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	cmd.Args = cobra.NoArgs
	for _, parameter := range t.Input.Properties {
		switch {
		case parameter.Name == "format": // the command has a flag of that name for its own forms
			continue
		case parameter.Argument && parameter.Type == "array":
			l.others = parameter.Name
			cmd.Use += "..."
			cmd.Args = cobra.ArbitraryArgs
			continue
		case parameter.Argument:
			l.positional = append(l.positional, parameter.Name)
			cmd.Use += " [" + strings.ToUpper(parameter.Name) + "]"
			cmd.Args = cobra.MaximumNArgs(len(l.positional))
			continue
		}
		l.values[parameter.Name] = Add(flags, parameter)
		_ = cmd.RegisterFlagCompletionFunc(Name(parameter), cobra.FixedCompletions(parameter.Enum, cobra.ShellCompDirectiveNoFileComp)) // the flag is there
	}
	if l.prompt = promptFlags(t, flags); l.prompt != nil {
		l.Forms = append(l.Forms, promptForm)
		l.FormUsage = "`format` of the answer: text, json, jsonl (a line for what each way to search finds, as soon as it does, then one for the answer), or prompt for a language model"
	}
	return l
}

// Question returns which tool to ask, with which arguments and for which form of an answer, when
// the user has given flags, arguments and the form.
func (l *Line) Question(args []string, form string) (t query.Tool, arguments json.RawMessage, answered string, err error) {
	flags := l.cmd.Flags()
	given := make(map[string]any)
	for _, parameter := range l.tool.Input.Properties {
		if value := l.values[parameter.Name]; value != nil && flags.Changed(Name(parameter)) {
			given[parameter.Name] = value()
		}
	}
	for i, name := range l.positional[:min(len(args), len(l.positional))] {
		given[name] = args[i]
	}
	if len(args) > len(l.positional) {
		given[l.others] = args[len(l.positional):]
	}
	if l.values["graph"] != nil && form == "mermaid" {
		given["graph"] = true // what else could be drawn
	}
	t, answered = l.tool, form
	if l.prompt != nil && form == promptForm {
		if given, err = l.prompt.arguments(given, flags); err != nil {
			return t, nil, "", err
		}
		if t, answered = l.prompt.tool, "text"; l.prompt.json {
			answered = "json"
		}
	} else if l.prompt != nil {
		if err := l.prompt.refuse(flags); err != nil {
			return t, nil, "", err
		}
	}
	arguments, err = json.Marshal(given)
	return t, arguments, answered, err
}

// Example is the example of a tool on the command line.
func Example(t *query.Tool) string {
	var given map[string]any
	_ = json.Unmarshal(t.Example, &given) // a test says that it fits
	line := t.Name
	for _, p := range t.Input.Properties {
		value, ok := given[p.Name]
		if !ok {
			continue
		}
		text := fmt.Sprint(value)
		if strings.ContainsAny(text, " ()*") {
			text = `"` + text + `"`
		}
		if !p.Argument {
			text = "--" + Name(p) + " " + text
		}
		line += " " + text
	}
	return line
}
