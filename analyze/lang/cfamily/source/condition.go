package source

import (
	"bytes"
	"slices"
	"strings"
)

// A level is one open bracket.
type level struct {
	open  byte // '(', '[', '{'; 0 for the file
	list  bool // braces that contain values or enumerators
	outer *level
}

// A group is one #if with its branches.
type group struct {
	directives []int // #if, #elif, #else
	end        int   // #endif, or the end of the text
}

// maxConditions is the maximum nesting of conditions.
const maxConditions = 64

// A branch is the text between two directives of a condition.
type branch struct {
	directive int
	from, to  int // token indexes, to excluded
	dead      bool
}

// conditions rewrites the #if directives that the grammar cannot parse. It can parse those in which
// every branch is a sequence of complete constructs. From others the directives are removed and one
// branch is kept, or all branches if they are items of a list.
func (p *preparer) conditions() {
	p.findGroups()
	p.scan(0, len(p.toks), &level{}, 0)
}

// findGroups fills groups.
func (p *preparer) findGroups() {
	p.groups = make(map[int]*group)
	var open []*group
	for i := range p.toks {
		if p.toks[i].sort != aDirective {
			continue
		}
		switch w := word(p.text(i)); {
		case isIf(w):
			g := &group{directives: []int{i}, end: len(p.toks)}
			p.groups[i] = g
			open = append(open, g)
		case len(open) == 0:
		case w == "endif":
			open[len(open)-1].end = i
			open = open[:len(open)-1]
		case w == "else" || strings.HasPrefix(w, "elif"):
			g := open[len(open)-1]
			g.directives = append(g.directives, i)
		}
	}
}

// scan goes over the tokens from i to end. open is the innermost open bracket before, the result the
// one after.
func (p *preparer) scan(i, end int, open *level, depth int) *level {
	for i < end {
		t := &p.toks[i]
		switch {
		case t.dead:
		case t.sort == aDirective:
			if g := p.groups[i]; g != nil && depth < maxConditions {
				open = p.condition(g, open, depth+1)
				i = g.end + 1
				continue
			}
		case t.sort == aMark:
			open = p.bracket(i, open)
		}
		i++
	}
	return open
}

// bracket returns the innermost open bracket after token i.
func (p *preparer) bracket(i int, open *level) *level {
	for k := p.toks[i].start; k < p.toks[i].end; k++ {
		switch ch := p.src[k]; ch {
		case '(', '[':
			open = &level{open: ch, outer: open}
		case '{':
			open = &level{open: ch, list: p.opensList(i, open), outer: open}
		case ')', ']', '}':
			if open.outer != nil {
				open = open.outer
			}
		}
	}
	return open
}

// opensList reports whether brace i opens a list of values or enumerators.
func (p *preparer) opensList(i int, in *level) bool {
	before := p.prev(i)
	switch string(p.text(before)) {
	case "=", "(", ",", "return", "[":
		return true
	case "{":
		return in.list
	}
	if in.open == '(' || in.open == '[' {
		return !p.is(before, ")") // a block is the body of a lambda
	}
	for k := before; k >= 0 && before-k < 6; k = p.prev(k) { // enum class Name : type {
		switch {
		case p.is(k, "enum"):
			return true
		case !p.isName(k) && !p.is(k, ":") && !p.is(k, "::"):
			return false
		}
	}
	return false
}

func isIf(w string) bool { return w == "if" || w == "ifdef" || w == "ifndef" }

// word returns the keyword of a directive.
func word(directive []byte) string {
	d := bytes.TrimLeft(directive[1:], " \t")
	n := 0
	for n < len(d) && IsWord(d[n]) {
		n++
	}
	return string(d[:n])
}

