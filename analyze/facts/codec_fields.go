package facts

import "github.com/nexus-ci/nexus-ci/analyze/codec"

// The minimum size of an element in bytes. It limits the memory that a corrupt length can
// request to a multiple of the length of the data.
const (
	leastDef       = 11
	leastType      = 3
	leastExpr      = 3
	leastVar       = 5
	leastImport    = 6
	leastExport    = 7
	leastArg       = 2
	leastParam     = 3
	leastTypeParam = 3
	leastExtension = 3
	leastBlock     = 3
	leastTerm      = 3
	leastClosure   = 2
)

// outline codes what DecodeOutline returns.
func (c *coder) outline(f *File) {
	c.string(&f.Language)
	c.string(&f.Package)
	c.string(&f.Constraint)
	c.number(&f.Lines, 0)
	m := c.mask(f.Generated, f.Minified, f.Manifest != nil, f.ExportList != nil, f.DynamicNames)
	if !c.Encoding {
		f.Generated, f.Minified, f.DynamicNames = m&1 != 0, m&2 != 0, m&16 != 0
		if m&4 != 0 {
			f.Manifest = &Manifest{}
		}
		if m&8 != 0 {
			f.ExportList = []string{}
		}
	}
	if f.Manifest != nil {
		c.manifest(f.Manifest)
	}
	c.stringList(&f.ExportList)
	codec.List(&c.Coder, &f.Imports, leastImport)
	for i := range f.Imports {
		c.importOf(&f.Imports[i])
	}
	codec.List(&c.Coder, &f.Problems, 4)
	for i := range f.Problems {
		small(c, &f.Problems[i].Kind)
		c.number(&f.Problems[i].Line, 0)
		c.number(&f.Problems[i].End, 0)
		c.string(&f.Problems[i].Message)
	}
}

func (c *coder) file(f *File) {
	codec.List(&c.Coder, &f.Defs, leastDef)
	for i := range f.Defs {
		c.def(&f.Defs[i], i)
	}
	codec.List(&c.Coder, &f.Types, leastType)
	for i := range f.Types {
		c.typ(&f.Types[i], i)
	}
	c.line = 0
	codec.List(&c.Coder, &f.Vars, leastVar)
	for i := range f.Vars {
		c.variable(&f.Vars[i])
	}
	codec.List(&c.Coder, &f.Exports, leastExport)
	for i := range f.Exports {
		c.export(&f.Exports[i])
	}
	codec.List(&c.Coder, &f.Extensions, leastExtension)
	for i := range f.Extensions {
		x := &f.Extensions[i]
		c.id(&x.Of)
		c.ids(&x.Bases)
		c.lineAt(&x.Line)
		c.stringList(&x.Members)
		if m := c.mask(x.Whole); !c.Encoding {
			x.Whole = m&1 != 0
		}
	}
	c.places(f)
}

func (c *coder) places(f *File) {
	c.Fixed(&f.TopHash)
	c.Fixed(&f.Directives)
	c.line = 0
	codec.List(&c.Coder, &f.Decisions, 1)
	for i := range f.Decisions {
		c.lineAt(&f.Decisions[i])
	}
	c.line = 0
	codec.List(&c.Coder, &f.Code, 2)
	for i := range f.Code {
		c.lineAt(&f.Code[i].Start)
		c.lineAt(&f.Code[i].End)
	}
	c.at = 0
	codec.List(&c.Coder, &f.Blocks, leastBlock)
	for i := range f.Blocks {
		b := &f.Blocks[i]
		c.number(&b.Start, c.at)
		c.number(&b.End, b.Start)
		if m := c.mask(b.Literal); !c.Encoding {
			b.Literal = m&1 != 0
		}
		c.at = b.Start
	}
}

