package build

import (
	"strings"
	"testing"
)

func TestText(t *testing.T) {
	b := Read()
	lines := strings.Split(Text(), "\n")
	if len(lines) != 5 || lines[0] != "nexus-ci "+b.Version || lines[1] != "commit "+b.Commit || !strings.HasPrefix(lines[2], "extractor ") {
		t.Errorf("got %q for %+v", lines, b)
	}
	if got := Tool(); got.Name != "nexus-ci" || got.Version != b.Version {
		t.Errorf("tool: %+v", got)
	}
}
