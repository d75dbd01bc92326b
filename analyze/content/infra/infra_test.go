package infra_test

import (
	"flag"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
	"github.com/nexus-ci/nexus-ci/analyze/content/facttest"
	"github.com/nexus-ci/nexus-ci/analyze/content/infra"
)

var _ = flag.Bool("update", false, "write the facts of the examples")

func TestRead(t *testing.T) { facttest.Golden(t, infra.Match, infra.Read) }

func FuzzRead(f *testing.F) { facttest.Fuzz(f, infra.Read, "main.tf", "a.yaml") }

func TestMatch(t *testing.T) {
	for path, want := range map[string]bool{
		"main.tf": true, "k8s/a.yaml": true, "a.yml": true, ".github/workflows/a.yml": false, "testdata/main.tf": false, "a.json": false,
	} {
		if got := infra.Match(path); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
}

// What is nested too deep is a problem and not the end of the process.
func TestHostile(t *testing.T) {
	for path, text := range map[string]string{
		"a.tf":   "a = " + strings.Repeat("[", 100_000),
		"b.yaml": "apiVersion: v1\nkind: A\nx: " + strings.Repeat("{a: ", 100_000),
		"c.yaml": "apiVersion: v1\nkind: A\na0: &a0 [x, {b: c}]\na1: &a1 [*a0,*a0,*a0,*a0]\na2: &a2 [*a1,*a1,*a1,*a1]\na3: &a3 [*a2,*a2,*a2,*a2]\na4: &a4 [*a3,*a3,*a3,*a3]\na5: &a5 [*a4,*a4,*a4,*a4]\na6: [*a5,*a5,*a5,*a5]\n",
	} {
		facts, problems := infra.Read([]fact.Pair{{New: &fact.File{Path: path, Content: []byte(text)}}})
		if len(facts) != 0 || len(problems) != 1 || strings.Contains(problems[0].Message, "\n") {
			t.Errorf("%s: %d facts, problems %.200v", path, len(facts), problems)
		}
	}
}
