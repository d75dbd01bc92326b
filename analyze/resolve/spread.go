package resolve

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/meaning"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/digest"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/edges"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/infer"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/lattice"
)

// reaching tells what names with other meanings lead to by the declarations of a file.
type reaching interface {
	Reached(c *meaning.Changed, decides func(facts.TypeID) bool, same func(facts.DefID) bool) []meaning.Effect
}

// names makes those files be read that mention a name which is declared otherwise.
func (d *differ) names() {
	for _, file := range slices.Sorted(maps.Keys(d.Changed)) {
		diff := d.Changed[file]
		if diff.Project {
			continue // what it decides is part of the links of other files
		}
		if diff.Unknown {
			if d.unknown(diff); !d.ok {
				return
			}
			continue
		}
		at := d.near(file)
		if at < 0 && d.vanish(file, diff) {
			continue
		}
		if d.ok = at >= 0; !d.ok {
			return
		}
		if d.ok = !d.moves(at, diff); !d.ok {
			return
		}
		d.assign(at, diff)
		if d.rebind(at, diff) {
			if !d.ok {
				return
			}
			continue
		}
		d.take(at, diff.Effects)
		d.listed(at)
		d.families[d.edges.Infer().File(at).Lang.Kin()] = true
		if d.Input.Files[at].Path == file {
			d.reaches[at] = diff
		}
	}
	if d.linked(); d.ok {
		d.spread()
	}
}

// listed makes those files be read that import everything from a file with a list of its exports: they import names that
// they do not mention, whether these exist or not.
func (d *differ) listed(file decl.FileID) {
	r := d.edges.Infer()
	of := r.File(file)
	if len(of.Facts.ExportList) == 0 {
		return
	}
	for i := range d.Input.Files {
		f := r.File(decl.FileID(i))
		for k := range f.Imports {
			if f.Imports[k].Unit == of.Unit && f.Facts.Imports[k].Name == "*" {
				d.edges.Given[i] = nil
			}
		}
	}
}

// unknown makes all files be read that a difference may concern of which nothing is known.
func (d *differ) unknown(diff *meaning.Difference) {
	for name := range diff.Methods {
		d.members[name] |= meaning.InCode
	}
	r, family, n := d.edges.Infer(), "", 0
	for i := range d.Input.Files {
		if f := r.File(decl.FileID(i)); f.Facts.Language == diff.Language {
			family = f.Lang.Kin()
			break
		}
	}
	for i := range d.edges.Given {
		if r.File(decl.FileID(i)).Lang.Kin() == family {
			d.edges.Given[i] = nil
			n++
		}
	}
	d.whole[family], d.ok = true, d.few(n)
}

// rebind takes in that a file has imports with other meanings, where the names that it imports are members of it. It reports
// whether it makes all files be read: the file imports any names, and passes them on to those that import it.
func (d *differ) rebind(file decl.FileID, diff *meaning.Difference) bool {
	f := d.edges.Infer().File(file)
	if diff.OffersAny && f.Lang.Unit == nil && d.isImported(file) {
		d.unknown(diff)
		return true
	}
	if !f.Lang.Rules.ModuleMembers {
		d.take(file, slices.DeleteFunc(slices.Clone(diff.Rebound), func(x meaning.Effect) bool {
			return !slices.ContainsFunc(f.Facts.Exports, func(e facts.Export) bool { return e.Local == x.Name })
		}))
		return false
	}
	if diff.RebindsAny && d.isImported(file) {
		d.unknown(diff)
		return true
	}
	d.take(file, diff.Rebound)
	return false
}

// assign takes in that the code of a file assigns to other members, where that may add one.
func (d *differ) assign(file decl.FileID, diff *meaning.Difference) {
	if rules := &d.edges.Infer().File(file).Lang.Rules; rules.WrittenMembers || rules.OpenTypes {
		d.take(file, diff.Written)
	}
}

