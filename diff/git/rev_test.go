package git_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/diff/git"
)

func TestResolve(t *testing.T) {
	f := newRepo(t)
	first := f.commit("a", "1\n")
	f.git("checkout", "-q", "-b", "side/branch")
	f.commit("b", "1\n")
	f.git("checkout", "-q", "main")
	f.commit("a", "2\n")
	f.git("merge", "-q", "--no-ff", "-m", "merge", "side/branch")
	f.git("tag", "light")
	f.git("tag", "-a", "-m", "x", "v1.0", first)
	f.git("tag", "-a", "-m", "x", "again", "v1.0")
	f.git("tag", "-a", "-m", "x", "tree", "HEAD^{tree}")
	f.git("update-ref", "refs/remotes/origin/main", first)
	f.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main")
	f.git("update-ref", "refs/pull/7/head", first)

	for _, packed := range []string{"loose", "packed"} {
		t.Run(packed, func(t *testing.T) {
			if packed == "packed" {
				f.git("gc", "-q")
			}
			r := f.open()
			for _, rev := range []string{
				"HEAD", "@", "main", "refs/heads/main", "heads/main", "side/branch", "light", "v1.0", "tags/v1.0", "again",
				"origin/main", "origin", "refs/pull/7/head", "HEAD~", "HEAD~1", "HEAD^", "HEAD^1", "HEAD^2", "HEAD~2", "HEAD^2~1", "HEAD^2^",
				"@~1^0", "HEAD^{commit}", "again^{}", first, first[:7], first[:12] + "^0", strings.ToUpper(first),
			} {
				got, err := r.Resolve(rev)
				if want := f.git("rev-parse", rev+"^{commit}"); err != nil || got != want {
					t.Errorf("Resolve(%q) = %s, %v; git says %s", rev, got, err, want)
				}
			}
			for rev, text := range map[string]string{
				"": `unknown revision ""`, "nope": `unknown revision "nope"`, "HEAD~9": "does not go back that far", "HEAD^3": "does not go back that far",
				"tree": "not a commit", "HEAD^{tree}": "only ~n", "HEAD~x": "only ~n", "HEAD~99999999999999999999": "not a number",
				strings.Repeat("0", 40): "not in this clone", "0000000": "unknown", "../../etc/passwd": "unknown", "HEAD:a": "unknown",
			} {
				_, err := r.Resolve(rev)
				var unknown *git.UnknownRevisionError
				if !errors.As(err, &unknown) || unknown.Rev != rev || unknown.Hint != "" || !strings.Contains(err.Error(), text) {
					t.Errorf("Resolve(%q): %v", rev, err)
				}
			}
		})
	}
}

func TestResolveShortID(t *testing.T) {
	f := newRepo(t)
	linear := func(i int) []int {
		if i == 0 {
			return nil
		}
		return []int{i - 1}
	}
	ids := f.history(400, linear, func(i int) int { return 1_700_000_000 + i })
	seen := make(map[string]int)
	for _, id := range ids {
		seen[id[:4]]++
	}
	r := f.open()
	for _, id := range ids {
		got, err := r.Resolve(id[:4])
		if seen[id[:4]] == 1 && (err != nil || got != id) {
			t.Errorf("Resolve(%s) = %s, %v; want %s", id[:4], got, err, id)
		}
		if seen[id[:4]] > 1 && err == nil {
			t.Errorf("Resolve(%s) = %s, though %d commits begin so", id[:4], got, seen[id[:4]])
		}
	}
}

// In a shallow clone the error names the command that helps.
func TestResolveInShallowClone(t *testing.T) {
	f := newRepo(t)
	first := f.commit("a", "1\n")
	f.git("branch", "base")
	f.commit("a", "2\n")
	c := f.clone("--depth=1")
	r := c.open()
	for rev, hint := range map[string]string{
		"HEAD~1":      "git fetch --unshallow origin",
		"origin/base": "git fetch --depth=1 origin base:refs/remotes/origin/base",
		first:         "git fetch --depth=1 origin " + first,
		"x;rm -rf /":  "git fetch --unshallow origin",
	} {
		_, err := r.Resolve(rev)
		var unknown *git.UnknownRevisionError
		if !errors.As(err, &unknown) || unknown.Hint != hint {
			t.Errorf("Resolve(%q): %v, want hint %q", rev, err, hint)
		}
	}
	c.git("fetch", "-q", "--depth=1", "origin", "base:refs/remotes/origin/base")
	if got, err := c.open().Resolve("origin/base"); err != nil || got != first {
		t.Errorf("after the command: %s, %v", got, err)
	}
}

func TestDefaultBranch(t *testing.T) {
	f := newRepo(t)
	f.commit("a", "1\n")
	check := func(want string) {
		t.Helper()
		if got, err := f.open().DefaultBranch(); err != nil || got != want {
			t.Errorf("got %q, %v; want %q", got, err, want)
		}
	}
	check("main")
	f.git("branch", "-m", "trunk")
	if _, err := f.open().DefaultBranch(); err == nil {
		t.Error("trunk was guessed")
	}
	f.git("config", "init.defaultBranch", "trunk")
	check("trunk")
	f.git("branch", "master")
	check("master")
	f.git("update-ref", "refs/remotes/origin/main", "HEAD")
	check("origin/main")
	f.git("update-ref", "refs/remotes/origin/dev", "HEAD")
	f.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/dev")
	check("origin/dev")
	f.git("update-ref", "-d", "refs/remotes/origin/dev")
	check("origin/main")
}
