// Package score defines how well an argument fits a parameter.
//
// In: nothing. Out: constants. Only their order matters: a certain match before an unknown one, and both before a
// conversion.
package score

// Scores of an argument; higher is better. That of a call is their sum.
const (
	Misfit = -1 << 20
	// Unlikely is the score of a value of a type outside the repository for a type of the
	// repository: only a subtype that is generated, or of another package, would fit.
	Unlikely = Unknown - 1
	Unknown  = 10
	Wider    = 20 // minus one for each further step up
	Same     = 40
	// Variadic is subtracted for variadic functions that are not passed one list for all
	// values. It ranks them behind all others.
	Variadic = 1000
	// Omitted is subtracted for functions whose optional parameters are omitted. It ranks them
	// behind those without optional parameters.
	Omitted = 1
	// Wrapped is subtracted where a value is passed for one that may be absent.
	Wrapped = 2
	// Awaits is subtracted for functions that are async where the call is not, and the reverse.
	Awaits = 5
)
