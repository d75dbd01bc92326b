// Package object reads the objects of a repository: packs with their indexes, loose files, and
// the directories that alternates name.
//
// In: a directory of objects, and ids. Out: content, or an error that is ErrCorrupt,
// ErrUnsupported, ErrNotFound or a TooLargeError.
//
// Invariants: the declared size of an object is checked against the size of its file before memory
// is allocated; a chain of deltas is followed without recursion, with bounded memory for bases.
//
// go-git is not used here, because it takes several times as long; see package git.
package object

import (
	"errors"
	"fmt"
)

var (
	ErrUnsupported = errors.New("unsupported repository format")
	ErrCorrupt     = errors.New("the repository is damaged")
)

// Corrupt returns the error for invalid data of the repository itself.
func Corrupt(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrCorrupt, fmt.Sprintf(format, args...))
}
