package worker_test

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"encoding/json"
	"fmt"
	"log/slog"
	mathrand "math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/reporttest"
	"github.com/nexus-ci/nexus-ci/server/analysis"
	"github.com/nexus-ci/nexus-ci/server/app"
	"github.com/nexus-ci/nexus-ci/server/archive"
	"github.com/nexus-ci/nexus-ci/server/broker"
	"github.com/nexus-ci/nexus-ci/server/job"
	"github.com/nexus-ci/nexus-ci/server/mirror"
	"github.com/nexus-ci/nexus-ci/server/neighbour"
	"github.com/nexus-ci/nexus-ci/server/queue"
	"github.com/nexus-ci/nexus-ci/server/servertest"
	"github.com/nexus-ci/nexus-ci/server/sweep"
	"github.com/nexus-ci/nexus-ci/server/worker"
)

// TestMain is the command nexus-ci too, for the workers of these tests.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && (os.Args[1] == "check" || os.Args[1] == "index") {
		os.Exit(command(os.Args[1:]))
	}
	os.Exit(m.Run())
}

// command stands for nexus-ci. What it does is said by the title of the pull request: "die" ends it as
// the kernel does, "die once" at the first time, "refuse" gives no report.
func command(args []string) int {
	if args[0] == "index" {
		if err := share(args, "", ""); err != nil {
			fmt.Fprintln(os.Stderr, "nexus-ci:", err)
			return 3
		}
		return 0
	}
	if slices.ContainsFunc(args, func(arg string) bool { return strings.HasSuffix(arg, "private.pem") }) {
		fmt.Fprintln(os.Stderr, "nexus-ci: the analysis of a pull request was given the key to write")
		return 3
	}
	if args[1] == "--print-config" {
		fmt.Println("check:\n  comment: always # default")
		return 0
	}
	flag := func(name string) string { return args[slices.Index(args, name)+1] }
	if slices.Contains(args, "--across-list") {
		list, err := os.ReadFile(flag("--across-list"))
		if err != nil || os.WriteFile(filepath.Join(filepath.Dir(flag("--across-key")), "asked"), fmt.Appendln(list, flag("--across-url"), flag("--across-name")), 0o600) != nil {
			return 3
		}
	}
	for _, v := range os.Environ() {
		if strings.Contains(v, "ghs_") {
			fmt.Fprintln(os.Stderr, "nexus-ci: the analysis was given a token")
			return 3
		}
	}
	data, err := os.ReadFile(os.Getenv("GITHUB_EVENT_PATH"))
	if err != nil {
		return 3
	}
	var event struct {
		Pull struct {
			Title      string
			Base, Head struct{ SHA string }
		} `json:"pull_request"`
	}
	if json.Unmarshal(data, &event) != nil || strings.Contains(string(data), "ghs_") {
		return 3
	}
	mark := filepath.Join(flag("-C"), "died-"+event.Pull.Head.SHA)
	switch _, err := os.Stat(mark); {
	case event.Pull.Title == "refuse":
		fmt.Fprintln(os.Stderr, "nexus-ci: not analysed: it is too strange")
		return 3
	case event.Pull.Title == "die", event.Pull.Title == "die once" && err != nil:
		_ = os.WriteFile(mark, nil, 0o600)
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	}
	if err := share(args, event.Pull.Title, event.Pull.Base.SHA); err != nil {
		fmt.Fprintln(os.Stderr, "nexus-ci:", err)
		return 3
	}
	r := reporttest.Reports()["signature"]
	r.Base.Commit, r.Head.Commit = event.Pull.Base.SHA, event.Pull.Head.SHA
	f, err := os.Create(flag("--save"))
	if err != nil || report.Encode(f, r) != nil || f.Close() != nil {
		return 3
	}
	return 0
}

// A site is a forge with a server on it.
type site struct {
	t          *testing.T
	forge      *servertest.GitHub
	remote     servertest.Remote
	api        string
	dir        string
	key        *rsa.PrivateKey
	queue      *queue.Queue
	kept       *archive.Archive
	lease      time.Duration
	neighbours *neighbour.Neighbours
	faults     atomic.Bool  // the forge fails at times
	log        slog.Handler // of the workers
	pushed     []string     // all heads, the first first
	stop       func()       // the queue
}

