package view_test

import (
	"fmt"
	"testing"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/view"
)

func TestWhere(t *testing.T) {
	plain := view.Style{Name: func(s string) string { return s }, Text: func(s string) string { return s }}
	of := func(n int, dir string) []string {
		var paths []string
		for i := range n {
			paths = append(paths, fmt.Sprintf("%s%d.go", dir, i))
		}
		return paths
	}
	join := func(lists ...[]string) (all []string) {
		for _, l := range lists {
			all = append(all, l...)
		}
		return all
	}
	for _, tc := range []struct {
		want  string
		paths []string
	}{
		{"", nil},
		{"2 in a/b/c", of(2, "a/b/c/")},
		{"3 in the root directory", of(3, "")},
		{"4 in a/x, 2 in a/y, 1 in the root directory", join(of(4, "a/x/"), of(2, "a/y/"), of(1, ""))},
		{"5 in a/b, 2 in a", join(of(5, "a/b/"), of(2, "a/"))},
		{"9 in c, 3 in a/deep, 2 in b", join(of(3, "a/deep/"), of(2, "b/"), of(1, "c/1/"), of(1, "c/2/"), of(1, "c/3/"), of(1, "c/4/"), of(1, "c/5/"), of(1, "c/6/"), of(3, "c/7/"))},
	} {
		if got := view.Where(tc.paths, plain); got != tc.want {
			t.Errorf("got %q, want %q", got, tc.want)
		}
	}
}

// A place at which the parser failed several times is to be read once.
func TestPlacesToRead(t *testing.T) {
	r := &report.Report{}
	for _, n := range []report.NotAnalysed{{Path: "a", Line: 3}, {Path: "a", Line: 3}, {Path: "a", Line: 4}, {Path: "b", Line: 3}, {Path: "a", Line: 3}} {
		n.Source = true
		r.Coverage.NotAnalysed = append(r.Coverage.NotAnalysed, n)
	}
	if got := view.PlacesToRead(r); len(got) != 3 || got[1].Line != 4 || got[2].Path != "b" {
		t.Errorf("%d places: %+v", len(got), got)
	}
}
