package main

import (
	"io"
	"strings"
	"testing"
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
		p := &program{streams: streams{in: in, out: &out, err: &err}, getenv: func(string) string { return "" }}
		p.augment(&augmentFlags{hook: true}, nil)
		if out.Len()+err.Len() > 0 {
			t.Errorf("%s: %q, %q", name, out.String(), err.String())
		}
	}
}
