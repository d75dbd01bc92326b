//go:build !linux || treesitter_fallback

package parse

// treeParser uses the Go binding where the C file is not known to build.
type treeParser = cursorParser

var newTreeParser = newCursorParser
