package markdown

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/report"
)

// A State is what a comment remembers of the check that it tells about. The zero value
// remembers nothing.
type State struct {
	now, before push // before is what now was compared with
}

// A push is one state of a pull request: its head, and the findings in sorted order.
type push struct {
	head string // full id; empty for no push
	// findings are short hashes of their fingerprints. Several findings may share one, and
	// then it stands here as often.
	findings []string
	// capped: there were more than fit into the comment, and findings is empty.
	capped bool
}

const (
	digits = 8 // of a short hash
	// maxState is the largest encoding that is read, before and after it is unpacked.
	maxState = 1 << 16

	stateBegin = "<!-- nexus-ci:state:v1 "
	stateEnd   = " -->"

	// The same for forges that show comments of HTML: a link definition that nothing refers to.
	definitionBegin = `[/]: # "nexus-ci:state:v1 `
	definitionEnd   = `"`
)

// remember returns the state, of at most room bytes, of the comment on r that follows one
// with the state last. A second check of one head is compared with what the first one was
// compared with, so that it tells the same.
func remember(r *report.Report, last State, room int) State {
	s := State{push{head: r.Head.Commit}, last.now}
	if last.now.head == r.Head.Commit {
		s.before = last.before
	}
	for i := range r.Findings {
		sum := sha256.Sum256([]byte(r.Findings[i].Fingerprint))
		s.now.findings = append(s.now.findings, hex.EncodeToString(sum[:digits/2]))
	}
	slices.Sort(s.now.findings)
	if len(s.encode()) > room {
		s.before = push{}
	}
	if len(s.encode()) > room {
		s.now.findings, s.now.capped = nil, true
	}
	return s
}

// delta counts the findings that are gone since the push before, that are new, and that are
// in both. It is not ok where there is nothing to compare with.
func (s State) delta() (fixed, added, same int, ok bool) {
	if s.before.head == "" || s.now.head == "" || s.before.capped || s.now.capped {
		return 0, 0, 0, false
	}
	left := make(map[string]int)
	for _, f := range s.before.findings {
		left[f]++
	}
	for _, f := range s.now.findings {
		if left[f] > 0 {
			left[f]--
			same++
		}
	}
	return len(s.before.findings) - same, len(s.now.findings) - same, same, true
}

// encode returns the HTML comment that ReadState reads, empty where the head is no commit.
// Nothing in it comes from the contents of the repository.
func (s State) encode() string {
	if !isID(s.now.head) {
		return ""
	}
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, flate.BestCompression) // fails for other levels only
	s.now.write(w)
	if s.before.head != "" {
		s.before.write(w)
	}
	w.Close()
	return stateBegin + base64.StdEncoding.EncodeToString(b.Bytes()) + stateEnd + "\n"
}

// write writes p as one line.
func (p push) write(w io.Writer) {
	findings := strings.Join(p.findings, "")
	if p.capped {
		findings = "capped"
	}
	fmt.Fprintf(w, "%s %s\n", p.head, findings)
}

// ReadState returns the state that Render has put into a comment. It is zero when there is
// none, when it was tampered with, and when another version wrote it.
func ReadState(comment string) State {
	begin, end := stateBegin, stateEnd
	at := strings.LastIndex(comment, begin)
	if at < 0 {
		begin, end = definitionBegin, definitionEnd
		at = strings.LastIndex(comment, begin)
	}
	if at < 0 {
		return State{}
	}
	text, _, ok := strings.Cut(comment[at+len(begin):], end)
	if !ok || len(text) > maxState {
		return State{}
	}
	packed, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return State{}
	}
	// A few bytes may unfold to any number.
	plain, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), maxState))
	lines := strings.Split(string(plain), "\n")
	if err != nil || len(lines) < 2 || len(lines) > 3 || lines[len(lines)-1] != "" {
		return State{}
	}
	var s State
	for i, p := range []*push{&s.now, &s.before}[:len(lines)-1] {
		if *p, ok = readPush(lines[i]); !ok {
			return State{}
		}
	}
	return s
}

// readPush reads the line of a push.
func readPush(line string) (push, bool) {
	head, findings, ok := strings.Cut(line, " ")
	p := push{head: head, capped: findings == "capped"}
	switch {
	case !ok || !isID(head):
		return push{}, false
	case p.capped:
		return p, true
	case len(findings)%digits != 0 || !isHex(findings):
		return push{}, false
	}
	for i := 0; i < len(findings); i += digits {
		p.findings = append(p.findings, findings[i:i+digits])
	}
	return p, slices.IsSorted(p.findings)
}

// isID reports whether s is the full id of a commit.
func isID(s string) bool { return (len(s) == 40 || len(s) == 64) && isHex(s) }

func isHex(s string) bool {
	_, err := hex.DecodeString(s)
	return err == nil && s == strings.ToLower(s)
}

// sinceLastPush tells how the findings differ from those of the push before, empty where
// there is nothing to compare or to tell.
func (d *document) sinceLastPush(s State) string {
	fixed, added, same, ok := s.delta()
	if !ok || fixed+added+same == 0 {
		return ""
	}
	var parts []string
	if fixed > 0 {
		parts = append(parts, fmt.Sprintf("%d fixed", fixed))
	}
	if added > 0 {
		parts = append(parts, fmt.Sprintf("%d new", added))
	}
	if same > 0 {
		parts = append(parts, fmt.Sprintf("%d as before", same))
	}
	return fmt.Sprintf("Since the last push (%s): %s.", d.commitLink(s.before.head), strings.Join(parts, ", "))
}
