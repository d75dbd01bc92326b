package infer

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/resolve/lattice"
)

// A file that sees "typedef signed long long int64_t" of one platform has the same
// parameter as one that takes int64_t from the system: the method of the one overrides
// that of the other.
func TestSameInteger(t *testing.T) {
	r := &Resolver{Types: lattice.NewTable()}
	l := &lang.Language{Integers: map[string]bool{"int": false, "long": false, "int32_t": true, "int64_t": true}}
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"long", "int64_t", true},
		{"int64_t", "int", true},
		{"int32_t", "int64_t", false},
		{"int", "long", false},
		{"int64_t", "string", false},
	} {
		if got := r.sameInteger(l, r.Types.Builtin(tt.a), r.Types.Builtin(tt.b)); got != tt.want {
			t.Errorf("sameInteger(%s, %s) = %v, want %v", tt.a, tt.b, got, tt.want)
		}
	}
	if r.sameInteger(l, lattice.Unknown, r.Types.Builtin("int64_t")) {
		t.Error("what is not known is no integer")
	}
}
