package finding

import "strings"

// An Example is a small change and the messages that the rule reports for it.
type Example struct {
	Title string // a clause that describes the change
	// Source are the files of both sides as a txtar archive: base/… the old tree, head/…
	// the files that differ, where an empty NAME.deleted removes a file; other/… is the tree of
	// another branch, as head/… is.
	Source string
	Says   []string // the messages of the rule's findings, sorted; none: no finding
}

// The lines of a file of examples that are not part of an archive.
const (
	exampleTitle = "==== " // begins an example
	exampleSays  = "> "    // one message
)

// Examples are the text of a file of examples: for each a line "==== title", a line "> message"
// for each message, and the archive.
type Examples string

// All returns the examples in their order.
func (text Examples) All() []Example {
	var examples []Example
	for _, part := range strings.Split("\n"+string(text), "\n"+exampleTitle)[1:] {
		title, rest, _ := strings.Cut(part+"\n", "\n")
		e := Example{Title: title}
		for strings.HasPrefix(rest, exampleSays) {
			var line string
			line, rest, _ = strings.Cut(rest, "\n")
			e.Says = append(e.Says, strings.TrimPrefix(line, exampleSays))
		}
		e.Source = rest
		examples = append(examples, e)
	}
	return examples
}
