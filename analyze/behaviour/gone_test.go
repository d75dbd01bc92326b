package behaviour_test

import (
	"context"
	"slices"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour"
	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/diff"
)

// What a field held that is gone may be in another one: its uses are not told to be gone, those of a field that stays are.
func TestGoneFields(t *testing.T) {
	before := "class A {\n  S body = null;\n  I stream = null;\n  void put(S s) {\n    body = s;\n    stream = null;\n  }\n  boolean has() {\n    boolean some = body != null || stream != null;\n    return some && g(some);\n  }\n  boolean g(boolean s) {\n    return s && n < 2;\n  }\n}\n"
	after := "class A {\n  S body = null;\n@  void put(S s) {\n    body = s;\n  }\n  boolean has() {\n    boolean some = body != null;\n    return some && g(some);\n  }\n  boolean g(boolean s) {\n    return s && n < 3;\n  }\n}\n"
	for _, tt := range []struct {
		field string
		want  []string
	}{
		{"", []string{"boundary-changed A.g 11"}},
		{"  I stream = null;\n", []string{"value-changed A.put 6", "value-changed A.has 8", "boundary-changed A.g 12"}},
	} {
		head := edited(t, after, "@»"+tt.field)
		set := &change.Set{Files: []diff.FileChange{{Status: diff.Modified, OldPath: "A.java", NewPath: "A.java", OldBlob: before, NewBlob: head}}}
		if tt.field == "" {
			set.Symbols = []change.Symbol{{Type: change.Removed, Base: &graph.Node{Label: graph.Field, Name: "stream", Path: "A.java", Start: 3, End: 3}}}
		}
		languages := lang.NewIndex(all.Languages())
		res, err := behaviour.Of(context.Background(), behaviour.Input{Set: set, Blobs: memory{}, Language: func(path string, _ change.Side) *lang.Language { return languages.ByPath(path) }})
		if err != nil {
			t.Fatal(err)
		}
		if got := lines(res); !slices.Equal(got, tt.want) {
			t.Errorf("with %q: got %q, want %q", tt.field, got, tt.want)
		}
	}
}
