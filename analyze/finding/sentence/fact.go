package sentence

import (
	"fmt"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/finding"
)

// Fact returns a piece of evidence of a claim as a clause.
func Fact(f finding.Fact, c finding.Claim) string {
	switch f.Kind {
	case finding.Repeated:
		c.Builds, c.Other = nil, false
		return effectAt(&c, "")
	case finding.Before:
		return "before: " + code(f.Text)
	case finding.Now:
		return "now: " + code(f.Text)
	case finding.Was:
		return "was: " + code(f.Text)
	case finding.IsNow:
		return fmt.Sprintf("it is %s now", code(f.Text))
	case finding.LivesOn:
		return fmt.Sprintf("that is %s now", code(f.Text))
	case finding.HadMember:
		return fmt.Sprintf("it had %s in base: %s", code(f.Text), site(&f, 0))
	case finding.ReplacedInBase:
		return fmt.Sprintf("it replaced %s at %s in base", code(f.Text), site(&f, 0))
	case finding.MergedSilently:
		return "git merges it without a conflict; found by " + f.Text
	case finding.AndMore:
		return fmt.Sprintf("and %d more", number(&f, 0))
	}
	for _, said := range []string{useFact(&f), stepFact(&f), structureFact(&f, &c), leftoverFact(&f)} {
		if said != "" {
			return said
		}
	}
	return ""
}

// useFact returns the clause of a fact about uses and their meaning.
func useFact(f *finding.Fact) string {
	switch f.Kind {
	case finding.OptionalUse:
		return fmt.Sprintf("so is %s, which only builds with a tag of their own take", site(f, 0))
	case finding.FailingUses:
		return fmt.Sprintf("%s in %s fail with this import, first %s", count(number(f, 0), "use"), count(number(f, 1), "file"), site(f, 0))
	case finding.DefinedInBase:
		return fmt.Sprintf("defined at %s in base", site(f, 0))
	case finding.UsedInBase:
		return symbol(f, 0) + " used it in base too"
	case finding.OwnerLacks:
		return fmt.Sprintf("%s has no %s in head", symbol(f, 0), code(f.Text))
	case finding.StillDeclared:
		return fmt.Sprintf("it is declared at %s and defined nowhere, so that linking fails", site(f, 0))
	case finding.NoOverload:
		if len(f.Counts) == 0 {
			return fmt.Sprintf("no other %s takes these arguments", code(f.Text))
		}
		return fmt.Sprintf("no other %s takes %s", code(f.Text), count(number(f, 0), "argument"))
	case finding.BuildsLack:
		if len(f.Sites) > 0 {
			return fmt.Sprintf("these builds take %s, but not %s", f.Sites[0].Path, site(f, 1))
		}
	case finding.Callers:
		return callers(f)
	case finding.UsedAs:
		return fmt.Sprintf("%s is used as %s at %s", symbol(f, 0), symbol(f, 1), site(f, 0))
	}
	return ""
}

// callers returns the clause with the number of updated callers.
func callers(f *finding.Fact) string {
	stale, updated, unclear := number(f, 0), number(f, 1), number(f, 2)
	s := fmt.Sprintf("%d of %d callers of %s not updated", stale, stale+updated+unclear, symbol(f, 0))
	if updated > 0 {
		s += fmt.Sprintf(", %d updated", updated)
	}
	if unclear > 0 {
		s += fmt.Sprintf(", %d unclear", unclear)
	}
	return s
}

