package finding

import (
	"fmt"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

func brokenImplementer() Rule {
	return Rule{
		Name:     "broken-implementer",
		Class:    Break,
		Severity: Error,
		Summary:  "An interface or abstract type gained a method and a type that implements it does not have it.",
		Doc: `A method without a body was added to an interface or an abstract type. Every type that implemented it in base, is
still there and is not abstract itself is searched for the method, with all its base types of this repository.

symbol is the interface in head, caller nil, related its new method; path:line is the declaration of the type.`,
		Examples: []Example{{
			Title: "an interface gains a method and one of two implementers does not",
			Source: `
-- base/go.mod --
module example.com/shop
-- base/store.go --
package shop

type Store interface{ Get(key string) string }

type memory struct{}

func (memory) Get(key string) string { return key }

type disk struct{}

func (disk) Get(key string) string { return key }

func stores() []Store { return []Store{memory{}, disk{}} }
-- head/store.go --
package shop

type Store interface {
	Get(key string) string
	Close() error
}

type memory struct{}

func (memory) Get(key string) string { return key }

type disk struct{}

func (disk) Get(key string) string { return key }
func (disk) Close() error          { return nil }

func stores() []Store { return []Store{memory{}, disk{}} }
`,
			Says: []string{"`Store` gained `Close`, but `memory` does not have it."},
		}, {
			Title: "the new method has a body",
			Source: `
-- base/Store.java --
interface Store {
    String get(String key);
}
-- base/Memory.java --
class Memory implements Store {
    public String get(String key) { return key; }
}
-- head/Store.java --
interface Store {
    String get(String key);
    default void close() {}
}
`,
		}},
		detect: brokenImplementers,
	}
}

func brokenImplementers(d *detector) []Finding {
	var findings []Finding
	for i := range d.set.Symbols {
		c := &d.set.Symbols[i]
		if c.Type != change.Added || !c.Head.Abstract || !c.Head.Label.Callable() || c.Head.Parent == nil {
			continue
		}
		iface := c.Head.Parent
		was := d.set.BaseOf(iface)
		if was == nil || !iface.Label.IsType() {
			continue
		}
		for _, e := range d.base.In(was) {
			if e.Type != graph.Implements && e.Type != graph.Extends || e.Confidence < MinBreakConfidence {
				continue
			}
			t := d.set.HeadOf(e.Source)
			if t == nil || t.Abstract || t.Label == graph.Interface || t.Label == graph.Trait || d.damaged[t.Path] || d.has(t, c.Head.Name) {
				continue
			}
			findings = append(findings, Finding{
				Confidence: e.Confidence,
				Path:       t.Path, Line: t.Line, Side: change.InHead,
				Symbol:   iface,
				Related:  Related{c.Head, c.Head.Path, c.Head.Line, change.InHead},
				Evidence: []string{fmt.Sprintf("`%s` implemented `%s` in base", t.Qualified, iface.Qualified)},
				Message:  fmt.Sprintf("`%s` gained `%s`, but `%s` does not have it.", iface.Qualified, c.Head.Name, t.Qualified),
				cause:    fmt.Sprintf("`%s` gained `%s`", iface.Qualified, c.Head.Name),
			})
		}
	}
	return findings
}

// has reports whether a type of head has a member with a body, its own or inherited.
func (d *detector) has(t *graph.Node, name string) bool {
	queue, seen := []*graph.Node{t}, map[*graph.Node]bool{t: true}
	for i := 0; i < len(queue) && i < maxBases; i++ {
		for _, e := range d.head.Out(queue[i]) {
			switch e.Type {
			case graph.HasMethod, graph.Defines:
				if e.Target.Name == name && !e.Target.Abstract {
					return true
				}
			case graph.Extends, graph.Implements:
				if !seen[e.Target] {
					seen[e.Target] = true
					queue = append(queue, e.Target)
				}
			}
		}
	}
	return false
}
