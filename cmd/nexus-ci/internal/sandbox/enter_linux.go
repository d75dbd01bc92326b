package sandbox

import (
	"errors"
	"io/fs"
	"os"
	"unsafe"

	seccomp "github.com/elastic/go-seccomp-bpf"
	"github.com/elastic/go-seccomp-bpf/arch"
	"github.com/landlock-lsm/go-landlock/landlock"
	llsys "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
)

// Enter takes away all rights but r, as far as the kernel can, and says what holds.
func Enter(r Rights) Protections {
	// When memory runs out, this process goes before those that wait for it. It leaves no
	// image of its memory behind.
	_ = os.WriteFile("/proc/self/oom_score_adj", []byte("1000"), 0)
	_ = unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{})
	// An error means less protection, which the trials find.
	_ = closeFiles(r)
	_ = closeSystemCalls()
	return try()
}

// closeFiles lets all threads open nothing but r. Connections over TCP go with it where
// the kernel knows that.
func closeFiles(r Rights) error {
	const read = llsys.AccessFSReadFile | llsys.AccessFSReadDir // and nothing is executed
	return landlock.V5.BestEffort().Restrict(
		landlock.PathAccess(read, r.Read...).IgnoreIfMissing(),
		landlock.RWDirs(r.Write...).WithRefer().IgnoreIfMissing(),
	)
}

// closeSystemCalls lets all threads make no system call but those that are allowed. The
// others fail with EPERM, as do those of another architecture's table.
func closeSystemCalls() error {
	known, err := arch.GetInfo("")
	if err != nil {
		return err
	}
	var names []string
	for _, name := range allowed() {
		if _, ok := known.SyscallNames[name]; ok { // newer architectures lack old calls
			names = append(names, name)
		}
	}
	filter := seccomp.Filter{
		NoNewPrivs: true, Flag: seccomp.FilterFlagTSync,
		Policy: seccomp.Policy{
			DefaultAction: seccomp.ActionErrno,
			Syscalls: []seccomp.SyscallGroup{
				{Action: seccomp.ActionAllow, Names: names, NamesWithCondtions: conditional()},
				// The C library asks for a thread with clone where there is no clone3, whose
				// arguments a filter cannot see.
				{Action: refusedWith(unix.ENOSYS), Names: []string{"clone3"}},
			},
		},
	}
	return seccomp.LoadFilter(filter)
}

// refusedWith is the action that makes a call fail with an error.
func refusedWith(e unix.Errno) seccomp.Action {
	const data = 0xffff // where the filter's answer has the number
	return seccomp.ActionErrno&^data | seccomp.Action(e)
}

// allowed are the calls that reading files, computing and ending need, those that are
// made most often first.
func allowed() []string {
	return []string{
		"futex", "nanosleep", "pread64", "getpid", "rt_sigreturn", "epoll_pwait", "sched_yield", "read", "openat", "close", "fcntl",

		"access", "copy_file_range", "dup", "epoll_create1", "epoll_ctl", "epoll_pwait2", "epoll_wait", "eventfd2", "faccessat", "faccessat2", "fadvise64",
		"fallocate", "fchmod", "fchmodat", "fdatasync", "flock", "fstat", "fstatfs", "fsync", "ftruncate", "getcwd", "getdents64", "lseek", "lstat", "mkdir",
		"mkdirat", "newfstatat", "open", "openat2", "pipe2", "poll", "ppoll", "preadv", "pselect6", "pwrite64", "readlink", "readlinkat", "readv", "rename",
		"renameat", "renameat2", "rmdir", "sendfile", "stat", "statfs", "statx", "unlink", "unlinkat", "utimensat", "write", "writev",

		"brk", "madvise", "mincore", "mremap", "munmap",

		"arch_prctl", "exit", "exit_group", "gettid", "membarrier", "restart_syscall", "rseq", "rt_sigaction", "rt_sigpending", "rt_sigprocmask",
		"rt_sigtimedwait", "sched_getaffinity", "sched_getparam", "sched_getscheduler", "set_robust_list", "set_tid_address", "sigaltstack",

		"clock_getres", "clock_gettime", "clock_nanosleep", "getcpu", "getegid", "geteuid", "getgid", "getppid", "getrandom", "getrusage", "gettimeofday", "getuid",
		"sysinfo", "time", "times", "uname",
	}
}

// conditional are the calls that depend on their arguments: threads are no processes,
// signals are for this process, memory is not executable, and limits are only asked for.
func conditional() []seccomp.NameWithConditions {
	const setVMA = 0x53564d41 // names a mapping, which the Go runtime does
	return []seccomp.NameWithConditions{
		{Name: "clone", Conditions: seccomp.ArgumentConditions{{Argument: 0, Operation: seccomp.BitsSet, Value: unix.CLONE_THREAD}}},
		{Name: "tgkill", Conditions: seccomp.ArgumentConditions{{Argument: 0, Operation: seccomp.Equal, Value: uint64(unix.Getpid())}}},
		{Name: "mmap", Conditions: seccomp.ArgumentConditions{{Argument: 2, Operation: seccomp.BitsNotSet, Value: unix.PROT_EXEC}}},
		{Name: "mprotect", Conditions: seccomp.ArgumentConditions{{Argument: 2, Operation: seccomp.BitsNotSet, Value: unix.PROT_EXEC}}},
		{Name: "prctl", Conditions: seccomp.ArgumentConditions{{Argument: 0, Operation: seccomp.Equal, Value: setVMA}}},
		{Name: "prlimit64", Conditions: seccomp.ArgumentConditions{
			{Argument: 0, Operation: seccomp.Equal, Value: 0}, {Argument: 2, Operation: seccomp.Equal, Value: 0},
		}},
	}
}

// try does what must not succeed, in ways that do no harm where it does.
func try() Protections {
	var p Protections
	root, err := os.Open("/")
	if err == nil {
		root.Close()
	}
	p.Files = errors.Is(err, fs.ErrPermission)
	p.Network = true
	for _, family := range []int{unix.AF_INET, unix.AF_INET6, unix.AF_UNIX} {
		socket, err := unix.Socket(family, unix.SOCK_STREAM, 0)
		if err == nil {
			unix.Close(socket)
		}
		p.Network = p.Network && errors.Is(err, unix.EPERM)
	}
	// No program has the empty name: where programs may be started, that is the error.
	var empty byte
	_, _, errno := unix.Syscall(unix.SYS_EXECVE, uintptr(unsafe.Pointer(&empty)), 0, 0)
	p.Programs = errno == unix.EPERM
	return p
}
