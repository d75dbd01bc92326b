package report

import (
	"cmp"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
	"github.com/nexus-ci/nexus-ci/analyze/content/wording"
)

// A ContentFact is one difference between two versions of a file that is no code.
type ContentFact struct {
	// Type is the family of files: dependency, workflow, docker, migration, schema, infra,
	// config, codeowners, license, build, binary, generated, listing, data or file.
	Type string `json:"type"`
	Kind string `json:"kind"` // what happened, such as dependency-major
	// Format is the ecosystem of a dependency or the language of a schema; may be empty.
	Format string `json:"format"`
	// Field is the part of the file: the section of a manifest, what of a workflow, a Docker
	// instruction, the kind of a declaration; may be empty.
	Field  string `json:"field"`
	Scope  string `json:"scope"`  // what the name is inside of, such as a job; may be empty
	Name   string `json:"name"`   // of what differs, as the file spells it
	Change string `json:"change"` // what became of it, such as added, removed, changed, major
	From   string `json:"from"`   // the value in base, may be empty and is cut if long
	To     string `json:"to"`
	What   string `json:"what"`  // all of it in words
	Level  string `json:"level"` // what it asks of a reviewer: low or medium, or what the configuration says
	Path   string `json:"path"`
	Line   int    `json:"line"`
	Side   string `json:"side"` // base for what is gone in head
	// UsedBy are the files of head that use it, as far as that is certain: those that import a
	// package, that name a setting or a table, that handle an operation. Null where none is known.
	UsedBy *UsedBy `json:"used_by"`
}

// A UsedBy counts files.
type UsedBy struct {
	// How they use it: imports a package; names a setting or a table in a string; binds a setting to a
	// field; handles an operation.
	How   string   `json:"how"`
	Name  string   `json:"name"` // what they use, where it is not the name of the fact; may be empty
	Files int      `json:"files"`
	First Location `json:"first"`
	In    string   `json:"in"` // the symbol at First; may be empty
}

// MaxFacts is how many facts a report holds. Of more it holds the weightiest, and
// Summary.FactCount has their number.
const MaxFacts = 2000

// buildFacts returns the facts of a change, in the order of the files.
func buildFacts(facts []fact.Fact) []ContentFact {
	kept := weightiest(facts, MaxFacts)
	out := make([]ContentFact, 0, len(kept))
	for _, i := range kept {
		f := &facts[i]
		c := ContentFact{
			Type: string(f.Type()), Kind: string(f.Kind), Format: f.Format, Field: f.Field, Scope: f.Scope,
			Name: f.Name, Change: f.Change, From: f.From, To: f.To, What: wording.Of(f),
			Level: string(f.Level), Path: f.Path, Line: f.Line, Side: string(f.Side),
		}
		if f.Used != nil {
			u := f.Used
			c.UsedBy = &UsedBy{How: string(u.Verb), Name: u.Name, Files: u.Files, First: Location{Path: u.First.Path, Line: u.First.Line}, In: u.In}
		}
		out = append(out, c)
	}
	return out
}

// weightiest returns the indexes of at most n facts, sorted: of more, those that ask most of a
// reviewer, and of these the first.
func weightiest(facts []fact.Fact, n int) []int {
	order := make([]int, len(facts))
	for i := range order {
		order[i] = i
	}
	if len(order) > n {
		slices.SortStableFunc(order, func(a, b int) int {
			return cmp.Compare(fact.Weight(facts[a].Kind, facts[a].Level, facts[a].Path), fact.Weight(facts[b].Kind, facts[b].Level, facts[b].Path))
		})
		order = order[:n]
		slices.Sort(order)
	}
	return order
}

// OutsideOf says what the facts are outside of: of code, or only of functions, where some are of the names that a file of
// code hands on.
func (r *Report) OutsideOf() string {
	if slices.ContainsFunc(r.Facts, func(f ContentFact) bool { return f.Kind == "listing-reexport" }) {
		return "outside of functions"
	}
	return "outside of code"
}
