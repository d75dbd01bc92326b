// Package skew merges head with the other branches that it will be merged with, to find what
// breaks though git merges it without a conflict.
//
// In: both sides of a change with their graphs, and branches. Out: for each branch that can
// break by its names what package finding looks at, and the paths that git cannot merge.
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

// A Branch is a second branch that head will be merged with: what git merges
// without a word can still break.
type Branch struct {
	Name string // for people
	// Base is the common ancestor of Tip and head. It may be the Base of the Input.
	Base, Tip *diff.Snapshot
	// Changes are from Base to Tip, HeadChanges from Base to head.
	Changes, HeadChanges []diff.FileChange
}

// A Merge is what became of a Branch.
type Merge struct {
	Conflicts []string // paths that git cannot merge: nothing is said about them; sorted
}

// overlay reads what a merge made, and all else from below.
type overlay struct {
	source.Blobs
	made map[string][]byte
}

// Read reads as Blobs does.
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

// reader returns o as diff.Compare wants it.
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

// Merges merges head with every branch and returns what became of each, and what
// finding.Detect looks at. A branch is left out of the latter where, by the names alone, neither
// side can break the other.
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

// merge merges head with a branch and resolves what comes out. It returns the paths
// that git cannot merge, too.
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

// mayClash reports whether one side took away or changed a name that stands where the
// other side added lines. Where it did not, nothing has to be resolved.
func (in *Input) mayClash(ctx context.Context, b *Branch) (bool, error) {
	// Only what differs is looked at.
	if err := in.Store.LoadFiles(ctx, in.Blobs, append(diff.ChangedFiles(b.Changes), diff.ChangedFiles(b.HeadChanges)...)); err != nil {
		return false, err
	}
	if b.Base != in.Base {
		if err := in.Store.Load(ctx, in.Blobs, b.Base); err != nil {
			return false, err
		}
	}
	return clash(in.touched(b.Changes), in.named(b.HeadChanges)) || clash(in.touched(b.HeadChanges), in.named(b.Changes)), nil
}

func clash(touched, named map[string]bool) bool {
	for name := range touched {
		if named[name] {
			return true
		}
	}
	return false
}

// touched returns the names that a use elsewhere may miss after the changes: of
// definitions that are gone or have another signature, of types that gained a
// member without a body, of files that are no longer there.
func (in *Input) touched(changes []diff.FileChange) map[string]bool {
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

// of returns the facts of a file, nil where there are none.
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

// A definition is what definitions of one name, kind and owner share; a signature
// sums up what their users can see.
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

// local reports whether a definition stands inside of a function: no other file names it.
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

// nearby is how many lines around an added one belong to it: a call may be written on
// several lines, of which only that of an argument is new.
const nearby = 10

// named returns the names that stand on the added lines of the changes, or near them.
// What else uses a name, the other side has as well and keeps in order.
func (in *Input) named(changes []diff.FileChange) map[string]bool {
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
		is := func(line int32) bool { return int(line) < len(added) && added[line] }
		for j := range f.Exprs {
			if e := &f.Exprs[j]; (e.Kind == facts.Name || e.Kind == facts.Member) && is(e.Line) {
				names[e.Name] = true
			}
		}
		for j := range f.Types {
			if t := &f.Types[j]; is(t.Line) {
				names[t.Name] = true
				words(names, t.Qualifier)
			}
		}
		for j := range f.Imports {
			if m := &f.Imports[j]; is(m.Line) {
				names[m.Name] = true
				words(names, m.Source)
			}
		}
		for j := range f.Exports {
			if e := &f.Exports[j]; is(e.Line) {
				names[e.SourceName] = true
				words(names, e.Source)
			}
		}
		for j := range f.Defs {
			if d := &f.Defs[j]; is(d.Line) {
				names[d.Name] = true
			}
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
