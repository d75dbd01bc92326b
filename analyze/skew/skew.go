// Package skew merges head with other open branches and prepares the search for breaks in
// merges that git makes without a conflict.
//
// In: both sides of a change with their graphs, and the branches. Out: for each branch the paths
// with conflicts and, where names overlap so that a break is possible, the input of package
// finding.
package skew

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"
	"unicode"

	"github.com/sourcegraph/conc/pool"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/factstore"
	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/index"
	"github.com/nexus-ci/nexus-ci/analyze/source"
	"github.com/nexus-ci/nexus-ci/diff"
)

// A Branch is another branch that head will be merged with. Code can break although git
// merges both without a conflict.
type Branch struct {
	Name string // for people
	// Base is the common ancestor of Tip and head. It may be the Base of the Input.
	Base, Tip *diff.Snapshot
	// Changes are from Base to Tip, HeadChanges from Base to head.
	Changes, HeadChanges []diff.FileChange
}

// A Merge is the result of merging a Branch.
type Merge struct {
	Conflicts []string // paths that git cannot merge; they are not checked; sorted
}

// overlay reads the files that a merge made from memory, and all others from Blobs.
type overlay struct {
	source.Blobs
	made map[string][]byte
}

// Read implements source.Blobs.
func (o *overlay) Read(ctx context.Context, ids []string, maxSize int64, each func(i int, content []byte, err error)) error {
	var rest []string
	var at []int
	for i, id := range ids {
		content, ok := o.made[id]
		switch {
		case !ok:
			rest, at = append(rest, id), append(at, i)
		case maxSize > 0 && int64(len(content)) > maxSize:
			each(i, nil, &diff.UnreadError{Blob: id, Reason: fmt.Sprintf("larger than %d bytes", maxSize), TooLarge: true})
		default:
			each(i, content, nil)
		}
	}
	if len(rest) == 0 {
		return ctx.Err()
	}
	return o.Blobs.Read(ctx, rest, maxSize, func(i int, content []byte, err error) { each(at[i], content, err) })
}

// reader returns the read function that diff.Compare needs.
func (o *overlay) reader(ctx context.Context) func(string) ([]byte, error) {
	return func(blob string) (out []byte, err error) {
		readErr := o.Read(ctx, []string{blob}, diff.MaxSize, func(_ int, content []byte, e error) {
			out, err = append([]byte(nil), content...), e
		})
		var trouble *diff.UnreadError
		if readErr != nil && !errors.As(err, &trouble) {
			err = readErr
		}
		return out, err
	}
}

// An Input is a change and the branches that head will be merged with.
type Input struct {
	Store                *factstore.Store
	Graphs               *index.Builder // on Store
	Blobs                source.Blobs
	Base, Head           *diff.Snapshot
	BaseGraph, HeadGraph *graph.Graph
	Branches             []Branch
}

// Merges merges head with every branch. It returns the result for each branch, and the input of
// finding.Detect for those branches where a changed name of one side is used by the other.
func Merges(ctx context.Context, in *Input) ([]Merge, []finding.Branch, error) {
	var branches []finding.Branch
	all := make([]Merge, len(in.Branches))
	for i := range in.Branches {
		b := &in.Branches[i]
		clash, err := in.mayClash(ctx, b)
		if err != nil {
			return nil, nil, err
		}
		if !clash {
			continue
		}
		merged, conflicts, err := in.merge(ctx, b)
		if err != nil {
			return nil, nil, fmt.Errorf("merge with %s: %w", b.Name, err)
		}
		branches = append(branches, *merged)
		all[i].Conflicts = conflicts
	}
	return all, branches, nil
}

// merge merges head with a branch and resolves the result. It also returns the paths with
// conflicts.
func (in *Input) merge(ctx context.Context, b *Branch) (*finding.Branch, []string, error) {
	blobs := &overlay{Blobs: in.Blobs}
	read := blobs.reader(ctx)
	merged, err := diff.MergeSnapshots(b.Base, in.Head, b.Tip, b.HeadChanges, b.Changes, read)
	if err != nil {
		return nil, nil, err
	}
	blobs.made = merged.Blobs
	ontoOurs, err := diff.Compare(in.Head, merged.Snapshot, read)
	if err != nil {
		return nil, nil, err
	}
	ontoTheirs, err := diff.Compare(b.Tip, merged.Snapshot, read)
	if err != nil {
		return nil, nil, err
	}
	if err := in.Store.Load(ctx, blobs, b.Base, b.Tip, merged.Snapshot); err != nil {
		return nil, nil, err
	}
	head, base := in.HeadGraph, in.BaseGraph
	var tip, joined *graph.Graph
	graphs := pool.New()
	graphs.Go(func() { tip = in.Graphs.Index(ctx, b.Tip).Graph })
	graphs.Go(func() { joined = in.Graphs.Index(ctx, merged.Snapshot).Graph })
	if b.Base != in.Base {
		graphs.Go(func() { base = in.Graphs.Index(ctx, b.Base).Graph })
	}
	graphs.Wait()
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}

	step := func(changes []diff.FileChange, from, to *graph.Graph) finding.Input {
		return finding.Input{Set: change.Detect(changes, from, to), Base: from, Head: to}
	}
	out := &finding.Branch{
		Name: b.Name, Conflicts: make(map[string]bool),
		Ours: step(b.HeadChanges, base, head), Theirs: step(b.Changes, base, tip),
		OntoOurs: step(ontoOurs, head, joined), OntoTheirs: step(ontoTheirs, tip, joined),
	}
	for _, p := range merged.Conflicts {
		out.Conflicts[p] = true
	}
	return out, merged.Conflicts, ctx.Err()
}

