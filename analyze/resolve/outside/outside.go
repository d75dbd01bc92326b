// Package outside compares which types implement interfaces from outside the repository in two snapshots.
//
// In: hashes of those types. Out: their stored form.
package outside

import (
	"cmp"
	"maps"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/bloom"
	"github.com/nexus-ci/nexus-ci/analyze/codec"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// Hashes are hashes of the types that implement interfaces outside the repository, with the methods that they have for it.
// Interfaces that no type implements are absent.
type Hashes map[Key]uint64

// A Key is an interface outside the repository as a group of files uses it.
type Key struct {
	Interface bloom.Hash // see InterfaceOf
	Group     int32
}

// InterfaceOf returns what stands for an interface outside the repository.
func InterfaceOf(l *lang.Language, name string) bloom.Hash {
	return bloom.HashOf(l.Name + " " + name)
}

// Code encodes or decodes hashes.
func (o *Hashes) Code(c *codec.Coder) {
	keys := slices.SortedFunc(maps.Keys(*o), func(a, b Key) int {
		return cmp.Or(cmp.Compare(a.Interface, b.Interface), cmp.Compare(a.Group, b.Group))
	})
	if codec.List(c, &keys, 17); !c.Encoding {
		*o = make(Hashes, len(keys))
	}
	for _, k := range keys {
		key, group, h := uint64(k.Interface), uint64(k.Group), (*o)[k]
		c.Fixed(&key)
		c.Uint(&group)
		c.Fixed(&h)
		if !c.Encoding {
			(*o)[Key{bloom.Hash(key), int32(group)}] = h
		}
	}
}
