// Package finding defines findings: what a change breaks or makes behave differently, each with
// a place, evidence and a confidence. It also runs the rules that find them.
//
// In: the change set and both graphs, and rules. Out: findings sorted by how soon a reader
// should see them. What they claim is data (Cause, Effect, Fact); package sentence generates the text.
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

// A Class is the strength of a claim. The values are the words of the report.
type Class string

const (
	Break     Class = "break"     // a compiler or the first call would confirm it
	Behaviour Class = "behaviour" // it compiles, and does something else
)

// A Severity ranks findings for a reader.
type Severity string

const (
	Error   Severity = "error"   // it does not work
	Warning Severity = "warning" // probably not intended
	Info    Severity = "info"    // worth knowing; it raises no rating
)

// MinBreakConfidence is the minimum confidence of a reported Break. Resolution rules that follow
// values or choose one of several types stay below it, whatever their share of correct edges.
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
	// Against is the name of the branch that head was merged with to find this; empty for findings
	// of the change itself.
	Against string

	// Builds are the builds that a break is limited to, nil for all.
	Builds []Build

	Cause  Cause
	Effect Effect // without kind where the cause is sufficient
	Facts  []Fact // the evidence

	// Symbol is the symbol of the finding, of base or head as defined by the rule. Caller is the
	// symbol that contains the place, the file at its top level; nil where the place is a
	// declaration.
	Symbol  *graph.Node
	Caller  *graph.Node
	Related Related

	// Also are further uses that fail for the same reason: uses of a name bound by a failing
	// import, and places in files that only some builds include.
	Also []Use
	// Processes are the IDs of the impact.Processes it lies on, sorted. Filled by Locate.
	Processes []string
	// Fingerprint identifies the finding across pushes: 16 hex digits.
	Fingerprint string
	// InDiff means that Path:Line is a line of the diff.
	InDiff bool
	// Rated means that the finding counts for the rating.
	Rated bool
}

// Claim returns the content of the finding.
func (f *Finding) Claim() Claim {
	return Claim{Cause: f.Cause, Effect: f.Effect, Site: Site{f.Path, f.Line}, Other: f.Side == InOther, Against: f.Against, Builds: f.Builds}
}

// A Use is one place in head and the symbol that contains it.
type Use struct {
	Caller *graph.Node
	Path   string
	Line   int
}

// A Related is the second place of a finding.
type Related struct {
	Symbol *graph.Node
	Path   string
	Line   int
	Side   change.Side
}

// A Rule is one kind of finding, with its documentation.
type Rule struct {
	Name     string
	Class    Class    // the default
	Severity Severity // the default
	Summary  string   // one sentence: what it claims
	Doc      string   // how it is decided and when nothing is reported
	Examples Examples

	// Headline is the clause for the first break in a headline. In it {symbol} is the name of the
	// changed symbol, {fate} the kind of change, {count} the number of broken Nouns. Empty for the
	// general clause.
	Headline string
	Noun     string // noun for a broken place: call, type; empty for "place"
	Task     string // noun for what has to be updated: implementer, override; empty for "use"
	// Rated: its findings count for the rating even with severity Info.
	Rated bool

	// Look starts the search for findings in a comparison.
	Look func(*Comparison) Search
}

// Input is everything that Detect reads.
type Input struct {
	Set        *change.Set
	Base, Head *graph.Graph
	// Communities are those of base. CommunityOf returns the index in Communities of a node of base
	// or head, -1 for none; it may be nil when there are no communities.
	Communities []graph.Community
	CommunityOf func(*graph.Node) int
	// Branches are those that head will be merged with.
	Branches []Branch
	// Tracing contains, by language name, how uses are compared with the meaning of the same line
	// in base. For other languages only head decides.
	Tracing map[string]Tracing
	// Opened reports whether a file of head has a new star import, absent in base, or may run
	// functions that it defines as it runs. nil: no file does.
	Opened func(path string) bool
	// Starred reports whether a file of head imports all names of something. nil: no file does.
	Starred func(path string) bool
	// Mentions returns the places of words in head, by word, each sorted by path and line; of those in
	// documented only the places in documents. It is called once; nil disables the search.
	Mentions func(words, documented []string) (map[string][]Mention, error)
}

// A Tracing describes a language in which code outside the repository may define any name.
type Tracing struct {
	Family        string            // the group of languages that use each other's symbols
	SaidOverrides bool              // overriding members are always marked as such
	HidesNothing  bool              // a member that is not marked has other parameters than all inherited ones
	Folded        bool              // names are case-insensitive
	Textual       bool              // names may be bound by textual inclusion of any file
	OpenTypes     bool              // any code may add to any type
	Outside       map[string]string // names that exist without a definition in the repository
	Lent          map[string]bool   // names that types may get from supertypes outside the repository, or from the compiler
	ImportsBind   bool              // where an import fails, the uses of its name are not reported
	LateImports   bool              // an import fails only where its name is used
	// IsApart reports whether a file may take what another one defines from an earlier release; nil: none does.
	IsApart func(user, definition string) bool
	// Called is the name of the member that a call of a value runs, where a function may have the name of
	// a type; "" elsewhere.
	Called string
	// Programs reports whether a name may be that of a program, which a call runs where no function has
	// the name; nil where calls run functions only.
	Programs func(name string) bool
}

// A Search finds the findings of one rule.
type Search struct {
	// Words returns the words whose mentions Find needs, nil for none. Documented returns those of
	// which it needs the mentions in documents only, which take less time to find.
	Words, Documented func() []string
	Find              func() []Finding
}

// Run returns the findings of rules: breaks first, in them those outside the diff, which a reviewer
// does not see, before others; then by severity, path, line, rule and symbol. An error is one of
// Input.Mentions.
func Run(in Input, rules []Rule) ([]Finding, error) {
	c := compare(&in)
	searches := make([]Search, len(rules))
	var words, documented []string
	for i := range rules {
		searches[i] = rules[i].Look(c)
		if in.Mentions != nil && searches[i].Words != nil {
			words = append(words, searches[i].Words()...)
		}
		if in.Mentions != nil && searches[i].Documented != nil {
			documented = append(documented, searches[i].Documented()...)
		}
	}
	if in.Mentions != nil {
		slices.Sort(words)
		slices.Sort(documented)
		var err error
		if c.Written, err = in.Mentions(slices.Compact(words), slices.Compact(documented)); err != nil {
			return nil, err
		}
	}
	return c.apply(rules, searches), nil
}

// apply returns the findings of rules, sorted.
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
			if f.Class == Break && d.isApart(&f) {
				continue
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
	findings = oncePerCall(findings)
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

// fingerprint sets the fingerprints of findings, from rule, symbol and caller. Symbols that exist
// in base are identified by their base IDs, so that a later move keeps the fingerprint. Several
// findings with the same values are numbered in order.
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

// Breaks returns the broken uses among findings in the form of package impact. reason returns a
// clause for the cause of a claim.
func Breaks(findings []Finding, reason func(Claim) string) []impact.Break {
	var breaks []impact.Break
	for i := range findings {
		f := &findings[i]
		if f.Class != Break || f.Against != "" { // a break by a merge does not break a flow of head
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

// Locate returns findings with Processes set: for a break the broken flows that contain its caller,
// for a lost step the flows that lost it.
func Locate(findings []Finding, imp *impact.Impact) []Finding {
	// By ID, not by node: a broken flow may have steps that exist only in base, and the
	// caller is a node of head.
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

// uses returns the place of a finding and the places in Also.
func (f *Finding) uses() []Use {
	return append([]Use{{f.Caller, f.Path, f.Line}}, f.Also...)
}
