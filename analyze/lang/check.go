package lang

// A Check is a kind of break that is looked for.
type Check string

const (
	CheckNames     Check = "names"     // a use of a name that is gone
	CheckArguments Check = "arguments" // a call that its function does not take
	CheckMembers   Check = "members"   // a type that lacks what its supertypes ask for
)

// Checks returns the breaks that are looked for in code of the language. They are the
// rules that the resolver goes by.
func (l *Language) Checks() []Check {
	var checks []Check
	for _, c := range []struct {
		Check
		made bool
	}{{CheckNames, l.Rules.CheckedNames || l.Rules.TracedNames}, {CheckArguments, l.Rules.CheckedCalls}, {CheckMembers, l.Rules.CheckedMembers}} {
		if c.made {
			checks = append(checks, c.Check)
		}
	}
	return checks
}
