package lang_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

func TestOneLine(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "",
		" func  f(a int)\r\n":           "func f(a int)",
		"f(\n\ta int,\n\tb int,\n) int": "f(a int, b int) int",
		"f( a )\f[ 1, ]":                "f(a) [ 1, ]",
		"\xff f":                        "\xff f", // made valid with all other facts
	} {
		if got := lang.OneLine([]byte(text)); got != want {
			t.Errorf("OneLine(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestOneLineCutsWholeCharacters(t *testing.T) {
	for _, char := range []string{"a", "é", "語", "𝔘"} {
		for shift := range utf8.UTFMax {
			text := strings.Repeat("x", shift) + strings.Repeat(char, lang.MaxSignature)
			got := lang.OneLine([]byte(text))
			if !utf8.ValidString(got) || len(got) > lang.MaxSignature || len(got) <= lang.MaxSignature-len(char) || !strings.HasPrefix(text, got) {
				t.Errorf("OneLine(%d bytes and many %s) = %d bytes: %q", shift, char, len(got), got)
			}
		}
	}
}

func TestAppendSource(t *testing.T) {
	const source = "f(a/*x*/b // y\n)"
	at := func(s string) uint32 { return uint32(strings.Index(source, s)) }
	comment := lang.IsNamed | lang.IsExtra
	tree := lang.Tree{Source: []byte(source), Nodes: []lang.Node{
		{Size: 4, End: uint32(len(source)), Parent: -1},
		{Size: 1, Start: at("/*"), End: at("b"), Flags: comment},
		{Size: 1, Kind: 1, Start: at("b"), End: at(" //"), Flags: lang.IsNamed},
		{Size: 1, Start: at("//"), End: at("\n"), Flags: comment},
	}}
	end := uint32(len(source))
	for _, tt := range []struct {
		want       string
		start, end uint32
		skip       func(*lang.Node) bool
	}{
		{"f(a b  \n)", 0, end, nil},
		{"f(a   \n)", 0, end, func(n *lang.Node) bool { return n.Kind == 1 }},
		{"b  \n)", at("b"), end, nil},
		{"f(a b", 0, at(" //"), nil},
		{"", end, end, nil},
	} {
		if got := string(tree.AppendSource([]byte("> "), 0, tt.start, tt.end, tt.skip)); got != "> "+tt.want {
			t.Errorf("source from %d to %d = %q, want %q", tt.start, tt.end, got, "> "+tt.want)
		}
	}
}
