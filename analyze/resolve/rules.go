package resolve

// The rules by name.
const (
	ruleLocal     = 1
	ruleUnit      = 2
	ruleImport    = 3
	ruleModule    = 4
	ruleReexport  = 5
	ruleMember    = 6
	ruleInherited = 7
	ruleSelf      = 8
	ruleNew       = 9
	ruleDispatch  = 10
	ruleValue     = 11
	ruleUnique    = 12
	ruleUnion     = 13
	ruleStructure = 14
	ruleExtension = 15
	RuleImplied   = 16
	ruleReceiver  = 17
	ruleFunction  = 18
	ruleTestValue = 19
	ruleWide      = 20
	ruleLoose     = 21
)

// confidenceOf returns the confidence of an edge by its rule: the share of right ones among those that
// compilers and type checkers could judge, in the nine repositories of the open truth
// and eleven more of Go and three of Python. What they allow but never saw, or cannot
// know, counts half. Rules 14 to 16 have no oracle: what was read of them was right.
// By rule 10 nearly all is overriding methods in Java, which javac neither confirms
// nor rejects; by rule 12 two thirds could not be judged.
func confidenceOf(rule int) float64 { return confidences()[rule] }

func confidences() [ruleLoose + 1]float64 {
	return [...]float64{
		0:             1,
		ruleLocal:     0.99,
		ruleUnit:      0.99,
		ruleImport:    0.99,
		ruleModule:    0.99,
		ruleReexport:  0.99,
		ruleMember:    0.99,
		ruleInherited: 0.98,
		ruleSelf:      0.99,
		ruleNew:       0.97,
		ruleDispatch:  0.7,
		ruleValue:     0.9,
		ruleUnique:    0.5,
		ruleUnion:     0.94,
		ruleStructure: 0.97,
		ruleExtension: 0.9,
		RuleImplied:   0.9,
		ruleReceiver:  0.95,
		ruleFunction:  0.92,
		ruleTestValue: 0.95,
		ruleWide:      0.88,
		ruleLoose:     0.1,
	}
}
