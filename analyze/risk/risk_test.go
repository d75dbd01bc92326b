package risk

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/coverage"
	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/graph/graphtest"
	"github.com/nexus-ci/nexus-ci/analyze/history"
	"github.com/nexus-ci/nexus-ci/analyze/impact"
	"github.com/nexus-ci/nexus-ci/diff"
)

// edited is a set with one edited function, added one with one new function,
// commented one without a semantic change.
func edited(t testing.TB) *change.Set {
	return set(t, "Function a.ts:f 1-9 sig=1 body=1", "Function a.ts:f 1-9 sig=1 body=2")
}

// offeredSet has an edited function that code elsewhere may name.
func offeredSet(t testing.TB) *change.Set {
	set := edited(t)
	set.Symbols[0].Base.Offered = "a.ts"
	return set
}

func added(t testing.TB) *change.Set { return set(t, "", "Function a.ts:f 1-9 sig=1 body=2") }

func commented(t testing.TB) *change.Set {
	return set(t, "Function a.ts:f 1-9 sig=1 body=1", "Function a.ts:f 1-9 sig=1 body=1 doc=1")
}

func set(t testing.TB, base, head string) *change.Set {
	file := diff.FileChange{OldPath: "a.ts", NewPath: "a.ts", Hunks: []diff.Hunk{{OldStart: 1, OldLines: 9, NewStart: 1, NewLines: 9}}}
	return change.Detect([]diff.FileChange{file}, graphtest.Parse(t, base), graphtest.Parse(t, head))
}

// rate rates a change all of whose files are judged, but for those that could not be analysed.
func rate(in Input) *Assessment {
	if in.Coverage == nil {
		in.Coverage = &coverage.Table{}
		for i := range in.Set.Files {
			in.Coverage.Files = append(in.Coverage.Files, coverage.File{Path: in.Set.Files[i].Path(), Status: coverage.Judged})
		}
		for i := range in.Set.Unmapped {
			in.Coverage.Files[i].Status = coverage.NotAnalysed
		}
	}
	return Assess(in)
}

func breaks(n int) []finding.Finding {
	out := make([]finding.Finding, n)
	for i := range out {
		out[i] = finding.Finding{
			Class: finding.Break, Confidence: 0.99, Path: "b.ts", Line: 1, Rated: true,
			Cause:  finding.Cause{Kind: finding.Removed, Symbol: finding.Ref{Name: "f"}},
			Effect: finding.Effect{Kind: finding.StillUsed, How: "called"},
		}
	}
	return out
}

func broken(n int, byBreak bool) []impact.Process {
	out := make([]impact.Process, n)
	for i := range out {
		out[i] = impact.Process{Status: impact.Broken, ByBreak: byBreak, Label: "a → b", Reason: "a no longer reaches b", Base: flow(fmt.Sprint("a", i))}
	}
	return out
}

func flow(entry string) *graph.Process {
	return &graph.Process{Steps: []*graph.Node{{ID: entry}, {ID: "b"}}}
}

// sameEntry makes processes begin at one entry.
func sameEntry(processes []impact.Process) []impact.Process {
	for i := range processes {
		processes[i].Base = flow("a")
	}
	return processes
}

func areasOf(n int) []impact.Cluster {
	out := make([]impact.Cluster, n)
	for i := range out {
		out[i] = impact.Cluster{Dependants: 1}
	}
	return out
}

