package main

import (
	"io"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/terminal"
)

// A server that an editor has just started makes searches answered, before any question.
func TestAugmentAfterServerStarts(t *testing.T) {
	dir := stagedTree(t, map[string]string{"a.go": "func find() {}\n\nfunc login() { find() }\n"})
	var out strings.Builder
	p := &program{Streams: terminal.Streams{Out: &out, Err: io.Discard}, getenv: func(string) string { return "" }}
	flags := analysisFlags{dir: dir, cacheDir: t.TempDir()}
	p.augment(&augmentFlags{analysisFlags: flags}, []string{"find"})
	if out.Len() > 0 {
		t.Errorf("before: %s", out.String())
	}
	s, err := p.workspace(&flags).Set(t.Context(), false, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.Warm()
	p.augment(&augmentFlags{analysisFlags: flags}, []string{"find"})
	if want := "\nfind (a.go)\n  Called by: login\n"; !strings.Contains(out.String(), want) {
		t.Errorf("%q, want %q in it", out.String(), want)
	}
}
