package compare

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/nexus-ci/nexus-ci/diff/git"
	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

// SetWords sets both sides of a Scope from revisions as git diff takes them:
//
//	A         base A, head the work tree
//	A B       base A, head B
//	A..B      the same, HEAD where a side is left out
//	A...B     the same: the base is always the merge base
func (s *Scope) SetWords(words []string) error {
	switch len(words) {
	case 0:
		return nil
	case 1:
	case 2:
		if strings.Contains(words[0]+words[1], "..") {
			return fmt.Errorf("%s %s: want A B or A..B", words[0], words[1])
		}
		s.Base, s.Head = words[0], words[1]
		return nil
	default:
		return errors.New("want at most two revisions")
	}
	base, head, ranged := strings.Cut(words[0], "...")
	if !ranged {
		base, head, ranged = strings.Cut(words[0], "..")
	}
	switch {
	case strings.Contains(head, ".."), strings.HasPrefix(head, "."), ranged && base == "" && head == "":
		return fmt.Errorf("%s: want A..B", words[0])
	case ranged:
		s.Base, s.Head = orHead(base), orHead(head)
	default:
		s.Base = words[0]
	}
	return nil
}

// A Request names a pull request.
type Request struct {
	Number string
	// Address is that of the repository, as far as it was given.
	Address string
	// Kind is the word of its address for pull requests, empty without one.
	Kind string
}

var (
	requestNumber  = lazyregexp.New(`^(?:[#!]?([0-9]{1,6})|(?:refs/)?(?:pull|merge-requests|pull-requests)/([0-9]{1,6})/(?:head|merge|from))$`)
	requestAddress = lazyregexp.New(`^(https?://[^/?#\s]+/[^?#\s]+?)/(?:-/)?(pull|pulls|merge_requests|pull-requests|pullrequest)/([0-9]{1,6})(?:[/?#]\S*)?$`)
)

// ParseRequest returns the pull request that a word names, by its number, its ref or its address; ok is
// false where it names none.
func ParseRequest(word string) (r Request, ok bool) {
	if m := requestNumber.FindStringSubmatch(word); m != nil {
		return Request{Number: m[1] + m[2]}, true
	}
	if m := requestAddress.FindStringSubmatch(word); m != nil {
		return Request{Address: m[1], Kind: m[2], Number: m[3]}, true
	}
	return Request{}, false
}

// A RequestError says that the commits of a pull request are not in the clone.
type RequestError struct {
	Request Request
	from    string // the remote, or an address
	ref     string // where the remote has it
}

func (e *RequestError) Error() string {
	return fmt.Sprintf("pull request %[1]s is not in this clone; add --fetch, or type: git fetch %[2]s %[3]s:pr-%[1]s && nexus-ci check --head pr-%[1]s", e.Request.Number, e.from, e.ref)
}

// SetRequest sets head to a pull request that was fetched before; else it returns a
// RequestError.
func (s *Scope) SetRequest(repo *git.Repo, r Request) error {
	remote, address := repo.Remote()
	refs := map[string]string{"gitlab": "merge-requests/%s/head", "bitbucket": "pull-requests/%s/from"}
	form := "pull/%s/head"
	for host, of := range refs {
		if strings.Contains(strings.ToLower(address), host) && r.Address == "" {
			form = of
		}
	}
	switch r.Kind {
	case "merge_requests":
		form = refs["gitlab"]
	case "pull-requests":
		form = refs["bitbucket"]
	}
	ref := fmt.Sprintf(form, r.Number)
	for _, name := range []string{"refs/heads/pr-" + r.Number, "refs/" + ref, "refs/remotes/" + remote + "/" + ref, "refs/remotes/" + remote + "/pr/" + r.Number} {
		if _, err := repo.Resolve(name); err == nil {
			s.Head, s.HeadName = name, strings.TrimPrefix(name, "refs/heads/")
			return nil
		}
	}
	from := r.Address
	if from == "" {
		from = cmp.Or(remote, "origin")
	}
	return &RequestError{Request: r, from: from, ref: ref}
}

// SetArguments sets the sides that arguments name: a request, or revisions. An argument that was
// meant as a path is an error.
func (s *Scope) SetArguments(repo *git.Repo, words []string) error {
	if len(words) == 1 {
		if request, ok := ParseRequest(words[0]); ok {
			return s.SetRequest(repo, request)
		}
	}
	for _, word := range words {
		if _, err := repo.Resolve(word); err != nil && isPath(word) {
			return fmt.Errorf("%s: check takes revisions, not paths, and always checks the whole change: leave it out", word)
		}
	}
	return s.SetWords(words)
}

// isPath reports whether a word that is no revision was meant as a path.
func isPath(word string) bool {
	if strings.HasPrefix(word, ".") && !strings.Contains(strings.Trim(word, "."), "..") && (strings.Contains(word, "/") || strings.Trim(word, ".") == "") || strings.HasSuffix(word, "/...") {
		return true
	}
	_, err := os.Stat(word)
	return err == nil
}

// SetSince sets base to a revision, or to the last commit before a date: the day 2006-01-02, a
// time as RFC 3339 has it, yesterday, or as in "3 days ago", 2.weeks or 36h.
func (s *Scope) SetSince(repo *git.Repo, since string, now time.Time) error {
	if _, err := repo.Resolve(since); err == nil {
		s.Base = since
		return nil
	}
	date, ok := parseDate(since, now)
	if !ok {
		return fmt.Errorf("%s: want a revision, or a date such as 2006-01-02, yesterday or 3.days", since)
	}
	tip, err := repo.Resolve(orHead(s.Head))
	if err != nil {
		return err
	}
	if s.Base, err = repo.Before(tip, date.Unix()); err != nil {
		return err
	}
	s.BaseName = s.Base[:7]
	return nil
}

var ago = lazyregexp.New(`^([0-9]{1,4})[. ]?(h|hour|d|day|w|week|month|year)s?([. ]ago)?$`)

func parseDate(text string, now time.Time) (time.Time, bool) {
	for _, layout := range []string{time.DateOnly, time.RFC3339, time.DateTime} {
		if t, err := time.ParseInLocation(layout, text, now.Location()); err == nil {
			return t, true
		}
	}
	if text == "yesterday" {
		return now.AddDate(0, 0, -1), true
	}
	m := ago.FindStringSubmatch(text)
	if m == nil {
		return time.Time{}, false
	}
	n, _ := strconv.Atoi(m[1]) // few digits
	switch m[2][0] {
	case 'h':
		return now.Add(-time.Duration(n) * time.Hour), true
	case 'd':
		return now.AddDate(0, 0, -n), true
	case 'w':
		return now.AddDate(0, 0, -7*n), true
	case 'm':
		return now.AddDate(0, -n, 0), true
	}
	return now.AddDate(-n, 0, 0), true
}
