package tree

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// maxBag is the maximum number of leaves of a statement that are compared for similarity.
const maxBag = 400

// bag returns the leaves and operators of a node, counted.
func bag(n *Node) (map[uint64]int, int) {
	leaves, total := make(map[uint64]int), 0
	n.Walk(func(k *Node) bool {
		if total >= maxBag {
			return false
		}
		if k.Text != "" || k.Op != "" || len(k.Kids) == 0 {
			h := MixText(MixText(Mix(HashSeed, uint64(k.Role)), k.Op), k.Text)
			if k.Role == lang.RoleMember {
				h = MixText(Mix(HashSeed, uint64(lang.RoleName)), k.Text)
			}
			leaves[h]++
			total++
		}
		return true
	})
	return leaves, total
}

// Dice returns the Dice coefficient of the leaves of two nodes: 1 for equal ones.
func Dice(a, b *Node) float64 {
	x, n := bag(a)
	y, m := bag(b)
	if n+m == 0 {
		return 0
	}
	return 2 * float64(common(x, y)) / float64(n+m)
}

// Held returns the share of the leaves of a node that another one has too: 1 where it may be a part of it.
func Held(n, in *Node) float64 {
	x, total := bag(n)
	y, _ := bag(in)
	if total == 0 {
		return 0
	}
	return float64(common(x, y)) / float64(total)
}

// common returns how many leaves two bags have in common.
func common(x, y map[uint64]int) int {
	sum := 0
	for h, k := range x {
		sum += min(k, y[h])
	}
	return sum
}
