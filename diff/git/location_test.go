package git_test

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/git"
)

// What is opened by its location has the same commits, also those that it borrows, and ends
// where a shallow clone ends. The location does not tell what the configuration holds.
func TestLocation(t *testing.T) {
	origin := newRepo(t)
	first := origin.commit("a.txt", "1\n")
	second := origin.commit("a.txt", "2\n", "b.txt", "1\n")
	for _, options := range [][]string{{"--shared"}, {"--no-local", "--depth=1"}} {
		clone := &fixture{t, filepath.Join(t.TempDir(), "clone")}
		origin.git(append(append([]string{"clone", "-q"}, options...), "file://"+filepath.ToSlash(origin.dir), clone.dir)...)
		clone.git("config", "http.https://github.com/.extraheader", "AUTHORIZATION: basic c2VjcmV0")
		clone.git("config", "remote.origin.url", "https://user:secret@example.org/x")
		r, err := git.Open(clone.dir)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		told, err := json.Marshal(r.Location())
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(told), "secret") || strings.Contains(string(told), "c2VjcmV0") {
			t.Errorf("%v: the location tells a secret: %s", options, told)
		}
		var location git.Location
		if err := json.Unmarshal(told, &location); err != nil {
			t.Fatal(err)
		}
		other, err := git.OpenLocation(location)
		if err != nil {
			t.Fatal(err)
		}
		defer other.Close()
		if other.Root() != "" {
			t.Errorf("%v: it has a work tree at %s", options, other.Root())
		}
		for _, commit := range []string{second, first} {
			want, wantErr := r.Snapshot(t.Context(), commit)
			got, err := other.Snapshot(t.Context(), commit)
			if (err == nil) != (wantErr == nil) || err == nil && list(got) != list(want) {
				t.Errorf("%v: snapshot of %s: %v, want %v", options, commit, err, wantErr)
			}
		}
		wantBase, wantErr := r.MergeBase(t.Context(), first, second)
		gotBase, err := other.MergeBase(t.Context(), first, second)
		if gotBase != wantBase || (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() {
			t.Errorf("%v: merge base %q %v, want %q %v", options, gotBase, err, wantBase, wantErr)
		}
		wantLog, _, wantErr := r.Log(t.Context(), second, diff.LogOptions{Most: 10})
		gotLog, _, err := other.Log(t.Context(), second, diff.LogOptions{Most: 10})
		if d := cmp.Diff(wantLog, gotLog); d != "" || (err == nil) != (wantErr == nil) {
			t.Errorf("%v: log: %v, want %v (-want +got):\n%s", options, err, wantErr, d)
		}
		var unknown *git.UnknownRevisionError
		if _, err := other.Resolve("main"); !errors.As(err, &unknown) {
			t.Errorf("%v: a branch is known: %v", options, err)
		}
	}
}
