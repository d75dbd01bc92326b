package serve

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	gogit "github.com/go-git/go-git/v5"
	"github.com/go-git/go-git/v5/plumbing/object"

	"github.com/nexus-ci/nexus-ci/analyze/history"
	"github.com/nexus-ci/nexus-ci/config"
	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/git"
)

// What was kept, of a revision or of the work tree, is not read from the repository again.
func TestFill(t *testing.T) {
	for _, ref := range []string{"", "HEAD"} {
		t.Run("ref "+ref, func(t *testing.T) {
			dir := stagedTree(t, map[string]string{"a.go": "func a() {}\n"})
			v := environment(t, dir)
			repo, err := v.Open()
			if err != nil {
				t.Fatal(err)
			}
			defer repo.Close()
			conf := config.Default()
			keep := func(want int) {
				t.Helper()
				snapshot, err := SnapshotOf(t.Context(), repo, ref)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := v.Fill(t.Context(), repo, snapshot, conf); err != nil {
					t.Fatal(err)
				}
				if want == 0 {
					return
				}
				base, err := SnapshotOf(t.Context(), repo, "HEAD")
				if err != nil {
					t.Fatal(err)
				}
				store, closeCache := v.OpenCache(conf)
				defer closeCache()
				got, err := history.Read(t.Context(), unread{repo}, store, base, conf.Policy().Window)
				if err != nil || got.Commits() != want {
					t.Errorf("%v, %v commits, want %d", err, got, want)
				}
			}
			if ref == "" {
				keep(0) // no commit yet
			}
			commit(t, dir, 3)
			if err := repo.Reload(); err != nil {
				t.Fatal(err)
			}
			keep(3)
		})
	}
}

// commit makes n commits.
func commit(t *testing.T, dir string, n int) {
	t.Helper()
	repo, err := gogit.PlainOpen(dir)
	if err != nil {
		t.Fatal(err)
	}
	work, err := repo.Worktree()
	if err != nil {
		t.Fatal(err)
	}
	by := &object.Signature{Name: "a", Email: "a@example.com", When: time.Unix(1e9, 0)}
	for i := range n {
		writeGo(t, dir, "a.go", fmt.Sprintf("var a = %d\n", i))
		if _, err := work.Commit("c", &gogit.CommitOptions{All: true, Author: by, AllowEmptyCommits: true}); err != nil {
			t.Fatal(err)
		}
	}
}

// unread is a log of which nothing may be read.
type unread struct{ *git.Repo }

func (unread) Log(context.Context, string, diff.LogOptions) ([]diff.Commit, bool, error) {
	return nil, false, errors.New("read from the repository")
}
