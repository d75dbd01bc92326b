package servertest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A Remote is a directory with bare repositories, which git serves as GitHub does.
type Remote struct{ Dir string }

// URL is what addresses of repositories begin with.
func (r Remote) URL() string { return "file://" + filepath.ToSlash(r.Dir) }

// Path is the directory of a repository.
func (r Remote) Path(repository string) string {
	return filepath.Join(r.Dir, filepath.FromSlash(repository)+".git")
}

// Git runs git in a repository and returns what it prints, without the last newline.
func (r Remote) Git(repository string, stdin string, args ...string) (string, error) {
	return r.git(repository, nil, stdin, args...)
}

// git is Git with more variables in its environment.
func (r Remote) git(repository string, env []string, stdin string, args ...string) (string, error) {
	cmd := exec.Command("git", append([]string{"--git-dir=" + r.Path(repository)}, args...)...)
	cmd.Env = append(append(os.Environ(), env...), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull,
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org",
		"GIT_AUTHOR_DATE=2026-01-02T03:04:05Z", "GIT_COMMITTER_DATE=2026-01-02T03:04:05Z")
	cmd.Stdin = strings.NewReader(stdin)
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w", strings.Join(args, " "), err)
	}
	return strings.TrimSuffix(string(out), "\n"), nil
}

// Create makes an empty repository.
func (r Remote) Create(repository string) error {
	dir := r.Path(repository)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if _, err := r.Git(repository, "", "init", "--quiet", "--bare", "--template=", dir); err != nil {
		return err
	}
	return r.AllowParts(repository)
}

// AllowParts lets clients fetch any commit, and without its files, as GitHub does.
func (r Remote) AllowParts(repository string) error {
	for _, name := range []string{"uploadpack.allowFilter", "uploadpack.allowAnySHA1InWant"} {
		if _, err := r.Git(repository, "", "config", name, "true"); err != nil {
			return err
		}
	}
	return nil
}

// Commit makes a commit with files and parents, and returns its id. Refs keep it.
func (r Remote) Commit(repository, message string, files map[string]string, parents ...string) (string, error) {
	index := filepath.Join(r.Dir, "index")
	defer os.Remove(index)
	var entries strings.Builder
	for path, content := range files {
		blob, err := r.Git(repository, content, "hash-object", "-w", "--stdin")
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&entries, "100644 %s\t%s\n", blob, path)
	}
	tree, err := r.tree(repository, index, entries.String())
	if err != nil {
		return "", err
	}
	args := []string{"commit-tree", tree, "-m", message}
	for _, p := range parents {
		args = append(args, "-p", p)
	}
	commit, err := r.Git(repository, "", args...)
	if err == nil {
		_, err = r.Git(repository, "", "update-ref", "refs/keep/"+commit, commit)
	}
	return commit, err
}

// tree makes a tree of entries, by way of an index of its own.
func (r Remote) tree(repository, index, entries string) (string, error) {
	env := []string{"GIT_INDEX_FILE=" + index}
	if _, err := r.git(repository, env, entries, "update-index", "--add", "--index-info"); err != nil {
		return "", err
	}
	return r.git(repository, env, "", "write-tree")
}
