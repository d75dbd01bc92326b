package module

import (
	"slices"
	"testing"
)

func TestGroups(t *testing.T) {
	files := []File{
		{Module: "a"},
		{Module: "b"},
		{Module: "a", Imports: []int32{5}}, // joins a with d
		{Module: "c", Imports: []int32{1}}, // joins c with b
		{Module: "c"},
		{Module: "d"},
		{Module: "e", Imports: []int32{6}},
		{Module: "f"},
	}
	if got, want := Groups(files), []int32{0, 1, 0, 1, 1, 0, 6, 7}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