// isImported reports whether another file imports a file.
func (d *differ) isImported(file decl.FileID) bool {
	r := d.edges.Infer()
	unit := r.File(file).Unit
	is := func(im infer.ImportState) bool { return im.Unit == unit || im.File == file }
	for i := range d.Input.Files {
		at := decl.FileID(i)
		if f := r.File(at); at != file && (slices.ContainsFunc(f.Imports, is) || slices.ContainsFunc(f.Ambient, is) || slices.ContainsFunc(f.Reexports, is)) {
			return true
		}
	}
	return false
}

// few reports whether reading n files may cost less than all, with the search for them as far as it went.
func (d *differ) few(n int) bool {
	return len(d.was) <= smallSnapshot || n*maxRead <= len(d.was) && d.visits <= maxVisits*len(d.was)
}

// linked makes those files be read of which an import means something else, and takes all that they declare to mean
// something else too.
func (d *differ) linked() {
	for i, t := range d.edges.Given {
		if t == nil || t.Links == d.edges.Traces[i].Links || d.apartFamilies[d.edges.Infer().File(decl.FileID(i)).Lang.Kin()] {
			continue
		}
		if d.ok = !d.edges.IsApart(decl.FileID(i)); !d.ok {
			return
		}
		f := d.edges.Infer().File(decl.FileID(i))
		whole := meaning.WholeOf(f.Facts)
		if d.ok = whole != nil && f.Lang.Rules.BodiesApart; !d.ok {
			return
		}
		d.assign(decl.FileID(i), whole)
		if d.rebind(decl.FileID(i), whole) {
			if !d.ok {
				return
			}
			continue
		}
		d.edges.Given[i], d.reaches[decl.FileID(i)] = nil, whole
		d.families[f.Lang.Kin()] = true
		d.take(decl.FileID(i), whole.Effects)
	}
}

// spread makes those files be read that mention a name with another meaning, and takes in what they declare by it.
func (d *differ) spread() {
	for grown := true; grown; {
		grown = false
		if d.follow(); !d.few(len(d.reaches)) {
			d.ok = false
			return
		}
		d.scope = d.scopeNow() // names that come from here on make another round
		d.scope.all.each(func(at decl.FileID) {
			if d.ok = d.ok && d.few(len(d.reaches)); d.ok {
				grown = d.reread(at) || grown
			}
		})
		if d.ok = d.ok && d.few(len(d.reaches)); !d.ok {
			return
		}
	}
}

// reread makes a file be read if it mentions a name with another meaning, and takes in what it declares by it. It reports
// whether there are more names than before.
func (d *differ) reread(at decl.FileID) bool {
	f := d.edges.Infer().File(at)
	if d.whole[f.Lang.Kin()] || d.edges.IsApart(at) {
		return false
	}
	c := d.changedFor(at)
	if c.Empty() {
		return false
	}
	d.visits++
	file := d.reaches[at]
	if file == nil {
		if !meaning.Of(f.Facts).Mentions(&c) {
			return false
		}
		d.edges.Given[at] = nil
		if d.ok = f.Lang.Rules.BodiesApart; !d.ok {
			return false // what its code says may decide what it declares
		}
		file = meaning.Of(f.Facts)
		d.reaches[at] = file
		c = d.changedFor(at) // with all names: same asks for those that other files mention
	}
	return d.take(at, file.Reached(&c, d.decides(at), d.same(at, &c)))
}

// decides returns what File.Reached asks for: whether the resolver knows a type that a file declares.
func (d *differ) decides(file decl.FileID) func(facts.TypeID) bool {
	r := d.edges.Infer()
	return func(id facts.TypeID) bool { return r.DeclType(file, id) > lattice.Unknown }
}

// same returns what File.Reached asks for: whether a definition of a file that did not change is what it was.
func (d *differ) same(file decl.FileID, c *meaning.Changed) func(facts.DefID) bool {
	r := d.edges.Infer()
	f := r.File(file)
	if !f.Lang.Rules.BodiesDecide || d.was[file] < 0 || d.Changed[f.Path] != nil {
		return nil
	}
	values := d.Traces.files[d.was[file]].Values
	changed := func(s decl.SymbolID) bool {
		name, of := r.Def(s).Name, r.File(r.Symbol(s).File)
		return c.Tops[name]|c.Members[name]|d.topsIn(everywhere)[name]|d.topsOf(of)[name]|d.inner[r.Symbol(s).File][name] != 0
	}
	return func(i facts.DefID) bool {
		return int(i) < len(values) && values[i] != 0 && d.digest(f.Symbol(i), changed) == values[i]
	}
}

