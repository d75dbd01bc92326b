package risk

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/change"
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

// moved has a function that went to another file and was edited.
func moved(t testing.TB) *change.Set {
	set := edited(t)
	set.Symbols[0].Type = change.Moved
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

func breaks(n int) []finding.Finding {
	out := make([]finding.Finding, n)
	for i := range out {
		out[i] = finding.Finding{Class: finding.Break, Confidence: 0.99, Message: "`f` was removed but is still called at b.ts:1."}
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
	behaviour := []finding.Finding{{Class: finding.Behaviour, Message: "`f` no longer calls `g`."}}
	tests := []struct {
		name string
		in   Input
		want Level
	}{
		{"comments", Input{Set: commented(t), Size: Size{90, 400}}, None},
		{"edit", Input{Set: edited(t), Size: small}, Low},
		{"new code that nothing calls", Input{Set: added(t), Size: small, Impact: &impact.Impact{Clusters: []impact.Cluster{{Changed: 1}, {Changed: 1}, {Changed: 1}}}}, Low},
		{"broken by a move", Input{Set: commented(t), Findings: breaks(1)}, High},

		{"1 broken site", Input{Set: edited(t), Findings: breaks(1)}, High},
		{"9 broken sites", Input{Set: edited(t), Findings: breaks(9)}, High},
		{"10 broken sites", Input{Set: edited(t), Findings: breaks(10)}, Critical},
		{"2 broken flows", Input{Set: edited(t), Findings: breaks(1), Impact: &impact.Impact{Processes: broken(2, true)}}, High},
		{"9 broken flows of one entry", Input{Set: edited(t), Findings: breaks(1), Impact: &impact.Impact{Processes: sameEntry(broken(9, true))}}, High},
		{"3 broken flows", Input{Set: edited(t), Findings: breaks(1), Impact: &impact.Impact{Processes: broken(3, true)}}, Critical},
		{"a break that is not sure", Input{Set: edited(t), Findings: []finding.Finding{{Class: finding.Break, Confidence: 0.89}}}, Low},

		{"a behaviour finding", Input{Set: edited(t), Findings: behaviour}, Medium},
		{"a cut flow", Input{Set: edited(t), Impact: &impact.Impact{Processes: broken(1, false)}}, Medium},
		{"9 cut flows", Input{Set: edited(t), Impact: &impact.Impact{Processes: broken(9, false)}}, Medium},
		{"4 dependants", Input{Set: edited(t), Impact: &impact.Impact{Outside: 4}}, Low},
		{"5 dependants", Input{Set: edited(t), Impact: &impact.Impact{Outside: 5}}, Medium},
		{"999 dependants", Input{Set: edited(t), Impact: &impact.Impact{Outside: 999}}, Medium},
		{"2 areas", Input{Set: edited(t), Impact: &impact.Impact{Clusters: areasOf(2)}}, Low},
		{"3 areas", Input{Set: edited(t), Impact: &impact.Impact{Clusters: areasOf(3)}}, Medium},
		{"3 areas far away", Input{Set: edited(t), Impact: &impact.Impact{Clusters: []impact.Cluster{{Changed: 1}, {Affected: 1}, {Affected: 1}}}}, Low},
		{"dependants of what only moved", Input{Set: commented(t), Impact: &impact.Impact{Outside: 9, Clusters: areasOf(9)}}, None},

		{"own thresholds: 2 dependants", Input{Set: edited(t), Thresholds: custom, Impact: &impact.Impact{Outside: 2}}, Medium},
		{"own thresholds: 1 site", Input{Set: edited(t), Thresholds: custom, Findings: breaks(1)}, Low},

		{"typical change", Input{Set: edited(t), Size: Size{1, 10}}, Low},
		{"more than typical", Input{Set: edited(t), Size: Size{3, 15}}, Medium},
		{"large change", Input{Set: edited(t), Size: Size{14, 60}}, High},
		{"very large change", Input{Set: edited(t), Size: Size{60, 300}}, Critical},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.in.Impact == nil {
				tt.in.Impact = &impact.Impact{}
			}
			a := Assess(tt.in)
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

// The score is the model's, and its rows sum to it to the tenth.
func TestScore(t *testing.T) {
	titles := map[string]struct{ alone, past float64 }{"": {}, "Add x": {}, "fix: x": {.430, .334}, "docs: x": {-.412, -.376}}
	for _, dp := range []int{0, 1, 2, 3, 10, 100, 5000} {
		for _, names := range []int{0, 1, 9, 10, 11, 100, 1000, 100000} {
			for title, says := range titles {
				b, n := math.Log(1+float64(dp)), math.Log(1+float64(names))
				in := Input{Set: edited(t), Size: Size{dp, names}, Title: title, Thresholds: DefaultThresholds}
				testScore(t, in, -4.109+.472*b+.466*n+says.alone)
				in.History = &history.Touched{Files: 2, RecentFixes: 3}
				testScore(t, in, -4.394+.457*b+.493*n+.319*math.Log(2.5)+says.past)
			}
		}
	}
}

func testScore(t *testing.T, in Input, z float64) {
	t.Helper()
	l := likelihood(&in)
	want := math.Min(100, math.Max(0, 22.45*(z+4.202)))
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
	in := Input{Set: moved(t), Size: Size{DecisionPoints: 14, Names: 60}, Title: "fix: a crash",
		History: &history.Touched{Files: 4, RecentFixes: 9}, Thresholds: DefaultThresholds}
	rows := func(l Likelihood) (rows []string) {
		for _, f := range l.Factors {
			rows = append(rows, fmt.Sprintf("%s %+.1f (%s)", f.Name, f.Points, f.Clause))
		}
		return rows
	}
	l := likelihood(&in)
	want := []string{
		"typical change +32.2 (1 new branch, 10 different names in new code)",
		"new branches +20.7 (14 new branches; typical 1: +20.7)",
		"new names +19.0 (60 different names in new code; typical 10: +19.0)",
		"moved and changed +8.8 (1 symbol moved and changed at once; typical 0: +8.8)",
		"recent fixes +5.5 (2.3 fixes a file in the last 180 days; typical 0.5: +5.5)",
		"title +7.5 (the title says that it is a fix: +7.5)",
	}
	if d := cmp.Diff(want, rows(l)); d != "" {
		t.Errorf("rows (-want +got):\n%s", d)
	}
	if l.Evidence[0] != "score 93.7 of 100: riskier than 98% of changes" || !strings.Contains(l.Evidence[1], "4.1 times") {
		t.Errorf("evidence %q", l.Evidence)
	}
	none := likelihood(&Input{Set: edited(t), Thresholds: DefaultThresholds})
	if got := none.Evidence[0]; got != "score 2.1 of 100: riskier than 5% of changes" {
		t.Errorf("a deletion: %q: %q", got, rows(none))
	}
}

func TestCommentsScoreNothing(t *testing.T) {
	a := Assess(Input{Set: commented(t), Impact: &impact.Impact{}, Size: Size{90, 400}})
	if a.Score != 0 || len(a.Likelihood.Factors) != 1 || a.Likelihood.Factors[0].Points != 0 {
		t.Errorf("score %v, factors %+v", a.Score, a.Likelihood.Factors)
	}
}

func TestIncomplete(t *testing.T) {
	zig := diff.FileChange{Status: diff.Added, NewPath: "x.zig", Hunks: []diff.Hunk{{NewStart: 1, NewLines: 9}}}
	g := graphtest.Parse(t, "")
	a := Assess(Input{Set: change.Detect([]diff.FileChange{zig}, g, g), Impact: &impact.Impact{}})
	if !a.Incomplete || a.Level != Low {
		t.Errorf("a change that cannot be read: incomplete %v, level %v", a.Incomplete, a.Level)
	}
	if d := cmp.Diff([]string{"x.zig: unsupported language"}, a.Missing); d != "" {
		t.Errorf("missing (-want +got):\n%s", d)
	}
}

// More of anything never lowers the level or the score.
func TestMoreIsNeverLess(t *testing.T) {
	type knobs struct{ dp, names, fixes, title, sites, flows, cut, lost, outside, areas int }
	for _, past := range []bool{false, true} {
		assess := func(k knobs) *Assessment {
			findings := breaks(k.sites)
			for range k.lost {
				findings = append(findings, finding.Finding{Class: finding.Behaviour})
			}
			in := Input{Set: edited(t), Size: Size{k.dp, k.names}, Findings: findings, Title: []string{"docs: x", "Add x", "fix: x"}[min(k.title, 2)],
				Impact: &impact.Impact{Processes: append(broken(k.flows, true), broken(k.cut, false)...), Outside: k.outside, Clusters: areasOf(k.areas)}}
			if past {
				in.History = &history.Touched{Files: 2, RecentFixes: k.fixes}
			}
			return Assess(in)
		}
		steps := []func(*knobs){
			func(k *knobs) { k.dp += 7 }, func(k *knobs) { k.names += 40 }, func(k *knobs) { k.fixes++ }, func(k *knobs) { k.title++ }, func(k *knobs) { k.sites += 3 },
			func(k *knobs) { k.flows++ }, func(k *knobs) { k.cut++ }, func(k *knobs) { k.lost++ }, func(k *knobs) { k.outside += 2 }, func(k *knobs) { k.areas++ },
		}
		for first := range steps {
			var k knobs
			before := assess(k)
			for i := range 5 * len(steps) {
				steps[(first+3*i)%len(steps)](&k)
				now := assess(k)
				if now.Level < before.Level || now.Score < before.Score {
					t.Fatalf("%+v: %v %.1f after %v %.1f", k, now.Level, now.Score, before.Level, before.Score)
				}
				before = now
			}
		}
	}
	if with, without := Assess(Input{Set: moved(t), Impact: &impact.Impact{}}), Assess(Input{Set: edited(t), Impact: &impact.Impact{}}); with.Score <= without.Score {
		t.Errorf("an edit in a move scores %v, without the move %v", with.Score, without.Score)
	}
}

func TestWhy(t *testing.T) {
	a := Assess(Input{Set: edited(t), Findings: breaks(2), Impact: &impact.Impact{Processes: broken(1, true)}})
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
