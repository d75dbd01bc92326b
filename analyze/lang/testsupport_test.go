package lang_test

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

func TestIsTestSupport(t *testing.T) {
	for path, want := range map[string]bool{
		"test_helpers.go": true, "src/flask/testing.py": true, "src/helper/testing/index.ts": true, "pkg/testutil/db.go": true,
		"lib/test-utils/render.tsx": true, "app/TestHelper.java": true, "spec.testing/x.py": false, "src/test.support.js": true,
		"src/ab_testing/assign.py": false, "src/testimony.ts": false, "src/contest/helpers.go": false, "src/test.py": false,
		"src/helpers.go": false, "latest/utils.go": false, "testing": true, "": false,
	} {
		if got := lang.IsTestSupport(path); got != want {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
}
