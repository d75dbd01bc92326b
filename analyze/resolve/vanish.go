package resolve

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/infer"
)

// vanish takes in that a file went, and with it all files of its package in its directory. Files that imported the package
// import something else by the same words, see linked. Others are in the same package elsewhere, or name what went by a
// path. It reports false where the language has other ways to name something, and for a file that did not go.
func (d *differ) vanish(file string, diff *facts.Difference) bool {
	like := slices.IndexFunc(d.Input.Files, func(f File) bool { return f.Facts.Language == diff.Language })
	if _, found := d.find(file); found || like < 0 {
		return false
	}
	of := d.edges.Infer().File(decl.FileID(like))
	rules := &of.Lang.Rules
	if of.Lang.Unit == nil || !rules.BodiesApart || !rules.NamesByImport || rules.WrittenMembers || rules.OpenTypes || rules.ModuleMembers || d.moves(decl.FileID(like), diff) {
		return false
	}
	unit := d.goneUnit(of.Lang.Unit(file, &facts.File{Language: diff.Language, Package: diff.Package}))
	for _, x := range slices.Concat(diff.Effects, d.standFor(of, diff.Effects)) {
		if x.Method && d.mayBeUnique(decl.FileID(like), x.Name) {
			d.members[x.Name] |= facts.InCode
		}
		if x.Gains && rules.StructuralInterfaces {
			x.Sense |= facts.InBase
		}
		switch {
		case x.Inner || x.Sense == facts.InCode && !rules.BodiesDecide: // only code that went can name it
		case x.Top:
			d.topsIn(unit)[x.Name] |= x.Sense
		default:
			d.goneMembers(of, unit, x.Of)[x.Name] |= x.Sense
		}
	}
	d.families[of.Lang.Kin()] = true
	return true
}

// goneUnit returns the number that stands for a unit without files, by its key: one below everywhere.
func (d *differ) goneUnit(key string) decl.UnitID {
	at := slices.Index(d.gone, key)
	if at < 0 {
		at = len(d.gone)
		d.gone = append(d.gone, key)
	}
	return everywhere - 1 - decl.UnitID(at)
}

// goneKey returns the key of a unit without files.
func (d *differ) goneKey(unit decl.UnitID) string { return d.gone[everywhere-1-unit] }

// goneMembers returns where the names of the members are kept of a type that went with its package. like is a file of its
// language.
func (d *differ) goneMembers(like *infer.File, unit decl.UnitID, name string) facts.Names {
	if name == "" || !like.Lang.Rules.MembersByType {
		return d.members
	}
	at := holder{unit, -1, name}
	t := d.trails[at]
	if t == nil {
		if len(d.trails) == maxTrails {
			return d.members
		}
		t = d.newTrail(at)
		t.add(name, func(c *carrier) bool { return set(&c.gone) })
	}
	return t.members
}
