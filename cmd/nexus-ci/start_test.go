package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

const (
	// maxPackageStart and maxStart are how many bytes the initialisation of a package and of all
	// packages may allocate. Every hook, query and check pays it before it begins: 100 kB are about
	// half a millisecond. What is over it belongs into a sync.OnceValue or a lazyregexp.Regexp.
	maxPackageStart = 300_000
	maxStart        = 2_200_000
)

// TestStart holds what the program does before main.
func TestStart(t *testing.T) {
	cmd := exec.Command("nexus-ci", "--version")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	var trace strings.Builder
	cmd.Stderr = &trace
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	packages, all := 0, 0
	for line := range strings.Lines(trace.String()) {
		var name string
		var at, took float64
		var bytes, allocations int
		if n, _ := fmt.Sscanf(line, "init %s @%f ms, %f ms clock, %d bytes, %d allocs", &name, &at, &took, &bytes, &allocations); n != 5 {
			continue
		}
		if strings.HasPrefix(name, "github.com/santhosh-tekuri/") {
			continue // of these tests
		}
		packages, all = packages+1, all+bytes
		if bytes > maxPackageStart {
			t.Errorf("%s allocates %d bytes, at most %d", name, bytes, maxPackageStart)
		}
	}
	if all > maxStart {
		t.Errorf("packages allocate %d bytes together, at most %d", all, maxStart)
	}
	if packages < 50 {
		t.Errorf("%d packages were traced:\n%s", packages, trace.String())
	}
	t.Logf("%d packages allocate %d bytes", packages, all)
}
