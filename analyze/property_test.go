package analyze_test

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/finding/sentence"
	"github.com/nexus-ci/nexus-ci/analyze/impact"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/difftest"
)

// A program is a small Go program that can be edited at random: functions by name, with
// the package that holds each.
type program struct {
	packages []string
	funcs    []function
}

type function struct {
	name, pkg string
	params    int
	salt      int
	calls     []int // indices of functions before it
}

func randomProgram(r *rand.Rand) *program {
	p := &program{packages: []string{"a", "b", "c"}}
	for i := range 4 + r.Intn(8) {
		f := function{name: fmt.Sprintf("F%d", i), pkg: p.packages[r.Intn(3)], params: r.Intn(3), salt: r.Intn(1000)}
		for j := range i {
			if r.Intn(3) == 0 {
				f.calls = append(f.calls, j)
			}
		}
		p.funcs = append(p.funcs, f)
	}
	return p
}

// edit returns the program after a few edits of every kind; calls follow most of them.
func (p *program) edit(r *rand.Rand) *program {
	q := &program{packages: p.packages, funcs: slices.Clone(p.funcs)}
	for range 1 + r.Intn(3) {
		f := &q.funcs[r.Intn(len(q.funcs))]
		switch r.Intn(5) {
		case 0:
			f.salt += 1000
		case 1:
			f.params++
		case 2:
			f.pkg = q.packages[r.Intn(3)]
		case 3:
			f.name += "x"
		case 4:
			f.calls = nil
		}
	}
	return q
}

// files writes the program, with lines above every file. stale names functions that are
// called as they were called in p, not as they are in q.
func (p *program) files(called *program, shift int) map[string][]byte {
	out := make(map[string][]byte)
	for _, pkg := range p.packages {
		var b, imports strings.Builder
		imported := map[string]bool{pkg: true}
		for i := range p.funcs {
			f := &p.funcs[i]
			if f.pkg != pkg {
				continue
			}
			var params []string
			for n := range f.params {
				params = append(params, fmt.Sprintf("p%d int", n))
			}
			fmt.Fprintf(&b, "\nfunc %s(%s) int {\n\tn := %d\n\tprintln(\"%d of it\", n, %d)\n", f.name, strings.Join(params, ", "), f.salt, f.salt, i)
			for _, j := range f.calls {
				g := called.funcs[j]
				name := g.name
				if g.pkg != pkg {
					name = g.pkg + "." + name
					if !imported[g.pkg] {
						imported[g.pkg] = true
						fmt.Fprintf(&imports, "import %q\n", "m/"+g.pkg)
					}
				}
				fmt.Fprintf(&b, "\tn += %s(%s)\n", name, strings.TrimSuffix(strings.Repeat("n, ", g.params), ", "))
			}
			b.WriteString("\treturn n\n}\n")
		}
		out[pkg+"/"+pkg+".go"] = []byte("package " + pkg + "\n\n" + imports.String() + strings.Repeat("\n// a line above\n", shift) + b.String())
	}
	out["go.mod"] = []byte("module m\n")
	return out
}

func analyse(t *testing.T, base, head map[string][]byte, policy analyze.Policy) *analyze.Result {
	t.Helper()
	blobs := make(difftest.Blobs)
	in := analyze.Input{Base: blobs.Snapshot("base", base), Head: blobs.Snapshot("head", head), Blobs: blobs, Languages: all.Languages(), Policy: policy}
	var err error
	in.Changes, err = diff.Compare(in.Base, in.Head, func(id string) ([]byte, error) { return blobs[id], nil })
	if err != nil {
		t.Fatal(err)
	}
	return run(t, in)
}

// says lists findings by what names them, and the change set.
func says(r *analyze.Result) string {
	var b strings.Builder
	for _, f := range r.Findings {
		fmt.Fprintf(&b, "%s %s %s:%d %s\n", f.Fingerprint, f.Rule, f.Path, f.Line, sentence.Message(f.Claim()))
	}
	return b.String() + symbols(r.Change)
}

const seeds = 25

func TestPropertySameSides(t *testing.T) {
	for seed := range int64(seeds) {
		p := randomProgram(rand.New(rand.NewSource(seed)))
		files := p.files(p, 0)
		res := analyse(t, files, files, analyze.Policy{})
		if got := says(res); got != "" || len(res.Impact.Affected)+len(res.Impact.Processes)+len(res.Impact.Tests) > 0 {
			t.Fatalf("seed %d: base = head gives\n%s", seed, got)
		}
	}
}