// condition rewrites one condition if needed, and returns the innermost open bracket after it.
func (p *preparer) condition(g *group, open *level, depth int) *level {
	branches := p.branches(g)
	before := p.beforeGroup(g)
	p.around = append(p.around, g)
	defer func() { p.around = p.around[:len(p.around)-1] }()
	results := make([]*level, len(branches))
	keep, whole := -1, true
	for k := range branches {
		b := &branches[k]
		if b.dead {
			p.drop(b.from, b.to-1)
			continue
		}
		results[k] = p.scan(b.from, b.to, open, depth)
		if results[k] != open || p.dips(b) {
			whole = false
		}
		if !p.isEmpty(b) && keep < 0 {
			keep = k
		}
	}
	if keep < 0 {
		return open
	}
	if !whole {
		keep = p.asBefore(g, keep, branches)
	}
	items := open.open == '(' || open.open == '[' || open.list
	if whole && !items && p.complete(before, branches) && !p.continues(p.next(g.end)) {
		return open
	}
	if keep < len(branches) && p.isLinkage(&branches[keep]) {
		p.drop(g.directives[0], g.end)
		return open
	}
	all := whole && items && p.areItems(branches)
	for k := range branches {
		p.drop(branches[k].directive, branches[k].directive)
		if k != keep && !all {
			p.drop(branches[k].from, branches[k].to-1)
		}
	}
	p.drop(g.end, g.end)
	if keep == len(branches) {
		return open
	}
	return results[keep]
}

// asBefore returns which branch of a condition that cuts a construct is kept: the one that fits the branch kept of such a
// condition on the same macro before, which may have opened what this one closes; len(g.directives) for none, and keep
// where there was none before.
func (p *preparer) asBefore(g *group, keep int, branches []branch) int {
	name, holds := p.asks(g.directives[0])
	if name == "" || len(g.directives) > 2 {
		return keep
	}
	set, known := p.decided[name]
	if !known {
		if p.decided == nil {
			p.decided = make(map[string]bool)
		}
		p.decided[name] = holds == (keep == 0)
		return keep
	}
	k := 1
	if set == holds {
		k = 0
	}
	if k < len(branches) && branches[k].dead {
		return keep
	}
	return k
}

// asks returns the macro of which a directive asks whether it is defined, and whether the first branch is for that; ""
// where it asks for something else.
func (p *preparer) asks(directive int) (name string, holds bool) {
	text := p.text(directive)
	w := word(text)
	r := NewReader(bytes.TrimLeft(text[1:], " \t")[len(w):])
	if name = r.Word(); name == "" || w == "if" || !IsName(name[0]) {
		return "", false
	}
	return name, w == "ifdef"
}

// beforeGroup returns the last token of code before a condition that begins one, or a branch of one: where the
// directives around it are removed, it stands there.
func (p *preparer) beforeGroup(g *group) int {
	before := p.prev(g.directives[0])
	for k := len(p.around) - 1; k >= 0; k-- {
		if _, begins := slices.BinarySearch(p.around[k].directives, before); !begins {
			break
		}
		before = p.prev(p.around[k].directives[0])
	}
	return before
}

// branches returns the branches of a condition.
func (p *preparer) branches(g *group) []branch {
	list := make([]branch, len(g.directives))
	for k, d := range g.directives {
		list[k] = branch{directive: d, from: d + 1, to: g.end}
		if k > 0 {
			list[k-1].to = d
		}
	}
	p.judge(list)
	return list
}

// judge marks the branches that are never compiled in this language.
func (p *preparer) judge(list []branch) {
	taken := false
	for k := range list {
		switch p.truth(list[k].directive) {
		case no:
			list[k].dead = true
		case yes:
			list[k].dead, taken = taken, true
			continue
		}
		list[k].dead = list[k].dead || taken
	}
}

// A truth is what is known of the value of a condition.
type truth uint8

const (
	maybe truth = iota
	yes
	no
)

// truth returns what is known of the value of the condition in a directive.
func (p *preparer) truth(i int) truth {
	directive := p.text(i)
	cond := strings.TrimSpace(string(bytes.TrimLeft(directive[1:], " \t")[len(word(directive)):]))
	cpp := no
	if p.cpp {
		cpp = yes
	}
	switch w := word(directive); {
	case w == "if" && cond == "0":
		return no
	case w == "if" && cond == "1":
		return yes
	case (w == "ifdef" || w == "if" || w == "elif") && (cond == "__cplusplus" || cond == "defined(__cplusplus)" || cond == "defined __cplusplus"):
		return cpp
	case w == "ifndef" && cond == "__cplusplus" || w == "if" && cond == "!defined(__cplusplus)":
		return yes + no - cpp
	}
	return maybe
}

