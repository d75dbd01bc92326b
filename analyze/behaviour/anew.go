package behaviour

import (
	"slices"
	"strings"
	"unicode"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/alike"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/truth"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// isNew reports whether an event adds or removes a check of whose condition the other side of the change has no part,
// or code with a text of which it has few words.
func (acc *account) isNew(e *event) bool { return acc.asksAnew(e) || acc.saysAnew(e) }

// minAsked is the minimum likeness of two conditions that may be the same one.
const minAsked = 0.8

// asksAnew reports whether an event adds or removes a check whose branch leaves, and no code on the other side of the
// change has a part of its condition, or the opposite of one.
func (acc *account) asksAnew(e *event) bool {
	check := e.only()
	if !check.Is(lang.RoleIf) || len(check.Kids[2].Kids) > 0 || !tree.Leaves(check.Kids[1]) || acc.asksResult(check.Kids[0]) {
		return false
	}
	own := make(atoms)
	if count(check.Kids[0], nil, nil, own); own.share(acc.other(e)) > 0 {
		return false // it may ask the same in another form, or of a variable with another name
	}
	return acc.asksOther(e)
}

// asksOther reports whether an event adds or removes a check whose branch leaves, and no code on the other side of the
// change has an operand of its condition, or the opposite of one, in the same form.
func (acc *account) asksOther(e *event) bool {
	check := e.only()
	if !check.Is(lang.RoleIf) || len(check.Kids[2].Kids) > 0 || !tree.Leaves(check.Kids[1]) || acc.asksResult(check.Kids[0]) {
		return false
	}
	parts := alike.Operands(check.Kids[0], nil)
	return !slices.ContainsFunc(acc.pieces[e.otherSide()], func(n *tree.Node) bool {
		return n.Some(func(k *tree.Node) bool {
			return slices.ContainsFunc(parts, func(p *tree.Node) bool {
				return k.Role == p.Role && tree.Dice(k, p) >= minAsked || truth.Opposite(k, p)
			})
		})
	})
}

// asksBeside reports whether an event adds a check that asks something which nothing that the change removes has, beside
// what removed checks of its function asked: all conditions of these are among its own, so that none of them is the new
// one in another form.
func (acc *account) asksBeside(c *compared, e *event) bool {
	check := e.Head
	if e.Base != nil || !check.Is(lang.RoleIf) || check.Op == tree.Preprocessed || acc.calls(check.Kids[0]) {
		return false
	}
	own := conjuncts(check.Kids[0], nil)
	for i := range c.events {
		o := &c.events[i]
		if o.Event == e.Event || !slices.Equal(o.Symbols, e.Symbols) {
			continue
		}
		switch n := o.only(); {
		case o.Base == nil || n == nil && formOf(o) == operand:
		case n.Is(lang.RoleIf) && tree.Leaves(n.Kids[1]) && len(n.Kids[2].Kids) == 0:
			for _, k := range alike.Operands(n.Kids[0], nil) {
				i := slices.IndexFunc(own, func(p *tree.Node) bool { return truth.Equivalent(p, k) || truth.Opposite(p, k) })
				if i < 0 {
					return false
				}
				own = slices.Delete(own, i, i+1)
			}
		case asksAny(o):
			return false
		}
	}
	return slices.ContainsFunc(own, func(k *tree.Node) bool {
		asked := make(atoms)
		count(k, nil, nil, asked)
		return len(asked) > 0 && asked.share(acc.other(e)) == 0
	})
}

// asksStill reports whether an event removes a check of a unit all of whose conditions, or their opposites, other code
// of its function asks now, or adds one that other code asked.
func (c *compared) asksStill(e *event) bool {
	check := e.only()
	if !check.Is(lang.RoleIf) {
		return false
	}
	var others []*tree.Node
	for i := range c.events {
		o := &c.events[i]
		if o.Event == e.Event || !slices.Equal(o.Symbols, e.Symbols) {
			continue
		}
		was, is := o.Base, o.Head
		if e.Base == nil {
			was, is = is, was
		}
		for _, k := range conditionsOf(is) {
			if was == nil || !tree.HasSame(conditionsOf(was), k) {
				others = append(others, k)
			}
		}
	}
	return !slices.ContainsFunc(alike.Operands(check.Kids[0], nil), func(k *tree.Node) bool {
		return !slices.ContainsFunc(others, func(o *tree.Node) bool { return truth.Equivalent(k, o) || truth.Opposite(k, o) })
	})
}

// conditionsOf returns the alike.Operands of the condition of a check, or of a condition.
func conditionsOf(n *tree.Node) []*tree.Node {
	switch {
	case n.Is(lang.RoleIf, lang.RoleTernary):
		return alike.Operands(n.Kids[0], nil)
	case n.Is(lang.RoleBinary):
		return alike.Operands(n, nil)
	}
	return nil
}

// conjuncts appends what must hold for a condition to hold.
func conjuncts(n *tree.Node, to []*tree.Node) []*tree.Node {
	if n.Is(lang.RoleBinary) && n.Op == "&&" {
		for _, k := range n.Kids {
			to = conjuncts(k, to)
		}
		return to
	}
	return append(to, n)
}

// asksAny reports whether an event has a condition.
func asksAny(e *event) bool {
	for _, n := range [2]*tree.Node{e.Base, e.Head} {
		if n != nil && n.Some(func(k *tree.Node) bool {
			return k.Is(lang.RoleIf, lang.RoleTernary, lang.RoleSwitch, lang.RoleCatch, lang.RoleLoop) || k.Is(lang.RoleBinary) && (tree.IsLogical(k.Op) || tree.IsComparison(k.Op)) || k.Is(lang.RoleUnary) && k.Op == "!"
		}) {
			return true
		}
	}
	return false
}

// asksResult reports whether a condition may only pass on what a function of the change decides: it calls one, or
// has nothing but variables in a change that calls one.
func (acc *account) asksResult(condition *tree.Node) bool {
	return acc.calls(condition) || isPlain(condition) && slices.ContainsFunc(slices.Concat(acc.pieces[0], acc.pieces[1]), acc.calls)
}

// isPlain reports whether a condition has no calls, members or constants.
func isPlain(condition *tree.Node) bool {
	own := make(atoms)
	count(condition, nil, nil, own)
	return len(own) == 0
}

// otherSide returns the side of the change that lacks what an event adds or removes: 0 for base, 1 for head.
func (e *event) otherSide() int {
	if e.Head == nil {
		return 1
	}
	return 0
}

// A text is new if it has at least minSaid words, and texts on the other side of the change have a share of them below
// maxShared.
const (
	minSaid   = 3
	maxShared = 0.5
)

// saysAnew reports whether an event adds or removes code with a text most of whose words no text on the other side
// of the change has.
func (acc *account) saysAnew(e *event) bool {
	n := e.only()
	return n != nil && n.Some(func(k *tree.Node) bool {
		if k.Role != lang.RoleString {
			return false
		}
		said := wordsOf(k.Text)
		shared := 0
		for _, w := range said {
			if acc.textWords[e.otherSide()][w] {
				shared++
			}
		}
		return len(said) >= minSaid && float64(shared) < maxShared*float64(len(said))
	})
}

// wordsOf returns the words of letters in a text, in lower case; none for a text without a blank, which is not for people.
func wordsOf(text string) []string {
	if !strings.Contains(text, " ") {
		return nil
	}
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) })
}

// collectTextWords notes the words of all texts in the pieces of the change.
func (acc *account) collectTextWords() {
	for side, pieces := range acc.pieces {
		for _, n := range pieces {
			n.Walk(func(k *tree.Node) bool {
				if k.Role == lang.RoleString {
					for _, w := range wordsOf(k.Text) {
						acc.textWords[side][w] = true
					}
				}
				return true
			})
		}
	}
}