// Exchanging base and head exchanges added and removed; moved stays moved, renamed renamed.
func TestPropertySwappedSides(t *testing.T) {
	for seed := range int64(seeds) {
		r := rand.New(rand.NewSource(seed))
		p := randomProgram(r)
		q := p.edit(r)
		a, b := p.files(p, 0), q.files(q, 0)
		list := func(set *change.Set, back bool) []string {
			opposite := map[change.Type]change.Type{change.Added: change.Removed, change.Removed: change.Added}
			var out []string
			for i := range set.Symbols {
				c := &set.Symbols[i]
				kind, from, to := c.Type, "", ""
				if c.Base != nil {
					from = c.Base.ID
				}
				if c.Head != nil {
					to = c.Head.ID
				}
				if back {
					from, to = to, from
					if k, ok := opposite[kind]; ok {
						kind = k
					}
				}
				out = append(out, fmt.Sprintf("%s (%s) %s -> %s", kind, c.Parts, from, to))
			}
			slices.Sort(out)
			return out
		}
		forth := list(analyse(t, a, b, analyze.Policy{}).Change, false)
		back := list(analyse(t, b, a, analyze.Policy{}).Change, true)
		if d := cmp.Diff(forth, back); d != "" {
			t.Fatalf("seed %d (-there +back):\n%s", seed, d)
		}
	}
}

// A file that has nothing to do with the rest, added by the change or there before, changes
// nothing that is said of the rest.
func TestPropertyUnrelatedFile(t *testing.T) {
	other := []byte("package other\n\nfunc Lonely() int {\n\tprintln(\"far from everything\", 1)\n\treturn 1\n}\n")
	for seed := range int64(seeds) {
		r := rand.New(rand.NewSource(seed))
		p := randomProgram(r)
		q := p.edit(r)
		base, head := p.files(p, 0), q.files(p, 0)
		want := says(analyse(t, base, head, analyze.Policy{}))
		head["other/other.go"] = other
		var got []string
		for _, line := range strings.SplitAfter(says(analyse(t, base, head, analyze.Policy{})), "\n") {
			if !strings.Contains(line, "other/other.go") {
				got = append(got, line)
			}
		}
		if d := cmp.Diff(want, strings.Join(got, "")); d != "" {
			t.Fatalf("seed %d, added (-without +with):\n%s", seed, d)
		}
		base["other/other.go"] = other
		if d := cmp.Diff(want, says(analyse(t, base, head, analyze.Policy{}))); d != "" {
			t.Fatalf("seed %d, there before (-without +with):\n%s", seed, d)
		}
	}
}

// Findings keep their names when lines above move, when another finding comes before
// them, and when a file is renamed.
func TestPropertyFingerprints(t *testing.T) {
	found := 0
	names := func(r *analyze.Result) map[string]bool {
		out := make(map[string]bool)
		for _, f := range r.Findings {
			out[f.Rule+" "+f.Fingerprint] = true
		}
		return out
	}
	for seed := range int64(seeds) {
		r := rand.New(rand.NewSource(seed))
		p := randomProgram(r)
		q := p.edit(r)
		base, head := p.files(p, 0), q.files(p, 0) // calls are left as they were
		want := names(analyse(t, base, head, analyze.Policy{}))
		found += len(want)
		if d := cmp.Diff(want, names(analyse(t, base, q.files(p, 7), analyze.Policy{}))); d != "" {
			t.Fatalf("seed %d, lines shifted (-before +after):\n%s", seed, d)
		}
		more := q.files(p, 0)
		base["0/0.go"] = []byte("package zero\n\nfunc gone(n int) int { return n }\n\nfunc Zero() int { return gone(1) }\n")
		more["0/0.go"] = []byte("package zero\n\nfunc Zero() int { return gone(1) }\n")
		with := names(analyse(t, base, more, analyze.Policy{}))
		for name := range want {
			if !with[name] {
				t.Fatalf("seed %d: a finding before it renames %s", seed, name)
			}
		}
		renamed := q.files(p, 0)
		renamed["a/z.go"] = renamed["a/a.go"]
		delete(renamed, "a/a.go")
		delete(base, "0/0.go")
		if d := cmp.Diff(want, names(analyse(t, base, renamed, analyze.Policy{}))); d != "" {
			t.Fatalf("seed %d, file renamed (-before +after):\n%s", seed, d)
		}
	}
	if found < seeds {
		t.Errorf("only %d findings: the programs show too little", found)
	}
}

// With wider limits nothing that was affected is lost, and nothing is nearer or farther.
func TestPropertyDepth(t *testing.T) {
	for seed := range int64(seeds) {
		r := rand.New(rand.NewSource(seed))
		p := randomProgram(r)
		q := p.edit(r)
		head := analyse(t, p.files(p, 0), q.files(p, 0), analyze.Policy{}).Head.Graph
		var start = head.Nodes[r.Intn(len(head.Nodes)):][:1]
		before := map[string]int{}
		for depth := 1; depth <= 6; depth++ {
			now := map[string]int{}
			for _, a := range impact.Walk(head, start, impact.Options{Depth: depth}) {
				now[a.Node.ID] = a.Depth
			}
			for id, d := range before {
				if now[id] != d {
					t.Fatalf("seed %d: at depth %d %s is %d away, it was %d", seed, depth, id, now[id], d)
				}
			}
			before = now
		}
	}
}
