package main

import (
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/reporttest"
)

// A report with the commands of every test runner can be read back: report.Validate knows
// them all.
func TestReportKnowsTestRunners(t *testing.T) {
	cases := []lang.TestCase{
		{Path: "src/test_a.py", Name: "test_a"}, {Path: "src/a_test.go", Name: "TestA"}, {Path: "spec/a_spec.rb"}, {Path: "test/a.rb", Name: "A.test_a"},
		{Path: "src/A.java", Name: "A.test"}, {Path: "src/a.test.mjs", Name: "a"}, {Path: "-x/A.kt", Name: "A.test"},
		{Path: "src/integrationTest/A.java", Name: "A.test"}, {Path: "src/test/A.kt", Name: "A.test", Marked: true}, {Path: "tests/a.rs", Name: "a", Needs: []string{"serde"}},
	}
	r := reporttest.Reports()["nothing"]
	checked := 0
	for _, l := range all.Languages() {
		for _, runner := range l.TestRunners {
			for _, c := range cases {
				group := ""
				if group, c.Selector = runner.Select(c); c.Selector == "" {
					continue
				}
				for _, many := range [][]lang.TestCase{{c}, repeat(c, lang.MaxSelectors+1)} {
					args, whole := runner.Args(group, many)
					starts := []string{args[0]}
					if runner.Wrapper != "" {
						starts = append(starts, "./"+runner.Wrapper, "../../"+runner.Wrapper)
					}
					for _, start := range starts {
						args[0] = start
						r.TestRuns = []report.TestRun{{Runner: runner.Name, Dir: "a/b", Args: args, Command: report.ShellCommand("a/b", args), Whole: string(whole)}}
						if err := r.Validate(); err != nil {
							t.Errorf("%s: %q: %v", runner.Name, args, err)
						}
						checked++
					}
				}
			}
		}
	}
	if checked < 30 {
		t.Errorf("only %d commands", checked)
	}
}

func repeat(c lang.TestCase, n int) []lang.TestCase {
	out := make([]lang.TestCase, n)
	for i := range out {
		out[i] = c
		out[i].Selector += strings.Repeat("x", i)
	}
	return out
}
