package schema

import (
	"fmt"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
)

// readPrisma reads the models of a Prisma schema: a line each for a field, a value or an attribute of a block.
func readPrisma(f *fact.File) (*document, error) {
	d := &document{format: formatPrisma, breaks: prismaBreaks}
	block, noun := -1, ""
	for i, line := range strings.Split(string(f.Content), "\n") {
		words := strings.Fields(withoutComment(line))
		switch {
		case len(words) == 0:
		case block < 0 && len(words) == 3 && words[2] == "{":
			noun, block = words[0], len(d.declarations)
			d.declarations = append(d.declarations, declaration{key: words[1], name: words[1], field: noun, line: i + 1, parent: -1})
		case block < 0:
			return nil, fmt.Errorf("line %d: a block is expected", i+1)
		case words[0] == "}":
			block = -1
		default:
			d.declarations = append(d.declarations, prismaPart(words, d.declarations[block].name, noun, i+1, block))
		}
	}
	if block >= 0 {
		return nil, fmt.Errorf("line %d: a block is not closed", d.declarations[block].line)
	}
	return d, nil
}

// prismaBreaks reports whether programs, or their data, miss what is gone.
func prismaBreaks(old, new *declaration) bool {
	return new == nil && old.field != "attribute" && old.field != "setting"
}

// prismaPart is one line of a block.
func prismaPart(words []string, of, block string, line, parent int) declaration {
	name, text, noun := words[0], strings.Join(words[1:], " "), "field"
	switch {
	case strings.HasPrefix(name, "@@"): // it has no name
		name, text, noun = strings.Join(words, " "), "", "attribute"
	case block == "enum":
		noun = "value"
	case block == "datasource" || block == "generator":
		noun, text = "setting", strings.TrimPrefix(text, "= ")
	}
	name = of + "." + name
	return declaration{key: name, name: name, field: noun, line: line, text: text, parent: parent}
}

// withoutComment returns a line up to a comment that is not in a string.
func withoutComment(line string) string {
	quoted := false
	for i := 0; i < len(line); i++ {
		switch {
		case quoted && line[i] == '\\':
			i++
		case line[i] == '"':
			quoted = !quoted
		case !quoted && strings.HasPrefix(line[i:], "//"):
			return line[:i]
		}
	}
	return line
}
