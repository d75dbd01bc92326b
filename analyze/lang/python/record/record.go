// Package record reads classes whose constructor is generated from their fields: dataclasses, attrs
// and named tuples.
//
// In: the nodes of a class and the names of its file. Out: the parameters of the constructor.
//
// Invariants: if it is not known of some field whether the constructor takes it, the class gets no
// parameters.
package record

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python/names"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python/syntax"
)

// Complete adds the flag Record and the constructor parameters to a class whose constructor is
// generated from its fields. decorator is the enclosing decorated_definition, bases and body are parts
// of the class; each may be -1. Classes with fields described by other code are left unchanged.
func Complete(class *facts.Def, t syntax.Tree, n *names.Table, decorator, bases, body int32) {
	r := reader{t, n}
	form, ok := r.recordForm(decorator, bases)
	if !ok || body < 0 {
		return
	}
	params, ok := r.fields(body, form)
	if !ok {
		return
	}
	class.Params = params
	if !form.without && !class.Has(facts.DynamicMembers) {
		class.Flags |= facts.Record
	}
}

// A reader reads the classes of one file.
type reader struct {
	t     syntax.Tree
	names *names.Table
}

// A recordForm is the rule by which a constructor is generated from fields.
type recordForm struct {
	// annotated: names with an annotation are fields. loose: names without an annotation are fields
	// where their value is a field description, and then only these.
	annotated, loose bool
	keywordOnly      bool
	without          bool // the fields count for subclasses, but the class has no generated constructor
	bare             bool // a leading _ is not part of the parameter's name
}

// recordDecorators are the decorators of the standard library and of attrs, by origin.
var recordDecorators = map[names.Origin]recordForm{
	{Module: "dataclasses", Name: "dataclass"}: {annotated: true},
	{Module: "attr", Name: "s"}:                {loose: true, bare: true},
	{Module: "attr", Name: "attrs"}:            {loose: true, bare: true},
	{Module: "attr", Name: "attributes"}:       {loose: true, bare: true},
	{Module: "attr", Name: "dataclass"}:        {annotated: true, bare: true},
	{Module: "attr", Name: "define"}:           {annotated: true, loose: true, bare: true},
	{Module: "attr", Name: "frozen"}:           {annotated: true, loose: true, bare: true},
	{Module: "attr", Name: "mutable"}:          {annotated: true, loose: true, bare: true},
	{Module: "attrs", Name: "define"}:          {annotated: true, loose: true, bare: true},
	{Module: "attrs", Name: "frozen"}:          {annotated: true, loose: true, bare: true},
	{Module: "attrs", Name: "mutable"}:         {annotated: true, loose: true, bare: true},
}

// fieldMakers are the functions that describe a field when called as its value.
var fieldMakers = map[names.Origin]bool{
	{Module: "dataclasses", Name: "field"}: true, {Module: "attr", Name: "ib"}: true, {Module: "attr", Name: "attrib"}: true,
	{Module: "attr", Name: "field"}: true, {Module: "attrs", Name: "field"}: true,
}

// recordForm returns the form that the decorators and bases of a class give it, false for none.
func (r reader) recordForm(decorator, bases int32) (recordForm, bool) {
	t := r.t
	for c := t.First(max(decorator, 0)); decorator >= 0 && c >= 0; c = t.Next(c) {
		if t.Kind(c) != syntax.KDecorator {
			continue
		}
		value, args := t.FirstNamed(c), int32(-1)
		if t.Kind(value) == syntax.KCall {
			value, args = t.Child(value, syntax.FFunction), t.Child(value, syntax.FArguments)
		}
		form, ok := recordDecorators[r.names.OriginOf(value)]
		if !ok {
			continue
		}
		given, ok := t.Keywords(args)
		if auto, set := given["auto_attribs"]; set && auto == "True" {
			form.annotated = true
		}
		form.keywordOnly = given["kw_only"] == "True"
		form.without = given["init"] != "" && given["init"] != "True"
		return form, ok && given["these"] == ""
	}
	for c := t.First(max(bases, 0)); bases >= 0 && c >= 0; c = t.Next(c) {
		if o := r.names.OriginOf(c); names.IsTyping(o.Module) && o.Name == "NamedTuple" {
			return recordForm{annotated: true}, true
		}
	}
	return recordForm{}, false
}

