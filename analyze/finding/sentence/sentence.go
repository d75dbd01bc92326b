// Package sentence generates the English text of findings.
//
// In: claims and facts as data (package finding). Out: sentences and clauses, in which names
// of the repository are between backticks. The names are untrusted: renderers have to escape them.
//
// Invariants: no code parses a sentence, so that any of them may be reworded; the text of a claim
// or fact of an unknown kind, as in a report of another version, is empty.
package sentence

import (
	"fmt"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/finding"
)

// Message returns the whole sentence, with its place and a full stop.
func Message(c finding.Claim) string {
	if s := Placed(c); s != "" {
		return s + "."
	}
	return ""
}

// Placed returns the sentence with its place and without a full stop.
func Placed(c finding.Claim) string { return whole(&c, fmt.Sprintf(" at %s:%d", c.Path, c.Line)) }

// Placeless returns the sentence for a line that starts with its place: without that place
// and without a full stop.
func Placeless(c finding.Claim) string { return whole(&c, "") }

// Cause returns the common part of the claims of a group, as a clause: the change, and the effect
// where the two are described together.
func Cause(c finding.Claim) string {
	if c.Effect.Kind.PerPlace() {
		return sharedCause(&c)
	}
	return whole(&c, "")
}

// Effect returns the effect at the place, as a clause without the place; empty where Cause contains
// it.
func Effect(c finding.Claim) string {
	if c.Effect.Kind.PerPlace() {
		return effectAt(&c, "")
	}
	return ""
}

// TellsPlace reports whether Message contains the place.
func TellsPlace(c finding.Claim) bool { return whole(&c, "") != whole(&c, " here") }

// Reason returns the change as an independent clause.
func Reason(c finding.Claim) string {
	switch {
	case c.Cause.Kind == finding.Undefined:
		return clause(&c.Cause) + " in all builds"
	case c.Effect.Kind == finding.OverrideLacks:
		return name(c.Cause.Symbol) + " " + overrideFate(&c.Cause)
	}
	return clause(&c.Cause)
}

// Fate returns the change of the symbol of a cause, as a clause that follows its name; empty for
// kinds whose clause does not begin with the name.
func Fate(c *finding.Cause) string {
	switch c.Kind {
	case finding.Removed:
		return "was removed"
	case finding.Renamed:
		return "was renamed to " + code(c.Became)
	case finding.Moved:
		return "was moved to " + c.Became
	case finding.Requalified:
		return "became " + code(c.Became)
	case finding.Undefined:
		return "is not defined"
	case finding.Signature:
		return signature(c)
	case finding.Retyped:
		return "changed its type"
	case finding.Unexported:
		return "is no longer exported"
	case finding.Converted:
		return fmt.Sprintf("is a %s now", strings.ToLower(c.Became))
	case finding.MemberAdded:
		return "gained " + code(c.Member)
	case finding.MemberRequired:
		return fmt.Sprintf("requires %s now", code(c.Member))
	}
	return ""
}

// clause returns the change as a clause.
func clause(c *finding.Cause) string {
	switch c.Kind {
	case finding.MemberRenamed:
		return fmt.Sprintf("%s of %s is called %s now", code(c.Member), name(c.Symbol), code(c.Became))
	case finding.MemberAbstract:
		return fmt.Sprintf("%s of %s has no body any more", code(c.Member), name(c.Symbol))
	case finding.MemberSignature:
		return fmt.Sprintf("%s of %s has another signature", code(c.Member), name(c.Symbol))
	case finding.MemberLost:
		if c.Symbol.Name == "" {
			return fmt.Sprintf("%s is implemented without its %s now", name(c.Other), code(c.Member))
		}
		return fmt.Sprintf("%s no longer has the %s that %s requires", name(c.Symbol), code(c.Member), name(c.Other))
	}
	if fate := Fate(c); fate != "" {
		return name(c.Symbol) + " " + fate
	}
	return ""
}

func signature(c *finding.Cause) string {
	if len(c.Differences) == 0 {
		return "changed its signature"
	}
	diffs := make([]change.Difference, len(c.Differences))
	for i, d := range c.Differences {
		diffs[i] = change.Difference(d)
	}
	return change.Clauses(diffs)
}

// overrideFate returns the change of an overridden method, as a clause that follows its name.
func overrideFate(c *finding.Cause) string {
	switch c.Kind {
	case finding.Renamed:
		return fmt.Sprintf("is called %s now", code(c.Became))
	case finding.Signature:
		return "has other parameters now"
	}
	return Fate(c)
}

// whole returns a sentence without a full stop. at is the place with a word before it, or
// nothing.
func whole(c *finding.Claim, at string) string {
	if !c.Effect.Kind.PerPlace() {
		s := united(c, at)
		if s == "" {
			return ""
		}
		if s += inBuilds(c.Builds); c.Against != "" {
			s = fmt.Sprintf("After merging with %s: %s", code(c.Against), s)
		}
		return s
	}
	cause, effect := sharedCause(c), effectAt(c, at)
	if cause == "" || effect == "" {
		return ""
	}
	if c.Effect.Kind == finding.StillUsed && c.Against == "" {
		return cause + " but " + effect
	}
	return cause + ", but " + effect
}

