// Package jsonedit puts values into JSON files that people and other programs write, and
// takes them out again, and leaves everything else in them as it is: comments, order,
// spaces, trailing commas.
//
// In: the bytes of a file. Out: the bytes with the change. What Set has added Remove takes
// out so that the bytes are those of before, and what was there before either stays in its
// place. That needs no record of what was added, because the layout tells: lists and objects
// that Set makes have their parts on lines of their own, and what it adds to an empty one
// of somebody else follows the bracket directly.
package jsonedit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/tailscale/hujson"
)

// A Path leads to a value: a string is the key of an object, an int a place in a list.
type Path []any

// String is for messages.
func (p Path) String() string {
	var b strings.Builder
	for _, step := range p {
		switch step := step.(type) {
		case int:
			fmt.Fprintf(&b, "[%d]", step)
		default:
			if b.Len() > 0 {
				b.WriteByte('.')
			}
			fmt.Fprint(&b, step)
		}
	}
	return b.String()
}

// A Document is a JSON document, with or without comments.
type Document struct {
	mark    []byte // in front of everything
	root    hujson.Value
	empty   bool   // there is no document
	newline string // how lines end
	unit    string // of indentation
}

// maxDepth is how deep a document may be nested: parsing is recursive.
const maxDepth = 500

var byteOrderMark = []byte("\xef\xbb\xbf")

// New returns the document that is not there yet.
func New() *Document { return &Document{empty: true, newline: "\n", unit: "  "} }

// Parse reads a document. An error says where it is wrong.
func Parse(content []byte) (*Document, error) {
	d := New()
	d.empty = false
	rest, ok := bytes.CutPrefix(content, byteOrderMark)
	if ok {
		d.mark = byteOrderMark
	}
	switch {
	case len(bytes.TrimSpace(rest)) == 0:
		return nil, errors.New("the file is empty")
	case depth(rest) > maxDepth:
		return nil, errors.New("nested too deeply")
	}
	// A comment ends with its line, which the last one of a file need not have.
	root, err := hujson.Parse(append(bytes.Clone(rest), '\n'))
	if err != nil {
		return nil, errors.New(strings.TrimPrefix(err.Error(), "hujson: "))
	}
	d.root = root
	if bytes.Contains(rest, []byte("\r\n")) {
		d.newline = "\r\n"
	}
	if b := box(&d.root); b != nil && b.len() > 0 {
		if indent, ok := lineStart(*b.before(0)); ok && indent != "" {
			d.unit = indent
		}
	}
	return d, nil
}

// depth returns how deep brackets are nested, at least.
func depth(b []byte) (most int) {
	now, inString := 0, false
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{' || c == '[':
			now++
			most = max(most, now)
		case c == '}' || c == ']':
			now--
		}
	}
	return most
}

// Bytes returns the document, nil when there is none, or none any more.
func (d *Document) Bytes() []byte {
	if d.empty {
		return nil
	}
	packed := d.root.Pack()
	return append(bytes.Clone(d.mark), packed[:len(packed)-1]...)
}

// Get puts the value at a path into the variable at into, and reports whether there is one
// that fits.
func (d *Document) Get(path Path, into any) bool {
	if d.empty {
		return false
	}
	v := &d.root
	for _, step := range path {
		b := box(v)
		if b == nil {
			return false
		}
		i, ok := b.find(step)
		if !ok {
			return false
		}
		v = b.value(i)
	}
	plain := v.Clone()
	plain.Standardize()
	return json.Unmarshal(plain.Pack(), into) == nil
}

// Set puts a value at a path, whose last step may be the place behind the end of a list.
// Objects and lists on the way are made. Where an object is there already, the keys of value
// are set in it and the others stay. An error means that something else is in the way.
func (d *Document) Set(path Path, value any) error {
	text, err := encode(value)
	if err != nil {
		return err
	}
	if d.empty {
		d.empty = false
		d.root = parsed(d.indented(wrapped(path, text), ""))
		d.root.AfterExtra = hujson.Extra(d.newline + "\n") // the last byte is not the document's
		return nil
	}
	return d.set(&d.root, nil, path, text, "")
}

// set puts a value below v, which is at a path and on a line with an indentation.
func (d *Document) set(v *hujson.Value, at, rest Path, text []byte, indent string) error {
	if len(rest) == 0 {
		return d.put(v, at, text, indent)
	}
	b := box(v)
	if _, isKey := rest[0].(string); b == nil || b.keys() != isKey {
		want := "a list"
		if isKey {
			want = "an object"
		}
		if len(at) == 0 {
			return fmt.Errorf("it is not %s", want)
		}
		return fmt.Errorf("%s is not %s", at, want)
	}
	i, ok := b.find(rest[0])
	if !ok {
		d.add(b, rest[0], wrapped(rest[1:], text), indent)
		return nil
	}
	if own, ok := lineStart(*b.before(i)); ok {
		indent = own
	}
	return d.set(b.value(i), append(at[:len(at):len(at)], rest[0]), rest[1:], text, indent)
}

// put makes a value what text says.
func (d *Document) put(v *hujson.Value, at Path, text []byte, indent string) error {
	var members map[string]json.RawMessage
	if b := box(v); b != nil && b.keys() && json.Unmarshal(text, &members) == nil && members != nil {
		wanted := parsed(text).Value.(*hujson.Object)
		for i := range wanted.Members {
			key := wanted.Members[i].Name.Value.(hujson.Literal).String()
			if err := d.set(v, at, Path{key}, members[key], indent); err != nil {
				return err
			}
		}
		return nil
	}
	old := v.Clone()
	old.Standardize()
	if !equal(old.Pack(), text) {
		v.Value = parsed(d.indented(text, indent)).Value
	}
	return nil
}

