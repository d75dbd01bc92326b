package view_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/reporttest"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// Folding loses nothing: each flow, symbol and finding is counted once.
func TestFoldsCountEverything(t *testing.T) {
	for name, r := range reporttest.Reports() {
		flows := 0
		for _, f := range view.Flows(r) {
			flows += 1 + len(f.Others)
		}
		if flows != r.Summary.AffectedCount {
			t.Errorf("%s: %d flows of %d", name, flows, r.Summary.AffectedCount)
		}
		s := view.FoldSymbols(r)
		n := view.CountRows(s.Product) + s.Quiet + s.Followed + view.CountRows(s.Tests)
		for _, m := range s.Moves {
			n += m.Symbols
		}
		if n != r.Summary.ChangedCount {
			t.Errorf("%s: %d symbols of %d", name, n, r.Summary.ChangedCount)
		}
		if n := view.CountRows(s.Tests); n != r.Summary.ChangedTests {
			t.Errorf("%s: %d symbols of tests, not %d", name, n, r.Summary.ChangedTests)
		}
		sites := 0
		for _, class := range []string{"break", "behaviour"} {
			for _, g := range view.GroupFindings(r, class) {
				sites += len(g.Sites)
			}
		}
		if sites != len(r.Findings) {
			t.Errorf("%s: %d findings of %d", name, sites, len(r.Findings))
		}
	}
}

// process reads "status: a b* c" with a mark behind each name: * edited, ! broken,
// - lost, + gained, ~ reaches. "file/name" is a step of another file.
func process(t *testing.T, line string) report.AffectedProcess {
	t.Helper()
	status, steps, ok := strings.Cut(line, ": ")
	if !ok {
		t.Fatalf("no status in %q", line)
	}
	words := map[byte]string{'*': "edited", '-': "lost", '+': "gained", '~': "reaches"}
	p := report.AffectedProcess{ID: line, Name: line, Status: status, Reason: "because", ProcessType: "exported"}
	for i, name := range strings.Fields(steps) {
		mark := name[len(name)-1]
		name = strings.TrimRight(name, "*!-+~")
		path, short := "f.go", name
		if file, rest, ok := strings.Cut(name, "/"); ok {
			path, short = file+".go", rest
		}
		step := report.Step{Step: i + 1, Symbol: "Function:" + path + ":" + short, Name: short, Path: path, Line: 1}
		p.Steps = append(p.Steps, step)
		if word := words[mark]; word != "" {
			p.ChangedSteps = append(p.ChangedSteps, report.ChangedStep{Symbol: step.Symbol, Name: short, Step: i + 1, Change: word})
		}
		if mark == '!' {
			p.BrokenStep = &report.BrokenStep{Step: i + 1, From: p.Steps[i-1].Symbol, To: step.Symbol, Path: p.Steps[i-1].Path, Line: 7}
		}
	}
	return p
}

