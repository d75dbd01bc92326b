package analyze_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// A marked text is «that of one state|that of the other».
var marked = regexp.MustCompile(`«([^|»]*)\|([^»]*)»`)

// Code that does not change means something else where what it uses is declared otherwise, however that reaches it: a graph
// made by delta follows, or there is none. Each archive of testdata/delta is a repository in two states, with a file that is
// the same in both and has other edges. One that begins with "full:" says why there is no delta.
func TestDeltaFollowsMeanings(t *testing.T) {
	paths, err := filepath.Glob("testdata/delta/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no archives", err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		archive := txtar.Parse(data)
		want := 1
		if bytes.HasPrefix(archive.Comment, []byte("full:")) {
			want = 0
		}
		states := []map[string][]byte{stateOf(archive, "$1"), stateOf(archive, "$2")}
		for i, to := range []string{"second", "first"} {
			base, head := states[i], states[1-i]
			in := pairOf(t, base, head)
			was, is := resolved(t, in, in.Base), resolved(t, in, in.Head)
			if edgesOf(was, base, head) == edgesOf(is, base, head) {
				t.Errorf("%s: a file that is in both states has the same edges in both", path)
			}
			res := warm(t, in, t.TempDir())
			if res.Stats.DeltaGraphs != want || !bytes.Equal(graph.Encode(res.Head.Graph, nil), graph.Encode(is, nil)) {
				t.Errorf("%s, to the %s state: %d graphs made by delta, with the edges\n%swant\n%s", path, to, res.Stats.DeltaGraphs, edgesOf(res.Head.Graph, base, head), edgesOf(is, base, head))
			}
		}
	}
}

// stateOf returns the files of an archive in a state, beside types that have methods of the names which the archives use:
// otherwise a method would be known by its name alone.
func stateOf(archive *txtar.Archive, state string) map[string][]byte {
	others := map[string]string{
		".java":  "package other;\n\npublic class Other%d { public int size() { return 1; } public int count() { return 1; } }\n",
		".kt":    "package other\n\nclass Other%d {\n\tfun size(): Int = 1\n\tfun count(): Int = 1\n}\n",
		".rs":    "pub struct Other%[1]d {}\n\nimpl Other%[1]d {\n    pub fn size(&self) -> i32 { 1 }\n    pub fn count(&self) -> i32 { 1 }\n}\n",
		".swift": "class Other%d {\n  func size() -> Int { return 1 }\n  func count() -> Int { return 1 }\n}\n",
		".cs":    "namespace Other { public class Other%d { public int size() { return 1; } public int count() { return 1; } } }\n",
		".php":   "<?php\nnamespace Other;\n\nclass Other%d {\n  public function size(): int { return 1; }\n  public function count(): int { return 1; }\n}\n",
		".scala": "package other\n\nclass Other%d {\n  def size(): Int = 1\n  def count(): Int = 1\n}\n",
		".ts":    "export class Other%d {\n  size() { return 1 }\n  count() { return 1 }\n}\n",
		".js":    "class Other%[1]d {\n  size() { return 1 }\n  count() { return 1 }\n}\nmodule.exports = Other%[1]d\n",
		".py":    "class Other%d:\n    def size(self):\n        return 1\n\n    def count(self):\n        return 1\n\n    def make(self):\n        return 1\n",
		".go":    "package other\n\ntype Other%[1]d struct{}\n\nfunc (Other%[1]d) size() int { return 1 }\n\nfunc (Other%[1]d) count() int { return 1 }\n",
	}
	files := map[string][]byte{"go.mod": []byte("module example.com/m\n\ngo 1.26\n")}
	for _, f := range archive.Files {
		ext := filepath.Ext(f.Name)
		files[f.Name] = marked.ReplaceAll(f.Data, []byte(state))
		for i := range 3 {
			if other := others[ext]; other != "" {
				files[fmt.Sprintf("other/Other%d%s", i, ext)] = fmt.Appendf(nil, other, i)
			}
		}
	}
	return files
}

// edgesOf lists the edges of the files that are the same in two states.
func edgesOf(g *graph.Graph, base, head map[string][]byte) string {
	var b strings.Builder
	for _, n := range g.Nodes {
		if content, found := base[n.Path]; !found || !bytes.Equal(content, head[n.Path]) {
			continue
		}
		for _, e := range g.Out(n) {
			fmt.Fprintf(&b, "%s -%v-> %s\n", n.ID, e.Type, e.Target.ID)
		}
	}
	for _, u := range g.Unresolved {
		if content, found := base[u.Path]; found && bytes.Equal(content, head[u.Path]) {
			fmt.Fprintf(&b, "%s lacks %s\n", u.Path, u.Name)
		}
	}
	return b.String()
}