// add puts a new part at the end of an object or list that is on a line with an indentation.
func (d *Document) add(b container, key any, text []byte, indent string) {
	if b.len() == 0 {
		b.append(key, nil, parsed(d.indented(text, indent)).Value)
		return
	}
	after := b.after()
	head, tail := cutSpace(*after)
	space := " "
	if own, ok := lineStart(*b.before(b.len() - 1)); ok {
		space, indent = d.newline+own, own
	} else if bytes.ContainsRune(*after, '\n') {
		indent += d.unit
		space = d.newline + indent
	}
	trailingComma := b.value(b.len()-1).AfterExtra != nil
	b.append(key, hujson.Extra(string(head)+space), parsed(d.indented(text, indent)).Value)
	if *after = tail; trailingComma {
		b.value(b.len() - 1).AfterExtra = hujson.Extra{}
	}
}

// Remove takes out the value at a path, and what Set made to hold it. It reports whether
// there was one.
func (d *Document) Remove(path Path) bool {
	if d.empty {
		return false
	}
	var boxes []container
	var places []int
	v := &d.root
	for _, step := range path {
		b := box(v)
		if b == nil {
			return false
		}
		i, ok := b.find(step)
		if !ok {
			return false
		}
		boxes, places = append(boxes, b), append(places, i)
		v = b.value(i)
	}
	last := len(boxes) - 1
	for last >= 0 && boxes[last].made() {
		last--
	}
	if last < 0 {
		if d.empty = len(d.root.BeforeExtra) == 0 && len(bytes.TrimSpace(d.root.AfterExtra)) == 0; d.empty {
			return true
		}
		last = 0
	}
	remove(boxes[last], places[last])
	return true
}

// remove takes out the i-th part, and keeps comments around it.
func remove(b container, i int) {
	part := b.value(i)
	follows := b.after()
	if i < b.len()-1 {
		follows = b.before(i + 1)
	}
	rest := join(part.AfterExtra, *follows)
	if kept, space := cutSpace(*b.before(i)); open(kept) && !bytes.HasPrefix(bytes.TrimLeft(rest, " \t\r"), []byte("\n")) {
		*follows = join(kept, space, rest)
	} else {
		*follows = join(kept, rest)
	}
	if i > 0 && i == b.len()-1 {
		// The one before is the last now: it has a comma behind it where this one had.
		previous := b.value(i - 1)
		if part.AfterExtra == nil {
			*follows = join(previous.AfterExtra, *follows)
			previous.AfterExtra = nil
		} else {
			previous.AfterExtra = join(previous.AfterExtra)
		}
	}
	b.remove(i)
}

// open reports whether text that follows would be part of a comment.
func open(e hujson.Extra) bool {
	for len(e) > 0 {
		end := "\n"
		switch {
		case bytes.HasPrefix(e, []byte("/*")):
			end = "*/"
		case !bytes.HasPrefix(e, []byte("//")):
			e = e[1:]
			continue
		}
		_, rest, ok := bytes.Cut(e[2:], []byte(end))
		if !ok {
			return true
		}
		e = rest
	}
	return false
}

// join returns extras one after the other, never nil.
func join(extras ...hujson.Extra) hujson.Extra {
	all := hujson.Extra{}
	for _, e := range extras {
		all = append(all, e...)
	}
	return all
}

const spaces = " \t\r\n"

// cutSpace cuts the space behind the last comment off.
func cutSpace(e hujson.Extra) (head, tail hujson.Extra) {
	head = bytes.TrimRight(e, spaces)
	return head, e[len(head):]
}

// lineStart returns the indentation of a value by what stands before it; false where it
// does not begin a line.
func lineStart(e hujson.Extra) (indent string, ok bool) {
	i := bytes.LastIndexByte(e, '\n')
	if i < 0 || len(bytes.TrimLeft(e[i+1:], " \t")) > 0 {
		return "", false
	}
	return string(e[i+1:]), true
}

// encode returns the JSON of a value.
func encode(value any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(b.Bytes()), nil
}

// wrapped returns the JSON of what is to be at the first step of a path.
func wrapped(path Path, text []byte) []byte {
	for i := len(path) - 1; i >= 0; i-- {
		if key, ok := path[i].(string); ok {
			text = fmt.Appendf(nil, "{%s:%s}", []byte(hujson.String(key)), text)
		} else {
			text = fmt.Appendf(nil, "[%s]", text)
		}
	}
	return text
}

// indented returns JSON that begins on a line with an indentation, with the parts of objects
// and lists on lines of their own.
func (d *Document) indented(text []byte, indent string) []byte {
	var b bytes.Buffer
	_ = json.Indent(&b, text, indent, d.unit) // it is JSON
	return bytes.ReplaceAll(b.Bytes(), []byte("\n"), []byte(d.newline))
}

// parsed returns the value that JSON of ours stands for.
func parsed(text []byte) hujson.Value {
	v, _ := hujson.Parse(text) // it is JSON
	return v
}

func equal(a, b []byte) bool {
	var x, y any
	return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && reflect.DeepEqual(x, y)
}
