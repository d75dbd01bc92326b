// Package finding is what a change breaks or makes behave differently, each
// with a place, evidence and a confidence, and what runs the rules that find it.
//
// In: the change set and both graphs, and rules. Out: findings sorted by how soon a reader
// should see them. What they claim is data (Cause, Effect, Fact); package sentence words it.
// Rules are in the packages of their families, contract, step, structure, leftover and merge: one
// file rule_<name>.go holds one, with its documentation and the function that applies it. Package
// rules is their table.
//
// There are two classes. A Break is something that a compiler or the
// interpreter's first call would reject: on commits that compile there must be
// none. A Behaviour compiles and does something else. Everything weaker is left
// to package impact.
//
// Invariants: rules are pure and do not see each other's findings; one place is
// reported once a rule; fingerprints hold no line numbers, so they survive
// edits above; nothing is said to be missing from a file that could not be read
// whole.
package finding

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/impact"
)

// A Class says how strong a claim is. The values are the words of the report.
type Class string

const (
	Break     Class = "break"     // a compiler or the first call would confirm it
	Behaviour Class = "behaviour" // it compiles, and does something else
)

// A Severity ranks findings for a reader.
type Severity string

const (
	Error   Severity = "error"   // it does not work
	Warning Severity = "warning" // probably not meant
	Info    Severity = "info"    // worth knowing; it raises no rating
)

// MinBreakConfidence is the confidence from which on a Break is claimed; what is
// below is not reported. Rules of resolution that follow values or pick one of
// several types stay below it, however often they are right.
const MinBreakConfidence = 0.96

// A Finding is one claim.
type Finding struct {
	Rule       string
	Class      Class
	Severity   Severity
	Confidence float64 // 0 to 1

	Path string // the place a reader should open
	Line int
	Side change.Side
	// Against is the name of the branch that head was merged with to find this; empty
	// for what the change does by itself.
	Against string

	// Builds are those that a break holds for, nil for all.
	Builds []Build

	Cause  Cause
	Effect Effect // of no kind where the cause says it all
	Facts  []Fact // the evidence

	// Symbol is what the finding is about, of the side that the rule says. Caller is
	// the symbol around the place, the file at its top level; nil where the place is a
	// declaration.
	Symbol  *graph.Node
	Caller  *graph.Node
	Related Related

	// Also are further uses that fail with this one: those of a name that a failing
	// import binds, and places in files that only some builds take.
	Also []Use
	// Processes are the IDs of the impact.Processes it lies on, sorted. Filled by Locate.
	Processes []string
	// Fingerprint names the same finding after further pushes: 16 hex digits.
	Fingerprint string
	// InDiff says that Path:Line is a line of the diff.
	InDiff bool
	// Rated says that it counts for the rating.
	Rated bool
}

// Claim returns what the finding says.
func (f *Finding) Claim() Claim {
	return Claim{Cause: f.Cause, Effect: f.Effect, Site: Site{f.Path, f.Line}, Other: f.Side == InOther, Against: f.Against, Builds: f.Builds}
}

// A Use is one place in head and the symbol around it.
type Use struct {
	Caller *graph.Node
	Path   string
	Line   int
}

// A Related is the other place of a finding.
type Related struct {
	Symbol *graph.Node
	Path   string
	Line   int
	Side   change.Side
}

// A Rule is one kind of finding, with its documentation.
type Rule struct {
	Name     string
	Class    Class    // the usual one
	Severity Severity // the usual one
	Summary  string   // one sentence: what it claims
	Doc      string   // how it is decided and when it keeps silent
	Examples Examples

	// Headline is the clause that tells the first break in a headline. In it {symbol} is the
	// name of what changed, {fate} what was done to it, {count} how many Nouns are broken.
	// Empty for one that fits all.
	Headline string
	Noun     string // what is broken at a place: call, type; empty for place
	Task     string // what is to be updated at a place: implementer, override; empty for use
	// Rated: its findings count for the rating even where they are only worth knowing.
	Rated bool

	// Look begins to look for findings in a comparison.
	Look func(*Comparison) Search
}

// Input is all that Detect looks at.
type Input struct {
	Set        *change.Set
	Base, Head *graph.Graph
	// Communities are base's. CommunityOf returns the index in Communities of a
	// node of base or head, -1 for none; it may be nil when there are no communities.
	Communities []graph.Community
	CommunityOf func(*graph.Node) int
	// Branches are those that head will be merged with.
	Branches []Branch
	// Tracing says of languages, by name, how uses in them are judged by what their line meant in
	// base. The uses of languages that are not in it are known by head alone.
	Tracing map[string]Tracing
	// Opened reports whether a file of head has an import that its base has not, of everything
	// that something has. nil: none does.
	Opened func(path string) bool
	// Mentions returns the places in head of words, by word, each sorted by path and
	// line. It is asked once; nil: no word is looked for.
	Mentions func(words []string) (map[string][]Mention, error)
}

// A Tracing says how uses are judged in a language in which what is not in the repository may
// have any name.
type Tracing struct {
	Family        string // of languages that use each other's symbols
	SaidOverrides bool   // a member that does not say that it replaces one of a supertype hides none
	Folded        bool   // names that differ in case alone are one
	Textual       bool   // a name may be bound by text of any file
	ImportsBind   bool   // where an import fails, the uses of its name are no errors
}

// A Search looks for the findings of one rule.
type Search struct {
	// Words returns the words whose mentions Find needs, nil for none.
	Words func() []string
	Find  func() []Finding
}

