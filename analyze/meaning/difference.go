package meaning

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// A Difference is what two versions of a file declare otherwise. All other definitions have a counterpart with the
// same meaning, as far as that follows from the file.
type Difference struct {
	Package, Language string // of the file
	// Moved is, by DefID of the first version, the counterpart in the second one, None for none. Counterparts keep their
	// order.
	Moved []facts.DefID
	// Effects are those of definitions without a counterpart, of either version.
	Effects []Effect
	// Methods are the names of the methods among these definitions.
	Methods map[string]bool
	// Rebound are those of names for which the versions have other imports. They matter where the names that a file imports
	// are members of it. RebindsAny: so it is with imports that may bind any name.
	Rebound    []Effect
	RebindsAny bool
	// OffersAny: the versions offer others any names otherwise.
	OffersAny bool
	// Written are those of the names of members to which the versions assign otherwise. They matter where that may add a member.
	Written []Effect
	// Extended are the names of types that have other base types because of the file, as it calls them.
	Extended map[string]bool
	// Aliases are the names of definitions without a counterpart that stand for a type.
	Aliases map[string]bool
	// Unknown: anything may mean something else, in all files of the language and of those that it shares names with.
	Unknown bool
	// Project: it is of a project file, which declares nothing.
	Project  bool
	versions [2]File
}

// Reached returns what File.Reached does for either version. All values are searched: only one of the versions is in
// the snapshot whose types can be asked for.
func (d *Difference) Reached(c *Changed, _ func(facts.TypeID) bool, _ func(facts.DefID) bool) []Effect {
	var out []Effect
	for _, f := range d.versions {
		if f.File != nil {
			out = append(out, f.Reached(c, nil, nil)...)
		}
	}
	return out
}

// DifferenceOf returns the difference of two versions of a file, a and then b; nil where they differ in more than definitions,
// imports, exports and the bodies of functions.
func DifferenceOf(a, b *facts.File) *Difference {
	from, to := File{a}, File{b}
	if !plain(from) || !plain(to) || !bytes.Equal(rest(from), rest(to)) {
		return nil
	}
	d := &Difference{Package: to.Package, Language: to.Language, Moved: make([]facts.DefID, len(from.Defs)), Methods: make(map[string]bool), Extended: make(map[string]bool), Aliases: make(map[string]bool), versions: [2]File{from, to}}
	d.rebind(from, to)
	old, now := definitionsOf(from), definitionsOf(to)
	at := make(map[string]facts.DefID, len(now))
	for i := range now {
		at[now[i].key] = facts.DefID(i)
	}
	for i := range old {
		if n, ok := at[old[i].key]; ok && now[n].content == old[i].content {
			d.Moved[i] = n
		} else {
			d.Moved[i] = facts.None
		}
	}
	keepOrder(d.Moved)
	reshape(from, to, old, now)
	met := make([]bool, len(now))
	for i, n := range d.Moved {
		if n == facts.None {
			for k := range old[i].effects {
				old[i].effects[k].Gains = false
			}
			d.add(from, facts.DefID(i), old[i].effects)
		} else {
			met[n] = true
		}
	}
	for i := range now {
		if !met[i] {
			d.add(to, facts.DefID(i), now[i].effects)
		}
	}
	d.rebase(from, to, old, now)
	d.write(from, to)
	d.export(from, to, old, now)
	before, after := extensionsOf(from, old), extensionsOf(to, now)
	for _, f := range []File{from, to} {
		for i := range f.Extensions {
			if name := f.Extends(i); before[name] != after[name] {
				d.extend(f, name)
			}
		}
	}
	return d
}

// WholeOf returns the difference between a file and none; nil where it has more than definitions.
func WholeOf(file *facts.File) *Difference {
	f := File{file}
	if !plain(f) || f.Manifest != nil {
		return nil
	}
	d := &Difference{Package: f.Package, Language: f.Language, Moved: slices.Repeat([]facts.DefID{facts.None}, len(f.Defs)), Methods: make(map[string]bool), Extended: make(map[string]bool), Aliases: make(map[string]bool)}
	d.rebind(File{&facts.File{}}, f)
	types := f.types()
	for i := range f.Defs {
		effects := f.effects(facts.DefID(i), types)
		widenShapes(effects)
		d.add(f, facts.DefID(i), effects)
	}
	for i := range f.Extensions {
		d.extend(f, f.Extends(i))
	}
	none, known := File{&facts.File{}}, definitionsOf(f)
	d.rebase(none, f, nil, known)
	d.write(none, f)
	d.export(none, f, nil, known)
	return d
}