// sharedCause returns the change and the side of the merge that made it.
func sharedCause(c *finding.Claim) string {
	said := clause(&c.Cause)
	switch {
	case c.Against == "" || said == "":
		return said
	case c.Cause.Side == finding.InOther:
		return fmt.Sprintf("On branch %s, %s", code(c.Against), said)
	}
	return said + " here"
}

// effectAt returns an effect that differs by place, with the place.
func effectAt(c *finding.Claim, at string) string {
	on := ""
	if c.Other {
		on = " on " + code(c.Against)
	}
	if c.Effect.Kind == finding.MemberLacks || c.Effect.Kind == finding.MemberDiffers {
		if subject := satisfier(&c.Effect, at+on); c.Effect.How != "type" {
			return subject + " " + memberFault(&c.Effect) + inBuilds(c.Builds)
		} else {
			return subject + " " + memberFault(&c.Effect) + inBuilds(c.Builds) + on
		}
	}
	said := ""
	switch e := &c.Effect; e.Kind {
	case finding.StillUsed:
		said = "is still " + e.How + at + on
		if c.Cause.Kind == finding.Undefined {
			said = "is " + e.How + at + on
		}
	case finding.ParameterUsed:
		said = "its code still uses it" + at + on
	default:
		said = "the call" + at + on + " " + callFault(e)
	}
	return said + inBuilds(c.Builds)
}

// callFault returns the fault of a call that was not updated.
func callFault(e *finding.Effect) string {
	switch e.Kind {
	case finding.ArgumentCount:
		return fmt.Sprintf("passes %s, %s", count(e.Given, "argument"), takes(e))
	case finding.ArgumentName:
		return fmt.Sprintf("passes %s=, which is not a parameter", e.Name)
	case finding.ArgumentTwice:
		return fmt.Sprintf("passes %s twice", e.Name)
	case finding.ArgumentLacks:
		return "lacks " + e.Name
	case finding.OverloadLacks:
		if len(e.Names) > 0 {
			return fmt.Sprintf("passes %s (%s by name), which no %s takes", count(e.Given, "argument"), strings.Join(e.Names, ", "), name(e.Other))
		}
		return fmt.Sprintf("passes %s, which no %s takes", count(e.Given, "argument"), name(e.Other))
	case finding.NotVisible:
		return "does not see it"
	case finding.NoResult:
		return "uses a value, and none is returned"
	case finding.ResultCount:
		verb := "are"
		if e.Most == 1 {
			verb = "is"
		}
		return fmt.Sprintf("takes %s, %d %s returned", count(e.Given, "value"), e.Most, verb)
	case finding.ResultDropped:
		return "drops it"
	case finding.ResultAssumed:
		return "uses it at once"
	case finding.PromiseAssumed:
		return "uses what it gives without await"
	case finding.PromiseDropped:
		return "does not wait for it"
	}
	return ""
}

// takes returns the number of positional arguments that a signature accepts, in words.
func takes(e *finding.Effect) string {
	switch {
	case e.Unlimited:
		return fmt.Sprintf("at least %d required", e.Least)
	case e.Least == e.Most && e.Least == 1:
		return "1 is required"
	case e.Least == e.Most:
		return fmt.Sprintf("%d are required", e.Least)
	}
	return fmt.Sprintf("%d to %d are taken", e.Least, e.Most)
}

// satisfier names the value or type that has to satisfy a type.
func satisfier(e *finding.Effect, at string) string {
	switch e.How {
	case "type":
		return name(e.Symbol)
	case "class":
		return "the class without a name" + at
	}
	return "the " + e.How + at
}

func memberFault(e *finding.Effect) string {
	if e.Kind == finding.MemberDiffers {
		return "does not follow"
	}
	return "does not have it"
}

