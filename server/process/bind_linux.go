package process

import (
	"os/exec"
	"syscall"
)

// bind makes a command the leader of a group that is ended as a whole, and that does not outlive
// this process.
func bind(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
