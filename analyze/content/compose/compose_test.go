package compose_test

import (
	"flag"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/content/compose"
	"github.com/nexus-ci/nexus-ci/analyze/content/facttest"
)

var _ = flag.Bool("update", false, "rewrite the golden files")

func TestFacts(t *testing.T) { facttest.Golden(t, compose.Match, compose.Read) }

func FuzzRead(f *testing.F) { facttest.Fuzz(f, compose.Read, "docker-compose.yml", "compose.yaml") }

func TestMatch(t *testing.T) {
	for file, want := range map[string]bool{
		"docker-compose.yml": true, "deploy/compose.yaml": true, "docker-compose.prod.yml": true, "docker-compose-dev.yaml": true,
		"composer.yml": false, "compose.json": false, "my-compose.yml": false,
	} {
		if compose.Match(file) != want {
			t.Errorf("%s: want %v", file, want)
		}
	}
}
