package facts

import "slices"

// Filled returns for each argument of a call of d the position of its parameter, -1 for none. Named
// arguments are matched first; a trailing function literal after the parentheses takes the last
// free parameter.
func (d *Def) Filled(args []Arg) []int {
	out := make([]int, len(args))
	given := make([]bool, len(d.Params))
	take := func(i, p int) {
		if out[i] = p; p >= 0 {
			given[p] = true
		}
	}
	for i := range args {
		out[i] = -1
		if word := args[i].Keyword; word != "" {
			p := slices.IndexFunc(d.Params, func(p Param) bool { return p.Name == word && !p.PositionalOnly })
			for p >= 0 && given[p] && p+1 < len(d.Params) && d.Params[p+1].Name == word { // one label for several
				p++
			}
			take(i, p)
		}
	}
	pos := 0
	for i := range args {
		if a := &args[i]; a.Keyword != "" || a.Spread || a.DoubleSpread || a.Trailing {
			continue
		}
		for pos < len(d.Params) && (d.Params[pos].KeywordOnly || given[pos] && !d.Params[pos].Variadic) {
			pos++
		}
		if pos == len(d.Params) {
			if last := pos - 1; last >= 0 && d.Params[last].Variadic && !d.Params[last].KeywordOnly {
				take(i, last)
			}
			continue
		}
		take(i, pos)
	}
	for i := range args {
		if args[i].Trailing && args[i].Keyword == "" {
			take(i, d.lastFree(given))
		}
	}
	return out
}

// lastFree returns the last parameter without argument, required ones first; -1 when all have
// arguments.
func (d *Def) lastFree(given []bool) int {
	free := -1
	for p := range d.Params {
		if !given[p] && (free < 0 || !d.Params[p].Optional || d.Params[free].Optional) {
			free = p
		}
	}
	return free
}

// IsVariadic reports whether a parameter takes any number of values.
func (d *Def) IsVariadic() bool {
	return slices.ContainsFunc(d.Params, func(p Param) bool { return p.Variadic })
}

// Takes reports whether d can be called with these arguments, by their number.
func (d *Def) Takes(args []Arg) bool {
	return slices.ContainsFunc(args, func(a Arg) bool { return a.Spread || a.DoubleSpread }) || d.TakesCount(len(args))
}

// Refuses reports whether d is a method that cannot be called with these arguments, by their number.
func (d *Def) Refuses(args []Arg) bool { return d.Kind == Method && !d.Has(Getter) && !d.Takes(args) }

// TakesAlone reports whether d is a function without a receiver that can be called with these arguments.
func (d *Def) TakesAlone(args []Arg) bool {
	return d.Kind == Function && !d.Has(Getter) && d.Receiver < 0 && d.Takes(args)
}

// TakesCount reports whether d can be called with n arguments, none of which is spread.
func (d *Def) TakesCount(n int) bool {
	need, most := 0, 0
	for i := range d.Params {
		switch p := &d.Params[i]; {
		case p.Variadic || p.Keywords:
			most = 1 << 30 // more than the arguments of any call
		case p.Optional:
			most++
		default:
			need++
			most++
		}
	}
	return need <= n && n <= most
}
