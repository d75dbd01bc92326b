// Package markdown renders a report as one comment on a pull request.
//
// In: a report.Report and Options. Out: GitHub Flavored Markdown, at most
// Options.Limit bytes. The first line is the verdict in words, below a sentence on what the
// change does outside of code where a reviewer must look at it, then come the commits and
// what is new since the last push. What breaks outside the diff stands before what breaks
// inside it, then what behaves differently, what is to do before the merge, and the execution
// flows, with a few small Mermaid diagrams. All else is folded; ten rows of a list are
// visible, and every list says how much of it is shown. A small change has one fold, and one by
// which the program cannot behave differently gets two lines.
//
// The comment ends in the state that the next one is compared with: an HTML comment that
// ReadState reads.
//
// Invariants: whatever stands in the report, the comment has the structure that
// this package gave it: every string from the report goes through escape, code or, into a
// diagram, mermaidText. Equal reports after equal comments give equal bytes, and so does a
// second one on the same head after the first. What does not fit is left out section by
// section, the least important first, and never cut in the middle.
//
// Deliberately absent: posting the comment and its hidden marker, which belong to
// the publisher.
package markdown

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/nexus-ci/nexus-ci/lazyregexp"
	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// DefaultLimit keeps a margin below the 65,536 characters that GitHub accepts.
const DefaultLimit = 60000

// ordinary is how long the comment on an ordinary change is, in bytes: what readers open is
// shortened to it, as far as every list keeps fewRows rows. What breaks and what to do is not.
const (
	ordinary = 10000
	fewRows  = 1
)

// guide is where the words of a comment are explained.
const guide = "https://github.com/nexus-ci/nexus-ci/blob/main/docs/usage.md#reading-a-report"

// visibleRows is how many rows of a list stand outside of the fold.
const visibleRows = 10

// maxPath is the longest path, in bytes, that gets a link: a longer one would not
// open anyway, and would fill the comment.
const maxPath = 1000

// Options say how to render. The zero value is useful.
type Options struct {
	// RepositoryURL is the address of the repository's pages, as in
	// "https://github.com/owner/name". Places become links when it is set.
	RepositoryURL string
	Limit         int  // bytes; 0 means DefaultLimit
	All           bool // every row that fits into Limit, and the factors of the score
	// Previous is the state of the comment that this one takes the place of, see ReadState.
	Previous State
	Flavour  Flavour
}

// rowLimits are the rows of a section that are tried, until all sections fit into the limit, and
// shortLimits those that are tried for the length of an ordinary comment.
var (
	rowLimits   = [...]int{100, 30, visibleRows, 3, 0}
	shortLimits = [...]int{100, 30, visibleRows, 3, fewRows}
)

// placePattern finds what may be a place in a sentence.
var placePattern = lazyregexp.New("[^\\s`]+:[0-9]+")

// style makes what comes from the repository inert.
var style = view.Style{Name: code, Text: prose}

// Render returns the comment.
func Render(r *report.Report, o Options) string { return o.Flavour.apply(render(r, o)) }

func render(r *report.Report, o Options) string {
	limit := o.Limit
	if limit <= 0 {
		limit = DefaultLimit
	}
	d := newDocument(r, o)
	state := remember(r, o.Previous, limit/3)
	head, foot := d.header(state), state.encode()
	if foot != "" {
		foot = "\n" + foot
	}
	if view.Quiet(r) {
		return head + d.limits() + foot
	}
	if view.Unread(r) {
		list := d.notAnalysed()
		list.detail = true
		return head + strings.Join(shrink([]section{list}, limit-len(head)-len(d.limits())-len(foot)), "") + d.limits() + foot
	}
	foot = d.footer() + foot
	open, details := d.sections()
	room := limit - len(head) - len(foot) - len(d.everything("x"))
	all := append(open, details...)
	if !o.All {
		all = shorten(all, ordinary-limit+room)
	}
	texts := shrink(all, room)
	var b strings.Builder
	b.WriteString(head)
	b.WriteString(strings.Join(texts[:len(open)], ""))
	rest := strings.Join(texts[len(open):], "")
	if d.small() {
		rest = d.everything(rest)
	}
	return b.String() + rest + foot
}

// shrink renders all sections so that together they have at most size bytes. All are shrunk
// by one step, from the least important up, before any is shrunk by two.
func shrink(sections []section, size int) []string {
	texts := make([]string, len(sections))
	order := make([]int, len(sections))
	for i := range sections {
		order[i] = i
		texts[i] = sections[i].render(rowLimits[0])
		size -= len(texts[i])
	}
	slices.SortStableFunc(order, func(i, j int) int { return sections[i].weight - sections[j].weight })
	for _, rows := range rowLimits[1:] {
		for _, i := range order {
			if size >= 0 {
				return texts
			}
			size += len(texts[i])
			texts[i] = sections[i].render(rows)
			size -= len(texts[i])
		}
	}
	return texts
}

