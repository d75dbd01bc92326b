// Package pattern matches paths with the patterns of .gitignore and .gitattributes, as git
// does.
//
// In: the text of such files, each with its directory. Out: whether a path is ignored, and the
// attributes that decide what git would store for a file.
//
// Invariants: the time of a match is proportional to the lengths of pattern and path, and all
// matches of a walk share a Budget; so no pattern can make a walk endless.
package pattern

import "strings"

// A glob is a pattern of .gitignore or .gitattributes. Matching keeps the set of all positions
// in the pattern that the text so far can reach, so the time is at most the product of both
// lengths.
type glob struct {
	tokens  []token
	literal string // the whole pattern, if it has no special characters
}

type tokenKind uint8

const (
	oneByte  tokenKind = iota // one byte of a set
	anyBytes                  // "*": any number, no slash
	anyDirs                   // "**/": any number of directories
	anything                  // "**" at the end: any rest
)

type token struct {
	kind tokenKind
	set  *[256]bool
	char byte // instead of set
}

// parseGlob parses a pattern that has to match a whole path. A pattern with an unclosed bracket
// matches nothing.
func parseGlob(s string, foldCase bool) (glob, bool) {
	var g glob
	plain := true
	text := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '\\':
			if i++; i == len(s) {
				return g, false
			}
			g.addByte(s[i], foldCase)
			text = append(text, s[i])
		case '?':
			plain = false
			g.tokens = append(g.tokens, token{set: &allButSlash})
		case '[':
			plain = false
			set, size, ok := parseSet(s[i+1:], foldCase)
			if !ok {
				return g, false
			}
			g.tokens = append(g.tokens, token{set: set})
			i += size
		case '*':
			plain = false
			end := i
			for end < len(s) && s[end] == '*' {
				end++
			}
			// Git compares the text before the first special character literally, and treats the rest
			// as a pattern of its own.
			starts := s[max(i-1, 0)] == '/' || i == strings.IndexAny(s, `*?[\`)
			switch {
			case end-i >= 2 && starts && end == len(s):
				g.tokens = append(g.tokens, token{kind: anything})
			case end-i >= 2 && starts && s[end] == '/':
				g.tokens = append(g.tokens, token{kind: anyDirs})
				end++
			default:
				g.tokens = append(g.tokens, token{kind: anyBytes})
			}
			i = end - 1
		default:
			g.addByte(c, foldCase)
			text = append(text, c)
		}
	}
	if plain && !foldCase {
		g.literal = string(text)
	}
	return g, true
}

func (g *glob) addByte(c byte, foldCase bool) {
	if lower, upper := lowerByte(c), upperByte(c); foldCase && lower != upper {
		var either [256]bool
		either[lower], either[upper] = true, true
		g.tokens = append(g.tokens, token{set: &either})
		return
	}
	g.tokens = append(g.tokens, token{char: c})
}

func lowerByte(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

func upperByte(c byte) byte {
	if 'a' <= c && c <= 'z' {
		c -= 'a' - 'A'
	}
	return c
}

var allButSlash = func() (set [256]bool) {
	for c := range set {
		set[c] = c != '/'
	}
	return set
}()

// parseSet parses a set up to its bracket and returns the number of bytes parsed.
func parseSet(s string, foldCase bool) (*[256]bool, int, bool) {
	var set [256]bool
	i, negated := 0, false
	if i < len(s) && (s[i] == '!' || s[i] == '^') {
		negated = true
		i++
	}
	for first := true; ; first = false {
		if i >= len(s) {
			return nil, 0, false
		}
		if s[i] == ']' && !first {
			break
		}
		if members, size := charClass(s[i:]); size > 0 {
			for c := range set {
				set[c] = set[c] || members(byte(c))
			}
			i += size
			continue
		}
		from, size, ok := setByte(s[i:])
		if !ok {
			return nil, 0, false
		}
		i += size
		to := from
		if i+1 < len(s) && s[i] == '-' && s[i+1] != ']' {
			if to, size, ok = setByte(s[i+1:]); !ok {
				return nil, 0, false
			}
			i += 1 + size
		}
		for c := int(from); c <= int(to); c++ {
			set[c] = true
		}
	}
	if foldCase {
		for c := 'a'; c <= 'z'; c++ {
			either := set[c] || set[upperByte(byte(c))]
			set[c], set[upperByte(byte(c))] = either, either
		}
	}
	for c := range set {
		set[c] = set[c] != negated && c != '/'
	}
	return &set, i + 1, true
}

func setByte(s string) (c byte, size int, ok bool) {
	if s[0] != '\\' {
		return s[0], 1, true
	}
	if len(s) < 2 {
		return 0, 0, false
	}
	return s[1], 2, true
}

// charClass parses a class such as [:alpha:].
func charClass(s string) (func(byte) bool, int) {
	between := func(c, from, to byte) bool { return from <= c && c <= to }
	classes := map[string]func(c byte) bool{
		"[:alnum:]": func(c byte) bool { return between(lowerByte(c), 'a', 'z') || between(c, '0', '9') },
		"[:alpha:]": func(c byte) bool { return between(lowerByte(c), 'a', 'z') },
		"[:blank:]": func(c byte) bool { return c == ' ' || c == '\t' },
		"[:cntrl:]": func(c byte) bool { return c < ' ' || c == 0x7f },
		"[:digit:]": func(c byte) bool { return between(c, '0', '9') },
		"[:graph:]": func(c byte) bool { return between(c, '!', '~') },
		"[:lower:]": func(c byte) bool { return between(c, 'a', 'z') },
		"[:print:]": func(c byte) bool { return between(c, ' ', '~') },
		"[:punct:]": func(c byte) bool {
			return between(c, '!', '~') && !between(lowerByte(c), 'a', 'z') && !between(c, '0', '9')
		},
		"[:space:]":  func(c byte) bool { return c == ' ' || between(c, '\t', '\r') },
		"[:upper:]":  func(c byte) bool { return between(c, 'A', 'Z') },
		"[:xdigit:]": func(c byte) bool { return between(lowerByte(c), 'a', 'f') || between(c, '0', '9') },
	}
	for size := len("[:alnum:]"); size <= len("[:xdigit:]") && size <= len(s); size++ {
		if members := classes[s[:size]]; members != nil {
			return members, size
		}
	}
	return nil, 0
}

// match reports whether the pattern matches all of text. It takes the cost from work; with an
// empty budget nothing matches.
func (g *glob) match(text string, work *Budget) bool {
	if g.literal != "" {
		return g.literal == text
	}
	if !work.take(1 + len(g.tokens)/16) {
		return false
	}
	if t := g.tokens; len(t) > 0 && text != "" && (!t[0].mayBe(text[0]) || !t[len(t)-1].mayBe(text[len(text)-1])) {
		return false // the usual case
	}
	// Position 2i is before token i; 2i+1 is inside a token i of kind anyDirs, in the middle of
	// a directory name.
	end := 2 * len(g.tokens)
	at, next := make([]bool, end+1), make([]bool, end+1)
	at[0] = true
	from, to := 0, g.skipEmpty(at, 0, 0) // range of marked positions in at
	oldFrom, oldTo := 0, -1              // and in next
	for i := range len(text) {
		if from > to || !work.take(stepWork*(1+to-from)) {
			return false
		}
		clear(next[oldFrom : oldTo+1])
		low, high := 0, -1
		for p := from; p <= to && p < end; p++ {
			if at[p] {
				q := g.step(next, p, text[i])
				switch {
				case q < 0:
				case high < 0:
					low, high = q, q
				default:
					low, high = min(low, q), max(high, q)
				}
			}
		}
		if high >= 0 {
			high = g.skipEmpty(next, low, high)
		}
		at, next, oldFrom, oldTo, from, to = next, at, from, to, low, high
	}
	return from <= to && at[end]
}

// mayBe reports whether a byte can match at a token.
func (t *token) mayBe(c byte) bool { return t.kind != oneByte || t.fits(c) }

func (t *token) fits(c byte) bool { return t.set == nil && t.char == c || t.set != nil && t.set[c] }

// step marks and returns the position after one byte at position p, -1 for none.
func (g *glob) step(next []bool, p int, c byte) int {
	t := &g.tokens[p/2]
	switch {
	case t.kind == oneByte && t.fits(c):
		p += 2
	case t.kind == anyBytes && c != '/', t.kind == anything:
	case t.kind == anyDirs && c == '/':
		p &^= 1
	case t.kind == anyDirs:
		p |= 1
	default:
		return -1
	}
	next[p] = true
	return p
}

// skipEmpty marks the positions after tokens that may match nothing, from the first to the last
// marked position, and returns the new last one.
func (g *glob) skipEmpty(at []bool, first, last int) int {
	for i := first / 2; 2*i <= last && i < len(g.tokens); i++ {
		if at[2*i] && g.tokens[i].kind != oneByte {
			at[2*i+2] = true
			last = max(last, 2*i+2)
		}
	}
	return last
}

// A Budget bounds the work of matching all patterns of a work tree with all its paths.
type Budget struct{ Left int }

const (
	// MaxWork is the budget of one work tree, about a second. Most matches of a pattern and a path
	// fail at a cost of 1.
	MaxWork = 1 << 29
	// stepWork is the cost of checking one position in a pattern.
	stepWork = 3
)

func (b *Budget) take(n int) bool {
	if b.Left < n {
		b.Left = 0
		return false
	}
	b.Left -= n
	return true
}