func TestLevels(t *testing.T) {
	small := Size{}
	custom := DefaultThresholds
	custom.Dependants, custom.SitesHigh = 2, 2
	custom.Clusters, custom.Offered, custom.Untested = 3, 1, 4
	behaviour := []finding.Finding{{
		Class: finding.Behaviour, Rated: true,
		Cause:  finding.Cause{Kind: finding.Edited, Symbol: finding.Ref{Name: "f"}},
		Effect: finding.Effect{Kind: finding.StepLost, Symbol: finding.Ref{Name: "g"}},
	}}
	tests := []struct {
		name string
		in   Input
		want Level
	}{
		{"comments", Input{Set: commented(t), Size: Size{90, 400}}, None},
		{"edit", Input{Set: edited(t), Size: small}, Low},
		{"new code that nothing calls", Input{Set: added(t), Size: small, Impact: &impact.Impact{Clusters: []impact.Cluster{{Changed: 1}, {Changed: 1}, {Changed: 1}}}}, Low},
		{"a move that is worth knowing", Input{Set: commented(t), Findings: []finding.Finding{{Class: finding.Behaviour, Severity: finding.Info}}}, None},
		{"broken by a move", Input{Set: commented(t), Findings: breaks(1)}, High},

		{"1 broken site", Input{Set: edited(t), Findings: breaks(1)}, High},
		{"9 broken sites", Input{Set: edited(t), Findings: breaks(9)}, High},
		{"10 broken sites", Input{Set: edited(t), Findings: breaks(10)}, Critical},
		{"2 broken flows", Input{Set: edited(t), Findings: breaks(1), Impact: &impact.Impact{Processes: broken(2, true)}}, High},
		{"9 broken flows of one entry", Input{Set: edited(t), Findings: breaks(1), Impact: &impact.Impact{Processes: sameEntry(broken(9, true))}}, High},
		{"3 broken flows", Input{Set: edited(t), Findings: breaks(1), Impact: &impact.Impact{Processes: broken(3, true)}}, Critical},
		{"a break that is not sure", Input{Set: edited(t), Findings: []finding.Finding{{Class: finding.Break, Confidence: 0.89, Rated: true}}}, Low},

		{"a behaviour finding", Input{Set: edited(t), Findings: behaviour}, Medium},
		{"a cut flow", Input{Set: edited(t), Impact: &impact.Impact{Processes: broken(1, false)}}, Medium},
		{"9 cut flows", Input{Set: edited(t), Impact: &impact.Impact{Processes: broken(9, false)}}, Medium},
		{"999 dependants", Input{Set: edited(t), Impact: &impact.Impact{Outside: 999}}, Low},
		{"99 areas", Input{Set: edited(t), Impact: &impact.Impact{Clusters: areasOf(99)}}, Low},
		{"99 functions without a test", Input{Set: edited(t), Impact: &impact.Impact{Untested: 99, Testable: 99}}, Low},
		{"own thresholds: 1 dependant", Input{Set: edited(t), Thresholds: custom, Impact: &impact.Impact{Outside: 1}}, Low},
		{"own thresholds: 2 areas", Input{Set: edited(t), Thresholds: custom, Impact: &impact.Impact{Clusters: areasOf(2)}}, Low},
		{"own thresholds: 3 areas", Input{Set: edited(t), Thresholds: custom, Impact: &impact.Impact{Clusters: areasOf(3)}}, Medium},
		{"own thresholds: 3 areas far away", Input{Set: edited(t), Thresholds: custom, Impact: &impact.Impact{Clusters: []impact.Cluster{{Changed: 1}, {Affected: 1}, {Affected: 1}}}}, Low},
		{"own thresholds: an offered symbol", Input{Set: offeredSet(t), Thresholds: custom}, Medium},
		{"own thresholds: 3 functions without a test", Input{Set: edited(t), Thresholds: custom, Impact: &impact.Impact{Untested: 3, Testable: 4}}, Low},
		{"own thresholds: 4 functions without a test", Input{Set: edited(t), Thresholds: custom, Impact: &impact.Impact{Untested: 4, Testable: 4}}, Medium},
		{"dependants of what only moved", Input{Set: commented(t), Impact: &impact.Impact{Outside: 9, Clusters: areasOf(9)}}, None},

		{"own thresholds: 2 dependants", Input{Set: edited(t), Thresholds: custom, Impact: &impact.Impact{Outside: 2}}, Medium},
		{"own thresholds: 1 site", Input{Set: edited(t), Thresholds: custom, Findings: breaks(1)}, Low},

		{"less than typical", Input{Set: edited(t), Size: Size{1, 8}}, Low},
		{"more than typical", Input{Set: edited(t), Size: Size{3, 15}}, Medium},
		{"large change", Input{Set: edited(t), Size: Size{14, 60}}, High},
		{"very large change", Input{Set: edited(t), Size: Size{60, 300}}, Critical},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.in.Impact == nil {
				tt.in.Impact = &impact.Impact{}
			}
			a := rate(tt.in)
			if a.Level != tt.want {
				t.Errorf("level %v, want %v: %s", a.Level, tt.want, a.Why)
			}
			if a.Why == "" {
				t.Error("nothing says why")
			}
		})
	}
}

