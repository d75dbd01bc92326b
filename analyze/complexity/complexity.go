// Package complexity counts the ways through a function.
//
// In: the lines of a function and their language. Out: one more than the number of places
// where the code decides (McCabe's cyclomatic complexity, with && and || as decisions): if,
// loops, cases, catches, conditional expressions.
//
// The text is read, not parsed: comments and strings are left out by the signs of the
// language, so that the number needs no more than the lines. Nested functions count to the
// one around them.
package complexity

import (
	"slices"
	"strings"
	"unicode"
)

// A Level is a number as a word.
type Level string

const (
	Simple   Level = "simple"   // up to 5
	Moderate Level = "moderate" // up to 10
	Complex  Level = "complex"
)

// LevelOf returns the word for a number.
func LevelOf(n int) Level {
	switch {
	case n <= 5:
		return Simple
	case n <= 10:
		return Moderate
	}
	return Complex
}

// A syntax is what tells the decisions of a language.
type syntax struct {
	line          []string  // begin a comment up to the end of the line
	block         [2]string // a comment between
	strings       []string  // quotes, the longer ones first
	words, signs  []string  // that decide
	characterOnly bool      // ' quotes one character
}

var (
	cWords = []string{"if", "for", "while", "case", "catch"}
	cSigns = []string{"&&", "||", "?"}
	cLike  = syntax{line: []string{"//"}, block: [2]string{"/*", "*/"}, strings: []string{`"`, "'"}, words: cWords, signs: cSigns}
)

// syntaxOf returns the syntax of a language.
func syntaxOf(language string) syntax {
	s := cLike
	switch language {
	case "python":
		return syntax{line: []string{"#"}, strings: []string{`"""`, "'''", `"`, "'"}, words: []string{"if", "elif", "for", "while", "except", "case", "and", "or"}}
	case "ruby":
		return syntax{line: []string{"#"}, strings: []string{`"`, "'"}, words: []string{"if", "elsif", "unless", "for", "while", "until", "when", "rescue", "and", "or"}, signs: cSigns}
	case "go":
		s.strings, s.signs = []string{`"`, "`", "'"}, []string{"&&", "||"}
	case "rust":
		s.strings, s.characterOnly = []string{`"`}, true
		s.words, s.signs = []string{"if", "for", "while", "loop"}, []string{"&&", "||", "=>"}
	case "kotlin", "scala":
		s.strings, s.signs = []string{`"""`, `"`, "'"}, []string{"&&", "||", "?:"}
	case "swift":
		s.strings = []string{`"""`, `"`}
		s.words, s.signs = append(slices.Clone(cWords), "guard"), []string{"&&", "||", "??"}
	case "javascript", "typescript", "tsx", "jsx":
		s.strings = []string{`"`, "'", "`"}
		s.signs = []string{"&&", "||", "??", "?"}
	case "php":
		s.line, s.words = []string{"//", "#"}, append(slices.Clone(cWords), "foreach", "elseif", "and", "or")
	case "csharp":
		s.words = append(slices.Clone(cWords), "foreach", "when")
	}
	return s
}

// Of returns the complexity of code.
func Of(language string, lines []string) int {
	s := syntaxOf(language)
	return 1 + s.decisions(strings.Join(lines, "\n"))
}

func (s *syntax) decisions(code string) int {
	n := 0
	for i := 0; i < len(code); {
		if skip := s.skipped(code[i:]); skip > 0 {
			i += skip
			continue
		}
		if r := rune(code[i]); r == '_' || unicode.IsLetter(r) || r >= 0x80 {
			end := i
			for end < len(code) && (code[end] == '_' || code[end] >= 0x80 || unicode.IsLetter(rune(code[end])) || unicode.IsDigit(rune(code[end]))) {
				end++
			}
			// What stands behind a dot is a member, whatever its name is.
			if slices.Contains(s.words, code[i:end]) && (i == 0 || code[i-1] != '.') {
				n++
			}
			i = end
			continue
		}
		size := 1
		for _, sign := range s.signs {
			if strings.HasPrefix(code[i:], sign) {
				if sign != "?" || s.conditional(code, i) {
					n++
				}
				size = len(sign)
				break
			}
		}
		i += size
	}
	return n
}

// conditional reports whether a question mark chooses between two values: it has blanks
// around it, and is not the mark of what may be missing (a?: b, a?.b).
func (s *syntax) conditional(code string, at int) bool {
	blank := func(i int) bool { return i < 0 || i >= len(code) || unicode.IsSpace(rune(code[i])) }
	return blank(at-1) && blank(at+1)
}

// skipped returns the length of the comment or string that begins here, 0 for none.
func (s *syntax) skipped(code string) int {
	for _, begin := range s.line {
		if strings.HasPrefix(code, begin) {
			if i := strings.IndexByte(code, '\n'); i >= 0 {
				return i
			}
			return len(code)
		}
	}
	if s.block[0] != "" && strings.HasPrefix(code, s.block[0]) {
		if i := strings.Index(code[2:], s.block[1]); i >= 0 {
			return i + 2 + len(s.block[1])
		}
		return len(code)
	}
	if s.characterOnly && code[0] == '\'' {
		return character(code)
	}
	for _, quote := range s.strings {
		if strings.HasPrefix(code, quote) {
			return quoted(code, quote)
		}
	}
	return 0
}

// quoted returns the length of a string. One of a single quote ends with its line, unless it
// is a template.
func quoted(code, quote string) int {
	for i := len(quote); i < len(code); i++ {
		switch {
		case code[i] == '\\':
			i++
		case strings.HasPrefix(code[i:], quote):
			return i + len(quote)
		case code[i] == '\n' && len(quote) == 1 && quote != "`":
			return i
		}
	}
	return len(code)
}

// character returns the length of 'x', 0 for a lifetime.
func character(code string) int {
	if strings.HasPrefix(code, `'\`) {
		return quoted(code, "'")
	}
	for i, r := range code[1:] {
		if i > 0 {
			if r == '\'' {
				return i + 2
			}
			return 0
		}
	}
	return 0
}
