// Package ruleset holds the numbers of the rules that make edges, and how far each is to be
// trusted. Package resolve says what each rule means.
//
// In: nothing. Out: constants. Invariants: the numbers are stored and published; a number is
// never given a new meaning.
package ruleset

// The rules by name.
const (
	Local     = 1
	Unit      = 2
	Import    = 3
	Module    = 4
	Reexport  = 5
	Member    = 6
	Inherited = 7
	Self      = 8
	New       = 9
	Dispatch  = 10
	Value     = 11
	Unique    = 12
	Union     = 13
	Structure = 14
	Extension = 15
	Implied   = 16
	Receiver  = 17
	Function  = 18
	TestValue = 19
	Wide      = 20
	Loose     = 21
)

// Confidence returns the confidence of an edge by its rule: the share of right ones among those that
// compilers and type checkers could judge, in the nine repositories of the open truth
// and eleven more of Go and three of Python. What they allow but never saw, or cannot
// know, counts half. Rules 14 to 16 have no oracle: what was read of them was right.
// By rule 10 nearly all is overriding methods in Java, which javac neither confirms
// nor rejects; by rule 12 two thirds could not be judged.
func Confidence(rule int) float64 { return confidences()[rule] }

func confidences() [Loose + 1]float64 {
	return [...]float64{
		0:         1,
		Local:     0.99,
		Unit:      0.99,
		Import:    0.99,
		Module:    0.99,
		Reexport:  0.99,
		Member:    0.99,
		Inherited: 0.98,
		Self:      0.99,
		New:       0.97,
		Dispatch:  0.7,
		Value:     0.9,
		Unique:    0.5,
		Union:     0.94,
		Structure: 0.97,
		Extension: 0.9,
		Implied:   0.9,
		Receiver:  0.95,
		Function:  0.92,
		TestValue: 0.95,
		Wide:      0.88,
		Loose:     0.1,
	}
}