func TestScoreThresholds(t *testing.T) {
	for score, want := range map[float64]Level{0: Low, 35.9: Low, 36: Medium, 57.9: Medium, 58: High, 79.9: High, 80: Critical, 100: Critical} {
		if got := DefaultThresholds.ofScore(score); got != want {
			t.Errorf("score %.1f is %v, want %v", score, got, want)
		}
	}
}

// The score is the model's, and its rows sum to it to the tenth. The weights and the scale of
// likelihood.go stand here a second time.
func TestScore(t *testing.T) {
	titles := map[string]struct{ alone, past float64 }{"": {.484, .455}, "Add x": {.484, .455}, "fix: x": {.555, .481}, "docs: x": {}}
	for _, dp := range []int{0, 1, 2, 3, 10, 100, 5000} {
		for _, names := range []int{0, 1, 9, 10, 11, 100, 1000, 100000} {
			for title, says := range titles {
				b, n := math.Log(1+float64(dp)), math.Log(1+float64(names))
				in := Input{Set: edited(t), Size: Size{dp, names}, Title: title, Thresholds: DefaultThresholds}
				testScore(t, in, -5.245+.378*b+.568*n+says.alone)
				in.History = &history.Touched{Files: 2, RecentFixes: 3, FixDays: 180}
				testScore(t, in, -5.398+.381*b+.574*n+.268*math.Log(2.5)+says.past)
			}
		}
	}
}

func testScore(t *testing.T, in Input, z float64) {
	t.Helper()
	l := likelihood(&in)
	want := math.Min(100, math.Max(0, 23.11*(z+4.736)))
	if math.Abs(l.Score-want) > 0.3 {
		t.Errorf("%+v, %q: score %.1f, model %.3f", in.Size, in.Title, l.Score, want)
	}
	if p := 1 / (1 + math.Exp(-z)); math.Abs(l.Probability-p) > 1e-9 {
		t.Errorf("%+v, %q: probability %v, want %v", in.Size, in.Title, l.Probability, p)
	}
	sum := 0.0
	for _, f := range l.Factors {
		sum += f.Points
	}
	if math.Abs(sum-l.Score) > 1e-6 {
		t.Errorf("%+v, %q: rows sum to %v, score %v", in.Size, in.Title, sum, l.Score)
	}
	if l.Factors[0].Name != "typical change" {
		t.Errorf("first row is %q", l.Factors[0].Name)
	}
	if limited := l.Factors[len(l.Factors)-1].Name == "limit"; limited && want > 0.3 && want < 99.7 {
		t.Errorf("%+v, %q: limited at score %v", in.Size, in.Title, l.Score)
	}
}