// dips reports whether a branch closes a bracket that it did not open.
func (p *preparer) dips(b *branch) bool {
	n := 0
	for i := b.from; i < b.to; i++ {
		if t := &p.toks[i]; t.dead || t.sort != aMark {
			continue
		}
		switch ch := p.src[p.toks[i].start]; ch {
		case '(', '[', '{':
			n += int(p.toks[i].end - p.toks[i].start)
		case ')', ']', '}':
			if n -= int(p.toks[i].end - p.toks[i].start); n < 0 {
				return true
			}
		}
	}
	return false
}

// isEmpty reports whether a branch has no code.
func (p *preparer) isEmpty(b *branch) bool {
	i := p.next(b.from - 1)
	return i >= b.to
}

// last returns the last token of code in a branch, -1 for none.
func (p *preparer) last(b *branch) int {
	for i := b.to - 1; i >= b.from; i-- {
		if t := &p.toks[i]; !t.dead && t.sort != aDirective {
			return i
		}
	}
	return -1
}

// complete reports whether a condition is between two constructs and each branch is a sequence of
// complete constructs.
func (p *preparer) complete(before int, branches []branch) bool {
	if before >= 0 && p.toks[before].sort != aDirective && !p.ends(before) {
		return false
	}
	for k := range branches {
		if branches[k].dead {
			continue
		}
		if last := p.last(&branches[k]); last >= 0 && (!p.ends(last) || p.continues(p.next(branches[k].from-1))) {
			return false
		}
	}
	return true
}

// continues reports whether token i continues the construct before it.
func (p *preparer) continues(i int) bool {
	switch text := string(p.text(i)); text {
	case "else", "catch", ")", "]", ",", ".", "->", "?", "=", "|", "+", "/", "%", "^", "<", ">":
		return true
	case "&", "-", "*": // && or an operator; a unary one seldom begins a statement
		return p.is(p.next(i), text)
	}
	return false
}

// ends reports whether token i can be the last one of a construct.
func (p *preparer) ends(i int) bool {
	switch string(p.text(i)) {
	case ":":
		return !p.isLabel(i) && !p.isChoice(i)
	case ";", "{", "}":
		return true
	}
	// A macro that is a statement by itself.
	return p.isName(i) && isCaps(p.text(i)) && p.isStart(i)
}

// isLabel reports whether colon i ends a label of goto, which needs a statement behind it. The words
// before other colons are case and default, and those for access.
func (p *preparer) isLabel(i int) bool {
	name := p.prev(i)
	if !p.isName(name) || !p.isStart(name) {
		return false
	}
	switch string(p.text(name)) {
	case "default", "public", "private", "protected", "slots", "signals":
		return false
	}
	return true
}

// isChoice reports whether colon i is that of a conditional expression.
func (p *preparer) isChoice(i int) bool {
	const most = 64
	for k, n := p.prev(i), 0; k >= 0 && n < most && p.toks[k].sort != aDirective; k, n = p.prev(k), n+1 {
		switch string(p.text(k)) {
		case "?":
			return true
		case ";", "{", "}", "case":
			return false
		}
	}
	return false
}

// isLinkage reports whether a branch only opens or closes extern "C".
func (p *preparer) isLinkage(b *branch) bool {
	if !bytes.Contains(p.text(b.directive), []byte("__cplusplus")) {
		return false
	}
	i := p.next(b.from - 1)
	if p.is(i, "}") && p.next(i) >= b.to {
		return true
	}
	return p.is(i, "extern") && p.last(b) == p.next(p.next(i))
}

// areItems reports whether every branch is a sequence of items, each followed by a comma.
func (p *preparer) areItems(branches []branch) bool {
	for k := range branches {
		if last := p.last(&branches[k]); last >= 0 && !p.is(last, ",") {
			return false
		}
	}
	return true
}
