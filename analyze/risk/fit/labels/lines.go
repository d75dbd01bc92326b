package labels

import "strings"

// owners maps the path of a file to the commit that each of its lines is from: its number
// counted from 1, or 0 where it is older than the log. Lines that only moved, were laid out
// anew, or in which one name took the place of another throughout the commit, keep their owner.
type owners map[string][]int32

// apply applies a commit of a number and returns, for each file, the owners of its removed lines
// in the order of the hunks. renames are those of renamedNames.
func (o owners) apply(number int32, e *entry, renames map[[2]string]int) [][]int32 {
	moved := o.moved(e)
	gone := make([][]int32, len(e.files))
	next := make(map[string][]int32)
	for i := range e.files {
		f := &e.files[i]
		old := o[f.old]
		var lines []int32
		at := 0
		for k := range f.hunks {
			h := &f.hunks[k]
			lines = append(lines, span(old, at, h.start)...)
			at = h.start + len(h.removed)
			removed := span(old, h.start, at)
			gone[i] = append(gone[i], removed...)
			lines = append(lines, successors(number, h, removed, moved, renames)...)
		}
		if at < len(old) {
			lines = append(lines, old[at:]...)
		}
		if f.new != "" {
			next[f.new] = lines
		}
	}
	for i := range e.files {
		if e.files[i].old != "" {
			delete(o, e.files[i].old)
		}
	}
	for path, lines := range next {
		o[path] = lines
	}
	return gone
}

// span returns the owners of lines, 0 for those that are not known.
func span(lines []int32, from, to int) []int32 {
	out := make([]int32, max(to-from, 0))
	if from < len(lines) {
		copy(out, lines[from:min(to, len(lines))])
	}
	return out
}

// leastMoved is the least length of a line by which it is recognized in another place.
const leastMoved = 12

// moved returns the owners of the removed lines of a commit by their text.
func (o owners) moved(e *entry) map[string]int32 {
	out := make(map[string]int32)
	for i := range e.files {
		f := &e.files[i]
		for k := range f.hunks {
			h := &f.hunks[k]
			for j, owner := range span(o[f.old], h.start, h.start+len(h.removed)) {
				if text := strings.TrimSpace(h.removed[j]); len(text) >= leastMoved {
					out[text] = owner
				}
			}
		}
	}
	return out
}

// successors returns the owners of the added lines of a hunk.
func successors(number int32, h *hunk, removed []int32, moved map[string]int32, renames map[[2]string]int) []int32 {
	out := make([]int32, len(h.added))
	again := len(h.removed) > 0 && h.sameCode()
	for j, line := range h.added {
		out[j] = number
		if again {
			out[j] = removed[j*len(removed)/len(h.added)]
			continue
		}
		if owner, ok := moved[strings.TrimSpace(line)]; ok {
			out[j] = owner
		} else if h.renames(j, renames) {
			out[j] = removed[j]
		}
	}
	return out
}

// sameCode reports whether the removed and the added lines of a hunk differ in layout alone.
func (h *hunk) sameCode() bool { return squeeze(h.removed) == squeeze(h.added) }

// squeeze joins lines and leaves out white space and commas, which are what layout changes.
func squeeze(lines []string) string {
	var b strings.Builder
	for _, line := range lines {
		for _, c := range []byte(line) {
			if c != ' ' && c != '\t' && c != '\r' && c != ',' && c != ';' {
				b.WriteByte(c)
			}
		}
	}
	return b.String()
}

// leastRenamed is how many lines of a commit have to differ by the same two names.
const leastRenamed = 3

// renamedNames counts the lines of a commit that differ by two names alone, by these names.
func renamedNames(e *entry) map[[2]string]int {
	out := make(map[[2]string]int)
	for i := range e.files {
		for k := range e.files[i].hunks {
			h := &e.files[i].hunks[k]
			if len(h.removed) != len(h.added) {
				continue
			}
			for j := range h.removed {
				if pair, ok := renamed(h.removed[j], h.added[j]); ok {
					out[pair]++
				}
			}
		}
	}
	return out
}

// renames reports whether the line j of a hunk differs from the one that it replaces by a name that
// the commit replaces throughout.
func (h *hunk) renames(j int, renames map[[2]string]int) bool {
	if len(h.removed) != len(h.added) {
		return false
	}
	pair, ok := renamed(h.removed[j], h.added[j])
	return ok && renames[pair] >= leastRenamed
}

// renamed returns the two names by which two lines differ, if that is all.
func renamed(before, after string) (pair [2]string, ok bool) {
	a, b := tokens(before), tokens(after)
	if len(a) != len(b) {
		return pair, false
	}
	for i := range a {
		if a[i] == b[i] {
			continue
		}
		if !isName(a[i]) || !isName(b[i]) || ok && pair != [2]string{a[i], b[i]} {
			return pair, false
		}
		pair, ok = [2]string{a[i], b[i]}, true
	}
	return pair, ok
}

func isName(token string) bool {
	c := token[0]
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// tokens splits a line into words and single characters, without white space.
func tokens(line string) []string {
	var out []string
	for i := 0; i < len(line); {
		end := i
		for end < len(line) && isWord(line[end]) {
			end++
		}
		switch {
		case end > i:
			out = append(out, line[i:end])
			i = end
		case line[i] == ' ' || line[i] == '\t' || line[i] == '\r':
			i++
		default:
			out = append(out, line[i:i+1])
			i++
		}
	}
	return out
}

func isWord(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80
}

// isCode reports whether a line does something: it is not blank, a comment, an import, a bracket,
// a single string, or prose of a documentation string.
func isCode(line string) bool {
	line = strings.TrimSpace(line)
	if strings.Trim(line, "{}[]();,") == "" || line == "end" || line == "else" || line == "begin" {
		return false
	}
	for _, prefix := range [...]string{"//", "/*", "*", "# ", "#!", "#:", "#include", "import ", "from ", "using ", "use ", "package ", "require ", "\"\"\"", "'''", "--"} {
		if strings.HasPrefix(line, prefix) {
			return false
		}
	}
	if q := line[0]; (q == '"' || q == '\'') && strings.TrimRight(line, ",;)")[1:] != "" {
		if inner := strings.TrimRight(line, ",;)"); inner[len(inner)-1] == q && !strings.ContainsRune(inner[1:len(inner)-1], rune(q)) {
			return false
		}
	}
	return strings.ContainsAny(line, "=()[]{}:;<>+-*/&|!?@.$") && (!strings.HasSuffix(line, ".") || strings.ContainsAny(line, "=(){};")) || len(strings.Fields(line)) < 4
}
