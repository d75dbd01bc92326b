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

// Git runs git in a repository and returns what it prints, without the last newline.
func (r Remote) Git(repository string, stdin string, args ...string) (string, error) {
	cmd := exec.Command("git", append([]string{"--git-dir=" + filepath.Join(r.Dir, filepath.FromSlash(repository)+".git")}, args...)...)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull,
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
	dir := filepath.Join(r.Dir, filepath.FromSlash(repository)+".git")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, args := range [][]string{
		{"init", "--quiet", "--bare", "--template=", dir},
		{"config", "uploadpack.allowFilter", "true"}, {"config", "uploadpack.allowAnySHA1InWant", "true"},
	} {
		if _, err := r.Git(repository, "", args...); err != nil {
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
	git := func(stdin string, args ...string) (string, error) {
		cmd := exec.Command("git", append([]string{"--git-dir=" + filepath.Join(r.Dir, filepath.FromSlash(repository)+".git")}, args...)...)
		cmd.Env = append(os.Environ(), "GIT_INDEX_FILE="+index)
		cmd.Stdin = strings.NewReader(stdin)
		out, err := cmd.Output()
		return strings.TrimSpace(string(out)), err
	}
	if _, err := git(entries, "update-index", "--add", "--index-info"); err != nil {
		return "", err
	}
	return git("", "write-tree")
}
