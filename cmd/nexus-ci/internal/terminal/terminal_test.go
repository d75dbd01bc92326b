package terminal

import (
	"testing"

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
