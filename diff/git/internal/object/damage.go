// Package object reads the objects of a repository: packs with their indexes, loose files, and
// the directories that alternates name.
//
// In: a directory of objects, and ids. Out: content, or an error that is ErrCorrupt,
// ErrUnsupported, ErrNotFound or a TooLargeError.
//
// Invariants: an object that claims to be larger than what holds it is not believed; a chain
// of deltas is followed without recursion and its bases are kept in bounded memory.
//
// It is read here and not by go-git because that takes several times as long; see package git.
package object

import (
	"errors"
	"fmt"
)

var (
	ErrUnsupported = errors.New("unsupported repository format")
	ErrCorrupt     = errors.New("the repository is damaged")
)

// Corrupt says what is wrong with the repository's own data.
func Corrupt(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrCorrupt, fmt.Sprintf(format, args...))
}
