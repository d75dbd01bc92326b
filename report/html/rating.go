package html

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/html/page"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// maxEvidence is how many pieces of evidence an axis shows.
const maxEvidence = 20

// why tells the rating: the three axes, and the score as a picture.
func (d *document) why() page.Section {
	if view.Stopped(d.Report) || d.Summary.ChangedFiles == 0 {
		return page.Section{}
	}
	title := "Why " + view.Rating(d.Report)
	if axis := view.Deciding(d.Report); axis != "" {
		title += ": " + axis
	}
	return page.Section{ID: "why", Title: title, Write: func(w *page.Writer) {
		axis := func(name, level string, evidence []string) {
			w.In(func() {
				w.Element(name, "th", "scope", "row")
				w.Element(level, "td")
				w.In(func() {
					w.In(func() {
						for _, e := range evidence[:min(len(evidence), maxEvidence)] {
							w.Sentence(prose(e), "li")
						}
						if more := len(evidence) - maxEvidence; more > 0 {
							w.Element(fmt.Sprintf("%d more", more), "li")
						}
					}, "ul")
				}, "td")
			}, "tr")
		}
		page.Table(w, "The level is the highest of three axes", []string{"Axis", "Level", "Evidence"}, func() {
			level, evidence := view.BreakageWords(d.Report)
			axis("breakage", level, evidence)
			axis("likelihood", d.Risk.Likelihood.Level, d.Risk.Likelihood.Evidence)
			axis("exposure", d.Risk.Exposure.Level, d.Risk.Exposure.Evidence)
		})
		if view.Scored(d.Report) && len(d.Risk.Likelihood.Factors) > 0 {
			d.score(w)
		}
	}}
}

// score draws the factors one behind the other, from the score of a typical change to that of
// this one.
func (d *document) score(w *page.Writer) {
	w.Element(fmt.Sprintf("The score: %s of 100", view.Tenths(d.Risk.Score)), "h3")
	least, most, sum := 0.0, 0.0, 0.0
	for _, f := range d.Risk.Likelihood.Factors {
		sum += f.Points
		least, most = min(least, sum), max(most, sum)
	}
	sum = 0
	columns := []string{"Factor", "From the score of a typical change to that of this one", "Points#", "What was measured"}
	page.Table(w, "How often changes like this one were later reverted or fixed; model "+report.Clip(d.Risk.Model), columns, func() {
		for i, f := range d.Risk.Likelihood.Factors {
			class := "more"
			switch {
			case i == 0:
				class = "all"
			case f.Points < 0:
				class = "less"
			}
			w.In(func() {
				w.Element(f.Name, "th", "scope", "row")
				w.In(func() { page.Bar(w, class, sum, sum+f.Points, least, most) }, "td", "class", "bar-cell")
				w.Element(fmt.Sprintf("%+.1f", f.Points), "td", "class", "number")
				w.Sentence(prose(f.Clause), "td")
			}, "tr", "data-row", "")
			sum += f.Points
		}
		w.In(func() {
			w.Element("score", "th", "scope", "row")
			w.In(func() { page.Bar(w, "all", 0, d.Risk.Score, least, most) }, "td", "class", "bar-cell")
			w.Element(view.Tenths(d.Risk.Score), "td", "class", "number")
			w.Element(fmt.Sprintf("riskier than %d%% of changes", d.Risk.Likelihood.Percentile), "td")
		}, "tr")
	})
}

// checked lists the changed files with what was checked of each, first what was not.
func (d *document) checked() page.Section {
	files := d.Coverage.Files
	if len(files) == 0 {
		return page.Section{}
	}
	// Any other status says that a file was not analysed, and comes first.
	statuses := []string{report.ContentRead, report.GraphOnly, report.Judged}
	order := slices.Clone(files)
	slices.SortStableFunc(order, func(a, b report.FileCoverage) int {
		return cmp.Compare(slices.Index(statuses, a.Status), slices.Index(statuses, b.Status))
	})
	counts := &d.Coverage.Counts
	title := fmt.Sprintf("What was checked (%d of %s for breaks)", counts.Judged, view.Plural(len(files), "changed file"))
	return page.Section{ID: "checked", Title: title, Write: func(w *page.Writer) {
		around := func(rows func()) {
			page.Table(w, "The changed files, what was not analysed first", []string{"File", "What was checked", "What was not"}, rows)
		}
		page.Rows(w, len(order), openRows, "Files", around, func(i int) {
			f := &order[i]
			w.In(func() {
				w.In(func() { d.place(w, f.Path, 0, f.Side, nil) }, "td")
				did, lacks := fileWords(f)
				w.Element(did, "td")
				w.Element(lacks, "td")
			}, "tr", "data-row", "")
		})
		head := &d.Coverage.Head
		w.Element(fmt.Sprintf("Of the whole repository %d of %s were read; %s could not be followed.",
			head.Parsed, view.Plural(head.Files, "file"), view.Plural(head.UnknownCalls, "call")), "p", "class", "muted")
	}}
}

// fileWords says what was checked of a file, and what was not.
func fileWords(f *report.FileCoverage) (did, lacks string) {
	switch f.Status {
	case report.Judged:
		did = "breaks: " + strings.Join(f.Checks, ", ")
	case report.GraphOnly:
		did, lacks = "its symbols were compared", "uses of names are not checked in "+f.Title
	case report.ContentRead:
		did = "read as " + f.Kind
	default:
		lacks = view.ReasonWords(f.Reason)
		if f.Message != "" {
			lacks += ": " + f.Message
		}
	}
	for _, p := range f.Parts {
		if lacks != "" {
			lacks += "; "
		}
		lacks += fmt.Sprintf("from line %d: %s", p.Line, view.ReasonWords(p.Reason))
		if p.Message != "" {
			lacks += ", " + p.Message
		}
	}
	return report.ClipSentence(did), report.ClipSentence(lacks)
}

// words explains the words of the page.
func words() page.Section {
	return page.Section{ID: "words", Title: "Words", Write: func(w *page.Writer) {
		w.In(func() {
			for _, t := range view.Legend() {
				w.Element(t.Word, "dt")
				w.Element(t.Meaning, "dd")
			}
		}, "dl")
	}}
}
