// Package sticky keeps one comment of ours on a pull request up to date.
//
// In: a Board, which is the list of comments on the pull request, and the wanted comment. Out:
// calls of the Board, and the outcome.
//
// Invariants: only comments that begin with our tag and were written by our account are changed;
// a comment of a newer run is never replaced by an older one; concurrent runs end with one comment
// that has the text of the newest run; the number of requests is bounded.
//
// Absent: what the API of a forge looks like, and whether the pull request is open.
package sticky

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/nexus-ci/nexus-ci/report/publish"
	"github.com/nexus-ci/nexus-ci/report/publish/rest"
)

// A Comment is one on a pull request.
type Comment struct {
	ID        int64 // grows with each comment
	URL, Body string
	Author    string // id or name of the account, as the forge has it
	Hidden    bool   // or resolved: nobody would see a new text
	Version   int    // for forges that have one
	Node      string // a second id, for forges that have one
}

// A Board is the list of comments on one pull request. Its errors are those of package rest.
type Board interface {
	// Comments returns all comments.
	Comments(context.Context) ([]Comment, error)
	// Ours reports for each of the comments, which have our tag, whether it may be changed: written
	// by our account, since anyone may copy a tag, and not hidden.
	Ours(context.Context, []Comment) ([]bool, error)
	Create(ctx context.Context, body string) (Comment, error)
	// Edit and Delete fail with the status 404 if the comment is gone, and with 409 if somebody
	// else changed it at the same time.
	Edit(ctx context.Context, c Comment, body string) error
	Delete(ctx context.Context, c Comment) error

	// Pause waits, or fails if that would be too long.
	Pause(context.Context, time.Duration) error
	// Fail returns an error of the others as one line for the user.
	Fail(error) error
}

// maxRounds bounds the number of times that a publication checks the result. A single run
// needs two.
const maxRounds = 6

// A publication updates one comment. Forges have no conditional writes, so it writes what is
// missing, checks the result, and repeats this until nothing is missing. If a run finds several
// comments of ours, the oldest gets the newest text and the others are deleted. All runs follow
// this rule, so concurrent runs end with the same result.
type publication struct {
	Board
	want publish.Comment
	tag  Tag

	ours     map[int64]bool // comments with a tag, by id: whether they are ours
	gone     map[int64]bool // deleted comments, even if a list still has them
	created  *Comment
	written  bool // our text was written, or is not needed
	lost     int  // number of creations with an unknown outcome
	conflict error
	outcome  publish.Outcome
}

// A sticky is one of our comments.
type sticky struct {
	Comment
	order publish.Order
	text  string
}

// Put updates the comment. Afterwards at most one comment is ours, and it has the text of the
// newest run.
func Put(ctx context.Context, board Board, tag Tag, want publish.Comment) (publish.Outcome, error) {
	p := publication{Board: board, want: want, tag: tag, ours: make(map[int64]bool), gone: make(map[int64]bool)}
	for range maxRounds {
		own, err := p.list(ctx)
		if err != nil {
			return publish.Outcome{}, err
		}
		settled := false
		if len(own) == 0 {
			settled, err = p.create(ctx)
		} else {
			settled, err = p.settle(ctx, own)
		}
		if err != nil {
			return publish.Outcome{}, err
		}
		if settled {
			return p.outcome, nil
		}
	}
	if !p.written && p.conflict != nil {
		return publish.Outcome{}, p.Fail(p.conflict)
	}
	return p.outcome, nil
}

// CheckMode returns done if nothing is to be written in a mode, and an error if there is no such
// mode.
func CheckMode(mode string) (done bool, err error) {
	if !slices.Contains(publish.Modes(), mode) {
		return false, fmt.Errorf("comment mode %q is not always, changes or off", mode)
	}
	return mode == publish.Off, nil
}

// By reports which comments are by an account and not hidden.
func By(author string, comments []Comment) []bool {
	ours := make([]bool, len(comments))
	for i, c := range comments {
		ours[i] = c.Author == author && !c.Hidden
	}
	return ours
}

