package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
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
	cmd := &cobra.Command{Use: t.Name, Short: t.Summary, Long: strings.TrimSpace(t.Help + "\n" + t.Reference), Example: "  nexus-ci " + toolflag.Example(&t)}
	line := toolflag.NewLine(cmd, t)
	flags := cmd.Flags()
	flags.StringVar(&f.ref, "ref", "", "`revision` to query (default: the work tree)")
	flags.StringVar(&f.format, "format", line.Forms[0], line.FormUsage)
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(line.Forms, cobra.ShellCompDirectiveNoFileComp)) // the flag is there
	f.analysisFlags.register(flags)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		asked, arguments, format, err := line.Question(args, f.format)
		if err != nil {
			return err
		}
		form := f
		form.format = format
		return p.ask(cmd, asked, arguments, &form)
	}
	return cmd
}

// ask asks a tool and prints its answer. That a name stands for nothing or for several is
// an answer as well, and wrong usage.
func (p *program) ask(cmd *cobra.Command, t query.Tool, arguments json.RawMessage, f *toolFlags) error {
	if !slices.Contains(answer.Forms(), f.format) {
		return exit.Usagef("--format %s: want one of %s", f.format, strings.Join(answer.Forms(), ", "))
	}
	e, closeEngine, err := p.workspace(&f.analysisFlags).Environment().Engine(cmd.Context(), f.ref)
	if err != nil {
		return err
	}
	defer closeEngine()
	p.tellSearches(&t, arguments)
	result, err := answer.Ask(cmd.Context(), p.Out, &t, e, arguments, f.format)
	var parameter *engine.ParameterError
	var lookup *engine.LookupError
	switch {
	case errors.As(err, &parameter):
		return exit.Usagef("%s: %w; see %s --help", t.Name, parameter, cmd.CommandPath())
	case errors.As(err, &lookup):
		switch {
		case f.format == "json", f.format == "jsonl":
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
	if r, ok := result.(interface{ Not() string }); ok && r.Not() != "" {
		return exit.NotError(r.Not())
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
