package suppress

import "testing"

// A comment of any language, with the rule and a reason behind it, is one; a string is none.
func TestMarker(t *testing.T) {
	for line, want := range map[string]string{
		"	f(1) // nexus-ci:ignore stale-call a reason":        "stale-call|a reason",
		"f(1)  # nexus-ci:ignore stale-call: a reason":        "stale-call|a reason",
		"f(1); /* nexus-ci:ignore lost-step a reason */":      "lost-step|a reason",
		" * nexus-ci:ignore lost-step a reason":               "lost-step|a reason",
		"-- nexus-ci:ignore lost-step a reason":               "lost-step|a reason",
		"<!-- nexus-ci:ignore lost-step a reason -->":         "lost-step|a reason",
		"//nexus-ci:ignore orphaned kept for users of v1":     "orphaned|kept for users of v1",
		"f(1) // nexus-ci:ignore stale-call":                  "",
		"f(1) // nexus-ci:ignore stale-call  ":                "",
		"f(1) // nexus-ci:ignore":                             "",
		`f("nexus-ci:ignore stale-call a reason")`:            "",
		"f(1) // nexus-ci:ignored stale-call a reason":        "",
		"f(1) // see nexus-ci:ignore stale-call for a reason": "",
	} {
		got := ""
		if m := marker.FindStringSubmatch(line); m != nil {
			got = m[2] + "|" + m[3]
		}
		if got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}
