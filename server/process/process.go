// Package process runs a program that may be hostile, or fed by somebody hostile.
//
// In: a command line, a whole environment, and bounds. Out: the first bytes of what it wrote, and
// its status.
//
// Invariants: the program inherits nothing of this process' environment; it ends with the context,
// on Linux together with its process group; on Linux it ends with this process too, and has a lower
// priority; how much of its output is kept is bounded.
package process

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"runtime"
	"time"
)

// A Command is a program to run.
type Command struct {
	Path  string
	Args  []string
	Env   []string
	Dir   string
	Stdin io.Reader
	// MaxOut is how many bytes of its standard output are kept; more of them are an error.
	MaxOut int
}

// maxComplaint bounds how much of its standard error is kept.
const maxComplaint = 64 << 10

// waitDelay is how long the end of a killed program may take.
const waitDelay = 5 * time.Second

// A Result is what a program has done.
type Result struct {
	Out, Err []byte
	Status   int    // of its exit; -1 if it was ended
	Ended    string // how, if it was
	Memory   int64  // the most that one of its processes had, in bytes; 0 where that is not known
}

// Run runs a program. The error is that of ctx, or says why the program did not start or wrote too
// much; a status is none.
func Run(ctx context.Context, c Command) (*Result, error) {
	cmd := exec.CommandContext(ctx, c.Path, c.Args...)
	cmd.Env, cmd.Dir, cmd.Stdin, cmd.WaitDelay = append([]string{}, c.Env...), c.Dir, c.Stdin, waitDelay
	out, complaint := &bounded{left: c.MaxOut, stop: true}, &bounded{left: maxComplaint}
	cmd.Stdout, cmd.Stderr = out, complaint
	bind(cmd)
	err := runApart(cmd)
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case cmd.ProcessState == nil:
		return nil, fmt.Errorf("start %s: %w", c.Path, err)
	case out.over:
		return nil, fmt.Errorf("%s wrote more than %d MB", c.Path, c.MaxOut>>20)
	}
	r := &Result{Out: out.kept.Bytes(), Err: complaint.kept.Bytes(), Status: cmd.ProcessState.ExitCode(), Memory: memory(cmd.ProcessState)}
	if r.Status < 0 {
		r.Ended = cmd.ProcessState.String()
	}
	return r, nil
}

// runApart runs a command in a thread of its own: the system ends the program when the thread that started
// it ends, and gives it the priority of that thread.
func runApart(cmd *exec.Cmd) error {
	ended := make(chan error, 1)
	go func() {
		runtime.LockOSThread() // and never unlocked, so that the thread ends
		standBack()
		ended <- cmd.Run()
	}()
	return <-ended
}

// A bounded buffer keeps the first bytes that are written to it.
type bounded struct {
	kept bytes.Buffer
	left int
	over bool
	stop bool // more is an error
}

func (b *bounded) Write(data []byte) (int, error) {
	n := min(len(data), b.left)
	b.left -= n
	b.kept.Write(data[:n])
	if n < len(data) {
		b.over = true
		if b.stop {
			return n, errors.New("too much")
		}
	}
	return len(data), nil
}
