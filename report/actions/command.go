package actions

import (
	"fmt"
	"strings"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// GitHub shows no more annotations of one level for one step.
const (
	maxAnnotations = 10
	// maxNotices leaves room for what the step itself has to tell.
	maxNotices = 7
)

// Commands returns the lines, without their ends, that make annotations of the first of
// each level, in their order, and a last one that counts the rest.
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

// annotate returns the command for one annotation. Where a path has characters that
// change how text looks, it is told in the message: GitHub could not link it.
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

// Notice returns the line that tells something about the job as a whole.
func Notice(message string) string { return command("notice", nil, clean(message)) }

// Warning is Notice for what somebody should look into.
func Warning(message string) string { return command("warning", nil, clean(message)) }

// clean cleans each line of a text.
func clean(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = report.Clean(lines[i])
	}
	return strings.Join(lines, "\n")
}

// A property is a parameter of a workflow command.
type property struct{ name, value string }

// command returns a workflow command as the runner reads it.
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
