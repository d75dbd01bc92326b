package hook

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// A searcher is a program that searches texts for a pattern, or files by their names.
type searcher struct {
	names []string
	// valued are the flags that take a value, those of one letter as letters.
	letters string
	valued  []string
	// patterns are the flags whose value is a pattern, and globs those whose value is a glob.
	patterns, globs []string
	// literal are the flags that make a pattern plain text, and listing those that leave only
	// names of files to search for.
	literal, listing []string
}

var (
	grep = searcher{
		names:   []string{"grep", "egrep", "fgrep", "zgrep", "ugrep"},
		letters: "ABCDdefmX",
		valued: []string{
			"--after-context", "--before-context", "--context", "--max-count", "--include", "--exclude", "--exclude-dir", "--exclude-from", "--label",
			"--binary-files", "--devices", "--directories", "--file", "--group-separator", "--max-depth", "--threads",
		},
		patterns: []string{"-e", "--regexp"}, literal: []string{"-F", "--fixed-strings"},
	}
	ripgrep = searcher{
		names:   []string{"rg"},
		letters: "ABCEMTdefgjmrt",
		valued: []string{
			"--after-context", "--before-context", "--context", "--max-count", "--glob", "--iglob", "--type", "--type-not", "--type-add", "--type-clear",
			"--file", "--max-depth", "--maxdepth", "--max-columns", "--max-filesize", "--threads", "--sort", "--sortr", "--replace", "--encoding", "--engine",
			"--color", "--colors", "--pre", "--pre-glob", "--ignore-file", "--path-separator", "--dfa-size-limit", "--regex-size-limit",
			"--field-match-separator", "--field-context-separator", "--context-separator", "--generate", "--hyperlink-format",
		},
		patterns: []string{"-e", "--regexp"}, globs: []string{"-g", "--glob", "--iglob"}, literal: []string{"-F", "--fixed-strings"}, listing: []string{"--files"},
	}
	ag = searcher{
		names:   []string{"ag", "ack"},
		letters: "ABCGgmp",
		valued:  []string{"--after", "--before", "--context", "--depth", "--file-search-regex", "--ignore", "--ignore-dir", "--max-count", "--type"},
		literal: []string{"-Q", "--literal", "-F", "--fixed-strings"},
	}
	searchers = []*searcher{&grep, &ripgrep, &ag}
)

// wrappers are the programs that start another one, which their arguments name.
var wrappers = []string{"sudo", "env", "time", "command", "nice", "nohup", "xargs", "timeout", "stdbuf", "ionice", "parallel", "busybox"}

// maxCommand is the longest command line that is looked at: the parser is recursive.
const maxCommand = 1 << 15

// commandWords returns what the first search in a command line looks for.
func commandWords(line string) (found Sought) {
	eachCommand(line, func(args []string) bool {
		found = searchWords(args)
		return found.Words == ""
	})
	return found
}

// commits reports whether a command line runs a command of git that may move HEAD.
func commits(line string) (found bool) {
	eachCommand(line, func(args []string) bool {
		found = movesHead(args)
		return !found
	})
	return found
}

// eachCommand calls f with the words of each command in a command line until it returns false. It
// calls it with none of a line that cannot be read.
func eachCommand(line string, f func(args []string) bool) {
	if len(line) > maxCommand {
		return
	}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(line), "")
	if err != nil {
		return
	}
	more := true
	syntax.Walk(file, func(n syntax.Node) bool {
		if call, ok := n.(*syntax.CallExpr); ok && more {
			var args []string
			for _, w := range call.Args {
				args = append(args, plain(w))
			}
			more = f(args)
		}
		return more
	})
}

// headMovers are the commands of git after which HEAD may be another commit.
var headMovers = []string{"commit", "merge", "rebase", "cherry-pick", "pull", "am", "revert", "reset", "switch", "checkout"}

// movesHead reports whether a command runs one of them.
func movesHead(args []string) bool {
	for i, a := range args {
		if path.Base(a) == "git" {
			rest := gitCommand(args[i+1:])
			return len(rest) > 0 && slices.Contains(headMovers, rest[0])
		}
		if i == 0 && !slices.Contains(wrappers, path.Base(a)) {
			return false
		}
	}
	return false
}

// plain returns a word without its quotes. What the shell puts in ends a word of a pattern.
func plain(w *syntax.Word) string {
	var b strings.Builder
	var add func(parts []syntax.WordPart, quoted bool)
	add = func(parts []syntax.WordPart, quoted bool) {
		for _, part := range parts {
			switch p := part.(type) {
			case *syntax.Lit:
				b.WriteString(unescaped(p.Value, quoted))
			case *syntax.SglQuoted:
				b.WriteString(p.Value)
			case *syntax.DblQuoted:
				add(p.Parts, true)
			default:
				b.WriteByte('.')
			}
		}
	}
	add(w.Parts, false)
	return b.String()
}