// Run returns what rules find: breaks first, in them what is outside the diff and so not on the
// reviewer's screen, then by severity, path, line, rule and symbol. An error is one of
// Input.Mentions.
func Run(in Input, rules []Rule) ([]Finding, error) {
	c := compare(&in)
	searches := make([]Search, len(rules))
	var words []string
	for i := range rules {
		searches[i] = rules[i].Look(c)
		if in.Mentions != nil && searches[i].Words != nil {
			words = append(words, searches[i].Words()...)
		}
	}
	if in.Mentions != nil {
		slices.Sort(words)
		var err error
		if c.Written, err = in.Mentions(slices.Compact(words)); err != nil {
			return nil, err
		}
	}
	return c.apply(rules, searches), nil
}

// apply returns what rules find, sorted.
func (d *Comparison) apply(rules []Rule, searches []Search) []Finding {
	var findings []Finding
	for i := range rules {
		rule, of := &rules[i], searches[i].Find()
		if rule.Class == Break {
			of = d.foldOptional(of)
		}
		for _, f := range of {
			if f.Rule = rule.Name; f.Class == "" {
				f.Class = rule.Class
			}
			if f.Severity == "" {
				f.Severity = rule.Severity
			}
			if f.Class == Break && f.Builds == nil {
				f.Builds = d.BuildsOf(d.limit(&f))
			}
			f.Rated = f.Severity != Info || rule.Rated
			f.InDiff = d.Set.InDiff(f.Side, f.Path, f.Line)
			findings = append(findings, f)
		}
	}
	sort.SliceStable(findings, func(i, j int) bool { return before(&findings[i], &findings[j]) })
	fingerprint(findings, d.Set)
	return findings
}

func before(a, b *Finding) bool {
	if a.Class != b.Class {
		return a.Class == Break
	}
	if a.InDiff != b.InDiff {
		return b.InDiff
	}
	if a.Severity != b.Severity {
		return a.Severity.rank() > b.Severity.rank()
	}
	if a.Path != b.Path {
		return a.Path < b.Path
	}
	if a.Line != b.Line {
		return a.Line < b.Line
	}
	if a.Rule != b.Rule {
		return a.Rule < b.Rule
	}
	return a.Symbol.ID < b.Symbol.ID
}

func (s Severity) rank() int {
	switch s {
	case Error:
		return 2
	case Warning:
		return 1
	}
	return 0
}

// fingerprint names findings by rule, symbol and caller. Base IDs stand for symbols that
// have one, so a further push that moves them keeps the name. Several findings of
// one name are counted in their order.
func fingerprint(findings []Finding, set *change.Set) {
	count := make(map[string]int)
	identity := func(n *graph.Node) string {
		if n == nil {
			return ""
		}
		if b := set.BaseOf(n); b != nil && b.ID != n.ID {
			return b.ID
		}
		return n.ID
	}
	for i := range findings {
		f := &findings[i]
		parts := []string{f.Rule, identity(f.Symbol), identity(f.Caller)}
		switch {
		case f.Caller != nil:
		case f.Side == change.InHead:
			parts = append(parts, set.BasePath(f.Path))
		default:
			parts = append(parts, f.Path)
		}
		name := strings.Join(parts, "\x00")
		count[name]++
		sum := sha256.Sum256([]byte(name + "\x00" + strconv.Itoa(count[name])))
		f.Fingerprint = hex.EncodeToString(sum[:8])
	}
}

// Breaks returns the broken uses among findings, as impact.Of wants them. reason says in a
// clause what a claim's cause is.
func Breaks(findings []Finding, reason func(Claim) string) []impact.Break {
	var breaks []impact.Break
	for i := range findings {
		f := &findings[i]
		if f.Class != Break || f.Against != "" { // what only a merge breaks breaks no flow of head
			continue
		}
		for _, u := range f.uses() {
			if u.Caller != nil {
				breaks = append(breaks, impact.Break{
					Caller: u.Caller, Callee: f.Symbol, Path: u.Path, Line: u.Line, Reason: reason(f.Claim()),
				})
			}
		}
	}
	return breaks
}

// Locate returns findings with Processes filled: a break lies on the broken flows
// that its caller is a step of, a lost step on those that lost it.
func Locate(findings []Finding, imp *impact.Impact) []Finding {
	// By ID, not by node: a broken flow may have steps of base alone, and the caller
	// is a node of head.
	byStep := make(map[string][]*impact.Process)
	for i := range imp.Processes {
		p := &imp.Processes[i]
		for _, s := range p.Symbols() {
			if of := byStep[s.ID]; len(of) == 0 || of[len(of)-1] != p {
				byStep[s.ID] = append(of, p)
			}
		}
	}
	through := func(n *graph.Node) []*impact.Process {
		if n == nil {
			return nil
		}
		return byStep[n.ID]
	}
	located := slices.Clone(findings)
	for i := range located {
		f := &located[i]
		f.Processes = nil
		switch {
		case f.Class != Break:
			of := through(f.Symbol)
			for _, p := range through(f.Caller) {
				if slices.Contains(of, p) {
					f.Processes = append(f.Processes, p.ID)
				}
			}
		case f.Against == "":
			for _, u := range f.uses() {
				for _, p := range through(u.Caller) {
					if p.ByBreak {
						f.Processes = append(f.Processes, p.ID)
					}
				}
			}
		}
		sort.Strings(f.Processes)
		f.Processes = slices.Compact(f.Processes)
	}
	return located
}

// uses returns the place of a finding and those that fail with it.
func (f *Finding) uses() []Use {
	return append([]Use{{f.Caller, f.Path, f.Line}}, f.Also...)
}
