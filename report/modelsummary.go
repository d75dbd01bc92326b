package report

import "strconv"

// A ModelSummary is what a language model says of the report, where the user asked for it. It
// is no part of the analysis: nothing is rated by it, and two runs may differ in it.
type ModelSummary struct {
	Model string `json:"model"` // its name, as the user's configuration has it
	// Claims are its sentences, in its order. Each names places of this report.
	Claims []ModelClaim `json:"claims"`
	// LeftOut counts the sentences that named no place of this report, or one that it does not know.
	LeftOut int `json:"left_out"`
}

// A ModelClaim is one sentence of a language model.
type ModelClaim struct {
	Text   string     `json:"text"`   // plain text of one line
	Places []Location `json:"places"` // that it names
}

// What a summary by a model has at most.
const (
	MaxModelClaims = 8
	MaxModelClaim  = 400 // characters of one
)

// Places returns the places that the report speaks of: lines of head or of base.
func (r *Report) Places() map[Location]bool {
	places := make(map[Location]bool)
	add := func(path string, line int) {
		if path != "" && line > 0 {
			places[Location{path, line}] = true
		}
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		add(f.Path, f.Line)
		if f.Related != nil {
			add(f.Related.Path, f.Related.Line)
		}
		for _, u := range f.Also {
			add(u.Path, u.Line)
		}
	}
	for i := range r.Facts {
		add(r.Facts[i].Path, r.Facts[i].Line)
	}
	for i := range r.Behaviours {
		add(r.Behaviours[i].Path, r.Behaviours[i].Line)
	}
	for i := range r.ChangedSymbols {
		s := &r.ChangedSymbols[i]
		add(s.Path, s.Line)
		if s.Old != nil {
			add(s.Old.Path, s.Old.Line)
		}
		for _, w := range s.Written {
			add(w.Path, w.Line)
		}
	}
	for i := range r.AffectedProcesses {
		p := &r.AffectedProcesses[i]
		if p.BrokenStep != nil {
			add(p.BrokenStep.Path, p.BrokenStep.Line)
		}
		for _, s := range p.Steps {
			add(s.Path, s.Line)
		}
	}
	for i := range r.AffectedSymbols {
		add(r.AffectedSymbols[i].Path, r.AffectedSymbols[i].Line)
	}
	for i := range r.Tests {
		add(r.Tests[i].Path, r.Tests[i].Line)
	}
	for _, n := range r.Coverage.NotAnalysed {
		add(n.Path, n.Line)
	}
	return places
}

// String is the place as "path:line".
func (l Location) String() string { return l.Path + ":" + strconv.Itoa(l.Line) }
