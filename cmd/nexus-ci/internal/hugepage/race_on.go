//go:build race

package hugepage

// race is set where the race detector is on. It clears its shadow memory for each allocation, used or
// not: more than a second of CPU time for the range of Advise.
const race = true
