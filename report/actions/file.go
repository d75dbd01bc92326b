package actions

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

// maxSummary is the maximum size of a step summary in bytes. GitHub drops a longer one
// completely.
const maxSummary = 1 << 20

// tooLong replaces a summary that does not fit.
const tooLong = "The summary of this step has no room for the report: GitHub takes 1 MiB.\n"

// Summary appends Markdown to the summary of the step. If it does not fit, it appends a sentence
// that says so.
func (j *Job) Summary(markdown string) error {
	size, err := sizeOf(j.summary, "GITHUB_STEP_SUMMARY")
	if err != nil {
		return err
	}
	markdown = strings.TrimRight(markdown, "\n") + "\n"
	if size > 0 {
		markdown = "\n" + markdown // ends a line that another program left open
	}
	room := maxSummary - size
	if len(markdown) > room {
		markdown = "\n" + tooLong
	}
	if len(markdown) > room {
		return errors.New("the summary of this step is full: GitHub takes 1 MiB")
	}
	return appendTo(j.summary, markdown)
}

// Output sets an output of the step.
func (j *Job) Output(name, value string) error {
	if _, err := sizeOf(j.output, "GITHUB_OUTPUT"); err != nil {
		return err
	}
	entry, err := fileCommand(name, value, j.delimiter)
	if err != nil {
		return err
	}
	return appendTo(j.output, entry)
}

// sizeOf returns the size of a file whose path is in an environment variable.
func sizeOf(path, variable string) (int, error) {
	if path == "" {
		return 0, fmt.Errorf("%s is not set: update the runner", variable)
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return 0, nil
	case err != nil:
		return 0, err
	}
	return int(min(info.Size(), maxSummary)), nil
}

func appendTo(path, text string) error {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}

var outputName = lazyregexp.New(`^[A-Za-z_][A-Za-z0-9_-]*$`)

// fileCommand returns the text that sets name to value in a file that the runner reads.
func fileCommand(name, value string, delimiter func() string) (string, error) {
	if !outputName.MatchString(name) {
		return "", fmt.Errorf("%q is no name of an output: want letters, digits, - and _", name)
	}
	// The delimiter is random, so that value cannot contain it.
	end := delimiter()
	for range 10 {
		if !strings.Contains(value, end) {
			return fmt.Sprintf("%s<<%s\n%s\n%s\n", name, end, value, end), nil
		}
		end = delimiter()
	}
	return "", fmt.Errorf("output %s: no delimiter was found that its value does not contain", name)
}
