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
