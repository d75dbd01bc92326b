package kotlin

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/lang/langtest"
)

func TestLanguage(t *testing.T) { langtest.Run(t, Language()) }

func FuzzExtract(f *testing.F) { langtest.Fuzz(f, Language()) }

// TestIsTest: source sets and names of files.
func TestIsTest(t *testing.T) {
	for path, want := range map[string]bool{
		"lib/src/test/kotlin/A.kt":        true,
		"lib/src/commonTest/kotlin/A.kt":  true,
		"app/src/androidTest/java/A.kt":   true,
		"lib/src/main/kotlin/A.kt":        false,
		"lib/src/main/kotlin/ATest.kt":    false,
		"lib/src/main/kotlin/Test.kt":     false,
		"lib/src/main/kotlin/Contest.kt":  false,
		"lib/src/main/kotlin/UserSpec.kt": false,
		"lib/src/commonMain/kotlin/A.kt":  false,
		"lib/src/commonMain/ASpec.kt":     false,
		"lib/kotlin/UserSpec.kt":          true,
		// What is below a source set are packages or data.
		"lib/src/main/kotlin/com/shop/test/A.kt":          false,
		"lib/src/commonMain/kotlin/tests/A.kt":            false,
		"lib/src/test/resources/app/src/main/kotlin/A.kt": true,
		"lib/src/testFixtures/kotlin/A.kt":                true,
		"tests/src/main/kotlin/A.kt":                      false,
		"tests/kotlin/A.kt":                               true,
		"latest/src/main/kotlin/A.kt":                     false,
	} {
		if got := isTest(path); got != want {
			t.Errorf("%s: got %v", path, got)
		}
	}
}
