package community

import "slices"

// A tie is an edge between two nodes of a network with a positive integer weight.
type tie struct {
	a, b   int32
	weight float64
}

// A network is an undirected weighted graph in compressed sparse rows: the
// neighbours of i are to[start[i]:start[i+1]], each once, without i.
type network struct {
	start    []int32
	to       []int32
	weight   []float64
	loop     []float64 // weight of edges inside an aggregated node, counted once
	strength []float64 // weight of all edge ends at a node, loops counted twice
	total    float64   // sum of strength: twice the edge weight
}

// newNetwork adds up parallel ties, in both directions.
func newNetwork(n int, ties []tie) *network {
	net := &network{
		start:    make([]int32, n+1),
		to:       make([]int32, 2*len(ties)),
		weight:   make([]float64, 2*len(ties)),
		loop:     make([]float64, n),
		strength: make([]float64, n),
	}
	for _, t := range ties {
		net.start[t.a+1]++
		net.start[t.b+1]++
	}
	for i := range n {
		net.start[i+1] += net.start[i]
	}
	next := slices.Clone(net.start[:n])
	put := func(a, b int32, w float64) {
		net.to[next[a]], net.weight[next[a]] = b, w
		next[a]++
		net.strength[a] += w
		net.total += w
	}
	for _, t := range ties {
		put(t.a, t.b, t.weight)
		put(t.b, t.a, t.weight)
	}
	// Aggregating each node by itself merges parallel ties.
	alone := make([]int32, n)
	for i := range alone {
		alone[i] = int32(i)
	}
	return net.aggregate(alone, n)
}

func (net *network) size() int { return len(net.strength) }

func (net *network) edges(i int32) (to []int32, weight []float64) {
	return net.to[net.start[i]:net.start[i+1]], net.weight[net.start[i]:net.start[i+1]]
}

// modularity is the modularity of a partition, given as a label per node. Labels are smaller
// than the number of nodes.
func (net *network) modularity(part []int32, resolution float64) float64 {
	if net.total == 0 {
		return 0
	}
	internal := make([]float64, net.size()) // weight of edge ends inside the partition
	strength := make([]float64, net.size())
	for i := range net.size() {
		c := part[i]
		strength[c] += net.strength[i]
		internal[c] += 2 * net.loop[i]
		to, weight := net.edges(int32(i))
		for k, j := range to {
			if part[j] == c {
				internal[c] += weight[k]
			}
		}
	}
	var q float64
	for c := range internal {
		share := strength[c] / net.total
		q += internal[c]/net.total - float64(resolution*share*share)
	}
	return q
}

// leiden partitions net. It returns a label per node, each smaller than the number of nodes.
// Every community is connected.
func leiden(net *network, resolution float64, iterations int) []int32 {
	part := make([]int32, net.size())
	for i := range part {
		part[i] = int32(i)
	}
	if net.total == 0 {
		return part
	}
	for range iterations {
		if !iterate(net, part, resolution) {
			break
		}
	}
	return part
}

// iterate improves part by one run through all levels of aggregation and reports
// whether anything changed. The last level has one node per community. Nodes of a level are
// merged from connected ones only, so all communities are connected.
func iterate(net *network, part []int32, resolution float64) bool {
	var (
		level   = net
		labels  = slices.Clone(part)
		of      = make([]int32, net.size()) // node of the level that contains a node of net
		changed bool
	)
	compact(labels)
	for i := range of {
		of[i] = int32(i)
	}
	for {
		changed = moveNodes(level, labels, resolution) || changed
		communities := compact(labels)
		if communities == level.size() {
			break
		}
		refined, count := refine(level, labels, communities, resolution)
		if count == level.size() {
			// No parts could be merged: aggregate by connected parts of the communities, or the
			// next level would equal this one.
			refined, count = connectedParts(level, labels)
			if count == level.size() {
				labels = refined // no two members of one community have an edge
				break
			}
		}
		upper := make([]int32, count)
		for i, r := range refined {
			upper[r] = labels[i]
		}
		for i := range of {
			of[i] = refined[of[i]]
		}
		level, labels = level.aggregate(refined, count), upper
	}
	for i := range part {
		part[i] = labels[of[i]]
	}
	return changed
}

// compact renumbers labels to 0, 1, 2 … by first occurrence and returns their number. Labels
// are smaller than the number of nodes.
func compact(labels []int32) int {
	number := make([]int32, len(labels)) // 1 + new label
	count := int32(0)
	for i, l := range labels {
		if number[l] == 0 {
			count++
			number[l] = count
		}
		labels[i] = number[l] - 1
	}
	return int(count)
}

// epsilon is the tolerance for rounding errors. Weights are whole numbers, so real gains are far
// larger.
const epsilon = 1e-6

