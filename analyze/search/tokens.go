package search

import (
	"unicode"
	"unicode/utf8"
)

// maxToken is the maximum length of a token in bytes; longer ones are cut. Longer runs of letters
// are data, not names.
const maxToken = 64

// Terms returns the terms of a text: the parts of every identifier in lower case, and the
// identifier itself if it has several parts (getUserByID: get, user, by, id, getuserbyid).
func Terms(text string) []string {
	var terms []string
	tokenize(text, func(term []byte) { terms = append(terms, string(term)) })
	return terms
}

// tokenize calls each for every term of a text. The slice is valid during the call.
func tokenize(text string, each func(term []byte)) {
	var whole, part [maxToken + utf8.UTFMax]byte
	for i := 0; i < len(text); {
		r, size := decode(text[i:])
		if classOf(r) == other {
			i += size
			continue
		}
		i += identifier(text[i:], whole[:0], part[:0], each)
	}
}

// identifier calls each for the parts of the identifier at the start of a text, and then for
// the whole if it has several parts. It returns the identifier's length.
func identifier(text string, whole, part []byte, each func([]byte)) int {
	parts, i := 0, 0
	flush := func() {
		if len(part) > 0 {
			parts++
			each(part)
			part = part[:0]
		}
	}
	before := other
	for i < len(text) {
		r, size := decode(text[i:])
		class := classOf(r)
		if class == other {
			if r != '_' && r != '$' {
				break
			}
			flush()
			before = other
			i += size
			continue
		}
		if begins(before, class, text[i+size:]) {
			flush()
		}
		before = class
		i += size
		r = unicode.ToLower(r)
		if len(part) < maxToken {
			part = utf8.AppendRune(part, r)
		}
		if len(whole) < maxToken {
			whole = utf8.AppendRune(whole, r)
		}
	}
	flush()
	if parts > 1 {
		each(whole)
	}
	return i
}

func decode(s string) (rune, int) {
	if s[0] < utf8.RuneSelf {
		return rune(s[0]), 1
	}
	return utf8.DecodeRuneInString(s)
}

// A class is the kind of a character, as far as needed to find where a part of a name begins.
type class uint8

const (
	other class = iota
	lower
	upper
	digit
	// ideograph: a script without spaces between words; each character is a part.
	ideograph
)

func classOf(r rune) class {
	switch {
	case 'a' <= r && r <= 'z':
		return lower
	case 'A' <= r && r <= 'Z':
		return upper
	case '0' <= r && r <= '9':
		return digit
	case r < utf8.RuneSelf || r == utf8.RuneError:
		return other
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai):
		return ideograph
	case unicode.IsUpper(r):
		return upper
	case unicode.IsLetter(r) || unicode.IsMark(r):
		return lower
	case unicode.IsDigit(r):
		return digit
	}
	return other
}

// begins reports whether a character of class c starts a new part after a character of class
// before. rest is the text after it. Examples: id in userId, by in 2by, Server in HTTPServer.
func begins(before, c class, rest string) bool {
	switch {
	case before == other:
		return false
	case c == ideograph || before == ideograph || c == digit != (before == digit):
		return true
	case c == upper && before == upper && rest != "":
		r, size := decode(rest)
		return classOf(r) == lower && !plural(r, rest[size:])
	}
	return c == upper && before == lower
}

// plural reports whether the letter s after capitals is only a plural: IDs, URLs.
func plural(r rune, rest string) bool {
	if r != 's' {
		return false
	}
	if rest == "" {
		return true
	}
	next, _ := decode(rest)
	return classOf(next) != lower
}
