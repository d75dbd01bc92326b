package contract

import (
	_ "embed" // the examples
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

//go:embed rule_stale_call.examples
var staleCallExamples string

// StaleCall is the rule stale-call.
func StaleCall() finding.Rule {
	return finding.Rule{
		Name:     "stale-call",
		Class:    finding.Break,
		Severity: finding.Error,
		Summary:  "A signature changed and a call was not updated.",
		Doc: `The signature of a function that both sides have differs. Every call of it in head that certainly means this
function, in a language that rejects calls that do not fit, is checked: too few or too many positional arguments, an unknown
keyword, a required keyword-only parameter left out; another number of values taken than it returns now, or a value where it
returns none (Go, void of Java and of TypeScript); a call from another type of another file of what is private now. A call
that did not fit the old signature either is not reported, nor is one with spread arguments, nor one that may mean another
function (dispatch, unknown receiver). Of several members of one name none may take the call by number. A call that fits by number after its parameters changed order or type is not judged,
nor is a call of Swift with a function literal behind the brackets.
The callers are counted: not updated, updated (a call of theirs fits only the new signature), and those of whom that cannot be told.

symbol is the callee in head, caller the symbol around the call, related the callee's definition in head.`,
		Examples: finding.Examples(staleCallExamples),
		Headline: "{symbol}'s parameters changed; {count} not updated",
		Noun:     "call",
		Look:     look(staleCalls),
	}
}

func staleCalls(d *detector) []finding.Finding {
	var findings []finding.Finding
	for i := range d.Set.Symbols {
		c := &d.Set.Symbols[i]
		if c.Base == nil || c.Head == nil || len(c.Differences) == 0 || d.Damaged[c.Head.Path] || d.isPartlyRead(c.Head.Parent) {
			continue
		}
		findings = append(append(findings, d.staleCallsOf(c)...), d.staleOverloads(c)...)
	}
	for _, n := range d.Head.Nodes {
		if c := d.recordChange(n); c != nil {
			findings = append(findings, d.staleCallsOf(c)...)
		}
	}
	return findings
}

// recordChange returns the change of a class whose constructor is derived from its own or inherited
// fields; nil where the fields are unchanged.
func (d *detector) recordChange(n *graph.Node) *change.Symbol {
	if !n.Label.IsType() || !n.Signature.Known || d.Damaged[n.Path] || d.isPartlyRead(n) {
		return nil
	}
	was := d.Set.BaseOf(n)
	if was == nil || !was.Signature.Known || slices.Equal(was.Signature.Params, n.Signature.Params) {
		return nil
	}
	if c := d.Set.Symbol(n); c != nil && len(c.Differences) > 0 {
		return nil // it is one of the changed symbols
	}
	return &change.Symbol{Type: change.Modified, Base: was, Head: n, Differences: change.Compare(was, n)}
}

// isPartlyRead reports whether a part of a type or of a supertype could not be parsed, also where base
// has the same error: an overload may stand there.
func (d *detector) isPartlyRead(n *graph.Node) bool {
	if n == nil || !n.Label.IsType() {
		return false
	}
	seen := d.partsOf(n)
	for i := 0; i < len(seen) && i < finding.MaxBases; i++ {
		if start, end := seen[i].Extent(); d.hasUnread(seen[i].Path, start, end) {
			return true
		}
		for _, e := range d.Head.Out(seen[i]) {
			if (e.Type == graph.Extends || e.Type == graph.Implements) && !slices.Contains(seen, e.Target) {
				seen = append(seen, e.Target)
			}
		}
	}
	return false
}

// hasUnread reports whether one of the lines of a file of head, from start to end, begins a part that
// could not be parsed.
func (d *detector) hasUnread(path string, start, end int) bool {
	return slices.ContainsFunc(d.unread(path), func(s graph.Skip) bool { return s.Reason == graph.SkipSyntax && start <= s.Line && s.Line <= end })
}

// isUnread reports whether a line of a file of head is in a part that could not be parsed.
func (d *detector) isUnread(path string, line int) bool {
	return slices.ContainsFunc(d.unread(path), func(s graph.Skip) bool { return s.Reason == graph.SkipSyntax && s.Line <= line && line <= s.End })
}

// unread returns the parts of a file of head that are not in the graph.
func (d *detector) unread(path string) []graph.Skip {
	skips := d.Head.Skips
	i, _ := slices.BinarySearchFunc(skips, path, func(s graph.Skip, path string) int { return strings.Compare(s.Path, path) })
	end := i
	for end < len(skips) && skips[end].Path == path {
		end++
	}
	return skips[i:end]
}

// A callers counts the callers of a changed function: not updated, updated and undecided.
type callers struct{ stale, updated, unknown int }

func (n callers) all() int { return n.stale + n.updated + n.unknown }

func (d *detector) staleCallsOf(c *change.Symbol) []finding.Finding {
	var findings []finding.Finding
	var count callers
	for _, e := range d.callsOf(c.Head) {
		if madeTogether(c.Head, e.Source) || isOneOfRules(e.Source) || d.isMadeAnew(e.Source) || c.Head.Signature.Extension && e.Rule != extensionRule {
			continue // of an extension that is called on its class, the receiver is an argument
		}
		before, fits := len(findings), false
		for j, site := range e.Sites {
			why, updated := d.outdated(c, e, site)
			fits = fits || updated
			if why.effect.Kind == "" || j > 0 && e.Sites[j-1].Line == site.Line && len(findings) > before {
				continue // one place, one finding
			}
			f := atCall(c, e, site, why.cause, why.effect)
			f.Facts = []finding.Fact{{Kind: finding.Repeated}}
			findings = append(findings, f)
		}
		switch {
		case len(findings) > before:
			count.stale++
		case fits:
			count.updated++
		default:
			count.unknown++
		}
	}
	for _, f := range d.lostCalls(c) {
		findings = append(findings, f)
		count.stale++
	}
	for i := range findings {
		f := &findings[i]
		if count.all() > 1 {
			f.Facts = append(f.Facts, finding.Fact{Kind: finding.Callers, Symbols: []finding.Ref{finding.RefOf(c.Head)}, Counts: []int{count.stale, count.updated, count.unknown}})
		}
		if c.Base.Signature.Text != c.Head.Signature.Text {
			f.Facts = append(f.Facts, finding.Signatures(c.Base, c.Head)...)
		}
	}
	return findings
}

// A mismatch is the effect of a call that does not fit, and the cause.
type mismatch struct {
	effect finding.Effect
	cause  finding.Cause
}

// outdated returns the mismatch of a call that fitted base and does not fit head, without kind
// where it fits or is undecided. updated means that the call was certainly changed for the
// signature of head: it fits that and not the one of base.
func (d *detector) outdated(c *change.Symbol, e *graph.Edge, site graph.Site) (why mismatch, updated bool) {
	old, now, call := &c.Base.Signature, &c.Head.Signature, site.Call
	if call == nil || (!call.Checkable || e.Confidence < finding.MinBreakConfidence) && !d.extends(e, c.Base) {
		return mismatch{}, false
	}
	if _, traced := d.Tracing[e.Source.Language]; !traced && hidden(c, e.Source) {
		return mismatch{finding.Effect{Kind: finding.NotVisible}, blame(c, isVisibility)}, false
	}
	if !old.Known || !now.Known {
		return mismatch{}, false
	}
	call = d.asInBase(c, e, site)
	before, _ := fits(call, old)
	after, effect := fits(call, now)
	switch {
	case after == misfit && before == fitting: // a call that did not fit before is not caused by this change
		return mismatch{effect, blame(c, isParameter)}, false
	case after != fitting:
		return mismatch{}, false
	case before == misfit:
		updated = true
	}
	if call.Values == 0 {
		return mismatch{}, updated
	}
	took, _ := takesResults(call, old)
	takes, effect := takesResults(call, now)
	switch {
	case takes == misfit && took == fitting:
		return mismatch{effect, blame(c, isResult)}, false
	case takes == fitting && took == misfit:
		updated = true
	}
	return mismatch{}, updated
}

// extends reports whether a call in head refers to the extension was, because the caller called it
// in base too, and no member of a type from outside is known that has the name: an overload of it could take the call.
func (d *detector) extends(e *graph.Edge, was *graph.Node) bool {
	tracing, traced := d.Tracing[e.Source.Language]
	lent := was.Label == graph.Method && was.Parent != nil && !was.Parent.Label.IsType() && tracing.Lent[was.Name]
	return traced && e.Rule == extensionRule && !lent && d.CalledInBase(e.Source, was)
}

// asInBase returns the form of a call. A call that passes all results of a function outside the
// repository is unchanged where its line is unchanged: it then passes as many arguments as the old
// signature accepted.
func (d *detector) asInBase(c *change.Symbol, e *graph.Edge, site graph.Site) *graph.Call {
	call := site.Call
	if !call.Outside || !d.CalledInBase(e.Source, c.Base) || d.Set.InDiff(change.InHead, e.Source.Path, site.Line) ||
		slices.ContainsFunc(c.Base.Signature.Params, func(p graph.Param) bool { return p.Variadic || p.Optional }) {
		return call
	}
	same := *call
	same.Args, same.Spread = len(c.Base.Signature.Params), false
	return &same
}

// hidden reports whether a change made a member private and user is in another type of another
// file.
func hidden(c *change.Symbol, user *graph.Node) bool {
	if c.Base.Signature.Visibility.Rank() <= c.Head.Signature.Visibility.Rank() || c.Head.Signature.Visibility != graph.Private {
		return false
	}
	return user.Path != c.Head.Path && outermost(user).Qualified != outermost(c.Head).Qualified
}

// outermost returns the symbol at file level that n is in.
func outermost(n *graph.Node) *graph.Node {
	for n.Parent != nil && n.Parent.Label != graph.File {
		n = n.Parent
	}
	return n
}

// blame returns the cause that calls have to be updated for: the differences selected by kind.
func blame(c *change.Symbol, kind func(change.DifferenceKind) bool) finding.Cause {
	var diffs []change.Difference
	for _, diff := range c.Differences {
		if kind(diff.Kind) {
			diffs = append(diffs, diff)
		}
	}
	return finding.Cause{Kind: finding.Signature, Symbol: finding.RefOf(c.Head), Differences: finding.Differences(diffs)}
}

func isParameter(k change.DifferenceKind) bool {
	return strings.HasPrefix(string(k), "parameter") || strings.HasPrefix(string(k), "became_") && k != change.BecameAsync &&
		k != change.BecameStatic && k != change.BecameAbstract && k != change.BecameFinal || k == change.NoLongerVariadic
}

func isResult(k change.DifferenceKind) bool { return strings.HasPrefix(string(k), "result_") }

func isVisibility(k change.DifferenceKind) bool { return k == change.VisibilityNarrowed }
