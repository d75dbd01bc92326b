package module

import (
	"slices"
	"testing"
)

func TestGroups(t *testing.T) {
	files := []File{
		{Dir: "a", Known: true},
		{Dir: "b", Known: true},
		{Dir: "a", Known: true, Imports: []int32{5}},
		{},
		{Dir: "c", Known: true, Imports: []int32{1, 3}}, // joins b with c, and nothing by a file of an unknown module
		{Dir: "d", Known: true},
		{Dir: "e", Known: true, Imports: []int32{6}},
		{Imports: []int32{0, 1}}, // joins nothing
	}
	if got, want := Groups(files), []int32{0, 1, 0, None, 1, 0, 6, None}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
