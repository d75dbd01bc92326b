package hugepage

import (
	"bytes"
	"math/bits"
	"os"
	"runtime"
	"runtime/debug"

	"golang.org/x/sys/unix"
)

// Advise requests huge pages for the addresses from which Go takes the first memory of the heap. It
// is to be called at the start of a process, when the heap is small: it allocates that
// much address space, advises the kernel about it, and frees it, without touching the memory. It
// does nothing where the kernel gives huge pages always or never, where address space is limited, and
// under the race detector.
func Advise() {
	if race || !onRequest() || limited() {
		return
	}
	// Else the collector would run seven more times meanwhile.
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	held := make([][]byte, pieces)
	for i := range held {
		held[i] = make([]byte, piece)
		if unix.Madvise(held[i], unix.MADV_HUGEPAGE) != nil {
			break // advice only: without it the pages are small
		}
	}
	runtime.KeepAlive(held)
	runtime.GC()
}

// Decline turns huge pages off for this process. A process that runs for long calls it: a huge page stays resident
// as long as a part of it is in use, and the kernel joins small pages into huge ones.
func Decline() {
	_ = unix.Prctl(unix.PR_SET_THP_DISABLE, 1, 0, 0, 0) // a kernel without huge pages does not know it
}

// onRequest reports whether the kernel gives huge pages only where they are requested.
func onRequest() bool {
	mode, err := os.ReadFile("/sys/kernel/mm/transparent_hugepage/enabled")
	return err == nil && bytes.Contains(mode, []byte("[madvise]"))
}

// limited reports whether reserving address space without using it could make this process fail.
func limited() bool {
	var limit unix.Rlimit
	if bits.UintSize < 64 || unix.Getrlimit(unix.RLIMIT_AS, &limit) != nil || limit.Cur != unix.RLIM_INFINITY {
		return true
	}
	commit, err := os.ReadFile("/proc/sys/vm/overcommit_memory")
	return err != nil || bytes.HasPrefix(commit, []byte("2")) // strict: reserved memory counts as used
}