// list returns our comments, the oldest first.
func (p *publication) list(ctx context.Context) ([]sticky, error) {
	all, err := p.Comments(ctx)
	if err != nil {
		return nil, p.Fail(err)
	}
	// The list may not contain the new comment yet.
	if p.created != nil && !slices.ContainsFunc(all, func(c Comment) bool { return c.ID == p.created.ID }) {
		all = append(all, *p.created)
	}
	var own []sticky
	var unknown []Comment
	for _, c := range all {
		order, text, ok := untagged(c.Body)
		if !ok || p.gone[c.ID] {
			continue
		}
		if _, known := p.ours[c.ID]; !known {
			unknown = append(unknown, c)
		}
		own = append(own, sticky{Comment: c, order: order, text: text})
	}
	if len(unknown) > 0 {
		ours, err := p.Ours(ctx, unknown)
		if err != nil {
			return nil, p.Fail(err)
		}
		for i, c := range unknown {
			p.ours[c.ID] = ours[i]
		}
	}
	own = slices.DeleteFunc(own, func(s sticky) bool { return !p.ours[s.ID] })
	slices.SortFunc(own, func(a, b sticky) int { return cmp.Compare(a.ID, b.ID) })
	return own, nil
}

// create writes the first comment, if there is something to report.
func (p *publication) create(ctx context.Context) (settled bool, err error) {
	if p.want.Mode == publish.Changes && !p.want.Worth {
		p.outcome.Result = publish.Silent
		return true, nil
	}
	body, err := p.render("")
	if err != nil {
		return false, err
	}
	created, err := p.Create(ctx, body)
	if rest.Lost(err) && p.lost < rest.MaxTries-1 {
		// It may exist already: check before trying again.
		p.lost++
		if p.Pause(ctx, rest.Backoff(p.lost)) == nil {
			return false, nil
		}
	}
	if err != nil {
		return false, p.Fail(err)
	}
	p.ours[created.ID] = true
	p.created, p.written = &created, true
	p.outcome = publish.Outcome{Result: publish.Created, URL: created.URL}
	return p.alone(), nil
}

// alone reports whether what was written need not be read again.
func (p *publication) alone() bool { return p.lost == 0 && p.want.Alone != nil && p.want.Alone() }

// settle reduces our comments to one with the newest text. It reports whether this was already the
// case, so that no further check is needed.
func (p *publication) settle(ctx context.Context, own []sticky) (settled bool, err error) {
	kept, newest := own[0], own[0]
	for _, s := range own[1:] {
		if !s.order.Before(newest.order) {
			newest = s
		}
	}
	body := newest.Body
	superseded := p.want.Order.Before(newest.order)
	if !superseded && (!p.written || newest.order.Before(p.want.Order)) {
		if body, err = p.render(newest.text); err != nil {
			return false, err
		}
	}
	p.outcome.URL = kept.URL
	switch {
	case superseded:
		p.outcome.Result = publish.Superseded
	case p.outcome.Result == "":
		p.outcome.Result = publish.Unchanged
	}

	settled = true
	if _, text, _ := untagged(body); !SameText(text, kept.text) {
		edited, err := p.edit(ctx, kept, body)
		if err != nil || !edited {
			return false, err
		}
		settled = p.alone()
		if p.outcome.Result == publish.Unchanged {
			p.outcome.Result = publish.Updated
		}
	}
	p.written = true
	for _, s := range own[1:] {
		switch err := p.Delete(ctx, s.Comment); {
		case rest.Status(err) == http.StatusConflict:
			return false, nil
		case err != nil && rest.Status(err) != http.StatusNotFound:
			return false, p.Fail(err)
		}
		p.gone[s.ID] = true
	}
	return settled, nil
}

// edit returns false when the comment was deleted or changed by others.
func (p *publication) edit(ctx context.Context, s sticky, body string) (bool, error) {
	err := p.Edit(ctx, s.Comment, body)
	switch rest.Status(err) {
	case http.StatusNotFound:
		p.gone[s.ID] = true
		return false, nil
	case http.StatusConflict:
		p.conflict = err
		return false, nil
	}
	if err != nil {
		return false, p.Fail(err)
	}
	return true, nil
}

func (p *publication) render(previous string) (string, error) {
	text, err := p.want.Body(previous)
	if err != nil {
		return "", p.Fail(err)
	}
	return p.tag.tagged(p.want.Order, p.want.Head, strings.TrimRight(text, "\r\n")), nil
}
