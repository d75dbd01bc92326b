package graph

import (
	"maps"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/codec"
)

func (c *coder) nodeFields(n *Node) {
	c.text(&n.ID)
	c.text((*string)(&n.Label))
	c.text(&n.Name)
	c.text(&n.Qualified)
	c.text(&n.Path)
	c.text(&n.Language)
	c.text(&n.Offered)
	c.node(&n.Parent)
	c.lines(n)
	signed, entry := c.Encoding && !n.Signature.empty(), n.Entry != nil
	unknown, built, decides := len(n.Unknown) > 0, n.Builds != 0, n.Decisions != 0
	hashed := n.SignatureHash != 0 || n.BodyHash != 0 || n.DocHash != 0 || n.Sketch != [8]uint32{}
	c.flags(&n.Exported, &n.Published, &n.Test, &n.Abstract, &n.Omittable, &n.Override, &n.Generated, &n.Optional, &signed, &entry, &hashed, &unknown, &built, &n.Partial, &decides, &n.Declared)
	if decides {
		c.int(&n.Decisions)
	}
	if built {
		c.Fixed((*uint64)(&n.Builds))
	}
	if entry {
		if !c.Encoding {
			n.Entry = &Entry{}
		}
		c.text(&n.Entry.Type)
		c.float(&n.Entry.Score)
	}
	if hashed {
		c.Fixed(&n.SignatureHash)
		c.Fixed(&n.BodyHash)
		c.Fixed(&n.DocHash)
		for i := 0; i < len(n.Sketch); i += 2 {
			pair := uint64(n.Sketch[i])<<32 | uint64(n.Sketch[i+1])
			if c.Fixed(&pair); !c.Encoding {
				n.Sketch[i], n.Sketch[i+1] = uint32(pair>>32), uint32(pair)
			}
		}
	}
	if signed {
		c.signature(&n.Signature)
	}
	if unknown {
		c.texts(&n.Unknown)
	}
}

// lines codes the lines of a node, most of them as the distance to the first.
func (c *coder) lines(n *Node) {
	c.int(&n.Start)
	for _, l := range []*int{&n.Line, &n.End, &n.SignatureEnd, &n.DocStart, &n.DocEnd} {
		c.distance(l, n.Start)
	}
}

func (s *Signature) empty() bool {
	return s.Text == "" && s.Params == nil && s.Results == 0 && s.Returns == nil && s.Throws == nil && s.TypeParams == nil && s.Decorators == nil &&
		s.Visibility == "" && s.Receiver == "" &&
		!(s.Async || s.AsyncWord || s.Generator || s.Static || s.Final || s.Nothing || s.ExactResults || s.NullAdvice || s.ExtraArguments || s.CountedArguments || s.Known || s.Untold || s.Extension)
}

func (c *coder) signature(s *Signature) {
	c.text(&s.Text)
	c.int(&s.Results)
	c.texts(&s.Returns)
	c.texts(&s.Throws)
	c.texts(&s.TypeParams)
	c.texts(&s.Decorators)
	c.text((*string)(&s.Visibility))
	c.text(&s.Receiver)
	c.flags(&s.Async, &s.AsyncWord, &s.Generator, &s.Static, &s.Final, &s.Nothing, &s.ExactResults, &s.NullAdvice, &s.Known, &s.ExtraArguments, &s.CountedArguments, &s.Untold, &s.Extension)
	n := len(s.Params)
	c.Length(&n, 1)
	if !c.Encoding && n > 0 {
		s.Params = take(c, &c.param, n)
	}
	for i := range s.Params {
		p := &s.Params[i]
		c.text(&p.Name)
		c.text(&p.Type)
		c.flags(&p.Optional, &p.Variadic, &p.Keywords, &p.KeywordOnly, &p.PositionalOnly)
	}
}

// rest codes the parts that are not symbols: unresolved uses, skipped files and the blocks of
// functions.
func (c *coder) rest(g *Graph) {
	codec.List(&c.Coder, &g.Unresolved, 1)
	for i := range g.Unresolved {
		u := &g.Unresolved[i]
		c.node(&u.Source)
		c.text(&u.Name)
		c.text(&u.Owner)
		c.text(&u.OfType)
		c.text(&u.Path)
		c.int(&u.Line)
		c.text((*string)(&u.Kind))
		c.confidence(&u.Confidence)
		c.int(&u.Rule)
		c.flags(&u.Behind, &u.Open, &u.Outside, &u.Void, &u.Traced)
		c.Fixed((*uint64)(&u.Builds))
	}
	codec.List(&c.Coder, &g.Builds, 1)
	for i := range g.Builds {
		b := &g.Builds[i]
		c.text(&b.OS)
		c.text(&b.Arch)
		c.text(&b.Tags)
		c.flags(&b.NoCgo)
	}
	codec.List(&c.Coder, &g.Lacks, 1)
	for i := range g.Lacks {
		l := &g.Lacks[i]
		c.text((*string)(&l.Form))
		c.node(&l.By)
		c.node(&l.Source)
		c.nodeList(&l.Members)
		c.flags(&l.OneOf)
		c.text(&l.Path)
		c.int(&l.Line)
		c.confidence(&l.Confidence)
		c.int(&l.Rule)
	}
	codec.List(&c.Coder, &g.Skips, 1)
	for i := range g.Skips {
		s := &g.Skips[i]
		c.text(&s.Path)
		c.int(&s.Line)
		c.int(&s.End)
		c.text((*string)(&s.Reason))
		c.text(&s.Message)
	}
	codec.List(&c.Coder, &g.Woven, 1)
	for i := range g.Woven {
		c.text(&g.Woven[i])
	}
	c.asked(&g.Asked)
	byPath(c, &g.Skipped, func(s, _ *Span) {
		c.int(&s.Start)
		c.int(&s.End)
	})
	byPath(c, &g.blocks, func(b, before *Block) {
		c.distance32(&b.Start, before.Start)
		c.distance32(&b.End, b.Start)
		c.flags(&b.Literal)
	})
	if !c.Encoding {
		for _, blocks := range g.blocks {
			nest(blocks)
		}
	}
}

func (c *coder) asked(asked *map[string]bool) {
	paths := slices.Sorted(maps.Keys(*asked))
	codec.List(&c.Coder, &paths, 2)
	if !c.Encoding {
		*asked = make(map[string]bool, len(paths))
	}
	for _, path := range paths {
		has := (*asked)[path]
		c.text(&path)
		if c.Bool(&has); !c.Encoding {
			(*asked)[path] = has
		}
	}
}

// byPath codes lists by path, in the order of the paths.
func byPath[T any](c *coder, of *map[string][]T, code func(v, before *T)) {
	paths := slices.Sorted(maps.Keys(*of))
	codec.List(&c.Coder, &paths, 1)
	if !c.Encoding {
		*of = make(map[string][]T, len(paths))
	}
	for _, path := range paths {
		c.text(&path)
		l := (*of)[path]
		codec.List(&c.Coder, &l, 1)
		var before T
		for i := range l {
			code(&l[i], &before)
			before = l[i]
		}
		if !c.Encoding {
			(*of)[path] = l
		}
	}
}
