package view

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/coverage"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/report"
)

// The functions of this file say what was not checked. All that claims that something is
// not there asks them first.

const (
	maxGroups    = 6  // that Unchecked tells
	maxLanguages = 4  // that a clause names
	maxWord      = 40 // characters of a word of this program, which another may have written
)

// word makes a word of this program, such as the name of a language, fit into a sentence.
func word(s string, style Style) string { return style.Text(report.ClipTo(s, maxWord)) }

// missing returns why parts of the run are missing, in sentences without a full stop.
func missing(r *report.Report, style Style) string {
	var all []string
	for i := range r.Coverage.NotAnalysed {
		if n := &r.Coverage.NotAnalysed[i]; n.Path == change.Whole {
			all = append(all, style.Text(n.Message))
		}
	}
	return strings.Join(all, ". ")
}

// Stopped reports whether the run ended before it had read a file: nothing is rated then, and
// the level stands for the least that is not "none".
func Stopped(r *report.Report) bool {
	return r.Coverage.Base.Files+r.Coverage.Head.Files == 0 && slices.ContainsFunc(r.Coverage.NotAnalysed, func(n report.NotAnalysed) bool { return n.Path == change.Whole })
}

// Rating is the level as people read it.
func Rating(r *report.Report) string {
	if Stopped(r) {
		return "NOT RATED"
	}
	return strings.ToUpper(r.Risk.Level)
}

// Unchecked returns sentences, without the last full stop, that say what is missing of the
// run and what of the change was not checked for breaks; it is empty where everything was.
func Unchecked(r *report.Report, style Style) string {
	if Stopped(r) {
		return "Not analysed: " + missing(r, style)
	}
	lacks := []string{missing(r, style), uncheckedFiles(r, style)}
	return strings.Join(slices.DeleteFunc(lacks, func(s string) bool { return s == "" }), ". ")
}

func uncheckedFiles(r *report.Report, style Style) string {
	if r.Summary.ChangedFiles > 0 && len(r.Coverage.Files) == 0 {
		return "This report does not say what was checked" // it is of an older version
	}
	groups := uncheckedGroups(r)
	if len(groups) == 0 {
		return ""
	}
	var parts []string
	for i := range groups[:min(len(groups), maxGroups)] {
		parts = append(parts, groups[i].clause(style))
	}
	if more := len(groups) - len(parts); more > 0 {
		files := 0
		for i := range groups[maxGroups:] {
			files += len(groups[maxGroups+i].files)
		}
		parts = append(parts, Plural(files, "more file"))
	}
	return "Not checked for breaks: " + strings.Join(parts, ", ")
}

// BreakageWords returns the axis of breakage for people: its level and its evidence. That
// nothing breaks is said only of what was checked.
func BreakageWords(r *report.Report) (level string, evidence []string) {
	a := &r.Risk.Breakage
	if a.Level != "none" {
		return a.Level, a.Evidence
	}
	checked := report.CheckedForBreaks(r)
	if checked == report.CheckedNone {
		return "not checked", a.Evidence
	}
	var limits []string
	if checked == report.CheckedPart {
		limits = append(limits, fmt.Sprintf("%d of %s checked", r.Coverage.Counts.Judged, Plural(len(r.Coverage.Files), "changed file")))
	}
	if n := inPart(r); n > 0 {
		limits = append(limits, Plural(n, "changed file")+" checked in part only")
	}
	if len(limits) == 0 {
		return a.Level, a.Evidence
	}
	return "none found", append(limits, a.Evidence...)
}

// inPart counts the changed files of which a part was not analysed.
func inPart(r *report.Report) int {
	n := 0
	for i := range r.Coverage.Files {
		if len(r.Coverage.Files[i].Parts) > 0 {
			n++
		}
	}
	return n
}

// Unread reports whether there is nothing to tell but what was not analysed: no file was, and
// nothing was found.
func Unread(r *report.Report) bool {
	return len(r.Coverage.Files) > 0 && analysed(r) == 0 && len(r.Findings) == 0 && len(r.Facts) == 0
}

// A fileGroup are files of which the same was not checked for the same reason.
type fileGroup struct {
	files  []*report.FileCoverage
	status string
	noun   string // of one file, for those that were not analysed
	title  string // of the language, for others
	why    string // empty where the noun says it
	rank   int
}

