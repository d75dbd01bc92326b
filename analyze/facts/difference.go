package facts

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Difference is what two versions of a file declare otherwise. All other definitions have a counterpart with the
// same meaning, as far as that follows from the file.
type Difference struct {
	Package, Language string // of the file
	// Moved is, by DefID of the first version, the counterpart in the second one, None for none. Counterparts keep their
	// order.
	Moved []DefID
	// Effects are those of definitions without a counterpart, of either version.
	Effects []Effect
	// Methods are the names of the methods among these definitions.
	Methods map[string]bool
	// Rebound are those of names for which the versions have other imports. They matter where the names that a file imports
	// are members of it. RebindsAny: so it is with imports that may bind any name.
	Rebound    []Effect
	RebindsAny bool
	// Written are those of the names of members to which the versions assign otherwise. They matter where that may add a member.
	Written []Effect
	// Extended are the names of types that have other base types because of the file, as it calls them.
	Extended map[string]bool
	// Aliases are the names of definitions without a counterpart that stand for a type.
	Aliases map[string]bool
	// Unknown: anything may mean something else, in all files of the language and of those that it shares names with.
	Unknown  bool
	versions [2]*File
}

// Reached returns what File.Reached does for either version. All values are searched: only one of the versions is in
// the snapshot whose types can be asked for.
func (d *Difference) Reached(c *Changed, _ func(TypeID) bool, _ func(DefID) bool) []Effect {
	var out []Effect
	for _, f := range d.versions {
		if f != nil {
			out = append(out, f.Reached(c, nil, nil)...)
		}
	}
	return out
}

// DifferenceOf returns the difference of two versions of a file, nil where they differ in more than definitions, imports
// and the bodies of functions.
func DifferenceOf(from, to *File) *Difference {
	if !plain(from) || !plain(to) || !bytes.Equal(rest(from), rest(to)) {
		return nil
	}
	d := &Difference{Package: to.Package, Language: to.Language, Moved: make([]DefID, len(from.Defs)), Methods: make(map[string]bool), Extended: make(map[string]bool), Aliases: make(map[string]bool), versions: [2]*File{from, to}}
	d.rebind(from, to)
	old, now := definitionsOf(from), definitionsOf(to)
	at := make(map[string]DefID, len(now))
	for i := range now {
		at[now[i].key] = DefID(i)
	}
	for i := range old {
		if n, ok := at[old[i].key]; ok && now[n].content == old[i].content {
			d.Moved[i] = n
		} else {
			d.Moved[i] = None
		}
	}
	keepOrder(d.Moved)
	met := make([]bool, len(now))
	for i, n := range d.Moved {
		if n == None {
			for k := range old[i].effects {
				old[i].effects[k].Gains = false
			}
			d.add(from, DefID(i), old[i].effects)
		} else {
			met[n] = true
		}
	}
	for i := range now {
		if !met[i] {
			d.add(to, DefID(i), now[i].effects)
		}
	}
	d.rebase(from, to, old, now)
	d.write(from, to)
	before, after := extensionsOf(from, old), extensionsOf(to, now)
	for _, f := range []*File{from, to} {
		for i := range f.Extensions {
			if name := f.Extends(i); before[name] != after[name] {
				d.extend(f, name)
			}
		}
	}
	return d
}

// WholeOf returns the difference between a file and none; nil where it has more than definitions.
func WholeOf(f *File) *Difference {
	if !plain(f) || f.Manifest != nil {
		return nil
	}
	d := &Difference{Package: f.Package, Language: f.Language, Moved: slices.Repeat([]DefID{None}, len(f.Defs)), Methods: make(map[string]bool), Extended: make(map[string]bool), Aliases: make(map[string]bool)}
	d.rebind(&File{}, f)
	types := f.types()
	for i := range f.Defs {
		d.add(f, DefID(i), f.effects(DefID(i), types))
	}
	for i := range f.Extensions {
		d.extend(f, f.Extends(i))
	}
	none, known := &File{}, definitionsOf(f)
	d.rebase(none, f, nil, known)
	d.write(none, f)
	return d
}

// rebind sets what follows from the imports of two versions.
func (d *Difference) rebind(from, to *File) {
	old, was := from.bindings()
	now, is := to.bindings()
	d.RebindsAny = was != is
	names := slices.AppendSeq(slices.Collect(maps.Keys(old)), maps.Keys(now))
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		if old[name] != now[name] {
			d.Rebound = append(d.Rebound, Effect{Name: name, Sense: Anywhere, Top: true})
		}
	}
}

// bindings returns the keys of the imports of a file, in order: by the name that they bind, and of those that may bind any.
func (f *File) bindings() (named map[string]string, any string) {
	named = make(map[string]string)
	for i := range f.Imports {
		im := &f.Imports[i]
		if im.In >= 0 {
			continue
		}
		if _, all := im.binds(); all {
			any += im.key()
			continue
		}
		path := strings.FieldsFunc(im.Source, isSeparator)
		name := cmp.Or(im.Alias, im.Name)
		if name == "" && len(path) > 0 {
			name = path[len(path)-1]
		}
		named[name] += im.key()
	}
	return named, any
}

// UnknownOf returns the difference of two versions of a file that cannot be compared; nil stands for no version.
func UnknownOf(from, to *File) *Difference {
	d := &Difference{Methods: make(map[string]bool), Unknown: true}
	for _, f := range []*File{from, to} {
		if f == nil {
			continue
		}
		d.Package, d.Language = f.Package, f.Language
		for i := range f.Defs {
			if f.Defs[i].Kind == Method {
				d.Methods[f.Defs[i].Name] = true
			}
		}
	}
	if from != nil {
		d.Moved = slices.Repeat([]DefID{None}, len(from.Defs))
	}
	return d
}

