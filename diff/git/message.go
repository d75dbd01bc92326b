package git

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

// maxTitle is the longest title in bytes.
const maxTitle = 500

// parseMessage reads the author and the title of a commit. request says that it merges a pull
// request: its title is then that of the request.
func parseMessage(content []byte, merge bool) (author, title string, request bool) {
	header, message, _ := bytes.Cut(content, []byte("\n\n"))
	for line := range bytes.Lines(header) {
		if who, ok := bytes.CutPrefix(line, []byte("author ")); ok {
			author = authorToken(who)
			break
		}
	}
	// Git prints text that is not UTF-8 unchanged; the report cannot.
	subject, body := cutSubject(strings.ToValidUTF8(string(message), "\uFFFD"))
	if merge {
		if requested, ok := requestTitle(subject, body); ok {
			return author, shorten(requested), true
		}
	}
	return author, shorten(subject), false
}

// authorToken returns a token for the author of "Name <address> seconds zone". Case is ignored:
// it differs between tools.
func authorToken(who []byte) string {
	_, rest, _ := bytes.Cut(who, []byte("<"))
	address, _, _ := bytes.Cut(rest, []byte(">"))
	sum := sha256.Sum256(bytes.ToLower(bytes.TrimSpace(address)))
	return hex.EncodeToString(sum[:8])
}

// cutSubject splits a message as git does: the subject is the first paragraph, its
// lines joined.
func cutSubject(message string) (subject, body string) {
	var lines []string
	rest := message
	for rest != "" {
		line, after, _ := strings.Cut(rest, "\n")
		rest = after
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		} else if len(lines) > 0 {
			break
		}
	}
	return strings.Join(lines, " "), rest
}

// Subjects of merges of pull requests, which have the title in the body.
var (
	// GitHub, Bitbucket.
	pullRequest = lazyregexp.New(`^(Merge pull request #\d+ |Merged in .*\(pull request #\d+\)$|Merge pull request \d+ )`)
	// Bots that test and merge; one of them writes "12: Title r=who a=who".
	botMerge  = lazyregexp.New(`^(Auto merge of #\d+ |Merge #\d+( #\d+)*$)`)
	botTitle  = lazyregexp.New(`^\d+: (.*?)( r=\S.*)?$`)
	gitlabRef = lazyregexp.New(`(?m)^See merge request \S+!\d+\s*$`)
)

// requestTitle returns the title of the merged pull request: the first line of the body with
// words.
func requestTitle(subject, body string) (string, bool) {
	isBot := botMerge.MatchString(subject)
	if !isBot && !pullRequest.MatchString(subject) && !gitlabRef.MatchString(body) {
		return "", false
	}
	for line := range strings.Lines(body) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if m := botTitle.FindStringSubmatch(line); isBot && m != nil {
			line = m[1]
		}
		return line, true
	}
	return subject, true
}

// shorten cuts a title to maxTitle bytes, between characters.
func shorten(title string) string {
	if len(title) <= maxTitle {
		return title
	}
	return strings.ToValidUTF8(title[:maxTitle], "")
}
