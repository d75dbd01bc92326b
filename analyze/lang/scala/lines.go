package scala

import (
	"bytes"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

var (
	// emptyFunction is a function literal with no body, insertedExtension a use of the name extension in
	// an interpolated string: what is rewritten is in brackets.
	emptyFunction     = lazyregexp.New(`\{ (?:\w+|\([\w, ]*\)) =>( )\}`)
	insertedExtension = lazyregexp.New(`\$\{extensio(n)\W`)
)

// rewriteLines rewrites syntax of one line that the grammar does not know. Length and lines stay as they
// are.
//
//   - = at the start of a line goes to the line before, where no statement can end: newlines before a
//     token that begins no statement separate nothing
//   - strings in the braces of an interpolated string become numbers
//   - the name extension there, which the grammar takes for the keyword, becomes one without a meaning
//   - a function literal without a body gives a number
func rewriteLines(src []byte) []byte {
	out := lang.NewRewrite(src)
	start := 0
	var before []byte
	for line := range bytes.Lines(src) {
		text := bytes.TrimSpace(line)
		comment := bytes.Index(before, []byte("//"))
		if bytes.HasPrefix(text, []byte("= ")) && len(before) > 0 && (comment < 0 || comment > 0 && bytes.IndexByte(before, '"') < 0) && src[start-1] == '\n' {
			if comment > 0 {
				out.Blank(start-1-len(before)+comment, start-1)
			}
			out.Set(start-1, " ")
			out.Set(start+bytes.IndexByte(line, '=')+1, "\n")
		}
		for _, m := range emptyFunction.FindAllSubmatchIndex(line, -1) {
			out.Set(start+m[2], "0")
		}
		for _, m := range insertedExtension.FindAllSubmatchIndex(line, -1) {
			out.Set(start+m[2], "_")
		}
		if i := bytes.Index(line, []byte("${")); i > 0 && !bytes.Contains(line, []byte(`"""`)) {
			blankNested(&out, line, start)
		}
		before = text
		start += len(line)
	}
	return out.Result()
}

// blankNested writes digits for the strings in the braces of the interpolated strings of a line.
func blankNested(out *lang.Rewrite, line []byte, start int) {
	for i := 1; i < len(line); i++ {
		if line[i] != '"' {
			continue
		}
		if !lang.IsWordByte(line[i-1]) {
			i = endOfString(line, i)
			continue
		}
		for i++; i < len(line) && line[i] != '"'; i++ {
			switch {
			case line[i] == '\\':
				i++
			case bytes.HasPrefix(line[i:], []byte("${")):
				i = blankBraces(out, line, i+2, start)
			}
		}
	}
}

// blankBraces writes digits for the strings before the brace that closes at; it returns where that is.
func blankBraces(out *lang.Rewrite, line []byte, at, start int) int {
	for depth := 1; at < len(line); at++ {
		switch line[at] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return at
			}
		case '"':
			end := endOfString(line, at)
			if end == len(line) {
				return end // the string that is interpolated ends here
			}
			if !lang.IsWordByte(line[at-1]) {
				out.Set(start+at, string(bytes.Repeat([]byte{'1'}, end+1-at)))
			}
			at = end
		}
	}
	return at
}

// endOfString returns where the string that begins at ends, the length of the line where it does not.
func endOfString(line []byte, at int) int {
	for at++; at < len(line) && line[at] != '"'; at++ {
		if line[at] == '\\' {
			at++
		}
	}
	return min(at, len(line))
}
