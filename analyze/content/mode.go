package content

import (
	"path"

	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
	"github.com/nexus-ci/nexus-ci/diff"
)

// shown is how many characters of the commit of a submodule a fact shows.
const shown = 12

// mode returns the fact that the entry of a file differs beside its content, nil for any other
// change: it may be run, or not any more; it is of another sort; or it is a submodule at another commit.
func mode(c *diff.FileChange) *fact.Fact {
	f := &fact.Fact{Name: path.Base(c.Path()), Path: c.Path(), Line: 1, Side: fact.Head}
	switch {
	case c.NewMode == diff.Submodule && c.NewPath != "":
		f.Kind, f.Change, f.To = "file-submodule", "added", c.NewBlob[:min(shown, len(c.NewBlob))]
		if c.OldPath != "" && c.OldMode == diff.Submodule {
			if c.OldBlob == c.NewBlob {
				return nil
			}
			f.Change, f.From = "points to another commit", c.OldBlob[:min(shown, len(c.OldBlob))]
		}
	case c.OldMode == diff.Submodule && c.OldPath != "":
		f.Kind, f.Change, f.Path, f.Side = "file-submodule", "removed", c.OldPath, fact.Base
	case c.OldPath == "" || c.NewPath == "" || c.Status == diff.Copied || c.OldMode == c.NewMode:
		return nil
	case c.NewMode == diff.Symlink:
		f.Kind, f.Change = "file-type", "becomes a symbolic link"
	case c.OldMode == diff.Symlink:
		f.Kind, f.Change = "file-type", "is a file instead of a symbolic link"
	case c.NewMode == diff.Executable:
		f.Kind, f.Change = "file-executable", "becomes executable"
	default:
		f.Kind, f.Change = "file-executable", "is no longer executable"
	}
	return f
}
