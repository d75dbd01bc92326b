package report

import "github.com/nexus-ci/nexus-ci/analyze/behaviour"

// A Behaviour is one thing that a function does differently.
type Behaviour struct {
	Kind   string `json:"kind"` // condition-negated, guard-removed, limit-changed and so on
	Path   string `json:"path"`
	Symbol string `json:"symbol"` // "Type.method" or the function; empty outside of named ones
	Line   int    `json:"line"`   // of head, or of base where Side says so
	Side   string `json:"side"`
	From   string `json:"from"`  // one line of source, cut; empty where there was nothing
	To     string `json:"to"`    // likewise
	Level  string `json:"level"` // how much it asks of a reviewer at least: low or medium, high or critical by configuration
}

// A NotCompared is a changed file, or a function in it, that could not be compared.
type NotCompared struct {
	Path   string `json:"path"`
	Symbol string `json:"symbol"` // empty for the file
	Reason string `json:"reason"`
}

// addBehaviours adds what functions do differently, and how far that was compared.
func (r *Report) addBehaviours(in *behaviour.Result) {
	r.Behaviours, r.Coverage.NotCompared = []Behaviour{}, []NotCompared{}
	if in == nil {
		return
	}
	for _, b := range in.Behaviours {
		r.Behaviours = append(r.Behaviours, Behaviour{
			Kind: string(b.Kind), Path: b.Path, Symbol: b.Symbol, Line: b.Line, Side: string(b.Side), From: b.From, To: b.To, Level: string(b.Level),
		})
	}
	r.Coverage.Compared = in.Compared
	for _, s := range in.Skipped {
		r.Coverage.NotCompared = append(r.Coverage.NotCompared, NotCompared(s))
	}
}
