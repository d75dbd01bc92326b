package actions

import (
	"fmt"
	"strings"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// The maximum numbers of annotations of one level that GitHub shows per step.
const (
	maxAnnotations = 10
	// maxNotices is lower, to leave room for notices of the step itself.
	maxNotices = 7
)

// Commands returns the lines, without line ends, that make annotations: the first ones of each
// level in order, and a last line with the number of the others.
func Commands(annotations []view.Annotation) []string {
	left := map[string]int{"error": maxAnnotations, "warning": maxAnnotations, "notice": maxNotices}
	var lines []string
	for _, a := range annotations {
		if left[a.Level] > 0 {
			left[a.Level]--
			lines = append(lines, annotate(a))
		}
	}
	if more := len(annotations) - len(lines); more > 0 {
		lines = append(lines, Notice(fmt.Sprintf("%s more: GitHub shows no more of one step. The summary of the job has all.", view.Plural(more, "finding"))))
	}
	return lines
}

// annotate returns the command for one annotation. GitHub cannot link a path with control or
// format characters, so such a path is put into the message.
func annotate(a view.Annotation) string {
	message := clean(a.Message)
	var properties []property
	if a.Title != "" {
		properties = append(properties, property{"title", clean(a.Title)})
	}
	if path := report.Clean(a.Path); path != a.Path {
		message = fmt.Sprintf("%s:%d: %s", path, a.Line, message)
	} else if path != "" {
		properties = append(properties, property{"file", path}, property{"line", fmt.Sprint(a.Line)})
	}
	return command(a.Level, properties, message)
}

// Notice returns the line that shows a notice on the page of the job.
func Notice(message string) string { return command("notice", nil, clean(message)) }

// Warning is Notice for a problem.
func Warning(message string) string { return command("warning", nil, clean(message)) }

// clean makes each line of a text safe to print.
func clean(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = report.Clean(lines[i])
	}
	return strings.Join(lines, "\n")
}

// A property is a parameter of a workflow command.
type property struct{ name, value string }

// command returns a workflow command in the syntax of the runner.
func command(name string, properties []property, message string) string {
	var b strings.Builder
	b.WriteString("::" + name)
	separator := " "
	for _, p := range properties {
		if p.value != "" {
			b.WriteString(separator + p.name + "=" + escapeProperty(p.value))
			separator = ","
		}
	}
	b.WriteString("::" + escapeData(message))
	return b.String()
}

func escapeData(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func escapeProperty(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s)
}
