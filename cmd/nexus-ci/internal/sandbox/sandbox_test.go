package sandbox

import (
	"encoding/json"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// With this variable the test program is a process that enters the sandbox and tries things.
const trial = "NEXUS_CI_SANDBOX_TRIAL"

func TestMain(m *testing.M) {
	if dir := os.Getenv(trial); dir != "" {
		if err := json.NewEncoder(os.Stdout).Encode(tryAll(dir)); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// Outcomes are what a process in the sandbox got: "" where it succeeded, else the error.
type outcomes struct {
	Held     Protections
	Outcomes map[string]string
}

// tryAll enters the sandbox with dir/read and dir/write and does everything else.
func tryAll(dir string) outcomes {
	// Threads that are there before must lose their rights too.
	const threads = 4
	entered, inThreads := make(chan struct{}), make(chan error, threads)
	ready := make(chan struct{}, threads)
	for range threads {
		go func() {
			runtime.LockOSThread()
			ready <- struct{}{}
			<-entered
			_, err := os.ReadFile(filepath.Join(dir, "secret"))
			inThreads <- err
		}()
	}
	for range threads {
		<-ready
	}
	open, err := os.Open(filepath.Join(dir, "read", "a"))
	if err != nil {
		return outcomes{}
	}
	out := outcomes{
		Held:     Enter(Rights{Read: []string{filepath.Join(dir, "read"), filepath.Join(dir, "missing")}, Write: []string{filepath.Join(dir, "write")}}),
		Outcomes: make(map[string]string),
	}
	close(entered)
	told := func(name string, err error) {
		out.Outcomes[name] = ""
		if err != nil {
			out.Outcomes[name] = err.Error()
		}
	}
	var refused error
	for range threads {
		refused = errors.Join(refused, <-inThreads)
	}
	if refused != nil && strings.Count(refused.Error(), "\n") != threads-1 {
		refused = nil // one of them could read it
	}
	told("files: read in other threads", refused)
	read := func(name string) error {
		_, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		return err
	}
	write := func(name string) error {
		return os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte("x"), 0o600)
	}
	told("files: read outside", read("secret"))
	told("files: read through a link", read("read/link"))
	told("files: read above", read("read/../secret"))
	_, err = os.ReadDir(dir)
	told("files: list outside", err)
	told("files: write outside", write("new"))
	told("files: write what is read", write("read/b"))
	told("files: truncate outside", os.Truncate(filepath.Join(dir, "secret"), 0))
	told("files: remove outside", os.Remove(filepath.Join(dir, "other")))
	_, err = os.ReadFile("/proc/self/environ")
	if runtime.GOOS == "linux" {
		told("files: read the environment of a process", err)
	}

	told("allowed: read", read("read/a"))
	_, err = open.Stat()
	told("allowed: open file", err)
	_, err = os.ReadDir(filepath.Join(dir, "read"))
	told("allowed: list", err)
	told("allowed: write", write("write/a"))
	told("allowed: make a directory", os.MkdirAll(filepath.Join(dir, "write", "sub"), 0o700))
	told("allowed: rename", os.Rename(filepath.Join(dir, "write", "a"), filepath.Join(dir, "write", "sub", "a")))
	told("allowed: remove", os.RemoveAll(filepath.Join(dir, "write", "sub")))
	many := make(chan bool)
	for range 2 * threads { // new threads, and the collector
		go func() {
			runtime.LockOSThread()
			runtime.GC()
			many <- true
		}()
	}
	for range 2 * threads {
		<-many
	}

	_, err = net.Dial("tcp", "127.0.0.1:9")
	if err != nil && !errors.Is(err, os.ErrPermission) {
		err = nil // nobody is there, but a socket was made
	}
	told("network: dial", err)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err == nil {
		l.Close()
	}
	told("network: listen", err)
	u, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err == nil {
		u.Close()
	}
	told("network: datagram", err)

	self, err := os.Executable()
	if err == nil {
		err = exec.Command(self, "-test.run=^$").Run()
	}
	told("programs: run", err)
	process, err := os.FindProcess(os.Getppid())
	if err == nil && runtime.GOOS != "windows" {
		told("programs: signal another process", process.Signal(syscall.Signal(0)))
	}
	return out
}

// What is said to hold does hold, what is allowed works, and where the system has no
// protection nothing is said to hold.
func TestEnter(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, sub := range []string{"read", "write"} {
		if err := os.Mkdir(filepath.Join(dir, sub), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"secret", "other", "read/a", "read/b"} {
		if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(dir, "secret"), filepath.Join(dir, "read", "link")); err != nil && runtime.GOOS != "windows" {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), trial+"="+dir)
	said, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	var got outcomes
	if err := json.Unmarshal(said, &got); err != nil {
		t.Fatal(err)
	}
	held := map[string]bool{"files": got.Held.Files, "network": got.Held.Network, "programs": got.Held.Programs}
	for name, outcome := range got.Outcomes {
		kind, _, _ := strings.Cut(name, ":")
		if kind == "allowed" && outcome != "" || held[kind] && outcome == "" {
			t.Errorf("%s: %q, held: %v", name, outcome, held[kind])
		}
	}
	if len(got.Outcomes) < 20 {
		t.Errorf("only %d things were tried", len(got.Outcomes))
	}
	if want := offered(); got.Held != want {
		t.Errorf("the system offers %+v, held are %+v", want, got.Held)
	}
	if tries := got.Outcomes["files: read outside"]; !got.Held.Files && tries != "" {
		t.Errorf("files are closed, and said to be open: %s", tries)
	}
}
