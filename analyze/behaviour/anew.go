package behaviour

import (
	"slices"
	"strings"
	"unicode"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
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
	parts := operands(check.Kids[0], nil)
	return !slices.ContainsFunc(acc.pieces[e.otherSide()], func(n *tree.Node) bool {
		return n.Some(func(k *tree.Node) bool {
			return slices.ContainsFunc(parts, func(p *tree.Node) bool {
				return k.Role == p.Role && tree.Dice(k, p) >= minAsked || tree.Opposite(k, p)
			})
		})
	})
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
