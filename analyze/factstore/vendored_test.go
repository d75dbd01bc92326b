package factstore

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

func TestSetAside(t *testing.T) {
	js, golang := &lang.Language{OutputDirs: []string{"dist"}}, &lang.Language{}
	for _, tc := range []struct {
		path string
		lang *lang.Language
		want graph.SkipReason
	}{
		{"vendor/github.com/a/b/c.go", golang, graph.SkipVendored},
		{"web/node_modules/left-pad/index.js", js, graph.SkipVendored},
		{"src/pip/_vendor/six.py", golang, graph.SkipVendored},
		{".yarn/releases/yarn.cjs", js, graph.SkipVendored},
		{"packages/a/dist/index.js", js, graph.SkipGenerated},
		{"lib/jquery.min.js", js, graph.SkipMinified},
		{"dist/list.go", golang, ""},
		{"vendor.go", golang, ""},
		{"src/middleware/cache/index.ts", js, ""},
		{"lib/env/data.js", js, ""},
		{"src/effects.js", js, ""},
		{"types/global.d.ts", js, ""},
		{"testdata/protoexample/test.go", golang, ""},
	} {
		if got := SetAside(tc.path, tc.lang); got != tc.want {
			t.Errorf("SetAside(%s) = %q, want %q", tc.path, got, tc.want)
		}
	}
}
