package sandbox

import (
	seccomp "github.com/elastic/go-seccomp-bpf"
	llsys "github.com/landlock-lsm/go-landlock/landlock/syscall"
)

// offered are the protections that the kernel has.
func offered() Protections {
	abi, err := llsys.LandlockGetABIVersion()
	calls := seccomp.Supported()
	return Protections{Files: err == nil && abi > 0, Network: calls, Programs: calls}
}