// digest returns the digest of a definition. It asks another resolver, which knows all subtypes: what is known before they
// are would stay in the memos of this one.
func (d *differ) digest(s decl.SymbolID, changed func(decl.SymbolID) bool) digest.Digest {
	if d.digests == nil {
		r := infer.New(d.Input)
		r.Prepare()
		r.FindSubtypes()
		d.digests = digest.New(r)
	}
	return d.digests.Of(s, changed)
}

// near returns the number of a file of Changed, or that of another one of its package where it is gone; -1 where the
// package is gone. A package that is new is imported by files with other links alone, see linked.
func (d *differ) near(file string) decl.FileID {
	if i, found := d.find(file); found {
		return i
	}
	like := d.Changed[file]
	if d.fileUnits(like.Language) {
		return -1
	}
	return decl.FileID(slices.IndexFunc(d.Input.Files, func(f File) bool {
		return f.Facts.Package == like.Package && f.Facts.Language == like.Language && path.Dir(f.Path) == path.Dir(file)
	}))
}

// take adds names that have other meanings because of a file, and reports whether there are any that had not.
func (d *differ) take(file decl.FileID, effects []meaning.Effect) bool {
	r, grown := d.edges.Infer(), false
	f := r.File(file)
	effects = slices.Concat(effects, implied(f, effects), d.standFor(f, effects), d.related(f, effects))
	for i := range effects { // as decorators, types may be written without a part of their names
		if short, found := strings.CutSuffix(effects[i].Name, f.Lang.Rules.DecoratorSuffix); found && short != effects[i].Name {
			x := effects[i]
			x.Name = short
			effects = append(effects, x)
		}
	}
	for _, x := range effects {
		if x.Method && d.mayBeUnique(file, x.Name) {
			d.members[x.Name] |= meaning.InCode
		} else if x.Sense == meaning.InCode && !f.Lang.Rules.BodiesDecide {
			continue
		}
		if x.Carried || x.Alias && !f.Lang.Rules.ModuleMembers || x.Namespace && f.Lang.Rules.ModulesApart {
			continue
		}
		if (x.Bases || x.Below) && !f.Lang.Rules.WrittenMembers {
			continue
		}
		if x.Receiver && !slices.ContainsFunc(r.UnitNamed(f.Unit, x.Name), d.mindsMethod) {
			continue
		}
		if x.Fields && !f.Lang.Rules.PositionalFields {
			continue
		}
		if x.Gains && f.Lang.Rules.StructuralInterfaces {
			x.Sense = meaning.InCode | meaning.InBase
		}
		names := d.membersOf(f, x.Of)
		switch {
		case x.Inner:
			if names = d.inner[file]; names == nil {
				names = make(meaning.Names)
				d.inner[file] = names
			}
		case x.Inward && f.Lang.Rules.ModulesApart:
			if names = d.inward[file]; names == nil {
				names = make(meaning.Names)
				d.inward[file] = names
			}
		case x.Wide && (x.Top || f.Lang.Rules.NamesByImport): // a member too: declare global { … }
			names = d.topsIn(everywhere)
		case x.Top, x.InNamespace && f.Lang.Rules.ModulesApart: // other files may import all of the namespace
			names = d.topsOf(f)
		}
		if names[x.Name]&x.Sense != x.Sense {
			names[x.Name], grown = names[x.Name]|x.Sense, true
		}
	}
	return grown
}

