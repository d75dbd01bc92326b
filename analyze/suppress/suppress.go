// Package suppress takes findings out of a result that somebody has decided about before.
//
// In: findings, and what to suppress: those of a baseline, those that settings name, and those
// with a comment beside their place. Out: the findings that are left, and the others, each with
// who decided and why.
//
// Invariants: nothing is dropped without an Entry; of a comment that the change itself adds,
// the Entry says so; the time that ends a setting is that of the commits, so that the same
// input gives the same result on any day.
package suppress

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/source"
	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

// A Rule is a setting.
type Rule struct {
	Match  func(path string) bool // nil: every path
	Rules  []string               // names of kinds of findings; empty: all
	Until  int64                  // Unix seconds, 0 for no end
	Reason string
}

// A Policy is what to suppress beside what comments say.
type Policy struct {
	Rules []Rule
	Known map[string]bool // fingerprints of a baseline
}

// A By is who decided.
type By string

// Who decided.
const (
	Baseline      By = "baseline"
	Configuration By = "configuration"
	Comment       By = "comment"
)

// An Entry is a suppressed finding.
type Entry struct {
	Finding finding.Finding
	By      By
	Reason  string // empty for a baseline
	// Added says that the change itself adds the comment.
	Added bool
}

// An Input is where comments are, and when the states were made.
type Input struct {
	Policy
	Base, Head *diff.Snapshot
	Changes    []diff.FileChange
	Blobs      source.Blobs
}

// Apply returns the findings that are left, in their order, and the others.
func Apply(findings []finding.Finding, in Input) (left []finding.Finding, suppressed []Entry) {
	s := state{in: &in, base: source.NewFiles(in.Base, in.Blobs), head: source.NewFiles(in.Head, in.Blobs), lines: make(map[string][]string)}
	for i := range findings {
		f := &findings[i]
		if e, ok := s.entry(f); ok {
			e.Finding = *f
			suppressed = append(suppressed, e)
		} else {
			left = append(left, *f)
		}
	}
	return left, suppressed
}

type state struct {
	in         *Input
	base, head *source.Files
	lines      map[string][]string // of files of head
}

func (s *state) entry(f *finding.Finding) (Entry, bool) {
	if s.in.Known[f.Fingerprint] {
		return Entry{By: Baseline}, true
	}
	now := max(s.in.Base.Time, s.in.Head.Time)
	for _, r := range s.in.Rules {
		if (r.Match == nil || r.Match(f.Path)) && (len(r.Rules) == 0 || slices.Contains(r.Rules, f.Rule)) && (r.Until == 0 || now < r.Until) {
			return Entry{By: Configuration, Reason: r.Reason}, true
		}
	}
	if f.Side != change.InHead {
		return Entry{}, false // the comment would be of another state
	}
	return s.comment(f)
}

// maxFile is the size of the largest file whose comments are read, in bytes.
const maxFile = 4 << 20

// marker is a comment that suppresses: behind the sign that begins a comment in any of the
// languages stand the rule and the reason, which has to be there.
var marker = lazyregexp.New(`(?://|#|/\*|--|<!--|;|\*)\s*(nexus-ci:ignore\s+([a-z][a-z-]*)[\s:]+(\S.*?))\s*(?:\*/|-->)?\s*$`)

// comment looks at the line of a finding and at the one above.
func (s *state) comment(f *finding.Finding) (Entry, bool) {
	lines, read := s.lines[f.Path]
	if !read {
		if content, err := s.head.ReadFile(f.Path, maxFile); err == nil {
			lines = strings.Split(string(content), "\n")
		}
		s.lines[f.Path] = lines
	}
	for _, at := range [...]int{f.Line - 1, f.Line - 2} {
		if at < 0 || at >= len(lines) {
			continue
		}
		m := marker.FindStringSubmatch(strings.TrimSuffix(lines[at], "\r"))
		if m != nil && m[2] == f.Rule {
			return Entry{By: Comment, Reason: m[3], Added: !s.inBase(f.Path, m[1])}, true
		}
	}
	return Entry{}, false
}

// inBase reports whether the base of a file of head has a comment.
func (s *state) inBase(path, comment string) bool {
	for i := range s.in.Changes {
		if c := &s.in.Changes[i]; c.NewPath == path {
			if path = c.OldPath; path == "" {
				return false
			}
			break
		}
	}
	content, err := s.base.ReadFile(path, maxFile)
	return err == nil && strings.Contains(string(content), comment)
}
