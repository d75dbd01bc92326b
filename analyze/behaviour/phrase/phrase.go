// Package phrase has the words in which reports say what a function does differently.
//
// In: a kind, and whether only one version has what differs. Out: the rest of a sentence that begins
// with the name of the function.
package phrase

import "github.com/nexus-ci/nexus-ci/analyze/behaviour/edit"

// Of returns the words for a kind; those of came and went, if it has them, where only head, or only
// base, has something. For an unknown kind it returns its name.
func Of(kind edit.Kind, came, went bool) string {
	p := of(kind)
	switch {
	case p == nil:
		return string(kind)
	case came && !went && p.came != "":
		return p.came
	case went && !came && p.went != "":
		return p.went
	}
	return p.differs
}

// IsOneSided reports whether the words for what came, or went, of a kind say that it did.
func IsOneSided(kind edit.Kind) bool {
	p := of(kind)
	return p != nil && (p.came != "" || p.oneSided)
}

// A words has the words for a kind. oneSided: differs says that something came, or went.
type words struct {
	kind                edit.Kind
	differs, came, went string
	oneSided            bool
}

var table = [...]words{
	{kind: edit.ConditionNegated, differs: "tests the opposite"},
	{kind: edit.ConditionChanged, differs: "tests another condition"},
	{kind: edit.ComparisonChanged, differs: "compares in another way"},
	{kind: edit.BoundaryChanged, differs: "has another boundary"},
	{kind: edit.LoopChanged, differs: "loops in another way", came: "has one more loop or way out of one", went: "has one loop or way out of one less"},
	{kind: edit.GuardAdded, differs: "does something under a check only", came: "has one more check"},
	{kind: edit.GuardRemoved, differs: "does something without a check that it made", went: "has one check less", oneSided: true},
	{kind: edit.EarlyReturnAdded, differs: "has one more early return", oneSided: true},
	{kind: edit.EarlyReturnRemoved, differs: "has one early return less", oneSided: true},
	{kind: edit.ErrorAdded, differs: "has one more error", oneSided: true},
	{kind: edit.ErrorRemoved, differs: "has one error less", oneSided: true},
	{kind: edit.ErrorChanged, differs: "fails with another error or message"},
	{kind: edit.CatchAdded, differs: "has one more error handler", oneSided: true},
	{kind: edit.CatchRemoved, differs: "has one error handler less", oneSided: true},
	{kind: edit.CatchChanged, differs: "handles errors in another way"},
	{kind: edit.CleanupAdded, differs: "has one more lock or clean-up", oneSided: true},
	{kind: edit.CleanupRemoved, differs: "has one lock or clean-up less", oneSided: true},
	{kind: edit.AwaitAdded, differs: "awaits one more call", oneSided: true},
	{kind: edit.AwaitRemoved, differs: "awaits one call less", oneSided: true},
	{kind: edit.ReturnChanged, differs: "returns another value"},
	{kind: edit.DefaultChanged, differs: "has another default", came: "has one more default", went: "has one default less"},
	{kind: edit.LimitChanged, differs: "has another limit", came: "has one more limit", went: "has one limit less"},
	{kind: edit.LiteralChanged, differs: "has another text"},
	{kind: edit.ValueChanged, differs: "computes another value", came: "also has", went: "no longer has"},
	{kind: edit.ArgumentChanged, differs: "passes other arguments", came: "also passes", went: "no longer passes"},
	{kind: edit.CallAdded, differs: "has one more call", oneSided: true},
	{kind: edit.CallRemoved, differs: "has one call less", oneSided: true},
	{kind: edit.CallReplaced, differs: "calls another function"},
	{kind: edit.OrderChanged, differs: "does things in another order"},
	{kind: edit.LoggingChanged, differs: "logs or prints in another way", came: "logs or prints more", went: "logs or prints less"},
	{kind: edit.VisibilityChanged, differs: "has another visibility"},
	{kind: edit.SignatureChanged, differs: "takes other parameters"},
	{kind: edit.SecurityWeakened, differs: "protects less"},
	{kind: edit.SecurityStrengthened, differs: "protects more"},
}

func of(kind edit.Kind) *words {
	for i := range table {
		if table[i].kind == kind {
			return &table[i]
		}
	}
	return nil
}
