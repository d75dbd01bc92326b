package schema

import (
	"path"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
)

// Same reports whether both versions of a file in a language of schemas differ only in comments and layout.
func Same(p *fact.Pair) bool {
	switch strings.ToLower(path.Ext(p.Path())) {
	case ".proto", ".prisma":
		return slices.Equal(words(p.Old.Content, "//"), words(p.New.Content, "//"))
	case ".graphql", ".graphqls", ".gql":
		return slices.Equal(words(p.Old.Content, "#"), words(p.New.Content, "#"))
	}
	return false
}

// words splits a text at white space, without comments from a mark to the end of the line, and without those in /* */ where
// the mark is //.
func words(content []byte, mark string) []string {
	var b strings.Builder
	text := string(content)
	for i := 0; i < len(text); {
		switch rest := text[i:]; {
		case text[i] == '"' || text[i] == '\'':
			end := i + 1
			for end < len(text) && text[end] != text[i] && text[end] != '\n' {
				if text[end] == '\\' {
					end++
				}
				end++
			}
			end = min(end+1, len(text))
			b.WriteString(text[i:end])
			i = end
		case strings.HasPrefix(rest, mark):
			end := strings.IndexByte(rest, '\n')
			if end < 0 {
				end = len(rest)
			}
			i += end
		case mark == "//" && strings.HasPrefix(rest, "/*"):
			end := strings.Index(rest[2:], "*/")
			if end < 0 {
				return strings.Fields(text) // no comment that ends
			}
			b.WriteByte(' ')
			i += end + 4
		default:
			b.WriteByte(text[i])
			i++
		}
	}
	return strings.Fields(b.String())
}
