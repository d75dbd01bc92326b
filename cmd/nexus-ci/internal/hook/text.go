package hook

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/brief"
	"github.com/nexus-ci/nexus-ci/analyze/search"
)

const (
	maxSymbols = 5
	// candidates is how many hits are looked at: some are files, or gone.
	candidates = 30
	// relevant is the share of the best score that a hit must have: below, it has only a
	// common word of the pattern.
	relevant = 0.3
)

// A Source is what is known of a repository.
type Source struct {
	Index  *search.Index
	Briefs *brief.Table
	// Exists reports whether a file of the snapshot is still there.
	Exists func(path string) bool
}

// A symbol is one that is shown.
type symbol struct {
	brief.Entry
	score float64
}

// Text returns what is known of the symbols that a search is about, "" for nothing. The first
// are those of parts of the code that hang together most. Words that are nowhere, or are only
// spelt nearly so, say nothing of the symbols.
func (s *Source) Text(sought Sought) string {
	var found []symbol
	known := slices.DeleteFunc(strings.Fields(sought.Words), func(w string) bool { return !s.Index.Knows(w) })
	hits := s.hits(known, sought.All)
	for _, h := range hits {
		if h.Score < relevant*hits[0].Score || len(found) == maxSymbols {
			break
		}
		if e := s.there(h.Doc); e != nil && tells(e) {
			found = append(found, symbol{*e, h.Score})
		}
	}
	if len(found) == 0 {
		return ""
	}
	slices.SortStableFunc(found, order)
	var b strings.Builder
	plural := "s"
	if len(found) == 1 {
		plural = ""
	}
	fmt.Fprintf(&b, "[nexus-ci] %d related symbol%s found:\n", len(found), plural)
	for i := range found {
		s.write(&b, &found[i].Entry)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// hits returns the best hits for words. If all are needed, and some hits have all, it returns only
// these.
func (s *Source) hits(words []string, all bool) []search.Hit {
	question := strings.Join(words, " ")
	if !all || len(words) < 2 {
		return s.Index.Lexical(question, candidates)
	}
	has := make(map[int]int) // the number of words of each document
	for _, w := range words {
		for _, h := range s.Index.Lexical(w, s.Index.Docs()) {
			has[h.Doc]++
		}
	}
	hits := s.Index.Lexical(question, s.Index.Docs())
	full := slices.DeleteFunc(slices.Clone(hits), func(h search.Hit) bool { return has[h.Doc] < len(words) })
	if len(full) > 0 {
		hits = full
	}
	return hits[:min(len(hits), candidates)]
}

// there returns the entry of a symbol, nil when its file is gone.
func (s *Source) there(i int) *brief.Entry {
	if e, ok := s.Briefs.Entry(i); ok && s.Exists(e.Path) {
		return &e
	}
	return nil
}

// order sorts by cohesion, then score, then name.
func order(a, b symbol) int {
	return cmp.Or(cmp.Compare(b.Cohesion, a.Cohesion), cmp.Compare(b.score, a.score), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Path, b.Path))
}

// tells holds for entries that say more than the search itself does.
func tells(e *brief.Entry) bool {
	return e.Name != e.Path && (e.Callers.Total > 0 || e.Users.Total > 0 || e.Callees.Total > 0 || e.Flows.Total > 0)
}

func (s *Source) write(b *strings.Builder, e *brief.Entry) {
	fmt.Fprintf(b, "\n%s (%s)\n", name(e.Name), file(e.Path))
	s.refs(b, "Called by", e.Callers)
	s.refs(b, "Used by", e.Users)
	s.refs(b, "Calls", e.Callees)
	var flows []string
	for _, f := range e.Flows.Steps {
		if s.there(f.Entry) == nil || s.there(f.Terminal) == nil {
			continue
		}
		flows = append(flows, fmt.Sprintf("%s (step %d/%d)", flow(f.Flow), f.Step, f.Steps))
	}
	list(b, "Flows", flows, e.Flows.Total-len(e.Flows.Steps))
}

// refs writes the names of symbols that are still there.
func (s *Source) refs(b *strings.Builder, what string, refs brief.Refs) {
	var names []string
	for _, i := range refs.Nodes {
		e := s.there(i)
		if e == nil {
			continue
		}
		shown := name(e.Name)
		if e.Name == e.Path {
			shown = file(e.Path)
		}
		if !slices.Contains(names, shown) {
			names = append(names, shown)
		}
	}
	list(b, what, names, refs.Total-len(refs.Nodes))
}

// list writes a line, unless it is empty.
func list(b *strings.Builder, what string, names []string, more int) {
	if len(names) == 0 {
		return
	}
	fmt.Fprintf(b, "  %s: %s", what, strings.Join(names, ", "))
	if more > 0 {
		fmt.Fprintf(b, " and %d more", more)
	}
	b.WriteByte('\n')
}