// unescaped takes out the backslashes that the shell does.
func unescaped(s string, quoted bool) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && (!quoted || strings.IndexByte("\\\"$`", s[i+1]) >= 0) {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// searchWords returns what a command looks for, nothing when it does not search.
func searchWords(args []string) Sought {
	for i := 0; i < len(args); i++ {
		name := path.Base(args[i])
		switch {
		case name == "git":
			return gitGrep(args[i+1:])
		case name == "find":
			return findWords(args[i+1:])
		}
		for _, s := range searchers {
			if slices.Contains(s.names, name) {
				return s.words(args[i+1:], name == "fgrep")
			}
		}
		if i == 0 && !slices.Contains(wrappers, name) {
			return Sought{}
		}
	}
	return Sought{}
}

// gitGrep returns what git grep looks for.
func gitGrep(args []string) Sought {
	if rest := gitCommand(args); len(rest) > 0 && rest[0] == "grep" {
		return grep.words(rest[1:], false)
	}
	return Sought{}
}

// gitCommand returns the command of git and its arguments, without the flags before it.
func gitCommand(args []string) []string {
	for i := 0; i < len(args); i++ {
		switch {
		case args[i] == "-C" || args[i] == "-c":
			i++
		case !strings.HasPrefix(args[i], "-"):
			return args[i:]
		}
	}
	return nil
}

// findWords returns what find looks for by name, or what a program does that it starts.
func findWords(args []string) Sought {
	for i, a := range args {
		if i+1 == len(args) {
			break
		}
		switch a {
		case "-name", "-iname", "-path", "-ipath", "-wholename":
			if found := globWords(args[i+1]); found != "" {
				return Sought{Words: found}
			}
		case "-exec", "-execdir":
			return searchWords(args[i+1:])
		}
	}
	return Sought{}
}

// words returns what a searcher looks for.
func (s *searcher) words(args []string, literal bool) Sought {
	var patterns, globs, rest []string
	listing := false
	for i := 0; i < len(args); i++ {
		a := args[i]
		if a == "--" {
			rest = append(rest, args[i+1:]...)
			break
		}
		if len(a) < 2 || a[0] != '-' {
			rest = append(rest, a)
			continue
		}
		for _, f := range s.flags(a) {
			if f.name == "-v" || f.name == "--invert-match" {
				return Sought{} // it is what the lines must not have
			}
			literal = literal || slices.Contains(s.literal, f.name)
			listing = listing || slices.Contains(s.listing, f.name)
			if f.takes && i+1 < len(args) {
				i++
				f.value = args[i]
			}
			switch {
			case slices.Contains(s.patterns, f.name):
				patterns = append(patterns, f.value)
			case slices.Contains(s.globs, f.name) && !strings.HasPrefix(f.value, "!"):
				globs = append(globs, f.value)
			}
		}
	}
	if listing {
		return Sought{Words: globWords(strings.Join(globs, "/"))}
	}
	if len(patterns) == 0 && len(rest) > 0 {
		patterns = rest[:1]
	}
	all := len(patterns) == 1 && (literal || needsAll(patterns[0]))
	for i, p := range patterns {
		if len(p) > maxPattern {
			return Sought{}
		}
		if patterns[i] = words(p); !literal {
			patterns[i] = regexWords(p)
		}
	}
	return Sought{strings.Join(slices.DeleteFunc(patterns, func(p string) bool { return p == "" }), " "), all}
}

// A flag of a command line.
type flag struct {
	name, value string
	takes       bool // its value is the next argument
}

// flags takes an argument apart that begins with a dash.
func (s *searcher) flags(arg string) []flag {
	if strings.HasPrefix(arg, "--") {
		name, value, ok := strings.Cut(arg, "=")
		return []flag{{name, value, !ok && (slices.Contains(s.valued, name) || slices.Contains(s.patterns, name))}}
	}
	var list []flag
	for i := 1; i < len(arg); i++ {
		f := flag{name: "-" + arg[i:i+1]}
		if strings.IndexByte(s.letters, arg[i]) >= 0 {
			f.value = strings.TrimPrefix(arg[i+1:], "=")
			f.takes = i+1 == len(arg)
			return append(list, f)
		}
		list = append(list, f)
	}
	return list
}
