package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/nexus-ci/nexus-ci/server/account"
	"github.com/nexus-ci/nexus-ci/server/analysis"
	"github.com/nexus-ci/nexus-ci/server/app"
	"github.com/nexus-ci/nexus-ci/server/archive"
	"github.com/nexus-ci/nexus-ci/server/broker"
	"github.com/nexus-ci/nexus-ci/server/dashboard"
	"github.com/nexus-ci/nexus-ci/server/metric"
	"github.com/nexus-ci/nexus-ci/server/mirror"
	"github.com/nexus-ci/nexus-ci/server/neighbour"
	"github.com/nexus-ci/nexus-ci/server/queue"
	"github.com/nexus-ci/nexus-ci/server/sweep"
	"github.com/nexus-ci/nexus-ci/server/webhook"
	"github.com/nexus-ci/nexus-ci/server/worker"
)

const (
	// openTime is how long the start waits for the queue, and endTime the end for open requests.
	openTime = time.Minute
	endTime  = 8 * time.Second
)

// serve runs the parts of a role until ctx ends.
func serve(ctx context.Context, s *settings) error {
	log := slog.New(slog.NewJSONHandler(os.Stderr, nil)).With("role", s.role)
	conn, stop, err := s.connect()
	if err != nil {
		return err
	}
	defer stop()
	opening, cancel := context.WithTimeout(ctx, openTime)
	defer cancel()
	q, err := open(opening, conn, queue.Options{Replicas: s.replicas, Lease: queue.DefaultLease}, log)
	if err != nil {
		return err
	}
	metrics := metric.New(func() float64 {
		asking, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		n, err := q.Waiting(asking)
		if err != nil {
			return -1
		}
		return float64(n)
	})
	kept, err := archive.Open(conn, s.replicas, time.Now)
	if err != nil {
		return err
	}
	parts := []func(context.Context) error{func(ctx context.Context) error {
		l, err := net.Listen("tcp", s.admin)
		if err != nil {
			return err
		}
		return answer(ctx, l, admin(q, metrics), log.With("part", "admin"))
	}}
	if s.role == all || s.role == web {
		part, err := s.webhooks(q, kept, metrics, log)
		if err != nil {
			return err
		}
		parts = append(parts, part)
	}
	if s.role != web {
		forge, err := s.app(metrics)
		if err != nil {
			return err
		}
		if s.role == all || s.role == working {
			part, err := s.worker(q, forge, kept, metrics, log)
			if err != nil {
				return err
			}
			parts = append(parts, part)
		}
		if s.role == all || s.role == sweeping {
			sweeper := &sweep.Sweeper{App: forge, Queue: q, Log: log, Count: metrics.Swept, Now: time.Now, Archive: kept}
			parts = append(parts, func(ctx context.Context) error {
				sweeper.Run(ctx, s.sweepEvery)
				return nil
			})
		}
	}
	err = together(ctx, parts)
	log.Info("ended", "error", err)
	return err
}

// together runs parts until ctx ends or one of them fails, and returns its error.
func together(ctx context.Context, parts []func(context.Context) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var running sync.WaitGroup
	for _, part := range parts {
		running.Go(func() {
			if err := part(ctx); err != nil {
				stop(err)
			}
		})
	}
	running.Wait()
	if err := context.Cause(ctx); err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// connect connects to NATS, or starts it inside this process.
func (s *settings) connect() (*nats.Conn, func(), error) {
	if s.nats != "" {
		conn, err := nats.Connect(s.nats, nats.Name("nexus-ci-server"), nats.MaxReconnects(-1), nats.RetryOnFailedConnect(true))
		if err != nil {
			return nil, nil, fmt.Errorf("connect to NATS: %w", err)
		}
		return conn, conn.Close, nil
	}
	dir := filepath.Join(s.data, "queue")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, nil, err
	}
	b, err := broker.Start(dir)
	if err != nil {
		return nil, nil, err
	}
	conn, err := b.Connect()
	if err != nil {
		b.Stop()
		return nil, nil, err
	}
	return conn, func() { conn.Close(); b.Stop() }, nil
}