func TestFlows(t *testing.T) {
	quote := view.Style{Name: func(s string) string { return "<" + s + ">" }, Text: func(s string) string { return s }}
	for _, tc := range []struct {
		name  string
		flows []string
		want  []string
	}{
		{"other entries, the shortest way first",
			[]string{"changed: a b c* d", "changed: e c* d", "changed: f b c* d"},
			[]string{"e c* d; and from 2 more entries: <a>, <f>"}},
		{"many entries of one name",
			[]string{"changed: a b*", "changed: x/a b*", "changed: y/c b*", "changed: z/c b*", "changed: d b*", "changed: e b*"},
			[]string{"a b*; and from 5 more entries: <d>, <e>, <a> in <x.go>, …"}},
		{"other ways on from what changed",
			[]string{"changed: a b* c", "changed: a b* d"},
			[]string{"a b* c; and 1 more flow from there"}},
		{"other ways on, and another entry",
			[]string{"changed: a b* c", "changed: a b* d", "changed: e b* c"},
			[]string{"a b* c; and 2 more flows, also from 1 more entry: <e>"}},
		{"the larger group first, in its status",
			[]string{"changed: a b*", "changed: c d*", "changed: e d*", "added: a x+", "added: b x+", "added: c x+"},
			[]string{"c d*; and from 1 more entry: <e>", "a b*", "a x+; and from 2 more entries: <b>, <c>"}},
		{"what changed differs",
			[]string{"changed: a b* c", "changed: a b* c*", "changed: a b c*"},
			[]string{"a b* c", "a b* c*", "a b c*"}},
		{"the same names in other files read the same",
			[]string{"changed: a f/b*", "changed: a g/b*"},
			[]string{"a b*; and 1 more flow from there"}},
		{"broken at one call",
			[]string{"broken: a b c! d", "broken: e b c! f", "broken: e b* c! g"},
			[]string{"a b c! d because; and 2 more flows, also from 1 more entry: <e>"}},
		{"broken at calls in two files",
			[]string{"broken: a f/b c!", "broken: a g/b c!"},
			[]string{"a b c! because", "a b c! because"}},
		{"at risk by the same step",
			[]string{"at_risk: a~ b~ c", "at_risk: d b~ c"},
			[]string{"a~ b~ c because; and from 1 more entry: <d>"}},
		{"one removed symbol, with what was inside it",
			[]string{"removed: a b* gone-", "removed: c gone-", "removed: c gone.inner-"},
			[]string{"c gone- because; and 2 more flows, also from 1 more entry: <a>"}},
		{"members of one new object: no flow is told to go where it does not",
			[]string{"added: a new.x+", "added: b new.y+"},
			[]string{"a new.x+; and 1 more flow, also from 1 more entry: <b>"}},
		{"one added symbol, whatever it calls",
			[]string{"added: a new+ x", "added: b* new+ y", "added: b other+"},
			[]string{"a new+ x; and 1 more flow, also from 1 more entry: <b>", "b other+"}},
		{"all of it is new", []string{"added: new+ new.inner+"}, []string{"new new.inner"}},
		{"a gained step is no step of base's flow", []string{"changed: a b+"}, []string{"a b because"}},
	} {
		r := &report.Report{ChangedSymbols: []report.ChangedSymbol{
			{ID: "Function:f.go:gone", Name: "gone", Path: "f.go", Type: "Function", ChangeType: "removed"},
			{ID: "Function:f.go:gone.inner", Name: "gone.inner", Path: "f.go", Type: "Function", ChangeType: "removed"},
			{ID: "Function:f.go:new", Name: "new", Path: "f.go", Type: "Function", ChangeType: "added"},
			{ID: "Function:f.go:new.inner", Name: "new.inner", Path: "f.go", Type: "Function", ChangeType: "added"},
			{ID: "Function:f.go:new.x", Name: "new.x", Path: "f.go", Type: "Function", ChangeType: "added"},
			{ID: "Function:f.go:new.y", Name: "new.y", Path: "f.go", Type: "Function", ChangeType: "added"},
		}}
		for _, line := range tc.flows {
			r.AffectedProcesses = append(r.AffectedProcesses, process(t, line))
		}
		var got []string
		for _, f := range view.Flows(r) {
			line := ""
			for _, l := range f.Links {
				line += " " + l.Name + map[string]string{"edited": "*", "broken": "!", "lost": "-", "gained": "+", "reaches": "~"}[l.Mark]
			}
			if f.Reason != "" {
				line += " " + f.Reason
			}
			if more := f.More(quote); more != "" {
				line += "; " + more
			}
			got = append(got, line[1:])
		}
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.name, diff)
		}
	}
}

// The order in which flows of one status come in does not change which is shown.
func TestFlowsShowTheSameOne(t *testing.T) {
	r := &report.Report{}
	for line, kind := range map[string]string{
		"changed: a y*": "internal", "changed: b y*": "exported", "changed: c x y*": "request_handler", "changed: d x y*": "request_handler",
	} {
		p := process(t, line)
		p.ProcessType = kind
		r.AffectedProcesses = append(r.AffectedProcesses, p)
	}
	for range 2 {
		flows := view.Flows(r)
		if len(flows) != 1 || flows[0].ID != "changed: c x y*" || flows[0].Others[2].ID != "changed: a y*" {
			t.Errorf("shown: %q", flows[0].ID)
		}
		slices.Reverse(r.AffectedProcesses)
	}
}

