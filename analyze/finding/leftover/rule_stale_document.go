package leftover

import (
	_ "embed" // the examples
	"slices"
	"sync"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// documentConfidence is that a text with the name is about the symbol, and wrong now.
const documentConfidence = 0.5

//go:embed rule_stale_document.examples
var staleDocumentExamples string

// StaleDocument is the rule stale-document. incompatible returns what asks the users of a symbol of
// both sides for a change, without kind for nothing.
func StaleDocument(incompatible func(*change.Symbol) finding.Cause) finding.Rule {
	return finding.Rule{
		Name:     "stale-document",
		Class:    finding.Behaviour,
		Severity: finding.Info,
		Summary:  "A document has the name of a symbol that was removed, or that has to be used in another way now.",
		Doc: `The change removed a symbol, or gave it a signature that asks its callers for another call or gives them another result, and
documents (Markdown, reStructuredText, AsciiDoc, text, HTML) have its name as a whole word, in lines that the change left as they
were. Whether the text around the name is still right is for a reader to say.

Only names of at least two words. Silent where another symbol of head has the name; for a removed symbol also where code,
strings or configuration of head have it, which may mean something outside of the repository. Changelogs, migration guides and
tests do not count, nor does a name in more than 25 places. Renamed symbols are for rename-incomplete.

symbol is the symbol in head, in base where it is gone; caller nil, related its definition; path:line is the first place.`,
		Examples: finding.Examples(staleDocumentExamples),
		Look: func(c *finding.Comparison) finding.Search {
			d := newDetector(c)
			symbols := sync.OnceValue(func() []outdated { return d.outdated(incompatible) })
			return finding.Search{
				Words:      func() []string { return namesOf(symbols(), finding.Removed) },
				Documented: func() []string { return namesOf(symbols(), finding.Signature, finding.Retyped) },
				Find:       func() []finding.Finding { return staleDocuments(d, symbols()) },
			}
		},
	}
}

// An outdated is a symbol about which documents may be wrong now. is is nil where it was removed.
type outdated struct {
	was, is *graph.Node
	cause   finding.Cause
}

// outdated returns the symbols whose names are distinctive and mean nothing else in head.
func (d *detector) outdated(incompatible func(*change.Symbol) finding.Cause) []outdated {
	var out []outdated
	for i := range d.Set.Symbols {
		c := &d.Set.Symbols[i]
		b, h := c.Base, c.Head
		if b == nil || b.Label == graph.File || b.Test || b.Generated || !isWord(b.Name) || !isDistinctive(b.Name) || d.Damaged[b.Path] {
			continue
		}
		cause := finding.Cause{Kind: finding.Removed}
		switch {
		case h == nil:
		case h.Name != b.Name || d.Damaged[h.Path]:
			continue
		default:
			if cause = incompatible(c); cause.Kind == "" {
				continue
			}
		}
		if slices.ContainsFunc(d.Named(b.Name), func(n *graph.Node) bool { return n != h }) {
			continue
		}
		cause.Symbol = finding.RefOf(c.Node())
		out = append(out, outdated{b, h, cause})
	}
	return out
}

func namesOf(symbols []outdated, kinds ...finding.CauseKind) []string {
	var names []string
	for _, o := range symbols {
		if slices.Contains(kinds, o.cause.Kind) {
			names = append(names, o.was.Name)
		}
	}
	return names
}

func staleDocuments(d *detector, symbols []outdated) []finding.Finding {
	var findings []finding.Finding
	for _, o := range symbols {
		if o.is == nil && slices.ContainsFunc(d.Written[o.was.Name], func(m finding.Mention) bool { return m.Kind != finding.InDoc && m.Kind != finding.InComment }) {
			continue // it may mean something from outside
		}
		if places := d.documents(o.was.Name); len(places) > 0 && len(places) <= maxLeftovers {
			findings = append(findings, staleDocument(o, places))
		}
	}
	return findings
}

// documents returns the places in documents that have a name and that the change left as they were.
func (d *detector) documents(name string) []finding.Mention {
	var places []finding.Mention
	for _, m := range d.Written[name] {
		if f := d.Head.Node("File:" + m.Path); m.Kind == finding.InDoc && !isHistory(m.Path) && (f == nil || !f.Test) && !d.Set.InDiff(change.InHead, m.Path, m.Line) {
			places = append(places, m)
		}
	}
	return places
}

func staleDocument(o outdated, places []finding.Mention) finding.Finding {
	f := finding.Finding{
		Confidence: documentConfidence,
		Path:       places[0].Path, Line: places[0].Line, Side: change.InHead,
		Symbol:  o.was,
		Related: finding.Related{Symbol: o.was, Path: o.was.Path, Line: max(1, o.was.Line), Side: change.InBase},
		Cause:   o.cause,
		Effect:  finding.Effect{Kind: finding.Documented, Mentions: places},
	}
	if o.is != nil {
		f.Symbol = o.is
		f.Related = finding.Related{Symbol: o.is, Path: o.is.Path, Line: max(1, o.is.Line), Side: change.InHead}
	}
	for _, m := range places {
		f.Facts = append(f.Facts, finding.Fact{Kind: finding.Mentioned, Sites: []finding.Site{{Path: m.Path, Line: m.Line}}, Text: string(m.Kind)})
	}
	return f
}
