package pattern

import "strings"

// A rule is one line of a .gitignore or .gitattributes file.
type rule struct {
	glob     glob
	anchored bool // it holds for the path below the file's directory, not for the name
	dirOnly  bool
	negated  bool
}

// File is one such file. Its rules hold for what is below dir, which is empty
// or ends in a slash. Of several rules that hold, the last one counts.
type File struct {
	dir   string
	Rules []rule
	Long  int // patterns left out for their length
}

// ParseIgnore reads a .gitignore file (gitignore(5)).
func ParseIgnore(dir, content string, foldCase bool) File {
	f := File{dir: dir}
	for line := range strings.Lines(strings.TrimPrefix(content, "\ufeff")) {
		line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		if strings.HasPrefix(line, "#") {
			continue
		}
		line = trimTrailingSpaces(line)
		rest, negated := strings.CutPrefix(line, "!")
		if r, ok := f.parseRule(rest, foldCase); ok {
			r.negated = negated
			f.Rules = append(f.Rules, r)
		}
	}
	return f
}

// trimTrailingSpaces removes spaces at the end unless a backslash stands before
// them.
func trimTrailingSpaces(line string) string {
	trimmed := strings.TrimRight(line, " ")
	backslashes := len(trimmed) - len(strings.TrimRight(trimmed, "\\"))
	if backslashes%2 == 1 && len(trimmed) < len(line) {
		trimmed += " "
	}
	return trimmed
}

// MaxLength is the longest pattern that is matched, in bytes: as long as a path.
const MaxLength = 4096 // the longest path that there is

func (f *File) parseRule(pattern string, foldCase bool) (rule, bool) {
	var r rule
	if len(pattern) > MaxLength {
		f.Long++
		return r, false
	}
	pattern, r.dirOnly = strings.CutSuffix(pattern, "/")
	r.anchored = strings.Contains(pattern, "/")
	pattern = strings.TrimPrefix(pattern, "/")
	if pattern == "" {
		return r, false
	}
	var ok bool
	r.glob, ok = parseGlob(pattern, foldCase)
	return r, ok
}

// matches reports whether the rule of a file in dir holds for path.
func (r *rule) matches(dir, path string, isDir bool, work *Budget) bool {
	if r.dirOnly && !isDir {
		return false
	}
	if r.anchored {
		return r.glob.match(path[len(dir):], work)
	}
	return r.glob.match(path[strings.LastIndexByte(path, '/')+1:], work)
}

// Ignored reports whether the last rule that holds for path excludes it. Files
// come with the weakest first: the user's, the repository's, then one for each
// directory from the root down to that of path.
func Ignored(files []File, path string, isDir bool, work *Budget) bool {
	for i := len(files) - 1; i >= 0; i-- {
		f := &files[i]
		for j := len(f.Rules) - 1; j >= 0; j-- {
			if f.Rules[j].matches(f.dir, path, isDir, work) {
				return !f.Rules[j].negated
			}
		}
	}
	return false
}