func (c *coder) def(d *Def, i int) {
	if !c.Encoding {
		*d = Def{Parent: None, Receiver: None, Owner: None, Type: None}
	}
	small(c, &d.Kind)
	flags := uint64(d.Flags)
	if c.Uint(&flags); !c.Encoding {
		d.Flags = DefFlags(flags)
	}
	c.string(&d.Name)
	c.before(&d.Parent, i)
	c.lineAt(&d.Start)
	c.number(&d.Line, d.Start)
	c.number(&d.SignatureEnd, d.Line)
	c.number(&d.End, d.SignatureEnd)
	c.string(&d.Signature)
	m := c.mask(d.Receiver != None || d.Owner != None || len(d.TypeParams) > 0, d.DocStart != 0 || d.DocEnd != 0, d.Type != None,
		len(d.Params) > 0 || len(d.Results) > 0 || len(d.Returns) > 0 || len(d.Throws) > 0, len(d.Values) > 0,
		len(d.Extends) > 0 || len(d.Implements) > 0 || len(d.Embeds) > 0 || len(d.Extended) > 0, len(d.Decorators) > 0, d.Sketch != Sketch{})
	if m&1 != 0 {
		c.id(&d.Receiver)
		c.id(&d.Owner)
		c.typeParams(&d.TypeParams)
	}
	if m&2 != 0 {
		c.number(&d.DocStart, d.Start)
		c.number(&d.DocEnd, d.DocStart)
	}
	if m&4 != 0 {
		c.id(&d.Type)
	}
	if m&8 != 0 {
		c.params(&d.Params)
		c.ids(&d.Results)
		c.stringList(&d.Returns)
		c.stringList(&d.Throws)
	}
	if m&16 != 0 {
		c.ids(&d.Values)
	}
	if m&32 != 0 {
		c.ids(&d.Extends)
		c.ids(&d.Implements)
		c.ids(&d.Embeds)
		c.ids(&d.Extended)
	}
	if m&64 != 0 {
		c.ids(&d.Decorators)
	}
	if m&128 != 0 {
		c.sketch(&d.Sketch)
	}
	c.hashes(d)
}

func (c *coder) hashes(d *Def) {
	m := c.mask(d.SignatureHash != 0, d.BodyHash != 0, d.DocHash != 0)
	if m&1 != 0 {
		c.Fixed(&d.SignatureHash)
	}
	if m&2 != 0 {
		c.Fixed(&d.BodyHash)
	}
	if m&4 != 0 {
		c.Fixed(&d.DocHash)
	}
}

func (c *coder) sketch(s *Sketch) {
	for i := 0; i < len(s); i += 2 {
		pair := uint64(s[i]) | uint64(s[i+1])<<32
		if c.Fixed(&pair); !c.Encoding {
			s[i], s[i+1] = uint32(pair), uint32(pair>>32)
		}
	}
}

func (c *coder) typeParams(l *[]TypeParam) {
	c.room.typeParams.take(c, l)
	for i := range *l {
		p := &(*l)[i]
		c.string(&p.Name)
		c.id(&p.Bound)
		c.string(&p.Written)
	}
}

func (c *coder) params(l *[]Param) {
	c.room.params.take(c, l)
	for i := range *l {
		p := &(*l)[i]
		m := c.mask(p.Optional, p.Variadic, p.Keywords, p.KeywordOnly, p.PositionalOnly, p.Written != "")
		if !c.Encoding {
			p.Optional, p.Variadic, p.Keywords, p.KeywordOnly, p.PositionalOnly = m&1 != 0, m&2 != 0, m&4 != 0, m&8 != 0, m&16 != 0
		}
		c.string(&p.Name)
		c.id(&p.Type)
		if m&32 != 0 {
			c.string(&p.Written)
		}
	}
}

func (c *coder) typ(t *Type, i int) {
	if !c.Encoding {
		*t = Type{X: None, Def: None, In: None}
	}
	small(c, &t.Kind)
	m := c.mask(t.Name != "", t.Qualifier != "", len(t.Args) > 0, t.N != 0, t.X != None, t.Def != None, t.In != None, t.Spoken)
	if m&1 != 0 {
		c.string(&t.Name)
	}
	if m&2 != 0 {
		c.string(&t.Qualifier)
	}
	if m&4 != 0 {
		c.room.ids.take(c, &t.Args)
		for j := range t.Args {
			c.before(&t.Args[j], i)
		}
	}
	if m&8 != 0 {
		c.number(&t.N, 0)
	}
	if m&16 != 0 {
		c.id(&t.X)
	}
	if m&32 != 0 {
		c.id(&t.Def)
	}
	if m&64 != 0 {
		c.id(&t.In)
	}
	t.Spoken = m&128 != 0
	c.lineAt(&t.Line)
}

// closures codes the function literals, which are sorted.
func (c *coder) closures(list *[]Closure) {
	codec.List(&c.Coder, list, leastClosure)
	last := int32(0)
	for i := range *list {
		l := &(*list)[i]
		c.number(&l.x, last)
		last = l.x
		m := c.mask(l.Def != None, l.Type != None, l.Returns)
		if l.Returns = m&4 != 0; !c.Encoding {
			l.Def, l.Type = None, None
		}
		if m&1 != 0 {
			c.id(&l.Def)
		}
		if m&2 != 0 {
			c.id(&l.Type)
		}
	}
}

