//go:build !linux

package hugepage

// Advise does nothing: only Linux takes such advice.
func Advise() {}

// Decline does nothing.
func Decline() {}
