package sticky

import (
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/report/publish"
)

// A comment is told by its first line, in both forms.
func TestTag(t *testing.T) {
	order := publish.Order{Run: 12345678901, Attempt: 2}
	for tag, begin := range map[Tag]string{HTML: "<!-- nexus-ci/comment v1 ", Definition: `[/]: # "nexus-ci/comment v1 `} {
		body := tag.tagged(order, "c0ffee", "\ntext\n")
		for _, body := range []string{body, strings.ReplaceAll(body, "\n", "\r\n")} {
			got, text, ok := untagged(body)
			if !strings.HasPrefix(body, begin) || !ok || got != order || !SameText(text, "\ntext") {
				t.Errorf("%q: %v, %q, %t", body, got, text, ok)
			}
		}
		for _, foreign := range []string{"> " + body, "quoted\n" + body, " " + body, strings.Replace(body, "nexus-ci/comment", "nexus-ci/other", 1)} {
			if _, _, ok := untagged(foreign); ok {
				t.Errorf("%q has a tag", foreign)
			}
		}
		if got, _, ok := untagged(strings.Replace(body, "v1 ", "v9 ", 1)); !ok || got != (publish.Order{}) {
			t.Errorf("a tag of another version: %v, %t", got, ok)
		}
	}
}
