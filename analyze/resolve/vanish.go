package resolve

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/meaning"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/decl"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/infer"
)

// vanish takes in that a file went, and with it all files of its package in its directory. Files that imported the package
// import something else by the same words, see linked. It reports false where no file of the language is left.
func (d *differ) vanish(file string, diff *meaning.Difference) bool {
	at := decl.FileID(slices.IndexFunc(d.Input.Files, func(f File) bool { return f.Facts.Language == diff.Language }))
	if at < 0 {
		return false
	}
	like := d.edges.Infer().File(at)
	if !like.Lang.Rules.BodiesApart || d.moves(at, diff) {
		return false
	}
	d.families[like.Lang.Kin()] = true
	if like.Lang.Rules.NamesByImport && like.Lang.Unit != nil {
		d.vanishUnit(d.goneUnit(like.Lang.Unit(file, &facts.File{Language: diff.Language, Package: diff.Package})), at, diff)
		return true
	}
	if like.Lang.Rules.NamesByImport { // each file is a unit: those that imported it have other links
		for _, x := range diff.Effects {
			if x.Method && d.mayBeUnique(at, x.Name) {
				d.members[x.Name] |= meaning.InCode
			}
			if x.Wide {
				d.topsIn(everywhere)[x.Name] |= x.Sense
			}
		}
		return true
	}
	// Without units of their own, names count in all files, whichever file had them.
	d.assign(at, diff)
	if like.Lang.Rules.ModuleMembers {
		d.take(at, diff.Rebound)
	}
	var effects []meaning.Effect
	for _, x := range diff.Effects {
		if !x.Inner { // else only code that went can name it
			x.Receiver = false // whatever other methods the type has
			effects = append(effects, x)
		}
	}
	d.take(at, effects)
	return true
}

// vanishUnit takes in that a file of a unit without files went. Other files are in the same package elsewhere, or name what
// went by a path. at is a file of the language.
func (d *differ) vanishUnit(unit decl.UnitID, at decl.FileID, diff *meaning.Difference) {
	like := d.edges.Infer().File(at)
	rules := &like.Lang.Rules
	for _, x := range slices.Concat(diff.Effects, d.standFor(like, diff.Effects)) {
		if x.Method && d.mayBeUnique(at, x.Name) {
			d.members[x.Name] |= meaning.InCode
		}
		if x.Gains && rules.StructuralInterfaces {
			x.Sense |= meaning.InBase
		}
		switch {
		case x.Inner || x.Sense == meaning.InCode && !rules.BodiesDecide: // only code that went can name it
		case x.Top:
			d.topsIn(unit)[x.Name] |= x.Sense
		default:
			d.goneMembers(like, unit, x.Of)[x.Name] |= x.Sense
		}
	}
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
func (d *differ) goneMembers(like *infer.File, unit decl.UnitID, name string) meaning.Names {
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

// fileUnits reports whether each file of a language is a unit, which others import by its path.
func (d *differ) fileUnits(language string) bool {
	i := slices.IndexFunc(d.Input.Files, func(f File) bool { return f.Facts.Language == language })
	if i < 0 {
		return false
	}
	l := d.edges.Infer().File(decl.FileID(i)).Lang
	return l.Rules.NamesByImport && l.Unit == nil
}
