// Command storm measures the server: real processes on this machine, a fake GitHub, and everything
// that dies or fails at a bad moment.
//
// In: the programs nexus-ci-server and nexus-ci, and a clone of a repository, whose commits become
// pull requests. Out: figures, and an error if a pull request did not end with exactly one comment
// about its latest head that has the bytes of check.
//
// Invariants: it kills only processes that it started, by their id.
package main

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/nexus-ci/nexus-ci/server/servertest"
)

const (
	secret       = "storm"
	installation = 7
	fixedToken   = "reference"
)

// options are the flags.
type options struct {
	server, program, clone, dir string
	alone                       bool
	workers, parallel, pulls    int
	versions                    int
	rate                        int
	last                        time.Duration
	killWorker, killNode        time.Duration
	lose, warm, pushes          bool
	faults, storeFaults, drop   int
	patience                    time.Duration
	sweepEvery                  time.Duration
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == nodeCommand {
		if err := node(os.Args[2:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	var o options
	flag.StringVar(&o.server, "server", "", "file of nexus-ci-server")
	flag.StringVar(&o.program, "program", "", "file of nexus-ci")
	flag.StringVar(&o.clone, "clone", "", "a clone; its latest commits become pull requests")
	flag.StringVar(&o.dir, "dir", "", "empty directory")
	flag.BoolVar(&o.alone, "alone", false, "one process with the queue inside, instead of roles and three nodes of NATS")
	flag.IntVar(&o.workers, "workers", 2, "workers")
	flag.IntVar(&o.parallel, "parallel", 1, "pull requests of a worker at a time")
	flag.IntVar(&o.pulls, "pulls", 40, "pull requests")
	flag.IntVar(&o.versions, "versions", 4, "heads of each")
	flag.IntVar(&o.rate, "rate", 50, "webhooks a second")
	flag.BoolVar(&o.pushes, "pushes", false, "each webhook is about a push; the others of a storm find nothing new")
	flag.IntVar(&o.drop, "drop", 0, "one of so many webhooks is not sent, as GitHub never repeats one that failed; 0: none")
	flag.DurationVar(&o.last, "for", time.Minute, "how long webhooks are sent")
	flag.DurationVar(&o.killWorker, "kill-worker", 5*time.Second, "time between two killed workers; 0: none")
	flag.DurationVar(&o.killNode, "kill-node", 15*time.Second, "time between two killed nodes of NATS; 0: none")
	flag.BoolVar(&o.lose, "lose", false, "in the middle, kill all nodes and delete their directories")
	flag.BoolVar(&o.warm, "warm", false, "begin when the pull requests that are there at the start have their comments")
	flag.IntVar(&o.faults, "faults", 40, "one of so many answers of GitHub is a fault; 0: none")
	flag.IntVar(&o.storeFaults, "store-faults", 5, "one of so many answers of the store is a fault, or what it must not be; 0: none")
	flag.DurationVar(&o.patience, "patience", 15*time.Minute, "how long the end may take")
	flag.DurationVar(&o.sweepEvery, "sweep-every", 30*time.Second, "--sweep-every of the server")
	flag.Parse()
	if err := run(context.Background(), &o); err != nil {
		fmt.Fprintln(os.Stderr, "storm:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o *options) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var err error
	if o.dir, err = filepath.Abs(o.dir); err != nil { // it becomes part of addresses
		return err
	}
	key, err := writeKeys(o.dir)
	if err != nil {
		return err
	}
	forge := servertest.New(&key.PublicKey)
	weather := newWeather(o.faults)
	forge.Before = weather.before
	api, err := listen(forge)
	if err != nil {
		return err
	}
	kept, err := newStore(o.storeFaults)
	if err != nil {
		return err
	}
	bases, err := listen(kept)
	if err != nil {
		return err
	}
	w, err := newWorld(o, forge)
	if err != nil {
		return err
	}
	f := &fleet{o: o, api: api, store: bases, ctx: ctx}
	if err := f.start(); err != nil {
		return err
	}
	defer f.end()
	if o.warm {
		if _, err := w.settle(ctx); err != nil {
			return err
		}
		w.forget()
	}
	before := account(forge)
	disturbing, calm := context.WithCancel(ctx)
	go f.killWorkers(disturbing)
	go f.killNodes(disturbing)
	begun := time.Now()
	sent := w.storm(ctx, f)
	weather.calm()
	kept.calm()
	calm()
	took, settled := w.settle(ctx)
	fmt.Printf("webhooks        %s\n", sent)
	if f.watch != nil {
		without, with := f.watch.apart(sent.answers)
		fmt.Printf("no leader       %s: %d answers %s; all %d others %s\n", f.watch, len(without), quantiles(without), len(with), quantiles(with))
	}
	fmt.Printf("settled         %s after the last webhook, %s after the first\n", took.Round(100*time.Millisecond), time.Since(begun).Round(100*time.Millisecond))
	fmt.Printf("killed          %d workers, %d nodes\n", f.lives(), f.killedNodes)
	account(forge).print(before, weather.met())
	fmt.Printf("latency         %s\n", w.latencies())
	if err := cmp.Or(f.poison(kept), settled, w.verify(ctx)); err != nil {
		return err
	}
	fmt.Println("verified        each pull request has one comment, about its latest head, byte-equal to check; none was replaced by an older one")
	return nil
}

// writeKeys writes the files with the keys of the App, of the store and of the webhook.
func writeKeys(dir string) (*rsa.PrivateKey, error) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return nil, err
	}
	_, signer, err := ed25519.GenerateKey(nil)
	if err != nil {
		return nil, err
	}
	der, err := x509.MarshalPKCS8PrivateKey(signer)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{
		"app.pem":   pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)}),
		"store.pem": pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}),
		"secret":    []byte(secret),
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			return nil, err
		}
	}
	return key, nil
}

