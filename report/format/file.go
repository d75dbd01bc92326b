package format

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/text"
)

// Read reads a report from a JSON file, or from standard input where path is "-".
func Read(path string, standardInput io.Reader) (*report.Report, error) {
	name, in := "standard input", standardInput
	if path != "-" {
		file, err := os.Open(path)
		if err != nil {
			return nil, fmt.Errorf("read report: %w", err)
		}
		defer file.Close()
		name, in = path, file
	}
	r, err := report.Decode(in)
	if err != nil {
		return nil, fmt.Errorf("%s: %w; save one with check --save report.json", name, err)
	}
	return r, nil
}

// An Output says in which formats a report is written, and where to.
type Output struct {
	Format string    // name of the format
	File   string    // empty for Out
	Out    io.Writer // gets the report where there is no File
	// Text is how text is written there; Options hold for further files.
	Text    text.Options
	Save    []string // further files, each in the format of its extension
	Options Options
}

// Write renders the report in all formats that are asked for. A file that cannot be written
// does not keep the report from those that can.
func (o *Output) Write(r *report.Report) error {
	var failed error
	for _, path := range o.Save {
		form, _ := OfFile(path)
		content, err := form.Render(r, o.Options)
		if err == nil {
			err = Write(path, content)
		}
		if failed == nil {
			failed = err
		}
	}
	options := o.Options
	options.Text = o.Text
	form, _ := Named(o.Format)
	content, err := form.Render(r, options)
	switch {
	case err != nil:
		return err
	case o.File != "":
		err = Write(o.File, content)
	default:
		if _, err = o.Out.Write(content); err != nil {
			err = fmt.Errorf("write report: %w", err)
		}
	}
	if failed != nil {
		return failed
	}
	return err
}

// Write writes a file atomically: a reader never sees a partial report.
func Write(path string, content []byte) error {
	// A device or pipe, such as /dev/stdout, cannot be replaced.
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		if err := os.WriteFile(path, content, 0); err != nil {
			return fmt.Errorf("write report: %w", err)
		}
		return nil
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	defer os.Remove(tmp.Name()) // fails after the rename, which is fine
	_, err = tmp.Write(content)
	if closeErr := tmp.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Chmod(tmp.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return nil
}
