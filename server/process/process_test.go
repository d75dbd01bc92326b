package process_test

import (
	"context"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nexus-ci/nexus-ci/server/process"
)

func shell(t *testing.T, script string) process.Command {
	t.Helper()
	path, err := exec.LookPath("sh")
	if err != nil {
		t.Fatal(err)
	}
	return process.Command{Path: path, Args: []string{"-c", script}, Env: []string{"ONLY=this"}, MaxOut: 1000}
}

func TestRun(t *testing.T) {
	t.Setenv("SECRET", "token")
	r, err := process.Run(t.Context(), shell(t, `echo "$ONLY$SECRET"; echo why >&2; exit 3`))
	if err != nil || string(r.Out) != "this\n" || string(r.Err) != "why\n" || r.Status != 3 || r.Ended != "" {
		t.Errorf("%+v, %v", r, err)
	}
	if r, err = process.Run(t.Context(), shell(t, `kill -9 $$`)); err != nil || r.Status != -1 || !strings.Contains(r.Ended, "killed") {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err = process.Run(t.Context(), shell(t, `while :; do echo 0123456789; done`)); err == nil || !strings.Contains(err.Error(), "wrote more") {
		t.Errorf("endless output: %v", err)
	}
	if _, err = process.Run(t.Context(), process.Command{Path: "/nowhere"}); err == nil || !strings.Contains(err.Error(), "start /nowhere") {
		t.Errorf("no program: %v", err)
	}
}

// A program has a lower priority than this process, which keeps its own.
func TestPriority(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("priorities are those of threads on Linux only")
	}
	nice := func(run func(process.Command) []byte) int {
		c := shell(t, "nice")
		c.Env = []string{"PATH=" + os.Getenv("PATH")}
		n, err := strconv.Atoi(strings.TrimSpace(string(run(c))))
		if err != nil {
			t.Skipf("there is no program nice: %v", err)
		}
		return n
	}
	own := func(c process.Command) []byte {
		out, _ := exec.Command(c.Path, c.Args...).Output()
		return out
	}
	before := nice(own)
	for range 20 {
		got := nice(func(c process.Command) []byte {
			r, err := process.Run(t.Context(), c)
			if err != nil || r.Memory < 100<<10 {
				t.Fatalf("%+v, %v", r, err)
			}
			return r.Out
		})
		if got != max(before, 10) {
			t.Fatalf("the program has the niceness %d", got)
		}
		if after := nice(own); after != before {
			t.Fatalf("this process has the niceness %d, before it was %d", after, before)
		}
	}
}

// What a program has started ends with it.
func TestCancelEndsTheGroup(t *testing.T) {
	begun := t.TempDir() + "/begun"
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		_, err := process.Run(ctx, shell(t, `sh -c 'echo > `+begun+`; sleep 600' & wait`))
		ended <- err
	}()
	for {
		if _, err := os.Stat(begun); err == nil {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	cancel()
	// Its child holds standard output open: the run ends early only if that was ended too.
	select {
	case err := <-ended:
		if err != context.Canceled {
			t.Error(err)
		}
	case <-time.After(4 * time.Second):
		t.Error("the child of the program lives on")
	}
}
