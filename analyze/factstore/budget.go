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

// Memory costs in bytes, measured on sources of all languages: facts once per content, the graph
// once per path and side. A part is a definition, a type, an expression or the like.
const (
	partCost  = 160
	placeCost = 4096
)

// freeCopies is the number of parts that copies may always have. Above it, copies may have as many
// parts as the other files: a small tree can refer to one content a million times.
const freeCopies = 10_000

// A budget bounds the memory that one run uses for the files of all its snapshots. It charges
// files in the order of the snapshots, so what it leaves out depends only on them.
type budget struct {
	memory int64 // bytes; 0: no limit
	spent  int64

	parts, copied int               // parts of distinct contents, and of further files with the same content
	copies        map[string]bool   // paths of the copies that were charged
	out           map[string]reason // by path: files left out of all graphs
	outOf         map[reason]int    // number of files left out
}

// A reason says why a budget leaves a file out.
type reason struct {
	skip graph.SkipReason
	text string // describes the limit
}

func newBudget(memory int64) *budget {
	return &budget{memory: memory, copies: make(map[string]bool), out: make(map[string]reason), outOf: make(map[reason]int)}
}

// accounted is the part of the memory that may be charged. The rest is for parsers, findings and
// garbage.
func (b *budget) accounted() int64 { return b.memory / 4 * 3 }

// over reports whether the memory is used up.
func (b *budget) over() bool { return b.memory > 0 && b.spent > b.accounted() }

// content charges the facts of a content, which may be nil, and one file with it per side.
func (b *budget) content(f *facts.File, sides int) {
	b.parts += parts(f)
	b.spent += partCost * int64(parts(f))
	b.files(f, sides)
}

// files charges n files with a content whose facts are charged already.
func (b *budget) files(f *facts.File, n int) {
	b.spent += int64(n) * (placeCost + partCost*int64(parts(f)))
}

// copy charges one more file with the same content as another one of its snapshot.
func (b *budget) copy(path string, f *facts.File) {
	n, most := parts(f), max(freeCopies, b.parts)
	if b.copies[path] {
		n = 0 // already charged in another snapshot
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

// noMemory leaves a file out because the memory is used up.
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

// skips summarises the files that were left out, one Skip per reason.
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

// parts counts the parts of a file.
func parts(f *facts.File) int {
	if f == nil {
		return 0
	}
	return len(f.Defs) + len(f.Types) + f.NumExprs() + len(f.Vars) + len(f.Imports) + len(f.Exports)
}

// size formats a number of bytes for people.
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

// charge charges those files of a snapshot whose contents are charged, the paths in First first.
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

// Charge returns the memory charged for the files of a snapshot, including contents that
// another snapshot has too.
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

// Spend charges a snapshot that is not loaded, with the result of Charge for it.
func (s *Store) Spend(charge int64) { s.budget.spent += charge }

// Full reports whether the limits left files out, or will.
func (s *Store) Full() bool { return s.budget.over() || len(s.budget.out) > 0 }

// LeftOut returns why the limits left a file out, "" if they did not.
func (s *Store) LeftOut(path string) graph.SkipReason { return s.budget.out[path].skip }

// Skips summarises the files that the limits left out.
func (s *Store) Skips() []graph.Skip { return s.budget.skips() }
