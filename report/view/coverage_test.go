package view_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/markdown"
	"github.com/nexus-ci/nexus-ci/report/prompt"
	"github.com/nexus-ci/nexus-ci/report/reporttest"
	"github.com/nexus-ci/nexus-ci/report/sarif"
	"github.com/nexus-ci/nexus-ci/report/text"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// claims are sentences that say something is not there.
var claims = regexp.MustCompile(`(?i)no behaviour change|references follow|nothing (here|else)|no (use|dependant)[^.;]* found( in what was analysed)?|no break`)

var plainStyle = view.Style{Name: func(s string) string { return s }, Text: func(s string) string { return s }}

// rows are a file of each status, and what a report says of it at the top.
var rows = []struct {
	file report.FileCoverage
	says string
}{
	{report.FileCoverage{Path: "a.ts", Status: report.Judged, Title: "TypeScript"}, ""},
	{report.FileCoverage{Path: "b.ts", Status: report.Judged, Title: "TypeScript", Parts: []report.FilePart{{Line: 3, Reason: "syntax error", Source: true}}, Source: true}, "a part of b.ts (could not be parsed)"},
	{report.FileCoverage{Path: "c.rs", Status: report.GraphOnly, Title: "Rust"}, "calls in 1 Rust file (not supported yet)"},
	{report.FileCoverage{Path: "d.yml", Status: report.ContentRead, Kind: "workflow file"}, "1 workflow file (d.yml)"},
	{report.FileCoverage{Path: "e.sql", Status: report.NotAnalysedFile, Reason: "unsupported language", Kind: "SQL file", Role: "program", Source: true}, "1 SQL file (e.sql)"},
	{report.FileCoverage{Path: "f.png", Status: report.NotAnalysedFile, Reason: "binary", Kind: "image", Role: "asset"}, "1 image (f.png)"},
	{report.FileCoverage{Path: "f.txt", Status: report.NotAnalysedFile, Reason: "binary", Kind: "text file", Role: "data"}, "1 binary file (f.txt)"},
	{report.FileCoverage{Path: "g.go", Status: report.NotAnalysedFile, Reason: "a reason of tomorrow", Kind: "Go file", Role: "program", Source: true}, "1 Go file (g.go, a reason of tomorrow)"},
}

// of returns a report on a change of one function in the first file whose uses are known to
// such an extent, and of files.
func of(uses string, files ...report.FileCoverage) *report.Report {
	r := reporttest.Reports()["body"]
	r.AffectedProcesses, r.AffectedSymbols, r.Tests, r.TestRuns = nil, nil, nil, nil
	r.ChangedSymbols[0].ChangeType, r.ChangedSymbols[0].Uses, r.ChangedSymbols[0].Semantic = "renamed", uses, false
	if uses == report.UsesUnchecked {
		r.ChangedSymbols[0].UncheckedIn = []string{"Rust"}
	}
	r.Coverage.Files = files
	r.Coverage.Counts = report.CountFiles(files)
	r.Summary = report.Count(r, len(files))
	for i := range files {
		r.Risk.Incomplete = r.Risk.Incomplete || files[i].Source
	}
	return r
}

// Of no status but judged does any form say that something is not there, and what was not
// checked stands in each.
func TestNoFormClaimsWhatWasNotChecked(t *testing.T) {
	for _, row := range rows {
		for _, uses := range []string{report.UsesChecked, report.UsesUnchecked, report.UsesDynamic} {
			r := of(uses, row.file)
			log, err := sarif.Render(r, sarif.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for form, got := range map[string]string{
				"text": text.Render(r, text.Options{Width: 400}), "verbose": text.Render(r, text.Options{Width: 400, Verbose: true}),
				"markdown": markdown.Render(r, markdown.Options{}), "prompt": prompt.Render(r, prompt.Options{}), "sarif": string(log),
				"headline": view.Headline(r, plainStyle),
			} {
				claim := claims.FindString(got)
				limited := row.says == "" || strings.HasSuffix(claim, "in what was analysed")
				if claim != "" && (uses != report.UsesChecked || !limited) {
					t.Errorf("%s of %s, uses %s: %q", form, row.file.Path, uses, claim)
				}
				if form != "headline" && !strings.Contains(strings.NewReplacer("`", "", `\`, "").Replace(got), row.says) {
					t.Errorf("%s of %s does not say %q:\n%s", form, row.file.Path, row.says, got)
				}
			}
			if clean := report.Judgeable(r); clean != (row.says == "" || row.file.Status == report.NotAnalysedFile && !row.file.Source) {
				t.Errorf("%s: judgeable %v", row.file.Path, clean)
			}
		}
	}
}

// Whatever the mixture of files: each that was not judged as a whole is counted in the first
// line, and no judged one is.
func TestUncheckedCountsEveryFile(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 4))
	for range 300 {
		var files []report.FileCoverage
		want := 0
		for i := range 1 + r.IntN(12) {
			row := rows[r.IntN(len(rows))]
			f := row.file
			f.Path = fmt.Sprintf("%d%s", i, f.Path)
			files = append(files, f)
			if row.says != "" {
				want++
			}
		}
		got := view.Unchecked(of(report.UsesChecked, files...), plainStyle)
		sum := 0
		for _, m := range regexp.MustCompile(`(?:: |, |in |of )(a part|[0-9]+) `).FindAllStringSubmatch(got, -1) {
			n := 1
			if m[1] != "a part" {
				fmt.Sscan(m[1], &n)
			}
			sum += n
		}
		if sum != want {
			t.Fatalf("%d files not judged, %q counts %d", want, got, sum)
		}
	}
}

// Files of one kind are counted once, whether their content was read for facts or not.
func TestUncheckedKindsOnce(t *testing.T) {
	r := of("",
		report.FileCoverage{Path: "a.yml", Status: report.NotAnalysedFile, Reason: "unsupported language", Kind: "YAML file", Role: "configuration", Source: true},
		report.FileCoverage{Path: "b.md", Status: report.NotAnalysedFile, Reason: "unsupported language", Kind: "Markdown file", Role: "documentation"},
		report.FileCoverage{Path: "c.yml", Status: report.ContentRead, Kind: "YAML file", Role: "configuration"})
	if got, want := view.Unchecked(r, plainStyle), "Not checked for breaks: 2 YAML files, 1 Markdown file (b.md)"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}
