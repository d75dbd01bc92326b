package fault_test

import (
	"errors"
	"fmt"
	"slices"
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

// Few files are left out: those that a fault names, or as few as halving finds.
func TestBlame(t *testing.T) {
	var paths []string
	for i := range 32 {
		paths = append(paths, fmt.Sprintf("%02d.go", i))
	}
	for _, tt := range []struct {
		name  string
		bad   []string
		named bool // it is known at which file the fault is
		want  int  // files left out
		end   bool // it is in no file
	}{
		{"none", nil, false, 0, false},
		{"one", []string{"07.go"}, false, 1, false},
		{"neighbours", []string{"06.go", "07.go"}, false, 2, false},
		{"far apart", []string{"01.go", "31.go"}, false, 32, false},
		{"named", []string{"01.go", "09.go", "31.go"}, true, 3, false},
		{"many named", paths[:20], true, 32, false},
		{"in no file", []string{"other"}, false, 0, true},
		{"in a file of others", []string{"other"}, true, 1, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var told []string
			at := ""
			suspect := fault.Suspect{
				Paths: paths, At: func() string { return at }, Like: func(string) []string { return paths },
				Tell: func(f *fault.Fault) { told = append(told, f.Path) },
			}
			without, end := fault.Blame(fault.Judge, suspect, func(without map[string]*fault.Fault) {
				for _, path := range tt.bad {
					if without[path] != nil {
						continue
					}
					if tt.named {
						at = path
					}
					panic("no")
				}
			})
			if len(without) != tt.want || (end != nil) != tt.end {
				t.Fatalf("%d files are left out, told of %q, at the end %v", len(without), told, end)
			}
			for path, f := range without {
				if f.What != "no" || f.Phase != fault.Judge || !slices.Contains(paths, path) && !tt.named {
					t.Errorf("%s is left out for %v", path, f)
				}
			}
		})
	}
}
