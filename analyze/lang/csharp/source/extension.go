package source

import (
	"bytes"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// ExtensionBlock is the name that an extension block has in the rewritten source, where it is a record: as long as the word
// extension, with the word record before it.
const ExtensionBlock = "_e"

const extensionWord = "extension"

// newer takes in a word, from start on, of syntax that the grammar does not know.
func (p *preparer) newer(word string, start int) {
	switch word {
	case extensionWord:
		p.extension(start)
	case "partial": // stands before ref in the grammar
		if before := "ref "; bytes.HasSuffix(p.src[:start], []byte(before)) && p.word == "ref" {
			p.out.Set(start-len(before), word+" ref")
		}
	case "params":
		p.paramsOf()
	}
}

// collections are the types, other than arrays, of which a parameter takes any number of values.
var collections = [...]string{"ReadOnlySpan<", "Span<", "IEnumerable<", "IReadOnlyList<", "IReadOnlyCollection<", "IList<", "ICollection<", "List<"}

// paramsOf makes an array of the collection behind the word params.
func (p *preparer) paramsOf() {
	at := p.i
	for at < len(p.src) && isSpace(p.src[at]) {
		at++
	}
	for _, c := range collections {
		if !bytes.HasPrefix(p.src[at:], []byte(c)) {
			continue
		}
		depth := 1
		for k := at + len(c); k < len(p.src) && p.src[k] != '(' && p.src[k] != ';'; k++ {
			switch p.src[k] {
			case '<':
				depth++
			case '>':
				depth--
			}
			if depth == 0 {
				element := string(p.src[at+len(c) : k])
				p.out.Blank(at, k+1)
				p.out.Set(at, element+"[]")
				return
			}
		}
		return
	}
}

// extension makes a record of an extension block, extension(T receiver) { … }, whose word ends here.
func (p *preparer) extension(start int) {
	switch p.last {
	case '{', '}', ';', ']':
	default:
		return
	}
	rest := bytes.TrimLeft(p.src[p.i:], " \t\r\n")
	if len(rest) > 0 && rest[0] == '<' {
		end := bytes.IndexByte(rest, '>')
		if end < 0 || bytes.ContainsAny(rest[:end], "(){};") {
			return
		}
		rest = bytes.TrimLeft(rest[end+1:], " \t\r\n")
	}
	if len(rest) == 0 || rest[0] != '(' {
		return
	}
	end := bytes.IndexByte(rest, ')')
	if end < 0 || bytes.ContainsAny(rest[1:end], "(){};=") || !hasName(rest[1:end]) {
		return
	}
	if rest = bytes.TrimLeft(rest[end+1:], " \t\r\n"); len(rest) > 0 && (rest[0] == '{' || bytes.HasPrefix(rest, []byte("where "))) {
		p.out.Set(start, "record "+ExtensionBlock)
	}
}

// hasName reports whether a parameter has a name behind its type.
func hasName(parameter []byte) bool {
	parameter = bytes.TrimRight(parameter, " \t\r\n")
	at := len(parameter)
	for at > 0 && lang.IsWordByte(parameter[at-1]) {
		at--
	}
	return at < len(parameter) && len(bytes.TrimSpace(parameter[:at])) > 0 && isSpace(parameter[at-1])
}
