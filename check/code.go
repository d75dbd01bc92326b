package check

import (
	"fmt"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/analyze/contextpack"
	"github.com/nexus-ci/nexus-ci/analyze/index"
	"github.com/nexus-ci/nexus-ci/analyze/source"
	"github.com/nexus-ci/nexus-ci/diff/compare"
	"github.com/nexus-ci/nexus-ci/diff/git"
	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/prompt"
)

// maxCodeFile is the size of the largest file whose code is shown, in bytes.
const maxCodeFile = 1 << 20

// codeOf returns what finds the code of a changed symbol: in head, or in base when it is
// gone. Files and folders have none.
func codeOf(repo *git.Repo, c *compare.Comparison, result *analyze.Result) func(s *report.ChangedSymbol) *prompt.Code {
	sides := map[string]struct {
		index *index.Index
		files *source.Files
	}{
		"base": {result.Base, source.NewFiles(c.Base, repo.Blobs())},
		"head": {result.Head, source.NewFiles(c.Head, repo.Blobs())},
	}
	return func(s *report.ChangedSymbol) *prompt.Code {
		side := sides[s.Side]
		n := side.index.Graph.Node(s.ID)
		if n == nil || n.Parent == nil || n.Start < 1 {
			return nil
		}
		content, err := side.files.ReadFile(n.Path, maxCodeFile)
		lines := strings.Split(string(content), "\n")
		if err != nil || n.End > len(lines) || n.End < n.Start {
			return nil // the report says what it says without
		}
		code := &prompt.Code{Language: n.Language, Start: n.Start, Lines: lines[n.Start-1 : n.End]}
		if n.Label.Callable() && !n.Abstract {
			ways := 1 + n.Decisions
			code.Complexity = fmt.Sprintf("%s (%d)", contextpack.Complexity(ways), ways)
		}
		return code
	}
}
