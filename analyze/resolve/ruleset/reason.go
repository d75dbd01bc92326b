package ruleset

// Reason says in a few words how an edge with the rule was found, of an edge without one that
// the source declares it.
func Reason(rule int) string {
	reasons := [Loose + 1]string{
		0:         "declared",
		Local:     "local name",
		Unit:      "name of the same file or package",
		Import:    "imported name",
		Module:    "member of an imported module",
		Reexport:  "re-exported name",
		Member:    "member of a known type",
		Inherited: "inherited member of a known type",
		Self:      "member of the same instance",
		New:       "instantiation",
		Dispatch:  "implementation or override of what is called",
		Value:     "function held by a variable",
		Unique:    "only symbol of that name",
		Union:     "member of one of several types",
		Structure: "implements by its methods",
		Extension: "extension of a known type",
		Implied:   "run without being named",
		Receiver:  "method of a type that reaches the receiver",
		Function:  "function that reaches the callee",
		TestValue: "reaches the call in tests alone",
		Wide:      "one of many possible targets",
		Loose:     "function that may reach the callee",
	}
	return reasons[rule]
}
