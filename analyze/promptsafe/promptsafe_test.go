package promptsafe

import (
	"strings"
	"testing"
)

// The mark is not one that the content holds: a fence can be put into another one.
func TestData(t *testing.T) {
	text := "a\n"
	for range 5 {
		fenced := Data(text)
		if mark := strings.Fields(fenced)[7]; strings.Contains(text, mark) || strings.Count(fenced, mark) != 3 {
			t.Fatalf("mark %s in %s", mark, fenced)
		}
		text = fenced
	}
}

func TestLine(t *testing.T) {
	for in, want := range map[string]string{"a\n# b": "a # b", "a\x1b[31m\tb": "a [31m b", "\u202eabc": "abc", " x  ": "x", "": ""} {
		if got := Line(in); got != want {
			t.Errorf("%q: %q", in, got)
		}
	}
}

func TestCode(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		{"x := 1\r\n\ty", "```go\nx := 1\n\ty\n```\n"},
		{"```\nout", "````go\n```\nout\n````\n"},
		{"`````", "``````go\n`````\n``````\n"},
		{"a\x1b[0m\u202e", "```go\na\ufffd[0m\ufffd\n```\n"},
	} {
		if got := Code("go", strings.Split(tc.in, "\n")); got != tc.want {
			t.Errorf("%q: %q, want %q", tc.in, got, tc.want)
		}
	}
}

func TestPage(t *testing.T) {
	p := NewPage(5)
	free := p.Reserve(2)
	if !p.Add("0123456789") || p.Add("0") {
		t.Error("half of the page holds ten bytes")
	}
	free()
	if p.Add("01234567890") || !p.Add("0123456789") || p.String() != "01234567890123456789" {
		t.Errorf("page %s", p)
	}
}
