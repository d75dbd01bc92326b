package githook

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"

	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/exit"
)

// Options say what to do with a hook, and Out is told what was done.
type Options struct {
	Out    io.Writer
	FailOn string // the gate that refuses a commit
	DryRun bool   // say what would be done; do nothing
	Force  bool   // also write a hook that several repositories share
}

// Remove takes the hook out. A hook of somebody else is an error of usage.
func (o *Options) Remove(hook *Hook) error {
	if o.DryRun {
		fmt.Fprintf(o.Out, "would remove %s\n", hook.Path)
		return nil
	}
	switch removed, err := hook.Remove(); {
	case errors.Is(err, ErrForeign):
		return exit.Usagef("%s: %w; it is left as it is", hook.Path, err)
	case err != nil:
		return fmt.Errorf("remove the hook: %w", err)
	case removed:
		fmt.Fprintf(o.Out, "removed %s\n", hook.Path)
	default:
		fmt.Fprintf(o.Out, "nothing to remove: %s does not exist\n", hook.Path)
	}
	return nil
}

// Install writes the hook. A hook of somebody else is an error of usage, and so is one that
// would run in other repositories too, unless Force is set.
func (o *Options) Install(hook *Hook) error {
	binary, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find this program: %w", err)
	}
	script := Script(o.FailOn, binary)
	if o.DryRun {
		fmt.Fprintf(o.Out, "would write %s:\n\n%s", hook.Path, script)
		return nil
	}
	if hook.Shared && !o.Force {
		return exit.Usagef("core.hooksPath puts the hook at %s, outside of this repository, where it would run in others too; --force writes it", hook.Path)
	}
	switch changed, err := hook.Write(script); {
	case errors.Is(err, ErrForeign):
		return exit.Usagef("%s: %w; add this line to it: nexus-ci check --staged --quiet --fail-on %s || [ $? -ne 1 ] || exit 1", hook.Path, err, o.FailOn)
	case err != nil:
		return fmt.Errorf("write the hook: %w", err)
	case !changed:
		fmt.Fprintf(o.Out, "up to date: %s\n", hook.Path)
	default:
		fmt.Fprintf(o.Out, "wrote %s: a commit that reaches --fail-on %s is refused\n", hook.Path, o.FailOn)
	}
	switch {
	case hook.Shared:
		fmt.Fprintln(o.Out, "it runs in every repository with this core.hooksPath")
	case hook.InWorkTree:
		fmt.Fprintln(o.Out, "it is part of the work tree: commit it to share it with those who set this core.hooksPath")
	}
	if _, err := exec.LookPath("nexus-ci"); err != nil {
		fmt.Fprintf(o.Out, "nexus-ci is not in the PATH, so the hook runs %s\n", binary)
	}
	return nil
}
