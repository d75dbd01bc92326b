package component

import (
	"bytes"
	"strings"
)

// Vue rewrites a single-file component of Vue.
func Vue(src []byte) []byte {
	w := newWriter(src)
	for i := 0; i < len(src); {
		switch {
		case hasPrefixAt(src, i, "<!--"):
			i = behind(src, i, "-->")
			continue
		case src[i] != '<':
			i++
			continue
		}
		t, ok := openingTag(src, i, false)
		if !ok {
			i++
			continue
		}
		switch strings.ToLower(t.name) {
		case "script":
			i = w.script(t)
		case "template":
			i = w.vueTemplate(t)
		default:
			i = behind(src, t.end, "</"+t.name)
		}
	}
	return w.out
}

// behind returns the offset behind the next text, or the end of src.
func behind(src []byte, from int, text string) int {
	k := indexFold(src[from:], text)
	if k < 0 {
		return len(src)
	}
	return from + k + len(text)
}

// vueTemplate writes the template that begins with tag t, and returns the offset behind it.
func (w *writer) vueTemplate(t tag) int {
	end := w.templateEnd(t)
	if language := t.value(w.src, "lang"); t.selfClosed || language != "" && language != "html" {
		return closeOf(w.src, end)
	}
	w.put(t.start, Label+":{")
	v := vue{writer: w, end: end, names: make(map[string]int)}
	v.markup(t.end)
	closed := 1
	for _, e := range v.open {
		if e.scope {
			closed++
		}
	}
	if end < len(w.src) {
		w.put(end, ";")
		w.put(end+1, strings.Repeat("}", closed))
	}
	return closeOf(w.src, end)
}

// templateEnd returns the offset of the closing tag of template t.
func (w *writer) templateEnd(t tag) int {
	depth := 0
	for i := t.start; i < len(w.src); {
		switch {
		case hasPrefixAt(w.src, i, "<!--"):
			i = behind(w.src, i, "-->")
		case hasPrefixAt(w.src, i, "</template"):
			if depth--; depth == 0 {
				return i
			}
			i++
		case hasPrefixAt(w.src, i, "<template"):
			if inner, ok := openingTag(w.src, i, false); !ok || inner.name != "template" {
				i++
			} else {
				if !inner.selfClosed {
					depth++
				}
				i = inner.end
			}
		default:
			i++
		}
	}
	return len(w.src)
}

// vue writes the statements of one template.
type vue struct {
	*writer
	end   int
	open  []element
	names map[string]int // how many open elements have the name
}

// An element is open at the current place of the markup. scope: a block is open for the names that it
// binds.
type element struct {
	name  string
	scope bool
}

func (v *vue) markup(from int) {
	for i := from; i < v.end; {
		switch {
		case hasPrefixAt(v.src, i, "<!--"):
			i = min(behind(v.src, i, "-->"), v.end)
		case hasPrefixAt(v.src, i, "{{"):
			i = v.mustache(i)
		case hasPrefixAt(v.src, i, "</"):
			i = v.closingTag(i)
		case v.src[i] == '<':
			t, ok := openingTag(v.src[:v.end], i, false)
			if !ok {
				i++
				continue
			}
			v.tag(t)
			i = t.end
		default:
			i++
		}
	}
}

// mustache writes {{ expression }} as (expression);
func (v *vue) mustache(at int) int {
	n := bytes.Index(v.src[at:v.end], []byte("}}"))
	if n < 0 {
		return v.end
	}
	end := at + n
	for end+2 < v.end && v.src[end+2] == '}' { // {{ {a: 1}}}
		end++
	}
	if isBalanced(v.src[at+2 : end]) {
		v.put(at, ";(")
		v.keep(at+2, end)
		v.put(end, ");")
	}
	return end + 2
}

func (v *vue) closingTag(at int) int {
	nameEnd := at + 2
	for nameEnd < v.end && v.src[nameEnd] != '>' && !isSpace(v.src[nameEnd]) {
		nameEnd++
	}
	name := string(v.src[at+2 : nameEnd])
	closed := 0
	for v.names[name] > 0 {
		last := v.open[len(v.open)-1]
		v.open = v.open[:len(v.open)-1]
		v.names[last.name]--
		if last.scope {
			closed++
		}
		if last.name == name {
			break
		}
	}
	if closed > 0 && closed < nameEnd-at {
		v.put(at, ";"+strings.Repeat("}", closed))
	}
	return nameEnd
}

// tag writes an opening tag: the component, the names that it binds, the expressions.
func (v *vue) tag(t tag) {
	binds := false
	for _, a := range t.attributes {
		binds = binds || a.name == "v-for" && a.from > 0 || isSlot(a.name)
	}
	scope := false
	if name := componentName(t.name); name != "" {
		scope = binds && v.put(t.start-1, "{")
		v.put(t.start, "~"+name)
		v.put(t.nameEnd, ";")
	} else {
		scope = binds && v.put(t.start, "{")
	}
	for _, bound := range []bool{true, false} { // names first
		for _, a := range t.attributes {
			if (a.name == "v-for" || isSlot(a.name)) == bound {
				v.attribute(a)
			}
		}
	}
	switch {
	case t.selfClosed && scope:
		v.put(t.end-2, ";}")
	case t.selfClosed, isVoid(t.name) && !scope:
		v.put(t.end-1, ";")
	case isVoid(t.name):
		v.put(t.end-1, "}")
	default:
		v.put(t.end-1, ";")
		v.open = append(v.open, element{t.name, scope})
		v.names[t.name]++
	}
}

