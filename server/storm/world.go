package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nexus-ci/nexus-ci/server/servertest"
)

const repository = "octo/app"

// A world is the pull requests of a forge.
type world struct {
	o      *options
	forge  *servertest.GitHub
	remote servertest.Remote
	tips   []string // commits of the default branch, the latest first

	mu    sync.Mutex
	moved map[int]time.Time // when a pull request got its head
}

func newWorld(o *options, forge *servertest.GitHub) (*world, error) {
	w := &world{o: o, forge: forge, remote: servertest.Remote{Dir: filepath.Join(o.dir, "remote")}, moved: make(map[int]time.Time)}
	if out, err := exec.Command("git", "clone", "--quiet", "--bare", "--shared", o.clone, w.remote.Path(repository)).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("clone: %s", out)
	}
	if err := w.remote.AllowParts(repository); err != nil {
		return nil, err
	}
	list, err := w.remote.Git(repository, "", "rev-list", "--first-parent", fmt.Sprintf("--max-count=%d", o.pulls+o.versions+1), "HEAD")
	if err != nil {
		return nil, err
	}
	w.tips = strings.Fields(list)
	if len(w.tips) < o.pulls+o.versions+1 {
		return nil, errors.New("the clone has too few commits")
	}
	forge.Install(installation, repository)
	for number := 1; number <= o.pulls; number++ {
		w.push(number, 0)
	}
	return w, nil
}

// push makes the head of a pull request its commit of a version. Its base is the commit before the
// first version.
func (w *world) push(number, version int) {
	base := number - 1 + w.o.versions
	w.mu.Lock()
	w.moved[number] = time.Now()
	w.mu.Unlock()
	w.forge.SetPull(servertest.Pull{
		Repository: repository, Number: number, Title: fmt.Sprintf("Change %d", number),
		Base: servertest.Branch{Ref: "main", SHA: w.tips[base], Repository: repository},
		Head: servertest.Branch{Ref: "topic", SHA: w.tips[base-1-version], Repository: repository},
	})
}

// forget leaves the pushes until now out of latencies.
func (w *world) forget() {
	w.mu.Lock()
	defer w.mu.Unlock()
	clear(w.moved)
}

// sent is what became of the webhooks.
type sent struct {
	total, accepted, failed, dropped int
	answers                          []answer
}

// An answer is one 202.
type answer struct {
	at   time.Time // when the webhook was sent
	took time.Duration
}

func (s *sent) String() string {
	var all []time.Duration
	for _, a := range s.answers {
		all = append(all, a.took)
	}
	return fmt.Sprintf("%d sent, %d answered 202, %d not, %d dropped before; until the answer %s", s.total, s.accepted, s.failed, s.dropped, quantiles(all))
}

func quantiles(all []time.Duration) string {
	if len(all) == 0 {
		return "-"
	}
	sorted := slices.Clone(all)
	slices.Sort(sorted)
	at := func(q float64) time.Duration {
		return sorted[int(q*float64(len(sorted)-1))].Round(100 * time.Microsecond)
	}
	return fmt.Sprintf("p50 %s, p95 %s, p99 %s, most %s", at(.5), at(.95), at(.99), at(1))
}