func TestExplanation(t *testing.T) {
	in := Input{Set: edited(t), Size: Size{DecisionPoints: 14, Names: 60}, Title: "fix: a crash",
		History: &history.Touched{Files: 4, RecentFixes: 9, FixDays: 94}, Thresholds: DefaultThresholds}
	rows := func(l Likelihood) (rows []string) {
		for _, f := range l.Factors {
			rows = append(rows, fmt.Sprintf("%s %+.1f (%s)", f.Name, f.Points, f.Clause))
		}
		return rows
	}
	l := likelihood(&in)
	want := []string{
		"typical change +34.3 (1 branch and 11 different names on new or edited lines)",
		"new branches +17.7 (14 branches on new or edited lines; typical 1: +17.7)",
		"new names +21.6 (60 different names on new or edited lines; typical 11: +21.6)",
		"recent fixes +7.3 (2.3 fixes a file in the last 94 days; typical 0: +7.3)",
		"title +0.6 (the title says that it is a fix: +0.6)",
	}
	if d := cmp.Diff(want, rows(l)); d != "" {
		t.Errorf("rows (-want +got):\n%s", d)
	}
	if l.Evidence[0] != "score 81.5 of 100: riskier than 95% of changes" || !strings.Contains(l.Evidence[1], "4.2 times") {
		t.Errorf("evidence %q", l.Evidence)
	}
	none := likelihood(&Input{Set: edited(t), Thresholds: DefaultThresholds})
	if got := none.Evidence[0]; got != "score 0.0 of 100: riskier than 10% of changes" {
		t.Errorf("a deletion: %q: %q", got, rows(none))
	}
}

func TestCommentsScoreNothing(t *testing.T) {
	a := rate(Input{Set: commented(t), Impact: &impact.Impact{}, Size: Size{90, 400}})
	if a.Score != 0 || len(a.Likelihood.Factors) != 1 || a.Likelihood.Factors[0].Points != 0 {
		t.Errorf("score %v, factors %+v", a.Score, a.Likelihood.Factors)
	}
}

// What was not looked at, or not as a whole, is never none.
func TestUncheckedIsNeverNone(t *testing.T) {
	for name, f := range map[string]coverage.File{
		"not analysed":     {Status: coverage.NotAnalysed},
		"content read":     {Status: coverage.Content},
		"a part is unread": {Status: coverage.Judged, Parts: []coverage.Part{{Line: 3}}},
		"other imports":    {Status: coverage.GraphOnly, Head: true},
	} {
		f.Path = "a.ts"
		for _, files := range [][]coverage.File{{f}, {f, {Path: "b.ts", Status: coverage.Judged}}} {
			if a := rate(Input{Set: commented(t), Coverage: &coverage.Table{Files: files}, Impact: &impact.Impact{}}); a.Level == None {
				t.Errorf("%s, %d files: none", name, len(files))
			}
		}
	}
}

func TestIncomplete(t *testing.T) {
	zig := diff.FileChange{Status: diff.Added, NewPath: "x.zig", Hunks: []diff.Hunk{{NewStart: 1, NewLines: 9}}}
	g := graphtest.Parse(t, "")
	a := rate(Input{Set: change.Detect([]diff.FileChange{zig}, g, g), Impact: &impact.Impact{}})
	if !a.Incomplete || a.Level != Low {
		t.Errorf("a change that cannot be read: incomplete %v, level %v", a.Incomplete, a.Level)
	}
	if d := cmp.Diff([]string{"x.zig: no support for such files"}, a.Missing); d != "" {
		t.Errorf("missing (-want +got):\n%s", d)
	}
}

// A state is a value of every input of the rating, each of which knows how to be raised.
type state struct {
	branches, names, fixes, title                                  int // likelihood
	sites, entries                                                 int // breakage
	cut, behaviours, outside, areas, offered, untested, critically int // exposure
}

func (s *state) raisable() map[string]*int {
	return map[string]*int{
		"branches": &s.branches, "names": &s.names, "fixes": &s.fixes, "title": &s.title,
		"sites": &s.sites, "entries": &s.entries,
		"cut": &s.cut, "behaviours": &s.behaviours, "outside": &s.outside, "areas": &s.areas, "offered": &s.offered, "untested": &s.untested, "critical": &s.critically,
	}
}

