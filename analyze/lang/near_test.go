package lang

import "testing"

func TestInside(t *testing.T) {
	for _, tc := range []struct {
		p, is string
		want  bool
	}{
		{"src/a.rs", "src/a.rs", true},
		{"src/date/time.rs", "src/date/day.rs", true},
		{"src/lib.rs", "src/date/day.rs", false},
		{"src/date/time.rs", "src/date/day/mod.rs", true},
		{"src/format.rs", "src/date/day/mod.rs", false},
		{"src/dates.rs", "src/date/mod.rs", true},
	} {
		if got := Inside(tc.p, tc.is); got != tc.want {
			t.Errorf("Inside(%q, %q) = %v", tc.p, tc.is, got)
		}
	}
}
