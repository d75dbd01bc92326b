package community

import (
	"bufio"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
)

// karate is the network of Zachary's karate club.
func karate(t *testing.T) *network {
	t.Helper()
	file, err := os.Open("testdata/karate.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var ties []tie
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		var a, b int32
		if _, err := fmt.Sscan(lines.Text(), &a, &b); err != nil {
			t.Fatal(err)
		}
		ties = append(ties, tie{a - 1, b - 1, 1})
	}
	if len(ties) != 78 {
		t.Fatalf("%d ties, want 78", len(ties))
	}
	return newNetwork(34, ties)
}

func TestLeidenOnKarateClub(t *testing.T) {
	net := karate(t)
	part := leiden(net, 1, maxIterations)
	// The best partition there is has 0.4198.
	if q := net.modularity(part, 1); q < 0.4188 {
		t.Errorf("modularity %.4f, want at least 0.4188: %v", q, part)
	}
}

// planted returns a network of groups of size nodes with edges inside and between
// groups by chance, and the group of each node. Groups are dealt out in turn, so
// that indices tell nothing about them.
func planted(seed uint64, groups, size, inside, between int) (*network, []int32) {
	r := rand.New(rand.NewPCG(seed, 3))
	n := groups * size
	truth := make([]int32, n)
	for i := range truth {
		truth[i] = int32(i % groups)
	}
	var ties []tie
	for range groups * inside {
		g := r.IntN(groups)
		a, b := g+groups*r.IntN(size), g+groups*r.IntN(size)
		if a != b {
			ties = append(ties, tie{int32(a), int32(b), 100})
		}
	}
	for range between {
		if a, b := r.IntN(n), r.IntN(n); a != b {
			ties = append(ties, tie{int32(a), int32(b), 100})
		}
	}
	return newNetwork(n, ties), truth
}

func TestLeidenRecoversPlantedGroups(t *testing.T) {
	for seed := range uint64(20) {
		net, truth := planted(seed, 8, 40, 400, 300)
		part := leiden(net, 1, maxIterations)
		compact(part)
		want := slices.Clone(truth)
		compact(want)
		if !slices.Equal(part, want) {
			t.Errorf("seed %d: communities are not the planted groups: %v", seed, part)
		}
	}
}

func TestCommunitiesAreConnected(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 4))
		n := 20 + r.IntN(200)
		var ties []tie
		for range n + r.IntN(2*n) {
			if a, b := r.IntN(n), r.IntN(n); a != b {
				ties = append(ties, tie{int32(a), int32(b), float64(1 + r.IntN(100))})
			}
		}
		net := newNetwork(n, ties)
		for _, resolution := range []float64{0.3, 1, 3} {
			part := leiden(net, resolution, maxIterations)
			_, count := connectedParts(net, part)
			if communities := compact(slices.Clone(part)); count != communities {
				t.Errorf("seed %d, resolution %v: %d communities fall into %d parts", seed, resolution, communities, count)
			}
		}
	}
}

func TestMoreIterationsAreNotWorse(t *testing.T) {
	for seed := range uint64(20) {
		net, _ := planted(seed, 10, 20, 60, 300)
		before := -1.0
		for iterations := range 6 {
			q := net.modularity(leiden(net, 1, iterations), 1)
			if q < before-1e-12 {
				t.Errorf("seed %d: modularity falls from %v to %v in iteration %d", seed, before, q, iterations)
			}
			before = q
		}
	}
}

func TestModularityOfNetwork(t *testing.T) {
	// Two triangles joined by one edge: m = 7, each triangle has 3 edges inside and a
	// strength of 7 of 14.
	net := newNetwork(6, []tie{{0, 1, 1}, {1, 2, 1}, {0, 2, 1}, {3, 4, 1}, {4, 5, 1}, {3, 5, 1}, {2, 3, 1}})
	for _, test := range []struct {
		name       string
		part       []int32
		resolution float64
		want       float64
	}{
		{"triangles", []int32{0, 0, 0, 5, 5, 5}, 1, 2 * (3.0/7 - 0.25)},
		{"one", []int32{1, 1, 1, 1, 1, 1}, 1, 0},
		{"alone", []int32{0, 1, 2, 3, 4, 5}, 1, -(4*4.0 + 2*9.0) / 196},
		{"triangles, finer", []int32{0, 0, 0, 5, 5, 5}, 2, 2 * (3.0/7 - 0.5)},
	} {
		if got := net.modularity(test.part, test.resolution); math.Abs(got-test.want) > 1e-12 {
			t.Errorf("%s: modularity %v, want %v", test.name, got, test.want)
		}
	}
	if part := leiden(net, 1, maxIterations); !slices.Equal(part, []int32{part[0], part[0], part[0], part[3], part[3], part[3]}) || part[0] == part[3] {
		t.Errorf("communities %v, want the triangles", part)
	}
}

func TestAggregationKeepsModularity(t *testing.T) {
	for seed := range uint64(20) {
		net, truth := planted(seed, 6, 15, 40, 100)
		whole := leiden(net, 1, 1)
		compact(whole)
		// Any parts will do that do not cross communities: here by truth within them.
		parts := make([]int32, net.size())
		for i := range parts {
			parts[i] = (whole[i]*6 + truth[i]) % int32(net.size())
		}
		count := compact(parts)
		up := net.aggregate(parts, count)
		labels := make([]int32, count)
		for i, p := range parts {
			labels[p] = parts[i]
		}
		if a, b := net.modularity(parts, 1), up.modularity(labels, 1); math.Abs(a-b) > 1e-9 {
			t.Errorf("seed %d: modularity %v becomes %v", seed, a, b)
		}
	}
}

// large is about the size of the symbols of two million lines. As with real
// symbols, which are sorted by path, the members of a group are near each other.
func large() *network {
	const groups, size = 400, 130
	r := rand.New(rand.NewPCG(1, 5))
	var ties []tie
	for i := range groups * 385 {
		g := i % groups
		ties = append(ties, tie{int32(g*size + r.IntN(size)), int32(g*size + r.IntN(size)), 100})
	}
	for range 36_000 {
		ties = append(ties, tie{int32(r.IntN(groups * size)), int32(r.IntN(groups * size)), 100})
	}
	ties = slices.DeleteFunc(ties, func(t tie) bool { return t.a == t.b })
	return newNetwork(groups*size, ties)
}

func BenchmarkLeiden(b *testing.B) {
	net := large()
	for _, iterations := range []int{1, 2, 3, 10} {
		b.Run(fmt.Sprint(iterations), func(b *testing.B) {
			b.ReportAllocs()
			var q float64
			for b.Loop() {
				q = net.modularity(leiden(net, 1, iterations), 1)
			}
			b.ReportMetric(q, "modularity")
			b.ReportMetric(float64(len(net.to)/2), "edges")
		})
	}
}
