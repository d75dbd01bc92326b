package editor

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
)

// A Change is a file before and after.
type Change struct {
	Path string // as it is called
	// Before and After are its contents, nil where there is no file.
	Before, After []byte

	file   string      // where it really is
	fresh  fs.FileMode // of a new file
	ownDir bool        // the directory of the file goes with it
}

// Does says what a Change is: "write", "change", "remove" or "" for nothing.
func (c *Change) Does() string {
	switch {
	case c.Before == nil && c.After == nil, c.Before != nil && c.After != nil && bytes.Equal(c.Before, c.After):
		return ""
	case c.After == nil:
		return "remove"
	case c.Before == nil:
		return "write"
	}
	return "change"
}

// Apply makes the change. An editor may read the file at any time, so it is there as a
// whole, before or after.
func (c *Change) Apply() error {
	switch c.Does() {
	case "":
		return nil
	case "remove":
		err := os.Remove(c.file)
		if c.ownDir && err == nil {
			_ = os.Remove(filepath.Dir(c.file)) // stays when there is more in it
		}
		return err
	}
	dir := filepath.Dir(c.file)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	temp, err := os.CreateTemp(dir, ".nexus-ci-*")
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name()) // fails when it was renamed, which is fine
	mode := c.fresh
	if info, statErr := os.Stat(c.file); statErr == nil {
		mode = info.Mode().Perm()
	}
	_, err = temp.Write(c.After)
	if closeErr := temp.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Chmod(temp.Name(), mode)
	}
	if err == nil {
		err = os.Rename(temp.Name(), c.file)
	}
	return err
}
