package check

import (
	"errors"
	"io/fs"

	"github.com/nexus-ci/nexus-ci/diff/compare"
	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/owners"
)

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
		var touched []string
		for i := range c.Changes {
			touched = append(touched, c.Changes[i].OldPath, c.Changes[i].NewPath)
		}
		rules := owners.Parse(content)
		r.Owners = append(r.Owners, owners.Suggest(r, rules, touched, known)...)
		if rules.Problem != "" {
			in.Warn(name + ": " + rules.Problem)
		}
		return
	}
}
