package history

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/nexus-ci/nexus-ci/diff"
)

// Who changed most of the files comes first; the author of the change and who changed them long ago are
// left out.
func TestRecent(t *testing.T) {
	commit := func(id, author string, days int64, paths ...string) diff.Commit {
		c := diff.Commit{ID: id, Author: author, Time: (1000 - days) * Day}
		for _, p := range paths {
			c.Files = append(c.Files, diff.CommitFile{Path: p, Status: diff.Modified})
		}
		return c
	}
	h := New([]diff.Commit{
		commit("6", "eve", 0, "a", "b", "c"),
		commit("5", "ben", 1, "a"),
		commit("4", "ana", 2, "b"),
		commit("3", "ana", 3, "a", "other"),
		commit("2", "cy", 4, "other"),
		commit("1", "old", 400, "a", "b"),
	}, true)
	want := []Recent{{Commit: "4", Paths: []string{"a", "b"}}, {Commit: "5", Paths: []string{"a"}}}
	if diff := cmp.Diff(want, h.Recent([]string{"a", "b", "new"}, "eve"), cmpopts.IgnoreUnexported(Recent{})); diff != "" {
		t.Error(diff)
	}
	if got := h.Recent(nil, ""); len(got) > 0 {
		t.Error(got)
	}
}
