// Package layout reads from the text of code what its form (package tree) does not have: white space, separators, directives
// of a preprocessor, await and types of literals.
//
// In: the source of a function. Out: texts to compare with those of another version.
package layout

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
)

// Joined returns code without white space, and without commas and semicolons that formatters add at the end
// of a list or of a line: those behind which something closes or a line ends, unless another separator or
// an opening bracket stands before them. A semicolon before a closing brace stays: it drops a result (Rust).
func Joined(code []byte) string {
	out := make([]byte, 0, len(code))
	for i, c := range code {
		if bytes.IndexByte([]byte(" \t\r\n"), c) >= 0 {
			continue
		}
		if c == ',' && len(out) > 0 && bytes.IndexByte([]byte(",([{"), out[len(out)-1]) < 0 {
			if rest := bytes.TrimLeft(code[i+1:], " \t\r\n"); len(rest) > 0 && bytes.IndexByte([]byte(")]}"), rest[0]) >= 0 {
				continue
			}
		}
		out = append(out, c)
	}
	return string(out)
}

// Unseparated returns code without commas and semicolons.
func Unseparated(code string) string { return strings.NewReplacer(",", "", ";", "").Replace(code) }

// Unseen returns what may be in code and not in its form: conditional directives, with their white space collapsed, each
// await, and the types of literals such as T{…} of Go.
func Unseen(code []byte) (out []string) {
	out = Directives(code)
	for line := range bytes.Lines(code) {
		for at := 0; ; {
			brace := bytes.IndexByte(line[at:], '{')
			if brace < 0 {
				break
			}
			before := line[:at+brace]
			typ := before[bytes.LastIndexFunc(before, func(r rune) bool { return r != '.' && r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })+1:]
			if t := strings.TrimLeft(string(typ), "."); t != "" && t != "interface" && t != "any" { // these two are one type
				out = append(out, t)
			}
			at += brace + 1
		}
		for range bytes.Count(line, []byte("await ")) {
			out = append(out, "await")
		}
	}
	return out
}

// Directives returns the conditional directives of a preprocessor in code, with their white space collapsed.
func Directives(code []byte) (out []string) {
	for line := range bytes.Lines(code) {
		if rest, ok := bytes.CutPrefix(bytes.TrimSpace(line), []byte("#")); ok {
			words := strings.Fields(string(rest))
			if len(words) > 0 && slices.Contains([]string{"if", "ifdef", "ifndef", "elif", "elseif", "else", "endif"}, words[0]) {
				out = append(out, strings.Join(words, " "))
			}
		}
	}
	return out
}

// Hides reports whether the conditional directives of two versions differ and the second one has more of them than the
// branches of its form.
func Hides(was, is []byte, branches int) bool {
	before, now := Directives(was), Directives(is)
	for _, d := range now {
		if strings.HasPrefix(d, "if") {
			branches--
		}
	}
	return branches < 0 && !slices.Equal(before, now)
}
