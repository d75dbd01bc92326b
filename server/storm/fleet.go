package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/nexus-ci/nexus-ci/server/servertest"
)

// nodeCommand makes this program a node of NATS.
const nodeCommand = "nats-node"

// node runs one: name, directory, port for clients, port for the cluster, and the cluster ports of all.
func node(args []string) error {
	name, dir, all := args[0], args[1], args[4:]
	client, err := strconv.Atoi(args[2])
	if err != nil {
		return err
	}
	cluster, err := strconv.Atoi(args[3])
	if err != nil {
		return err
	}
	var routes []string
	for _, port := range all {
		routes = append(routes, "nats-route://127.0.0.1:"+port)
	}
	opts := &server.Options{
		ServerName: name, Host: "127.0.0.1", Port: client, JetStream: true, StoreDir: dir, SyncAlways: true, NoSigs: true, NoLog: true,
		Cluster: server.ClusterOpts{Name: "storm", Host: "127.0.0.1", Port: cluster},
		Routes:  server.RoutesFromStr(strings.Join(routes, ",")),
	}
	s, err := server.NewServer(opts)
	if err != nil {
		return err
	}
	s.Start()
	s.WaitForShutdown()
	return nil
}

// A fleet is the processes that are tried.
type fleet struct {
	o     *options
	api   string
	store string
	watch *watch // nil when the queue is inside the server
	ctx   context.Context

	mu            sync.Mutex
	processes     map[string]*exec.Cmd // by name
	command       map[string][]string
	address       string // of the webhook
	admin         string
	killedWorkers map[string][]time.Time // when, by name
	killedNodes   int
}

func (f *fleet) start() error {
	f.processes, f.command, f.killedWorkers = make(map[string]*exec.Cmd), make(map[string][]string), make(map[string][]time.Time)
	port, err := freePort()
	if err != nil {
		return err
	}
	f.address = "127.0.0.1:" + port
	common := []string{"--app-id", servertest.AppID, "--app-key", filepath.Join(f.o.dir, "app.pem"), "--api", f.api, "--git", "file://" + filepath.Join(f.o.dir, "remote"), "--program", f.o.program, "--comment", "always", "--requests", "0",
		"--parallel", fmt.Sprint(f.o.parallel), "--sweep-every", f.o.sweepEvery.String(), "--cache-key", filepath.Join(f.o.dir, "store.pem")}
	hooks := []string{"--webhook-secret", filepath.Join(f.o.dir, "secret"), "--listen", f.address}
	if f.o.alone {
		if err := f.add("worker-0", f.o.server, slices.Concat(common, hooks, []string{"--data", filepath.Join(f.o.dir, "data"), "--cache-url", f.store + "/worker-0"})...); err != nil {
			return err
		}
		return f.ready()
	}
	var client, cluster []string
	for range 3 {
		for _, list := range []*[]string{&client, &cluster} {
			port, err := freePort()
			if err != nil {
				return err
			}
			*list = append(*list, port)
		}
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	var urls []string
	for i := range 3 {
		name := fmt.Sprintf("node-%d", i)
		if err := f.add(name, self, append([]string{nodeCommand, name, filepath.Join(f.o.dir, name), client[i], cluster[i]}, cluster...)...); err != nil {
			return err
		}
		urls = append(urls, "nats://127.0.0.1:"+client[i])
	}
	if f.watch, err = newWatch(strings.Join(urls, ",")); err != nil {
		return err
	}
	common = append(common, "--nats", strings.Join(urls, ","), "--replicas", "3")
	if err := f.add("web", f.o.server, slices.Concat(common, hooks, []string{"--role", "web"})...); err != nil {
		return err
	}
	if err := f.ready(); err != nil {
		return err
	}
	if err := f.add("sweep", f.o.server, append(slices.Clone(common), "--role", "sweep")...); err != nil {
		return err
	}
	for i := range f.o.workers {
		name := fmt.Sprintf("worker-%d", i)
		if err := f.add(name, f.o.server, append(slices.Clone(common), "--role", "worker", "--data", filepath.Join(f.o.dir, name), "--cache-url", f.store+"/"+name)...); err != nil {
			return err
		}
	}
	return nil
}

// add starts a process. Its log is a file.
func (f *fleet) add(name, path string, args ...string) error {
	if path == f.o.server {
		port, err := freePort()
		if err != nil {
			return err
		}
		if f.admin == "" {
			f.admin = "127.0.0.1:" + port
		}
		args = append(args, "--admin", "127.0.0.1:"+port)
	}
	f.mu.Lock()
	f.command[name] = append([]string{path}, args...)
	f.mu.Unlock()
	return f.again(name)
}

// again starts the process of a name.
func (f *fleet) again(name string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	log, err := os.OpenFile(filepath.Join(f.o.dir, name+".log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	cmd := exec.Command(f.command[name][0], f.command[name][1:]...)
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		return err
	}
	f.processes[name] = cmd
	return nil
}

// kill kills the process of a name with -9 and waits for its end.
func (f *fleet) kill(name string) {
	f.mu.Lock()
	cmd := f.processes[name]
	delete(f.processes, name)
	f.mu.Unlock()
	if cmd != nil {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}
}

func (f *fleet) ready() error {
	for range 600 {
		resp, err := http.Get("http://" + f.admin + "/readyz")
		if err == nil {
			resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return nil
			}
		}
		time.Sleep(100 * time.Millisecond)
	}
	return errors.New("the server is not ready after a minute")
}

func (f *fleet) end() {
	f.mu.Lock()
	var names []string
	for name := range f.processes {
		names = append(names, name)
	}
	f.mu.Unlock()
	for _, name := range names {
		f.kill(name)
	}
}

// killWorkers kills a worker at intervals and starts it again.
func (f *fleet) killWorkers(ctx context.Context) {
	for f.o.killWorker > 0 && sleep(ctx, f.o.killWorker) {
		name := "worker-0"
		if !f.o.alone {
			name = fmt.Sprintf("worker-%d", rand.IntN(f.o.workers))
		}
		f.kill(name)
		f.mu.Lock()
		f.killedWorkers[name] = append(f.killedWorkers[name], time.Now())
		f.mu.Unlock()
		if err := f.again(name); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}
}

// killNodes kills the nodes of NATS in turn, and starts each again after some seconds. In the middle
// it makes all of them lose everything, if that is wanted.
func (f *fleet) killNodes(ctx context.Context) {
	if f.o.alone {
		return
	}
	middle := time.After(f.o.last / 2)
	for i := 0; ; i++ {
		wait := f.o.killNode
		if wait == 0 {
			wait = time.Hour
		}
		select {
		case <-ctx.Done():
			return
		case <-middle:
			if f.o.lose {
				f.loseAll()
			}
			continue
		case <-time.After(wait):
		}
		name := fmt.Sprintf("node-%d", i%3)
		if f.watch.leader(ctx) == name {
			go f.watch.lost(f.ctx, name)
		}
		f.kill(name)
		f.mu.Lock()
		f.killedNodes++
		f.mu.Unlock()
		sleep(ctx, 3*time.Second)
		if err := f.again(name); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}
}

func (f *fleet) loseAll() {
	for i := range 3 {
		f.kill(fmt.Sprintf("node-%d", i))
	}
	go f.watch.lost(f.ctx, "")
	for i := range 3 {
		name := fmt.Sprintf("node-%d", i)
		if err := os.RemoveAll(filepath.Join(f.o.dir, name)); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		if err := f.again(name); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}
	fmt.Println("lost            the directories of all nodes")
}

// sleep waits, and reports whether ctx goes on.
func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}