// implied returns what follows for the types that hold members which code uses without naming them, as x() does.
func implied(f *infer.File, effects []meaning.Effect) []meaning.Effect {
	var out []meaning.Effect
	for i := range effects {
		x := &effects[i]
		if x.Top || x.Of == "" || !f.Lang.Protocol.Has(x.Name) {
			continue
		}
		out = append(out, meaning.Effect{Name: x.Of, Sense: meaning.Anywhere, Top: true})
		for d := range f.Facts.Defs {
			if def := &f.Facts.Defs[d]; def.Name == x.Of && def.Parent >= 0 {
				out = append(out, meaning.Effect{Name: x.Of, Sense: meaning.Anywhere, Of: meaning.Of(f.Facts).Holder(facts.DefID(d))})
			}
		}
	}
	return out
}

// mindsMethod reports whether a type means something else with one method more or less: it is not a struct or a class,
// and has no other method on both sides.
func (d *differ) mindsMethod(s decl.SymbolID) bool {
	r := d.edges.Infer()
	if k := r.Def(s).Kind; k == facts.Struct || k == facts.Class {
		return false
	}
	for _, members := range r.Symbol(s).Members {
		for _, m := range members {
			y := r.Symbol(m)
			diff := d.Changed[r.File(y.File).Path]
			if r.Def(m).Kind == facts.Method && (diff == nil || slices.Contains(diff.Moved, y.Def)) {
				return false
			}
		}
	}
	return true
}

// topsOf returns where the names of definitions at the top of a file are kept.
func (d *differ) topsOf(f *infer.File) meaning.Names {
	unit := everywhere
	if f.Lang.Rules.NamesByImport {
		unit = f.Unit
	}
	return d.topsIn(unit)
}

func (d *differ) topsIn(unit decl.UnitID) meaning.Names {
	if d.tops[unit] == nil {
		d.tops[unit] = make(meaning.Names)
	}
	return d.tops[unit]
}

// changedFor returns the names with other meanings that a file can use. Of a file that is not read because of a name yet, it
// may leave out those that the file does not mention.
func (d *differ) changedFor(file decl.FileID) meaning.Changed {
	f := d.edges.Infer().File(file)
	if !d.families[f.Lang.Kin()] {
		return meaning.Changed{}
	}
	all := d.reaches[file] != nil
	var members, tops sum
	if all || d.scope.members.has(file) {
		members.add(d.members)
	}
	for _, t := range d.trails {
		if (all || d.scope.trails[t].has(file)) && (t.leads[file] || !f.Lang.Rules.MembersByType) {
			members.add(t.members)
		}
	}
	tops.add(d.inner[file])
	for of, names := range d.inward {
		if d.isInside(file, of) {
			tops.add(names)
		}
	}
	for unit, names := range d.tops {
		if (all || d.scope.tops[unit].has(file)) && (unit == everywhere || d.sees(file, unit)) {
			tops.add(names)
		}
	}
	c := meaning.Changed{Members: members.names, Tops: tops.names, Bare: bare(f)}
	if f.Lang.Rules.NamesByImport && f.Lang.Unit == nil {
		c.Bound = func(i facts.ImportID) bool { return d.binds(&f.Imports[i], &f.Facts.Imports[i]) }
	}
	return c
}

// isInside reports whether a file is of a module, or of one in it, which may name what the module imports for itself.
func (d *differ) isInside(file, module decl.FileID) bool {
	r := d.edges.Infer()
	f, m := r.File(file), r.File(module)
	dir, name := path.Split(m.Path)
	switch name = strings.TrimSuffix(name, path.Ext(name)); name {
	case "mod", "lib", "main":
	default:
		dir += name + "/"
	}
	is := func(im infer.ImportState) bool { return im.Unit == m.Unit }
	return file == module || strings.HasPrefix(f.Path, dir) || slices.ContainsFunc(f.Imports, is)
}

// binds reports whether an import may bind one of the names with another meaning at the top of its unit.
func (d *differ) binds(im *infer.ImportState, as *facts.Import) bool {
	for unit, names := range d.tops {
		if im.Unit >= 0 && (im.Unit == unit || d.offering(unit)[im.Unit]) && (as.Name == "" || as.Name == "*" || names[as.Name]|names[meaning.WholeModule] != 0) {
			return true
		}
	}
	return false
}