// reshape makes the effects on types of fields that only one version requires be those on what is made of the types too.
func reshape(from, to File, old, now []definition) {
	required := func(f File, all []definition) map[string]bool {
		keys := make(map[string]bool)
		for i := range all {
			keys[all[i].key] = !f.Defs[i].Has(facts.Optional)
		}
		return keys
	}
	was, is := required(from, old), required(to, now)
	widen := func(all []definition) {
		for i := range all {
			if was[all[i].key] != is[all[i].key] {
				widenShapes(all[i].effects)
			}
		}
	}
	widen(old)
	widen(now)
}

// widenShapes makes effects on types by their fields count wherever a type is mentioned.
func widenShapes(effects []Effect) {
	for i := range effects {
		if effects[i].Shape {
			effects[i].Sense = Anywhere
		}
	}
}

// rebind sets what follows from the imports of two versions.
func (d *Difference) rebind(from, to File) {
	old, was := from.bindings()
	now, is := to.bindings()
	d.RebindsAny = was != is
	names := slices.AppendSeq(slices.Collect(maps.Keys(old)), maps.Keys(now))
	slices.Sort(names)
	public := make(map[string]bool)
	for _, f := range []File{from, to} {
		for i := range f.Imports {
			if im := &f.Imports[i]; im.Flags&facts.Public != 0 {
				public[boundName(im)] = true
			}
		}
	}
	for _, name := range slices.Compact(names) {
		if old[name] != now[name] {
			d.Rebound = append(d.Rebound, Effect{Name: name, Sense: Anywhere, Top: true, Inward: !public[name]})
		}
	}
}

// boundName returns the name that an import binds.
func boundName(im *facts.Import) string {
	path := strings.FieldsFunc(im.Source, isSeparator)
	name := cmp.Or(im.Alias, im.Name)
	if name == "" && len(path) > 0 {
		name = path[len(path)-1]
	}
	return name
}

// bindings returns the keys of the imports of a file, in order: by the name that they bind, and of those that may bind any.
func (f File) bindings() (named map[string]string, any string) {
	named = make(map[string]string)
	for i := range f.Imports {
		im := &f.Imports[i]
		if im.In >= 0 {
			continue
		}
		if _, all := binds(im); all {
			any += keyOf(im)
			continue
		}
		named[boundName(im)] += keyOf(im)
	}
	return named, any
}

// UnknownOf returns the difference of two versions of a file that cannot be compared; nil stands for no version.
func UnknownOf(from, to *facts.File) *Difference {
	d := &Difference{Methods: make(map[string]bool), Unknown: true}
	for _, f := range []*facts.File{from, to} {
		if f == nil {
			continue
		}
		d.Package, d.Language = f.Package, f.Language
		for i := range f.Defs {
			if f.Defs[i].Kind == facts.Method {
				d.Methods[f.Defs[i].Name] = true
			}
		}
	}
	if from != nil {
		d.Moved = slices.Repeat([]facts.DefID{facts.None}, len(from.Defs))
	}
	return d
}

// ProjectOf returns the difference between any versions of a project file, or between one and none.
func ProjectOf(f *facts.File) *Difference { return &Difference{Language: f.Language, Project: true} }

// plain reports whether all that a file declares is in its definitions, extensions and exports.
func plain(f File) bool { return len(f.Problems) == 0 }

// rest returns bytes that are equal where two files are, apart from what follows from their definitions and extensions,
// from imports, from exports of their own and from code.
func rest(f File) []byte {
	c := f.WithoutPlaces()
	c.Imports, c.Exports, c.Extensions, c.Defs, c.Types, c.Exprs, c.Vars, c.Blocks = nil, nil, nil, nil, nil, nil, nil, nil
	return append(facts.Encode(c), f.handsOn()...)
}

// handsOn returns what a file offers of other files, as text: what others may use of those follows from it.
func (f File) handsOn() (text string) {
	for i := range f.Imports {
		if im := &f.Imports[i]; im.Flags&facts.Offers != 0 {
			text += keyOf(im)
		}
	}
	for i := range f.Exports {
		if x := &f.Exports[i]; x.Source != "" {
			text += fmt.Sprintf("%q %q %q;", x.Name, x.Source, x.SourceName)
		}
	}
	if text == "" {
		return ""
	}
	for i := range f.Defs {
		if d := &f.Defs[i]; d.Kind == facts.Namespace {
			text += fmt.Sprintf("%s %d;", d.Name, d.Flags)
		}
	}
	return text
}

func (d *Difference) add(f File, i facts.DefID, effects []Effect) {
	d.Effects = append(d.Effects, effects...)
	switch x := &f.Defs[i]; {
	case x.Kind == facts.Method && len(effects) > 0:
		d.Methods[x.Name] = true
	case x.Kind == facts.TypeDef:
		d.Aliases[x.Name] = true
	}
}

