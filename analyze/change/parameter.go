package change

import "github.com/nexus-ci/nexus-ci/analyze/graph"

// parameters returns the differences in the parameters of a function. Parameters are paired by
// name; those between two pairs are paired by position.
func parameters(old, now []graph.Param) []Difference {
	pair := pairParams(old, now)
	taken := make([]bool, len(now))
	var diffs []Difference
	last, reordered := -1, false
	for i := range old {
		j := pair[i]
		if j < 0 {
			diffs = append(diffs, Difference{Kind: ParameterRemoved, Name: old[i].Name, Old: old[i].Type})
			continue
		}
		taken[j] = true
		if !old[i].KeywordOnly && !now[j].KeywordOnly {
			reordered = reordered || j < last
			last = j
		}
		diffs = append(diffs, parameter(&old[i], &now[j])...)
	}
	for j := range now {
		if !taken[j] {
			p := &now[j]
			diffs = append(diffs, Difference{
				Kind: ParameterAdded, Name: p.Name, New: p.Type, Required: !p.Optional && !p.Variadic && !p.Keywords,
			})
		}
	}
	if reordered {
		diffs = append(diffs, Difference{Kind: ParametersReordered})
	}
	return diffs
}

// pairParams returns for each parameter of old the index of its match in now, or -1.
func pairParams(old, now []graph.Param) []int {
	pair := make([]int, len(old))
	taken := make([]bool, len(now))
	for i := range old {
		pair[i] = -1
		for j := range now {
			if named(&old[i]) && old[i].Name == now[j].Name && !taken[j] {
				pair[i], taken[j] = j, true
				break
			}
		}
	}
	// Between two pairs: if both sides have equally many, they match by position, whatever
	// their names and types. Otherwise only those of equal types match, from the left.
	for i := 0; i < len(old); i++ {
		if pair[i] >= 0 {
			continue
		}
		end := i
		for end < len(old) && pair[end] < 0 {
			end++
		}
		start := 0
		if i > 0 {
			start = pair[i-1] + 1
		}
		stop := start
		for stop < len(now) && !taken[stop] {
			stop++
		}
		j := start
		for k := i; k < end && j < stop; k++ {
			if end-i == stop-start {
				if alike(&old[k], &now[j]) {
					pair[k], taken[j] = j, true
				}
				j++
				continue
			}
			for at := j; at < stop; at++ {
				if (!named(&old[k]) || !named(&now[at])) && old[k].Type == now[at].Type && old[k].Type != "" {
					pair[k], taken[at], j = at, true, at+1
					break
				}
			}
		}
		i = end - 1
	}
	return pair
}

func named(p *graph.Param) bool { return p.Name != "" && p.Name != "_" }

// alike reports whether two parameters at one position may be the same: they have one type, or
// no names.
func alike(a, b *graph.Param) bool {
	return a.Type == b.Type && a.Keywords == b.Keywords && a.Variadic == b.Variadic || !named(a) || !named(b)
}

// parameter returns what differs in one parameter.
func parameter(old, now *graph.Param) []Difference {
	name := now.Name
	var diffs []Difference
	add := func(kind DifferenceKind, was, is string) {
		diffs = append(diffs, Difference{Kind: kind, Name: name, Old: was, New: is})
	}
	if named(old) && named(now) && old.Name != now.Name {
		diffs = append(diffs, Difference{Kind: ParameterRenamed, Name: old.Name, Old: old.Name, New: now.Name})
	}
	if old.Type != now.Type && old.Type != "" && now.Type != "" {
		add(ParameterRetyped, old.Type, now.Type)
	}
	switch {
	case now.Variadic && !old.Variadic:
		add(BecameVariadic, "", "")
	case old.Variadic && !now.Variadic:
		add(NoLongerVariadic, "", "")
	case now.Optional && !old.Optional && !now.Variadic && !now.Keywords:
		add(BecameOptional, "", "")
	case old.Optional && !now.Optional && !now.Variadic && !now.Keywords:
		add(BecameRequired, "", "")
	}
	switch {
	case now.KeywordOnly && !old.KeywordOnly:
		add(BecameKeywordOnly, "", "")
	case now.PositionalOnly && !old.PositionalOnly:
		add(BecamePositional, "", "")
	}
	return diffs
}
