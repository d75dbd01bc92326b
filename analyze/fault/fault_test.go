package fault_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/sourcegraph/conc/pool"

	"github.com/nexus-ci/nexus-ci/analyze/fault"
)

func TestCatch(t *testing.T) {
	var nothing []int
	inPool := func(f func()) func() {
		return func() {
			p := pool.New()
			p.Go(f)
			p.Wait()
		}
	}
	index := func() { _ = nothing[len(nothing)-1] }
	for _, tt := range []struct {
		name string
		f    func()
		want string
	}{
		{"text", func() { panic("oops") }, "oops"},
		{"error", func() { panic(errors.New("no")) }, "no"},
		{"index", index, "index out of range [-1]"},
		{"goroutine", inPool(index), "index out of range [-1]"},
		{"fault", func() { panic(&fault.Fault{Phase: fault.Resolve, Path: "a", What: "x"}) }, "resolve a: x"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := fault.Catch(fault.Judge, tt.f)
			if f == nil || !strings.Contains(f.Error(), tt.want) || strings.Contains(f.Error(), "\n") {
				t.Fatalf("caught %v", f)
			}
			if tt.name != "fault" && !strings.Contains(f.Stack, "fault_test.go") {
				t.Errorf("the stack does not lead to the panic:\n%s", f.Stack)
			}
		})
	}
	if f := fault.Catch(fault.Judge, func() {}); f != nil {
		t.Errorf("caught %v of nothing", f)
	}
}
