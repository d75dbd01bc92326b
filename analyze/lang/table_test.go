package lang

import (
	"maps"
	"testing"
)

func TestTables(t *testing.T) {
	for name, c := range map[string]struct{ got, want map[string]string }{
		"Table":    {Table(map[string]string{"list": "at:elem clear", "": "len:int"}), map[string]string{"list.at": "elem", "list.clear": "", ".len": "int"}},
		"Giving":   {Giving("str", "self", "trim lower"), map[string]string{"str.trim": "self", "str.lower": "self"}},
		"Merge":    {Merge(map[string]string{"a": "1", "b": "2"}, map[string]string{"b": "3"}), map[string]string{"a": "1", "b": "3"}},
		"Standard": {Standard("Int List", "print", map[string]string{"List": "list"}), map[string]string{"Int": "Int", "List": "", "print": ""}},
	} {
		if !maps.Equal(c.got, c.want) {
			t.Errorf("%s: got %v, want %v", name, c.got, c.want)
		}
	}
}

// A file that sees "typedef signed long long int64_t" of one platform has the same
// parameter as one that takes int64_t from the system: the method of the one overrides
// that of the other.
func TestSameInteger(t *testing.T) {
	l := &Language{Integers: map[string]bool{"int": false, "long": false, "int32_t": true, "int64_t": true}}
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"long", "int64_t", true},
		{"int64_t", "int", true},
		{"int32_t", "int64_t", false},
		{"int", "long", false},
		{"int64_t", "string", false},
		{"", "int64_t", false},
	} {
		if got := l.SameInteger(tt.a, tt.b); got != tt.want {
			t.Errorf("SameInteger(%q, %q) = %v, want %v", tt.a, tt.b, got, tt.want)
		}
	}
}
