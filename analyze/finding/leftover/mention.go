package leftover

import (
	"path"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// isWord reports whether a name can be searched as a word.
func isWord(name string) bool {
	for i := range len(name) {
		if c := name[i]; c < 0x80 && c != '_' && !('0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z') {
			return false
		}
	}
	return name != ""
}

// isHistory reports whether a file is a history, such as a changelog: old names are correct there.
func isHistory(file string) bool {
	file = strings.ToLower(file)
	base := path.Base(file)
	for _, w := range []string{"change", "history", "news", "release", "migrat", "upgrad", "deprecat"} {
		if strings.HasPrefix(base, w) || strings.Contains(file, w+"s/") || strings.Contains(file, w+"ion/") || strings.Contains(file, w+"ions/") || strings.Contains(file, w+"log") {
			return true
		}
	}
	return false
}

// explained returns the lines of head, by path, on which a word is the name of one of the symbols
// in other, as a definition or a use.
func (d *detector) explained(other []*graph.Node) map[string]map[int]bool {
	lines := make(map[string]map[int]bool)
	add := func(file string, line int) {
		if lines[file] == nil {
			lines[file] = make(map[int]bool)
		}
		lines[file][line] = true
	}
	for _, n := range other {
		add(n.Path, n.Line)
		for _, e := range d.Head.In(n) {
			for _, s := range e.Sites {
				add(e.Source.Path, s.Line)
			}
		}
	}
	return lines
}

// alone reports whether a symbol of head is the only one of its name in its scope and has no copy
// elsewhere. The graph or the change set may confuse overloads, conditional definitions and copies.
func (d *detector) alone(n *graph.Node) bool {
	return !slices.ContainsFunc(d.Named(n.Name), func(m *graph.Node) bool {
		return m != n && (m.Path == n.Path && m.Qualified == n.Qualified ||
			m.Label == n.Label && n.BodyHash != 0 && m.BodyHash == n.BodyHash && m.SignatureHash == n.SignatureHash)
	})
}
