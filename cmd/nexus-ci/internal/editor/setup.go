package editor

import (
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/exit"
	"github.com/nexus-ci/nexus-ci/report"
)

// Options say what to do with editors, Out is told what was done, and Tell what was not.
type Options struct {
	Out    io.Writer
	Tell   func(line string) // fit for a terminal
	Getenv func(string) string
	Home   string // of the user, where editors are looked for
	Print  bool   // say how to do it by hand; do nothing
	Remove bool   // take out what setting up has added
	DryRun bool   // say what would be done; do nothing
}

// SetUp sets up the named editors, or without names those that are there. No editor is an error
// of usage.
func (o *Options) SetUp(target *Target, names []string) error {
	var editors, others []Editor
	for _, e := range Editors(o.Getenv) {
		switch {
		case len(names) > 0 && !slices.Contains(names, e.Name):
			others = append(others, e)
		case target.Project && !e.HasProjects() && len(names) > 0:
			return exit.Usagef("setup: %s has settings of the user only; leave out --project", e.Name)
		case target.Project && !e.HasProjects():
		default:
			editors = append(editors, e)
		}
	}
	var errs []error
	found := false
	for i := range editors {
		e := &editors[i]
		if len(names) == 0 && !e.Present(o.Home) {
			fmt.Fprintf(o.Out, "%s: not found, skipped\n", e.Name)
			continue
		}
		found = true
		if o.Print {
			fmt.Fprintf(o.Out, "# %s\n%s", e.Name, e.Manual(target))
			continue
		}
		var changes []Change
		var err error
		if o.Remove {
			changes, err = e.Remove(target, others)
		} else {
			changes, err = e.Install(target)
		}
		errs = append(errs, err, Apply(o.Out, e.Name, changes, o.DryRun))
	}
	if !found {
		none := "no editor was found; name one to set it up all the same: " + strings.Join(Names(), ", ")
		if o.DryRun {
			fmt.Fprintln(o.Out, "nothing would be done: "+none)
			return nil
		}
		return exit.Usagef("setup: %s", none)
	}
	if target.Project && !o.Remove {
		if _, err := exec.LookPath(target.Binary); err != nil {
			fmt.Fprintf(o.Out, "%s is not in the PATH, where the files of the project expect it\n", target.Binary)
		}
	}
	return o.toldAll(errs)
}

// toldAll prints all errors but the last one, which it returns.
func (o *Options) toldAll(errs []error) error {
	var lines []string
	for _, err := range errs {
		if err != nil {
			lines = append(lines, strings.Split(err.Error(), "\n")...)
		}
	}
	if len(lines) == 0 {
		return nil
	}
	for _, line := range lines[:len(lines)-1] {
		o.Tell(report.Clean(line))
	}
	return errors.New(lines[len(lines)-1])
}
