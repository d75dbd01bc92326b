package hook

import (
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// minWord is how many letters a word must have to be looked up.
const minWord = 3

// maxPattern is the longest pattern that is looked at, in bytes.
const maxPattern = 1 << 12

// words returns the words of a text that are long enough, with spaces between.
func words(text string) string {
	return strings.Join(slices.DeleteFunc(strings.FieldsFunc(text, notWord), func(w string) bool {
		return utf8.RuneCountInString(w) < minWord
	}), " ")
}

func notWord(r rune) bool {
	return r != '_' && r != '$' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
}

// keywords declare something in some language. Beside the name of it they say nothing.
var keywords = strings.Fields(`async await class const def enum export extends fn fun func function impl implements import interface let
	module namespace new private protected public return static struct trait type val var void`)

// telling leaves keywords out, unless there is nothing else.
func telling(words string) string {
	rest := slices.DeleteFunc(strings.Fields(words), func(w string) bool { return slices.Contains(keywords, w) })
	if len(rest) == 0 {
		return words
	}
	return strings.Join(rest, " ")
}

// regexWords returns the words that stand in every text or in some texts that a regular
// expression of any dialect fits. A part that may be missing, or be something else, ends a
// word.
func regexWords(pattern string) string {
	var b strings.Builder
	for s := pattern; s != ""; {
		r, size := utf8.DecodeRuneInString(s)
		s = s[size:]
		switch r {
		case '\\':
			r, size = utf8.DecodeRuneInString(s)
			s = s[size:]
			if unicode.IsLetter(r) || unicode.IsDigit(r) || size == 0 {
				r = ' ' // a class, a boundary, a group
			}
			b.WriteRune(r)
		case '[':
			var only rune
			only, s = class(s)
			b.WriteRune(only)
		case '{':
			if _, rest, ok := strings.Cut(s, "}"); ok && quantifier(s) {
				s = rest
			}
			b.WriteByte(' ')
		case '*', '?':
			// What stands before may be missing.
			text := b.String()
			_, size := utf8.DecodeLastRuneInString(text)
			b.Reset()
			b.WriteString(text[:len(text)-size] + " ")
		case '(':
			s = groupHead(s)
			b.WriteByte(' ')
		default:
			b.WriteRune(r) // signs of a regular expression are no part of words
		}
	}
	return words(b.String())
}

// needsAll reports whether all words of a regular expression stand in every text that it fits: it
// has no alternatives and no group that may be missing, in any dialect. Without -E, those of grep
// begin with a backslash.
func needsAll(pattern string) bool {
	for s := pattern; s != ""; {
		r, size := utf8.DecodeRuneInString(s)
		s = s[size:]
		if r == '\\' {
			escaped, size := utf8.DecodeRuneInString(s)
			s = s[size:]
			if escaped != '|' && escaped != ')' {
				continue
			}
			r = escaped
			s = strings.TrimPrefix(s, "\\")
		}
		switch r {
		case '[':
			_, s = class(s)
		case '|':
			return false
		case ')':
			if s != "" && strings.ContainsRune("?*{", rune(s[0])) {
				return false
			}
		}
	}
	return true
}

// class reads the rest of a class of characters and returns the only letter in it, whatever
// its case; a space for more.
func class(s string) (only rune, rest string) {
	end := 0
	for end < len(s) && (s[end] != ']' || end == 0 || end == 1 && s[0] == '^') {
		if s[end] == '\\' {
			end++
		}
		end++
	}
	if end >= len(s) {
		return ' ', "" // not closed
	}
	in := []rune(s[:end])
	rest = s[end+1:]
	if len(in) == 1 || len(in) == 2 && unicode.ToLower(in[0]) == unicode.ToLower(in[1]) {
		return in[0], rest
	}
	return ' ', rest
}

// quantifier holds for what follows a brace that counts, as in {2,3}.
func quantifier(s string) bool {
	in, _, _ := strings.Cut(s, "}")
	return in != "" && strings.Trim(in, "0123456789,") == ""
}

// groupHead cuts off what says of which kind a group is.
func groupHead(s string) string {
	rest, ok := strings.CutPrefix(s, "?")
	if !ok {
		return s
	}
	if i := strings.IndexAny(rest, ":)>=!"); i >= 0 && i < maxGroupHead {
		return rest[i+1:]
	}
	return rest
}

const maxGroupHead = 40

// commonFolders say nothing of what is in them.
var commonFolders = []string{"src", "lib", "app", "apps", "pkg", "cmd", "internal", "packages", "test", "tests", "spec", "main", "java", "node_modules", "vendor", "dist", "build"}

// globWords returns the words of the last part of a glob pattern that has some, without
// endings of files.
func globWords(pattern string) string {
	parts := strings.Split(strings.ReplaceAll(pattern, `\`, ""), "/")
	for i := len(parts) - 1; i >= 0; i-- {
		part := parts[i]
		if i == len(parts)-1 {
			part = stem(part)
		}
		if slices.Contains(commonFolders, part) {
			continue
		}
		var only rune
		var b strings.Builder
		for s := part; s != ""; {
			r, size := utf8.DecodeRuneInString(s)
			if s = s[size:]; r == '[' {
				only, s = class(s)
				r = only
			}
			b.WriteRune(r)
		}
		if found := words(b.String()); found != "" {
			return found
		}
	}
	return ""
}

// stem cuts the endings off the name of a file: from its first dot that is not the first
// sign, but not within braces.
func stem(name string) string {
	deep := 0
	for i, r := range name {
		switch {
		case r == '{':
			deep++
		case r == '}':
			deep--
		case r == '.' && deep == 0 && i > 0:
			return name[:i]
		}
	}
	return strings.TrimSuffix(name, path.Ext(name))
}
