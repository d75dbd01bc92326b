package process

import (
	"os"
	"os/exec"
	"syscall"
)

// niceness is by how much programs stand back: those who answer webhooks on this machine go first.
const niceness = 10

// bind makes a command the leader of a group that is ended as a whole, and that does not outlive
// this process.
func bind(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

// standBack lowers the priority of this thread and of what it starts. It cannot be raised again. Whoever
// has a lower one keeps it.
func standBack() { _ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, niceness) }

// memory is the most memory that one process had, of a program and those that it started.
func memory(state *os.ProcessState) int64 {
	if usage, ok := state.SysUsage().(*syscall.Rusage); ok {
		return usage.Maxrss << 10
	}
	return 0
}
