package terminal

import (
	"bytes"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/report/text"
)

// Colour is for terminals, unless the user wants it elsewhere or not at all.
func TestTerminal(t *testing.T) {
	for _, tc := range []struct {
		color, noColor string
		width          int
		want           text.Options
	}{
		{"auto", "", 0, text.Options{}},
		{"auto", "", 80, text.Options{Width: 80, Color: true}},
		{"auto", "1", 80, text.Options{Width: 80}},
		{"always", "1", 80, text.Options{Width: 80, Color: true}},
		{"always", "", 0, text.Options{Color: true}},
		{"never", "", 80, text.Options{Width: 80}},
	} {
		s := &Streams{Width: tc.width}
		getenv := func(name string) string { return map[string]string{"NO_COLOR": tc.noColor}[name] }
		if diff := cmp.Diff(tc.want, s.Options(tc.color, getenv)); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", tc, diff)
		}
	}
}

func TestProgress(t *testing.T) {
	for _, tc := range []struct {
		done, total int
		passed      time.Duration
		want        string
	}{
		{0, 0, 3500 * time.Millisecond, "reading… 3 s"},
		{0, 100, 2 * time.Second, "reading… 2 s"},
		{50, 200, 2 * time.Second, "reading… 50 of 200, 25 a second, 6s left"},
		{2, 100, 5 * time.Second, "reading… 2 of 100, 2.5 s each, 4m5s left"},
		{199, 200, 2 * time.Second, "reading… 199 of 200, 100 a second, 1s left"},
		{200, 200, 4 * time.Second, "reading… 4 s"}, // what follows is not counted
	} {
		if got := progress("reading", tc.done, tc.total, tc.passed); got != tc.want {
			t.Errorf("%d of %d after %v: %q, want %q", tc.done, tc.total, tc.passed, got, tc.want)
		}
	}
}

// A stream that is no terminal gets nothing, and a terminal has nothing left on it.
func TestMeter(t *testing.T) {
	for _, term := range []bool{false, true} {
		var err bytes.Buffer
		s := &Streams{Err: &err, ErrTerm: term}
		m := s.Meter("reading")
		m.At(1, 2)
		m.Clear()
		m.Stop()
		want := ""
		if term {
			want = "\r\x1b[K\r\x1b[K"
		}
		if err.String() != want {
			t.Errorf("terminal %v: %q, want %q", term, err.String(), want)
		}
	}
}
