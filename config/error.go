package config

import "fmt"

// An Error says what is wrong with a configuration that somebody wrote: it cannot be read,
// or it makes no sense.
type Error struct{ err error }

func (e *Error) Error() string { return e.err.Error() }

// Unwrap returns what is wrong with the file.
func (e *Error) Unwrap() error { return e.err }

func unreadable(err error) error { return &Error{fmt.Errorf("read configuration: %w", err)} }
