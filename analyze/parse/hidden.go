package parse

import (
	"bytes"
	"hash/fnv"
	"math/bits"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// hashHidden adds text that Language.Prepare removed or replaced to the BodyHash of the
// definitions around it: the tree has no tokens for it, and an edit of it is more than layout.
// Comments do not count, nor does a comma before a closing bracket. Text on lines without a
// definition counts for a definition that begins on the next line with code.
func hashHidden(f *facts.File, src, prepared []byte) {
	if len(f.Defs) == 0 {
		return
	}
	line := int32(1)
	for k, end := 0, min(len(src), len(prepared)); k < end; {
		if src[k] == '\n' {
			line++
		}
		if src[k] == prepared[k] || isSpace(src[k]) || src[k] == ',' && closes(src[k+1:]) {
			k++
			continue
		}
		if n := commentLength(src[k:]); n > 0 {
			line += int32(bytes.Count(src[k:k+n], []byte{'\n'}))
			k += n
			continue
		}
		word := k
		for k++; k < end && src[k] != prepared[k] && isWord(src[k-1]) && isWord(src[k]); k++ {
		}
		if !addHidden(f, line, src[word:k]) {
			rest := prepared[k:]
			gap := len(rest) - len(bytes.TrimLeft(rest, " \t\r\n\f\v"))
			addHidden(f, line+int32(bytes.Count(rest[:gap], []byte{'\n'})), src[word:k])
		}
	}
}

// closes reports whether text begins with a closing bracket, behind white space and comments.
func closes(text []byte) bool {
	for len(text) > 0 {
		switch n := commentLength(text); {
		case n > 0:
			text = text[n:]
		case isSpace(text[0]):
			text = text[1:]
		default:
			return text[0] == ')' || text[0] == ']' || text[0] == '}'
		}
	}
	return false
}

// commentLength returns the length of the comment at the start of text, 0 for none.
func commentLength(text []byte) int {
	end, n := "", 0
	switch {
	case bytes.HasPrefix(text, []byte("//")):
		end = "\n"
	case bytes.HasPrefix(text, []byte("/*")):
		end, n = "*/", 2
	default:
		return 0
	}
	if i := bytes.Index(text[n:], []byte(end)); i >= 0 {
		if n > 0 {
			i += len(end)
		}
		return n + i
	}
	return len(text)
}

// isWord reports whether c may be part of a name or number. Any other byte is a word of its own.
func isWord(c byte) bool {
	return c == '_' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// addHidden adds a word to the BodyHash of the innermost definitions on a line, and
// reports whether there are any.
func addHidden(f *facts.File, line int32, word []byte) bool {
	outer := make(map[facts.DefID]bool)
	var on []facts.DefID
	for i := range f.Defs {
		if d := &f.Defs[i]; d.Start <= line && line <= d.End {
			on = append(on, facts.DefID(i))
			outer[d.Parent] = true
		}
	}
	h := fnv.New64a()
	h.Write(word)
	for _, i := range on {
		if d := &f.Defs[i]; !outer[i] {
			d.BodyHash = bits.RotateLeft64(d.BodyHash, 5) ^ h.Sum64()
		}
	}
	return len(on) > 0
}
