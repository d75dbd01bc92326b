package lang

// A Check is a kind of break that is searched for.
type Check string

const (
	CheckNames     Check = "names"     // uses of a name that no longer exists
	CheckArguments Check = "arguments" // calls with arguments that the function does not accept
	CheckMembers   Check = "members"   // types that lack members required by their supertypes
)

// Checks returns the breaks that are searched for in code of the language, as its Rules imply.
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
