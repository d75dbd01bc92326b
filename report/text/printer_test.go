package text

import (
	"strings"
	"testing"
)

// A word with two colons at its beginning is no command of a CI runner, and stays what it is where there is room.
func TestColonsAfterABreak(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"fails in a new way: raise ::ArgumentError, x", "fails in a new way:\n    raise ::ArgumentError, x\n"},
		{"now has: new ::A ::B", "now has: new ::A ::B\n"},
		{"::warning::x", "\\x3a:warning::x\n"},
		{strings.Repeat("a", 27) + " ::error::x", strings.Repeat("a", 27) + "\n    \\x3a:error::x\n"},
	} {
		p := &printer{width: 28}
		if p.line(0, tt.text); p.out.String() != tt.want {
			t.Errorf("%q: got %q, want %q", tt.text, p.out.String(), tt.want)
		}
	}
}
