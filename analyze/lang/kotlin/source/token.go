package source

import (
	"bytes"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// A sort is what a token is.
type sort uint8

const (
	aName sort = iota
	aNumber
	aString
	aMark
)

// A token is a piece of source that is neither white space nor a comment.
type token struct {
	start, end int
	sort       sort
}

// longMarks are the marks of several characters that the rewriting tells apart.
var longMarks = [...]string{"->", "?.", "::", "?:", "!!", "+=", "-="}

// lex returns the tokens of a source. A string is one token, with what is inserted into it.
func lex(src []byte) []token {
	var out []token
	for at := 0; at < len(src); {
		c, start := src[at], at
		switch {
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			at++
			continue
		case c == '/' && at+1 < len(src) && (src[at+1] == '/' || src[at+1] == '*'):
			at = endOfComment(src, at)
			continue
		case c == '"' || c == '\'':
			at = endOfString(src, at)
			out = append(out, token{start, at, aString})
		case c == '`':
			for at++; at < len(src) && src[at] != '`' && src[at] != '\n'; at++ {
			}
			at = min(at+1, len(src))
			out = append(out, token{start, at, aName})
		case c >= '0' && c <= '9':
			at = lang.WordEnd(src, at)
			out = append(out, token{start, at, aNumber})
		case lang.IsWordByte(c):
			at = lang.WordEnd(src, at)
			out = append(out, token{start, at, aName})
		default:
			at++
			for _, mark := range longMarks {
				if bytes.HasPrefix(src[start:], []byte(mark)) {
					at = start + len(mark)
					break
				}
			}
			out = append(out, token{start, at, aMark})
		}
	}
	return out
}

// endOfComment returns the offset behind a comment. Those with stars nest.
func endOfComment(src []byte, at int) int {
	if src[at+1] == '/' {
		if n := bytes.IndexByte(src[at:], '\n'); n >= 0 {
			return at + n
		}
		return len(src)
	}
	depth := 0
	for at+1 < len(src) {
		switch {
		case src[at] == '/' && src[at+1] == '*':
			depth++
			at += 2
		case src[at] == '*' && src[at+1] == '/':
			depth--
			at += 2
		default:
			at++
		}
		if depth == 0 {
			return at
		}
	}
	return len(src)
}

// endOfString returns the offset behind a string or character.
func endOfString(src []byte, at int) int {
	quote := src[at : at+1]
	if bytes.HasPrefix(src[at:], rawQuotes) {
		quote = rawQuotes
	}
	for at += len(quote); at < len(src); {
		switch c := src[at]; {
		case bytes.HasPrefix(src[at:], quote):
			at += len(quote)
			for len(quote) == len(rawQuotes) && at < len(src) && src[at] == '"' {
				at++ // quotes at the end of the text
			}
			return at
		case c == '\\' && len(quote) == 1:
			at += 2
		case c == '\n' && len(quote) == 1:
			return at
		case c == '$' && at+1 < len(src) && src[at+1] == '{' && quote[0] == '"':
			at = endOfInsertion(src, at+2)
		default:
			at++
		}
	}
	return len(src)
}

// endOfInsertion returns the offset behind the brace that closes what is inserted into a string.
func endOfInsertion(src []byte, at int) int {
	for depth := 1; at < len(src) && depth > 0; {
		switch c := src[at]; {
		case c == '"' || c == '\'':
			at = endOfString(src, at)
			continue
		case c == '{':
			depth++
		case c == '}':
			depth--
		}
		at++
	}
	return at
}

// A rewriter rewrites what can be recognised by tokens.
type rewriter struct {
	lang.Rewrite
	src  []byte
	toks []token
	// pair is the counterpart of a bracket, and around the innermost bracket that is open at a token; -1 for none.
	pair, around []int32
}

func newRewriter(src []byte) *rewriter {
	r := &rewriter{Rewrite: lang.NewRewrite(src), src: src, toks: lex(src)}
	r.pair, r.around = make([]int32, len(r.toks)), make([]int32, len(r.toks))
	var open []int32
	for i, t := range r.toks {
		r.pair[i], r.around[i] = -1, -1
		if n := len(open) - 1; n >= 0 {
			r.around[i] = open[n]
		}
		if t.sort != aMark {
			continue
		}
		switch src[t.start] {
		case '(', '[', '{':
			open = append(open, int32(i))
		case ')', ']', '}':
			if n := len(open) - 1; n >= 0 {
				r.pair[i], r.pair[open[n]] = open[n], int32(i)
				open = open[:n]
			}
		}
	}
	return r
}

// text returns the source of token i, nil for none.
func (r *rewriter) text(i int) []byte {
	if i < 0 || i >= len(r.toks) {
		return nil
	}
	return r.src[r.toks[i].start:r.toks[i].end]
}

func (r *rewriter) is(i int, text string) bool { return string(r.text(i)) == text }

func (r *rewriter) isName(i int) bool { return i >= 0 && i < len(r.toks) && r.toks[i].sort == aName }

func (r *rewriter) isString(i int) bool {
	return i >= 0 && i < len(r.toks) && r.toks[i].sort == aString
}

// closing returns the token that closes bracket i, len(toks) for none.
func (r *rewriter) closing(i int) int {
	if i >= 0 && i < len(r.toks) && int(r.pair[i]) > i {
		return int(r.pair[i])
	}
	return len(r.toks)
}

// isNewLine reports whether a line ends between token i-1 and token i.
func (r *rewriter) isNewLine(i int) bool {
	if i <= 0 || i >= len(r.toks) {
		return true
	}
	return bytes.IndexByte(r.src[r.toks[i-1].end:r.toks[i].start], '\n') >= 0
}

// maxLook is the maximum number of tokens that are read to classify one.
const maxLook = 200

// angle returns the token behind the list of type arguments that token i opens, -1 if it opens none.
func (r *rewriter) angle(i int) int {
	depth := 0
	for end := min(len(r.toks), i+maxLook); i < end; i++ {
		switch text := string(r.text(i)); text {
		case "<":
			depth++
		case ">":
			if depth--; depth == 0 {
				return i + 1
			}
		case "(":
			i = r.closing(i)
		case ",", ".", "?", "?.", "*", "->", "&", "@":
		default:
			if !r.isName(i) {
				return -1
			}
		}
	}
	return -1
}

// opening returns the token that opens the list of type arguments that token i closes, -1 if it closes none.
func (r *rewriter) opening(i int) int {
	for k := i - 1; k >= 0 && k > i-maxLook; k-- {
		if r.is(k, "<") && r.angle(k) == i+1 {
			return k
		}
	}
	return -1
}
