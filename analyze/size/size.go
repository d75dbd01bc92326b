// Package size counts how much code a change adds to the program, as input of the rating.
package size

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"sync"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/factstore"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/parse"
	"github.com/nexus-ci/nexus-ci/analyze/risk"
	"github.com/nexus-ci/nexus-ci/analyze/source"
	"github.com/nexus-ci/nexus-ci/diff"
)

// Of counts what a change adds to files that are neither tests nor generated. It does not count
// moved lines, symbols of which only layout or the names of others differ, and tests
// inside such a file.
func Of(ctx context.Context, s *factstore.Store, from source.Blobs, changes []diff.FileChange, head *graph.Graph, set *change.Set) (risk.Size, error) {
	var out risk.Size
	var files []*newCode
	var blobs []string
	tests := testLines(head)
	for i := range changes {
		c := newCode{FileChange: &changes[i], lang: s.Source(changes[i].NewPath, head), set: set, tests: tests[changes[i].NewPath]}
		if c.lang == nil {
			continue
		}
		f := s.Facts(c.NewBlob, c.lang)
		if f == nil {
			continue
		}
		for _, line := range f.Decisions {
			if c.adds(int(line)) {
				out.DecisionPoints++
			}
		}
		if c.addsAny(f.Code) {
			files = append(files, &c)
			blobs = append(blobs, c.NewBlob)
		}
	}
	names := make(map[string]bool)
	var mu sync.Mutex
	parsers := parse.NewPool(ctx, s.Workers)
	defer parsers.Close()
	err := from.Read(ctx, blobs, parse.DefaultMaxBytes, func(i int, content []byte, err error) {
		if err != nil {
			return // such a file has no hunks either, and the report lists it as skipped
		}
		p := parsers.Get()
		defer parsers.Put(p)
		p.Names(files[i].lang, content, func(line int, name string) {
			if files[i].adds(line) {
				mu.Lock()
				names[name] = true
				mu.Unlock()
			}
		})
	})
	if err != nil {
		return out, fmt.Errorf("read changed files: %w", err)
	}
	out.Names = len(names)
	return out, nil
}

// newCode is a changed file of which the new lines are counted.
type newCode struct {
	*diff.FileChange
	lang  *lang.Language
	set   *change.Set
	tests []change.Lines
}

// testLines returns the lines of tests in files that are not tests themselves, by path.
func testLines(head *graph.Graph) map[string][]change.Lines {
	lines := make(map[string][]change.Lines)
	for _, n := range head.Nodes {
		if n.Test && n.Label != graph.File && n.Parent != nil && !n.Parent.Test {
			start, end := n.Extent()
			lines[n.Path] = append(lines[n.Path], change.Lines{Start: start, End: end})
		}
	}
	return lines
}

// adds reports whether a line of head is new.
func (c *newCode) adds(line int) bool {
	j := sort.Search(len(c.Hunks), func(j int) bool { return c.Hunks[j].NewStart+c.Hunks[j].NewLines > line })
	if j == len(c.Hunks) || line < c.Hunks[j].NewStart {
		return false
	}
	_, moved := slices.BinarySearch(c.Moved, line)
	tested := slices.ContainsFunc(c.tests, func(l change.Lines) bool { return l.Start <= line && line <= l.End })
	return !moved && !tested && !c.set.SaysTheSame(c.NewPath, line)
}

// addsAny reports whether any of the lines is new.
func (c *newCode) addsAny(lines []facts.Span) bool {
	for _, span := range lines {
		for line := span.Start; line <= span.End; line++ {
			if c.adds(int(line)) {
				return true
			}
		}
	}
	return false
}
