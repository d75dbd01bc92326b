package lang

import "bytes"

// A Rewrite is what Language.Prepare makes of a source, which itself is never changed.
type Rewrite struct {
	source, out []byte // out is nil as long as nothing is written
}

// NewRewrite returns a Rewrite in which nothing is changed yet.
func NewRewrite(source []byte) Rewrite { return Rewrite{source: source} }

// Result returns the source as it is now: itself where nothing was written.
func (r *Rewrite) Result() []byte {
	if r.out == nil {
		return r.source
	}
	return r.out
}

// Set writes text over the bytes at a place. What reaches beyond the end is added there.
func (r *Rewrite) Set(at int, text string) {
	r.own()
	n := copy(r.out[at:], text)
	r.out = append(r.out, text[n:]...)
}

// Blank writes spaces over everything but line ends from one byte to before another.
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