// storm sends webhooks while the pull requests move: a fifth of them twice, a tenth a second late.
func (w *world) storm(ctx context.Context, f *fleet) *sent {
	random := rand.New(rand.NewPCG(1, 1))
	var s sent
	var mu sync.Mutex
	var sending sync.WaitGroup
	client := &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 100}}
	deliver := func(body []byte, header http.Header, after time.Duration) {
		sending.Go(func() {
			time.Sleep(after)
			begun := time.Now()
			req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+f.address+"/webhook", bytes.NewReader(body))
			if err != nil {
				return
			}
			req.Header = header
			resp, err := client.Do(req)
			mu.Lock()
			defer mu.Unlock()
			s.total++
			if err != nil || resp.StatusCode != http.StatusAccepted {
				s.failed++ // GitHub does not try again
			} else {
				s.accepted++
				s.answers = append(s.answers, answer{begun, time.Since(begun)})
			}
			if err == nil {
				resp.Body.Close()
			}
		})
	}
	versions := make(map[int]int)
	tick := time.NewTicker(time.Second / time.Duration(w.o.rate))
	defer tick.Stop()
	for i, end := 0, time.Now().Add(w.o.last); time.Now().Before(end); i++ {
		<-tick.C
		number := random.IntN(w.o.pulls) + 1
		switch moves := versions[number] < w.o.versions-1; {
		case moves && (w.o.pushes || random.IntN(8) == 0):
			versions[number]++
			w.push(number, versions[number])
		case w.o.pushes:
			continue
		}
		if w.o.drop > 0 && random.IntN(w.o.drop) == 0 {
			s.dropped++
			continue
		}
		p := w.pull(number)
		body, header := servertest.Webhook(secret, fmt.Sprintf("d-%d", i), "synchronize", installation, &p)
		var late time.Duration
		if random.IntN(10) == 0 {
			late = time.Second
		}
		deliver(body, header, late)
		if random.IntN(5) == 0 {
			deliver(body, header.Clone(), late+time.Duration(random.IntN(1000))*time.Millisecond)
			<-tick.C
		}
	}
	sending.Wait()
	return &s
}

func (w *world) pull(number int) servertest.Pull {
	for _, p := range w.forge.Pulls() {
		if p.Number == number {
			return p
		}
	}
	return servertest.Pull{}
}

// missing returns the pull requests without a comment about their head.
func (w *world) missing() (missing []int) {
	for _, p := range w.forge.Pulls() {
		comments := w.forge.Comments(p.Repository, p.Number)
		if len(comments) == 0 || (&servertest.Text{Body: comments[len(comments)-1].Body}).TaggedHead() != p.Head.SHA {
			missing = append(missing, p.Number)
		}
	}
	return missing
}

// settle waits until each pull request has its comment.
func (w *world) settle(ctx context.Context) (time.Duration, error) {
	begun := time.Now()
	for {
		missing := w.missing()
		if len(missing) == 0 {
			sleep(ctx, 3*time.Second) // for what should not be written any more
			return time.Since(begun) - 3*time.Second, nil
		}
		if time.Since(begun) > w.o.patience || !sleep(ctx, 200*time.Millisecond) {
			return time.Since(begun), fmt.Errorf("%d pull requests have no comment about their head: %v", len(missing), missing)
		}
	}
}

// latencies says how long after its last push each pull request had its comment.
func (w *world) latencies() string {
	last := make(map[int]time.Duration)
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, text := range w.forge.Texts() {
		if moved, pushed := w.moved[text.Number]; pushed && last[text.Number] == 0 && text.At.After(moved) {
			last[text.Number] = text.At.Sub(moved)
		}
	}
	var all []time.Duration
	for _, d := range last {
		all = append(all, d)
	}
	return "from the last push to the comment " + quantiles(all)
}

// verify compares each comment with what check publishes in a job of GitHub Actions.
func (w *world) verify(ctx context.Context) error {
	var wrong []string
	orders := make(map[int]int64)
	texts := w.forge.Texts()
	for _, text := range texts {
		if text.Run() < orders[text.Number] {
			wrong = append(wrong, fmt.Sprintf("#%d: a text of run %d was replaced by one of run %d", text.Number, orders[text.Number], text.Run()))
		}
		orders[text.Number] = text.Run()
	}
	for _, p := range w.forge.Pulls() {
		comments := w.forge.Comments(p.Repository, p.Number)
		if len(comments) != 1 {
			wrong = append(wrong, fmt.Sprintf("#%d has %d comments", p.Number, len(comments)))
			continue
		}
		want, err := w.reference(ctx, p, previous(texts, p.Number))
		if err != nil {
			return err
		}
		_, got, _ := strings.Cut(comments[0].Body, "\n")
		if got != want {
			wrong = append(wrong, fmt.Sprintf("#%d differs from check", p.Number))
			_ = os.WriteFile(filepath.Join(w.o.dir, fmt.Sprintf("%d-server.md", p.Number)), []byte(got), 0o600)
			_ = os.WriteFile(filepath.Join(w.o.dir, fmt.Sprintf("%d-check.md", p.Number)), []byte(want), 0o600)
		}
	}
	for _, request := range w.forge.Wrong() {
		wrong = append(wrong, "wrong request: "+request)
	}
	if len(wrong) > 0 {
		return errors.New(strings.Join(wrong[:min(len(wrong), 20)], "\n"))
	}
	return nil
}

