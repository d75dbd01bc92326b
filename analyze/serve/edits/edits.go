// Package edits writes a plan of changes into a work tree: all of it or nothing.
//
// A file is replaced only while it is what the plan was made of, to the byte, and only where
// it is a regular file that no link leads to. New content is written beside it first, with
// the permissions of the old, and then takes its name; when one file fails, those that were
// replaced get their old content back. Line ends stay as they are.
package edits

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"

	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
)

// A Tree is a work tree. It is a query.Edits.
type Tree struct {
	Root string // its directory
	// Dirty reports whether a file has changes that are not committed.
	Dirty func(ctx context.Context, path string) (bool, error)
}

// A change is one file on its way.
type change struct {
	engine.FileEdit
	was  []byte // content as it is in the work tree
	mode fs.FileMode
	temp string // where the new content waits
	done bool
}

// Apply makes all of the changes or none.
func (t *Tree) Apply(ctx context.Context, files []engine.FileEdit, dirty bool) (err error) {
	root, err := os.OpenRoot(t.Root)
	if err != nil {
		return fmt.Errorf("open work tree: %w", err)
	}
	defer root.Close()
	changes := make([]change, len(files))
	defer func() {
		for i := range changes {
			if c := &changes[i]; c.temp != "" {
				_ = root.Remove(c.temp) // is gone where all went well
			}
		}
	}()
	for i := range files {
		c := &changes[i]
		c.FileEdit = files[i]
		if err := t.prepare(ctx, root, c, dirty); err != nil {
			return err
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	for i := range changes {
		if err := replace(root, &changes[i]); err != nil {
			return errors.Join(err, restore(root, changes[:i+1]))
		}
	}
	return nil
}

// prepare checks a file and writes its new content beside it.
func (t *Tree) prepare(ctx context.Context, root *os.Root, c *change, dirty bool) error {
	if err := isPlain(root, c.Path); err != nil {
		return err
	}
	if !dirty {
		changed, err := t.Dirty(ctx, c.Path)
		if err != nil {
			return err
		}
		if changed {
			return &engine.EditError{Path: c.Path, Reason: "has changes that are not committed; commit them, or use --force"}
		}
	}
	if c.To != c.Path {
		if _, err := root.Lstat(c.To); !errors.Is(err, fs.ErrNotExist) {
			return &engine.EditError{Path: c.To, Reason: "is there already"}
		}
	}
	info, err := root.Stat(c.Path)
	if err == nil {
		c.was, err = root.ReadFile(c.Path)
	}
	if err != nil {
		return fmt.Errorf("read %s: %w", c.Path, err)
	}
	content := c.New
	if !bytes.Equal(c.was, c.Old) {
		// Git may have the file with other line ends than the work tree.
		if !bytes.Equal(bytes.ReplaceAll(c.was, []byte("\r\n"), []byte("\n")), c.Old) || bytes.Count(c.was, []byte("\n")) != bytes.Count(c.was, []byte("\r\n")) {
			return &engine.EditError{Path: c.Path, Reason: "changed since it was read; ask again"}
		}
		content = bytes.ReplaceAll(content, []byte("\n"), []byte("\r\n"))
	}
	c.mode = info.Mode().Perm()
	c.temp, err = writeBeside(root, c.Path, content, c.mode)
	return err
}

// isPlain refuses what is not a regular file, or lies behind a link.
func isPlain(root *os.Root, name string) error {
	for at := name; at != "."; at = path.Dir(at) {
		info, err := root.Lstat(at)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return &engine.EditError{Path: name, Reason: "is gone; ask again"}
		case err != nil:
			return &engine.EditError{Path: name, Reason: "is not in the work tree"}
		case at == name && !info.Mode().IsRegular(), at != name && !info.IsDir():
			return &engine.EditError{Path: name, Reason: "is no regular file, or a link leads to it"}
		}
	}
	return nil
}

// writeBeside writes content to a new file in the directory of another.
func writeBeside(root *os.Root, name string, content []byte, mode fs.FileMode) (temp string, err error) {
	var random [8]byte
	if _, err := rand.Read(random[:]); err != nil {
		return "", err
	}
	temp = path.Join(path.Dir(name), ".nexus-ci-"+hex.EncodeToString(random[:]))
	f, err := root.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", fmt.Errorf("write %s: %w", name, err)
	}
	_, err = f.Write(content)
	if err == nil {
		err = f.Chmod(mode)
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return temp, fmt.Errorf("write %s: %w", name, err)
	}
	return temp, nil
}

// replace gives the new content its name, if the old is still there.
func replace(root *os.Root, c *change) error {
	now, err := root.ReadFile(c.Path)
	if err != nil || !bytes.Equal(now, c.was) || isPlain(root, c.Path) != nil {
		return &engine.EditError{Path: c.Path, Reason: "changed since it was read; ask again"}
	}
	if err := root.Rename(c.temp, c.To); err != nil {
		return fmt.Errorf("replace %s: %w", c.Path, err)
	}
	c.done = true
	if c.To != c.Path {
		if err := root.Remove(c.Path); err != nil {
			return fmt.Errorf("move %s: %w", c.Path, err)
		}
	}
	return nil
}

// restore gives the files that were replaced their old content.
func restore(root *os.Root, changes []change) error {
	var failed []error
	for i := range changes {
		c := &changes[i]
		if !c.done {
			continue
		}
		temp, err := writeBeside(root, c.Path, c.was, c.mode)
		if err == nil {
			err = root.Rename(temp, c.Path)
		}
		if err == nil && c.To != c.Path {
			err = root.Remove(c.To)
		}
		if err != nil {
			failed = append(failed, fmt.Errorf("restore %s: %w", c.Path, err))
		}
	}
	return errors.Join(failed...)
}
