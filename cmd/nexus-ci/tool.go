package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nexus-ci/nexus-ci/analyze/query"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/answer"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/exit"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/toolflag"
)

// toolFlags are the flags of every tool, beside those of its parameters.
type toolFlags struct {
	analysisFlags
	ref    string
	format string
}

// toolCommands makes one subcommand of each tool that is to have one.
func (p *program) toolCommands() []*cobra.Command {
	var commands []*cobra.Command
	for _, t := range query.Tools() {
		if t.NoCommand {
			continue
		}
		cmd := p.toolCommand(t)
		if t.Name == "impact" {
			p.addFiles(cmd)
		}
		commands = append(commands, cmd)
	}
	return commands
}

// toolCommand makes a subcommand of a tool: its parameters become flags, and the
// arguments are the parameters that are marked so.
func (p *program) toolCommand(t query.Tool) *cobra.Command {
	var f toolFlags
	cmd := &cobra.Command{Use: t.Name, Short: t.Summary, Long: strings.TrimSpace(t.Help), Example: "  nexus-ci " + exampleLine(&t), Args: cobra.NoArgs}
	flags := cmd.Flags()
	flags.SortFlags = false
	values := make(map[string]func() any)
	var positional []string // the arguments
	others := ""            // a list of those after them
	for _, parameter := range t.Input.Properties {
		switch {
		case parameter.Name == "format": // the command has a flag of that name for its own forms
			continue
		case parameter.Argument && parameter.Type == "array":
			others = parameter.Name
			cmd.Use += "..."
			cmd.Args = cobra.ArbitraryArgs
			continue
		case parameter.Argument:
			positional = append(positional, parameter.Name)
			cmd.Use += " [" + strings.ToUpper(parameter.Name) + "]"
			cmd.Args = cobra.MaximumNArgs(len(positional))
			continue
		}
		values[parameter.Name] = toolflag.Add(flags, parameter)
		_ = cmd.RegisterFlagCompletionFunc(toolflag.Name(parameter), cobra.FixedCompletions(parameter.Enum, cobra.ShellCompDirectiveNoFileComp)) // the flag is there
	}
	prompt, forms := promptFlags(t, flags), answer.Forms()
	usage := "`format` of the answer: text, json, or mermaid for a graph"
	if prompt != nil {
		forms = append(slices.Clone(forms), promptFormat)
		usage = "`format` of the answer: text, json, or prompt for a language model"
	}
	flags.StringVar(&f.ref, "ref", "", "`revision` to query (default: the work tree)")
	flags.StringVar(&f.format, "format", forms[0], usage)
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(forms, cobra.ShellCompDirectiveNoFileComp))
	f.analysisFlags.register(flags)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		arguments := make(map[string]any)
		for _, parameter := range t.Input.Properties {
			if value := values[parameter.Name]; value != nil && flags.Changed(toolflag.Name(parameter)) {
				arguments[parameter.Name] = value()
			}
		}
		for i, name := range positional[:min(len(args), len(positional))] {
			arguments[name] = args[i]
		}
		if len(args) > len(positional) {
			arguments[others] = args[len(positional):]
		}
		asked, form := t, f
		if prompt != nil && f.format == promptFormat {
			var err error
			if arguments, err = prompt.arguments(arguments, flags); err != nil {
				return err
			}
			if asked, form.format = prompt.tool, "text"; prompt.json {
				form.format = "json"
			}
		} else if prompt != nil {
			if err := prompt.refuse(flags); err != nil {
				return err
			}
		}
		encoded, err := json.Marshal(arguments)
		if err != nil {
			return err
		}
		return p.ask(cmd, asked, encoded, &form)
	}
	return cmd
}

// exampleLine is the example of a tool on the command line.
func exampleLine(t *query.Tool) string {
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
			text = "--" + toolflag.Name(p) + " " + text
		}
		line += " " + text
	}
	return line
}

// ask asks a tool and prints its answer. That a name stands for nothing or for several is
// an answer as well, and wrong usage.
func (p *program) ask(cmd *cobra.Command, t query.Tool, arguments json.RawMessage, f *toolFlags) error {
	if !slices.Contains(answer.Forms(), f.format) {
		return exit.Usagef("--format %s: want one of %s", f.format, strings.Join(answer.Forms(), ", "))
	}
	// A graph is read in one go and then stays: collecting garbage meanwhile frees nothing
	// and takes a third of the time. This keeps small heaps uncollected; it is never touched,
	// so it takes no memory.
	ballast := make([]byte, 64<<20)
	defer runtime.KeepAlive(ballast)
	e, closeEngine, err := p.workspace(&f.analysisFlags).Environment().Engine(cmd.Context(), f.ref)
	if err != nil {
		return err
	}
	defer closeEngine()
	p.tellSearches(&t, arguments)
	result, err := t.Run(cmd.Context(), e, arguments)
	var parameter *engine.ParameterError
	var lookup *engine.LookupError
	switch {
	case errors.As(err, &parameter):
		return exit.Usagef("%s: %w; see %s --help", t.Name, parameter, cmd.CommandPath())
	case errors.As(err, &lookup):
		switch {
		case f.format == "json":
			if err := answer.Write(p.Out, lookup, f.format); err != nil {
				return err
			}
		case lookup.Status == engine.StatusAmbiguous: // the error says of what these are candidates
			var b bytes.Buffer
			lookup.List(&b)
			if err := answer.WriteText(p.Out, b.String()); err != nil {
				return err
			}
		}
		return exit.Usage(lookup)
	case err != nil:
		return err
	}
	if err := answer.Write(p.Out, result, f.format); err != nil {
		return err
	}
	if r, ok := result.(interface{ Holds() bool }); ok && !r.Holds() {
		return exit.ErrNot
	}
	return nil
}

// tellSearches says on a terminal that several searches are made.
func (p *program) tellSearches(t *query.Tool, arguments json.RawMessage) {
	var several struct{ Queries []string }
	if p.ErrTerm && t.Name == "query" && json.Unmarshal(arguments, &several) == nil && len(several.Queries) > 0 {
		fmt.Fprintf(p.Err, "Searching %d queries…\n", len(several.Queries)+1)
	}
}