// united returns a cause and its effect in one sentence.
func united(c *finding.Claim, at string) string {
	e, by := &c.Effect, name(c.Cause.Symbol)
	switch e.Kind {
	case "":
		return clause(&c.Cause)
	case finding.FormUnfit:
		return fmt.Sprintf("%s, so %s cannot stand for it any more", clause(&c.Cause), satisfier(e, at))
	case finding.OverrideLacks:
		return fmt.Sprintf("%s is to override %s, which %s", name(e.Symbol), by, overrideFate(&c.Cause))
	case finding.OverrideLost:
		return fmt.Sprintf("%s overrode %s, which %s: calls of it do not run %s any more", name(e.Symbol), by, overrideFate(&c.Cause), name(e.Symbol))
	case finding.StepLost:
		return fmt.Sprintf("%s no longer calls %s", by, name(e.Symbol))
	case finding.Unguarded:
		return fmt.Sprintf("%s can run without %s now in %s", name(e.Symbol), name(e.Other), by)
	case finding.Reordered:
		return fmt.Sprintf("%s runs before %s now in %s", name(e.Symbol), name(e.Other), by)
	case finding.CycleClosed:
		return fmt.Sprintf("The import of %s closes a cycle: %s → %s", name(c.Cause.Other), round(e), by)
	case finding.AreasJoined:
		if len(e.Names) == 2 {
			return fmt.Sprintf("%s uses %s: %s did not depend on %s before", by, name(c.Cause.Other), e.Names[0], e.Names[1])
		}
	case finding.Unused:
		return fmt.Sprintf("%s is not used any more: %s", name(e.Symbol), lastUse(&c.Cause))
	case finding.Untested:
		return untested(&c.Cause, e)
	case finding.NameLeft:
		return fmt.Sprintf("%s; %s", clause(&c.Cause), left(e.Mentions))
	case finding.Documented:
		return fmt.Sprintf("%s; %s", clause(&c.Cause), documents(e.Mentions))
	case finding.InterfaceBroken:
		return fmt.Sprintf("API break: %s; %s", interfaceClause(&c.Cause), uses(&c.Cause, e))
	}
	return ""
}

// round names the files of a cycle, beginning with the one that closes it, which is not repeated at
// the end.
func round(e *finding.Effect) string {
	var names []string
	for _, n := range e.Names {
		names = append(names, code(n))
	}
	if more := e.Given - len(names); more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, " → ")
}

// lastUse returns what the change did to the code that used the symbol.
func lastUse(c *finding.Cause) string {
	switch {
	case isFile(c.Symbol):
		return fmt.Sprintf("the use in %s is gone", c.Symbol.Name)
	case c.Kind == finding.Removed:
		return fmt.Sprintf("%s, which used it, was removed", name(c.Symbol))
	}
	return fmt.Sprintf("%s does without it now", name(c.Symbol))
}

// untested returns the current state of the tests that called the symbol.
func untested(c *finding.Cause, e *finding.Effect) string {
	subject, only := name(c.Symbol), "the only test"
	switch {
	case isFile(c.Symbol) && c.More > 0:
		subject, only = fmt.Sprintf("The tests in %s and %s", c.Symbol.Name, count(c.More, "more file")), "the only ones"
	case isFile(c.Symbol):
		subject, only = "The tests in "+c.Symbol.Name, "the only ones"
	case c.More > 0:
		subject, only = fmt.Sprintf("%s and %d more", subject, c.More), "the only tests"
	}
	one, many := "does so no more", "do so no more"
	switch c.Kind {
	case finding.Removed:
		one, many = "was deleted", "were deleted"
	case finding.Skipped:
		one, many = "is skipped now", "are skipped now"
	}
	if isFile(c.Symbol) || c.More > 0 {
		one = many
	}
	called := name(e.Symbol)
	if e.Given > 0 {
		called += " and " + count(e.Given, "other")
	}
	return fmt.Sprintf("%s, %s that called %s, %s", subject, only, called, one)
}

// maxMentions is the maximum number of places that a sentence lists.
const maxMentions = 4

// left lists the places of an old name.
func left(mentions []finding.Mention) string {
	of := "1 old spelling is left"
	if n := len(mentions); n > 1 {
		of = fmt.Sprintf("%d old spellings are left", n)
	}
	return of + ": " + list(mentions, func(m finding.Mention) string { return mention(m.Path, m.Line, string(m.Kind)) })
}

// documents lists the places in documents that have a name.
func documents(mentions []finding.Mention) string {
	return "the name is in " + list(mentions, func(m finding.Mention) string { return fmt.Sprintf("%s:%d", m.Path, m.Line) })
}

func list(mentions []finding.Mention, place func(finding.Mention) string) string {
	var places []string
	for i, m := range mentions {
		if i == maxMentions {
			places = append(places, "…")
			break
		}
		places = append(places, place(m))
	}
	return strings.Join(places, ", ")
}

func mention(path string, line int, kind string) string {
	return fmt.Sprintf("%s:%d (%s)", path, line, kind)
}

// interfaceClause returns the change of a symbol that a library offers.
func interfaceClause(c *finding.Cause) string {
	if c.Kind == finding.MemberAdded {
		return fmt.Sprintf("%s gained the method %s", name(c.Symbol), code(c.Member))
	}
	return clause(c)
}

// uses returns a clause on the use of an offered symbol in the repository itself.
func uses(c *finding.Cause, e *finding.Effect) string {
	said := "no use outside tests is known here"
	if e.Given > 0 {
		said = fmt.Sprintf("used at %s here", count(e.Given, "place"))
		if c.Kind == finding.Removed {
			said = "was " + said
		}
	}
	if e.Least > 0 {
		said += fmt.Sprintf(", %d broken", e.Least)
	}
	return said
}

func isFile(r finding.Ref) bool { return r.Type == "File" }

func code(s string) string { return "`" + s + "`" }

func name(r finding.Ref) string { return code(r.Name) }

// count returns "1 argument" or "2 arguments".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