func TestFoldSymbols(t *testing.T) {
	// Words: change type, type, name, and "quiet" or "test".
	symbols := func(lines ...string) *report.Report {
		r := &report.Report{}
		for _, line := range lines {
			w := append(strings.Fields(line), "")
			r.ChangedSymbols = append(r.ChangedSymbols, report.ChangedSymbol{
				ID: w[1] + ":f.go:" + w[2], Name: w[2], Type: w[1], Path: "f.go", Side: "head",
				ChangeType: w[0], Semantic: w[3] != "quiet", Test: w[3] == "test",
			})
		}
		return r
	}
	for _, tc := range []struct {
		name    string
		symbols []string
		want    string
	}{
		{"tests apart", []string{"modified Function a", "added Function TestA test"}, "a | TestA"},
		{"all of a new class is new", []string{"added Class C", "added Method C.m", "added Function C.m.f"}, "C+2"},
		{"an edited method is no edit of its class", []string{"modified Class C", "modified Method C.m", "modified Function C.m.f"}, "C C.m+1"},
		{"another kind of change", []string{"modified Function f", "added Function f.g", "added Function f.g.h"}, "f f.g+1"},
		{"an edit inside what has other comments", []string{"modified Function f quiet", "modified Function f.g"}, "f.g, 1 quiet"},
		{"comments inside what was edited", []string{"modified Function f", "modified Function f.g quiet"}, "f+1"},
		{"layout next to an edit", []string{"modified Class C quiet", "modified Function f", "modified Function g quiet"}, "f, 2 quiet"},
		{"nothing but layout", []string{"modified Function f quiet", "modified Function g quiet"}, "f g"},
		{"moves are no layout", []string{"moved Function f quiet", "modified Function g"}, "f g"},
		{"one name, two changes", []string{"removed Function f.g", "added Function f", "added Function f.g"}, "f.g f+1"},
	} {
		s := view.FoldSymbols(symbols(tc.symbols...))
		var got []string
		add := func(rows []view.SymbolRow) {
			for _, row := range rows {
				name := row.Name
				if row.Inside > 0 {
					name += fmt.Sprintf("+%d", row.Inside)
				}
				got = append(got, name)
			}
		}
		add(s.Product)
		if s.Tests != nil {
			got = append(got, "|")
			add(s.Tests)
		}
		text := strings.Join(got, " ")
		if s.Quiet > 0 {
			text += fmt.Sprintf(", %d quiet", s.Quiet)
		}
		if text != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, text, tc.want)
		}
	}
}

