package convention_test

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/convention"
)

func TestIsTest(t *testing.T) {
	for path, want := range map[string]bool{
		"src/a.test.ts": true, "src/a.spec.tsx": true, "src/__tests__/a.js": true, "test/a.js": true, "e2e/login.ts": true,
		"pkg/tests/helper.js": true, "types.test-d.ts": true, "cypress/a.cy.js": true, "a_test.js": true,
		"src/a.ts": false, "src/testing.ts": false, "src/contest.ts": false, "latest/a.js": false, "src/test.ts": false, "spec.js": false,
	} {
		if got := convention.IsTest(path); got != want {
			t.Errorf("IsTest(%q) = %t", path, got)
		}
	}
}