// previous returns the text that the last text on a pull request replaced, empty for none.
func previous(texts []servertest.Text, number int) string {
	var own []string
	for _, text := range texts {
		if text.Number == number {
			own = append(own, text.Body)
		}
	}
	if len(own) < 2 {
		return ""
	}
	return own[len(own)-2]
}

// reference is the comment that check publishes in a job, where a comment is replaced or none.
func (w *world) reference(ctx context.Context, p servertest.Pull, replaced string) (string, error) {
	forge := servertest.New(nil)
	forge.Allow(fixedToken)
	forge.SetPull(p)
	if replaced != "" {
		forge.AddComment(p.Repository, p.Number, replaced)
	}
	server := httptest.NewServer(forge)
	defer server.Close()
	side := func(b servertest.Branch) map[string]any {
		return map[string]any{"ref": b.Ref, "sha": b.SHA, "repo": map[string]any{"full_name": b.Repository}}
	}
	event, err := json.Marshal(map[string]any{"pull_request": map[string]any{
		"number": p.Number, "title": p.Title, "state": "open", "user": map[string]any{"login": "mona"}, "base": side(p.Base), "head": side(p.Head),
	}})
	if err != nil {
		return "", err
	}
	path := filepath.Join(w.o.dir, "event.json")
	if err := os.WriteFile(path, event, 0o600); err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, w.o.program, "check", "--publish", "--comment", "always", "--no-cache", "-C", w.o.clone)
	cmd.Env = append(os.Environ(), "GITHUB_ACTIONS=true", "GITHUB_API_URL="+server.URL, "GITHUB_REPOSITORY="+repository, "GITHUB_TOKEN="+fixedToken, "GITHUB_RUN_ID=999999999999999999",
		"GITHUB_EVENT_NAME=pull_request", "GITHUB_EVENT_PATH="+path, "GITHUB_STEP_SUMMARY="+filepath.Join(w.o.dir, "summary.md"), "GITHUB_OUTPUT="+filepath.Join(w.o.dir, "output"))
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("check of #%d: %w: %s", p.Number, err, out)
	}
	comments := forge.Comments(p.Repository, p.Number)
	if len(comments) != 1 {
		return "", fmt.Errorf("check of #%d wrote %d comments", p.Number, len(comments))
	}
	_, body, _ := strings.Cut(comments[0].Body, "\n")
	return body, nil
}

// A weather makes the forge fail.
type weather struct {
	every  int64
	asked  atomic.Int64
	faults atomic.Int64
	over   atomic.Bool
}

func newWeather(every int) *weather { return &weather{every: int64(every)} }

func (w *weather) calm() { w.over.Store(true) }

func (w *weather) met() int64 { return w.faults.Load() }

func (w *weather) before(rw http.ResponseWriter, _ *http.Request) bool {
	if w.every == 0 || w.over.Load() || w.asked.Add(1)%w.every != 0 {
		return false
	}
	if w.faults.Add(1)%2 == 0 {
		rw.WriteHeader(http.StatusBadGateway)
		return true
	}
	if conn, _, err := http.NewResponseController(rw).Hijack(); err == nil {
		conn.Close()
	}
	return true
}