// attribute writes one attribute.
func (v *vue) attribute(a attribute) {
	value := v.src[a.from:a.to]
	switch name := a.name; {
	case a.from == 0:
		switch {
		case name[0] == ':' && isIdentifier(name[1:]): // short for :name="name"
			v.put(a.start, ";")
			v.keep(a.start+1, a.nameEnd)
			v.put(a.nameEnd, ";")
		case strings.HasPrefix(name, "v-"):
			v.directive(a, a.nameEnd)
		}
	case !a.quoted, len(bytes.TrimSpace(value)) == 0:
	case name == "v-for":
		v.loop(a)
	case isSlot(name):
		if isBalanced(value) && v.put(a.from-4, "var ") {
			v.put(a.start-1, ";")
			v.keep(a.from, a.to)
			v.put(a.to, ";")
		}
	case name[0] == '@' || strings.HasPrefix(name, "v-on:"):
		v.handler(a)
	case name[0] == ':' || name[0] == '.' || strings.HasPrefix(name, "v-"):
		if !isBalanced(value) {
			return
		}
		v.put(a.from-2, ";(")
		v.directive(a, a.from-2)
		v.keep(a.from, a.to)
		v.put(a.to, ")")
	}
}

// handler writes the statements that an event runs as a block.
func (v *vue) handler(a attribute) {
	value := v.src[a.from:a.to]
	if !isBalanced(value) {
		return
	}
	opening, closing := ";{", "}"
	if text := bytes.TrimSpace(value); bytes.HasPrefix(text, []byte("function")) || bytes.HasPrefix(text, []byte("async function")) {
		opening, closing = ";(", ")"
	}
	v.put(a.from-3, opening)
	v.keep(a.from, a.to)
	v.put(a.to, closing)
}

// directive writes the variable that implements the directive a, which is vFocus for v-focus, as a
// statement that ends before offset end.
func (v *vue) directive(a attribute, end int) {
	name, ok := strings.CutPrefix(a.name, "v-")
	if !ok {
		return
	}
	name, _, _ = strings.Cut(name, ":")
	name, _, _ = strings.Cut(name, ".")
	switch name {
	case "if", "else", "else-if", "for", "show", "model", "bind", "on", "slot", "html", "text", "pre", "once", "cloak", "memo", "is":
		return
	}
	variable := "v" + pascal(name)
	if isIdentifier(variable) && a.start+len(variable) <= end {
		v.put(a.start-1, ";")
		v.put(a.start, variable)
		if a.start+len(variable) < end {
			v.put(a.start+len(variable), ";")
		} else if a.from == 0 {
			v.put(end, ";")
		}
	}
}

// loop writes v-for="(item, i) in list" as const [item, i] = list.
func (v *vue) loop(a attribute) {
	value := v.src[a.from:a.to]
	n := loopWord(value)
	if n < 0 {
		return
	}
	left, right := value[:n], value[n+4:]
	pattern := bytes.TrimSpace(left)
	if !isBalanced(pattern) || !isBalanced(right) {
		return
	}
	from := a.from + bytes.Index(left, pattern)
	to := from + len(pattern)
	if pattern[0] == '(' && pattern[len(pattern)-1] == ')' {
		if !v.put(a.start, ";const ") {
			return
		}
		v.put(from, "[")
		v.keep(from+1, to-1)
		v.put(to-1, "]")
	} else {
		if !v.free(from-1) || !v.free(to) || !v.put(a.start, ";const") {
			return
		}
		v.put(from-1, "[")
		v.keep(from, to)
		v.put(to, "]")
	}
	v.put(a.from+n+1, "=")
	v.keep(a.from+n+4, a.to)
	v.put(a.to, ";")
}

// loopWord returns the offset of " in " or " of " in the value of v-for, -1 for none.
func loopWord(value []byte) int {
	depth := 0
	for i, c := range value {
		switch c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		}
		if depth == 0 && isSpace(c) && i+3 < len(value) && isSpace(value[i+3]) {
			if word := string(value[i+1 : i+3]); word == "in" || word == "of" {
				return i
			}
		}
	}
	return -1
}

func isSlot(name string) bool {
	return name == "v-slot" || strings.HasPrefix(name, "v-slot:") || len(name) > 1 && name[0] == '#' || name == "slot-scope"
}

// componentName returns the name of the variable that the element <name> means: UserCard for
// user-card; "" where it is an element of HTML.
func componentName(name string) string {
	if first, _, _ := strings.Cut(name, "."); 'A' <= name[0] && name[0] <= 'Z' && isIdentifier(first) {
		for _, part := range strings.Split(name, ".") {
			if !isIdentifier(part) {
				return ""
			}
		}
		return name
	}
	if strings.Contains(name, "-") && strings.ToLower(name) == name {
		if name = pascal(name); isIdentifier(name) {
			return name
		}
	}
	return ""
}

// pascal returns UserCard for user-card.
func pascal(name string) string {
	var out strings.Builder
	for _, part := range strings.Split(name, "-") {
		if part != "" {
			out.WriteString(strings.ToUpper(part[:1]) + part[1:])
		}
	}
	return out.String()
}

// isVoid reports whether the element has no closing tag.
func isVoid(name string) bool {
	switch name {
	case "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr":
		return true
	}
	return false
}
