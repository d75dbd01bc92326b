package main

import (
	"io"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/terminal"
)

// reads is a reader that does something else.
type reads func() (int, error)

func (r reads) Read([]byte) (int, error) { return r() }

// An editor that does not end its event, and trouble of any kind, keep no search waiting and
// give no answer.
func TestAugmentGivesUp(t *testing.T) {
	never, _ := io.Pipe()
	for name, in := range map[string]io.Reader{
		"no end": never,
		"panic":  reads(func() (int, error) { panic("trouble") }),
		"error":  reads(func() (int, error) { return 0, io.ErrUnexpectedEOF }),
		"much":   strings.NewReader(strings.Repeat("[", 3<<20)),
	} {
		var out, err strings.Builder
		p := &program{Streams: terminal.Streams{In: in, Out: &out, Err: &err}, getenv: func(string) string { return "" }}
		p.augment(&augmentFlags{hook: true}, nil)
		if out.Len()+err.Len() > 0 {
			t.Errorf("%s: %q, %q", name, out.String(), err.String())
		}
	}
}

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
