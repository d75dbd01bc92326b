package cochange

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/history"
)

func TestForgotten(t *testing.T) {
	usual, seldom := history.Together{Support: 8, Of: 9, Share: 0.85}, history.Together{Support: 3, Of: 3, Share: 0.85}
	partners := []Partner{
		{Path: "touched.go", Score: 14, Together: usual},
		{Path: "seldom.go", Score: 13, Together: seldom},
		{Path: "likely.go", Score: 12, Together: usual},
		{Path: "as likely.go", Score: 11, Together: usual},
		{Path: "one too many.go", Score: 11, Together: usual},
		{Path: "unlikely.go", Score: 5, Together: usual},
	}
	candidate := func(path string) bool { return path != "touched.go" }
	var got []string
	for _, p := range Forgotten(partners, candidate) {
		got = append(got, p.Path)
	}
	if diff := cmp.Diff([]string{"likely.go", "as likely.go"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := Forgotten(partners[5:], candidate); len(got) != 0 {
		t.Errorf("an unlikely partner is named: %v", got)
	}
}

func TestUsual(t *testing.T) {
	for _, tc := range []struct {
		together history.Together
		want     bool
	}{
		{history.Together{}, false},
		{history.Together{Support: 4, Of: 4, Share: 0.9}, true},
		{history.Together{Support: 3, Of: 3, Share: 0.9}, false},     // too few to tell
		{history.Together{Support: 30, Of: 40, Share: 0.4}, false},   // no longer
		{history.Together{Support: 15, Of: 40, Share: 0.7}, false},   // only lately
		{history.Together{Support: 30, Of: 40, Share: 0.75}, true},   // mostly, and still
		{history.Together{Support: 400, Of: 400, Share: 0.98}, true}, // always
	} {
		if got := Usual(tc.together); got != tc.want {
			t.Errorf("%+v: %v", tc.together, got)
		}
	}
}
