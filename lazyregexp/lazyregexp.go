// Package lazyregexp has regular expressions that are compiled when they are first used.
//
// In: an expression. Out: the methods of regexp.Regexp that callers need.
//
// A run uses few of the program's expressions, and compiling all of them took longer than
// everything else at the start of a process. A package variable made by New costs nothing there:
// the compiler lays it out. Like regexp.MustCompile, the first use panics if the expression is
// invalid, so each needs a test that uses it.
package lazyregexp

import (
	"regexp"
	"sync"
)

// A Regexp is a regular expression. Goroutines may share it.
type Regexp struct {
	expression string
	once       sync.Once
	compiled   *regexp.Regexp
}

// New returns the regular expression for a text.
func New(expression string) *Regexp { return &Regexp{expression: expression} }

func (r *Regexp) get() *regexp.Regexp {
	r.once.Do(func() { r.compiled = regexp.MustCompile(r.expression) })
	return r.compiled
}

// The following methods are those of regexp.Regexp.

func (r *Regexp) MatchString(s string) bool { return r.get().MatchString(s) }

func (r *Regexp) Match(b []byte) bool { return r.get().Match(b) }

func (r *Regexp) FindString(s string) string { return r.get().FindString(s) }

func (r *Regexp) FindStringIndex(s string) []int { return r.get().FindStringIndex(s) }

func (r *Regexp) FindStringSubmatch(s string) []string { return r.get().FindStringSubmatch(s) }

func (r *Regexp) FindStringSubmatchIndex(s string) []int { return r.get().FindStringSubmatchIndex(s) }

func (r *Regexp) FindSubmatch(b []byte) [][]byte { return r.get().FindSubmatch(b) }

func (r *Regexp) FindAllSubmatch(b []byte, n int) [][][]byte { return r.get().FindAllSubmatch(b, n) }

func (r *Regexp) FindAllSubmatchIndex(b []byte, n int) [][]int {
	return r.get().FindAllSubmatchIndex(b, n)
}

func (r *Regexp) FindAllString(s string, n int) []string { return r.get().FindAllString(s, n) }

func (r *Regexp) FindAllStringIndex(s string, n int) [][]int { return r.get().FindAllStringIndex(s, n) }

func (r *Regexp) FindAllStringSubmatch(s string, n int) [][]string {
	return r.get().FindAllStringSubmatch(s, n)
}

func (r *Regexp) FindAllStringSubmatchIndex(s string, n int) [][]int {
	return r.get().FindAllStringSubmatchIndex(s, n)
}

func (r *Regexp) ReplaceAllString(s, with string) string { return r.get().ReplaceAllString(s, with) }

func (r *Regexp) ReplaceAllStringFunc(s string, with func(string) string) string {
	return r.get().ReplaceAllStringFunc(s, with)
}
