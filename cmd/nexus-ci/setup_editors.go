package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/build"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/editor"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/exit"
	"github.com/nexus-ci/nexus-ci/diff/git"
	"github.com/nexus-ci/nexus-ci/report"
)

// setupEditors sets up the named editors, or those that are there.
func (p *program) setupEditors(f *setupFlags, names []string) error {
	home, err := os.UserHomeDir()
	if err != nil {
		return fmt.Errorf("find your settings: %w", err)
	}
	target, err := p.editorTarget(f, home)
	if err != nil {
		return err
	}
	editors := editor.Editors(p.getenv)
	if len(names) > 0 {
		editors = slices.DeleteFunc(editors, func(e editor.Editor) bool { return !slices.Contains(names, e.Name) })
	}
	var errs []error
	found := false
	for i := range editors {
		e := &editors[i]
		if len(names) == 0 && !e.Present(home) {
			fmt.Fprintf(p.Out, "%s: not found, skipped\n", e.Name)
			continue
		}
		found = true
		if f.print {
			fmt.Fprintf(p.Out, "# %s\n%s", e.Name, e.Manual(target))
			continue
		}
		do := e.Install
		if f.remove {
			do = e.Remove
		}
		changes, err := do(target)
		errs = append(errs, err, editor.Apply(p.Out, e.Name, changes, f.dryRun))
	}
	if !found {
		none := "no editor was found; name one to set it up all the same: " + strings.Join(editor.Names(), ", ")
		if f.dryRun {
			fmt.Fprintln(p.Out, "nothing would be done: "+none)
			return nil
		}
		return exit.Usagef("setup: %s", none)
	}
	if target.Project && !f.remove {
		if _, err := exec.LookPath(target.Binary); err != nil {
			fmt.Fprintf(p.Out, "%s is not in the PATH, where the files of the project expect it\n", target.Binary)
		}
	}
	return p.toldAll(errs)
}

// toldAll prints all errors but the last one, which it returns.
func (p *program) toldAll(errs []error) error {
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
		p.Tell(report.Clean(line))
	}
	return errors.New(lines[len(lines)-1])
}

// editorTarget returns where to set editors up. What a project shares names the program
// without its place, which is another one for each of those who share it.
func (p *program) editorTarget(f *setupFlags, home string) (*editor.Target, error) {
	if f.project {
		repo, err := openRepository(f.dir)
		if err != nil {
			return nil, err
		}
		defer repo.Close()
		if repo.Root() == "" {
			return nil, git.ErrBare
		}
		return &editor.Target{Root: repo.Root(), Project: true, Binary: "nexus-ci"}, nil
	}
	binary, err := editor.OwnPath()
	return &editor.Target{Root: home, Binary: binary}, err
}

func (p *program) setupPlugin(f *setupFlags) error {
	binary, err := editor.OwnPath()
	if err != nil {
		return err
	}
	dir, err := filepath.Abs(f.plugin)
	if err != nil {
		return err
	}
	changes, err := editor.Plugin(dir, build.Read().Version, binary)
	if err != nil {
		return exit.Usage(err)
	}
	return editor.Apply(p.Out, "plugin", changes, f.dryRun)
}