// open opens the queue. NATS may start at the same time as this process.
func open(ctx context.Context, conn *nats.Conn, o queue.Options, log *slog.Logger) (*queue.Queue, error) {
	for {
		trying, cancel := context.WithTimeout(ctx, 10*time.Second)
		q, err := queue.Open(trying, conn, o)
		cancel()
		if err == nil {
			return q, nil
		}
		if ctx.Err() != nil {
			return nil, fmt.Errorf("%w; is JetStream enabled, and are there as many servers as --replicas?", err)
		}
		log.Warn("the queue is not ready", "error", err)
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
}

func (s *settings) webhooks(q *queue.Queue, kept *archive.Archive, m *metric.Metrics, log *slog.Logger) (func(context.Context) error, error) {
	content, err := os.ReadFile(s.secrets)
	if err != nil {
		return nil, fmt.Errorf("read the secret of the webhook: %w", err)
	}
	var secrets [][]byte
	for line := range bytes.Lines(content) {
		if line = bytes.TrimSpace(line); len(line) > 0 {
			secrets = append(secrets, line)
		}
	}
	if len(secrets) == 0 {
		return nil, fmt.Errorf("%s holds no secret", s.secrets)
	}
	receive := &webhook.Handler{Secrets: secrets, Store: q, Log: log, Now: time.Now, Count: m.Webhook}
	mux := http.NewServeMux()
	mux.HandleFunc("/webhook", func(w http.ResponseWriter, r *http.Request) {
		begun := time.Now()
		receive.ServeHTTP(w, r)
		m.Answered(time.Since(begun))
	})
	if s.public != "" {
		pages, err := s.dashboard(kept, log)
		if err != nil {
			return nil, err
		}
		mux.Handle("/", pages)
	}
	// Clients can connect from now on: who asks whether the server is ready does so afterwards.
	l, err := net.Listen("tcp", s.listen)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) error { return answer(ctx, l, mux, log.With("part", "web")) }, nil
}

func (s *settings) dashboard(kept *archive.Archive, log *slog.Logger) (http.Handler, error) {
	secret := os.Getenv("NEXUS_CI_CLIENT_SECRET")
	if s.clientSecret != "" {
		content, err := os.ReadFile(s.clientSecret)
		if err != nil {
			return nil, fmt.Errorf("read the client secret: %w", err)
		}
		secret = string(content)
	}
	accounts, err := account.New(account.Options{API: s.api, Web: s.web, Public: s.public, ClientID: s.clientID, ClientSecret: strings.TrimSpace(secret), Now: time.Now})
	if err != nil {
		return nil, fmt.Errorf("--public, --client-id and --client-secret: %w", err)
	}
	return dashboard.New(kept, accounts, log.With("part", "dashboard"), time.Now)
}

func (s *settings) app(m *metric.Metrics) (*app.App, error) {
	content, err := os.ReadFile(s.appKey)
	if err != nil {
		return nil, fmt.Errorf("read the key of the GitHub App: %w", err)
	}
	key, err := app.ParseKey(content)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.appKey, err)
	}
	return app.New(app.Options{API: s.api, Web: s.web, ID: s.appID, Key: key, Hourly: s.hourly, Requests: m.Request})
}

func (s *settings) worker(q *queue.Queue, forge *app.App, kept *archive.Archive, m *metric.Metrics, log *slog.Logger) (func(context.Context) error, error) {
	program, err := s.findProgram()
	if err != nil {
		return nil, err
	}
	git, err := exec.LookPath(s.gitProgram)
	if err != nil {
		return nil, fmt.Errorf("--git-program: %w", err)
	}
	data, err := filepath.Abs(s.data)
	if err != nil {
		return nil, err
	}
	scratch := filepath.Join(data, "runs")
	if err := os.RemoveAll(scratch); err != nil { // of a worker that was killed
		return nil, err
	}
	for _, dir := range []string{"mirrors", "store", "runs"} {
		if err := os.MkdirAll(filepath.Join(data, dir), 0o700); err != nil {
			return nil, err
		}
	}
	private, public, err := keys(data, s.storeKey)
	if err != nil {
		return nil, err
	}
	store := s.store
	if store == "" {
		store = "file://" + filepath.ToSlash(filepath.Join(data, "store"))
	}
	across := s.across
	if strings.HasPrefix(store, "http") { // cannot list what it has
		across = neighbour.Off
	}
	name, err := workerName(data)
	if err != nil {
		return nil, err
	}
	w := &worker.Worker{
		Name: name, Queue: q, App: forge, Metrics: m, Log: log,
		Mirrors:  &mirror.Mirrors{Dir: filepath.Join(data, "mirrors"), Git: git, Web: cmp.Or(s.git, s.web)},
		Program:  &analysis.Program{Path: program, Scratch: scratch, Time: s.time, Memory: s.memory, Store: store, Private: private, Public: public, Login: login(store)},
		Parallel: s.parallel, PerInstallation: s.perInstallation, Comment: s.comment, CheckRun: s.checkRun, Archive: kept,
		Neighbours: &neighbour.Neighbours{Forge: forge, Mode: across, Now: time.Now},
	}
	return func(ctx context.Context) error {
		w.Run(ctx)
		return nil
	}, nil
}

