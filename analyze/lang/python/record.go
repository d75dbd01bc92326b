package python

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// A recordForm says how a class makes its constructor of its fields.
type recordForm struct {
	// annotated: names with an annotation are fields. loose: those without one are,
	// where their value says so, and then they alone.
	annotated, loose bool
	keywordOnly      bool
	without          bool // the fields count for subclasses, but no constructor is made
	bare             bool // a leading _ is not part of the parameter's name
}

// recordDecorators are those of the standard library and of attrs by their origin.
var recordDecorators = map[origin]recordForm{
	{"dataclasses", "dataclass"}: {annotated: true},
	{"attr", "s"}:                {loose: true, bare: true},
	{"attr", "attrs"}:            {loose: true, bare: true},
	{"attr", "attributes"}:       {loose: true, bare: true},
	{"attr", "dataclass"}:        {annotated: true, bare: true},
	{"attr", "define"}:           {annotated: true, loose: true, bare: true},
	{"attr", "frozen"}:           {annotated: true, loose: true, bare: true},
	{"attr", "mutable"}:          {annotated: true, loose: true, bare: true},
	{"attrs", "define"}:          {annotated: true, loose: true, bare: true},
	{"attrs", "frozen"}:          {annotated: true, loose: true, bare: true},
	{"attrs", "mutable"}:         {annotated: true, loose: true, bare: true},
}

// fieldMakers are the functions whose call as the value of a field describes it.
var fieldMakers = map[origin]bool{
	{"dataclasses", "field"}: true, {"attr", "ib"}: true, {"attr", "attrib"}: true,
	{"attr", "field"}: true, {"attrs", "field"}: true,
}

// record adds to a class whose constructor is made of its fields the parameters that
// they are. Of fields that are described by other code nothing is said.
func (x *extractor) record(id facts.DefID, decorator, bases, body int32) {
	form, ok := x.recordForm(decorator, bases)
	if !ok || body < 0 {
		return
	}
	params, ok := x.fields(body, form)
	if !ok {
		return
	}
	d := &x.f.Defs[id]
	d.Params = params
	if !form.without && !d.Has(facts.DynamicMembers) {
		d.Flags |= facts.Record
	}
}

// recordForm reads the decorators and bases of a class.
func (x *extractor) recordForm(decorator, bases int32) (recordForm, bool) {
	t := x.t
	for c := t.First(max(decorator, 0)); decorator >= 0 && c >= 0; c = t.Next(c) {
		if t.Kind(c) != kDecorator {
			continue
		}
		value, args := t.FirstNamed(c), int32(-1)
		if t.Kind(value) == kCall {
			value, args = t.Child(value, fFunction), t.Child(value, fArguments)
		}
		form, ok := recordDecorators[x.origin(value)]
		if !ok {
			continue
		}
		given, ok := x.keywords(args)
		if auto, set := given["auto_attribs"]; set && auto == "True" {
			form.annotated = true
		}
		form.keywordOnly = given["kw_only"] == "True"
		form.without = given["init"] != "" && given["init"] != "True"
		return form, ok && given["these"] == ""
	}
	for c := t.First(max(bases, 0)); bases >= 0 && c >= 0; c = t.Next(c) {
		if o := x.origin(c); isTyping(o.module) && o.name == "NamedTuple" {
			return recordForm{annotated: true}, true
		}
	}
	return recordForm{}, false
}

// keywords returns the keyword arguments under node args as they are written; false
// when there are further ones.
func (x *extractor) keywords(args int32) (map[string]string, bool) {
	given := make(map[string]string)
	t := x.t
	for c := t.First(max(args, 0)); args >= 0 && c >= 0; c = t.Next(c) {
		switch t.Kind(c) {
		case kKeywordArgument:
			given[x.b.Text(t.Child(c, fName))] = string(t.Bytes(t.Child(c, fValue)))
		case kDictionarySplat:
			return given, false
		}
	}
	return given, true
}

// A field is an assignment in a class body that may be one of a record.
type field struct {
	facts.Param
	annotated, made bool
}

// fields returns the parameters that the fields in a class body are, in order.
func (x *extractor) fields(body int32, form recordForm) ([]facts.Param, bool) {
	t := x.t
	var all []field
	keywordOnly, loose := form.keywordOnly, false
	for c := t.First(body); c >= 0; c = t.Next(c) {
		if t.Kind(c) == kDecoratedDefinition {
			x.defaults(all, c)
			continue
		}
		a := t.FirstNamed(c)
		if t.Kind(c) != kExpressionStatement || t.Kind(a) != kAssignment || t.Kind(t.Child(a, fLeft)) != kIdentifier {
			continue
		}
		annotation := string(t.Bytes(t.Child(a, fType)))
		switch {
		case strings.Contains(annotation, "ClassVar"):
			continue
		case strings.HasSuffix(annotation, "KW_ONLY"):
			keywordOnly = true
			continue
		}
		f := field{Param: facts.Param{Name: x.b.Text(t.Child(a, fLeft)), Type: facts.None, Written: annotation, KeywordOnly: keywordOnly}, annotated: annotation != ""}
		if keep, ok := x.describe(&f, t.Child(a, fRight)); !ok {
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

// describe reads the value of a field. keep is false for one that the constructor does
// not take; ok is false where that cannot be told.
func (x *extractor) describe(f *field, value int32) (keep, ok bool) {
	t := x.t
	if value < 0 {
		return true, true
	}
	if t.Kind(value) != kCall || !fieldMakers[x.origin(t.Child(value, fFunction))] {
		f.Optional = true
		return true, true
	}
	f.made = true
	args := t.Child(value, fArguments)
	given, ok := x.keywords(args)
	for _, name := range [...]string{"default", "default_factory", "factory"} {
		f.Optional = f.Optional || given[name] != ""
	}
	f.Optional = f.Optional || len(x.positional(args)) > 0
	switch given["kw_only"] {
	case "True":
		f.KeywordOnly = true
	case "False":
		f.KeywordOnly = false
	}
	init := given["init"]
	return init == "" || init == "True", ok && (init == "" || init == "True" || init == "False") && given["alias"] == ""
}

// defaults marks the field that a decorated method of the class gives its default to:
// @name.default.
func (x *extractor) defaults(all []field, decorated int32) {
	t := x.t
	for c := t.First(decorated); c >= 0; c = t.Next(c) {
		value := t.FirstNamed(c)
		if t.Kind(c) != kDecorator || t.Kind(value) != kAttribute || x.b.Text(t.Child(value, fAttribute)) != "default" {
			continue
		}
		name := strings.TrimLeft(string(t.Bytes(t.Child(value, fObject))), "_")
		if i := slices.IndexFunc(all, func(f field) bool { return strings.TrimLeft(f.Name, "_") == name }); i >= 0 {
			all[i].Optional = true
		}
	}
}
