// Package content reads what a change does outside of code.
//
//	changed files ─▶ families, by path ─▶ both versions ─▶ reader of the family ─▶ facts
//
// In: the changed files and a reader of their content. Out: facts, sorted, the files that were
// read to the end, and the problems of those that were not.
//
// Invariants: only changed files are read, none larger than maxSize. A reader that ends in a
// bug costs the files of its family, and their problem says so.
package content

import (
	"cmp"
	"context"
	"errors"
	"path"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/content/compose"
	"github.com/nexus-ci/nexus-ci/analyze/content/config"
	"github.com/nexus-ci/nexus-ci/analyze/content/dependency"
	"github.com/nexus-ci/nexus-ci/analyze/content/docker"
	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
	"github.com/nexus-ci/nexus-ci/analyze/content/gradle"
	"github.com/nexus-ci/nexus-ci/analyze/content/infra"
	"github.com/nexus-ci/nexus-ci/analyze/content/listing"
	"github.com/nexus-ci/nexus-ci/analyze/content/makefile"
	"github.com/nexus-ci/nexus-ci/analyze/content/migration"
	"github.com/nexus-ci/nexus-ci/analyze/content/notice"
	"github.com/nexus-ci/nexus-ci/analyze/content/schema"
	"github.com/nexus-ci/nexus-ci/analyze/content/workflow"
	"github.com/nexus-ci/nexus-ci/analyze/fault"
	"github.com/nexus-ci/nexus-ci/analyze/source"
	"github.com/nexus-ci/nexus-ci/diff"
)

// maxSize is the size up to which a version of a file is read, in bytes.
const maxSize = 8 << 20

// A family is a kind of files with their reader.
type family struct {
	match func(path string) bool
	read  fact.Reader
	// exact: what match accepts is of the family. Of other families the content decides, and a
	// file that gives no fact may be something else.
	exact bool
	// whole reports whether of a file that is new or gone read tells what it tells of a changed one; nil: of none.
	whole func(path string) bool
	// same reports whether both versions say the same, where read may leave out differences; nil: not known.
	same func(*fact.Pair) bool
}

// families are asked in this order. An exact one is the last that reads a file.
var families = [...]family{
	{match: gradle.Match, read: gradle.Read}, // and their dependencies by the next
	{match: dependency.Match, read: dependency.Read, exact: true, whole: dependency.IsManifest},
	{match: workflow.Match, read: workflow.Read, exact: true, whole: workflow.Match},
	{match: docker.Match, read: docker.Read, exact: true, whole: docker.Match},
	{match: compose.Match, read: compose.Read, exact: true, whole: compose.Match},
	{match: notice.MatchOwners, read: notice.ReadOwners, exact: true},
	{match: notice.MatchLicense, read: notice.ReadLicenses, exact: true},
	{match: makefile.Match, read: makefile.Read, exact: true},
	{match: listing.Match, read: listing.Read, exact: true},
	{match: migration.Match, read: migration.Read},
	{match: schema.Match, read: schema.Read, same: schema.Same},
	{match: infra.Match, read: infra.Read},
	{match: config.Match, read: config.Read, exact: true},
}

// data reads what is left of files with keys and values: those that no family knows, and those of which
// a family reads a part alone.
var data = family{match: config.MatchData, read: config.ReadData, same: config.SameData}

// knows reports whether the reader of a family has told all of a file, or could not read it.
func (res *Result) knows(p *fact.Pair) bool {
	if config.Match(p.Path()) || slices.ContainsFunc(res.Problems, func(q fact.Problem) bool { return q.Path == p.Path() }) {
		return true
	}
	return !dependency.Match(p.Path()) && !workflow.Match(p.Path()) && slices.ContainsFunc(res.Facts, func(f fact.Fact) bool { return f.Path == p.Path() && f.Type() != fact.Entry })
}

// A Result is what was read of a change.
type Result struct {
	Facts []fact.Fact
	// Read are the paths of changed files that were read to the end, sorted: what their
	// family can tell of them is in Facts.
	Read     []string
	Problems []fact.Problem
}

// Read reads the changed files. An error is one of ctx or of the repository.
func Read(ctx context.Context, changes []diff.FileChange, blobs source.Blobs) (*Result, error) {
	res := &Result{}
	contents, err := load(ctx, changes, blobs, res)
	if err != nil {
		return nil, err
	}
	var pairs [len(families)][]fact.Pair
	var rest []fact.Pair // with keys that no family may know
	for i := range changes {
		c := &changes[i]
		if f := mode(c); f != nil {
			res.Facts = append(res.Facts, *f)
		}
		if c.Binary {
			res.Facts = append(res.Facts, binary(c))
			res.Read = append(res.Read, c.Path())
			continue
		}
		p, ok := pairOf(c, contents)
		if !ok {
			continue
		}
		if f := generated(&p); f != nil {
			res.Facts = append(res.Facts, *f)
		}
		if data.match(c.Path()) && (p.Old == nil || data.match(c.OldPath)) {
			rest = append(rest, p)
		}
		for k := range families {
			if f := &families[k]; f.match(c.Path()) && (p.Old == nil || f.match(c.OldPath)) {
				pairs[k] = append(pairs[k], p)
				if f.exact {
					break
				}
			}
		}
	}
	for k := range families {
		if len(pairs[k]) > 0 {
			res.add(&families[k], pairs[k])
		}
	}
	if rest = slices.DeleteFunc(rest, func(p fact.Pair) bool { return res.knows(&p) }); len(rest) > 0 {
		res.add(&data, rest)
	}
	if slices.ContainsFunc(changes, func(c diff.FileChange) bool { return slices.Contains(sources, path.Ext(c.Path())) }) {
		// What is made of a source follows it.
		res.Facts = slices.DeleteFunc(res.Facts, func(f fact.Fact) bool { return f.Type() == fact.Generated })
	}
	fact.Sort(res.Facts)
	slices.SortFunc(res.Problems, func(a, b fact.Problem) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(string(a.Side), string(b.Side)), strings.Compare(a.Message, b.Message))
	})
	slices.Sort(res.Read)
	res.Read = slices.Compact(res.Read)
	return res, ctx.Err()
}

