package dependency_test

import (
	"flag"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/content/dependency"
	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
	"github.com/nexus-ci/nexus-ci/analyze/content/facttest"
)

var _ = flag.Bool("update", false, "rewrite the golden files")

func TestFacts(t *testing.T) { facttest.Golden(t, dependency.Match, dependency.Read) }

// Any bytes in any format give facts or a problem, and no difference where both versions are
// the same.
func FuzzRead(f *testing.F) {
	names := []string{
		"go.mod", "go.sum", "package.json", "package-lock.json", "yarn.lock", "pnpm-lock.yaml", "pyproject.toml", "Pipfile", "requirements.txt",
		"poetry.lock", "Cargo.toml", "pom.xml", "gradle/libs.versions.toml", "build.gradle", "a.csproj", "composer.json", "composer.lock", "Gemfile", "a.gemspec", "Gemfile.lock",
	}
	for i := range names {
		f.Add(uint8(i), []byte("{\"dependencies\": {\"a\": \"1\"}}"), []byte("[dependencies]\na = \"2\"\n"))
	}
	f.Fuzz(func(t *testing.T, i uint8, old, new []byte) {
		name := names[int(i)%len(names)]
		a, b := &fact.File{Path: name, Content: old}, &fact.File{Path: name, Content: new}
		dependency.Read([]fact.Pair{{Old: a, New: b}})
		if facts, _ := dependency.Read([]fact.Pair{{Old: a, New: a}}); len(facts) > 0 {
			t.Errorf("facts without a difference: %v", facts)
		}
	})
}
