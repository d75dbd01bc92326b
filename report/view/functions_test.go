package view_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// One difference at many lines is told once, with its lines.
func TestBehaviourRows(t *testing.T) {
	b := func(line int, kind, from, to string) report.Behaviour {
		return report.Behaviour{Kind: kind, Path: "a.py", Symbol: "f", Line: line, From: from, To: to, Side: "head"}
	}
	r := &report.Report{Behaviours: []report.Behaviour{
		b(3, "argument-changed", "", "index=index"),
		b(5, "call-added", "", "close()"),
		b(7, "argument-changed", "", "index=index"),
		b(9, "argument-changed", "", "index=other"),
	}}
	for line := range 10 {
		r.Behaviours = append(r.Behaviours, b(20+line, "call-removed", "open()", ""))
	}
	r.Behaviours = append(r.Behaviours, b(40, "return-changed", "", "x"), b(41, "limit-changed", "1", "2"), b(42, "value-changed", "", ""))
	for i, label := range []string{"one", "two", "three", "four"} {
		r.Behaviours = append(r.Behaviours, b(50+i, "value-changed", "", label))
	}
	r.Behaviours = append(r.Behaviours, b(60, "value-changed", "", "two"))
	var got []string
	for _, row := range view.BehaviourRows(r) {
		got = append(got, view.BehaviourWords(row.Behaviour)+": "+view.BehaviourChange(row.Behaviour, func(s string) string { return s })+"; "+row.AlsoAt())
	}
	want := []string{
		"also passes: index=index; also in line 7",
		"has one more call: close(); ",
		"also passes: index=other; ",
		"has one call less: open(); also in lines 21, 22, 23, 24, 25, 26, 27, 28 and 1 more",
		"returns another value: nothing → x; ",
		"has another limit: 1 → 2; ",
		"computes another value: ; ",
		"also has: one; 4 more like it in lines 51, 52, 53, 60",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
