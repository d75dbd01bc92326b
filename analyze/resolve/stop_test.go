package resolve_test

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/resolve"
)

// Once it is told to stop, it makes nothing more, in whatever state that is.
func TestGraphStops(t *testing.T) {
	files := map[string]string{
		"go.mod": "module m\n",
		"a.go":   "package a\n\ntype T struct{}\n\nfunc (t T) F(f func() int) int { return f() }\n\nfunc G() int { return T{}.F(H) }\n",
		"b.go":   "package a\n\nfunc H() int { return 1 }\n",
		"c.py":   "def f(x):\n    return x.g()\n\nclass A:\n    def g(self):\n        return f(A())\n",
	}
	whole := 0
	in := input(t, files)
	in.Stop = func() bool { whole++; return false }
	resolve.Graph(in)
	for at := range whole {
		asked := 0
		in := input(t, files)
		in.Stop = func() bool { asked++; return asked > at }
		resolve.Graph(in)
		// Each stage, and each loop over files, may find out for itself.
		if asked > at+8 {
			t.Errorf("told to stop at question %d, it asked %d", at, asked)
		}
	}
}
