package view_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/reporttest"
	"github.com/nexus-ci/nexus-ci/report/view"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func golden(t *testing.T, file string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got), run with -update to accept:\n%s", file, diff)
	}
}

// listed writes annotations as a compiler writes what it finds.
func listed(annotations []view.Annotation) string {
	var b strings.Builder
	for _, a := range annotations {
		fmt.Fprintf(&b, "%s:%d: %s: %s\n", a.Path, a.Line, a.Level, a.Title)
		for line := range strings.SplitSeq(a.Message, "\n") {
			fmt.Fprintf(&b, "\t%s\n", line)
		}
	}
	return b.String()
}

func TestAnnotations(t *testing.T) {
	var b strings.Builder
	for _, name := range []string{"nothing", "body", "removed", "lost-step", "skew", "signature"} {
		fmt.Fprintf(&b, "-- %s --\n%s", name, listed(view.Annotations(reporttest.Reports()[name])))
	}
	golden(t, "testdata/annotations.txt", []byte(b.String()))
}

// What is merely worth knowing stands in a diff only where nothing worse is said of the
// symbol.
func TestAnnotationsAreNoNoise(t *testing.T) {
	r := reporttest.Reports()["signature"]
	want := listed(view.Annotations(r))
	note := r.Findings[0]
	note.Rule, note.Class, note.Severity, note.Caller, note.Effect = "api-break", "behaviour", "info", nil, &report.Effect{Kind: finding.InterfaceBroken}
	other := note
	other.Symbol = "Function:src/pay/other.ts:other"
	r.Findings = append(r.Findings, note, other)
	if got := listed(view.Annotations(r)); !strings.HasPrefix(got, want) || strings.Count(got, "api-break") != 1 {
		t.Errorf("annotations:\n%s", got)
	}
}

func TestAnnotationsPlace(t *testing.T) {
	const symbol, caller = "Function:a.ts:f", "Function:b.ts:g"
	site := func(path string, line int, in bool) report.Finding {
		c := caller
		return report.Finding{
			Rule: "stale-call", Class: "break", Severity: "error", Path: path, Line: line, Side: "head", InDiff: in,
			Symbol: symbol, Caller: &c, Cause: &report.Cause{Kind: finding.Signature, Symbol: finding.Ref{Name: "f"}}, Effect: &report.Effect{Kind: finding.NotVisible},
		}
	}
	changed := func(id, path string, line int) report.ChangedSymbol {
		return report.ChangedSymbol{ID: id, Diff: &report.Location{Path: path, Line: line}}
	}
	old := changed("Function:new.ts:f", "new.ts", 4)
	old.Old = &report.Place{ID: symbol}
	base := site("gone.ts", 3, true)
	base.Side = "base"
	for _, tc := range []struct {
		name     string
		findings []report.Finding
		changed  []report.ChangedSymbol
		want     string
	}{
		{"a place in the diff", []report.Finding{site("b.ts", 7, true)}, []report.ChangedSymbol{changed(symbol, "a.ts", 3)}, "b.ts:7"},
		{"a place outside the diff", []report.Finding{site("b.ts", 7, false)}, []report.ChangedSymbol{changed(symbol, "a.ts", 3)}, "a.ts:3"},
		{"places in and outside the diff", []report.Finding{site("b.ts", 7, true), site("c.ts", 9, false)}, []report.ChangedSymbol{changed(symbol, "a.ts", 3)}, "a.ts:3"},
		{"a symbol that is somewhere else now", []report.Finding{site("b.ts", 7, false)}, []report.ChangedSymbol{old}, "new.ts:4"},
		{"a symbol that no file of head shows", []report.Finding{site("b.ts", 7, false)}, []report.ChangedSymbol{{ID: symbol}}, "b.ts:7"},
		{"the symbol around the place", []report.Finding{site("b.ts", 7, false)}, []report.ChangedSymbol{changed(caller, "b.ts", 5)}, "b.ts:5"},
		{"no changed symbol", []report.Finding{site("b.ts", 7, false)}, nil, "b.ts:7"},
		{"nothing in head", []report.Finding{base}, nil, ""},
	} {
		got := ""
		for _, a := range view.Annotations(&report.Report{Findings: tc.findings, ChangedSymbols: tc.changed}) {
			got += fmt.Sprintf("%s:%d", a.Path, a.Line)
		}
		if got != tc.want {
			t.Errorf("%s: annotated at %q, want %q", tc.name, got, tc.want)
		}
	}
}

// Errors come before warnings and these before notices, whatever the order of findings.
func TestAnnotationsOrder(t *testing.T) {
	var findings []report.Finding
	for i, of := range []string{"behaviour info", "behaviour warning", "break error", "behaviour warning", "break made up"} {
		class, severity, _ := strings.Cut(of, " ")
		findings = append(findings, report.Finding{Rule: of, Class: class, Severity: severity, Path: "a.ts", Line: i + 1, Side: "head", Symbol: fmt.Sprint(i), Message: "m"})
	}
	var got []string
	for _, a := range view.Annotations(&report.Report{Findings: findings}) {
		got = append(got, fmt.Sprintf("%s %d", a.Level, a.Line))
	}
	if diff := cmp.Diff([]string{"error 3", "error 5", "warning 2", "warning 4", "notice 1"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// What an annotation says is clean, and short enough for everything that shows it.
func TestAnnotationsAreClean(t *testing.T) {
	for _, text := range []string{reporttest.Nasty, strings.Repeat("\u202e", 100_000), strings.Repeat("name", 50_000)} {
		r := reporttest.Hostile(text)
		for i := range 200 {
			f := r.Findings[0]
			f.Line = i + 10
			r.Findings = append(r.Findings, f)
		}
		annotations := view.Annotations(r)
		if len(annotations) == 0 {
			t.Fatal("nothing is annotated")
		}
		for _, a := range annotations {
			said := a.Title + strings.ReplaceAll(a.Message, "\n", "")
			if i := strings.IndexFunc(said, func(r rune) bool { return !unicode.IsGraphic(r) }); i >= 0 {
				t.Errorf("%q", said[i:min(len(said), i+20)])
			}
			if strings.Count(a.Message, "\n") > 20 || len(a.Message) > 60_000 {
				t.Errorf("a message of %d lines, %d bytes", strings.Count(a.Message, "\n"), len(a.Message))
			}
		}
	}
}