// bare reports whether code of a file can name a member without what it is a member of: inside of that, or because it
// imports all members of a type.
func bare(f *infer.File) bool {
	return f.Lang.Rules.ImplicitThis || slices.ContainsFunc(f.Facts.Imports, func(im facts.Import) bool { return im.Name == "*" })
}

// A sum is the union of sets of names. It copies none as long as one set is all.
type sum struct {
	names meaning.Names
	own   bool // names are a copy
}

func (s *sum) add(names meaning.Names) {
	switch {
	case len(s.names) == 0:
		s.names = names
		return
	case !s.own:
		s.names, s.own = maps.Clone(s.names), true
	}
	for name, sense := range names {
		s.names[name] |= sense
	}
}

// sees reports whether a file can name what is at the top of the files of a unit.
func (d *differ) sees(file decl.FileID, unit decl.UnitID) bool {
	f := d.edges.Infer().File(file)
	if unit < everywhere {
		key := d.goneKey(unit)
		return d.edges.Infer().Unit(f.Unit).Key == key || f.Lang.Rules.NamesByPath && d.namesPath(file, key)
	}
	if f.Unit == unit || !f.Lang.Rules.NamesByImport {
		return true
	}
	offers := d.offering(unit)
	is := func(im infer.ImportState) bool { return im.Unit == unit || offers[im.Unit] }
	return slices.ContainsFunc(f.Imports, is) || slices.ContainsFunc(f.Ambient, is) || slices.ContainsFunc(f.Reexports, is) ||
		f.Lang.Rules.NamesByPath && d.namesPath(file, d.edges.Infer().Unit(unit).Key)
}

// namesPath reports whether the code of a file may name a unit by its path, the key, without an import.
func (d *differ) namesPath(file decl.FileID, key string) bool {
	last := key[strings.LastIndexAny(key, ".:")+1:]
	return d.mentioning(last).has(file) && meaning.Of(d.Input.Files[file].Facts).InPath(last)
}

// maxNamed is how many members of a name are looked at to find two of files that are not changed.
const maxNamed = 64

// mayBeUnique reports whether a member that only the code of a function can name otherwise counts for rule 12: no two
// files that are not changed have members of the name.
func (d *differ) mayBeUnique(file decl.FileID, name string) bool {
	others := 0
	for _, s := range d.edges.Infer().Named(file, name, maxNamed) {
		if d.edges.Given[d.edges.Infer().Symbol(s).File] != nil {
			others++
		}
	}
	return others < 2 && len(name) >= edges.MinUniqueName
}

// offering returns the units by which files may name what is at the top of a unit, besides itself: their files export what
// they import from it.
func (d *differ) offering(unit decl.UnitID) map[decl.UnitID]bool {
	if units, known := d.offers[unit]; known {
		return units
	}
	if d.passedOn == nil {
		d.passOn()
	}
	var units map[decl.UnitID]bool
	if len(d.passedOn) > 0 {
		units = make(map[decl.UnitID]bool)
		for next := []decl.UnitID{unit}; len(next) > 0; {
			to := d.passedOn[next[0]]
			next = next[1:]
			for _, u := range to {
				if !units[u] {
					units[u] = true
					next = append(next, u)
				}
			}
		}
	}
	d.offers[unit] = units
	return units
}

// passOn sets passedOn.
func (d *differ) passOn() {
	r := d.edges.Infer()
	d.passedOn = make(map[decl.UnitID][]decl.UnitID)
	for i := range d.Input.Files {
		f := r.File(decl.FileID(i))
		add := func(list []infer.ImportState) {
			for k := range list {
				if u := list[k].Unit; u >= 0 && u != f.Unit && !slices.Contains(d.passedOn[u], f.Unit) {
					d.passedOn[u] = append(d.passedOn[u], f.Unit)
				}
			}
		}
		add(f.Reexports)
		for k := range f.Facts.Exports {
			switch x := &f.Facts.Exports[k]; {
			case x.X >= 0:
				add(f.Imports)
			case x.Local != "":
				for _, i := range f.ByAlias[x.Local] {
					add(f.Imports[i : i+1])
				}
			}
		}
	}
}
