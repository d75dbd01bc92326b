package editor

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/nexus-ci/nexus-ci/report"
)

// Apply makes the changes of what is called name, or with dryRun none, and writes a line to out
// for each: what it does to which file.
func Apply(out io.Writer, name string, changes []Change, dryRun bool) error {
	done := 0
	var errs []error
	for i := range changes {
		c := &changes[i]
		verb := map[string]string{"write": "wrote", "change": "changed", "remove": "removed"}[c.Does()]
		switch {
		case verb == "":
			continue
		case dryRun:
			verb = "would " + c.Does()
		default:
			if err := c.Apply(); err != nil {
				errs = append(errs, fmt.Errorf("%s %s: %w", c.Does(), c.Path, err))
				continue
			}
		}
		done++
		fmt.Fprintf(out, "%s: %s %s\n", name, verb, report.Clean(c.Path))
	}
	if done == 0 && len(errs) == 0 {
		fmt.Fprintf(out, "%s: nothing to do\n", name)
	}
	return errors.Join(errs...)
}

// OwnPath returns the path of this program: that of the PATH when it is the same one, since
// an update may change where a link leads to.
func OwnPath() (string, error) {
	binary, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("find this program: %w", err)
	}
	own, err := os.Stat(binary)
	if err != nil {
		return "", fmt.Errorf("find this program: %w", err)
	}
	if found, err := exec.LookPath("nexus-ci"); err == nil {
		if info, err := os.Stat(found); err == nil && os.SameFile(info, own) {
			return filepath.Abs(found)
		}
	}
	return binary, nil
}
