package git

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A layout says where the parts of a repository are. Paths are absolute.
type layout struct {
	root      string // of the work tree; empty for a bare repository
	gitDir    string // HEAD and the index
	commonDir string // objects, refs and config; differs from gitDir in a linked work tree only
}

// discover looks for a repository in dir and its parents. A bare repository counts only if it is
// dir itself and the user named dir (git's safe.bareRepository=explicit): anyone can commit the
// files of a bare repository, with a configuration of their own, to another repository.
func discover(dir string, named bool) (layout, error) {
	abs, err := filepath.Abs(dir)
	if err == nil {
		abs, err = filepath.EvalSymlinks(abs)
	}
	if err != nil {
		return layout{}, fmt.Errorf("open repository %s: %w", dir, err)
	}
	for at := abs; ; at = filepath.Dir(at) {
		gitDir, err := gitDirIn(at)
		if err != nil {
			return layout{}, fmt.Errorf("open repository %s: %w", at, err)
		}
		if gitDir != "" {
			return newLayout(at, gitDir)
		}
		if isGitDir(at) {
			if !(named && at == abs) && !isOwn(at) {
				return layout{}, fmt.Errorf("open repository %s: %w", at, ErrBareUnnamed)
			}
			return newLayout("", at)
		}
		if at == filepath.Dir(at) {
			return layout{}, fmt.Errorf("open repository %s: %w", dir, ErrNotRepository)
		}
	}
}

// gitDirIn returns the git directory of a work tree rooted at dir: .git, or the target of the
// file .git. It is empty when there is none.
func gitDirIn(dir string) (string, error) {
	dot := filepath.Join(dir, ".git")
	info, err := os.Stat(dot)
	if err != nil {
		return "", nil
	}
	if info.IsDir() {
		if !isGitDir(dot) {
			return "", nil
		}
		return dot, nil
	}
	if !info.Mode().IsRegular() {
		return "", nil
	}
	target, err := readLine(dot)
	if err != nil {
		return "", err
	}
	path, ok := strings.CutPrefix(target, "gitdir: ")
	if !ok {
		return "", fmt.Errorf("%w: the file .git does not name a directory", ErrNotRepository)
	}
	path = absolute(path, dir)
	if !isGitDir(path) {
		return "", fmt.Errorf("%w: the file .git points to %s, which is not a git directory", ErrNotRepository, path)
	}
	return path, nil
}

// isGitDir recognises a git directory by HEAD, objects and refs; a linked work tree has the latter
// two elsewhere.
func isGitDir(dir string) bool {
	if _, err := os.Lstat(filepath.Join(dir, "HEAD")); err != nil {
		return false
	}
	common, err := commonDirOf(dir)
	return err == nil && isDir(filepath.Join(common, "objects")) && isDir(filepath.Join(common, "refs"))
}

// isOwn reports whether a directory is named .git or is inside one. No commit can contain such
// files.
func isOwn(gitDir string) bool {
	return slices.Contains(strings.Split(filepath.ToSlash(gitDir), "/"), ".git")
}

func commonDirOf(gitDir string) (string, error) {
	common, err := readLine(filepath.Join(gitDir, "commondir"))
	if errors.Is(err, fs.ErrNotExist) {
		return gitDir, nil
	}
	if err != nil {
		return "", err
	}
	return absolute(common, gitDir), nil
}

func newLayout(root, gitDir string) (layout, error) {
	common, err := commonDirOf(gitDir)
	if err != nil {
		return layout{}, fmt.Errorf("open repository %s: %w", gitDir, err)
	}
	return layout{root: root, gitDir: gitDir, commonDir: common}, nil
}

// settle applies the configuration of the work tree.
func (l *layout) settle(c *settings) {
	if dir := c.get("core", "worktree"); dir != "" {
		l.root = absolute(dir, l.gitDir)
	} else if c.bool("core", "bare") && l.gitDir == l.commonDir {
		l.root = ""
	}
}

// absolute resolves a path that is relative to dir.
func absolute(path, dir string) string {
	path = filepath.FromSlash(path)
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	return filepath.Clean(path)
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// readLine returns the content of a small file without the newline at its end.
func readLine(name string) (string, error) {
	content, err := os.ReadFile(name)
	return strings.TrimRight(string(content), "\r\n"), err
}