// shorten lets sections have fewer rows, so that together they have at most size bytes if the
// rows that each keeps are few enough for that.
func shorten(sections []section, size int) []section {
	var short []section
	for _, rows := range shortLimits {
		short = slices.Clone(sections)
		left := size
		for i, s := range sections {
			if most := max(rows, s.keeps); s.keeps > 0 {
				short[i].body = func(rows int) string { return s.body(min(rows, most)) }
			}
			left -= len(short[i].render(rowLimits[0]))
		}
		if left >= 0 {
			break
		}
	}
	return short
}

// A document is a report on its way to Markdown.
type document struct {
	*report.Report
	url   string // without a slash at the end; empty for no links
	pages Flavour
	all   bool
	known map[string]string // the commit of each place, as "path:line", that the report speaks of
}

func newDocument(r *report.Report, o Options) *document {
	d := &document{Report: r, url: repositoryURL(o.RepositoryURL), pages: o.Flavour, all: o.All, known: make(map[string]string)}
	know := func(path string, line int, commit string) {
		place := fmt.Sprintf("%s:%d", path, line)
		if other, ok := d.known[place]; ok && other != commit {
			commit = "" // it cannot be told which one is meant
		}
		d.known[place] = commit
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		know(f.Path, f.Line, d.commit(f.Side, f.Against))
		if o := f.Related; o != nil {
			know(o.Path, o.Line, d.commit(o.Side, f.Against))
		}
	}
	return d
}

// sections returns what stands open, and what readers open, in the order of the comment.
func (d *document) sections() (open, details []section) {
	told := make(toldOf)
	outside, inside := d.breaks(told)
	open = []section{d.suppressed(), outside, inside, d.elsewhere(), d.behaviours(told), d.functions(), d.declarations(), d.gone(), d.newFunctions(), d.facts()}
	notes := d.notes(told)
	reach := []section{d.clusters(), d.changedSymbols(), d.affectedSymbols(), d.tests(), d.untested(), d.documents()}
	rest := []section{d.why(), d.notAnalysed(), {weight: 7, body: func(int) string { return d.limits() }}, d.more()}
	for i := range reach {
		reach[i].keeps = fewRows
	}
	if !d.small() {
		return append(open, d.todo(), d.flows(), d.modelSummary()), slices.Concat(reach, []section{notes}, rest)
	}
	notes.detail = false // what the comment is there for
	details = slices.Concat([]section{d.flows()}, reach, rest)
	for i := range details {
		details[i].detail = false
	}
	return append(open, notes, d.todo(), d.modelSummary()), details
}

// small reports whether the change is one that nobody has to look at twice: then everything
// but what is worth knowing and what is to do stands in one fold.
func (d *document) small() bool {
	worse := func(f report.Finding) bool { return view.Level(&f) != "notice" }
	return !slices.ContainsFunc(d.Findings, worse) && (d.Risk.Level == "low" || d.Risk.Level == "none")
}

// everything folds all details of a small change.
func (d *document) everything(text string) string {
	return folded("<b>What changed, what it reaches, and why "+escape(view.Rating(d.Report))+"</b>", text)
}

// sign is what a reader sees of the level before reading.
func (d *document) sign() string {
	if view.Stopped(d.Report) {
		return "⚪"
	}
	switch d.Risk.Level {
	case "critical":
		return "🔴"
	case "high":
		return "🟠"
	case "medium":
		return "🟡"
	case "low":
		return "🟢"
	}
	return "⚪"
}

// header returns the verdict, the commits, and what is new since the last push.
func (d *document) header(state State) string {
	var b strings.Builder
	first, reach := view.Verdict(d.Report, style)
	if d.Risk.Level == "none" && !d.Risk.Incomplete {
		fmt.Fprintf(&b, "%s **%s.**\n", d.sign(), first)
	} else {
		fmt.Fprintf(&b, "%s **%s** — %s.\n", d.sign(), escape(view.Rating(d.Report)), first)
	}
	if reach != "" {
		fmt.Fprintf(&b, "\n%s.\n", reach)
	}
	if unchecked := view.Unchecked(d.Report, style); unchecked != "" {
		fmt.Fprintf(&b, "\n%s.\n", unchecked)
	}
	if lines := view.SuppressedLines(d.Report, style); len(lines) > 0 {
		fmt.Fprintf(&b, "\n%s.\n", lines[0])
	}
	fmt.Fprintf(&b, "\n%s", d.compared())
	if facts := view.Facts(d.Report); facts != "" {
		b.WriteString(": " + facts)
	}
	b.WriteString(".\n")
	if since := d.sinceLastPush(state); since != "" {
		fmt.Fprintf(&b, "\n%s\n", since)
	}
	return b.String()
}