// keepOrder sets all numbers to None but those of a longest increasing series: the order decides between definitions of
// one name.
func keepOrder(numbers []facts.DefID) {
	var ends []int // by length-1 of a series, where the one with the least end ends
	before := make([]int, len(numbers))
	for i, n := range numbers {
		if n == facts.None {
			continue
		}
		k, _ := slices.BinarySearchFunc(ends, n, func(end int, n facts.DefID) int { return int(numbers[end]) - int(n) })
		if before[i] = -1; k > 0 {
			before[i] = ends[k-1]
		}
		if k == len(ends) {
			ends = append(ends, i)
		} else {
			ends[k] = i
		}
	}
	last := -1
	if len(ends) > 0 {
		last = ends[len(ends)-1]
	}
	for i := len(numbers) - 1; i >= 0; i-- {
		if i == last {
			last = before[i]
		} else {
			numbers[i] = facts.None
		}
	}
}

// A definition is a Def with what it leads to, in a form that can be compared between versions of a file.
type definition struct {
	key     string // names it in its file: the same for a counterpart
	content string
	effects []Effect
}

func definitionsOf(f File) []definition {
	out := make([]definition, len(f.Defs))
	params := f.parameters()
	plain, count := f.WithoutPlaces(), make(map[string]int)
	imports, types := f.importsOf(params), f.types()
	for i := range out {
		x, to := plain.Defs[i], &out[i]
		above := ""
		if x.Parent >= 0 {
			above = out[x.Parent].key
		}
		to.key = fmt.Sprintf("%s/%s.%s", above, f.receiver(facts.DefID(i)), x.Name)
		count[to.key]++
		to.key = fmt.Sprintf("%s#%d", to.key, count[to.key])
		d := newDeclarations(f)
		x = d.whole(x, params[facts.DefID(i)])
		x.Parent = facts.None
		d.to.Defs = append([]facts.Def{x}, d.parts...)
		d.unnumber(out[:i+1])
		to.content, to.effects = imports[i]+string(facts.Encode(&d.to)), f.effects(facts.DefID(i), types)
	}
	return out
}

// importsOf returns, by definition, the imports of which its declaration may mention a name, in a form that can be compared
// between versions of a file.
func (f File) importsOf(params map[facts.DefID][]facts.VarID) []string {
	keys := make([]string, len(f.Defs))
	bound := f.boundBy()
	for i := range keys {
		keys[i] = bound(func(r *reach) { r.declaration(facts.DefID(i), params[facts.DefID(i)]) })
	}
	return keys
}

// boundBy returns a function that returns the imports of which a search mentions a name, in a form that can be compared
// between versions of a file.
func (f File) boundBy() func(search func(r *reach)) string {
	binding, always := make(map[string][]int), "" // by name: the imports that bind it, in order
	for i := range f.Imports {
		im := &f.Imports[i]
		if im.In >= 0 {
			continue
		}
		names, any := binds(im)
		if any {
			always += keyOf(im)
			continue
		}
		for name := range names {
			binding[name] = append(binding[name], i)
		}
	}
	r := newReach(f, &Changed{})
	return func(search func(r *reach)) string {
		var used []int
		r.each = func(name string) { used = append(used, binding[name]...) }
		search(r)
		slices.Sort(used)
		key := always
		for _, i := range slices.Compact(used) {
			key += keyOf(&f.Imports[i])
		}
		return key
	}
}

// unnumber replaces the numbers of definitions by keys, which are the same in each version. known are the definitions up
// to the one described.
func (d *declarations) unnumber(known []definition) {
	key := func(def facts.DefID) string {
		if int(def) < len(known) {
			return known[def].key
		}
		return fmt.Sprint("later ", int(def)-len(known))
	}
	for i := range d.to.Types {
		t := &d.to.Types[i]
		if t.In = facts.None; t.Def >= 0 {
			t.Name, t.Def = t.Name+" "+key(t.Def), facts.None
		}
	}
	for i := range d.to.Exprs {
		x := &d.to.Exprs[i]
		switch x.In = facts.None; {
		case x.Ref < 0:
		case x.Kind == facts.New || x.Kind == facts.Func:
			x.Name, x.Ref = x.Name+" "+key(x.Ref), facts.None
		case x.Kind == facts.Module:
			x.Name, x.Ref = x.Name+" "+keyOf(&d.from.Imports[x.Ref]), facts.None
		}
	}
	for i := range d.to.Vars {
		v := &d.to.Vars[i]
		if v.In = facts.None; v.Def >= 0 {
			v.Name, v.Def = v.Name+" "+key(v.Def), facts.None
		}
		if v.Import >= 0 {
			v.Name, v.Import = v.Name+" "+keyOf(&d.from.Imports[v.Import]), facts.None
		}
	}
}
