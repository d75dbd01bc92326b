//go:build !linux

package process

import "os/exec"

// bind does nothing: only the command itself ends with the context.
func bind(*exec.Cmd) {}
