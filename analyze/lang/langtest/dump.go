package langtest

import (
	"fmt"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// Dump writes facts for people to read, one fact a line:
//
//	def   L3-5 Method Context.Next [Exported Pointer] …
//	call  L4 in=Context.Next  %c.handlers[](%c)
//
// Local variables carry a %. Calls are listed each, other expressions only where
// no larger one holds them. Hashes are not written out, only which there are: S,
// B and D for signature, body and documentation, K for the sketch.
func Dump(f *facts.File) string {
	d := dumper{File: f}
	d.head()
	for i := range f.Imports {
		d.importLine(&f.Imports[i])
	}
	for i := range f.Exports {
		d.exportLine(&f.Exports[i])
	}
	for i := range f.Extensions {
		x := &f.Extensions[i]
		d.line("extension L%d %s: %s", x.Line, d.typ(x.Of), d.types(x.Bases))
	}
	for i := range f.Defs {
		d.def(int32(i))
	}
	for i := range f.Vars {
		d.variable(&f.Vars[i])
	}
	d.exprs()
	d.looseTypes()
	d.manifest()
	for _, p := range f.Problems {
		d.line("problem L%d %s %s", p.Line, problemNames.of(p.Kind), p.Message)
	}
	return d.out.String()
}

type dumper struct {
	*facts.File
	out strings.Builder
}

func (d *dumper) line(format string, args ...any) {
	d.out.WriteString(strings.TrimRight(fmt.Sprintf(format, args...), " "))
	d.out.WriteByte('\n')
}

func (d *dumper) head() {
	var b strings.Builder
	fmt.Fprintf(&b, "file  %s %d lines", d.Language, d.Lines)
	if d.Package != "" {
		fmt.Fprintf(&b, " package=%s", d.Package)
	}
	if d.Constraint != "" {
		fmt.Fprintf(&b, " constraint=%q", d.Constraint)
	}
	if d.Generated {
		b.WriteString(" generated")
	}
	if d.Minified {
		b.WriteString(" minified")
	}
	if d.DynamicNames {
		b.WriteString(" dynamic-names")
	}
	d.line("%s", b.String())
	if d.ExportList != nil {
		d.line("all   %s", strings.Join(d.ExportList, " "))
	}
	if len(d.Code) > 0 {
		b.Reset()
		for _, s := range d.Code {
			fmt.Fprintf(&b, " %s", lines(s.Start, s.End))
		}
		d.line("code %s", b.String())
	}
	if len(d.Decisions) > 0 {
		d.line("decisions %s", strings.Trim(fmt.Sprint(d.Decisions), "[]"))
	}
}

func lines(start, end int32) string {
	if start == end {
		return fmt.Sprintf("L%d", start)
	}
	return fmt.Sprintf("L%d-%d", start, end)
}

// in returns " in=path" of a definition, "" for file level.
func (d *dumper) in(id facts.DefID) string {
	if id == facts.None {
		return ""
	}
	return " in=" + d.path(id)
}

// path returns the dotted names of a definition and those around it.
func (d *dumper) path(id facts.DefID) string {
	if id == facts.None {
		return "-"
	}
	def := &d.Defs[id]
	name := def.Name
	if name == "" {
		name = fmt.Sprintf("#%d", id)
	}
	if def.Receiver != facts.None {
		name = strings.TrimLeft(d.typ(def.Receiver), "*") + "." + name
	}
	if def.Parent != facts.None {
		name = d.path(def.Parent) + "." + name
	}
	return name
}

func (d *dumper) importLine(i *facts.Import) {
	name := i.Name
	if name == "" {
		name = "(module)"
	}
	if i.Alias != "" {
		name += " as " + i.Alias
	}
	d.line("import L%d%s %s from %q%s", i.Line, d.in(i.In), name, i.Source, importFlags.of(uint64(i.Flags)))
}

func (d *dumper) exportLine(e *facts.Export) {
	var b strings.Builder
	fmt.Fprintf(&b, "export L%d %s", e.Line, e.Name)
	if e.Local != "" {
		fmt.Fprintf(&b, " local=%s", e.Local)
	}
	if e.Source != "" {
		fmt.Fprintf(&b, " from %q %s", e.Source, e.SourceName)
	}
	if e.Def != facts.None {
		fmt.Fprintf(&b, " def=%s", d.path(e.Def))
	}
	if e.X != facts.None {
		fmt.Fprintf(&b, " = %s", d.expr(e.X))
	}
	d.line("%s", b.String())
}

func (d *dumper) def(id int32) {
	def := &d.Defs[id]
	var b strings.Builder
	fmt.Fprintf(&b, "def   %s %s %s%s", lines(def.Start, def.End), defNames.of(def.Kind), d.path(id), defFlags.of(uint64(def.Flags)))
	if def.Line != def.Start {
		fmt.Fprintf(&b, " name=L%d", def.Line)
	}
	if def.SignatureEnd != def.End {
		fmt.Fprintf(&b, " head..L%d", def.SignatureEnd)
	}
	if def.DocStart != 0 {
		fmt.Fprintf(&b, " doc=%s", lines(def.DocStart, def.DocEnd))
	}
	b.WriteString(" hash=")
	for _, h := range []struct {
		letter string
		has    bool
	}{
		{"S", def.SignatureHash != 0}, {"B", def.BodyHash != 0}, {"D", def.DocHash != 0},
		{"K", def.Sketch != facts.Sketch{}},
	} {
		if h.has {
			b.WriteString(h.letter)
		}
	}
	d.line("%s", b.String())
	d.property("signature", def.Signature)
	if def.Receiver != facts.None {
		d.property("receiver", d.typ(def.Receiver))
	}
	if def.Owner != facts.None {
		d.property("owner", d.expr(def.Owner))
	}
	d.property("typeparams", d.typeParams(def.TypeParams))
	d.property("params", d.params(def.Params))
	d.property("results", d.types(def.Results))
	if def.Type != facts.None {
		d.property("type", d.typ(def.Type))
	}
	d.property("values", d.exprList(def.Values))
	d.property("extends", d.types(def.Extends))
	d.property("implements", d.types(def.Implements))
	d.property("embeds", d.types(def.Embeds))
	d.property("extended", d.types(def.Extended))
	d.property("decorators", d.exprList(def.Decorators))
}

func (d *dumper) property(name, value string) {
	if value != "" {
		d.line("      %s %s", name, value)
	}
}

func (d *dumper) typeParams(list []facts.TypeParam) string {
	var out []string
	for _, p := range list {
		s := p.Name
		if p.Bound != facts.None {
			s += " " + d.typ(p.Bound)
		}
		if p.Written != "" {
			s += " as " + p.Written
		}
		out = append(out, s)
	}
	return strings.Join(out, ", ")
}

func (d *dumper) params(list []facts.Param) string {
	var out []string
	for _, p := range list {
		s := p.Name
		if s == "" {
			s = "_"
		}
		for _, mark := range []struct {
			text string
			is   bool
		}{
			{"?", p.Optional}, {"...", p.Variadic}, {"**", p.Keywords},
			{"/keyword", p.KeywordOnly}, {"/positional", p.PositionalOnly},
		} {
			if mark.is {
				s += mark.text
			}
		}
		if p.Type != facts.None {
			s += " " + d.typ(p.Type)
		}
		out = append(out, s)
	}
	return strings.Join(out, ", ")
}

func (d *dumper) variable(v *facts.Var) {
	var b strings.Builder
	fmt.Fprintf(&b, "var   L%d%s %s %%%s", v.Line, d.in(v.In), varNames.of(v.Kind), v.Name)
	if v.Kind == facts.ParamVar {
		fmt.Fprintf(&b, " index=%d", v.Index)
	}
	if v.Def != facts.None {
		fmt.Fprintf(&b, " def=%s", d.path(v.Def))
	}
	if v.Import != facts.None {
		fmt.Fprintf(&b, " import=%q", d.Imports[v.Import].Source)
	}
	if v.Func != facts.None {
		fmt.Fprintf(&b, " of=%s", d.expr(v.Func))
	}
	if v.Type != facts.None {
		fmt.Fprintf(&b, " type=%s", d.typ(v.Type))
	}
	if len(v.Values) > 0 {
		fmt.Fprintf(&b, " = %s", d.exprList(v.Values))
	}
	d.line("%s", b.String())
}

func (d *dumper) exprs() {
	held := make([]bool, len(d.Exprs))
	for i := range d.Exprs {
		e := &d.Exprs[i]
		if e.X != facts.None {
			held[e.X] = true
		}
		for _, a := range e.Args {
			if a.X != facts.None {
				held[a.X] = true
			}
		}
	}
	for i := range d.Exprs {
		e := &d.Exprs[i]
		word := "use"
		switch {
		case e.Kind == facts.Call || e.Kind == facts.New:
			word = "call"
		case held[i]:
			continue
		}
		d.line("%-5s L%d%s%s  %s", word, e.Line, d.in(e.In), exprFlags.of(uint64(e.Flags)), d.expr(int32(i)))
	}
}

// looseTypes lists the types that nothing above has shown.
func (d *dumper) looseTypes() {
	held := make([]bool, len(d.Types))
	hold := func(ids ...facts.TypeID) {
		for _, id := range ids {
			if id != facts.None {
				held[id] = true
			}
		}
	}
	for i := range d.Types {
		hold(d.Types[i].Args...)
	}
	for i := range d.Exprs {
		hold(d.Exprs[i].Type)
	}
	for i := range d.Vars {
		hold(d.Vars[i].Type)
	}
	for i := range d.Defs {
		def := &d.Defs[i]
		hold(def.Receiver, def.Type)
		hold(def.Results...)
		hold(def.Extends...)
		hold(def.Implements...)
		hold(def.Embeds...)
		hold(def.Extended...)
		for _, p := range def.TypeParams {
			hold(p.Bound)
		}
		for _, p := range def.Params {
			hold(p.Type)
		}
	}
	for i := range d.Extensions {
		hold(d.Extensions[i].Of)
		hold(d.Extensions[i].Bases...)
	}
	for i := range d.Types {
		if !held[i] {
			d.line("type  L%d%s  %s", d.Types[i].Line, d.in(d.Types[i].In), d.typ(int32(i)))
		}
	}
}

func (d *dumper) manifest() {
	m := d.Manifest
	if m == nil {
		return
	}
	d.line("manifest %s", m.Module)
	for _, list := range []struct {
		name     string
		mappings []facts.Mapping
	}{{"replace", m.Replaces}, {"export", m.Exports}, {"import", m.Imports}} {
		for _, x := range list.mappings {
			d.property(list.name, x.From+" => "+strings.Join(x.To, ", "))
		}
	}
	d.property("members", strings.Join(m.Members, ", "))
	d.property("roots", strings.Join(m.Roots, ", "))
	d.property("extends", m.Extends)
	d.property("entries", strings.Join(m.Entries, ", "))
	for _, o := range m.Offers {
		d.property("offers", fmt.Sprintf("%s %s %t", o.Dir, [...]string{"", "described", "published", "withheld"}[o.Says], o.Inner))
	}
}
