package job_test

import (
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/server/job"
)

func TestKey(t *testing.T) {
	a := job.Job{Installation: 7, Repository: "Octo/my.App", Number: 12}
	if got := a.Key(); got != "7.octo.my=app.12" {
		t.Error(got)
	}
	// No two pull requests share a key.
	b := job.Job{Installation: 7, Repository: "octo/my", Number: 12}
	if a.Key() == b.Key() || strings.Count(a.Key(), ".") != 3 {
		t.Error(a.Key(), b.Key())
	}
}

func TestCheck(t *testing.T) {
	for name, j := range map[string]job.Job{
		"installation": {Repository: "o/n", Number: 1},
		"number":       {Installation: 1, Repository: "o/n"},
		"no owner":     {Installation: 1, Repository: "n", Number: 1},
		"path":         {Installation: 1, Repository: "o/..", Number: 1},
		"wildcard":     {Installation: 1, Repository: "o/>", Number: 1},
		"space":        {Installation: 1, Repository: "o/a b", Number: 1},
	} {
		if j.Check() == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if err := (&job.Job{Installation: 1, Repository: "o/n.js", Number: 1}).Check(); err != nil {
		t.Error(err)
	}
}