const (
	repository   = "octo/app"
	installation = 7
)

var signer = sync.OnceValues(func() (*rsa.PrivateKey, error) { return rsa.GenerateKey(rand.Reader, 2048) })

func newSite(t *testing.T) *site { return newSiteWith(t, time.Second) }

// newSiteWith makes a site whose leases last so long.
func newSiteWith(t *testing.T, lease time.Duration) *site {
	t.Helper()
	key, err := signer()
	if err != nil {
		t.Fatal(err)
	}
	s := &site{t: t, key: key, forge: servertest.New(&key.PublicKey), remote: servertest.Remote{Dir: t.TempDir()}, lease: lease, dir: t.TempDir(), log: slog.DiscardHandler}
	var asked atomic.Int64
	s.forge.Before = func(w http.ResponseWriter, r *http.Request) bool {
		if !s.faults.Load() {
			return false
		}
		switch asked.Add(1) % 11 {
		case 3:
			w.WriteHeader(http.StatusBadGateway)
			return true
		case 7: // carried out, and the answer is lost
			s.forge.ServeHTTP(httptest.NewRecorder(), r)
			if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
				conn.Close()
			}
			return true
		}
		return false
	}
	server := httptest.NewServer(s.forge)
	s.api = server.URL
	s.forge.Install(installation, repository)
	s.neighbours = &neighbour.Neighbours{Forge: s.app(), Mode: neighbour.Public, Now: time.Now}
	if err := s.remote.Create(repository); err != nil {
		t.Fatal(err)
	}
	s.open()
	t.Cleanup(func() {
		s.stop()
		server.Close()
		for _, w := range s.forge.Wrong() {
			t.Errorf("wrong request: %s", w)
		}
	})
	return s
}

// open opens the queue in its directory.
func (s *site) open() {
	s.t.Helper()
	b, err := broker.Start(filepath.Join(s.dir, "queue"))
	if err != nil {
		s.t.Fatal(err)
	}
	conn, err := b.Connect()
	if err != nil {
		s.t.Fatal(err)
	}
	if s.queue, err = queue.Open(s.t.Context(), conn, queue.Options{Replicas: 1, Lease: s.lease}); err != nil {
		s.t.Fatal(err)
	}
	if s.kept, err = archive.Open(conn, 1, time.Now); err != nil {
		s.t.Fatal(err)
	}
	s.stop = func() { conn.Close(); b.Stop() }
}

