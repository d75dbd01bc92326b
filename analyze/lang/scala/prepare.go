package scala

import (
	"bytes"
	"regexp"
)

// annotated is the header of a class whose constructor has an annotation: the
// grammar takes the parameters behind it for arguments of that.
var annotated = regexp.MustCompile(`class[ \t]+\w+(?:\[[^\]\n]*\])?[ \t\n]+(@\w+(?:\(\))?)[ \t\n]*(?:(?:private|protected)(?:\[\w+\])?[ \t\n]*)?\(`)

// prepare blanks out the annotations of constructors, byte for byte.
func prepare(src []byte) []byte {
	if !bytes.Contains(src, []byte{'@'}) {
		return src
	}
	out := src
	for _, m := range annotated.FindAllSubmatchIndex(src, -1) {
		if &out[0] == &src[0] {
			out = bytes.Clone(src)
		}
		for i := m[2]; i < m[3]; i++ {
			out[i] = ' '
		}
	}
	return out
}
