package report_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/markdown"
	"github.com/nexus-ci/nexus-ci/report/reporttest"
	"github.com/nexus-ci/nexus-ci/report/sarif"
	"github.com/nexus-ci/nexus-ci/report/text"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// What the schema refuses is refused: each value of each report is replaced by one that
// its part of the schema does not allow.
func TestDecodeFollowsTheSchema(t *testing.T) {
	var schema schemaNode
	if err := json.Unmarshal(report.Schema(), &schema); err != nil {
		t.Fatal(err)
	}
	tried := make(map[string]bool)
	seen := make(map[*schemaNode]bool)
	for name, r := range reporttest.Reports() {
		if name == "hostile" || name == "large" {
			continue
		}
		doc := document(t, r)
		breakValues(&schema, schema.Defs, seen, doc, name, func(where, what string) {
			tried[what] = true
			if _, err := report.Decode(bytes.NewReader(encode(t, doc))); err == nil {
				t.Errorf("%s is %s, and decoded", where, what)
			}
		})
		if _, err := report.Decode(bytes.NewReader(encode(t, doc))); err != nil {
			t.Fatalf("%s: %v", name, err) // the test has to put back what it replaces
		}
	}
	for _, what := range []string{"another word", "too small", "too large", "another type"} {
		if !tried[what] {
			t.Errorf("nothing was %s", what)
		}
	}
}

// breakValues puts wrong values into x one after the other and calls try with each, once
// for each part of the schema.
func breakValues(s *schemaNode, defs map[string]*schemaNode, seen map[*schemaNode]bool, x any, where string, try func(where, what string)) {
	s = resolve(s, defs)
	child := func(s *schemaNode, set func(any), old any, where string) {
		if !seen[s] {
			seen[s] = true
			for what, value := range wrong(s, defs) {
				set(value)
				try(where, what)
			}
			set(old)
		}
		breakValues(s, defs, seen, old, where, try)
	}
	switch x := x.(type) {
	case map[string]any:
		for key, old := range x {
			child(s.Properties[key], func(v any) { x[key] = v }, old, where+"."+key)
		}
	case []any:
		for i, old := range x {
			child(s.Items, func(v any) { x[i] = v }, old, fmt.Sprintf("%s[%d]", where, i))
		}
	}
}

// resolve returns the schema of what is not null.
func resolve(s *schemaNode, defs map[string]*schemaNode) *schemaNode {
	if i := slices.IndexFunc(s.AnyOf, func(of *schemaNode) bool { return of.Type != "null" }); i >= 0 {
		s = s.AnyOf[i]
	}
	if name, ok := strings.CutPrefix(s.Ref, "#/$defs/"); ok {
		return defs[name]
	}
	return s
}

// wrong returns values that s refuses, by what is wrong with them.
func wrong(s *schemaNode, defs map[string]*schemaNode) map[string]any {
	s = resolve(s, defs)
	out := map[string]any{"another type": []any{[]any{}}}
	if s.Type == "array" {
		out["another type"] = "x"
	}
	if s.Enum != nil {
		out["another word"] = "x"
	}
	if s.Minimum != nil {
		out["too small"] = *s.Minimum - 1
	}
	if s.Maximum != nil {
		out["too large"] = *s.Maximum + 1
	}
	return out
}

func document(t testing.TB, r *report.Report) (doc any) {
	t.Helper()
	var b bytes.Buffer
	if err := report.Encode(&b, r); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	return doc
}

