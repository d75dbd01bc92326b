package view_test

import (
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// That nothing breaks is said only of what was checked.
func TestBreakageWords(t *testing.T) {
	files := func(statuses ...string) (r report.Report) {
		r.Risk.Breakage.Level = "none"
		r.Summary.ChangedFiles = len(statuses)
		for _, s := range statuses {
			r.Coverage.Files = append(r.Coverage.Files, report.FileCoverage{Status: s})
		}
		r.Coverage.Counts = report.CountFiles(r.Coverage.Files)
		return r
	}
	partly := func(r report.Report) report.Report {
		r.Coverage.Files[0].Parts = make([]report.FilePart, 2)
		return r
	}
	for _, test := range []struct {
		report          report.Report
		level, evidence string
	}{
		{files(), "none", ""},
		{files(report.Judged), "none", ""},
		{files(report.GraphOnly), "not checked", ""},
		{files(report.Judged, report.GraphOnly, report.GraphOnly), "none found", "1 of 3 changed files checked"},
		{files(report.Judged, report.ContentRead), "none found", "1 of 2 changed files checked"},
		{files(report.Judged, report.NotAnalysedFile), "none", ""}, // documentation: nothing hangs on it
		{files(report.ContentRead, report.NotAnalysedFile), "not checked", ""},
		{partly(files(report.Judged, report.Judged)), "none found", "1 changed file checked in part only"},
		{partly(files(report.Judged, report.GraphOnly)), "none found", "1 of 2 changed files checked; 1 changed file checked in part only"},
		{partly(files(report.GraphOnly)), "not checked", ""},
	} {
		level, evidence := view.BreakageWords(&test.report)
		got := strings.Join(evidence, "; ")
		if level != test.level || got != test.evidence {
			t.Errorf("%+v: %s, %q; want %s, %q", test.report.Coverage.Counts, level, got, test.level, test.evidence)
		}
	}
}
