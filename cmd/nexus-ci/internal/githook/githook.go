// Package githook writes the hook that git runs before a commit, and takes it out.
//
// It is the only package that runs git: where hooks are is git's own answer, with
// core.hooksPath, linked work trees and included configuration. A hook that somebody
// else wrote is never changed.
package githook

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// marker is the line that tells our hook from those of others.
const marker = "# nexus-ci pre-commit hook."

// ErrForeign says that somebody else's hook is there.
var ErrForeign = errors.New("nexus-ci did not write this hook")

// A Hook is the place of the hook of a repository.
type Hook struct {
	Path string
	// InWorkTree is set where the place can be committed, Shared where it belongs to
	// no single repository, so that the hook would run in others too.
	InWorkTree, Shared bool
}

// Find returns the place of the hook for the repository that holds dir.
func Find(ctx context.Context, dir string) (*Hook, error) {
	var root, common, hooks string
	for _, q := range []struct {
		answer *string
		args   []string
	}{
		{&root, []string{"--show-toplevel"}}, // fails where there is no work tree
		{&common, []string{"--git-common-dir"}},
		{&hooks, []string{"--git-path", "hooks"}},
	} {
		line, err := revParse(ctx, dir, q.args)
		if err != nil {
			return nil, err
		}
		if !filepath.IsAbs(line) {
			line = filepath.Join(dir, line)
		}
		if *q.answer, err = filepath.Abs(resolved(line)); err != nil {
			return nil, err
		}
	}
	inGit := within(hooks, common)
	return &Hook{
		Path:       filepath.Join(hooks, "pre-commit"),
		InWorkTree: within(hooks, root) && !inGit,
		Shared:     !within(hooks, root) && !inGit,
	}, nil
}

func revParse(ctx context.Context, dir string, args []string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", append([]string{"-C", dir, "rev-parse"}, args...)...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	switch err := cmd.Run(); {
	case errors.Is(err, exec.ErrNotFound):
		return "", errors.New("git is not in the PATH; install it, since it is git that runs the hook")
	case err != nil && stderr.Len() > 0:
		line, _, _ := strings.Cut(stderr.String(), "\n")
		return "", fmt.Errorf("git: %s", strings.TrimPrefix(line, "fatal: "))
	case err != nil:
		return "", fmt.Errorf("git: %w", err)
	}
	return filepath.FromSlash(strings.TrimRight(stdout.String(), "\r\n")), nil
}

// resolved follows symbolic links where all of path exists.
func resolved(path string) string {
	if to, err := filepath.EvalSymlinks(path); err == nil {
		return to
	}
	return path
}

func within(path, dir string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

//go:embed pre-commit.sh
var template string

// Script returns the hook that fails a commit which reaches failOn, a value of --fail-on.
// binary is the program to use where the PATH has none.
func Script(failOn, binary string) string {
	return strings.NewReplacer(
		"@FAIL_ON@", quote(failOn),
		"@BINARY@", quote(filepath.ToSlash(binary)),
	).Replace(template)
}

// quote makes one word of the shell.
func quote(word string) string {
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// Write installs the hook. It reports whether anything changed, and ErrForeign where
// the place is taken.
func (h *Hook) Write(script string) (changed bool, err error) {
	old, err := h.own()
	if err != nil {
		return false, err
	}
	if old == script && h.executable() {
		return false, nil
	}
	if err := os.MkdirAll(filepath.Dir(h.Path), 0o777); err != nil {
		return false, err
	}
	// Git may start the hook at any time: it is there as a whole or not at all.
	tmp, err := os.CreateTemp(filepath.Dir(h.Path), "pre-commit.*")
	if err != nil {
		return false, err
	}
	defer os.Remove(tmp.Name()) // fails when it was renamed, which is fine
	_, err = tmp.WriteString(script)
	if closeErr := tmp.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Chmod(tmp.Name(), 0o755)
	}
	if err == nil {
		err = os.Rename(tmp.Name(), h.Path)
	}
	return err == nil, err
}

// Remove takes the hook out. It reports whether there was one, and ErrForeign where
// it is not ours.
func (h *Hook) Remove() (removed bool, err error) {
	if old, err := h.own(); err != nil || old == "" {
		return false, err
	}
	return true, os.Remove(h.Path)
}

// own returns the hook that is there, empty for none and ErrForeign where it is not
// ours: another script, a link, a directory.
func (h *Hook) own() (string, error) {
	info, err := os.Lstat(h.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", nil
	case err != nil:
		return "", err
	case !info.Mode().IsRegular():
		return "", ErrForeign
	}
	content, err := os.ReadFile(h.Path)
	if err != nil {
		return "", err
	}
	if !strings.Contains(string(content), "\n"+marker) {
		return "", ErrForeign
	}
	return string(content), nil
}

func (h *Hook) executable() bool {
	info, err := os.Stat(h.Path)
	return err == nil && (info.Mode()&0o100 != 0 || filepath.Separator == '\\')
}