func (s *site) app() *app.App {
	s.t.Helper()
	a, err := app.New(app.Options{
		API: s.api, Web: "https://github.com", ID: servertest.AppID, Key: s.key, Transport: &http.Transport{DisableKeepAlives: true},
		Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return a
}

type counts struct {
	mu       sync.Mutex
	outcomes map[string]int
}

func (c *counts) add(outcome string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.outcomes == nil {
		c.outcomes = make(map[string]int)
	}
	c.outcomes[outcome]++
}

func (c *counts) Begin() func(string)           { return c.add }
func (c *counts) Phase(string, time.Duration)   {}
func (c *counts) Told(time.Duration)            {}
func (c *counts) Analysed(base string, _ int64) { c.add("base " + base) }

// work starts workers. end stops them, and returns what they did.
func (s *site) work(workers, parallel int) (end func() map[string]int) {
	s.t.Helper()
	self, err := os.Executable()
	if err != nil {
		s.t.Fatal(err)
	}
	git, err := exec.LookPath("git")
	if err != nil {
		s.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(s.t.Context())
	var running sync.WaitGroup
	did := &counts{}
	for i := range workers {
		name := fmt.Sprintf("w%d", i)
		w := &worker.Worker{
			Name: name, Queue: s.queue, App: s.app(), Metrics: did, Log: slog.New(s.log), Parallel: parallel, Backoff: 10 * time.Millisecond, Archive: s.kept,
			Neighbours: s.neighbours,
			Mirrors:    &mirror.Mirrors{Dir: filepath.Join(s.dir, name), Git: git, Web: s.remote.URL()},
			Program:    &analysis.Program{Path: self, Scratch: s.dir, Store: "file://" + s.dir + "/store", Private: s.dir + "/private.pem", Public: s.dir + "/public.pem", Time: time.Minute, Memory: "1GiB"},
		}
		if err := os.MkdirAll(filepath.Join(s.dir, name), 0o700); err != nil {
			s.t.Fatal(err)
		}
		running.Go(func() { w.Run(ctx) })
	}
	end = func() map[string]int {
		cancel()
		running.Wait()
		return did.outcomes
	}
	s.t.Cleanup(func() { end() })
	return end
}

// push makes or moves a pull request: its version is in its only file.
func (s *site) push(number, version int, title string) servertest.Pull {
	s.t.Helper()
	commit := func(message string, content string, parents ...string) string {
		id, err := s.remote.Commit(repository, message, map[string]string{"a.go": content}, parents...)
		if err != nil {
			s.t.Fatal(err)
		}
		return id
	}
	base := commit("base", "package a\n")
	head := commit(fmt.Sprint(number, version), fmt.Sprintf("package a // %d %d\n", number, version), base)
	p := servertest.Pull{
		Repository: repository, Number: number, Title: title,
		Base: servertest.Branch{Ref: "main", SHA: base, Repository: repository}, Head: servertest.Branch{Ref: "topic", SHA: head, Repository: repository},
	}
	s.forge.SetPull(p)
	s.pushed = append(s.pushed, head)
	return p
}

func (s *site) hook(number int, id string) {
	s.t.Helper()
	if err := s.queue.Put(s.t.Context(), &job.Job{Installation: installation, Repository: repository, Number: number, Delivery: id}, id); err != nil {
		s.t.Fatal(err)
	}
}

// settle waits until the queue is empty.
func (s *site) settle() {
	s.t.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		n, err := s.queue.Waiting(s.t.Context())
		if err == nil && n == 0 {
			return
		}
		if time.Now().After(end) {
			s.t.Fatalf("%d jobs are not done, %v", n, err)
		}
	}
}

// check checks that each pull request has one comment, about its head, and that no text was replaced
// by an older one.
func (s *site) check(want string) {
	s.t.Helper()
	for _, p := range s.forge.Pulls() {
		comments := s.forge.Comments(p.Repository, p.Number)
		if len(comments) != 1 {
			s.t.Errorf("#%d has %d comments", p.Number, len(comments))
			continue
		}
		last := servertest.Text{Body: comments[0].Body}
		if last.TaggedHead() != p.Head.SHA || !strings.Contains(last.Body, want) {
			s.t.Errorf("#%d is told about %.7s, its head is %.7s:\n%s", p.Number, last.TaggedHead(), p.Head.SHA, last.Body)
		}
	}
	orders, heads := make(map[int]int64), make(map[int]int)
	for _, text := range s.forge.Texts() {
		if text.Run() < orders[text.Number] {
			s.t.Errorf("#%d: a text of run %d was replaced by one of run %d", text.Number, orders[text.Number], text.Run())
		}
		orders[text.Number] = text.Run()
		head := slices.Index(s.pushed, text.TaggedHead())
		if head < heads[text.Number] {
			s.t.Errorf("#%d was told about an older head after a newer one: %.7s", text.Number, text.TaggedHead())
		}
		heads[text.Number] = head
	}
}

// Events come twice, in any order and while the pull requests move; analyses are killed, and the forge
// fails. Each pull request ends with one comment about its latest head.
func TestStorm(t *testing.T) {
	s := newSite(t)
	s.faults.Store(true)
	const pulls, versions = 8, 3
	var events [][2]int
	for number := 1; number <= pulls; number++ {
		s.push(number, 0, "die once")
		for v := range versions {
			events = append(events, [2]int{number, v})
		}
	}
	random := mathrand.New(mathrand.NewPCG(1, 2))
	random.Shuffle(len(events), func(i, j int) { events[i], events[j] = events[j], events[i] })
	end := s.work(3, 2)
	latest := make(map[int]int)
	for i, e := range events {
		if latest[e[0]] < e[1] {
			latest[e[0]] = e[1]
			s.push(e[0], e[1], "die once")
		}
		id := fmt.Sprintf("%d-%d", e[0], e[1])
		s.hook(e[0], id)
		if i%5 == 0 {
			s.hook(e[0], id)
		}
	}
	s.settle()
	did := end()
	s.check("nexus-ci")
	if did[queue.Reported] < pulls || did["failed"] == 0 {
		t.Errorf("%v: nothing failed, or too little was done", did)
	}
}

// What is told is not made again; a new push is.
func TestKnown(t *testing.T) {
	s := newSiteWith(t, queue.DefaultLease)
	// Asked once in some minutes for all pull requests of an installation.
	if _, err := s.neighbours.List(t.Context(), installation, repository); err != nil {
		t.Fatal(err)
	}
	_, listing := s.forge.Requests()
	queries := func() int {
		counts, _ := s.forge.Requests()
		return counts["POST /graphql"]
	}
	s.push(1, 0, "fine")
	end := s.work(1, 1)
	s.hook(1, "a")
	s.settle()
	before := len(s.forge.Texts())
	_, billable := s.forge.Requests()
	s.hook(1, "b")
	s.settle()
	_, after := s.forge.Requests()
	if n := len(s.forge.Texts()); n != before {
		t.Errorf("%d texts, then %d", before, n)
	}
	if after != billable {
		t.Errorf("%d more requests that count for what is known", after-billable)
	}
	s.push(1, 1, "fine")
	s.hook(1, "c")
	s.settle()
	_, update := s.forge.Requests()
	asked := queries()
	did := end()
	s.check("nexus-ci")
	if did[queue.Reported] != 2 || did["known"] != 1 {
		t.Error(did)
	}
	// Reading the pull request, and writing.
	if billable-listing != 2 || update-after != 2 || asked != 2 {
		t.Errorf("%d requests that count for the first comment, %d for an update, %d queries", billable-listing, update-after, asked)
	}
}

// A pull request whose analysis fails ends as not analysed, with one text, and is not tried again until
// it moves.
func TestNotAnalysed(t *testing.T) {
	for title, why := range map[string]string{"refuse": "it is too strange", "die": "failed 5 times"} {
		t.Run(title, func(t *testing.T) {
			s := newSite(t)
			p := s.push(1, 0, title)
			s.work(1, 1)
			s.hook(1, "a")
			s.settle()
			s.check(why)
			state, err := s.queue.State(t.Context(), (&job.Job{Installation: installation, Repository: repository, Number: 1}).Key())
			if err != nil || state.Outcome != queue.NotAnalysed || state.Head != p.Head.SHA {
				t.Errorf("%+v, %v", state, err)
			}
			if seen, restored, err := s.sweeper().Sweep(t.Context()); seen != 1 || restored != 0 || err != nil {
				t.Errorf("the sweep has seen %d and restored %d, %v", seen, restored, err)
			}
			s.push(1, 1, "fine")
			s.hook(1, "b")
			s.settle()
			if body := s.forge.Comments(repository, 1)[0].Body; strings.Contains(body, why) {
				t.Errorf("after a push:\n%s", body)
			}
		})
	}
}

// The work of a dead worker is done by another, when its lease is over.
func TestDeadWorker(t *testing.T) {
	s := newSite(t)
	s.push(1, 0, "fine")
	s.hook(1, "a")
	dead, err := s.queue.Take(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.queue.Acquire(t.Context(), dead.Key(), "dead"); err != nil {
		t.Fatal(err)
	}
	s.work(1, 1)
	s.settle()
	s.check("nexus-ci")
}

func (s *site) sweeper() *sweep.Sweeper {
	return &sweep.Sweeper{App: s.app(), Queue: s.queue, Log: slog.New(slog.DiscardHandler), Count: func(bool) {}, Now: time.Now, Archive: s.kept}
}

// After all files of the queue are lost, a sweep restores all pull requests, and later texts still
// replace earlier ones.
func TestLoss(t *testing.T) {
	s := newSite(t)
	for number := 1; number <= 4; number++ {
		s.push(number, 0, "fine")
		s.hook(number, fmt.Sprint(number))
	}
	end := s.work(1, 2)
	s.settle()
	for number := 3; number <= 6; number++ { // of these moves and these new ones, no webhook comes
		s.push(number, 1, "fine")
	}
	end()
	s.stop()
	if err := os.RemoveAll(filepath.Join(s.dir, "queue")); err != nil {
		t.Fatal(err)
	}
	time.Sleep(1100 * time.Millisecond) // orders have the resolution of a second
	s.open()
	seen, restored, err := s.sweeper().Sweep(t.Context())
	if seen != 6 || restored != 6 || err != nil {
		t.Errorf("%d seen, %d restored, %v", seen, restored, err)
	}
	if _, again, err := s.sweeper().Sweep(t.Context()); again != 0 || err != nil {
		t.Errorf("a second sweep restored %d, %v", again, err)
	}
	s.work(2, 1)
	s.settle()
	s.check("nexus-ci")
}

// Nothing is written to a pull request that was closed.
func TestClosed(t *testing.T) {
	s := newSite(t)
	p := s.push(1, 0, "fine")
	p.Closed = true
	s.forge.SetPull(p)
	end := s.work(1, 1)
	s.hook(1, "a")
	s.settle()
	if did := end(); did["closed"] != 1 || len(s.forge.Texts()) != 0 {
		t.Errorf("%v, %v", did, s.forge.Texts())
	}
}

// What was published is kept for the dashboard, until the pull request is closed.
func TestArchived(t *testing.T) {
	s := newSite(t)
	p, refused := s.push(1, 0, "fine"), s.push(2, 0, "refuse")
	end := s.work(1, 1)
	s.hook(1, "a")
	s.hook(2, "b")
	s.settle()
	end()
	all, err := s.kept.All(t.Context())
	if err != nil || len(all.Pulls) != 2 || len(all.Repositories) != 1 {
		t.Fatalf("%+v, %v", all, err)
	}
	for _, got := range all.Pulls {
		switch {
		case got.Number == 1 && (got.Head != p.Head.SHA || got.Level == "" || got.Breaks == 0 || !strings.HasPrefix(got.URL, "https://github.com/"+repository+"/pull/1#issuecomment-")):
			t.Errorf("%+v", got)
		case got.Number == 2 && (got.Head != refused.Head.SHA || got.Level != archive.NotAnalysed || got.Headline != "it is too strange"):
			t.Errorf("%+v", got)
		}
	}
	if r := all.Repositories[0]; r.Repository != repository || r.Installation != installation || r.Base.Commit != p.Base.SHA || r.Weeks[0].Reports != 2 {
		t.Errorf("%+v", r)
	}
	p.Closed = true
	s.forge.SetPull(p)
	s.stop()
	s.open() // and with it an archive that has read nothing
	if _, _, err := s.sweeper().Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.stop()
	s.open()
	if all, err := s.kept.All(t.Context()); err != nil || len(all.Pulls) != 1 || all.Pulls[0].Number != 2 {
		t.Errorf("%+v, %v", all, err)
	}
}

// A check may name the repositories that its readers can see. The run that stores a base stores what it
// takes from others.
func TestAcross(t *testing.T) {
	s := newSite(t)
	public, private := pair(7)
	for name, content := range map[string][]byte{"public.pem": public, "private.pem": private} {
		if err := os.WriteFile(filepath.Join(s.dir, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s.forge.Install(installation, "octo/secret", "octo/other")
	s.forge.SetVisibility("octo/secret", "private")
	s.push(1, 1, "change")
	s.hook(1, "a")
	s.work(1, 1)
	s.settle()
	url := "file://" + s.dir + "/store/7/-across octo/app\n"
	for name, want := range map[string]string{"asked": "octo/app\n-octo/secret\nocto/other\n" + url, "stored": url} {
		got, err := os.ReadFile(filepath.Join(s.dir, name))
		if err != nil || string(got) != want {
			t.Errorf("%s: %q, %v; want %q", name, got, err, want)
		}
	}
}