// assess rates a change of eight functions.
func (s *state) assess(t testing.TB, past bool, thresholds Thresholds) *Assessment {
	const functions = 8
	var base, head strings.Builder
	for i := range functions {
		fmt.Fprintf(&base, "Function a.ts:f%d %d-%d sig=1 body=1\n", i, i+1, i+1)
		fmt.Fprintf(&head, "Function a.ts:f%d %d-%d sig=1 body=2\n", i, i+1, i+1)
	}
	set := set(t, base.String(), head.String())
	if len(set.Symbols) != functions {
		t.Fatalf("%d changed functions", len(set.Symbols))
	}
	for i := range functions {
		if i < s.offered {
			set.Symbols[i].Base.Offered = "a.ts"
		}
	}
	findings := breaks(s.sites)
	for range s.behaviours {
		findings = append(findings, finding.Finding{Class: finding.Behaviour, Rated: true})
	}
	in := Input{
		Set: set, Size: Size{s.branches, s.names}, Findings: findings, Title: []string{"docs: x", "Add x", "fix: x"}[min(s.title, titleFix)],
		Impact: &impact.Impact{
			Processes: append(broken(s.entries, true), broken(s.cut, false)...), Outside: s.outside, Clusters: areasOf(s.areas),
			Untested: s.untested, Testable: functions,
		},
		Critical:   func(string) bool { return s.critically > 0 },
		Thresholds: thresholds,
	}
	if past {
		in.History = &history.Touched{Files: 2, RecentFixes: s.fixes, FixDays: 180}
	}
	return rate(in)
}

// More of any one input never lowers the score or the level, wherever the others are.
func TestMoreIsNeverLess(t *testing.T) {
	exposed := DefaultThresholds
	exposed.Dependants, exposed.Clusters, exposed.Offered, exposed.Untested = 3, 3, 3, 3
	r := rand.New(rand.NewPCG(6, 2))
	matters := make(map[string]bool) // inputs that have raised something
	for i := range 120 {
		var s state
		for _, name := range slices.Sorted(maps.Keys(s.raisable())) {
			if r.IntN(3) == 0 { // else nothing of it
				*s.raisable()[name] = r.IntN(9)
			}
		}
		thresholds, past := DefaultThresholds, i%4 < 2
		if i%2 == 0 {
			thresholds = exposed
		}
		before := s.assess(t, past, thresholds)
		for name := range s.raisable() {
			for _, by := range []int{1, 2, 40} {
				raised := s
				*raised.raisable()[name] += by
				now := raised.assess(t, past, thresholds)
				if now.Score < before.Score || now.Level < before.Level || now.Breakage.Level < before.Breakage.Level || now.Exposure.Level < before.Exposure.Level {
					t.Fatalf("%+v: %v %.1f; %d more of %s: %v %.1f", s, before.Level, before.Score, by, name, now.Level, now.Score)
				}
				if raised.sites > 0 && now.Level < High {
					t.Fatalf("%+v breaks something and is %v", raised, now.Level)
				}
				if now.Score > before.Score || now.Level > before.Level {
					matters[name] = true
				}
			}
		}
	}
	var s state
	for name := range s.raisable() {
		if !matters[name] {
			t.Errorf("%s raises nothing", name)
		}
	}
}

// No weight lowers the score.
func TestWeights(t *testing.T) {
	for _, m := range []*model{&withHistory, &alone} {
		if min(m.branches, m.names, m.fixes) < 0 || !slices.IsSorted(m.titles[:]) || m.titles[0] != 0 {
			t.Errorf("%+v", m)
		}
	}
}

func TestWhy(t *testing.T) {
	a := rate(Input{Set: edited(t), Findings: breaks(2), Impact: &impact.Impact{Processes: broken(1, true)}})
	if want := "breakage: 2 broken sites, first: `f` was removed but is still called at b.ts:1."; a.Why != want {
		t.Errorf("why %q, want %q", a.Why, want)
	}
	if d := cmp.Diff("1 execution flow of 1 entry point broken by them", a.Breakage.Evidence[1]); d != "" {
		t.Error(d)
	}
}

func TestLevelWords(t *testing.T) {
	var words []string
	for l := None; l <= Critical; l++ {
		words = append(words, l.String())
	}
	if got := strings.Join(words, " "); got != "NONE LOW MEDIUM HIGH CRITICAL" {
		t.Error(got)
	}
}