// ofFamily reports whether any family may read a file.
func ofFamily(file string) bool {
	return slices.ContainsFunc(families[:], func(f family) bool { return f.match(file) })
}

// add adds what the reader of a family finds in its files.
func (res *Result) add(f *family, pairs []fact.Pair) {
	var facts []fact.Fact
	var problems []fact.Problem
	if bug := fault.Catch(fault.Read, func() { facts, problems = f.read(pairs) }); bug != nil {
		facts, problems = nil, nil
		for i := range pairs {
			side := fact.Head
			if pairs[i].New == nil {
				side = fact.Base
			}
			problems = append(problems, fact.Problem{Path: pairs[i].Path(), Side: side, Cause: fact.Bug, Message: bug.Message()})
		}
	}
	res.Facts = append(res.Facts, facts...)
	res.Problems = append(res.Problems, problems...)
	told := make(map[string]bool) // paths of facts
	for i := range facts {
		told[facts[i].Path] = true
	}
	failed := make(map[string]bool)
	for i := range problems {
		failed[problems[i].Path] = true
	}
	for i := range pairs {
		p := &pairs[i]
		either := func(m map[string]bool) bool { return m[p.Path()] || p.Old != nil && m[p.Old.Path] }
		compared := p.Old != nil && p.New != nil
		if !either(failed) && (f.exact && (compared || f.whole != nil && f.whole(p.Path())) || either(told) || f.same != nil && compared && f.same(p)) {
			res.Read = append(res.Read, p.Path())
		}
	}
}

// load returns the content of both versions of the changed files, by blob.
func load(ctx context.Context, changes []diff.FileChange, blobs source.Blobs, res *Result) (map[string][]byte, error) {
	var ids []string
	var places []fact.Problem // of the ids, without a message
	known := make(map[string]bool)
	for i := range changes {
		c := &changes[i]
		if c.Binary || c.Unread != "" {
			continue
		}
		for _, b := range []struct {
			id, path string
			mode     diff.Mode
			side     fact.Side
		}{{c.OldBlob, c.OldPath, c.OldMode, fact.Base}, {c.NewBlob, c.NewPath, c.NewMode, fact.Head}} {
			if b.path != "" && !known[b.id] && (b.mode == diff.Regular || b.mode == diff.Executable) {
				known[b.id] = true
				ids, places = append(ids, b.id), append(places, fact.Problem{Path: b.path, Side: b.side})
			}
		}
	}
	found := make([][]byte, len(ids)) // of what may be read; nil for others
	err := blobs.Read(ctx, ids, maxSize, func(i int, content []byte, err error) {
		of := &places[i]
		switch unread := (*diff.UnreadError)(nil); {
		case err == nil && (ofFamily(of.Path) || data.match(of.Path) || marked(content)):
			found[i] = append([]byte{}, content...)
		case errors.As(err, &unread) && ofFamily(of.Path):
			of.Cause, of.Message = fact.Unread, unread.Reason
			if unread.TooLarge {
				of.Cause = fact.TooLarge
			}
		}
	})
	contents := make(map[string][]byte, len(ids))
	for i, id := range ids {
		if found[i] != nil {
			contents[id] = found[i]
		}
		if places[i].Message != "" {
			res.Problems = append(res.Problems, places[i])
		}
	}
	return contents, err
}

// pairOf returns both versions of a file, false where one that there is was not read.
func pairOf(c *diff.FileChange, contents map[string][]byte) (p fact.Pair, ok bool) {
	if c.OldPath != "" && c.Status != diff.Copied {
		content, read := contents[c.OldBlob]
		if !read {
			return p, false
		}
		p.Old = &fact.File{Path: c.OldPath, Content: content}
	}
	if c.NewPath != "" {
		content, read := contents[c.NewBlob]
		if !read {
			return p, false
		}
		p.New = &fact.File{Path: c.NewPath, Content: content}
	}
	return p, p.Old != nil || p.New != nil
}

// executable are the endings of files that are run and that nobody can read.
var executable = []string{".jar", ".exe", ".dll", ".so", ".dylib", ".wasm", ".class", ".a", ".o", ".node", ".bin", ".whl", ".pyc", ".apk", ".war"}

// binary returns the fact that a binary file differs.
func binary(c *diff.FileChange) fact.Fact {
	f := fact.Fact{Kind: "binary-changed", Name: path.Base(c.Path()), Change: "changed", Path: c.Path(), Line: 1, Side: fact.Head}
	switch c.Status {
	case diff.Added, diff.Copied:
		f.Change = "added"
	case diff.Deleted:
		f.Change, f.Side = "removed", fact.Base
	case diff.Renamed:
		f.From = c.OldPath
	}
	if f.Change != "removed" && slices.Contains(executable, strings.ToLower(path.Ext(f.Path))) {
		f.Kind = "binary-executable"
	}
	return f
}
