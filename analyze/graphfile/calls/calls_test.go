package calls

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

func TestExportCalls(t *testing.T) {
	b := graph.NewBuilder()
	file := b.Add(&graph.Node{ID: "File:a.ts", Label: graph.File, Name: "a.ts", Path: "a.ts", Language: "typescript"})
	b.Add(&graph.Node{ID: "File:logo.png", Label: graph.File, Name: "logo.png", Path: "logo.png"})
	class := b.Add(&graph.Node{ID: "Class:a.ts:Box", Label: graph.Class, Name: "Box", Qualified: "Box", Path: "a.ts", Start: 1, Line: 2, End: 9, Parent: file})
	open := b.Add(&graph.Node{ID: "Method:a.ts:Box.open", Label: graph.Method, Name: "open", Qualified: "Box.open", Path: "a.ts", Start: 3, Line: 3, End: 4, Parent: class})
	b.Add(&graph.Node{ID: "Field:a.ts:Box.size", Label: graph.Field, Name: "size", Qualified: "Box.size", Path: "a.ts", Line: 5, Parent: class})
	api := b.Add(&graph.Node{ID: "Method:a.ts:API.run", Label: graph.Method, Name: "run", Qualified: "API.run", Path: "a.ts", Start: 12, Line: 12, End: 12, Abstract: true, Parent: class})
	inner := b.Add(&graph.Node{ID: "Function:a.ts:open.inner", Label: graph.Function, Name: "inner", Qualified: "open.inner", Path: "a.ts", Start: 4, Line: 4, End: 4, Parent: open, Test: true})
	for _, line := range []int{20, 21, 21} {
		b.Edge(file, graph.Calls, class, 1, 3, graph.Site{Line: line})
	}
	b.Edge(open, graph.Calls, api, 0.9, 4, graph.Site{Line: 3})
	b.Edge(inner, graph.Calls, open, 0.9, 5, graph.Site{Line: 4})
	b.Edge(file, graph.References, open, 1, 1, graph.Site{Line: 30})
	b.Edge(inner, graph.MayCall, api, 0.3, 20, graph.Site{Line: 4})
	b.Edge(open, graph.MayCall, open, 0.2, 21, graph.Site{Line: 4})

	var out bytes.Buffer
	if err := Write(&out, b.Graph(), "nexus-ci (devel)", "c0ffee"); err != nil {
		t.Fatal(err)
	}
	want := `{"type":"meta","commit":"c0ffee","tool":"nexus-ci (devel)"}
{"type":"file","file":"a.ts"}
{"type":"def","file":"a.ts","name":"Box","qual":"Box","kind":"class","start":1,"line":2,"end":9,"scope":"top"}
{"type":"def","file":"a.ts","name":"inner","qual":"open.inner","kind":"function","start":4,"line":4,"end":4,"scope":"nested","test":true}
{"type":"def","file":"a.ts","name":"run","qual":"API.run","kind":"interface-method","start":12,"line":12,"end":12,"scope":"member"}
{"type":"def","file":"a.ts","name":"open","qual":"Box.open","kind":"method","start":3,"line":3,"end":4,"scope":"member"}
{"type":"call","callerFile":"a.ts","callerName":"<module>","callerLine":1,"calleeFile":"a.ts","calleeName":"Box","calleeLine":2,"kind":"constructor","sites":[20,21],"confidence":1,"rule":3}
{"type":"ref","callerFile":"a.ts","callerName":"<module>","callerLine":1,"calleeFile":"a.ts","calleeName":"open","calleeLine":3,"kind":"value","sites":[30],"confidence":1,"rule":1}
{"type":"call","callerFile":"a.ts","callerName":"inner","callerLine":4,"calleeFile":"a.ts","calleeName":"open","calleeLine":3,"kind":"static","sites":[4],"confidence":0.9,"rule":5,"test":true}
{"type":"call","callerFile":"a.ts","callerName":"inner","callerLine":4,"calleeFile":"a.ts","calleeName":"run","calleeLine":12,"kind":"interface","sites":[4],"confidence":0.3,"rule":20,"test":true}
{"type":"call","callerFile":"a.ts","callerName":"open","callerLine":3,"calleeFile":"a.ts","calleeName":"run","calleeLine":12,"kind":"interface","sites":[3],"confidence":0.9,"rule":4}
{"type":"may","callerFile":"a.ts","callerName":"open","callerLine":3,"calleeFile":"a.ts","calleeName":"open","calleeLine":3,"kind":"static","sites":[4],"confidence":0.2,"rule":21}
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, line := range bytes.Split(bytes.TrimSpace(out.Bytes()), []byte("\n")) {
		if !json.Valid(line) {
			t.Errorf("not JSON: %s", line)
		}
	}
}
