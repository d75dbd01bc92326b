package check

import (
	"fmt"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/analyze/contextpack"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/impact"
	"github.com/nexus-ci/nexus-ci/analyze/index"
	"github.com/nexus-ci/nexus-ci/analyze/process/title"
	"github.com/nexus-ci/nexus-ci/analyze/source"
	"github.com/nexus-ci/nexus-ci/diff/compare"
	"github.com/nexus-ci/nexus-ci/diff/git"
	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/html"
	"github.com/nexus-ci/nexus-ci/report/prompt"
)

// maxCodeFile is the size of the largest file whose code is shown, in bytes.
const maxCodeFile = 1 << 20

// A Code finds the code that a report speaks of: that of the sides of a comparison, and of the
// branches that head was merged with. Its methods are not for several goroutines.
type Code struct {
	files  map[codeSide]*source.Files
	graphs map[string]*graph.Graph // of base and head
	// The file that was read last: places in one file mostly come one after the other.
	side  codeSide
	path  string
	lines []string
}

// A codeSide is base, head or other. Where a finding is about a merge, against is the ref of the
// branch: base is then where head and that branch parted, and other is its tip.
type codeSide struct{ side, against string }

func newCode(repo *git.Repo, c *compare.Comparison, result *analyze.Result) *Code {
	code := &Code{
		files: map[codeSide]*source.Files{
			{"base", ""}: source.NewFiles(c.Base, repo.Blobs()),
			{"head", ""}: source.NewFiles(c.Head, repo.Blobs()),
		},
		graphs: make(map[string]*graph.Graph),
	}
	for side, x := range map[string]*index.Index{"base": result.Base, "head": result.Head} {
		if x != nil {
			code.graphs[side] = x.Graph
		}
	}
	for _, b := range c.Branches {
		code.files[codeSide{"base", b.Ref}] = source.NewFiles(b.Base, repo.Blobs())
		code.files[codeSide{"other", b.Ref}] = source.NewFiles(b.Tip, repo.Blobs())
	}
	return code
}

// Symbol returns the code of a changed symbol for a language model: that of head, or of base when
// it is gone. It is nil for files and folders.
func (c *Code) Symbol(s *report.ChangedSymbol) *prompt.Code {
	n := c.node(s.Side, s.ID)
	lines := c.of(s.Side, n)
	if lines == nil {
		return nil // the report says what it says without
	}
	code := &prompt.Code{Language: n.Language, Start: n.Start, Lines: lines}
	if n.Label.Callable() && !n.Abstract {
		ways := 1 + n.Decisions
		code.Complexity = fmt.Sprintf("%s (%d)", contextpack.Complexity(ways), ways)
	}
	return code
}

// Versions returns the code of a changed symbol in base and head, nil for a side without it.
func (c *Code) Versions(s *report.ChangedSymbol) (before, now *html.Excerpt) {
	old := s.ID
	if s.Old != nil {
		old = s.Old.ID
	}
	version := func(side, id string) *html.Excerpt {
		n := c.node(side, id)
		if lines := c.of(side, n); lines != nil {
			return &html.Excerpt{Start: n.Start, Lines: lines}
		}
		return nil
	}
	if s.ChangeType != "added" {
		before = version("base", old)
	}
	if s.ChangeType != "removed" {
		now = version("head", s.ID)
	}
	return before, now
}

// Around returns at most lines lines of a file, with the given line in their middle; nil where the
// file has no such line.
func (c *Code) Around(side, against, path string, line, lines int) *html.Excerpt {
	at := codeSide{side, against}
	if side == "head" {
		at.against = ""
	}
	content := c.read(at, path)
	if line < 1 || line > len(content) {
		return nil
	}
	from := max(1, line-lines/2)
	to := min(len(content), from+lines-1)
	return &html.Excerpt{Start: from, Lines: content[from-1 : to]}
}

// titles returns the titles of flows that a change affects, by ID.
func (c *Code) titles(flows []impact.Process) map[string]string {
	of := make(map[*graph.Node]string) // by entry
	list := make(map[string]string)
	for i := range flows {
		side, entry := "head", flows[i].Steps[0]
		if !c.graphs[side].Has(entry) {
			side = "base"
		}
		text, ok := of[entry]
		if !ok {
			text = title.Named(c.graphs[side], entry, func(path string) []string { return c.read(codeSide{side, ""}, path) })
			of[entry] = text
		}
		list[flows[i].ID] = text
	}
	return list
}

func (c *Code) node(side, id string) *graph.Node {
	if g := c.graphs[side]; g != nil {
		return g.Node(id)
	}
	return nil
}

// of returns the lines of a symbol, nil for none.
func (c *Code) of(side string, n *graph.Node) []string {
	if n == nil || n.Parent == nil || n.Start < 1 {
		return nil
	}
	lines := c.read(codeSide{side, ""}, n.Path)
	if n.End > len(lines) || n.End < n.Start {
		return nil
	}
	return lines[n.Start-1 : n.End]
}

// read returns the lines of a file, nil where it cannot be read.
func (c *Code) read(at codeSide, path string) []string {
	if c.side == at && c.path == path {
		return c.lines
	}
	c.side, c.path, c.lines = at, path, nil
	files := c.files[at]
	if files == nil {
		return nil
	}
	if content, err := files.ReadFile(path, maxCodeFile); err == nil && len(content) > 0 {
		c.lines = strings.Split(strings.TrimSuffix(string(content), "\n"), "\n")
	}
	return c.lines
}
