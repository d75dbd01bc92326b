// Package finding says what a change breaks or makes behave differently, each
// with a place, evidence and a confidence.
//
// In: the change set and both graphs. Out: findings sorted by how soon a reader
// should see them. One file rule_<name>.go holds one rule: a Rule value with its
// documentation, and the function that applies it.
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
	"sync"

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

	detect func(*detector) []Finding
	words  func(*detector) []string // whose mentions it asks for; nil for none
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
	// Mentions returns the places in head of words, by word, each sorted by path and
	// line. It is asked once; nil: no word is looked for.
	Mentions func(words []string) (map[string][]Mention, error)
}

// Rules returns all rules, sorted by name.
func Rules() []Rule {
	return []Rule{
		apiBreak(),
		asyncNotAwaited(),
		brokenImplementer(),
		guardBypassed(),
		ignoredResult(),
		lostOverride(),
		lostStep(),
		lostTest(),
		mergeSkew(),
		newCycle(),
		newDependency(),
		orphaned(),
		removedStillReferenced(),
		renameIncomplete(),
		reorderedSteps(),
		staleCall(),
	}
}

// Detect returns what the change breaks or makes behave differently: breaks
// first, in them what is outside the diff and so not on the reviewer's screen, then by
// severity, path, line, rule and symbol. An error is one of Input.Mentions.
func Detect(in Input) ([]Finding, error) {
	d := newDetector(&in)
	rules := Rules()
	if in.Mentions != nil {
		var err error
		if d.mentions, err = in.Mentions(d.words(rules)); err != nil {
			return nil, err
		}
	}
	return d.apply(rules), nil
}

// apply returns what rules find, sorted.
func (d *detector) apply(rules []Rule) []Finding {
	var findings []Finding
	for _, rule := range rules {
		of := rule.detect(d)
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
				f.Builds = d.builds(d.limit(&f))
			}
			f.Rated = f.Severity != Info || rule.Rated
			f.InDiff = d.set.InDiff(f.Side, f.Path, f.Line)
			findings = append(findings, f)
		}
	}
	sort.SliceStable(findings, func(i, j int) bool { return before(&findings[i], &findings[j]) })
	fingerprint(findings, d.set)
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

// A detector is what the rules read.
type detector struct {
	*Input     // what only some rules read
	set        *change.Set
	base, head *graph.Graph
	damaged    map[string]bool                      // see change.Set.Damaged
	anew       map[*graph.Node]map[*graph.Node]bool // memo of reachedAnew
	edges      map[*graph.Node][]bool               // memo of newEdges
	seen       []uint8                              // scratch of reachedAnew, by index in head
	leading    map[*graph.Node]map[*graph.Node]bool // memo of leadsTo
	members    map[*graph.Node][]*graph.Node        // memo of parts
	byName     map[string][]*graph.Node             // memo of named
	testFiles  map[string]bool                      // memo of touched
	broken     *brokenSet                           // see brokenBuilds

	mentions map[string][]Mention // of the words that the rules ask for
	// What rules find before the mentions are known, and ask for again after: memos of the
	// functions of their names with "find" before.
	renames  func() []rename
	unused   func() map[*graph.Node]*graph.Edge
	untested func() []untested
}

func newDetector(in *Input) *detector {
	d := &detector{
		Input: in, set: in.Set, base: in.Base, head: in.Head, damaged: in.Set.Damaged(),
		anew: make(map[*graph.Node]map[*graph.Node]bool), edges: make(map[*graph.Node][]bool), seen: make([]uint8, len(in.Head.Nodes)),
		leading: make(map[*graph.Node]map[*graph.Node]bool), broken: brokenBuilds(in.Base),
	}
	d.renames, d.untested = sync.OnceValue(d.findRenames), sync.OnceValue(d.findUntested)
	d.unused = sync.OnceValue(func() map[*graph.Node]*graph.Edge { return d.findUnused(nil) })
	return d
}
