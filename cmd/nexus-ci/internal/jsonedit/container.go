package jsonedit

import (
	"bytes"
	"slices"

	"github.com/tailscale/hujson"
)

// A container is an object or a list.
type container interface {
	keys() bool // it is an object
	len() int
	// find returns the place of a step of a Path.
	find(step any) (int, bool)
	value(i int) *hujson.Value
	// before is what stands before the i-th part, and after what stands before the closing
	// bracket.
	before(i int) *hujson.Extra
	after() *hujson.Extra
	append(key any, before hujson.Extra, v hujson.ValueTrimmed)
	remove(i int)
	// made reports whether Set made it, for one part.
	made() bool
}

// box returns a value as a container, nil when it is none.
func box(v *hujson.Value) container {
	switch v := v.Value.(type) {
	case *hujson.Object:
		return object{v}
	case *hujson.Array:
		return list{v}
	}
	return nil
}

type object struct{ *hujson.Object }

func (o object) keys() bool                 { return true }
func (o object) len() int                   { return len(o.Members) }
func (o object) value(i int) *hujson.Value  { return &o.Members[i].Value }
func (o object) before(i int) *hujson.Extra { return &o.Members[i].Name.BeforeExtra }
func (o object) after() *hujson.Extra       { return &o.AfterExtra }
func (o object) remove(i int)               { o.Members = slices.Delete(o.Members, i, i+1) }
func (o object) made() bool                 { return made(o) }

// find returns the last member of a name: the one that programs see.
func (o object) find(step any) (int, bool) {
	key, ok := step.(string)
	for i := len(o.Members) - 1; ok && i >= 0; i-- {
		if name, ok := o.Members[i].Name.Value.(hujson.Literal); ok && name.String() == key {
			return i, true
		}
	}
	return 0, false
}

func (o object) append(key any, before hujson.Extra, v hujson.ValueTrimmed) {
	name, _ := key.(string)
	o.Members = append(o.Members, hujson.ObjectMember{
		Name:  hujson.Value{BeforeExtra: before, Value: hujson.String(name)},
		Value: hujson.Value{BeforeExtra: hujson.Extra(" "), Value: v},
	})
}

type list struct{ *hujson.Array }

func (l list) keys() bool                 { return false }
func (l list) len() int                   { return len(l.Elements) }
func (l list) value(i int) *hujson.Value  { return &l.Elements[i] }
func (l list) before(i int) *hujson.Extra { return &l.Elements[i].BeforeExtra }
func (l list) after() *hujson.Extra       { return &l.AfterExtra }
func (l list) remove(i int)               { l.Elements = slices.Delete(l.Elements, i, i+1) }
func (l list) made() bool                 { return made(l) }

func (l list) find(step any) (int, bool) {
	i, ok := step.(int)
	return i, ok && i < len(l.Elements)
}

func (l list) append(_ any, before hujson.Extra, v hujson.ValueTrimmed) {
	l.Elements = append(l.Elements, hujson.Value{BeforeExtra: before, Value: v})
}

// made holds for one part on lines of its own, with nothing else there.
func made(c container) bool {
	if c.len() != 1 || c.value(0).AfterExtra != nil {
		return false
	}
	ownLine := func(e hujson.Extra) bool {
		line := bytes.TrimPrefix(bytes.TrimPrefix(e, []byte("\r")), []byte("\n"))
		return len(line) < len(e) && len(bytes.TrimLeft(line, " \t")) == 0
	}
	return ownLine(*c.before(0)) && ownLine(*c.after())
}
