package resolve

import (
	"bytes"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/bloom"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/edges"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/outside"
)

func TestTracesCode(t *testing.T) {
	traces := &Traces{paths: []string{"a.go", "b.go"}, groups: []int32{0, 1}, taken: []uint64{2}, outside: outside.Hashes{{Interface: 9, Group: 1}: 10}, asked: map[string][]string{"go": {"a.s", "b.s"}, "js": {"x.css"}}, files: []edges.Trace{
		{Log: []byte{1, 2}, Names: bloom.Filter{7}, Declared: 3, Targets: 4, Open: []bloom.Hash{6, 8}, Misuses: true, UnknownCalls: 5, Registered: []edges.Registration{{ID: "Function:a.go:F", As: graph.Entry{Type: "cli", Score: .5}}}},
		{Log: nil},
	}}
	data := traces.Encode()
	got := DecodeTraces(slices.Clone(data))
	if diff := cmp.Diff(traces, got, cmp.AllowUnexported(Traces{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if again := got.Encode(); !bytes.Equal(data, again) {
		t.Error("the traces have other bytes once they are decoded")
	}
	for n := range data {
		if DecodeTraces(data[:n]) != nil {
			t.Errorf("the first %d of %d bytes are traces", n, len(data))
		}
	}
}
