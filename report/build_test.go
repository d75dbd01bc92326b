package report_test

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/coverage"
	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/finding/rules"
	"github.com/nexus-ci/nexus-ci/analyze/finding/sentence"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/graph/graphtest"
	"github.com/nexus-ci/nexus-ci/analyze/impact"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/risk"
	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/reporttest"
)

const (
	loginBase = `
		Function routes.ts:router 1-9 sig=1 body=2
		Function login.ts:login 1-9 sig=3 body=4
		Function users.ts:find 3-9 sig=1 body=2
		routes.ts:router CALLS login.ts:login @4
		login.ts:login CALLS users.ts:find @5
		skip data.json unsupported language
		skip old.ts:3 syntax error
		skip old.ts:9 syntax error
	`
	loginHead = `
		Function routes.ts:router 1-9 sig=1 body=2
		Function login.ts:login 1-9 sig=3 body=4
		File users.ts 1-2
		routes.ts:router CALLS login.ts:login @4
		unresolved login.ts:login CALLS find @5 owner=File:users.ts
		skip data.json unsupported language
		skip old.ts:3 syntax error
		skip old.ts:9 syntax error
	`
)

// input runs what comes before the report on two graphs made by hand, with one flow.
func input(t *testing.T) report.Input {
	t.Helper()
	base, head := graphtest.Parse(t, loginBase), graphtest.Parse(t, loginHead)
	set := change.Detect([]diff.FileChange{{
		OldPath: "users.ts", NewPath: "users.ts", Hunks: []diff.Hunk{{OldStart: 3, OldLines: 7, NewStart: 2}},
	}}, base, head)
	flow := graph.Process{ID: "Function:routes.ts:router#1", Label: "router → find", Type: "request_handler", Steps: []*graph.Node{
		base.Node("Function:routes.ts:router"), base.Node("Function:login.ts:login"), base.Node("Function:users.ts:find"),
	}}
	findings, err := rules.Detect(finding.Input{Set: set, Base: base, Head: head})
	if err != nil {
		t.Fatal(err)
	}
	imp := impact.Of(impact.Input{Set: set, Base: base, Head: head, BaseFlows: []graph.Process{flow}, Breaks: finding.Breaks(findings, sentence.Reason)})
	findings = finding.Locate(findings, imp)
	ts := &lang.Language{Name: "ts", Title: "TypeScript", Grammar: func() lang.Grammar { return nil }, Rules: lang.Rules{CheckedNames: true, CheckedCalls: true}}
	covered := coverage.Of(coverage.Input{Set: set, Base: base, Head: head, Languages: []*lang.Language{ts}})
	return report.Input{
		Tool:      report.Tool{Name: "nexus-ci", Version: "v1.2.3"},
		Base:      report.Revision{Ref: "main", Commit: strings.Repeat("a", 40)},
		Head:      report.Revision{Ref: "worktree"},
		MergeBase: strings.Repeat("b", 40),
		BaseGraph: base, HeadGraph: head,
		Change: set, Coverage: covered, Impact: imp, Findings: findings,
		Assessment: risk.Assess(risk.Input{Set: set, Coverage: covered, Impact: imp, Findings: findings}),
	}
}

func TestBuild(t *testing.T) {
	var got bytes.Buffer
	if err := report.Encode(&got, report.Build(input(t))); err != nil {
		t.Fatal(err)
	}
	golden(t, "testdata/removed.json", got.Bytes())

	instance, err := jsonschema.UnmarshalJSON(&got)
	if err != nil {
		t.Fatal(err)
	}
	if err := compile(t).Validate(instance); err != nil {
		t.Error(err)
	}
}

// An analysis that found nothing is a report too, without a null in it but for what was
// not asked for.
func TestBuildOfNothing(t *testing.T) {
	g := graph.NewBuilder().Graph()
	r := report.Build(report.Input{
		BaseGraph: g, HeadGraph: g, Change: &change.Set{}, Coverage: &coverage.Table{}, Impact: &impact.Impact{}, Assessment: &risk.Assessment{},
	})
	var b bytes.Buffer
	if err := report.Encode(&b, r); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(strings.NewReplacer(`"verification": null`, "", `"title": null`, "", `"history": null`, "").Replace(b.String()), "null") {
		t.Errorf("a null list:\n%s", b.String())
	}
	instance, err := jsonschema.UnmarshalJSON(&b)
	if err != nil {
		t.Fatal(err)
	}
	if err := compile(t).Validate(instance); err != nil {
		t.Error(err)
	}
}

// Trailing bits of a sum must not make two equal reports differ.
func TestBuildRounds(t *testing.T) {
	in := input(t)
	in.Assessment.Score = 0.1 + 0.2
	in.Findings[0].Confidence = math.Nextafter(0.95, 1)
	r := report.Build(in)
	if r.Risk.Score != 0.3 || r.Findings[0].Confidence != 0.95 {
		t.Errorf("score %v, confidence %v", r.Risk.Score, r.Findings[0].Confidence)
	}
}

func TestRoundTrip(t *testing.T) {
	for name, want := range reporttest.Reports() {
		if name == "hostile" {
			continue // JSON has no bytes that are not UTF-8
		}
		var b bytes.Buffer
		if err := report.Encode(&b, want); err != nil {
			t.Fatal(err)
		}
		got, err := report.Decode(&b)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got), run with -update to accept:\n%s", name, diff)
		}
	}
}

func TestEncodeIsInert(t *testing.T) {
	for _, s := range []string{reporttest.Nasty, "##[set-output name=x]y", "###[error]", "##vso[task.x]", "# ## [a]", "\u009b31m\u202e\U000e0041", "é 漢 <b>&"} {
		r := reporttest.Hostile(s)
		var b bytes.Buffer
		if err := report.Encode(&b, r); err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(b.String(), "\n") {
			if bad := strings.Trim(report.Clean(line), " ") != strings.Trim(line, " "); bad {
				t.Errorf("with %q a line is %q", s, line)
			}
		}
		var back report.Report
		if err := json.Unmarshal(b.Bytes(), &back); err != nil {
			t.Fatal(err)
		}
		if want := strings.ToValidUTF8(r.ChangedSymbols[0].Name, "\ufffd"); back.ChangedSymbols[0].Name != want {
			t.Errorf("%q came back as %q", want, back.ChangedSymbols[0].Name)
		}
	}
}

func TestDecodeRefuses(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		{"", "decode report: unexpected end of JSON input"},
		{"[]", "decode report: json: cannot unmarshal array"},
		{`{"schema":"nexus-ci/report/v2"}`, `decode report: schema "nexus-ci/report/v2", want "nexus-ci/report/v1"`},
		{`{}`, `decode report: schema "", want`},
	} {
		_, err := report.Decode(strings.NewReader(tc.in))
		if err == nil || !strings.HasPrefix(err.Error(), tc.want) {
			t.Errorf("Decode(%q): %v, want %s…", tc.in, err, tc.want)
		}
	}
}
