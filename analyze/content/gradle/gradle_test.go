package gradle_test

import (
	"flag"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
	"github.com/nexus-ci/nexus-ci/analyze/content/facttest"
	"github.com/nexus-ci/nexus-ci/analyze/content/gradle"
)

var _ = flag.Bool("update", false, "rewrite the golden files")

func TestFacts(t *testing.T) { facttest.Golden(t, gradle.Match, gradle.Read) }

// A script that is too long to be read is a problem, not one without a difference.
func TestTooLong(t *testing.T) {
	long := &fact.File{Path: "build.gradle", Content: []byte(strings.Repeat("a = 1\n", 60_000))}
	facts, problems := gradle.Read([]fact.Pair{{Old: &fact.File{Path: "build.gradle"}, New: long}})
	if len(facts) > 0 || len(problems) != 1 || problems[0].Cause != fact.TooLarge {
		t.Errorf("facts %v, problems %v", facts, problems)
	}
}

// Any bytes give facts, and no difference where both versions are the same.
func FuzzRead(f *testing.F) {
	f.Add([]byte("plugins { id 'java' }\n"), []byte("tasks.test { /* x */ useJUnit(\"a\" }\n"))
	f.Fuzz(func(t *testing.T, old, new []byte) {
		a, b := &fact.File{Path: "build.gradle", Content: old}, &fact.File{Path: "build.gradle", Content: new}
		gradle.Read([]fact.Pair{{Old: a, New: b}})
		if facts, _ := gradle.Read([]fact.Pair{{Old: a, New: a}}); len(facts) > 0 {
			t.Errorf("facts without a difference: %v", facts)
		}
	})
}
