package finding

import (
	"fmt"
	"path"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

const (
	// minArea is the number of members from which on a community counts as an area of
	// its own.
	minArea = 12
	// dependencyConfidence is the least confidence of an edge that joins two areas.
	dependencyConfidence = 0.9
)

func newDependency() Rule {
	return Rule{
		Name:     "new-dependency",
		Class:    Behaviour,
		Severity: Info,
		Summary:  "Code of one area uses another area that it had nothing to do with before.",
		Doc: `Areas are the communities of base: symbols that use each other more than they use the rest. Between two of them, each
of at least twelve members, base had no call, reference or inheritance in either direction, and head has one between two symbols
that base had too.

Silent for tests and generated code, for uses that are not certain, between areas of one name, within a folder, and between
folders that had to do with each other.

symbol is what is used, in head, caller the symbol that uses it, related the definition of what is used; path:line is the use.`,
		Examples: []Example{{
			Title: "mail uses disk for the first time",
			Source: twoAreas + `-- head/mail/mail.go --
package mail

import "example.com/shop/disk"

` + mailCode + `func poll(n int) int { return post(n) + disk.Run() }
`,
			Says: []string{"`poll` uses `Run`: the first dependency of Mail on Disk."},
		}, {
			Title: "a test uses it",
			Source: twoAreas + `-- base/mail/mail_test.go --
package mail

import "testing"

func TestRun(t *testing.T) { Run() }
-- head/mail/mail_test.go --
package mail

import (
	"testing"

	"example.com/shop/disk"
)

func TestRun(t *testing.T) { disk.Run() }
`,
		}},
		detect: newDependencies,
	}
}

// twoAreas are the base of the examples: the areas disk and mail.
const twoAreas = `
-- base/go.mod --
module example.com/shop
-- base/disk/disk.go --
package disk

func Run() int { return open(1) + read(1) + seek(1) + copy(1) + move(1) + link(1) + list(1) + stat(1) + sync(1) + trim(1) + lock(1) + walk(1) + scan(1) + tail(1) }

func open(n int) int { return n }

func read(n int) int { return open(n) + 1 }

func seek(n int) int { return read(n) + 1 }

func copy(n int) int { return seek(n) + 1 }

func move(n int) int { return copy(n) + 1 }

func link(n int) int { return move(n) + 1 }

func list(n int) int { return link(n) + 1 }

func stat(n int) int { return list(n) + 1 }

func sync(n int) int { return stat(n) + 1 }

func trim(n int) int { return sync(n) + 1 }

func lock(n int) int { return trim(n) + 1 }

func walk(n int) int { return lock(n) + 1 }

func scan(n int) int { return walk(n) + 1 }

func tail(n int) int { return scan(n) + 1 }
-- base/mail/mail.go --
package mail

` + mailCode + `func poll(n int) int { return post(n) + 1 }
`

// mailCode is what the example does not change of mail.
const mailCode = `func Run() int { return send(1) + sort(1) + mark(1) + tags(1) + find(1) + drop(1) + keep(1) + seen(1) + sign(1) + wrap(1) + fold(1) + pack(1) + post(1) + poll(1) }

func send(n int) int { return n }

func sort(n int) int { return send(n) + 1 }

func mark(n int) int { return sort(n) + 1 }

func tags(n int) int { return mark(n) + 1 }

func find(n int) int { return tags(n) + 1 }

func drop(n int) int { return find(n) + 1 }

func keep(n int) int { return drop(n) + 1 }

func seen(n int) int { return keep(n) + 1 }

func sign(n int) int { return seen(n) + 1 }

func wrap(n int) int { return sign(n) + 1 }

func fold(n int) int { return wrap(n) + 1 }

func pack(n int) int { return fold(n) + 1 }

func post(n int) int { return pack(n) + 1 }

`

// A border is a pair of communities, the smaller index first.
type border struct{ a, b int }

func newDependencies(d *detector) []Finding {
	if d.CommunityOf == nil {
		return nil
	}
	// Most changes add no edge between areas: look at head first.
	first := make(map[border]*graph.Edge)
	var order []border
	for i := range d.set.Symbols {
		c := &d.set.Symbols[i]
		if c.Base == nil || c.Head == nil {
			continue
		}
		for _, e := range d.head.Out(c.Head) {
			k, ok := d.crosses(e)
			if !ok || first[k] != nil || len(e.Sites) == 0 || d.set.BaseOf(e.Target) == nil || d.existed(e) {
				continue
			}
			first[k] = e
			order = append(order, k)
		}
	}
	if len(order) == 0 {
		return nil
	}
	joined := make(map[[2]string]bool) // folders
	for _, e := range d.base.Edges {
		if k, ok := d.border(e); ok {
			delete(first, k)
			joined[pair(e.Source.Path, e.Target.Path)] = true
		}
	}
	var findings []Finding
	for _, k := range order {
		e := first[k]
		if e == nil {
			continue
		}
		if p := d.baseFolders(e); p[0] == p[1] || joined[p] {
			continue
		}
		from, to := &d.Communities[d.CommunityOf(e.Source)], &d.Communities[d.CommunityOf(e.Target)]
		findings = append(findings, Finding{
			Confidence: e.Confidence,
			Path:       e.Source.Path, Line: e.Sites[0].Line, Side: change.InHead,
			Symbol: e.Target, Caller: e.Source,
			Related:  Related{e.Target, e.Target.Path, e.Target.Line, change.InHead},
			Evidence: []string{fmt.Sprintf("base has nothing between %s (%d symbols) and %s (%d symbols)", from.Label, len(from.Members), to.Label, len(to.Members))},
			Message:  fmt.Sprintf("`%s` uses `%s`: the first dependency of %s on %s.", e.Source.Qualified, e.Target.Qualified, from.Label, to.Label),
		})
	}
	return findings
}

// baseFolders returns the folders that an edge of head joins, as they were in base.
func (d *detector) baseFolders(e *graph.Edge) [2]string {
	return pair(d.set.BasePath(e.Source.Path), d.set.BasePath(e.Target.Path))
}

// pair returns the folders of two files, sorted.
func pair(file, other string) [2]string {
	a, b := path.Dir(file), path.Dir(other)
	return [2]string{min(a, b), max(a, b)}
}

// border returns the communities that an edge joins, false where it joins none.
func (d *detector) border(e *graph.Edge) (border, bool) {
	switch e.Type {
	case graph.Calls, graph.References, graph.Extends, graph.Implements, graph.Overrides:
	default:
		return border{}, false
	}
	a, b := d.CommunityOf(e.Source), d.CommunityOf(e.Target)
	return border{min(a, b), max(a, b)}, a >= 0 && b >= 0 && a != b
}

// crosses is border for edges that are certain, of code, and join two areas of some size.
func (d *detector) crosses(e *graph.Edge) (border, bool) {
	if e.Confidence < dependencyConfidence || e.Source.Test || e.Target.Test || e.Source.Generated || e.Target.Generated {
		return border{}, false
	}
	k, ok := d.border(e)
	if !ok || len(d.Communities[k.a].Members) < minArea || len(d.Communities[k.b].Members) < minArea ||
		d.Communities[k.a].Area == d.Communities[k.b].Area {
		return border{}, false
	}
	return k, true
}
