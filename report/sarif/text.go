package sarif

import (
	"fmt"
	"strings"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// style is for names and sentences in a message.
var style = view.Style{Name: text, Text: text}

// plain returns s as one short line of plain text.
func plain(s string) string { return report.Clean(report.Clip(s)) }

// text returns plain text for a message, where brackets make a link. The standard
// (section 3.11.6) escapes them inside the text of links; GitHub does so everywhere.
func text(s string) string {
	return strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`).Replace(plain(s))
}

// link leads to the related location of that id.
func link(to string, id int) string { return fmt.Sprintf("[%s](%d)", text(to), id) }

// place is how a line of a file is written in a message.
func place(path string, line int) string {
	if line <= 0 {
		return path
	}
	return fmt.Sprintf("%s:%d", path, line)
}

// uri returns the path of a file as a URI relative to the root of the repository.
func uri(path string) string {
	var b strings.Builder
	for _, c := range []byte(strings.TrimLeft(path, "/")) {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte("-._~/", c) >= 0:
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// at returns a location, of the whole file where there is no line.
func at(path string, line int) location {
	l := location{PhysicalLocation: physicalLocation{ArtifactLocation: artifactLocation{URI: uri(path), URIBaseID: root}}}
	if line > 0 {
		l.PhysicalLocation.Region = &region{StartLine: line}
	}
	return l
}