// mayClash reports whether one side removed or changed a name that is on the lines added by
// the other side. If not, the merge need not be resolved.
func (in *Input) mayClash(ctx context.Context, b *Branch) (bool, error) {
	// Only the changed files are needed.
	if err := in.Store.LoadFiles(ctx, in.Blobs, append(diff.ChangedFiles(b.Changes), diff.ChangedFiles(b.HeadChanges)...)); err != nil {
		return false, err
	}
	if b.Base != in.Base {
		if err := in.Store.Load(ctx, in.Blobs, b.Base); err != nil {
			return false, err
		}
	}
	return clash(in.affectedNames(b.Changes), in.usedNames(b.HeadChanges)) || clash(in.affectedNames(b.HeadChanges), in.usedNames(b.Changes)), nil
}

func clash(affected, used map[string]bool) bool {
	for name := range affected {
		if used[name] {
			return true
		}
	}
	return false
}

// affectedNames returns the names whose uses elsewhere may break by the changes: of definitions that
// are removed or have another signature, of types that gained a member without a body, and of
// files that are removed or moved.
func (in *Input) affectedNames(changes []diff.FileChange) map[string]bool {
	names := make(map[string]bool)
	for i := range changes {
		c := &changes[i]
		old := in.of(c.OldPath, c.OldBlob, c.OldMode)
		if old == nil || c.Status == diff.Copied {
			continue
		}
		now := in.of(c.NewPath, c.NewBlob, c.NewMode)
		if now == nil || c.OldPath != c.NewPath {
			words(names, path.Base(c.OldPath))
			words(names, path.Base(path.Dir(c.OldPath)))
			now = &facts.File{}
		}
		was, is := signatures(old), signatures(now)
		for id, hashes := range was {
			if is[id] != hashes {
				names[id.name] = true
			}
		}
		for j := range now.Defs {
			if d := &now.Defs[j]; d.Has(facts.Abstract) && d.Parent >= 0 && was[defID(now, d)] == (signature{}) {
				names[now.Defs[d.Parent].Name] = true
			}
		}
	}
	return names
}

// of returns the facts of a file, nil for none.
func (in *Input) of(p, blob string, mode diff.Mode) *facts.File {
	if p == "" {
		return nil
	}
	l, _ := in.Store.Language(&diff.File{Path: p, Blob: blob, Mode: mode})
	if l == nil {
		return nil
	}
	return in.Store.Facts(blob, l)
}

// A definition is the key that definitions of one name, kind and owner share. A signature
// combines what users of these definitions depend on.
type definition struct {
	parent, name string
	kind         facts.DefKind
}

type signature struct {
	hash  uint64
	count int
	flags facts.DefFlags
}

func defID(f *facts.File, d *facts.Def) definition {
	id := definition{name: d.Name, kind: d.Kind}
	if d.Parent >= 0 {
		id.parent = f.Defs[d.Parent].Name
	} else if d.Receiver >= 0 {
		id.parent = f.Types[d.Receiver].Name
	}
	return id
}

// local reports whether a definition is inside a function, so that other files cannot use it.
func local(f *facts.File, d *facts.Def) bool {
	for p := d.Parent; p >= 0; p = f.Defs[p].Parent {
		switch f.Defs[p].Kind {
		case facts.Function, facts.Method, facts.Constructor:
			return true
		}
	}
	return false
}

func signatures(f *facts.File) map[definition]signature {
	all := make(map[definition]signature)
	for i := range f.Defs {
		d := &f.Defs[i]
		if local(f, d) {
			continue
		}
		id := defID(f, d)
		sum := all[id]
		sum.hash += d.SignatureHash
		sum.count++
		sum.flags |= d.Flags
		all[id] = sum
	}
	return all
}

// nearby is the distance from an added line up to which names count as used by the added
// code: a call may span several lines, of which only one argument is new.
const nearby = 10

// usedNames returns the names used on or near the added lines of the changes. Other uses existed
// before, so the other side has updated them.
func (in *Input) usedNames(changes []diff.FileChange) map[string]bool {
	names := make(map[string]bool)
	for i := range changes {
		c := &changes[i]
		f := in.of(c.NewPath, c.NewBlob, c.NewMode)
		if f == nil {
			continue
		}
		added := make([]bool, int(f.Lines)+2)
		for _, h := range c.Hunks {
			for line := max(h.NewStart-nearby, 0); line < min(h.NewStart+h.NewLines+nearby, len(added)); line++ {
				added[line] = true
			}
		}
		// use notes a name and the words of a path, if their line is marked.
		use := func(line int32, name, path string) {
			if int(line) < len(added) && added[line] {
				names[name] = true
				words(names, path)
			}
		}
		for j := range f.Expressions() {
			if e := &f.Expressions()[j]; e.Kind == facts.Name || e.Kind == facts.Member {
				use(e.Line, e.Name, "")
			}
		}
		for j := range f.Types {
			use(f.Types[j].Line, f.Types[j].Name, f.Types[j].Qualifier)
		}
		for j := range f.Imports {
			use(f.Imports[j].Line, f.Imports[j].Name, f.Imports[j].Source)
		}
		for j := range f.Exports {
			use(f.Exports[j].Line, f.Exports[j].SourceName, f.Exports[j].Source)
		}
		for j := range f.Defs {
			use(f.Defs[j].Line, f.Defs[j].Name, "")
		}
	}
	delete(names, "")
	return names
}

// words adds the words of a path or of the name of a module.
func words(names map[string]bool, s string) {
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' }) {
		names[w] = true
	}
}
