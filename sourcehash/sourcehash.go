// Package sourcehash hashes the tokens of Go source, so that cached results stay valid until the
// code that computed them changes.
//
// In: the source of a file. Out: its tokens, written to a hash.
//
// Invariants: comments, except directives, and layout do not change the hash; any token does.
package sourcehash

import (
	"go/scanner"
	"go/token"
	"io"
	"strings"
)

// WriteTokens writes the tokens of a Go file, including comments that are directives. It is meant
// for hashes, whose Write never fails.
func WriteTokens(to io.Writer, path string, content []byte) {
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile(path, -1, len(content)), content, nil, scanner.ScanComments)
	tokens := make([]byte, 0, 2*len(content)) // one write, not one for each token
	for {
		_, t, text := s.Scan()
		switch {
		case t == token.EOF:
			_, _ = to.Write(tokens)
			return
		case t == token.COMMENT && !strings.HasPrefix(text, "//go:"):
			continue
		case t == token.SEMICOLON:
			text = ";" // explicit, or inserted at the end of a line
		}
		tokens = append(append(append(tokens, t.String()...), text...), 0)
	}
}
