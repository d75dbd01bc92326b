package markdown

import (
	"fmt"
	"strings"
)

// RenderFailure returns the comment that takes the place of the one on a report where head
// could not be analysed, for a reason of one line. It keeps the state of the comment before,
// so that the next one is compared with what was analysed last.
func RenderFailure(head, reason string, o Options) string {
	d := document{url: repositoryURL(o.RepositoryURL), pages: o.Flavour}
	text := fmt.Sprintf("⚠️ **NOT ANALYSED** — %s.\n\nHead %s was not analysed, so nothing is known about this change: this is no clean result. The log of the job may say more.\n",
		escape(strings.TrimSuffix(reason, ".")), d.commitLink(head))
	if state := o.Previous.encode(); state != "" {
		text += "\n" + state
	}
	return o.Flavour.apply(text)
}
