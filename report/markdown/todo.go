package markdown

import (
	"fmt"
	"strings"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/view"
)

const (
	maxTasks     = 5 // causes that get a task of their own
	maxPlaces    = 3 // that a task names
	shortCommand = 200
)

// todo is what is left to do, as a list of tasks.
func (d *document) todo() section {
	var tasks []string
	tasks = append(tasks, view.UpdateTasks(d.Report, style, maxTasks)...)
	tasks = append(tasks, d.filesToRead()...)
	tasks = append(tasks, d.filesForgotten()...)
	tasks = append(tasks, d.testsToRun()...)
	tasks = append(tasks, d.ownersToAsk()...)
	return section{weight: 9, title: "Before you merge", body: func(rows int) string {
		if len(tasks) == 0 || rows == 0 {
			return ""
		}
		return "\n- [ ] " + strings.Join(tasks, "\n- [ ] ") + "\n"
	}}
}

// filesToRead is the task of reading what the analysis could not.
func (d *document) filesToRead() []string {
	source := view.PlacesToRead(d.Report)
	if len(source) == 0 {
		return nil
	}
	var places []string
	for _, n := range source[:min(len(source), maxPlaces)] {
		places = append(places, fmt.Sprintf("%s (%s)", d.place(n.Path, n.Line, n.Side), escape(view.ReasonWords(n.Reason))))
	}
	return []string{"Read what could not be analysed: " + andMore(places, len(source)-len(places))}
}

// filesForgotten has one task for each file that nearly always changed with a changed one.
func (d *document) filesForgotten() []string {
	var tasks []string
	for i := range d.Forgotten {
		f := &d.Forgotten[i]
		tasks = append(tasks, fmt.Sprintf("You may have forgotten %s: it %s", d.place(f.Path, 0, "head"), view.ForgottenClause(f, style)))
	}
	return tasks
}

// testsToRun is the task of running the tests, with the commands that are short enough.
func (d *document) testsToRun() []string {
	title, short, long := d.runs()
	switch {
	case title == "":
		return nil
	case len(short) == 0:
		return []string{title + ": see the " + strings.TrimPrefix(view.Plural(len(long), "command"), "1 ") + " under Tests"}
	case len(short)+len(long) == 1:
		return []string{title + ": " + short[0]}
	}
	text := title + ":\n  - " + strings.Join(short, "\n  - ")
	if len(long) > 0 {
		text += fmt.Sprintf("\n  - %s under Tests", view.Plural(len(long), "more command"))
	}
	return []string{text}
}

// runs returns the commands that run the tests: those that fit into a task, and the others.
func (d *document) runs() (title string, short, long []string) {
	title, commands := view.RunsToShow(d.Report)
	for _, c := range commands {
		if len(c) <= shortCommand && len(short) < maxPlaces {
			short = append(short, command(c))
		} else {
			long = append(long, command(c))
		}
	}
	return title, short, long
}

// ownersToAsk is the task of asking those whom the forge does not ask.
func (d *document) ownersToAsk() []string {
	return append(d.ask("Ask the owners of what is affected but not in the diff", d.Owners),
		d.ask("Ask who lately changed what is affected but not in the diff", d.Authors)...)
}

// ask is the task of asking people about files.
func (d *document) ask(title string, who []report.Owner) []string {
	var owners []string
	for _, o := range who[:min(len(who), maxPlaces)] {
		var paths []string
		for _, p := range o.Paths[:min(len(o.Paths), 1)] {
			paths = append(paths, d.place(p, 0, "head"))
		}
		owners = append(owners, fmt.Sprintf("%s (%s)", code(o.Name), andMore(paths, len(o.Paths)-len(paths))))
	}
	if len(owners) == 0 {
		return nil
	}
	return []string{title + ": " + andMore(owners, len(who)-len(owners))}
}
