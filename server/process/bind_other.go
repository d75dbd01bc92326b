//go:build !linux

package process

import (
	"os"
	"os/exec"
)

// bind does nothing: only the command itself ends with the context.
func bind(*exec.Cmd) {}

// standBack does nothing: elsewhere a priority is that of a whole process.
func standBack() {}

// memory is not known.
func memory(*os.ProcessState) int64 { return 0 }