// An expense is what the forge was asked until a time.
type expense struct {
	texts    int
	counted  map[string]int // requests that GitHub counts
	requests map[string]int
}

func account(forge *servertest.GitHub) expense {
	requests, _ := forge.Requests()
	return expense{texts: len(forge.Texts()), counted: forge.Billable(), requests: requests}
}

// print prints what was asked since an earlier time. Queries of GraphQL cost a point each, of a limit of their own.
func (e expense) print(since expense, faults int64) {
	total := 0
	for pattern, n := range since.counted {
		e.counted[pattern] -= n
	}
	for pattern, n := range since.requests {
		e.requests[pattern] -= n
	}
	for _, n := range e.counted {
		total += n
	}
	texts, queries := e.texts-since.texts, e.requests["POST /graphql"]
	each := func(n int) float64 { return float64(n) / float64(max(texts, 1)) }
	fmt.Printf("texts written   %d; requests that GitHub counts: %d, %.1f for each text; queries of GraphQL: %d, %.1f for each text; faults answered %d\n", texts, total, each(total), queries, each(queries), faults)
	fmt.Printf("counted         %s\n", counts(e.counted))
	fmt.Printf("requests        %s\n", counts(e.requests))
}

// poison reports what the store did. It fails if a worker did not refuse each object with wrong bytes that it
// got: of each time that it lived, all but those of the analyses that were ended with it.
func (f *fleet) poison(kept *store) error {
	told, err := readLogs(f.o.dir)
	if err != nil {
		return err
	}
	var delivered, refused, ended, more int
	var failed []string
	kept.mu.Lock()
	for worker, got := range kept.delivered {
		kills := f.killedWorkers[worker]
		all, said := perLife(got, kills), perLife(told.refused[worker], kills)
		for life := range all {
			missing := all[life] - said[life]
			delivered, refused = delivered+all[life], refused+said[life]
			switch {
			case missing < 0:
				failed = append(failed, fmt.Sprintf("%s refused %d objects that were right", worker, -missing))
			case life < len(kills) && missing <= f.o.parallel:
				ended += missing
			default:
				more += missing
			}
		}
	}
	kept.mu.Unlock()
	fmt.Printf("store           %s\n", kept)
	fmt.Printf("wrong objects   %d delivered, %d refused, %d delivered to an analysis that was killed; %d analyses ended with their lease\n", delivered, refused, ended, told.canceled)
	fmt.Printf("analyses        %s\n", told)
	fmt.Printf("sweeps          restored %v pull requests\n", told.restored)
	if more > told.canceled {
		failed = append(failed, fmt.Sprintf("%d objects with wrong bytes were not refused", more))
	}
	if len(failed) > 0 {
		return errors.New(strings.Join(failed, "; "))
	}
	return nil
}

// lives is how many workers were killed.
func (f *fleet) lives() (n int) {
	for _, kills := range f.killedWorkers {
		n += len(kills)
	}
	return n
}

// perLife counts events by the life of a worker: that before its first kill, before its second one, and so on.
func perLife(events, kills []time.Time) []int {
	count := make([]int, len(kills)+1)
	for _, at := range events {
		life := 0
		for life < len(kills) && at.After(kills[life]) {
			life++
		}
		count[life]++
	}
	return count
}

// listen serves a handler on this machine and returns its address.
func listen(h http.Handler) (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	go func() { _ = http.Serve(l, h) }() // until the process ends
	return "http://" + l.Addr().String(), nil
}

// freePort returns a port that nobody uses now.
func freePort() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	_, port, _ := strings.Cut(l.Addr().String(), ":")
	return port, nil
}