// moveNodes moves single nodes to the community that raises modularity most,
// until no move improves it, and reports whether any moved. Nodes wait in a queue; a move
// adds the neighbours in other communities to it again.
func moveNodes(net *network, labels []int32, resolution float64) bool {
	n := int32(net.size())
	var (
		strength = make([]float64, n) // of communities
		members  = make([]int32, n)
		free     []int32                 // labels without members
		queue    = make([]int32, 0, 2*n) // nodes to visit: queue[head:]
		waiting  = make([]bool, n)
		links    = newTally(n) // weight from the node to each community
		scale    = resolution / net.total
		moved    bool
	)
	for i := range n {
		strength[labels[i]] += net.strength[i]
		members[labels[i]]++
		queue = append(queue, i)
		waiting[i] = true
	}
	for c := n - 1; c >= 0; c-- {
		if members[c] == 0 {
			free = append(free, c)
		}
	}
	for head := 0; head < len(queue); head++ {
		i := queue[head]
		waiting[i] = false
		from := labels[i]
		to, weight := net.edges(i)
		links.reset()
		for k, j := range to {
			links.add(labels[j], weight[k])
		}
		strength[from] -= net.strength[i]
		penalty := scale * net.strength[i]
		best, gain := from, links.sum[from]-float64(penalty*strength[from])
		for _, c := range links.labels {
			if g := links.sum[c] - float64(penalty*strength[c]); g > gain+epsilon {
				best, gain = c, g
			}
		}
		if gain < -epsilon && members[from] > 1 { // better in a community of its own
			best = free[len(free)-1]
			free = free[:len(free)-1]
		}
		strength[best] += net.strength[i]
		if best == from {
			continue
		}
		moved = true
		labels[i] = best
		members[best]++
		if members[from]--; members[from] == 0 {
			free = append(free, from)
		}
		for _, j := range to {
			if !waiting[j] && labels[j] != best {
				waiting[j] = true
				queue = append(queue, j)
			}
		}
	}
	return moved
}

// refine splits every community into well-connected parts: it starts from single nodes and
// merges a node into a part only if modularity grows and both have enough edges to the rest of
// the community. It returns a part per node and the number of parts.
func refine(net *network, labels []int32, communities int, resolution float64) ([]int32, int) {
	n := int32(net.size())
	var (
		whole    = make([]float64, communities) // strength of each community
		part     = make([]int32, n)
		size     = make([]int32, n)
		strength = slices.Clone(net.strength) // of each part
		cut      = make([]float64, n)         // weight from each part to the rest of its community
		links    = newTally(n)
		scale    = resolution / net.total
	)
	for i := range n {
		part[i], size[i] = i, 1
		whole[labels[i]] += net.strength[i]
		to, weight := net.edges(i)
		for k, j := range to {
			if labels[j] == labels[i] {
				cut[i] += weight[k]
			}
		}
	}
	connected := func(p int32, community float64) bool {
		return cut[p] >= float64(scale*strength[p]*(community-strength[p]))-epsilon
	}
	for i := range n {
		community := whole[labels[i]]
		if part[i] != i || size[i] != 1 || !connected(i, community) {
			continue
		}
		links.reset()
		to, weight := net.edges(i)
		for k, j := range to {
			if labels[j] == labels[i] {
				links.add(part[j], weight[k])
			}
		}
		penalty := scale * net.strength[i]
		best, gain := i, 0.0
		for _, p := range links.labels {
			if g := links.sum[p] - float64(penalty*strength[p]); g > gain+epsilon && connected(p, community) {
				best, gain = p, g
			}
		}
		if best == i {
			continue
		}
		part[i] = best
		size[i] = 0
		size[best]++
		strength[best] += net.strength[i]
		cut[best] += cut[i] - 2*links.sum[best]
	}
	return part, compact(part)
}

// connectedParts returns the connected parts of the communities: a part per node
// and the number of parts.
func connectedParts(net *network, labels []int32) ([]int32, int) {
	part := make([]int32, net.size())
	for i := range part {
		part[i] = -1
	}
	count := int32(0)
	var queue []int32
	for i := range part {
		if part[i] >= 0 {
			continue
		}
		part[i] = count
		queue = append(queue[:0], int32(i))
		for head := 0; head < len(queue); head++ {
			to, _ := net.edges(queue[head])
			for _, j := range to {
				if part[j] < 0 && labels[j] == labels[i] {
					part[j] = count
					queue = append(queue, j)
				}
			}
		}
		count++
	}
	return part, int(count)
}

// aggregate returns the network whose nodes are the parts of net.
func (net *network) aggregate(part []int32, count int) *network {
	// Nodes sorted by part, so that the edges of a part are summed in one pass.
	first := make([]int32, count+1)
	for _, p := range part {
		first[p+1]++
	}
	for p := range count {
		first[p+1] += first[p]
	}
	nodes := make([]int32, net.size())
	next := slices.Clone(first[:count])
	for i, p := range part {
		nodes[next[p]] = int32(i)
		next[p]++
	}
	up := &network{
		start:    make([]int32, 1, count+1),
		to:       make([]int32, 0, len(net.to)),
		weight:   make([]float64, 0, len(net.to)),
		loop:     make([]float64, count),
		strength: make([]float64, count),
		total:    net.total,
	}
	links := newTally(int32(count))
	for p := range int32(count) {
		links.reset()
		for _, i := range nodes[first[p]:first[p+1]] {
			up.loop[p] += net.loop[i]
			up.strength[p] += net.strength[i]
			to, weight := net.edges(i)
			for k, j := range to {
				links.add(part[j], weight[k])
			}
		}
		up.loop[p] += links.sum[p] / 2 // each inner edge is counted at both ends
		for _, q := range links.labels {
			if q != p {
				up.to = append(up.to, q)
				up.weight = append(up.weight, links.sum[q])
			}
		}
		up.start = append(up.start, int32(len(up.to)))
	}
	return up
}

// A tally sums weights by label; labels lists the labels in order of first use.
type tally struct {
	sum    []float64
	labels []int32
}

func newTally(n int32) *tally { return &tally{sum: make([]float64, n)} }

// add adds a positive weight.
func (t *tally) add(label int32, weight float64) {
	if t.sum[label] == 0 {
		t.labels = append(t.labels, label)
	}
	t.sum[label] += weight
}

func (t *tally) reset() {
	for _, l := range t.labels {
		t.sum[l] = 0
	}
	t.labels = t.labels[:0]
}