func TestGroupFindings(t *testing.T) {
	place := &report.Related{Path: "b.ts", Line: 1, Side: "base"}
	ref := func(name string) finding.Ref { return finding.Ref{Name: name, Type: "Function"} }
	at := func(line int, symbol string, cause report.Cause, effect report.Effect, facts ...report.Fact) report.Finding {
		return report.Finding{
			Rule: "r", Class: "break", Path: "a.ts", Line: line, Symbol: symbol, Cause: &cause, Effect: &effect, Facts: facts, Related: place,
		}
	}
	removed := report.Cause{Kind: finding.Removed, Symbol: ref("x")}
	defined := report.Fact{Kind: finding.DefinedInBase, Sites: []finding.Site{{Path: "b.ts", Line: 1}}}
	lacks := report.Fact{Kind: finding.OwnerLacks, Symbols: []finding.Ref{ref("a")}, Text: "x"}
	only := report.Fact{Kind: finding.UsedInBase, Symbols: []finding.Ref{ref("here")}}
	r := &report.Report{Findings: []report.Finding{
		at(3, "x", removed, report.Effect{Kind: finding.StillUsed, How: "called"}, defined, lacks, only),
		at(4, "y", report.Cause{Kind: finding.Signature, Symbol: ref("y")}, report.Effect{Kind: finding.ArgumentCount, Given: 1},
			report.Fact{Kind: finding.Repeated}, report.Fact{Kind: finding.Callers, Symbols: []finding.Ref{ref("y")}, Counts: []int{1, 3}}),
		at(5, "x", removed, report.Effect{Kind: finding.StillUsed, How: "imported"}, defined, lacks),
		{Class: "behaviour", Cause: &report.Cause{Kind: finding.Edited, Symbol: ref("f")}, Effect: &report.Effect{Kind: finding.StepLost, Symbol: ref("g")}},
		{Class: "behaviour", Message: "An older version said it at c.ts:1.", Evidence: []string{"so it is"}},
		{Class: "behaviour", Message: "An older version said it at c.ts:2."},
	}}
	var got []string
	for _, class := range []string{"break", "behaviour"} {
		for _, g := range view.GroupFindings(r, class) {
			var facts []string
			for _, f := range g.Facts {
				facts = append(facts, f.Clause)
			}
			line := fmt.Sprintf("[%s] %q %v:", g.Cause, facts, g.Related != nil)
			for _, s := range g.Sites {
				line += fmt.Sprintf(" %d %s;", s.Line, s.Sentence)
			}
			got = append(got, line)
		}
	}
	want := []string{
		"[`x` was removed] [\"`a` has no `x` in head\"] true: 3 is still called; 5 is still imported;",
		"[] [\"1 of 4 callers of `y` not updated, 3 updated\"] true: 4 `y` changed its signature, but the call passes 1 argument, 0 are required;",
		"[] [] false: 0 `f` no longer calls `g`;",
		"[] [\"so it is\"] false: 0 An older version said it at c.ts:1;",
		"[] [] false: 0 An older version said it at c.ts:2;",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestChangedWords(t *testing.T) {
	function := report.ChangedSymbol{Type: "Function"}
	class := report.ChangedSymbol{Type: "Class"}
	test := report.ChangedSymbol{Type: "Function", Test: true}
	edited := report.ChangedSymbol{Type: "Function", ChangeType: "modified", Semantic: true}
	layout := report.ChangedSymbol{Type: "Function", ChangeType: "modified"}
	layoutOfTest := report.ChangedSymbol{Type: "Function", ChangeType: "modified", Test: true}
	for want, symbols := range map[string][]report.ChangedSymbol{
		"0 symbols":                       nil,
		"1 function":                      {function},
		"2 functions":                     {function, function},
		"2 symbols":                       {function, class},
		"1 test function":                 {test},
		"1 function and 2 test functions": {function, test, test},
		"2 symbols and 1 test function":   {class, function, test},
		"3 functions":                     {edited, layout, edited, edited, layoutOfTest},
		"1 function and 1 test function":  {layout, layoutOfTest},
	} {
		r := &report.Report{ChangedSymbols: symbols}
		r.Summary = report.Count(r, 1)
		if got := view.ChangedWords(r); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// What moves with many others from one directory to another is one line.
func TestFoldMoves(t *testing.T) {
	var r report.Report
	add := func(from, to, name string, semantic bool) {
		r.ChangedSymbols = append(r.ChangedSymbols, report.ChangedSymbol{
			ID: "Class:" + to + ":" + name, Name: name, Type: "Class", Path: to, Line: 1, Side: "head", ChangeType: "moved", Semantic: semantic,
			Old: &report.Place{ID: "Class:" + from + ":" + name, Path: from, Line: 1},
		})
	}
	for _, name := range []string{"A", "B", "C", "D", "E"} {
		add("old/"+name+".ts", "new/"+name+".ts", name, false)
		add("old/"+name+".ts", "new/"+name+".ts", name+".inner", false)
	}
	add("old/F.ts", "new/F.ts", "F", true)
	add("old/G.ts", "other/G.ts", "G", false)
	s := view.FoldSymbols(&r)
	if len(s.Moves) != 1 || s.Moves[0] != (view.Move{From: "old", To: "new", Symbols: 10, Files: 5}) {
		t.Errorf("moves: %+v", s.Moves)
	}
	if len(s.Product) != 2 || s.Product[0].Name != "F" || s.Product[1].Name != "G" {
		t.Errorf("rows: %+v", s.Product)
	}
}

// What follows a renamed type, or is all that a new one was made from, is told by the type.
func TestFoldMovedMembers(t *testing.T) {
	symbol := func(name, kind, changeType string) report.ChangedSymbol {
		return report.ChangedSymbol{ID: kind + ":a.ts:" + name, Name: name, Type: kind, Path: "a.ts", Line: 1, Side: "head", ChangeType: changeType}
	}
	extracted := symbol("B", "Class", "added")
	extracted.Code = "extracted"
	edited := symbol("A.edited", "Method", "moved")
	edited.Semantic = true
	s := view.FoldSymbols(&report.Report{ChangedSymbols: []report.ChangedSymbol{
		symbol("A", "Class", "renamed"), symbol("A.m", "Method", "moved"), edited,
		extracted, symbol("B.m", "Method", "moved"), symbol("C", "Class", "added"), symbol("C.m", "Method", "moved"),
	}})
	var got []string
	for _, row := range s.Product {
		got = append(got, fmt.Sprintf("%s %d", row.Name, row.Inside))
	}
	if want := []string{"A 1", "A.edited 0", "B 1", "C 0", "C.m 0"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