// A field is an assignment in a class body that may be a field of a record.
type field struct {
	facts.Param
	annotated, made bool
}

// fields returns the constructor parameters of the fields in a class body, in order; false where they
// are not known.
func (r reader) fields(body int32, form recordForm) ([]facts.Param, bool) {
	t := r.t
	var all []field
	keywordOnly, loose := form.keywordOnly, false
	for c := t.First(body); c >= 0; c = t.Next(c) {
		if t.Kind(c) == syntax.KDecoratedDefinition {
			r.defaults(all, c)
			continue
		}
		a := t.FirstNamed(c)
		if t.Kind(c) != syntax.KExpressionStatement || t.Kind(a) != syntax.KAssignment || t.Kind(t.Child(a, syntax.FLeft)) != syntax.KIdentifier {
			continue
		}
		annotation := string(t.Bytes(t.Child(a, syntax.FType)))
		switch {
		case strings.Contains(annotation, "ClassVar"):
			continue
		case strings.HasSuffix(annotation, "KW_ONLY"):
			keywordOnly = true
			continue
		}
		f := field{Param: facts.Param{Name: r.t.Word(t.Child(a, syntax.FLeft)), Type: facts.None, Written: annotation, KeywordOnly: keywordOnly}, annotated: annotation != ""}
		if keep, ok := r.describe(&f, t.Child(a, syntax.FRight)); !ok {
			return nil, false
		} else if !keep || !f.annotated && !f.made {
			continue
		}
		loose = loose || f.made && !f.annotated
		if form.bare {
			f.Name = strings.TrimLeft(f.Name, "_")
		}
		all = append(all, f)
	}
	var params []facts.Param
	for _, f := range all {
		byValue := form.loose && (loose || !form.annotated)
		if byValue && f.made || !byValue && f.annotated && form.annotated {
			params = append(params, f.Param)
		}
	}
	return params, true
}

// describe reads the value of a field into f. keep is false where the constructor does not take the
// field; ok is false where that is not known.
func (r reader) describe(f *field, value int32) (keep, ok bool) {
	t := r.t
	if value < 0 {
		return true, true
	}
	if t.Kind(value) != syntax.KCall || !fieldMakers[r.names.OriginOf(t.Child(value, syntax.FFunction))] {
		f.Optional = true
		return true, true
	}
	f.made = true
	args := t.Child(value, syntax.FArguments)
	given, ok := t.Keywords(args)
	for _, name := range [...]string{"default", "default_factory", "factory"} {
		f.Optional = f.Optional || given[name] != ""
	}
	f.Optional = f.Optional || len(t.Positional(args)) > 0
	switch given["kw_only"] {
	case "True":
		f.KeywordOnly = true
	case "False":
		f.KeywordOnly = false
	}
	init := given["init"]
	return init == "" || init == "True", ok && (init == "" || init == "True" || init == "False") && given["alias"] == ""
}

// defaults marks the field whose default the decorated method (@name.default) returns.
func (r reader) defaults(all []field, decorated int32) {
	t := r.t
	for c := t.First(decorated); c >= 0; c = t.Next(c) {
		value := t.FirstNamed(c)
		if t.Kind(c) != syntax.KDecorator || t.Kind(value) != syntax.KAttribute || r.t.Word(t.Child(value, syntax.FAttribute)) != "default" {
			continue
		}
		name := strings.TrimLeft(string(t.Bytes(t.Child(value, syntax.FObject))), "_")
		if i := slices.IndexFunc(all, func(f field) bool { return strings.TrimLeft(f.Name, "_") == name }); i >= 0 {
			all[i].Optional = true
		}
	}
}
