package actions_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/nexus-ci/nexus-ci/report/actions"
)

// environment returns that of a job, with some variables set otherwise: "NAME=value".
func environment(t *testing.T, other ...string) func(string) string {
	t.Helper()
	dir := t.TempDir()
	env := map[string]string{
		"GITHUB_ACTIONS":      "true",
		"GITHUB_API_URL":      "https://ghe.example/api/v3",
		"GITHUB_SERVER_URL":   "https://ghe.example",
		"GITHUB_REPOSITORY":   "octo-org/octo-repo",
		"GITHUB_RUN_ID":       "1589141559",
		"GITHUB_RUN_ATTEMPT":  "3",
		"GITHUB_EVENT_NAME":   "push",
		"GITHUB_EVENT_PATH":   filepath.Join("testdata", "events", "push.json"),
		"GITHUB_STEP_SUMMARY": filepath.Join(dir, "summary"),
		"GITHUB_OUTPUT":       filepath.Join(dir, "output"),
		"GITHUB_SHA":          "not read",
	}
	for _, assignment := range other {
		name, value, _ := strings.Cut(assignment, "=")
		env[name] = value
	}
	return func(name string) string { return env[name] }
}

func TestRead(t *testing.T) {
	want := actions.Job{
		APIURL: "https://ghe.example/api/v3", ServerURL: "https://ghe.example",
		Repository: "octo-org/octo-repo", RunID: 1589141559, RunAttempt: 3,
		Event: actions.Event{Name: "push", Head: actions.Commit{
			Ref: "master", SHA: "6113728f27ae82c7b1a177c8d03f9e96e0adf246", Repository: "Codertocat/Hello-World",
		}},
	}
	job, err := actions.Read(environment(t))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&want, job, cmpopts.IgnoreUnexported(actions.Job{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}

	want.APIURL, want.ServerURL, want.RunAttempt = "https://api.github.com", "https://github.com", 1
	want.Event = actions.Event{Name: "schedule"}
	job, err = actions.Read(environment(t, "GITHUB_API_URL=", "GITHUB_SERVER_URL=", "GITHUB_RUN_ATTEMPT=", "GITHUB_EVENT_NAME=schedule", "GITHUB_EVENT_PATH="))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&want, job, cmpopts.IgnoreUnexported(actions.Job{})); diff != "" {
		t.Errorf("defaults, and an event about nothing (-want +got):\n%s", diff)
	}
}

func TestReadElsewhere(t *testing.T) {
	for _, value := range []string{"", "false"} {
		job, err := actions.Read(environment(t, "GITHUB_ACTIONS="+value, "GITHUB_REPOSITORY="))
		if job != nil || err != nil {
			t.Errorf("GITHUB_ACTIONS=%s: %v, %v, want nothing", value, job, err)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "event.json")
	if err := os.WriteFile(empty, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	large := filepath.Join(t.TempDir(), "event.json")
	if err := os.WriteFile(large, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(large, 25<<20+1); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ set, want string }{
		{"GITHUB_REPOSITORY=", `GITHUB_REPOSITORY is "", want owner/name`},
		{"GITHUB_REPOSITORY=octo-org", `GITHUB_REPOSITORY is "octo-org", want owner/name`},
		{"GITHUB_RUN_ID=x", `GITHUB_RUN_ID is "x", want a number`},
		{"GITHUB_RUN_ID=-1", `GITHUB_RUN_ID is "-1", want a number`},
		{"GITHUB_RUN_ATTEMPT=0", `GITHUB_RUN_ATTEMPT is "0", want a number`},
		{"GITHUB_EVENT_PATH=", "cannot read the event that GITHUB_EVENT_PATH names: open"},
		{"GITHUB_EVENT_PATH=" + empty, `empty.json`},
		{"GITHUB_EVENT_PATH=" + large, "is larger than 25 MB"},
	} {
		want := strings.ReplaceAll(tc.want, "empty.json", empty+": the payload of the push event is not valid: ")
		_, err := actions.Read(environment(t, tc.set))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", tc.set, err, want)
		}
	}
}

func TestSummary(t *testing.T) {
	const limit = 1 << 20
	const full = "The summary of this step has no room for the report: GitHub takes 1 MiB.\n"
	for _, tc := range []struct{ name, before, markdown, want string }{
		{"first", "", "# Report\n", "# Report\n"},
		{"line end is added", "", "# Report", "# Report\n"},
		{"behind others", "other", "# Report\n", "other\n# Report\n"},
		{"as large as may be", "", strings.Repeat("x", limit-1), strings.Repeat("x", limit-1) + "\n"},
		{"too large", "", strings.Repeat("x", limit), "\n" + full},
		{"too large behind others", strings.Repeat("x", limit-100), strings.Repeat("y", 100), strings.Repeat("x", limit-100) + "\n" + full},
	} {
		getenv := environment(t)
		if tc.before != "" {
			if err := os.WriteFile(getenv("GITHUB_STEP_SUMMARY"), []byte(tc.before), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		job, err := actions.Read(getenv)
		if err != nil {
			t.Fatal(err)
		}
		if err := job.Summary(tc.markdown); err != nil {
			t.Errorf("%s: %v", tc.name, err)
		}
		got, err := os.ReadFile(getenv("GITHUB_STEP_SUMMARY"))
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != tc.want {
			t.Errorf("%s: %d bytes ending with %q, want %d", tc.name, len(got), got[max(0, len(got)-len(full)-5):], len(tc.want))
		}
	}
}

func TestSummaryIsFull(t *testing.T) {
	getenv := environment(t)
	if err := os.WriteFile(getenv("GITHUB_STEP_SUMMARY"), make([]byte, 1<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	job, err := actions.Read(getenv)
	if err != nil {
		t.Fatal(err)
	}
	if err := job.Summary("# Report"); err == nil || !strings.Contains(err.Error(), "is full") {
		t.Errorf("error %v", err)
	}
}

func TestOutput(t *testing.T) {
	getenv := environment(t)
	job, err := actions.Read(getenv)
	if err != nil {
		t.Fatal(err)
	}
	for _, value := range []string{"high", "two\nlines"} {
		if err := job.Output("risk", value); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(getenv("GITHUB_OUTPUT"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(data), "\n")
	first, second := strings.TrimPrefix(lines[0], "risk<<"), strings.TrimPrefix(lines[3], "risk<<")
	if first == second || len(first) < 20 {
		t.Errorf("delimiters %q and %q can be foreseen", first, second)
	}
	want := []string{"risk<<" + first, "high", first, "risk<<" + second, "two", "lines", second, ""}
	if diff := cmp.Diff(want, lines); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestOldRunner(t *testing.T) {
	job, err := actions.Read(environment(t, "GITHUB_OUTPUT=", "GITHUB_STEP_SUMMARY="))
	if err != nil {
		t.Fatal(err)
	}
	if err := job.Summary("x"); err == nil || !strings.Contains(err.Error(), "GITHUB_STEP_SUMMARY is not set") {
		t.Errorf("summary: %v", err)
	}
	if err := job.Output("risk", "low"); err == nil || !strings.Contains(err.Error(), "GITHUB_OUTPUT is not set") {
		t.Errorf("output: %v", err)
	}
}
