package factstore

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/diff"
)

// What files cost, in bytes of memory as measured on sources of all languages: facts once
// for each content, what is made of them for each path on each side. A part is a definition,
// a type, an expression or the like.
const (
	partCost  = 160
	placeCost = 4096
)

// freeCopies is how many parts copies may hold in any case. Beyond, they may hold as many
// as the files that are no copies: a small tree can name one content a million times.
const freeCopies = 10_000

// A budget bounds what one run makes of the files of all its snapshots. It counts in the
// order in which files are charged, so that what it leaves out depends on nothing else.
type budget struct {
	memory int64 // bytes; 0: no limit
	spent  int64

	parts, copied int               // of contents, and of files that have one in common
	copies        map[string]bool   // paths of those that are charged
	out           map[string]reason // by path: files that no graph has
	outOf         map[reason]int    // how many
}

// A reason is why a budget leaves a file out.
type reason struct {
	skip graph.SkipReason
	text string // of the limit
}

func newBudget(memory int64) *budget {
	return &budget{memory: memory, copies: make(map[string]bool), out: make(map[string]reason), outOf: make(map[reason]int)}
}

// accounted is the share of the memory that may be charged: parsers, findings and what waits
// to be collected need the rest.
func (b *budget) accounted() int64 { return b.memory / 4 * 3 }

// over reports whether the memory is used up.
func (b *budget) over() bool { return b.memory > 0 && b.spent > b.accounted() }

// content charges the facts of a content, which may be nil, and a file on each of some sides.
func (b *budget) content(f *facts.File, sides int) {
	b.parts += parts(f)
	b.spent += partCost * int64(parts(f))
	b.files(f, sides)
}

// files charges n files of a content that is charged.
func (b *budget) files(f *facts.File, n int) {
	b.spent += int64(n) * (placeCost + partCost*int64(parts(f)))
}

// copy charges one more file of a snapshot that has a content.
func (b *budget) copy(path string, f *facts.File) {
	n, most := parts(f), max(freeCopies, b.parts)
	if b.copies[path] {
		n = 0 // another snapshot has it
	}
	switch {
	case b.copied+n > most:
		b.leave(path, reason{graph.SkipCopies, fmt.Sprintf("they are copies of others, and copies hold more than %d definitions and expressions", most)})
	case b.over():
		b.noMemory(path)
	default:
		b.copied += n
		b.copies[path] = true
		b.files(f, 1)
	}
}

// noMemory leaves a file out for want of memory.
func (b *budget) noMemory(path string) {
	b.leave(path, reason{graph.SkipMemory, fmt.Sprintf("the memory budget of %s is used up", size(b.memory))})
}

// leave leaves a file out of all graphs.
func (b *budget) leave(path string, why reason) {
	if _, known := b.out[path]; !known {
		b.out[path] = why
		b.outOf[why]++
	}
}

// skips says what was left out of a run as a whole.
func (b *budget) skips() []graph.Skip {
	var all []graph.Skip
	for why, n := range b.outOf {
		files := "1 file"
		if n > 1 {
			files = fmt.Sprintf("%d files", n)
		}
		all = append(all, graph.Skip{Path: change.Whole, Reason: why.skip, Message: files + " not read: " + why.text})
	}
	slices.SortFunc(all, func(a, b graph.Skip) int { return cmp.Compare(a.Message, b.Message) })
	return all
}

// parts counts what a file says.
func parts(f *facts.File) int {
	if f == nil {
		return 0
	}
	return len(f.Defs) + len(f.Types) + len(f.Exprs) + len(f.Vars) + len(f.Imports) + len(f.Exports)
}

// size is a number of bytes for people.
func size(bytes int64) string {
	for _, unit := range []struct {
		name string
		size int64
	}{{"GiB", 1 << 30}, {"MiB", 1 << 20}} {
		if bytes > 0 && bytes%unit.size == 0 {
			return fmt.Sprintf("%d %s", bytes/unit.size, unit.name)
		}
	}
	return strconv.FormatFloat(float64(bytes)/1e6, 'f', -1, 64) + " MB"
}

// charge charges the files of a snapshot whose contents are, those of first before all others.
func (s *Store) charge(snapshot *diff.Snapshot) {
	seen := make(map[*item]bool)
	for _, first := range []bool{true, false} {
		for i := range snapshot.Files {
			f := &snapshot.Files[i]
			if s.First[f.Path] != first {
				continue
			}
			switch it := s.item(f); {
			case it == nil:
			case it.out:
				s.budget.noMemory(f.Path)
			case seen[it] && it.facts != nil:
				s.budget.copy(f.Path, it.facts)
			default:
				seen[it] = true
			}
		}
	}
}

// Charge returns what the files of a snapshot charge, contents that the other side has
// included.
func (s *Store) Charge(snapshot *diff.Snapshot) int64 {
	b := newBudget(0)
	seen := make(map[*item]bool)
	for i := range snapshot.Files {
		it := s.item(&snapshot.Files[i])
		switch {
		case it == nil:
		case seen[it]:
			b.files(it.facts, 1)
		default:
			seen[it] = true
			b.content(it.facts, 1)
		}
	}
	return b.spent
}

// Spend charges what is not loaded, as Charge says of it.
func (s *Store) Spend(charge int64) { s.budget.spent += charge }

// Full reports whether the limits left files out, or will.
func (s *Store) Full() bool { return s.budget.over() || len(s.budget.out) > 0 }

// LeftOut says why the limits left a file out, "" where they did not.
func (s *Store) LeftOut(path string) graph.SkipReason { return s.budget.out[path].skip }

// Skips says what the limits left out of a run as a whole.
func (s *Store) Skips() []graph.Skip { return s.budget.skips() }
