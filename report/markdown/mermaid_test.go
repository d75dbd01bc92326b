package markdown

import (
	"regexp"
	"strings"
	"testing"
)

func TestMermaidText(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		{"Context.Next", "Context.Next"},
		{"handle(x)", "handle(x)"},
		{"validator.ts:18", "validator.ts:18"},
		{"snake_case", "snake#95;case"},
		{`say "hi"`, "say #34;hi#34;"},
		{"#quot;", "#35;quot#59;"},
		{"`bold`", "#96;bold#96;"},
		{"<img src=x>", "#60;img src#61;x#62;"},
		{"&lt;", "#38;lt#59;"},
		{"%%{init}%%", "#37;#37;#123;init#125;#37;#37;"},
		{"@team", "#64;team"},
		{"1. x", "1#46; x"},
		{"- x", "#45; x"},
		{"a\nb", "a#92;u000ab"},
		{"\x1b[31m", "#92;u001b#91;31m"},
		{"\u202egnp", "#92;u202egnp"},
		{"\xff", "#92;xff"},
		{"fa:fa-user", "fa#58;" + guard + "fa#45;user"},
		{"$$x^2$$", "#36;" + guard + "#36;" + guard + "x#94;2#36;" + guard + "#36;" + guard},
		{"style n1 fill:#f00", "style n1 fill#58;#35;f00"},
		{"größe", "größe"},
		{"", "#160;"},
		{"  ", "#160;"},
		{strings.Repeat("x", 100), strings.Repeat("x", maxLabel/2) + "…" + strings.Repeat("x", maxLabel/2)},
	} {
		if got := mermaidText(tc.in); got != tc.want {
			t.Errorf("mermaidText(%q) = %q, want %q", tc.in, got, tc.want)
		}
	}
}

// inLabel is what a label between double quotes may hold.
var inLabel = regexp.MustCompile(`^(?:[A-Za-z0-9 ,/:().\x{80}-\x{10ffff}]|#\d+;|#92;[xu][0-9a-f]+)+$`)

func FuzzMermaidText(f *testing.F) {
	for _, s := range hostile {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := mermaidText(s)
		if !inLabel.MatchString(got) {
			t.Errorf("mermaidText(%q) = %q: a sign that Mermaid reads", s, got)
		}
		if strings.ContainsAny(got, "\n\r`\"") || len([]rune(got)) > 10*(maxLabel+3) {
			t.Errorf("mermaidText(%q) = %q", s, got)
		}
	})
}

// What a diagram shows: all nodes once, an edge once, numbers for names, and
// dashes for what may be of others.
func TestFlowchart(t *testing.T) {
	c := &flowchart{}
	a := c.add(node{key: "a", label: "main", path: "a/main.go", entry: true})
	b := c.add(node{key: "b", label: "main", path: "b/main.go", entry: true})
	end := c.add(node{key: "c", label: "end", note: "removed", class: "broken"})
	if c.add(node{key: "a"}) != a {
		t.Error("a node is added twice")
	}
	c.connect(edge{from: a, to: end, label: "main.go:7", broken: true})
	c.connect(edge{from: a, to: end})
	c.connect(edge{from: b, to: end, label: "2 more steps"})
	c.connect(edge{from: b, to: b})
	c.connect(edge{from: a, to: b, unsure: true})
	c.connect(edge{from: b, to: a, label: "1 more step", unsure: true})
	c.connect(edge{from: end, to: b, unsure: true})
	c.connect(edge{from: end, to: b})
	const want = "```mermaid\n" + `flowchart LR
  n1(["main<br>a/main.go"])
  n2(["main<br>b/main.go"])
  n3["end<br>removed"]
  n1 -. "main.go:7" .-x n3
  n2 -- "2 more steps" --> n3
  n1 -.-> n2
  n2 -. "1 more step" .-> n1
  n3 --> n2
  classDef broken fill:#ffebe9,stroke:#cf222e,stroke-width:2px,color:#82071e
  class n3 broken
  linkStyle 0 stroke:#cf222e,stroke-width:2px
` + "```\n"
	if got := c.render(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
