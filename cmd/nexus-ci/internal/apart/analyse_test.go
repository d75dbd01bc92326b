package apart

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/nexus-ci/nexus-ci/check"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/demo"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/workspace"
	"github.com/nexus-ci/nexus-ci/config"
	"github.com/nexus-ci/nexus-ci/diff/compare"
)

// What the analyst finds for the request of an input is what a check in this process finds.
func TestAnalyse(t *testing.T) {
	dir := t.TempDir()
	if err := demo.Make(dir); err != nil {
		t.Fatal(err)
	}
	w := &workspace.Workspace{Dir: dir, NoCache: true, Getenv: func(string) string { return "" }, Warn: func(s string) { t.Error(s) }}
	repo, err := w.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer repo.Close()
	conf := config.Default()
	in := check.Input{Repo: repo, Config: conf, Scope: compare.Scope{Base: demo.Base, Head: demo.Head}, Title: "a title"}
	r, err := RequestOf(t.Context(), &in)
	if err != nil {
		t.Fatal(err)
	}
	sent, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var received Request
	if err := json.Unmarshal(sent, &received); err != nil {
		t.Fatal(err)
	}
	found, a, err := Analyse(t.Context(), w, &received)
	if err != nil {
		t.Fatal(err)
	}
	want, err := w.Check(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	if len(found.Findings) == 0 || len(found.Findings) != len(want.Report.Findings) || found.Title == nil || found.Title.Text != "a title" || a.Stats != want.Stats {
		t.Errorf("%d findings, want %d; title %v; counts %v, want %v", len(found.Findings), len(want.Report.Findings), found.Title, a.Stats, want.Stats)
	}
	in.Scope.Head = "missing"
	if _, err := RequestOf(t.Context(), &in); err == nil || !strings.Contains(err.Error(), "missing") {
		t.Errorf("a request about no commit: %v", err)
	}
}

func TestTimeLimit(t *testing.T) {
	for timeout, want := range map[string]time.Duration{"": time.Hour, "0": 0, "90s": 90*time.Second + time.Minute} {
		conf := config.Default()
		if timeout != "" {
			if err := conf.Set("check.timeout", timeout); err != nil {
				t.Fatal(err)
			}
		}
		if got := TimeLimit(conf, time.Hour); got != want {
			t.Errorf("timeout %q: %v, want %v", timeout, got, want)
		}
	}
}