// expressions codes the expressions with the strings that only they have.
func (c *coder) expressions(list []Expr) {
	c.added(list)
	if c.Encoding {
		for i := range list {
			c.given.n += len(list[i].Args)
		}
	}
	c.given.code(c, leastArg)
	c.line, c.at = 0, 0
	in := int32(None)
	for i := range list {
		c.expr(&list[i], i, &in)
	}
}

// expr codes an expression; in is the definition around the previous one.
func (c *coder) expr(e *Expr, i int, in *int32) {
	if !c.Encoding {
		*e = Expr{X: None, Ref: None, Type: None, In: *in}
	}
	small(c, &e.Kind)
	m := c.mask(e.Name != "", e.X != None, len(e.Args) > 0, e.In != *in, e.Flags != 0 || e.At != 0, e.Ref != None, e.Type != None, e.N != 0)
	if m&1 != 0 {
		c.string(&e.Name)
	}
	if m&2 != 0 {
		c.before(&e.X, i)
	}
	if m&4 != 0 {
		c.args(&e.Args, i)
	}
	if m&8 != 0 {
		c.id(&e.In)
		*in = e.In
	}
	if m&16 != 0 {
		flags := uint64(e.Flags)
		c.Uint(&flags)
		e.Flags = ExprFlags(flags)
		c.place(&e.At)
	}
	if m&32 != 0 {
		c.id(&e.Ref)
	}
	if m&64 != 0 {
		c.id(&e.Type)
	}
	if m&128 != 0 {
		c.number(&e.N, 0)
	}
	c.lineAt(&e.Line)
}

func (c *coder) args(l *[]Arg, i int) {
	c.given.take(c, l)
	for j := range *l {
		a := &(*l)[j]
		c.before(&a.X, i)
		m := c.mask(a.Keyword != "", a.Spread, a.DoubleSpread, a.Trailing, a.Line != 0)
		if !c.Encoding {
			a.Spread, a.DoubleSpread, a.Trailing = m&2 != 0, m&4 != 0, m&8 != 0
		}
		if m&1 != 0 {
			c.string(&a.Keyword)
		}
		if m&16 != 0 {
			c.number(&a.Line, c.line)
		}
	}
}

func (c *coder) variable(v *Var) {
	if !c.Encoding {
		*v = Var{Def: None, Import: None, Func: None, Type: None}
	}
	small(c, &v.Kind)
	m := c.mask(v.Index != 0, v.Def != None, v.Import != None, v.Type != None, len(v.Values) > 0, v.Func != None)
	c.string(&v.Name)
	c.id(&v.In)
	if m&1 != 0 {
		c.number(&v.Index, 0)
	}
	if m&2 != 0 {
		c.id(&v.Def)
	}
	if m&4 != 0 {
		c.id(&v.Import)
	}
	if m&8 != 0 {
		c.id(&v.Type)
	}
	if m&16 != 0 {
		c.ids(&v.Values)
	}
	if m&32 != 0 {
		c.id(&v.Func)
	}
	c.lineAt(&v.Line)
}

func (c *coder) terms(f *File) {
	codec.List(&c.Coder, &f.Terms, leastTerm)
	line := int32(0)
	for i := range f.Terms {
		t := &f.Terms[i]
		small(c, &t.Kind)
		c.string(&t.Name)
		c.number(&t.Line, line)
		line = t.Line
	}
}

func (c *coder) importOf(i *Import) {
	c.string(&i.Source)
	c.string(&i.Name)
	c.string(&i.Alias)
	c.id(&i.In)
	c.lineAt(&i.Line)
	flags := uint64(i.Flags)
	if c.Uint(&flags); !c.Encoding {
		i.Flags = ImportFlags(flags)
	}
}

func (c *coder) export(e *Export) {
	c.string(&e.Name)
	c.string(&e.Local)
	c.string(&e.Source)
	c.string(&e.SourceName)
	c.id(&e.X)
	c.id(&e.Def)
	c.lineAt(&e.Line)
}

func (c *coder) manifest(m *Manifest) {
	c.string(&m.Module)
	c.string(&m.Extends)
	c.stringList(&m.Members)
	c.stringList(&m.Roots)
	c.stringList(&m.Takes)
	c.stringList(&m.Entries)
	for _, l := range []*[]Mapping{&m.Replaces, &m.Exports, &m.Imports} {
		codec.List(&c.Coder, l, 2)
		for i := range *l {
			c.string(&(*l)[i].From)
			c.stringList(&(*l)[i].To)
		}
	}
	codec.List(&c.Coder, &m.Offers, 3)
	for i := range m.Offers {
		o := &m.Offers[i]
		c.string(&o.Dir)
		small(c, &o.Says)
		if mask := c.mask(o.Inner); !c.Encoding {
			o.Inner = mask&1 != 0
		}
	}
}
