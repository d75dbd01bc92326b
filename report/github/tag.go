package github

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/nexus-ci/nexus-ci/report/publish"
)

// The tag is the first line of a comment. It marks the comment as ours and names the run that
// wrote it. It comes first, because programs that quote a comment put their own text before it.
const tagVersion = 1

var tagPattern = regexp.MustCompile(`^<!-- nexus-ci/comment v([0-9]{1,9})([^\n>]*)-->[ \r]*(?:\n|$)`)
var orderPattern = regexp.MustCompile(`^ run=([0-9]{1,18}) attempt=([0-9]{1,9}) head=[0-9a-f]* $`)

// tagged returns text with the tag as its first line.
func tagged(order publish.Order, head, text string) string {
	return fmt.Sprintf("<!-- nexus-ci/comment v%d run=%d attempt=%d head=%s -->\n", tagVersion, order.Run, order.Attempt, head) + text
}

// untagged splits a comment into its order and its text; ok is false without a tag. For a tag of
// another version, the order is unknown.
func untagged(body string) (order publish.Order, text string, ok bool) {
	m := tagPattern.FindStringSubmatch(body)
	if m == nil {
		return publish.Order{}, "", false
	}
	if o := orderPattern.FindStringSubmatch(m[2]); o != nil && m[1] == strconv.Itoa(tagVersion) {
		order.Run, _ = strconv.ParseInt(o[1], 10, 64)
		order.Attempt, _ = strconv.Atoi(o[2])
	}
	return order, body[len(m[0]):], true
}

// sameText compares comments, ignoring line ends and trailing white space, which GitHub may
// change.
func sameText(a, b string) bool {
	clean := func(s string) string { return strings.TrimRight(strings.ReplaceAll(s, "\r\n", "\n"), " \t\r\n") }
	return clean(a) == clean(b)
}
