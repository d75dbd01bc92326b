package archive_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/reporttest"
	"github.com/nexus-ci/nexus-ci/server/archive"
	"github.com/nexus-ci/nexus-ci/server/broker"
	"github.com/nexus-ci/nexus-ci/server/job"
)

// A clock goes on by hand.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

func open(t *testing.T) (*archive.Archive, jetstream.JetStream, *clock) {
	t.Helper()
	b, err := broker.Start(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	conn, err := b.Connect()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(); b.Stop() })
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	c := &clock{at: time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)} // a Wednesday
	a, err := archive.Open(conn, 1, c.now)
	if err != nil {
		t.Fatal(err)
	}
	return a, js, c
}

func jobOf(repository string, number int) *job.Job {
	return &job.Job{Installation: 7, Repository: repository, Number: number}
}

func all(t *testing.T, a *archive.Archive, c *clock) *archive.Entries {
	t.Helper()
	c.pass(10 * time.Second)
	e, err := a.All(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// Of a pull request the last report is kept while it is open, of a repository what each week found.
func TestArchive(t *testing.T) {
	a, _, c := open(t)
	if e := all(t, a, c); len(e.Pulls)+len(e.Repositories) != 0 {
		t.Errorf("%+v", e)
	}
	put := func(number int, level string, breaks int) {
		t.Helper()
		if err := a.Report(t.Context(), jobOf("Octo/App.js", number), archive.Pull{Level: level, Breaks: breaks, Findings: breaks + 1}); err != nil {
			t.Fatal(err)
		}
	}
	put(1, "high", 2)
	put(2, "low", 0)
	put(1, "low", 0) // after a push
	c.pass(7 * 24 * time.Hour)
	put(2, "critical", 3)
	for _, commit := range []string{"a", "b", "b"} {
		if err := a.Index(t.Context(), jobOf("octo/app.js", 2), commit); err != nil {
			t.Fatal(err)
		}
		c.pass(time.Hour)
	}
	e := all(t, a, c)
	if len(e.Pulls) != 2 || len(e.Repositories) != 1 {
		t.Fatalf("%+v", e)
	}
	levels := make(map[int]string)
	for _, p := range e.Pulls {
		levels[p.Number] = p.Level
	}
	if levels[1] != "low" || levels[2] != "critical" {
		t.Error(levels)
	}
	r := e.Repositories[0]
	if got := fmt.Sprint(r.Weeks); got != "[{2026-03-02 00:00:00 +0000 UTC 3 map[high:1 low:2] 2 5} {2026-03-09 00:00:00 +0000 UTC 1 map[critical:1] 3 4}]" {
		t.Error(got)
	}
	if want := time.Date(2026, 3, 11, 13, 0, 10, 0, time.UTC); r.Base.Commit != "b" || !r.Base.At.Equal(want) {
		t.Errorf("%+v, want it to be of %s", r.Base, want)
	}
	// The first was closed. The second is not in the list, but has a report that is newer than the list.
	listed := c.now()
	c.pass(time.Minute)
	put(2, "critical", 3)
	c.pass(time.Minute)
	if err := a.Retain(t.Context(), 7, "octo/app.js", map[int]bool{}, listed); err != nil {
		t.Fatal(err)
	}
	if e := all(t, a, c); len(e.Pulls) != 1 || e.Pulls[0].Number != 2 || len(e.Repositories) != 1 {
		t.Errorf("%+v", e)
	}
	if err := a.Retain(t.Context(), 8, "octo/app.js", map[int]bool{}, c.now()); err != nil {
		t.Fatal(err)
	}
	if e := all(t, a, c); len(e.Pulls) != 1 {
		t.Error("an entry of another installation was dropped")
	}
}

// Workers count at the same time, and none is lost.
func TestCountsTogether(t *testing.T) {
	a, _, c := open(t)
	var working sync.WaitGroup
	for worker := range 4 {
		working.Go(func() {
			for i := range 10 {
				if err := a.Report(t.Context(), jobOf("octo/app", 100*worker+i+1), archive.Pull{Level: "low"}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	working.Wait()
	e := all(t, a, c)
	if len(e.Pulls) != 40 || len(e.Repositories) != 1 || e.Repositories[0].Weeks[0].Reports != 40 {
		t.Errorf("%d pull requests, %+v", len(e.Pulls), e.Repositories)
	}
}

// Half a year is kept.
func TestWeeksAreBounded(t *testing.T) {
	a, _, c := open(t)
	for range 30 {
		if err := a.Report(t.Context(), jobOf("octo/app", 1), archive.Pull{Level: "low"}); err != nil {
			t.Fatal(err)
		}
		c.pass(7 * 24 * time.Hour)
	}
	if n := len(all(t, a, c).Repositories[0].Weeks); n != 26 {
		t.Errorf("%d weeks", n)
	}
}

// A bucket that was lost is made again.
func TestLostBucket(t *testing.T) {
	a, js, c := open(t)
	for range 2 {
		if err := a.Report(t.Context(), jobOf("octo/app", 1), archive.Pull{Level: "low"}); err != nil {
			t.Fatal(err)
		}
		if e := all(t, a, c); len(e.Pulls) != 1 {
			t.Fatalf("%+v", e)
		}
		if err := js.DeleteKeyValue(t.Context(), "nexus-ci-summaries"); err != nil {
			t.Fatal(err)
		}
		if e := all(t, a, c); len(e.Pulls) != 0 {
			t.Errorf("%+v", e)
		}
	}
}

// A summary is small and of clean lines, whatever is in the report.
func TestOf(t *testing.T) {
	for name, r := range reporttest.Reports() {
		r.Title = &report.Title{Text: "\x1b[31m\u202etitle\n" + strings.Repeat("ü", 1000)}
		p := archive.Of(r)
		if p.Level == "" || p.Headline == "" || len(p.Issues) > 20 || p.Findings < len(p.Issues) {
			t.Errorf("%s: %+v", name, p)
		}
		texts := []string{p.Title, p.Headline}
		for _, i := range p.Issues {
			texts = append(texts, i.Path, i.Title, i.Message)
		}
		for _, s := range texts {
			if len(s) > 310 || s != report.Clean(s) {
				t.Errorf("%s: %q", name, s)
			}
		}
	}
	if p := archive.Failed("head", "a\nb"); p.Level != archive.NotAnalysed || strings.Contains(p.Headline, "\n") {
		t.Errorf("%+v", p)
	}
}
