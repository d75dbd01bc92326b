package schema

import (
	"cmp"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
)

// A comparison is what differs between both versions of one file.
type comparison struct {
	pair     *fact.Pair
	old, new *document // at least one
	changes  []change
}

// A change is a declaration that differs. One of its sides may be nil.
type change struct{ old, new *declaration }

// compare pairs the declarations of both versions by their keys.
func compare(p *fact.Pair, old, new *document) comparison {
	c := comparison{pair: p, old: old, new: new}
	before, after := byKey(old), byKey(new)
	if old != nil {
		for i := range old.declarations {
			d := &old.declarations[i]
			if before[d.key] != d || after[d.key] != nil || d.quiet && old.whole(d, new, after) {
				continue
			}
			c.changes = append(c.changes, change{old: d})
		}
	}
	if new == nil {
		return c
	}
	for i := range new.declarations {
		d := &new.declarations[i]
		o := before[d.key]
		switch {
		case after[d.key] != d:
			continue // a second declaration of that name
		case o == nil && d.quiet && new.whole(d, old, before):
			continue
		case o != nil && o.text == d.text && o.number == d.number && o.more == d.more && o.deprecated == d.deprecated && o.field == d.field:
			continue
		}
		c.changes = append(c.changes, change{o, d})
	}
	return c
}

// whole reports whether the other version has nothing of what a declaration is a part of: it
// comes and goes with that.
func (d *document) whole(part *declaration, other *document, known map[string]*declaration) bool {
	if part.parent < 0 {
		return other == nil
	}
	return known[d.declarations[part.parent].key] == nil
}

// byKey returns the first declaration of every key.
func byKey(d *document) map[string]*declaration {
	if d == nil {
		return nil
	}
	m := make(map[string]*declaration, len(d.declarations))
	for i := range d.declarations {
		if k := d.declarations[i].key; m[k] == nil {
			m[k] = &d.declarations[i]
		}
	}
	return m
}

// A place is where other schemas find a declaration, whatever file it is in.
type place struct{ format, space, key string }

// movedAway returns the declarations that another of the files got as they were: who uses
// them finds them there.
func movedAway(compared []comparison) map[place]bool {
	gone := make(map[place]*declaration)
	for i := range compared {
		c := &compared[i]
		for _, ch := range c.changes {
			if ch.new == nil {
				gone[place{c.old.format, c.old.space, ch.old.key}] = ch.old
			}
		}
	}
	moved := make(map[place]bool)
	for i := range compared {
		c := &compared[i]
		for _, ch := range c.changes {
			if ch.old != nil {
				continue
			}
			at := place{c.new.format, c.new.space, ch.new.key}
			if o := gone[at]; o != nil && o.text == ch.new.text && o.number == ch.new.number && o.field == ch.new.field {
				moved[at] = true
			}
		}
	}
	return moved
}

// A sourced is a change of a Protobuf declaration as a generator of OpenAPI documents spells
// it: the last part of its name, in lower case and without separators.
type sourced struct{ field, name, word string }

// sourceOf returns what changes in Protobuf files.
func sourceOf(compared []comparison) map[sourced]bool {
	source := make(map[sourced]bool)
	for i := range compared {
		c := &compared[i]
		for _, ch := range c.changes {
			d, doc := cmp.Or(ch.new, ch.old), cmp.Or(c.new, c.old)
			if doc.format != formatProto {
				continue
			}
			switch d.field {
			case "field", "value":
				source[sourced{d.field, plain(d.name[strings.LastIndexByte(d.name, '.')+1:]), ch.word()}] = true
			case "message", "enum":
				source[sourced{"message", plain(d.name), ch.word()}] = true
			case "method":
				source[sourced{"method", plain(d.name), ch.word()}] = true
			}
		}
	}
	return source
}

// plain returns a name without what generators change in it.
func plain(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", ".", "", "-", "").Replace(name))
}

// withoutGenerated drops the changes of an OpenAPI document that a Protobuf file of the same
// change says: the one is generated from the other, and one thing is said once.
func (c *comparison) withoutGenerated(source map[sourced]bool) {
	if len(source) == 0 || cmp.Or(c.new, c.old).format != formatOpenAPI {
		return
	}
	c.changes = slices.DeleteFunc(c.changes, func(ch change) bool {
		d := cmp.Or(ch.new, ch.old)
		s, _ := d.detail.(*shape)
		switch last := d.key[strings.LastIndexByte(d.key, '.')+1:]; d.field {
		case "property", "parameter":
			return source[sourced{"field", plain(last), ch.word()}]
		case "value":
			return source[sourced{"value", plain(d.text), strings.TrimPrefix(ch.word(), "enum value ")}]
		case "operation":
			return source[sourced{"method", plain(s.id), ch.word()}]
		case "schema": // with the version of the package before it, in most
			for key := range source {
				if key.field == "message" && key.word == ch.word() && strings.HasSuffix(plain(last), key.name) {
					return true
				}
			}
		}
		return false
	})
}

// facts returns the facts of one file.
func (c *comparison) facts(moved map[place]bool) []fact.Fact {
	var facts []fact.Fact
	for _, ch := range c.changes {
		f := fact.Fact{Kind: "schema-compatible", Path: c.pair.Path(), Side: fact.Head}
		d, doc := ch.new, c.new
		if d == nil {
			d, doc = ch.old, c.old
			f.Path, f.Side = c.pair.Old.Path, fact.Base
		}
		f.Format, f.Field, f.Scope, f.Name, f.Line = doc.format, d.field, d.scope, d.name, d.line
		f.From, f.To = described(ch.old), described(ch.new)
		f.Change = ch.word()
		if doc.breaks(ch.old, ch.new) && !moved[place{doc.format, doc.space, d.key}] {
			f.Kind = "schema-breaking"
		} else if ch.old != nil && ch.new != nil && f.Change == "changed" {
			f.Kind = "schema-changed"
		}
		facts = append(facts, f)
	}
	return facts
}

// word says what became of a declaration.
func (ch *change) word() string {
	o, n := ch.old, ch.new
	switch {
	case o == nil && n.added != "":
		return n.added
	case o == nil:
		return "added"
	case n == nil && o.removed != "":
		return o.removed
	case n == nil:
		return "removed"
	case o.number != n.number:
		return "renumbered"
	case o.text == n.text && o.more == n.more && n.deprecated && !o.deprecated:
		return "deprecated"
	}
	return "changed"
}

// described is a declaration in one version, short.
func described(d *declaration) string {
	if d == nil {
		return ""
	}
	s := d.text
	if d.number != "" {
		if s != "" {
			s += " = "
		}
		s += d.number
	}
	s += d.more
	if d.deprecated {
		s += " @deprecated"
	}
	return strings.TrimSpace(s)
}
