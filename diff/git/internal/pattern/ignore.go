package pattern

import "strings"

// A rule is one line of a .gitignore or .gitattributes file.
type rule struct {
	glob     glob
	anchored bool // it is matched with the path below the file's directory, not with the base name
	dirOnly  bool
	negated  bool
}

// A File is the rules of one file. They apply to paths below dir, which is empty or ends with a
// slash. If several rules match, the last one counts.
type File struct {
	dir   string
	Rules []rule
	Long  int // number of patterns ignored because of their length
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

// trimTrailingSpaces removes spaces at the end, except after a backslash.
func trimTrailingSpaces(line string) string {
	trimmed := strings.TrimRight(line, " ")
	backslashes := len(trimmed) - len(strings.TrimRight(trimmed, "\\"))
	if backslashes%2 == 1 && len(trimmed) < len(line) {
		trimmed += " "
	}
	return trimmed
}

// MaxLength is the maximum length of a pattern in bytes.
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

// matches reports whether the rule of a file in dir matches path.
func (r *rule) matches(dir, path string, isDir bool, work *Budget) bool {
	if r.dirOnly && !isDir {
		return false
	}
	if r.anchored {
		return r.glob.match(path[len(dir):], work)
	}
	return r.glob.match(path[strings.LastIndexByte(path, '/')+1:], work)
}

// Ignored reports whether the last rule that matches path excludes it. Files are in order of
// increasing priority: the user's, the repository's, then one for each directory from the root
// to that of path.
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
