package source

import "bytes"

// signs are texts that occur only in C++. A match in a comment does no harm: the C++ grammar parses
// nearly all of C.
var signs = [][]byte{[]byte("class "), []byte("namespace "), []byte("template"), []byte("::"), []byte("public:"), []byte("private:"),
	[]byte("virtual "), []byte("operator"), []byte("constexpr"), []byte("nullptr"), []byte("typename ")}

// IsCPP reports whether a header is C++: a line of code contains one of signs, outside the parts that
// are for C++ compilers only.
func IsCPP(src []byte) bool {
	inComment, inDirective, guarded := false, false, 0
	for line := range bytes.Lines(src) {
		line = bytes.TrimSpace(line)
		if inDirective {
			inDirective = bytes.HasSuffix(line, []byte(`\`))
			continue
		}
		if inComment {
			if i := bytes.Index(line, []byte("*/")); i >= 0 {
				inComment, line = false, line[i+2:]
			} else {
				continue
			}
		}
		if i := bytes.Index(line, []byte("//")); i >= 0 {
			line = line[:i]
		}
		if i := bytes.Index(line, []byte("/*")); i >= 0 {
			inComment = !bytes.Contains(line[i:], []byte("*/"))
			line = line[:i]
		}
		if len(line) > 0 && line[0] == '#' {
			inDirective = line[len(line)-1] == '\\'
			directive := bytes.TrimSpace(line[1:])
			switch {
			case bytes.HasPrefix(directive, []byte("if")):
				if guarded > 0 || bytes.Contains(directive, []byte("__cplusplus")) && !bytes.HasPrefix(directive, []byte("ifndef")) {
					guarded++
				}
			case bytes.HasPrefix(directive, []byte("endif")) && guarded > 0:
				guarded--
			}
			continue
		}
		if guarded > 0 {
			continue
		}
		for _, s := range signs {
			if i := bytes.Index(line, s); i >= 0 && (i == 0 || !IsWord(line[i-1]) || !IsWord(s[0])) && !quoted(line, i) {
				return true
			}
		}
	}
	return false
}

// quoted reports whether byte i of a line is inside a string.
func quoted(line []byte, i int) bool { return bytes.Count(line[:i], []byte{'"'})%2 == 1 }
