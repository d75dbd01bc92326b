package hugepage

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Memory that is allocated after Advise lies in huge pages exactly where the kernel gives them on request
// and the race detector is off.
func TestAdvise(t *testing.T) {
	if !fresh(t) {
		return
	}
	Advise()
	memory := make([]byte, 8<<20)
	advised := strings.Contains(flags(t, uintptr(unsafe.Pointer(&memory[len(memory)/2]))), " hg")
	if want := !race && onRequest() && !limited(); advised != want {
		t.Errorf("advised: %v, want %v", advised, want)
	}
}

// Advise touches none of the memory that it reserves, but for what was in use before.
func TestAdviseTouchesNothing(t *testing.T) {
	if !fresh(t) {
		return
	}
	before := resident(t)
	Advise()
	if grown := resident(t) - before; grown > 4*piece/1024 {
		t.Errorf("%d KiB more are resident", grown)
	}
}

func TestDecline(t *testing.T) {
	defer func() {
		if err := unix.Prctl(unix.PR_SET_THP_DISABLE, 0, 0, 0, 0); err != nil {
			t.Error(err)
		}
	}()
	Decline()
	if !slices.Contains(lines(t, "/proc/self/status"), "THP_enabled:\t0") {
		t.Error("huge pages are still enabled")
	}
}

// fresh reports whether this process runs only this test. Else it starts such a process and takes its
// result: memory that was in use is cleared again, and Advise is for the start of a process.
func fresh(t *testing.T) bool {
	t.Helper()
	const only = "NEXUS_CI_TEST_ONLY"
	if os.Getenv(only) == t.Name() {
		return true
	}
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	cmd.Env = append(os.Environ(), only+"="+t.Name())
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	return false
}

// flags returns the flags of the mapping with an address.
func flags(t *testing.T, address uintptr) string {
	t.Helper()
	inside := false
	for _, line := range lines(t, "/proc/self/smaps") {
		var from, to uintptr
		if n, _ := fmt.Sscanf(line, "%x-%x ", &from, &to); n == 2 {
			inside = from <= address && address < to
		}
		if rest, ok := strings.CutPrefix(line, "VmFlags:"); ok && inside {
			return rest
		}
	}
	t.Fatalf("no mapping with %x", address)
	return ""
}

// resident returns how much memory of the process is resident, in KiB.
func resident(t *testing.T) int {
	t.Helper()
	for _, line := range lines(t, "/proc/self/status") {
		var size int
		if n, _ := fmt.Sscanf(line, "VmRSS: %d kB", &size); n == 1 {
			return size
		}
	}
	t.Fatal("no VmRSS")
	return 0
}

func lines(t *testing.T, path string) []string {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var all []string
	for s := bufio.NewScanner(file); s.Scan(); {
		all = append(all, s.Text())
	}
	return all
}
