package project

import (
	"errors"
	"fmt"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

const (
	ModFile  = "go.mod"
	WorkFile = "go.work"
)

// Read reads a go.mod or go.work: the module's path, its replacements by a local directory, the
// directories of a workspace. It continues after a malformed line; the first one is the error.
func Read(src []byte, f *facts.File) error {
	f.Manifest = &facts.Manifest{}
	var first error
	block, number := "", 0
	for line := range strings.Lines(string(src)) {
		number++
		words := split(line)
		switch {
		case len(words) == 0:
			continue
		case block == "" && len(words) == 2 && words[1] == "(":
			block = words[0]
			continue
		case block != "" && words[0] == ")":
			block = ""
			continue
		case block != "":
			words = append([]string{block}, words...)
		}
		if err := directive(f.Manifest, words); err != nil && first == nil {
			first = fmt.Errorf("read line %d: %w", number, err)
		}
	}
	return first
}

// directive handles one line, given as words.
func directive(m *facts.Manifest, words []string) error {
	switch verb, args := words[0], words[1:]; verb {
	case "module":
		if len(args) != 1 {
			return errors.New("module takes one path")
		}
		m.Module = args[0]
	case "use":
		if len(args) != 1 {
			return errors.New("use takes one directory")
		}
		m.Members = append(m.Members, args[0])
	case "replace":
		arrow := 1
		if len(args) > 2 && args[1] != "=>" {
			arrow = 2 // preceded by a version
		}
		if len(args) < arrow+2 || len(args) > arrow+3 || args[arrow] != "=>" {
			return errors.New("replace is not old => new")
		}
		if target := args[arrow+1]; isLocal(target) {
			m.Replaces = append(m.Replaces, facts.Mapping{From: args[0], To: []string{target}})
		}
	}
	return nil
}

// isLocal reports whether the target of a replacement is a directory.
func isLocal(target string) bool {
	return target == "." || target == ".." || strings.HasPrefix(target, "./") || strings.HasPrefix(target, "../")
}

// split returns the words of a line without its comment and without quotes.
func split(line string) []string {
	var words []string
	for {
		line = strings.TrimLeft(line, " \t\r\n")
		if line == "" || strings.HasPrefix(line, "//") {
			return words
		}
		if q := line[0]; q == '"' || q == '`' {
			word, rest, _ := strings.Cut(line[1:], string(q))
			words, line = append(words, word), rest
			continue
		}
		end := strings.IndexAny(line, " \t\r\n")
		if end < 0 {
			end = len(line)
		}
		if c := strings.Index(line[:end], "//"); c > 0 {
			end = c
		}
		words, line = append(words, line[:end]), line[end:]
	}
}
