package check

import (
	"errors"
	"io/fs"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/history"
	"github.com/nexus-ci/nexus-ci/diff/compare"
	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/owners"
)

// maxAuthors bounds the people that are named for want of owners.
const maxAuthors = 3

// suggestAuthors fills in who changed lately what the change affects but does not touch, without the author
// of the change and programs, where no owner is known. It takes names and no addresses.
func (in *Input) suggestAuthors(c *compare.Comparison, r *report.Report, past *history.History, author string) {
	if past == nil || len(r.Owners) > 0 {
		return
	}
	for _, a := range past.Recent(owners.Affected(r, touched(c)), author) {
		name, err := in.Repo.AuthorName(a.Commit)
		if err != nil || name == "" || strings.HasSuffix(name, "[bot]") || strings.ContainsAny(name, "@") {
			continue
		}
		r.Authors = append(r.Authors, report.Owner{Name: strings.ToValidUTF8(name, "\uFFFD"), Paths: a.Paths})
		if len(r.Authors) == maxAuthors {
			return
		}
	}
}

// touched returns the paths of both sides of the diff.
func touched(c *compare.Comparison) []string {
	var paths []string
	for i := range c.Changes {
		paths = append(paths, c.Changes[i].OldPath, c.Changes[i].NewPath)
	}
	return paths
}

// suggestOwners fills in whom CODEOWNERS of the base branch names for what the change
// affects but does not touch, without the people of the pull request. A CODEOWNERS that
// cannot be read costs a suggestion and nothing else.
func (in *Input) suggestOwners(c *compare.Comparison, r *report.Report) {
	var known []string
	if in.Pull != nil {
		known = in.Pull.People
	}
	for _, name := range owners.Files() {
		content, err := in.Repo.ReadFile(c.BaseRef.Commit, name, owners.MaxSize)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			in.Warn("no owners suggested: " + report.Clean(err.Error()))
			return
		}
		rules := owners.Parse(content)
		r.Owners = append(r.Owners, owners.Suggest(r, rules, touched(c), known)...)
		if rules.Problem != "" {
			in.Warn(name + ": " + rules.Problem)
		}
		return
	}
}
