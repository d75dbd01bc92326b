package process_test

import (
	"context"
	"os"
	"os/exec"
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
