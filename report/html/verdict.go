package html

import (
	"fmt"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/html/page"
	"github.com/nexus-ci/nexus-ci/report/view"
)

const (
	maxFirst = 5 // that the first screen shows
	maxTasks = 5 // causes that get a task of their own
	maxNamed = 3 // that a task names
	// longHeadline is from how many bytes on a headline is set in smaller letters.
	longHeadline = 200
	// maxCommand is how long a command on the first screen may be, in bytes.
	maxCommand = 200
)

// verdict writes what a reader has to know at once: how it is rated, what was not checked, what
// breaks and what to do.
func (d *document) verdict(w *page.Writer) {
	r := d.Report
	headline, reach := view.Verdict(r, style)
	var class []string
	if len(headline) > longHeadline {
		class = []string{"class", "long"}
	}
	w.In(func() {
		w.Element(view.Rating(r), "span", "class", "badge "+level(r))
		w.Text(" ")
		w.Prose(headline)
	}, "h1", class...)
	if reach != "" {
		w.In(func() { w.Prose(reach + ".") }, "p")
	}
	facts := view.Facts(r)
	if axis := view.Deciding(r); axis != "" && !view.Unread(r) && r.Summary.ChangedFiles > 0 {
		if facts != "" {
			facts += "; "
		}
		facts += "rated by " + axis
	}
	if facts != "" {
		w.Sentence(facts+".", "p", "class", "meta")
	}
	d.notices(w)
	w.In(func() {
		d.lookFirst(w)
		d.todo(w)
	}, "div", "class", "first")
}

// level returns the class of the badge.
func level(r *report.Report) string {
	switch l := r.Risk.Level; l {
	case "low", "medium", "high", "critical":
		if !view.Stopped(r) {
			return l
		}
	}
	return "none"
}

// maxUsers is how many users in other repositories are named.
const maxUsers = 20

// notices say what this report does not speak of.
func (d *document) notices(w *page.Writer) {
	var lines []string
	if s := view.Unchecked(d.Report, style); s != "" {
		lines = append(lines, s)
	}
	lines = append(lines, view.SuppressedLines(d.Report, style)...)
	for _, line := range view.ElsewhereLines(d.Report, style, maxUsers) {
		lines = append(lines, "In other repositories: "+line)
	}
	lines = append(lines, view.MergeLines(d.Report, style)...)
	if s := view.ShallowLine(d.Report, style); s != "" {
		lines = append(lines, s)
	}
	if len(lines) == 0 {
		return
	}
	w.In(func() {
		for _, line := range lines {
			w.Sentence(line+".", "p")
		}
	}, "div", "class", "notice", "role", "note", "aria-label", "What this report does not tell")
}

// lookFirst lists the first findings, or where there are none, what the changed code does now.
func (d *document) lookFirst(w *page.Writer) {
	first := append(append([]finding{}, d.breaks...), d.others...)
	title := "Look at first"
	if len(d.breaks) > 0 {
		title, first = "What breaks", d.breaks
	}
	if len(first) > 0 {
		w.In(func() {
			w.Element(title, "h2")
			w.In(func() {
				for i := range first[:min(len(first), maxFirst)] {
					f := &first[i]
					w.In(func() {
						w.In(func() { w.Prose(f.title()) }, "a", "href", "#"+f.id)
						w.Text(" ")
						w.Element(place(f.Sites[0].Path, f.Sites[0].Line), "code", "class", "muted")
					}, "li")
				}
			}, "ul")
			if more := len(first) - maxFirst; more > 0 {
				w.In(func() { w.Element(fmt.Sprintf("%d more", more), "a", "href", "#"+sectionOf(first)) }, "p")
			}
		}, "div")
		return
	}
	told, facts := view.BehaviourRows(d.Report), view.WeightyFacts(d.Report)
	if len(told)+len(facts) == 0 {
		return
	}
	w.In(func() {
		w.Element(title, "h2")
		w.In(func() {
			for _, b := range told[:min(len(told), maxFirst)] {
				w.In(func() {
					w.In(func() { w.Prose(view.BehaviourSymbol(b.Behaviour, style) + " " + view.BehaviourWords(b.Behaviour)) }, "a", "href", "#behaviours")
					w.Text(" ")
					d.place(w, b.Path, b.Line, b.Side, nil)
				}, "li")
			}
			for _, f := range facts[:min(len(facts), max(0, maxFirst-len(told)))] {
				w.In(func() {
					w.In(func() { w.Prose(prose(f.What)) }, "a", "href", "#facts")
					w.Text(" ")
					d.place(w, f.Path, f.Line, f.Side, nil)
				}, "li")
			}
		}, "ul")
	}, "div")
}

// sectionOf returns the section that has some findings.
func sectionOf(of []finding) string {
	if of[0].Sites[0].Class == "break" {
		return "breaks"
	}
	return "warnings"
}

// todo writes what is left to do.
func (d *document) todo(w *page.Writer) {
	var tasks []func()
	say := func(sentence string) { tasks = append(tasks, func() { w.Prose(sentence) }) }
	for _, task := range view.UpdateTasks(d.Report, style, maxTasks) {
		say(task)
	}
	if source := view.PlacesToRead(d.Report); len(source) > 0 {
		tasks = append(tasks, func() {
			w.Text("Read what could not be analysed: ")
			for i, n := range source[:min(len(source), maxNamed)] {
				w.Text([]string{"", ", "}[min(i, 1)])
				d.place(w, n.Path, n.Line, n.Side, nil)
			}
			if more := len(source) - maxNamed; more > 0 {
				w.Text(fmt.Sprintf(" and %d more", more))
			}
		})
	}
	for i := range d.Forgotten {
		f := &d.Forgotten[i]
		say("You may have forgotten " + style.Name(f.Path) + ": it " + view.ForgottenClause(f, style))
	}
	if title, commands := view.RunsToShow(d.Report); title != "" {
		tasks = append(tasks, func() {
			var short []string
			for _, c := range commands {
				if len(c) <= maxCommand && len(short) < maxNamed {
					short = append(short, c)
				}
			}
			w.Text(title)
			if len(short) > 0 {
				w.Text(":")
			}
			d.commands(w, short)
			if more := len(commands) - len(short); more > 0 {
				w.Text(" ")
				w.Element(fmt.Sprintf("%s below", view.Plural(more, "command")), "a", "href", "#tests")
			}
		})
	}
	for _, o := range d.Owners[:min(len(d.Owners), maxNamed)] {
		say("Ask " + style.Name(o.Name) + ", who owns " + view.Plural(len(o.Paths), "affected file") + " outside of the diff")
	}
	if more := len(d.Owners) - maxNamed; more > 0 {
		say("Ask " + view.Plural(more, "more owner") + " of such files")
	}
	for _, o := range d.Authors[:min(len(d.Authors), maxNamed)] {
		say("Ask " + style.Name(o.Name) + ", who lately changed " + view.Plural(len(o.Paths), "affected file") + " outside of the diff")
	}
	if len(tasks) == 0 {
		return
	}
	w.In(func() {
		w.Element("Before you merge", "h2")
		w.In(func() {
			for _, task := range tasks {
				w.In(task, "li")
			}
		}, "ul")
	}, "div")
}

func (d *document) commands(w *page.Writer, commands []string) {
	for _, c := range commands {
		w.In(func() { w.Element(report.ClipTo(c, view.MaxCommand), "code") }, "pre")
	}
}