// stepFact returns the clause of a fact about the calls that a function makes.
func stepFact(f *finding.Fact) string {
	switch f.Kind {
	case finding.CalledInBase:
		return fmt.Sprintf("called at %s in base, nowhere in %s in head", site(f, 0), symbol(f, 0))
	case finding.GuardName:
		return fmt.Sprintf("its name says that it guards something: %q", f.Text)
	case finding.OrderName:
		return fmt.Sprintf("the name of %s says that the order matters: %q", symbol(f, 0), f.Text)
	case finding.GuardedInBase:
		return fmt.Sprintf("in base %s at %s always ran before %s at %s", symbol(f, 0), site(f, 0), symbol(f, 1), site(f, 1))
	case finding.GuardCondition:
		return fmt.Sprintf("in head %s at %s runs only under a condition", symbol(f, 0), site(f, 0))
	case finding.GuardLater:
		return fmt.Sprintf("in head %s at %s runs only later, or on another path", symbol(f, 0), site(f, 0))
	case finding.GuardHabit:
		return fmt.Sprintf("in base %s runs %s at %s first", symbol(f, 0), symbol(f, 1), site(f, 0))
	case finding.CalledUnguarded:
		return fmt.Sprintf("in head %s calls %s at %s without it", symbol(f, 0), symbol(f, 1), site(f, 0))
	case finding.AlsoUnguarded:
		return "so can " + strings.Join(symbols(f), ", ")
	case finding.ReachedFrom:
		return fmt.Sprintf("reached from %s at %s", symbol(f, 0), site(f, 0))
	case finding.OrderInBase:
		return fmt.Sprintf("in base %s at %s, then %s at %s", symbol(f, 0), site(f, 0), symbol(f, 1), site(f, 1))
	case finding.OrderInHead:
		return fmt.Sprintf("in head %s at %s, then %s at %s", symbol(f, 0), site(f, 0), symbol(f, 1), site(f, 1))
	case finding.AlsoReordered:
		var pairs []string
		names := symbols(f)
		for i := 0; i+1 < len(names); i += 2 {
			pairs = append(pairs, names[i]+" before "+names[i+1])
		}
		return "likewise " + strings.Join(pairs, ", ")
	}
	return ""
}

// structureFact returns the clause of a fact about modules and areas.
func structureFact(f *finding.Fact, c *finding.Claim) string {
	switch f.Kind {
	case finding.Imported:
		return fmt.Sprintf("%s imports %s", site(f, 0), code(f.Text))
	case finding.NewImports:
		return "with it the cycle has " + count(number(f, 0), "new import")
	case finding.AreasApart:
		if names := c.Effect.Names; len(names) == 2 {
			return fmt.Sprintf("base has nothing between %s (%d symbols) and %s (%d symbols)", names[0], number(f, 0), names[1], number(f, 1))
		}
	}
	return ""
}

// leftoverFact returns the clause of a fact about remains of a change.
func leftoverFact(f *finding.Fact) string {
	switch f.Kind {
	case finding.LastUse:
		return fmt.Sprintf("used at %s in base, nowhere in head", site(f, 0))
	case finding.LastUseTested:
		return fmt.Sprintf("used at %s in base, nowhere in head but in tests", site(f, 0))
	case finding.AlsoUnused:
		return fmt.Sprintf("nothing else uses %s (%s)", symbol(f, 0), site(f, 0))
	case finding.AlsoUntested:
		return fmt.Sprintf("and %s (%s)", symbol(f, 0), site(f, 0))
	case finding.ItselfChanged:
		return symbol(f, 0) + " itself was changed"
	case finding.Mentioned:
		if len(f.Sites) > 0 {
			return mention(f.Sites[0].Path, f.Sites[0].Line, f.Text)
		}
	}
	return ""
}

// Said reports whether the sentence of a claim already contains a fact.
func Said(f finding.Fact, c finding.Claim) bool {
	switch f.Kind {
	case finding.Repeated:
		return true
	case finding.Mentioned:
		for i, m := range c.Effect.Mentions {
			if i < maxMentions && len(f.Sites) > 0 && (finding.Site{Path: m.Path, Line: m.Line}) == f.Sites[0] && string(m.Kind) == f.Text {
				return true
			}
		}
	}
	return false
}

// The functions below return zero values for missing elements: a report of another program may
// have fewer places, names and numbers than its kind of fact requires.

func site(f *finding.Fact, i int) string {
	if i >= len(f.Sites) {
		return "?"
	}
	return fmt.Sprintf("%s:%d", f.Sites[i].Path, f.Sites[i].Line)
}

func symbol(f *finding.Fact, i int) string {
	if i >= len(f.Symbols) {
		return "?"
	}
	return name(f.Symbols[i])
}

func symbols(f *finding.Fact) []string {
	var names []string
	for _, s := range f.Symbols {
		names = append(names, name(s))
	}
	return names
}

func number(f *finding.Fact, i int) int {
	if i >= len(f.Counts) {
		return 0
	}
	return f.Counts[i]
}
