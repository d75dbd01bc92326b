package main

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/nexus-ci/nexus-ci/diff/git"
	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/owners"
)

// suggestOwners fills in whom CODEOWNERS of the base branch names for what the change
// affects but does not touch. known are the author and those who review it already.
// CODEOWNERS that cannot be read cost a suggestion and nothing else.
func (p *program) suggestOwners(repo *git.Repo, c *comparison, r *report.Report, known []string) {
	for _, name := range owners.Files() {
		content, err := repo.ReadFile(c.baseRef.Commit, name, owners.MaxSize)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			fmt.Fprintf(p.err, "nexus-ci: warning: no owners suggested: %s\n", report.Clean(err.Error()))
			return
		}
		var touched []string
		for i := range c.changes {
			touched = append(touched, c.changes[i].OldPath, c.changes[i].NewPath)
		}
		rules := owners.Parse(content)
		r.Owners = append(r.Owners, owners.Suggest(r, rules, touched, known)...)
		if rules.Problem != "" {
			fmt.Fprintf(p.err, "nexus-ci: warning: %s: %s\n", name, rules.Problem)
		}
		return
	}
}
