// Package sourcehash gives Go source a hash that only its tokens decide, so that what was
// stored by some code is kept until that code does something else.
//
// In: the source of a file. Out: its tokens, to be hashed.
//
// Invariants: comments, but for directives, and layout change nothing; any token does.
package sourcehash

import (
	"go/scanner"
	"go/token"
	"io"
	"strings"
)

// WriteTokens writes the tokens of a Go file, with the comments that are directives. It is for
// a hash, whose Write does not fail.
func WriteTokens(to io.Writer, path string, content []byte) {
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile(path, -1, len(content)), content, nil, scanner.ScanComments)
	for {
		_, t, text := s.Scan()
		switch {
		case t == token.EOF:
			return
		case t == token.COMMENT && !strings.HasPrefix(text, "//go:"):
			continue
		case t == token.SEMICOLON:
			text = ";" // written, or the end of a line
		}
		_, _ = io.WriteString(to, t.String()+text+"\x00")
	}
}
