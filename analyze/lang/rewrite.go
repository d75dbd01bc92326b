package lang

import "bytes"

// A Rewrite is a copy-on-write edit of a source for Language.Prepare.
type Rewrite struct {
	source, out []byte // out is nil until something is written
}

// NewRewrite returns a Rewrite without changes.
func NewRewrite(source []byte) Rewrite { return Rewrite{source: source} }

// Result returns the current source: the original where nothing was written.
func (r *Rewrite) Result() []byte {
	if r.out == nil {
		return r.source
	}
	return r.out
}

// At returns the current byte at an offset.
func (r *Rewrite) At(at int) byte { return r.Result()[at] }

// Set overwrites the bytes from offset at with text. Bytes beyond the end are appended.
func (r *Rewrite) Set(at int, text string) {
	r.own()
	n := copy(r.out[at:], text)
	r.out = append(r.out, text[n:]...)
}

// Blank writes spaces over the bytes in [from, to), except line ends.
func (r *Rewrite) Blank(from, to int) {
	r.own()
	for i := from; i < to; i++ {
		if r.out[i] != '\n' && r.out[i] != '\r' {
			r.out[i] = ' '
		}
	}
}

func (r *Rewrite) own() {
	if r.out == nil {
		r.out = bytes.Clone(r.source)
	}
}
