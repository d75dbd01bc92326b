// Package usage answers what was typed wrong, and adds the short forms of flags that people type.
//
// In: the commands of the program, and words or errors. Out: errors of usage that say in one line what to
// type, or flags.
package usage

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/exit"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/hint"
	"github.com/nexus-ci/nexus-ci/report/format"
)

// RefuseCommand returns an error if the first word is no command.
func RefuseCommand(root *cobra.Command, args []string) error {
	root.InitDefaultHelpCmd()
	if len(args) > 1 && args[0] == "help" {
		args = args[1:]
	}
	if len(args) == 0 || strings.HasPrefix(args[0], "-") || strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		return nil
	}
	var names []string
	for _, cmd := range root.Commands() {
		if cmd.Name() == args[0] {
			return nil
		}
		if cmd.IsAvailableCommand() {
			names = append(names, cmd.Name())
		}
	}
	return exit.Usagef("unknown command %q; %s", args[0], hint.Command(args[0], root.Name(), names))
}

// Hint says what to do about an error of a flag.
func Hint(cmd *cobra.Command, err error) string {
	var unknown *pflag.NotExistError
	answer := ""
	if errors.As(err, &unknown) {
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden {
				names = append(names, f.Name)
			}
		})
		long := unknown.GetSpecifiedShortnames() // of -json, which are four flags
		answer = cmp.Or(hint.Flag(long, names), hint.Flag(unknown.GetSpecifiedName(), names))
		if cmd.Flags().Lookup(long) != nil {
			answer = "did you mean --" + long + "?"
		}
	}
	switch help := cmd.CommandPath() + " --help"; {
	case answer == "":
		return "see " + help
	case strings.HasSuffix(answer, "?"):
		return answer + " See " + help
	default:
		return answer + "; see " + help
	}
}

// CheckForms returns an error if form is no format of a report, a file to save has the ending of none, or output,
// which is a file, is called as a format is.
func CheckForms(form, output string, save []string) error {
	if _, ok := format.Named(form); !ok {
		return exit.Usagef("--format %s: want one of %s", form, strings.Join(format.Names(), ", "))
	}
	if _, ok := format.Named(output); ok {
		return exit.Usagef("--output %[1]s: want a file; did you mean --format %[1]s?", output)
	}
	for _, path := range save {
		if _, ok := format.OfFile(path); !ok {
			return exit.Usagef("--save %s: the file name must end in one of %s", path, strings.Join(format.Endings(), ", "))
		}
	}
	return nil
}

// AddForms gives a command with --format the short forms of it, such as --json. Reports have those of all
// their formats, other answers that one.
func AddForms(cmd *cobra.Command) {
	flags := cmd.Flags()
	long := flags.Lookup("format")
	if long == nil {
		return
	}
	forms := []string{"json"}
	if slices.Contains([]string{"check", "report"}, cmd.Name()) {
		forms = format.Names()
	}
	for _, form := range forms {
		AddShort(flags, form, "format", form, "short for --format "+form)
	}
	long.Usage += "; --" + strings.Join(forms, ", --") + " for short"
}

// AddShort adds a flag without a value, hidden in the help, that gives another one a value.
func AddShort(flags *pflag.FlagSet, name, long, value, doc string) *pflag.Flag {
	f := flags.VarPF(&shortForm{flags, long, value}, name, "", doc)
	f.NoOptDefVal, f.Hidden = "true", true
	return f
}

// A shortForm is the value of a flag that stands for another one with a value.
type shortForm struct {
	flags       *pflag.FlagSet
	long, value string
}

func (s *shortForm) String() string { return "false" }

func (s *shortForm) Type() string { return "bool" }

// Set sets the other flag: "--json=false" is nothing that makes sense.
func (s *shortForm) Set(value string) error {
	if value != "true" {
		return errors.New("it takes no value")
	}
	return s.flags.Set(s.long, s.value)
}