// uncheckedGroups returns what was not checked: first calls of languages, then files that a
// program may hang on, then parts of files, then the rest.
func uncheckedGroups(r *report.Report) []fileGroup {
	type key struct{ status, noun, title, why string }
	at := make(map[key]int)
	var groups []fileGroup
	add := func(f *report.FileCoverage, k key, rank int) {
		i, ok := at[k]
		if !ok {
			i = len(groups)
			at[k] = i
			groups = append(groups, fileGroup{status: k.status, noun: k.noun, title: k.title, why: k.why, rank: rank})
		}
		groups[i].files, groups[i].rank = append(groups[i].files, f), min(groups[i].rank, rank)
	}
	for i := range r.Coverage.Files {
		f := &r.Coverage.Files[i]
		if f.Status == report.GraphOnly {
			add(f, key{status: report.GraphOnly, title: f.Title}, 0)
		}
		if len(f.Parts) > 0 {
			add(f, key{status: report.Judged, why: ReasonWords(f.Parts[0].Reason)}, 2)
		}
		if f.Status == report.NotAnalysedFile || f.Status == report.ContentRead {
			k := key{status: report.NotAnalysedFile, noun: f.Kind, why: ReasonWords(f.Reason)}
			switch graph.SkipReason(f.Reason) {
			case graph.SkipUnsupported:
				k.why = ""
			case graph.SkipSubmodule, graph.SkipSymlink:
				k.noun, k.why = f.Reason, ""
			case graph.SkipBinary:
				if k.noun, k.why = binaryNoun(f), ""; f.Role == string(change.Program) && k.noun == f.Kind {
					k.why = ReasonWords(f.Reason)
				}
			}
			rank := 1
			if !f.Source {
				rank = 3
			}
			add(f, k, rank)
		}
	}
	slices.SortStableFunc(groups, func(a, b fileGroup) int { return a.rank - b.rank })
	return groups
}

// binaryNoun names a file that is not text: by its kind, unless files of that kind are text.
func binaryNoun(f *report.FileCoverage) string {
	switch change.Role(f.Role) {
	case change.Asset, change.Data, change.Program:
		if f.Kind != "text file" && f.Kind != "unknown file" {
			return f.Kind
		}
	}
	return "binary file"
}

func (g *fileGroup) clause(style Style) string {
	n := len(g.files)
	switch g.status {
	case report.GraphOnly:
		return fmt.Sprintf("calls in %s (not supported yet)", Plural(n, word(g.title, style)+" file"))
	case report.Judged:
		if n == 1 {
			return fmt.Sprintf("a part of %s (%s)", style.Name(g.files[0].Path), word(g.why, style))
		}
		return fmt.Sprintf("parts of %d files (%s)", n, word(g.why, style))
	}
	var aside []string
	if n == 1 {
		aside = append(aside, style.Name(g.files[0].Path))
	}
	if g.why != "" {
		aside = append(aside, word(g.why, style))
	}
	noun := g.noun
	if noun == "" {
		noun = "file"
	}
	text := Plural(n, word(noun, style))
	if len(aside) > 0 {
		text += " (" + strings.Join(aside, ", ") + ")"
	}
	return text
}

// ReasonWords says for people why something was not analysed.
func ReasonWords(reason string) string { return coverage.Words(graph.SkipReason(reason)) }

// notCodeHeadline speaks of a change of which no file was analysed.
func notCodeHeadline(r *report.Report) string {
	n := len(r.Coverage.Files)
	if Stopped(r) {
		return "Not analysed; " + Plural(n, "file") + " changed"
	}
	docs, code := true, false
	for i := range r.Coverage.Files {
		f := &r.Coverage.Files[i]
		docs = docs && f.Role == string(change.Documentation)
		code = code || f.Role == string(change.Program) || f.Role == string(change.Build) || f.Role == "" || f.Reason != string(graph.SkipUnsupported) && f.Reason != string(graph.SkipBinary)
	}
	changed := Plural(n, "file") + " changed"
	switch read := r.Coverage.Counts.Content; {
	case read == n:
		return changed + "; no declaration that is compared in " + []string{"it", "them"}[min(n, 2)-1] + " differs"
	case read > 0:
		return fmt.Sprintf("%s; no declaration that is compared in %d of them differs%s", changed, read, uncheckedClause(r))
	}
	none := []string{"it", "neither", "none of them"}[min(n, 3)-1]
	switch {
	case docs:
		return changed + ": documentation only, not analysed"
	case code && n == 1:
		return changed + "; it could not be analysed"
	case code:
		return changed + "; " + none + " could be analysed"
	case n == 1:
		return changed + "; it is not code, so behaviour was not analysed"
	}
	return changed + "; " + none + " is code, so behaviour was not analysed"
}

