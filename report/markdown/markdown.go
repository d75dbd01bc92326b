// Package markdown renders a report as one comment on a pull request.
//
// In: a report.Report and Options. Out: GitHub Flavored Markdown, at most
// Options.Limit bytes. The first line is the verdict in words; what breaks stands
// before what changed; ten rows of a list are visible, more are folded, and
// every list says how much of it is shown. A change by which the program cannot
// behave differently gets two lines.
//
// Invariants: whatever stands in the report, the comment has the structure that
// this package gave it: every string from the report goes through escape or code.
// What does not fit is left out section by section, the least important
// first, and never cut in the middle.
//
// Deliberately absent: posting the comment and its hidden marker, which belong to
// the publisher.
package markdown

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/report"
)

// DefaultLimit keeps a margin below the 65,536 characters that GitHub accepts.
const DefaultLimit = 60000

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
	Limit         int // bytes; 0 means DefaultLimit
	// Previous is the state of the comment that this one takes the place of, see ReadState.
	Previous State
}

// rowLimits are the rows of a section that are tried, until all sections fit.
var rowLimits = [...]int{100, 30, visibleRows, 3, 0}

// style makes what comes from the repository inert.
var style = report.Style{Name: code, Text: prose}

// Render returns the comment.
func Render(r *report.Report, o Options) string {
	limit := o.Limit
	if limit <= 0 {
		limit = DefaultLimit
	}
	d := &document{Report: r, url: repositoryURL(o.RepositoryURL)}
	state := remember(r, o.Previous, limit/3)
	head, sections, foot := d.header(state), d.sections(), d.footer()+"\n"+state.encode()

	texts := make([]string, len(sections))
	size := len(head) + len(foot)
	for i, s := range sections {
		texts[i] = s.render(rowLimits[0])
		size += len(texts[i])
	}
	// All sections are shrunk by one step, from the least important up, before any is
	// shrunk by two.
	order := make([]int, len(sections))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return sections[i].weight - sections[j].weight })
	for _, rows := range rowLimits[1:] {
		for _, i := range order {
			if size <= limit {
				break
			}
			size -= len(texts[i])
			texts[i] = sections[i].render(rows)
			size += len(texts[i])
		}
	}
	var b strings.Builder
	b.WriteString(head)
	for _, text := range texts {
		b.WriteString(text)
	}
	b.WriteString(foot)
	return b.String()
}

// A document is a report on its way to Markdown.
type document struct {
	*report.Report
	url string // without a slash at the end; empty for no links
}

// A section is a titled part.
type section struct {
	weight int // the lightest is shrunk first
	render func(rows int) string
}

// sections are in the order of the comment.
func (d *document) sections() []section {
	if report.Quiet(d.Report) {
		return []section{{0, d.notAnalysed}}
	}
	return []section{
		{8, d.breaks}, {7, d.behaviours}, {4, d.processes}, {3, d.clusters}, {2, d.changedSymbols},
		{0, d.affectedSymbols}, {1, d.tests}, {6, d.why}, {5, d.notAnalysed},
	}
}

func (d *document) header(state State) string {
	var b strings.Builder
	headline := report.Headline(d.Report, style)
	if d.Risk.Level == "none" && !d.Risk.Incomplete {
		fmt.Fprintf(&b, "**%s.**\n", headline)
	} else {
		fmt.Fprintf(&b, "**%s** — %s.\n", escape(strings.ToUpper(d.Risk.Level)), headline)
	}
	fmt.Fprintf(&b, "\nCompared %s with %s", d.revision(d.Head, d.Head.Commit), d.revision(d.Base, d.MergeBase))
	if facts := report.Facts(d.Report); facts != "" {
		b.WriteString(": " + facts)
	}
	b.WriteString(".\n")
	if since := d.sinceLastPush(state); since != "" {
		fmt.Fprintf(&b, "\n%s\n", since)
	}
	return b.String()
}

// commitLink returns the short id of a commit as code, with a link to it.
func (d *document) commitLink(id string) string {
	if d.url == "" || !isID(id) {
		return code(shortID(id))
	}
	return fmt.Sprintf("[%s](%s/commit/%s)", code(shortID(id)), d.url, id)
}

// revision names one side: the commit that was read, and the user's word for it.
func (d *document) revision(rev report.Revision, commit string) string {
	switch {
	case commit == "" && rev.Ref == "index":
		return "the index"
	case commit == "":
		return "the work tree"
	case rev.Ref == "" || strings.HasPrefix(commit, rev.Ref):
		return code(shortID(commit))
	}
	return fmt.Sprintf("%s (%s)", code(shortID(commit)), code(rev.Ref))
}

func shortID(commit string) string { return commit[:min(len(commit), 7)] }

func (d *document) footer() string {
	if d.Summary.ChangedFiles == 0 {
		return ""
	}
	head := d.Coverage.Head
	return fmt.Sprintf("\n<sub>%s %s read %d of %s; %s could not be followed.</sub>\n",
		escape(d.Tool.Name), escape(d.Tool.Version), head.Parsed, report.Plural(head.Files, "file"), report.Plural(head.UnknownCalls, "call"))
}

// place returns path:line as code, with a link where the side has a commit.
func (d *document) place(path string, line int, side string) string {
	return d.link(path, line, d.commit(side, nil))
}

// commit returns the commit of a side, for the findings of a merge that of the branch
// with the ref against.
func (d *document) commit(side string, against *string) string {
	switch {
	case side == "head":
		return d.Head.Commit
	case against == nil:
		return d.MergeBase
	}
	for _, a := range d.Against {
		if a.Ref == *against && side == "base" {
			return a.MergeBase
		} else if a.Ref == *against {
			return a.Commit
		}
	}
	return ""
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
	link := fmt.Sprintf("%s/blob/%s/%s", d.url, commit, escapePath(path))
	if line > 0 {
		link += fmt.Sprintf("#L%d", line)
	}
	return fmt.Sprintf("[%s](%s)", code(text), link)
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