// plain reports whether all that a file declares is in its definitions and extensions.
func plain(f *File) bool { return len(f.Problems)+len(f.Exports) == 0 }

// rest returns bytes that are equal where two files are, apart from what follows from their definitions and extensions,
// from imports and from code.
func rest(f *File) []byte {
	c := *f
	c.later = nil
	c.Imports, c.Extensions, c.Defs, c.Types, c.Exprs, c.Vars, c.Blocks = nil, nil, nil, nil, nil, nil, nil
	c = *withoutPlaces(&c)
	c.Directives = f.Directives
	return append(Encode(&c), f.handsOn()...)
}

// handsOn returns what a file offers of other files, as text: what others may use of those follows from it.
func (f *File) handsOn() (text string) {
	for i := range f.Imports {
		if im := &f.Imports[i]; im.Flags&Offers != 0 {
			text += im.key()
		}
	}
	if text == "" {
		return ""
	}
	for i := range f.Defs {
		if d := &f.Defs[i]; d.Kind == Namespace {
			text += fmt.Sprintf("%s %d;", d.Name, d.Flags)
		}
	}
	return text
}

func (d *Difference) add(f *File, i DefID, effects []Effect) {
	d.Effects = append(d.Effects, effects...)
	switch x := &f.Defs[i]; {
	case x.Kind == Method && len(effects) > 0:
		d.Methods[x.Name] = true
	case x.Kind == TypeDef:
		d.Aliases[x.Name] = true
	}
}

// keepOrder sets all numbers to None but those of a longest increasing series: the order decides between definitions of
// one name.
func keepOrder(numbers []DefID) {
	var ends []int // by length-1 of a series, where the one with the least end ends
	before := make([]int, len(numbers))
	for i, n := range numbers {
		if n == None {
			continue
		}
		k, _ := slices.BinarySearchFunc(ends, n, func(end int, n DefID) int { return int(numbers[end]) - int(n) })
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
			numbers[i] = None
		}
	}
}

// A definition is a Def with what it leads to, in a form that can be compared between versions of a file.
type definition struct {
	key     string // names it in its file: the same for a counterpart
	content string
	effects []Effect
}

func definitionsOf(f *File) []definition {
	out := make([]definition, len(f.Defs))
	params := f.parameters()
	plain, count := withoutPlaces(f), make(map[string]int)
	imports, types := f.importsOf(params), f.types()
	for i := range out {
		x, to := plain.Defs[i], &out[i]
		above := ""
		if x.Parent >= 0 {
			above = out[x.Parent].key
		}
		to.key = fmt.Sprintf("%s/%s.%s", above, f.receiver(DefID(i)), x.Name)
		count[to.key]++
		to.key = fmt.Sprintf("%s#%d", to.key, count[to.key])
		d := newDeclarations(f)
		x = d.whole(x, params[DefID(i)])
		x.Parent = None
		d.to.Defs = []Def{x}
		d.unnumber(out[:i+1])
		to.content, to.effects = imports[i]+string(Encode(&d.to)), f.effects(DefID(i), types)
	}
	return out
}

// importsOf returns, by definition, the imports of which its declaration may mention a name, in a form that can be compared
// between versions of a file.
func (f *File) importsOf(params map[DefID][]VarID) []string {
	keys := make([]string, len(f.Defs))
	bound := f.boundBy()
	for i := range keys {
		keys[i] = bound(func(r *reach) { r.declaration(DefID(i), params[DefID(i)]) })
	}
	return keys
}

// boundBy returns a function that returns the imports of which a search mentions a name, in a form that can be compared
// between versions of a file.
func (f *File) boundBy() func(search func(r *reach)) string {
	binding, always := make(map[string][]int), "" // by name: the imports that bind it, in order
	for i := range f.Imports {
		im := &f.Imports[i]
		if im.In >= 0 {
			continue
		}
		names, any := im.binds()
		if any {
			always += im.key()
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
			key += f.Imports[i].key()
		}
		return key
	}
}

// unnumber replaces the numbers of definitions by keys, which are the same in each version. known are the definitions up
// to the one described.
func (d *declarations) unnumber(known []definition) {
	key := func(def DefID) string {
		if int(def) < len(known) {
			return known[def].key
		}
		return fmt.Sprint("later ", int(def)-len(known))
	}
	for i := range d.to.Types {
		t := &d.to.Types[i]
		if t.In = None; t.Def >= 0 {
			t.Name, t.Def = t.Name+" "+key(t.Def), None
		}
	}
	for i := range d.to.Exprs {
		x := &d.to.Exprs[i]
		switch x.In = None; {
		case x.Ref < 0:
		case x.Kind == New || x.Kind == Func:
			x.Name, x.Ref = x.Name+" "+key(x.Ref), None
		case x.Kind == Module:
			x.Name, x.Ref = x.Name+" "+d.from.Imports[x.Ref].key(), None
		}
	}
	for i := range d.to.Vars {
		v := &d.to.Vars[i]
		if v.In = None; v.Def >= 0 {
			v.Name, v.Def = v.Name+" "+key(v.Def), None
		}
		if v.Import >= 0 {
			v.Name, v.Import = v.Name+" "+d.from.Imports[v.Import].key(), None
		}
	}
}
