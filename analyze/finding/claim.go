package finding

import (
	"strconv"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// The types of this file represent the claim of a finding as data. They are part of the JSON
// report: their tags are its keys, and empty values are omitted. Package sentence generates the
// text from them.

// A Cause is what the change did.
type Cause struct {
	Kind   CauseKind `json:"kind"`
	Symbol Ref       `json:"symbol"` // the changed symbol
	// Other is the second symbol of kinds that have two, Member the name of a member.
	Other  Ref    `json:"other,omitzero"`
	Member string `json:"member,omitempty"`
	// Became is the new name, path or kind of symbol.
	Became string `json:"became,omitempty"`
	// Differences are the relevant differences of the signature, at most three.
	Differences []Difference `json:"differences,omitempty"`
	// More is the number of further symbols with the same cause.
	More int `json:"more,omitempty"`
	// Side is "other" where the branch in against is the origin of the cause, empty for the change
	// itself.
	Side change.Side `json:"side,omitempty"`
}

// A CauseKind is one kind of cause. The values are the words of the report.
type CauseKind string

const (
	Removed     CauseKind = "removed"
	Renamed     CauseKind = "renamed"     // became: the new name
	Moved       CauseKind = "moved"       // became: the new path
	Requalified CauseKind = "requalified" // became: the new qualified name, in the same file
	Edited      CauseKind = "edited"      // the code of symbol
	Skipped     CauseKind = "skipped"     // symbol is a test that is skipped now
	Undefined   CauseKind = "undefined"   // some builds do not define symbol
	Signature   CauseKind = "signature"   // differences; without them the signature differs in another way
	Retyped     CauseKind = "retyped"     // symbol has another type
	Unexported  CauseKind = "unexported"
	Converted   CauseKind = "converted" // became: the new kind of symbol

	MemberAdded     CauseKind = "member_added"     // to symbol
	MemberRequired  CauseKind = "member_required"  // it was optional
	MemberRenamed   CauseKind = "member_renamed"   // member: the old name; became: the new one
	MemberAbstract  CauseKind = "member_abstract"  // it had a body
	MemberSignature CauseKind = "member_signature" // it has another signature
	MemberLost      CauseKind = "member_lost"      // by symbol; the type other requires it

	ImportAdded CauseKind = "import_added" // of other by symbol
	UseAdded    CauseKind = "use_added"    // of other by symbol
)

// An Effect is the consequence of a cause at the place of a finding. The user of the symbol is the
// caller of the finding.
type Effect struct {
	Kind EffectKind `json:"kind"`
	// Symbol is the affected symbol, where that is not the caller; Other the second symbol of kinds
	// that have two.
	Symbol Ref `json:"symbol,omitzero"`
	Other  Ref `json:"other,omitzero"`
	// How is the way in which something is used: called, imported or used; or the form that has to
	// satisfy a type: type, class, object or function.
	How string `json:"how,omitempty"`
	// Name is the name of a parameter.
	Name string `json:"name,omitempty"`
	// Given, Least and Most are numbers: of passed arguments and the allowed range; of expected and
	// returned (Most) results; of uses and those that no longer fit (Least).
	Given int `json:"given,omitempty"`
	Least int `json:"least,omitempty"`
	Most  int `json:"most,omitempty"`
	// Unlimited: there is no maximum.
	Unlimited bool `json:"unlimited,omitempty"`
	// Names are the names of areas or of keyword arguments, or the files of a cycle in order.
	Names []string `json:"names,omitempty"`
	// Mentions are the places of a name in text.
	Mentions []Mention `json:"mentions,omitempty"`
}

// An EffectKind is one kind of effect. The values are the words of the report.
type EffectKind string

const (
	StillUsed      EffectKind = "still_used"      // how
	ParameterUsed  EffectKind = "parameter_used"  // by the code of the function
	ArgumentCount  EffectKind = "argument_count"  // given; least, most, unlimited
	ArgumentName   EffectKind = "argument_name"   // no parameter has the name
	ArgumentTwice  EffectKind = "argument_twice"  // name
	ArgumentLacks  EffectKind = "argument_lacks"  // name
	OverloadLacks  EffectKind = "overload_lacks"  // given; no function with the name of other accepts that many
	NotVisible     EffectKind = "not_visible"     // to the caller
	NoResult       EffectKind = "no_result"       // nothing is returned, and the result is used
	ResultCount    EffectKind = "result_count"    // given: taken; most: returned
	ResultDropped  EffectKind = "result_dropped"  // the dropped result reports whether the call failed
	ResultAssumed  EffectKind = "result_assumed"  // the result may be empty now
	PromiseAssumed EffectKind = "promise_assumed" // a promise is used as if it were the value
	PromiseDropped EffectKind = "promise_dropped"

	MemberLacks     EffectKind = "member_lacks"     // symbol or a value of the form how does not have it
	MemberDiffers   EffectKind = "member_differs"   // symbol has the old signature
	FormUnfit       EffectKind = "form_unfit"       // a value of the form how cannot be used as the type
	OverrideLacks   EffectKind = "override_lacks"   // symbol is marked as overriding, and there is no overridden member
	OverrideLost    EffectKind = "override_lost"    // symbol does not override any more
	StepLost        EffectKind = "step_lost"        // symbol is not called any more
	Unguarded       EffectKind = "unguarded"        // symbol can run without other, a guard
	Reordered       EffectKind = "reordered"        // symbol runs before other
	CycleClosed     EffectKind = "cycle_closed"     // names: the first files; given: how many there are
	AreasJoined     EffectKind = "areas_joined"     // names: the one that depends, the other one
	Unused          EffectKind = "unused"           // symbol
	Untested        EffectKind = "untested"         // symbol, given: and so many others
	NameLeft        EffectKind = "name_left"        // mentions of the old name
	Documented      EffectKind = "documented"       // mentions of the name in documents
	InterfaceBroken EffectKind = "interface_broken" // of a library; given: uses here; least: those that do not fit
)

// PerPlace reports whether the effect differs by place: then findings with the same cause are
// grouped. Other effects are described together with their cause.
func (k EffectKind) PerPlace() bool {
	switch k {
	case StillUsed, ParameterUsed, ArgumentCount, ArgumentName, ArgumentTwice, ArgumentLacks, OverloadLacks, NotVisible, NoResult, ResultCount,
		ResultDropped, ResultAssumed, PromiseAssumed, PromiseDropped, MemberLacks, MemberDiffers:
		return true
	}
	return false
}

// A Fact is a piece of evidence.
type Fact struct {
	Kind    FactKind `json:"kind"`
	Symbols []Ref    `json:"symbols,omitempty"`
	Sites   []Site   `json:"sites,omitempty"`
	Counts  []int    `json:"counts,omitempty"`
	// Text is a signature as it is written, or a word.
	Text string `json:"text,omitempty"`
}

// A FactKind is one kind of evidence. The values are the words of the report.
type FactKind string

const (
	Repeated        FactKind = "effect"           // the effect itself
	Before          FactKind = "before"           // text: the signature in base
	Now             FactKind = "now"              // text: the signature in head
	Was             FactKind = "was"              // text: the signature of the removed symbol
	OptionalUse     FactKind = "optional_use"     // sites: a use that only some builds include
	FailingUses     FactKind = "failing_uses"     // with an import; sites: the first; counts: of uses and of files
	DefinedInBase   FactKind = "defined_in_base"  // sites
	UsedInBase      FactKind = "used_in_base"     // symbols: the user
	OwnerLacks      FactKind = "owner_lacks"      // symbols: the owner; text: the name
	StillDeclared   FactKind = "still_declared"   // without a body; sites
	NoOverload      FactKind = "no_overload"      // text: the name; counts: of arguments
	BuildsLack      FactKind = "builds_lack"      // sites: a place that the builds include, and one that they exclude
	Callers         FactKind = "callers"          // symbols: the callee; counts: not updated, updated, unclear
	UsedAs          FactKind = "used_as"          // symbols: a type, and the one as which it is used; sites
	HadMember       FactKind = "had_member"       // text: its signature in base; sites
	IsNow           FactKind = "is_now"           // text: the signature in head
	ReplacedInBase  FactKind = "replaced_in_base" // text: the signature of what was overridden; sites
	LivesOn         FactKind = "lives_on"         // text: the signature in head of what was overridden
	CalledInBase    FactKind = "called_in_base"   // symbols: the caller in head; sites
	GuardName       FactKind = "guard_name"       // text: the word in the name of a step
	OrderName       FactKind = "order_name"       // symbols; text: the word in its name
	GuardedInBase   FactKind = "guarded_in_base"  // symbols: guard, step; sites: of both
	GuardCondition  FactKind = "guard_condition"  // symbols: a guard that runs only under a condition; sites
	GuardLater      FactKind = "guard_later"      // symbols: a guard that runs only later, or on another path; sites
	GuardHabit      FactKind = "guard_habit"      // symbols: a caller in base, the guard that it runs first; sites
	CalledUnguarded FactKind = "called_unguarded" // symbols: caller, step; sites
	AlsoUnguarded   FactKind = "also_unguarded"   // symbols: further steps
	ReachedFrom     FactKind = "reached_from"     // symbols: an entry point; sites
	OrderInBase     FactKind = "order_in_base"    // symbols: two steps; sites
	OrderInHead     FactKind = "order_in_head"    // symbols: two steps; sites
	AlsoReordered   FactKind = "also_reordered"   // symbols: pairs, the first now before the second
	Imported        FactKind = "imported"         // sites: an import; text: the path of what is imported
	NewImports      FactKind = "new_imports"      // of a cycle; counts
	AreasApart      FactKind = "areas_apart"      // in base, those of the effect; counts: of their symbols
	LastUse         FactKind = "last_use"         // in base; sites
	LastUseTested   FactKind = "last_use_tested"  // likewise, and tests use it in head
	AlsoUnused      FactKind = "also_unused"      // symbols: one that only an orphan uses; sites
	AlsoUntested    FactKind = "also_untested"    // symbols; sites
	AndMore         FactKind = "and_more"         // counts
	ItselfChanged   FactKind = "itself_changed"   // symbols
	Mentioned       FactKind = "mentioned"        // sites; text: in what
	MergedSilently  FactKind = "merged_silently"  // by git; text: the rule that found it
)

// A Mention is a place in a text file of head where a word is written.
type Mention struct {
	Path string      `json:"path"`
	Line int         `json:"line"`
	Kind MentionKind `json:"kind"` // code, string, comment, doc or config
	// Versioned: code that is compiled for some versions of something only (lang.Language.Versioned).
	Versioned bool `json:"-"`
}

// A MentionKind is the kind of text that contains a word. The values are words of the report.
type MentionKind string

const (
	InCode    MentionKind = "code"
	InString  MentionKind = "string"
	InComment MentionKind = "comment"
	InDoc     MentionKind = "doc"
	InConfig  MentionKind = "config" // also templates, queries, scripts of a build
)

// A Ref names a symbol.
type Ref struct {
	ID   string      `json:"id"`
	Name string      `json:"name"` // qualified in its file, as in changed_symbols; the path of a file
	Type graph.Label `json:"type"` // Function, Method, Class, …; File, Folder
}

// A Site is a line of a file.
type Site struct {
	Path string `json:"path"`
	Line int    `json:"line"`
}

// A Difference is one difference of a signature, see change.Difference.
type Difference struct {
	Kind     change.DifferenceKind `json:"kind"`               // parameter_added, result_retyped, became_async, …
	Name     string                `json:"name,omitempty"`     // of the parameter
	Old      string                `json:"old,omitempty"`      // the type, name or visibility in base
	New      string                `json:"new,omitempty"`      // the same in head
	Required bool                  `json:"required,omitempty"` // the added parameter has to be passed
}

// A Build is one way to build the code.
type Build struct {
	graph.Build
	// ByArch: another build of the repository differs from it by the processor alone.
	ByArch bool
}

// A Claim is the content of a finding, without its text.
type Claim struct {
	Cause   Cause
	Effect  Effect  // without kind where the cause is sufficient
	Site            // the place, of head or base
	Other   bool    // the place exists only in the branch Against
	Against string  // the branch whose merge causes the break; empty for none
	Builds  []Build // the builds that it is limited to, nil for all
}

// Key returns a key that is equal for claims of one group. It consists of the claim without the
// places and numbers that a push may change, and without text.
func (c *Claim) Key() string {
	var b strings.Builder
	add := func(parts ...string) {
		for _, p := range parts {
			b.WriteString(p)
			b.WriteByte(0)
		}
	}
	add(c.Against, string(c.Cause.Side), string(c.Cause.Kind), c.Cause.Symbol.Name, c.Cause.Other.Name, c.Cause.Member, c.Cause.Became)
	for _, d := range c.Cause.Differences {
		required := ""
		if d.Required {
			required = "required"
		}
		add(string(d.Kind), d.Name, d.Old, d.New, required)
	}
	if e := &c.Effect; !e.Kind.PerPlace() {
		add(string(e.Kind), e.Symbol.Name, e.Other.Name, e.How, e.Name)
		add(e.Names...)
		for _, build := range c.Builds {
			add(build.OS, build.Arch, build.Tags, strconv.FormatBool(build.NoCgo))
		}
	}
	return b.String()
}

// Speaks reports whether an effect contains a name.
func (e *Effect) Speaks(name string) bool {
	return name != "" && (name == e.Symbol.Name || name == e.Other.Name || name == e.Name)
}

// Speaks reports whether a cause contains a name.
func (c *Cause) Speaks(name string) bool {
	return name != "" && (name == c.Symbol.Name || name == c.Other.Name || name == c.Member || name == c.Became)
}

// RefOf returns a reference to a node, the zero value for nil.
func RefOf(n *graph.Node) Ref {
	if n == nil {
		return Ref{}
	}
	return Ref{n.ID, n.Qualified, n.Label}
}

// Differences returns the first maxBlamed differences of a signature.
func Differences(diffs []change.Difference) []Difference {
	var out []Difference
	for _, d := range diffs[:min(len(diffs), maxBlamed)] {
		out = append(out, Difference(d))
	}
	return out
}

// maxBlamed is the maximum number of differences of a cause.
const maxBlamed = 3

// Signatures returns the facts for both signatures of a symbol.
func Signatures(was, now *graph.Node) []Fact {
	return []Fact{{Kind: Before, Text: was.Signature.Text}, {Kind: Now, Text: now.Signature.Text}}
}
