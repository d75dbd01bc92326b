// Package terminal holds the streams of the program: what is said where, and in which colours.
//
// In: the standard streams, or those of a test. Out: lines fit for a terminal.
//
// Invariants: what the program has to say beside its result goes to standard error, and names
// the program; a stream that is no terminal gets no colour and no progress unless it is asked
// for.
package terminal

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"golang.org/x/term"

	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/exit"
	"github.com/nexus-ci/nexus-ci/report/text"
)

// Streams are where input comes from and output goes to.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	// Width is the width of the terminal that Out is; 0 when it is none.
	Width   int
	ErrTerm bool // Err is a terminal
}

// Standard returns those of the process.
func Standard() Streams {
	s := Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, ErrTerm: term.IsTerminal(int(os.Stderr.Fd()))}
	if fd := int(os.Stdout.Fd()); term.IsTerminal(fd) {
		s.Width = text.DefaultWidth
		if width, _, err := term.GetSize(fd); err == nil && width > 0 {
			s.Width = width
		}
	}
	return s
}

// Tell prints a line on standard error. It is fit for a terminal.
func (s *Streams) Tell(line string) { fmt.Fprintf(s.Err, "nexus-ci: %s\n", line) }

// Warn is Tell for what is wrong and no reason to fail.
func (s *Streams) Warn(sentence string) { s.Tell("warning: " + sentence) }

// Colors returns when text is coloured, the default first.
func Colors() []string { return []string{"auto", "always", "never"} }

// ColorUsage is the help of a flag for it.
func ColorUsage() string { return "`when` to colour text: " + strings.Join(Colors(), ", ") }

// CheckColor returns an error for what is none of these.
func CheckColor(color string) error {
	if !slices.Contains(Colors(), color) {
		return exit.Usagef("--color %s: want one of %s", color, strings.Join(Colors(), ", "))
	}
	return nil
}

// Options says how text is written to standard output, where a flag asks for colours.
func (s *Streams) Options(color string, getenv func(string) string) text.Options {
	return text.Options{
		Width: s.Width,
		Color: color == "always" || color == "auto" && s.Width > 0 && getenv("NO_COLOR") == "",
	}
}