// uncheckedClause counts, to follow a headline, the files that were not analysed or not as
// a whole; empty for none.
func uncheckedClause(r *report.Report) string {
	files, parts := r.Coverage.Counts.NotAnalysed, inPart(r)
	var clause string
	if files > 0 {
		clause = fmt.Sprintf("; %d of %s not analysed", files, Plural(len(r.Coverage.Files), "file"))
	}
	if parts > 0 {
		clause += fmt.Sprintf("; %s analysed in part only", Plural(parts, "file"))
	}
	return clause
}

// analysed returns the number of files that were compared.
func analysed(r *report.Report) int { return r.Coverage.Counts.Judged + r.Coverage.Counts.GraphOnly }

// headClause counts the files whose imports or the like differ; empty for none.
func headClause(r *report.Report) string {
	n := 0
	for i := range r.Coverage.Files {
		if r.Coverage.Files[i].Head {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return "imports, exports, directives or build constraints differ in " + Plural(n, "file")
}

// usesClause says of the symbols that have another name or place, or are gone, what is known
// of their uses, to follow what became of them.
func usesClause(r *report.Report, style Style, of func(*report.ChangedSymbol) bool, old string) string {
	var languages, files []string
	unchecked, dynamic, checked := false, false, false
	var written []report.Location
	for i := range r.ChangedSymbols {
		c := &r.ChangedSymbols[i]
		if !of(c) || c.Test { // a runner starts tests: that no code uses one says nothing
			continue
		}
		for _, p := range c.Written {
			if !slices.Contains(written, p) {
				written = append(written, p)
			}
		}
		switch c.Uses {
		case report.UsesChecked:
			checked = true
		case report.UsesDynamic:
			dynamic = true
			for _, f := range c.UncheckedIn {
				if !slices.Contains(files, f) {
					files = append(files, f)
				}
			}
		default:
			unchecked = true
			for _, l := range c.UncheckedIn {
				if !slices.Contains(languages, l) {
					languages = append(languages, l)
				}
			}
		}
	}
	slices.Sort(languages)
	if more := len(languages) - maxLanguages; more > 0 {
		languages = append(languages[:maxLanguages], Plural(more, "more language"))
	}
	for i := range languages {
		languages[i] = word(languages[i], style)
	}
	switch {
	case unchecked && len(languages) > 0:
		return fmt.Sprintf("; calls in %s are not checked, so uses of %s were not looked for there", joinWords(languages, "and"), old) + writtenClause(written, style)
	case unchecked:
		return fmt.Sprintf("; uses of %s were not looked for", old)
	case dynamic:
		who := Plural(len(files), "file")
		if len(files) == 1 {
			who = style.Name(files[0])
		}
		return fmt.Sprintf("; %s may look up names at run time, so uses of %s could not be checked in full", who, old) + writtenClause(written, style)
	case len(written) > 0:
		return writtenClause(written, style)
	case checked:
		return fmt.Sprintf("; no use of %s was found%s", old, amongAnalysed(r))
	}
	return ""
}

// amongAnalysed limits what was not found to what was looked at, to follow such a clause; it
// is empty where all of the change was.
func amongAnalysed(r *report.Report) string {
	if Unchecked(r, plain) == "" {
		return ""
	}
	return " in what was analysed"
}

// writtenClause tells of places where a name is still written that no symbol has, to follow a
// headline; empty for none.
func writtenClause(places []report.Location, style Style) string {
	const shown = 2
	if len(places) == 0 {
		return ""
	}
	named := firstOf(places, shown, func(p report.Location) string { return style.Name(fmt.Sprintf("%s:%d", p.Path, p.Line)) })
	return "; such a name is still written at " + strings.Join(named, ", ")
}