// compared names what was compared.
func (d *document) compared() string {
	base := "Base " + d.revision(d.Base)
	switch {
	case d.MergeBase == d.Base.Commit:
		base = "Base and merge base " + d.revision(d.Base)
	case d.MergeBase != "":
		base += ", merge base " + d.commitLink(d.MergeBase)
	}
	return base + ", head " + d.revision(d.Head)
}

// commitLink returns the short id of a commit as code, with a link to it.
func (d *document) commitLink(id string) string {
	if d.url == "" || !isID(id) {
		return code(shortID(id))
	}
	return fmt.Sprintf("[%s](%s)", code(shortID(id)), d.url+d.pages.commit(id))
}

// revision names one side: the user's word for it, and the commit.
func (d *document) revision(rev report.Revision) string {
	switch {
	case rev.Commit == "" && rev.Ref == "index":
		return "the index"
	case rev.Commit == "":
		return "the work tree"
	case rev.Ref == "" || strings.HasPrefix(rev.Commit, rev.Ref):
		return d.commitLink(rev.Commit)
	}
	return code(rev.Ref) + " at " + d.commitLink(rev.Commit)
}

func shortID(commit string) string { return commit[:min(len(commit), 7)] }

func (d *document) footer() string {
	if d.Summary.ChangedFiles == 0 {
		return ""
	}
	head := d.Coverage.Head
	return fmt.Sprintf("\n<sub>%s %s read %d of %s; %s could not be followed.</sub>\n",
		escape(d.Tool.Name), escape(d.Tool.Version), head.Parsed, view.Plural(head.Files, "file"), view.Plural(head.UnknownCalls, "call"))
}

// more says where the words are explained, and how to see what is left out.
func (d *document) more() section {
	check := "nexus-ci check --all"
	if isID(d.Head.Commit) && isID(d.MergeBase) {
		check = fmt.Sprintf("nexus-ci check %s..%s --all", shortID(d.MergeBase), shortID(d.Head.Commit))
	}
	return section{weight: 0, body: func(rows int) string {
		if rows == 0 {
			return ""
		}
		return fmt.Sprintf("\n<sub>[How to read this](%s). All of it: `%s`.</sub>\n", guide, check)
	}}
}

// place returns path:line as code, with a link where the side has a commit.
func (d *document) place(path string, line int, side string) string {
	return d.link(path, line, d.commit(side, nil))
}

func (d *document) commit(side string, against *string) string {
	return view.Commit(d.Report, side, against)
}

// link returns path:line as code, with a link where there is a commit.
func (d *document) link(path string, line int, commit string) string {
	text := path
	if line > 0 {
		text = fmt.Sprintf("%s:%d", path, line)
	}
	if d.url == "" || commit == "" || len(path) > maxPath {
		return code(text)
	}
	return fmt.Sprintf("[%s](%s)", code(text), d.url+d.pages.place(commit, escapePath(path), line))
}

// linked is prose with a link for the first place in it that the report speaks of.
func (d *document) linked(s string) string {
	for _, at := range placePattern.FindAllStringIndex(s, -1) {
		place := s[at[0]:at[1]]
		commit := d.known[place]
		if commit == "" || strings.Count(s[:at[0]], "`")%2 == 1 || at[0] > 0 && s[at[0]-1] != ' ' {
			continue
		}
		colon := strings.LastIndexByte(place, ':')
		line, _ := strconv.Atoi(place[colon+1:])
		text := d.link(place[:colon], line, commit)
		if before := strings.TrimRight(s[:at[0]], " "); before != "" {
			text = prose(before) + " " + text
		}
		after := s[at[1]:]
		if strings.HasPrefix(after, " ") {
			text += " "
		}
		return text + prose(strings.TrimLeft(after, " "))
	}
	return prose(s)
}

// escapePath escapes each segment of a path for a link that stands in Markdown.
func escapePath(path string) string {
	segments := strings.Split(path, "/")
	for i, s := range segments {
		// PathEscape leaves a few signs of RFC 3986 that Markdown or GitHub read.
		segments[i] = strings.NewReplacer("@", "%40", ":", "%3A", "$", "%24", "&", "%26", "=", "%3D", "+", "%2B", "~", "%7E", "_", "%5F").Replace(url.PathEscape(s))
	}
	return strings.Join(segments, "/")
}

// repositoryURL returns the address without a slash at the end, or nothing when it
// could not stand in a link.
func repositoryURL(s string) string {
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || strings.ContainsAny(s, "()<>[]`|\\ \"") {
		return ""
	}
	return strings.TrimRight(s, "/")
}
