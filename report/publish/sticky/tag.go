package sticky

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/nexus-ci/nexus-ci/lazyregexp"
	"github.com/nexus-ci/nexus-ci/report/publish"
)

// A Tag is how the first line of a comment is hidden from readers. It marks the comment as ours
// and names the run that wrote it. It comes first, because programs that quote a comment put
// their own text before it.
type Tag int

const (
	// HTML is a comment of HTML.
	HTML Tag = iota
	// Definition is a link definition that nothing refers to, for forges that show comments of HTML.
	Definition
)

const tagVersion = 1

var (
	htmlPattern       = lazyregexp.New(`^<!-- nexus-ci/comment v([0-9]{1,9})([^\n>]*)-->[ \r]*(?:\n|$)`)
	definitionPattern = lazyregexp.New(`^\[/\]: # "nexus-ci/comment v([0-9]{1,9})([^\n"]*)"[ \r]*(?:\n[ \r]*\n|\n|$)`)
	orderPattern      = lazyregexp.New(`^ run=([0-9]{1,18}) attempt=([0-9]{1,9}) head=[0-9a-f]* $`)
)

// tagged returns text with the tag as its first line.
func (t Tag) tagged(order publish.Order, head, text string) string {
	line := fmt.Sprintf("nexus-ci/comment v%d run=%d attempt=%d head=%s ", tagVersion, order.Run, order.Attempt, head)
	if t == Definition {
		return `[/]: # "` + line + "\"\n\n" + text
	}
	return "<!-- " + line + "-->\n" + text
}

// untagged splits a comment into its order and its text; ok is false without a tag. For a tag of
// another version, the order is unknown.
func untagged(body string) (order publish.Order, text string, ok bool) {
	m := htmlPattern.FindStringSubmatch(body)
	if m == nil {
		m = definitionPattern.FindStringSubmatch(body)
	}
	if m == nil {
		return publish.Order{}, "", false
	}
	if o := orderPattern.FindStringSubmatch(m[2]); o != nil && m[1] == strconv.Itoa(tagVersion) {
		order.Run, _ = strconv.ParseInt(o[1], 10, 64)
		order.Attempt, _ = strconv.Atoi(o[2])
	}
	return order, body[len(m[0]):], true
}

// SameText compares comments, ignoring line ends and trailing white space, which a forge may
// change.
func SameText(a, b string) bool {
	clean := func(s string) string { return strings.TrimRight(strings.ReplaceAll(s, "\r\n", "\n"), " \t\r\n") }
	return clean(a) == clean(b)
}