func encode(t testing.TB, doc any) []byte {
	t.Helper()
	out, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// What no schema says.
func TestValidate(t *testing.T) {
	const long = 1<<20 + 1
	all := reporttest.Reports()
	whole := all["lost-step"]
	*whole.AffectedProcesses[0].BrokenStep = report.BrokenStep{Step: 2}
	whole.Findings = append(whole.Findings, all["removed"].Findings...)
	whole.AffectedSymbols = append(whole.AffectedSymbols, all["removed"].AffectedSymbols...)
	whole.Summary = report.Count(whole, 1)
	valid := encode(t, document(t, whole))
	run := func(args ...string) report.TestRun {
		return report.TestRun{Dir: ".", Args: args, Command: report.ShellCommand(".", args)}
	}
	in := func(dir string, args ...string) report.TestRun {
		return report.TestRun{Dir: dir, Args: args, Command: report.ShellCommand(dir, args)}
	}
	for name, tc := range map[string]struct {
		change func(*report.Report)
		want   string // empty: it is valid
	}{
		"unchanged":                  {func(r *report.Report) {}, ""},
		"work tree":                  {func(r *report.Report) { r.Head.Commit = "" }, ""},
		"SHA-256":                    {func(r *report.Report) { r.Head.Commit = strings.Repeat("0f", 32) }, ""},
		"commit":                     {func(r *report.Report) { r.Head.Commit = "../../x/y" }, `head.commit: "../../x/y" is not 40 hexadecimal digits`},
		"short commit":               {func(r *report.Report) { r.MergeBase = "abcdef0" }, "merge_base: "},
		"long text":                  {func(r *report.Report) { r.Risk.Why = strings.Repeat("x", long) }, "risk.why: 1048577 bytes, at most 1048576"},
		"path above":                 {func(r *report.Report) { r.Findings[0].Path = "../x" }, `findings[0].path: "../x" is no path below the root`},
		"absolute path":              {func(r *report.Report) { r.ChangedSymbols[0].Path = "/x" }, "changed_symbols[0].path: "},
		"path that is not tidy":      {func(r *report.Report) { r.AffectedSymbols[0].Path = "a/../../x" }, "affected_symbols[0].path: "},
		"no path":                    {func(r *report.Report) { r.Findings[0].Path = "" }, "findings[0].path: there is none"},
		"rule":                       {func(r *report.Report) { r.Findings[0].Rule = "x](y)" }, `findings[0].rule: "x](y)" is no name of a rule`},
		"fingerprint":                {func(r *report.Report) { r.Findings[0].Fingerprint = "x" }, "findings[0].fingerprint: "},
		"finding of the base":        {func(r *report.Report) { r.Findings[0].Line = 0 }, "findings[0].line: 0 is not from 1"},
		"huge number":                {func(r *report.Report) { r.Coverage.Head.Files = 1 << 60 }, "coverage.head.files: "},
		"no steps":                   {func(r *report.Report) { r.AffectedProcesses[0].Steps = nil }, "affected_processes[0].step_count: "},
		"steps in disorder":          {func(r *report.Report) { r.AffectedProcesses[0].Steps[1].Step = 1 }, "affected_processes[0].steps.step: 1 stands at 2"},
		"step behind the end":        {func(r *report.Report) { r.AffectedProcesses[0].BrokenStep.Step = 9 }, "affected_processes[0].broken_step.step: 9 is not from 1 to "},
		"nothing broken":             {func(r *report.Report) { r.AffectedProcesses[0].BrokenStep = nil }, "affected_processes[0].broken_step: "},
		"another step":               {func(r *report.Report) { r.AffectedProcesses[0].ChangedSteps[0].Step = 99 }, "affected_processes[0].changed_steps.step: "},
		"breaks that are none":       {func(r *report.Report) { r.Summary.Breaks = 99 }, "summary: "},
		"breaks that are gone":       {func(r *report.Report) { r.Findings = nil }, "summary: "},
		"another level":              {func(r *report.Report) { r.Summary.RiskLevel = "none" }, "summary: "},
		"fewer than listed":          {func(r *report.Report) { r.Summary.AffectedByDepth[0] = 0 }, "summary: "},
		"more than listed":           {func(r *report.Report) { r.Summary.AffectedByDepth[0] = 99; r.Summary.TestCount = 99 }, ""},
		"depths":                     {func(r *report.Report) { r.Summary.AffectedByDepth = []int{1} }, "summary.affected_by_depth: "},
		"place that a model made up": {func(r *report.Report) { r.ModelSummary.Claims[0].Places[0].Line = 9 }, `model_summary.claims[0].places: "src/routes/login.ts:9" is no place of the report`},
		"claim without a place":      {func(r *report.Report) { r.ModelSummary.Claims[0].Places = nil }, "model_summary.claims[0].places: "},
		"model that says nothing":    {func(r *report.Report) { r.ModelSummary.Claims = nil }, "model_summary.claims: "},
		"model that says too much":   {func(r *report.Report) { r.ModelSummary.Claims[0].Text = strings.Repeat("x", 401) }, "model_summary.claims[0].text: "},
		"forgotten file of another path": {func(r *report.Report) {
			r.Forgotten = []report.Forgotten{{Path: "/etc", With: "a.go", Together: 3, Of: 4, Because: []string{}}}
		}, "forgotten[0].path: "},
		"more commits together than in all": {func(r *report.Report) {
			r.Forgotten = []report.Forgotten{{Path: "b.go", With: "a.go", Together: 5, Of: 4, Because: []string{}}}
		}, "forgotten[0].together: "},
		"owner of another path": {func(r *report.Report) { r.Owners = []report.Owner{{Name: "@a", Paths: []string{"/etc"}}} }, "owners[0].paths: "},
		"command":               {func(r *report.Report) { r.TestRuns = []report.TestRun{run("go", "test", ".", "-run", "^TestA$")} }, ""},
		"another command":       {func(r *report.Report) { r.TestRuns = []report.TestRun{run("curl", "example.org")} }, `test_runs[0].args: "curl example.org" runs no tests`},
		"another flag":          {func(r *report.Report) { r.TestRuns = []report.TestRun{run("go", "test", "-exec=x")} }, `test_runs[0].args: unknown flag "-exec=x"`},
		"script of the repository": {func(r *report.Report) {
			r.TestRuns = []report.TestRun{run("./mvnw", "test", "-Dtest=A"), in("core", "../gradlew", "integrationTest", "--tests", "A")}
		}, ""},
		"script above the repository": {func(r *report.Report) { r.TestRuns = []report.TestRun{in("core", "../../gradlew", "test")} }, "test_runs[0].args: "},
		"script of another name":      {func(r *report.Report) { r.TestRuns = []report.TestRun{run("./gow", "test")} }, "test_runs[0].args: "},
		"features":                    {func(r *report.Report) { r.TestRuns = []report.TestRun{run("cargo", "test", "--features", "serde")} }, ""},
		"more than it is for": {func(r *report.Report) {
			r.TestRuns = []report.TestRun{{Dir: ".", Args: []string{"pytest"}, Command: "pytest", Whole: "machine"}}
		}, "test_runs[0].whole: "},
		"nothing to run": {func(r *report.Report) { r.TestRuns = []report.TestRun{run()} }, "test_runs[0].args: "},
		"command that lies": {func(r *report.Report) {
			r.TestRuns = []report.TestRun{run("go", "test", ".")}
			r.TestRuns[0].Command += "; reboot"
		}, "test_runs[0].command: "},
		"directory of a command": {func(r *report.Report) {
			r.TestRuns = []report.TestRun{{Dir: "../x", Args: []string{"pytest"}, Command: "(cd ../x && pytest)"}}
		}, "test_runs[0].dir: "},
	} {
		var r report.Report
		if err := json.Unmarshal(valid, &r); err != nil {
			t.Fatal(err)
		}
		tc.change(&r)
		switch err := r.Validate(); {
		case err == nil && tc.want != "":
			t.Errorf("%s: valid, want %s", name, tc.want)
		case err != nil && (tc.want == "" || !strings.HasPrefix(err.Error(), tc.want)):
			t.Errorf("%s: %v, want %q", name, err, tc.want)
		}
	}
}

// No renderer panics on a report from elsewhere: each input puts one value in the place of
// another into a report.
func FuzzDecode(f *testing.F) {
	all := reporttest.Reports()
	reports := []string{"signature", "lost-step", "skew", "incomplete"}
	var encoded [][]byte
	for _, name := range reports {
		encoded = append(encoded, encode(f, document(f, all[name])))
	}
	for i := range reports {
		for at := range 20 {
			for _, value := range []string{`null`, `-1`, `99`, `""`, `[null]`} {
				f.Add(uint(i), uint(at*34), value)
			}
		}
	}
	f.Fuzz(func(t *testing.T, which, at uint, value string) {
		var v any
		if json.Unmarshal([]byte(value), &v) != nil {
			return
		}
		var doc any
		if err := json.Unmarshal(encoded[which%uint(len(encoded))], &doc); err != nil {
			t.Fatal(err)
		}
		replace(&doc, &at, v)
		r, err := report.Decode(bytes.NewReader(encode(t, doc)))
		if err != nil {
			return
		}
		text.Render(r, text.Options{})
		text.Render(r, text.Options{Verbose: true})
		markdown.Render(r, markdown.Options{})
		if _, err := sarif.Render(r, sarif.Options{}); err != nil {
			t.Error(err)
		}
		view.Annotations(r)
	})
}

// replace puts v in the place of the value number at below x.
func replace(x *any, at *uint, v any) {
	if *at == 0 {
		*x = v
		*at--
		return
	}
	*at--
	switch y := (*x).(type) {
	case map[string]any:
		keys := make([]string, 0, len(y))
		for key := range y {
			keys = append(keys, key)
		}
		slices.Sort(keys)
		for _, key := range keys {
			child := y[key]
			replace(&child, at, v)
			y[key] = child
		}
	case []any:
		for i := range y {
			replace(&y[i], at, v)
		}
	}
}
