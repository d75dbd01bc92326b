package resolve

import "slices"

// order returns the supertypes of s in the order in which the languages with
// several bases look a member up (C3: every type before its own bases, bases as
// they are written), s first. It is nil where each has at most one base, and for
// embedded types, of which the nearest counts.
func (r *resolver) order(s symID) []symID {
	if list, ok := r.orders[s]; ok {
		return list
	}
	if r.orders == nil {
		r.orders = make(map[symID][]symID)
	}
	r.orders[s] = nil // a type that is its own supertype ends here
	var list []symID
	if r.isMixed(s) {
		list = r.linear(s)
	}
	r.orders[s] = list
	return list
}

// inOrder looks name up in the types of queue, the supertypes of s, by their order;
// those that are not in it come where they were found.
func (r *resolver) inOrder(s symID, name string, recv typ, queue []step, order []symID) found {
	at := func(q step) int {
		i := slices.Index(order, q.sym)
		if i < 0 || !q.class && queue[0].class {
			return -1
		}
		return i
	}
	queue = slices.Clone(queue)
	last := 0
	places := make(map[step]int, len(queue))
	for _, q := range queue {
		if i := at(q); i >= 0 {
			last = i
		}
		places[q] = last
	}
	slices.SortStableFunc(queue, func(a, b step) int { return places[a] - places[b] })
	for _, q := range queue {
		if q.sym == s && q.class == queue[0].class {
			continue
		}
		if m := r.inherited(s, r.membersOf(q.sym, name, q.class)); len(m) > 0 {
			return r.withOverloads(s, found{status: isSymbol, rule: ruleInherited, syms: m, recv: q.recv}, name, recv)
		}
	}
	return found{}
}

// isMixed reports whether a type or one above it has several bases, none of them
// embedded.
func (r *resolver) isMixed(s symID) bool {
	seen, mixed := []symID{s}, false
	for k := 0; k < len(seen) && k < maxBases; k++ {
		bases := r.basesOf(seen[k])
		mixed = mixed || len(bases) > 1
		for _, b := range bases {
			if b.embedded {
				return false
			}
			if !slices.Contains(seen, b.sym) {
				seen = append(seen, b.sym)
			}
		}
	}
	return mixed
}

// linear merges the orders of the bases of s behind s.
func (r *resolver) linear(s symID) []symID {
	out := []symID{s}
	if list, ok := r.linears[s]; ok || r.depth > maxDepth {
		if list == nil {
			return out // its own supertype, or too deep
		}
		return list
	}
	if r.linears == nil {
		r.linears = make(map[symID][]symID)
	}
	r.linears[s] = nil
	r.depth++
	defer func() { r.depth-- }()
	var lists [][]symID
	var direct []symID
	for _, b := range r.basesOf(s) {
		if b.sym != s && !slices.Contains(direct, b.sym) {
			direct = append(direct, b.sym)
			lists = append(lists, r.linear(b.sym))
		}
	}
	lists = append(lists, direct)
	for len(out) <= maxBases {
		next := head(lists)
		if next < 0 {
			break
		}
		if !slices.Contains(out, next) {
			out = append(out, next)
		}
		for i, l := range lists {
			lists[i] = slices.DeleteFunc(slices.Clone(l), func(t symID) bool { return t == next })
		}
	}
	r.linears[s] = out
	return out
}

// head returns the first type of a list that no other list has further back, the
// first of all where the lists contradict each other, -1 when they are empty.
func head(lists [][]symID) symID {
	first := symID(-1)
	for _, l := range lists {
		if len(l) == 0 {
			continue
		}
		if first < 0 {
			first = l[0]
		}
		if !slices.ContainsFunc(lists, func(o []symID) bool { return len(o) > 1 && slices.Contains(o[1:], l[0]) }) {
			return l[0]
		}
	}
	return first
}
