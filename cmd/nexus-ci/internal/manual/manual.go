// Package manual writes the commands of the program as pages for man(1). The pages are docs/man; a test
// writes and compares them.
//
// In: the commands, with their help. Out: one page for each that people use, in roff.
//
// Invariants: the same commands give the same bytes, without a date and without a version; every
// word of the help stands in the page as text.
package manual

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Pages returns the pages of a program by file name: that of the program itself, and one for each command.
func Pages(root *cobra.Command) map[string]string {
	pages := map[string]string{root.Name() + ".1": page(root)}
	for _, cmd := range root.Commands() {
		if cmd.IsAvailableCommand() {
			pages[name(cmd)+".1"] = page(cmd)
		}
	}
	return pages
}

func name(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

func page(cmd *cobra.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH \"%s\" 1 \"\" \"nexus\\-ci\" \"User Commands\"\n", strings.ToUpper(text(name(cmd))))
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", text(name(cmd)), text(cmd.Short))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B %s\n", text(cmd.CommandPath()))
	if _, arguments, ok := strings.Cut(cmd.UseLine(), cmd.CommandPath()+" "); ok {
		b.WriteString(line(arguments))
	}
	b.WriteString(".SH DESCRIPTION\n")
	description(&b, cmd.Long, cmd.Short)
	options(&b, "OPTIONS", cmd.NonInheritedFlags())
	options(&b, "OPTIONS OF ALL COMMANDS", cmd.InheritedFlags())
	if cmd.HasAvailableSubCommands() {
		b.WriteString(".SH COMMANDS\n")
		for _, sub := range cmd.Commands() {
			if sub.IsAvailableCommand() {
				fmt.Fprintf(&b, ".TP\n.BR %s (1)\n%s", text(name(sub)), line(sub.Short))
			}
		}
	}
	if cmd.Example != "" {
		b.WriteString(".SH EXAMPLES\n.nf\n" + lines(cmd.Example) + ".fi\n")
	}
	if cmd.HasParent() {
		fmt.Fprintf(&b, ".SH SEE ALSO\n.BR %s (1)\n", text(name(cmd.Parent())))
	}
	return b.String()
}

// description writes paragraphs. Lines of one that begin with a space are kept as they are.
func description(b *strings.Builder, long, short string) {
	if long == "" {
		long = short + "."
	}
	for i, paragraph := range strings.Split(strings.TrimSpace(long), "\n\n") {
		if i > 0 {
			b.WriteString(".PP\n")
		}
		kept := false
		for l := range strings.Lines(paragraph + "\n") {
			if indented := strings.HasPrefix(l, " "); indented != kept {
				b.WriteString(map[bool]string{true: ".nf\n", false: ".fi\n"}[indented])
				kept = indented
			}
			b.WriteString(lines(strings.TrimSuffix(l, "\n")))
		}
		if kept {
			b.WriteString(".fi\n")
		}
	}
}

func options(b *strings.Builder, title string, flags *pflag.FlagSet) {
	if !flags.HasAvailableFlags() {
		return
	}
	b.WriteString(".SH " + title + "\n")
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		value, usage := pflag.UnquoteUsage(f)
		b.WriteString(".TP\n")
		if f.Shorthand != "" {
			fmt.Fprintf(b, "\\fB\\-%s\\fR, ", text(f.Shorthand))
		}
		fmt.Fprintf(b, "\\fB\\-\\-%s\\fR", text(f.Name))
		switch {
		case f.NoOptDefVal != "" && f.Value.Type() != "bool":
			fmt.Fprintf(b, "[=\\fI%s\\fR]", text(value))
		case value != "":
			fmt.Fprintf(b, " \\fI%s\\fR", text(value))
		}
		b.WriteString("\n" + line(strings.ReplaceAll(usage, "\n", " ")))
	})
}

// lines returns text with its line ends, and line one line.
func lines(s string) string {
	var b strings.Builder
	for l := range strings.Lines(strings.TrimRight(s, "\n") + "\n") {
		b.WriteString(line(strings.TrimSuffix(l, "\n")))
	}
	return b.String()
}

func line(s string) string {
	s = text(s)
	if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "'") || s == "" {
		s = `\&` + s
	}
	return s + "\n"
}

// text returns a text that roff sets as it is.
func text(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`, `"`, `\(dq`).Replace(s)
	var b strings.Builder
	for _, r := range s {
		if r < utf8.RuneSelf {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, `\[u%04X]`, r)
		}
	}
	return b.String()
}
