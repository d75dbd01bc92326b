package source

// A Reader splits the text of a macro into words: names, numbers, strings and punctuation.
type Reader struct {
	text []byte
	at   int
	Line int32 // from 0
}

// NewReader returns a Reader at the start of text.
func NewReader(text []byte) *Reader { return &Reader{text: text} }

// skip goes to the start of the next word.
func (r *Reader) skip() {
	for r.at < len(r.text) {
		c := r.text[r.at]
		switch {
		case c == '\n':
			r.Line++
			r.at++
		case c == ' ' || c == '\t' || c == '\r' || c == '\\':
			r.at++
		case c == '/' && r.at+1 < len(r.text) && r.text[r.at+1] == '*':
			r.at += 2
			for r.at < len(r.text) && !(r.text[r.at] == '*' && r.at+1 < len(r.text) && r.text[r.at+1] == '/') {
				if r.text[r.at] == '\n' {
					r.Line++
				}
				r.at++
			}
			r.at = min(r.at+2, len(r.text))
		default:
			return
		}
	}
}

// Peek returns the first byte of the next word, 0 at the end.
func (r *Reader) Peek() byte {
	c := *r
	c.skip()
	if c.at == len(c.text) {
		return 0
	}
	return c.text[c.at]
}

// Word returns the next word, "" at the end.
func (r *Reader) Word() string {
	r.skip()
	if r.at == len(r.text) {
		return ""
	}
	from := r.at
	c := r.text[r.at]
	r.at++
	switch {
	case IsWord(c):
		for r.at < len(r.text) && IsWord(r.text[r.at]) {
			r.at++
		}
	case c == '"' || c == '\'':
		for r.at < len(r.text) && r.text[r.at] != c && r.text[r.at] != '\n' {
			if r.text[r.at] == '\\' {
				r.at++
			}
			r.at++
		}
		r.at = min(r.at+1, len(r.text))
	case r.at < len(r.text) && (c == '-' && r.text[r.at] == '>' || c == ':' && r.text[r.at] == ':'):
		r.at++
	}
	return string(r.text[from:r.at])
}

// maxArguments is the maximum number of bytes read of the arguments of a macro.
const maxArguments = 4096

// Arguments returns the number of arguments in the brackets that follow.
func (r *Reader) Arguments() int {
	c := *r
	depth, count, some := 0, 0, false
	for word := c.Word(); word != "" && c.at < r.at+maxArguments; word = c.Word() {
		switch word {
		case "(", "[", "{":
			some = some || depth > 0
			depth++
			continue
		case ")", "]", "}":
			if depth--; depth == 0 {
				if some {
					count++
				}
				return count
			}
		case ",":
			if depth == 1 {
				count++
			}
		}
		some = true
	}
	return count
}

// IsName reports whether a name may begin with c.
func IsName(c byte) bool { return IsWord(c) && !(c >= '0' && c <= '9') }

// IsNumber reports whether a word is not a name: a number, a string or punctuation.
func IsNumber(word string) bool { return !IsName(word[0]) }

// IsKeyword reports whether a word is in keywords, so that it is not the name of a called function.
func IsKeyword(word string) bool { return keywords[word] }

// keywords are the words that may precede a bracket without being a call, and other words that are not
// names.
var keywords = map[string]bool{
	"if": true, "for": true, "while": true, "switch": true, "return": true, "sizeof": true, "alignof": true, "_Alignof": true,
	"typeof": true, "__typeof__": true, "__typeof": true, "decltype": true, "defined": true, "__attribute__": true, "__declspec": true,
	"__builtin_expect": true, "static_cast": true, "reinterpret_cast": true, "const_cast": true, "dynamic_cast": true,
	"noexcept": true, "alignas": true, "_Static_assert": true, "static_assert": true, "__asm__": true, "asm": true, "__asm": true, "catch": true,
	"offsetof": true, "_Pragma": true, "__pragma": true, "_Generic": true, "operator": true, "throw": true, "new": true, "delete": true,
	"int": true, "char": true, "void": true, "long": true, "short": true, "unsigned": true, "signed": true, "float": true, "double": true,
	"bool": true, "const": true, "static": true, "inline": true, "extern": true, "volatile": true, "struct": true, "union": true, "enum": true,
	"class": true, "typename": true, "template": true, "else": true, "do": true, "constexpr": true, "true": true, "false": true, "nullptr": true,
	"NULL": true, "this": true, "auto": true, "namespace": true, "using": true, "virtual": true, "public": true, "private": true, "protected": true,
	"case": true, "default": true, "break": true, "continue": true, "goto": true, "typedef": true, "register": true, "restrict": true,
}

// IsWord reports whether c may be part of a name.
func IsWord(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}
