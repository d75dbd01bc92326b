package jvm

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// Gradle returns the manifest of a build script of Gradle, in Groovy or Kotlin: Offers, by the plugins that it applies to its
// project and to those below.
func Gradle(src []byte) *facts.Manifest {
	g := gradle{src: string(src)}
	g.read()
	return &facts.Manifest{Offers: g.offers}
}

// A gradle reads one build script as nested blocks of statements.
type gradle struct {
	src    string
	blocks []string // the first words of the open blocks
	offers []facts.Offer
}

func (g *gradle) read() {
	start := 0
	for i := 0; i < len(g.src); i++ {
		switch c := g.src[i]; {
		case strings.HasPrefix(g.src[i:], "//"):
			g.statement(g.src[start:i])
			i = after(g.src, i, "\n") - 1
			start = i + 1
		case strings.HasPrefix(g.src[i:], "/*"):
			g.statement(g.src[start:i])
			i = after(g.src, i+2, "*/") - 1
			start = i + 1
		case c == '"' || c == '\'':
			quote := string(c)
			if strings.HasPrefix(g.src[i:], strings.Repeat(quote, 3)) {
				quote = strings.Repeat(quote, 3)
			}
			i = after(g.src, i+len(quote), quote) - 1
		case c == '{':
			g.open(strings.TrimSpace(g.src[start:i]))
			start = i + 1
		case c == '}':
			g.statement(g.src[start:i])
			if start = i + 1; len(g.blocks) > 0 {
				g.blocks = g.blocks[:len(g.blocks)-1]
			}
		case c == '\n' || c == ';':
			g.statement(g.src[start:i])
			start = i + 1
		}
	}
	g.statement(g.src[min(start, len(g.src)):])
}

// after returns the offset behind the next end in s, from i on.
func after(s string, i int, end string) int {
	if i >= len(s) {
		return len(s)
	}
	if k := strings.Index(s[i:], end); k >= 0 {
		return i + k + len(end)
	}
	return len(s)
}

// open enters a block.
func (g *gradle) open(head string) {
	word := head
	if i := strings.IndexAny(head, " (<"); i >= 0 {
		word = head[:i]
	}
	if own, inner := g.scope(); (own || inner) && (word == "publishing" || word == "mavenPublishing") {
		g.say(facts.Described, own, inner)
	}
	g.blocks = append(g.blocks, word)
}

// scope reports whether the statements at this point are about the project itself, and about those below. What stands in
// another block may hold under a condition.
func (g *gradle) scope() (own, inner bool) {
	at := g.blocks
	if n := len(at); n > 0 && (at[n-1] == "plugins" || at[n-1] == "kotlin") {
		at = at[:n-1]
	}
	if len(at) == 0 {
		return true, false
	}
	return at[0] == "allprojects" && len(at) == 1, (at[0] == "allprojects" || at[0] == "subprojects") && len(at) == 1
}

// statement takes in one statement.
func (g *gradle) statement(text string) {
	own, inner := g.scope()
	text = strings.TrimSpace(text)
	if text == "" || !own && !inner || strings.Contains(text, "apply false") || strings.Contains(text, "apply(false)") {
		return
	}
	block := ""
	if n := len(g.blocks); n > 0 {
		block = g.blocks[n-1]
	}
	switch {
	case strings.HasPrefix(text, "explicitApi"):
		g.say(facts.Described, own, inner)
	case block == "plugins" || strings.HasPrefix(text, "apply"):
		for _, id := range strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune("\"'`() =:,", c) }) {
			g.plugin(strings.TrimPrefix(strings.ToLower(id), "libs.plugins."), own, inner)
		}
	}
}

// plugin takes in the id of a plugin, or its name in a catalogue. Those for a program make no library. What publishes
// is named so, and its own plugins of a build too.
func (g *gradle) plugin(id string, own, inner bool) {
	plain := strings.NewReplacer(".", "", "-", "", "_", "").Replace(id)
	switch {
	case strings.HasSuffix(plain, "application") || strings.HasSuffix(plain, "springboot") || strings.HasSuffix(plain, "springframeworkboot") || plain == "ioktorplugin":
		g.offers = append(g.offers, facts.Offer{Dir: ".", Says: facts.Withheld, Inner: inner})
	case strings.Contains(plain, "publish"):
		g.say(facts.Described, own, inner)
	case strings.HasSuffix(plain, "binarycompatibilityvalidator"):
		g.say(facts.Described, true, true) // for the projects below too
	}
}

func (g *gradle) say(what facts.Offering, own, inner bool) {
	if own || inner {
		g.offers = append(g.offers, facts.Offer{Dir: ".", Says: what, Inner: inner})
	}
}