// workerName returns the name of the worker with a directory. One that is started again has the name, and so
// the repositories, whose mirrors it has; with another name, its jobs would wait for who is gone.
func workerName(data string) (string, error) {
	file := filepath.Join(data, "worker")
	id, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(id) == 0 { // killed while it wrote
		id = []byte(rand.Text())
		err = os.WriteFile(file, id, 0o600)
	}
	if err != nil {
		return "", fmt.Errorf("name the worker: %w", err)
	}
	host, err := os.Hostname()
	if err != nil {
		host = "worker"
	}
	return queue.WorkerName(host + "-" + string(id)), nil
}

// login returns the variables with which the store at an address is asked, empty where it needs none.
func login(store string) []string {
	if !strings.HasPrefix(store, "s3:") {
		return nil
	}
	var env []string
	for _, name := range []string{
		"AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL", "AWS_REGION", "AWS_DEFAULT_REGION", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN",
		"AWS_PROFILE", "AWS_SHARED_CREDENTIALS_FILE", "AWS_CONFIG_FILE",
	} {
		value := os.Getenv(name)
		// The home of a run is a directory of its own.
		if file := homeFiles[name]; value == "" && file != "" {
			if home, err := os.UserHomeDir(); err == nil {
				value = filepath.Join(home, file)
			}
		}
		if value != "" {
			env = append(env, name+"="+value)
		}
	}
	return env
}

// homeFiles are where those files are that variables do not name.
var homeFiles = map[string]string{"AWS_SHARED_CREDENTIALS_FILE": ".aws/credentials", "AWS_CONFIG_FILE": ".aws/config"}

// keys returns the files with the private key of the store, which is made where none is named, and with
// its public key.
func keys(data, named string) (private, public string, err error) {
	private, public = named, filepath.Join(data, "store-public.pem")
	if named == "" {
		private = filepath.Join(data, "store-key.pem")
		if _, err := os.Stat(private); errors.Is(err, fs.ErrNotExist) {
			if err := makeKey(private); err != nil {
				return "", "", fmt.Errorf("make the key of the store: %w", err)
			}
		}
	}
	if private, err = filepath.Abs(private); err != nil {
		return "", "", err
	}
	content, err := os.ReadFile(private)
	if err != nil {
		return "", "", fmt.Errorf("read the key of the store: %w", err)
	}
	block, _ := pem.Decode(content)
	if block == nil {
		return "", "", fmt.Errorf("%s holds no key in PEM", private)
	}
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	signer, ok := key.(ed25519.PrivateKey)
	if err != nil || !ok {
		return "", "", fmt.Errorf("%s holds no private Ed25519 key", private)
	}
	der, err := x509.MarshalPKIXPublicKey(signer.Public())
	if err != nil {
		return "", "", err
	}
	return private, public, os.WriteFile(public, pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der}), 0o600)
}

func makeKey(path string) error {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return err
	}
	return os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), 0o600)
}

// findProgram returns the path of the command nexus-ci.
func (s *settings) findProgram() (string, error) {
	name := s.program
	if name == "" {
		self, err := os.Executable()
		if err == nil {
			beside := filepath.Join(filepath.Dir(self), "nexus-ci")
			if _, err := os.Stat(beside); err == nil {
				return beside, nil
			}
		}
		name = "nexus-ci"
	}
	path, err := exec.LookPath(name)
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err != nil {
		return "", fmt.Errorf("the command nexus-ci is not found (%w): name it with --program", err)
	}
	return path, nil
}

// admin answers what an operator and an orchestrator ask.
func admin(q *queue.Queue, m *metric.Metrics) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ok\n") })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		asking, cancel := context.WithTimeout(r.Context(), 2*time.Second)
		defer cancel()
		if err := q.Ready(asking); err != nil {
			http.Error(w, "the queue is not ready: "+err.Error(), http.StatusServiceUnavailable)
			return
		}
		_, _ = io.WriteString(w, "ready\n")
	})
	mux.Handle("GET /metrics", m.Handler())
	return mux
}

// answer serves HTTP until ctx ends, and then answers what is open. It closes the listener.
func answer(ctx context.Context, l net.Listener, h http.Handler, log *slog.Logger) error {
	log.Info("listening", "address", l.Addr().String())
	server := &http.Server{Handler: h, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 30 * time.Second, WriteTimeout: 30 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10}
	served := make(chan error, 1)
	go func() { served <- server.Serve(l) }()
	select {
	case err := <-served:
		return err
	case <-ctx.Done():
	}
	ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), endTime)
	defer cancel()
	return server.Shutdown(ending)
}
