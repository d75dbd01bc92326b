// Package source rewrites C# that the grammar cannot read.
//
// In: the text of a file. Out: the text with as many bytes and lines, in which code of other
// builds and newer syntax is blank or means the same to us.
package source

import (
	"bytes"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// Prepare rewrites what the grammar cannot read: conditions of the preprocessor
// that cut through a declaration or statement lose their directives and all
// branches but one; those with parts of a statement that may stand beside each
// other (else, catch, case, get) lose their directives; an entry of an initializer,
// [key] = value, becomes _[key] = value; a type without a body
// (class A(int x);) gets an empty one; an extension block becomes a record.
func Prepare(src []byte) []byte {
	p := preparer{scanner: scanner{src: src}, out: lang.NewRewrite(src)}
	p.run()
	return p.out.Result()
}

// A preparer reads a file token by token.
type preparer struct {
	scanner
	out    lang.Rewrite
	groups []group
	depth  int
	last   byte // last byte of the token before, 0 at the start of the file or of a branch
	word   string
	closed *group // the #if that ends before the next token, if its branches are whole
}

// A group is one #if with its branches up to #endif.
type group struct {
	branches []branch
	before   byte // last byte before the #if
	depth    int  // brackets open there
	cuts     bool // a branch is no run of whole declarations or statements
	goesOn   bool // a branch begins with a part of the statement around it
}

// A branch is one directive and what stands below it.
type branch struct {
	start, end int    // of the directive's line
	condition  string // "" for #else
}

func (p *preparer) run() {
	for p.skipSpace(); p.i < len(p.src); p.skipSpace() {
		c := p.src[p.i]
		switch {
		case c == '#' && p.lineStart():
			p.directive()
			continue
		case p.at("//") || p.at("/*"):
			p.skipText()
			continue
		case p.skipText():
			c = '"'
		case lang.IsWordByte(c):
			start := p.i
			p.i = lang.WordEnd(p.src, p.i)
			word := string(p.src[start:p.i])
			p.continues(word)
			if (word == "class" || word == "struct" || word == "interface") && p.last != ':' && p.last != ',' && p.last != '@' && p.word != "record" {
				p.bodiless(start)
			}
			p.newer(word, start)
			p.word = word
			c = 'w'
		default:
			if c == '[' && (p.last == '{' || p.last == ',') && p.src[p.i-1] == ' ' && p.i+1 < len(p.src) && lang.IsWordByte(p.src[p.i+1]) {
				p.entry()
			}
			p.bracket(c)
			p.i++
		}
		p.last, p.closed = c, nil
		if c != 'w' {
			p.word = ""
		}
	}
}

// continues notes where a word that goes on with a statement is the first of a branch, or the first
// behind #endif: then the branches are parts of that statement.
func (p *preparer) continues(word string) {
	switch word {
	case "else", "catch", "finally":
		if g := p.closed; g != nil {
			p.choose(*g)
		}
	case "case", "default", "get", "set":
	default:
		return
	}
	if p.last != 0 {
		return
	}
	for i := len(p.groups) - 1; i >= 0; i-- {
		p.groups[i].goesOn = true
		if p.groups[i].before != 0 {
			return
		}
	}
}

// entry gives a name to what the entry of an initializer sets that may begin at a bracket behind a space:
// the grammar takes one with a name as key for an attribute. No attribute is followed by =.
func (p *preparer) entry() {
	s := scanner{src: p.src, i: p.i}
	for depth := 0; s.i < len(s.src); s.skipSpace() {
		switch c := s.src[s.i]; {
		case s.skipText():
			continue
		case c == '[':
			depth++
		case c == ']':
			depth--
		case c == ';' || c == '{' || c == '}':
			return
		}
		s.i++
		if depth > 0 {
			continue
		}
		if s.skipSpace(); s.at("=") && !s.at("==") && !s.at("=>") {
			p.out.Set(p.i-1, "_")
		}
		return
	}
}

func (p *preparer) bracket(c byte) {
	switch c {
	case '(', '[', '{':
		p.depth++
	case ')', ']', '}':
		p.depth--
	}
}

// directive reads the line of a directive.
func (p *preparer) directive() {
	start := p.i
	line := p.restOfLine()
	word, rest, _ := strings.Cut(strings.TrimSpace(strings.TrimPrefix(line, "#")), " ")
	if at := strings.Index(rest, "//"); at >= 0 {
		rest = rest[:at]
	}
	b := branch{start: start, end: p.i, condition: strings.TrimSpace(rest)}
	n := len(p.groups) - 1
	switch {
	case word == "if" || strings.HasPrefix(word, "if("):
		p.groups = append(p.groups, group{branches: []branch{b}, before: p.last, depth: p.depth})
		p.last = 0
	case n < 0:
	case word == "elif", word == "else":
		p.endBranch(&p.groups[n])
		if word == "else" {
			b.condition = ""
		}
		p.groups[n].branches = append(p.groups[n].branches, b)
		p.depth, p.last = p.groups[n].depth, 0
	case word == "endif":
		p.endBranch(&p.groups[n])
		g := p.groups[n]
		g.branches = append(g.branches, b)
		p.groups = p.groups[:n]
		switch {
		case g.cuts:
			p.choose(g)
		case g.goesOn:
			for _, b := range g.branches {
				p.out.Blank(b.start, b.end)
			}
		default:
			p.closed = &g
		}
	}
}

// endBranch notes whether the branch that ends here is whole: it begins where a
// statement may, ends with one, and closes the brackets that it opens.
func (p *preparer) endBranch(g *group) {
	switch g.before {
	case 0, '{', '}', ';':
	default:
		g.cuts = true
	}
	switch p.last {
	case 0, '}', ';':
	default:
		g.cuts = true
	}
	g.cuts = g.cuts || p.depth != g.depth
	if p.last == 0 {
		p.last = g.before
	}
}

// choose blanks the directives of a group and all branches but one. Where they are words for visibility alone, all stay.
func (p *preparer) choose(g group) {
	chosen, words := false, p.areModifiers(g)
	for i, b := range g.branches {
		p.out.Blank(b.start, b.end)
		if i+1 == len(g.branches) {
			break
		}
		if words || !chosen && (b.condition == "" && i > 0 || holds(b.condition)) {
			chosen = true
			continue
		}
		p.out.Blank(b.end, g.branches[i+1].start)
	}
}

// areModifiers reports whether each branch of a group is one word for visibility.
func (p *preparer) areModifiers(g group) bool {
	for i := range g.branches[:len(g.branches)-1] {
		switch string(bytes.TrimSpace(p.src[g.branches[i].end:g.branches[i+1].start])) {
		case "public", "internal", "private", "protected":
		default:
			return false
		}
	}
	return true
}

// holds evaluates a condition of the preprocessor for a build with a current
// version of the platform and without symbols of its own.
func holds(condition string) bool {
	for _, part := range strings.Split(condition, "||") {
		all := true
		for _, name := range strings.Split(part, "&&") {
			name = strings.Trim(name, " ()\t")
			not := strings.HasPrefix(name, "!")
			all = all && isDefined(strings.Trim(name, "! ()")) != not
		}
		if all {
			return true
		}
	}
	return false
}

func isDefined(symbol string) bool {
	switch {
	case symbol == "true", strings.HasPrefix(symbol, "NETCOREAPP"):
		return true
	case strings.HasPrefix(symbol, "NETSTANDARD"), strings.HasPrefix(symbol, "NETFRAMEWORK"), strings.HasPrefix(symbol, "NET4"), strings.HasPrefix(symbol, "NET3"):
		return false
	}
	return len(symbol) > 3 && strings.HasPrefix(symbol, "NET") && symbol[3] >= '0' && symbol[3] <= '9'
}

// bodiless gives the type whose keyword stands at start an empty body where it ends
// with a semicolon.
func (p *preparer) bodiless(start int) {
	s := scanner{src: p.src, i: p.i}
	depth, base, args := 0, false, -1
	for s.skipSpace(); s.i < len(s.src); s.skipSpace() {
		c := s.src[s.i]
		switch {
		case s.skipText():
			continue
		case c == '(':
			if depth++; depth == 1 {
				args = s.i
			}
		case c == ')':
			depth--
		case c == ':' && depth == 0:
			base = true
		case c == '{' && depth == 0, c == '}', c == '#', c == '=':
			return
		case c == ';':
			if !base || s.src[s.i-1] != ')' {
				args = -1
			}
			p.emptyBody(start, s.i, args)
			return
		}
		s.i++
	}
}

// emptyBody writes {} for the semicolon at end: the second bracket goes to the next
// white space, or both take the place of something that can be left out.
func (p *preparer) emptyBody(start, end, args int) {
	next := end + 1
	for next < len(p.src) && isSpace(p.src[next]) {
		if c := p.src[next]; c != '\n' && c != '\r' {
			p.out.Set(end, "{")
			p.out.Set(next, "}")
			return
		}
		next++
	}
	switch {
	case next == len(p.src): // no line follows that could move
		p.out.Set(end, "{}")
	case args >= 0: // the arguments of the base
		p.out.Blank(args, end)
		p.out.Set(args, "{")
		p.out.Set(end-1, "}")
	default:
		line := bytes.LastIndexByte(p.src[:start], '\n') + 1
		for _, word := range []string{"sealed ", "internal ", "partial ", "private "} {
			if at := bytes.Index(p.src[line:start], []byte(word)); at >= 0 {
				at += line
				p.out.Set(at, string(p.src[at+len(word):end]))
				p.out.Blank(end-len(word), end+1)
				p.out.Set(end-len(word), "{}")
				return
			}
		}
		if at := bytes.Index(p.src[start:end], []byte(" : ")); at >= 0 {
			at += start
			p.out.Set(at, string(p.src[at+1:end])+"{}")
		}
	}
}
