package markdown

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

// A Flavour is what a forge shows of Markdown, and how it addresses its pages. The zero value is
// that of GitHub.
type Flavour struct {
	// NoHTML: elements are shown as text. NoComments: comments of HTML are. NoDiagrams: a block
	// of Mermaid is shown as code.
	NoHTML, NoComments, NoDiagrams bool
	// Addresses below that of the repository. {commit}, {path} and {line} stand for those. Line is
	// added to Place for a line.
	Commit, Place, Line string
}

func (f Flavour) commit(id string) string {
	return strings.ReplaceAll(cmp.Or(f.Commit, "/commit/{commit}"), "{commit}", id)
}

// place returns the address of a place. The path is escaped.
func (f Flavour) place(commit, path string, line int) string {
	address := cmp.Or(f.Place, "/blob/{commit}/{path}")
	if line > 0 {
		address += cmp.Or(f.Line, "#L{line}")
	}
	return strings.NewReplacer("{commit}", commit, "{path}", path, "{line}", fmt.Sprint(line)).Replace(address)
}

var (
	statePattern   = lazyregexp.New(`^` + stateBegin + `([A-Za-z0-9+/=]*)` + stateEnd + `$`)
	summaryPattern = lazyregexp.New(`^<details><summary>(.*)</summary>$`)
)

// apply returns a comment for the forge. Outside of blocks, where "<" stands in no text from a
// repository, every element is ours.
func (f Flavour) apply(text string) string {
	if !f.NoHTML && !f.NoComments && !f.NoDiagrams {
		return text
	}
	elements := strings.NewReplacer("<br>", "; ", "<b>", "", "</b>", "", "<sub>", "", "</sub>", "", "<code>", "", "</code>", "")
	var b strings.Builder
	fenced, left := false, false // inside of a block, and of one that is left out
	for line := range strings.Lines(text) {
		plain := strings.TrimRight(line, "\n")
		fence := strings.HasPrefix(strings.TrimLeft(plain, " "), "```")
		switch {
		case fence && !fenced:
			fenced, left = true, f.NoDiagrams && strings.HasSuffix(plain, "```mermaid")
		case fence && left:
			fenced, left = false, false
			continue
		case fence:
			fenced = false
		case fenced:
		case f.NoComments && statePattern.MatchString(plain):
			line = definitionBegin + statePattern.FindStringSubmatch(plain)[1] + definitionEnd + "\n"
		case !f.NoHTML:
		case summaryPattern.MatchString(plain):
			line = "**" + elements.Replace(summaryPattern.FindStringSubmatch(plain)[1]) + "**\n"
		case plain == "</details>":
			continue
		default:
			line = elements.Replace(line)
		}
		if !left {
			b.WriteString(line)
		}
	}
	return b.String()
}
