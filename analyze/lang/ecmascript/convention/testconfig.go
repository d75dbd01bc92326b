package convention

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// leftOut reports whether the settings of a project exclude a test file from its test runner: by a
// literal list of exclusions, or by a test script that names other files. Settings with several
// projects exclude nothing, because each project may include the file.
func leftOut(t lang.TestCase, program string) bool {
	named := namedFiles(t.Script, program)
	if len(named) > 0 && !slices.Contains(named, t.Path) {
		return true
	}
	lists := lists(t.Config)
	if slices.ContainsFunc(lists, func(l list) bool { return l.key == "projects" }) {
		return false
	}
	return slices.ContainsFunc(lists, func(l list) bool {
		return slices.ContainsFunc(l.texts, func(text string) bool {
			switch {
			case l.key == "exclude" && l.around == "test": // of vitest
				return globMatches(strings.TrimPrefix(text, "./"), t.Path)
			case l.key == "testPathIgnorePatterns": // of jest
				r, err := regexp.Compile(strings.ReplaceAll(text, "<rootDir>", ""))
				return err == nil && r.MatchString("/"+t.Path)
			}
			return false
		})
	})
}

// namedFiles returns the files that a script passes to a program, nil where it also passes directories
// or patterns.
func namedFiles(script, program string) []string {
	_, args, ok := strings.Cut(script, program+" ")
	if !ok {
		return nil
	}
	var files []string
	option := false
	for _, word := range strings.Fields(args) {
		word = strings.Trim(word, `"'`)
		switch {
		case strings.ContainsAny(word, "&|;"):
			return files
		case strings.HasPrefix(word, "-"):
			option = !strings.Contains(word, "=")
			continue
		case option: // it may be the value of the option
		case strings.ContainsAny(word, "*?{[") || !strings.Contains(path.Base(word), "."):
			return nil
		default:
			files = append(files, path.Clean(word))
		}
		option = false
	}
	return files
}

// globMatches reports whether a pattern of *, ** and ? matches a path. Patterns with other
// metacharacters match nothing.
func globMatches(pattern, file string) bool {
	if strings.ContainsAny(pattern, "{}[]()!+@|") {
		return false
	}
	expr := regexp.QuoteMeta(pattern)
	for _, r := range [...][2]string{{`\*\*/`, "(.*/)?"}, {`\*\*`, ".*"}, {`\*`, "[^/]*"}, {`\?`, "[^/]"}} {
		expr = strings.ReplaceAll(expr, r[0], r[1])
	}
	r, err := regexp.Compile("^" + expr + "$")
	return err == nil && r.MatchString(file)
}

// A list is an array in settings, with its name and the name of the object around it.
type list struct {
	around, key string
	texts       []string // the string elements
}

// lists returns the arrays in JSON or JavaScript settings that are values of a name. Arrays that it
// cannot parse are left out.
func lists(source []byte) []list {
	var out []list
	type bracket struct {
		key string
		at  int // index in out, -1 outside arrays
	}
	var open []bracket
	key, word := "", ""
	around := func(n int) string {
		if len(open) < n {
			return ""
		}
		return open[len(open)-n].key
	}
	for i := 0; i < len(source); i++ {
		switch c := source[i]; {
		case c == '/' && bytes.HasPrefix(source[i:], []byte("//")):
			i += max(bytes.IndexByte(source[i:], '\n'), 0)
		case c == '/' && bytes.HasPrefix(source[i:], []byte("/*")):
			i += max(bytes.Index(source[i:], []byte("*/")), 0) + 1
		case c == '"' || c == '\'' || c == '`':
			end := bytes.IndexByte(source[i+1:], c)
			if end < 0 {
				return out
			}
			word = string(source[i+1 : i+1+end])
			if n := len(open); n > 0 && open[n-1].at >= 0 {
				l := &out[open[n-1].at]
				l.texts = append(l.texts, word)
			}
			i += end + 1
		case c == ':':
			key, word = word, ""
		case c == '{' || c == '[' || c == '(':
			b := bracket{key, -1}
			if c == '[' && key != "" {
				b.at = len(out)
				out = append(out, list{around: around(1), key: key})
			}
			open = append(open, b)
			key, word = "", ""
		case c == '}' || c == ']' || c == ')':
			if len(open) == 0 {
				return out
			}
			open = open[:len(open)-1]
			key, word = "", ""
		case c == ',' || c == ';':
			key, word = "", ""
		case isWord(c):
			start := i
			for i+1 < len(source) && isWord(source[i+1]) {
				i++
			}
			word = string(source[start : i+1])
		}
	}
	return out
}

func isWord(c byte) bool {
	return c == '_' || c == '$' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
