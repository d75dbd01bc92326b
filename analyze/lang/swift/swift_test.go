package swift

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/lang/langtest"
)

func TestLanguage(t *testing.T) { langtest.Run(t, Language()) }

func FuzzExtract(f *testing.F) { langtest.Fuzz(f, Language()) }

func TestPrepare(t *testing.T) {
	for src, want := range map[string]string{
		`let a = /^(\d+)\/$/`:                    `let a = "         "`,
		"f(/Action.child, a / b)":                "f( Action.child, a / b)",
		"f(a: /State.a, b: /Action.b)":           "f(a:  State.a, b:  Action.b)",
		"let a = b / c / d":                      "let a = b / c / d",
		"f(isolation: isolated (any Actor)?)":    "f(isolation:          (any Actor)?)",
		"_ = consume a":                          "_ =         a",
		"consume(a)":                             "consume(a)",
		"func f(_ a: sending @escaping () -> A)": "func f(_ a:         @escaping () -> A)",
		"send(\\.add…)":                          "send(\\.add   )",
	} {
		if got := string(prepare([]byte(src))); got != want {
			t.Errorf("%q: got %q, want %q", src, got, want)
		}
	}
}
