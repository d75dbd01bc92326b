package finding

import (
	"strconv"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// The types of this file are what a finding claims, as data. They are part of the JSON report:
// their tags are its keys, and a key that is not there is empty. Sentences are made of them by
// package sentence.

// A Cause is what the change did.
type Cause struct {
	Kind   CauseKind `json:"kind"`
	Symbol Ref       `json:"symbol"` // what it was done to
	// Other is the second symbol that the kind speaks of, Member the name of a member.
	Other  Ref    `json:"other,omitzero"`
	Member string `json:"member,omitempty"`
	// Became is the new name, path or kind of symbol.
	Became string `json:"became,omitempty"`
	// Differences are those of the signature that matter, at most three.
	Differences []Difference `json:"differences,omitempty"`
	// More counts the symbols of which the same is true as of symbol.
	More int `json:"more,omitempty"`
	// Side is other where the branch of against did it, empty where the change did.
	Side change.Side `json:"side,omitempty"`
}

// A CauseKind is one way to cause something. The values are the words of the report.
type CauseKind string

const (
	Removed     CauseKind = "removed"
	Renamed     CauseKind = "renamed"     // became: the new name
	Moved       CauseKind = "moved"       // became: the new path
	Requalified CauseKind = "requalified" // became: the new qualified name, in the same file
	Edited      CauseKind = "edited"      // the code of symbol
	Skipped     CauseKind = "skipped"     // symbol is a test that is skipped now
	Undefined   CauseKind = "undefined"   // there are builds that do not define symbol
	Signature   CauseKind = "signature"   // differences; none: it differs in another way
	Retyped     CauseKind = "retyped"     // symbol has another type
	Unexported  CauseKind = "unexported"
	Converted   CauseKind = "converted" // became: the kind of symbol that it is now

	MemberAdded     CauseKind = "member_added"     // to symbol
	MemberRequired  CauseKind = "member_required"  // it was optional
	MemberRenamed   CauseKind = "member_renamed"   // member: the old name; became: the new one
	MemberAbstract  CauseKind = "member_abstract"  // it had a body
	MemberSignature CauseKind = "member_signature" // it has another signature
	MemberLost      CauseKind = "member_lost"      // by symbol; the type other requires it

	ImportAdded CauseKind = "import_added" // of other by symbol
	UseAdded    CauseKind = "use_added"    // of other by symbol
)

// An Effect is what comes of a cause at the place of a finding. What uses something is the
// caller of the finding.
type Effect struct {
	Kind EffectKind `json:"kind"`
	// Symbol is what is affected, where that is not the caller; Other the second symbol
	// that the kind speaks of.
	Symbol Ref `json:"symbol,omitzero"`
	Other  Ref `json:"other,omitzero"`
	// How is how something is used: called, imported or used; or what has to satisfy a
	// type: type, class, object or function.
	How string `json:"how,omitempty"`
	// Name is that of a parameter.
	Name string `json:"name,omitempty"`
	// Given, Least and Most are numbers: of arguments that are passed and may be passed, of
	// results that are taken and returned (most), of uses and those that do not fit (least).
	Given int `json:"given,omitempty"`
	Least int `json:"least,omitempty"`
	Most  int `json:"most,omitempty"`
	// Unlimited: there is no most.
	Unlimited bool `json:"unlimited,omitempty"`
	// Names are those of areas, or the files of a cycle in their order.
	Names []string `json:"names,omitempty"`
	// Mentions are places where a name is written.
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
	OverloadLacks  EffectKind = "overload_lacks"  // given; no function of the name that other has takes so many
	NotVisible     EffectKind = "not_visible"     // to the caller
	NoResult       EffectKind = "no_result"       // is returned, and one is used
	ResultCount    EffectKind = "result_count"    // given: taken; most: returned
	ResultDropped  EffectKind = "result_dropped"  // that says whether the call failed
	ResultAssumed  EffectKind = "result_assumed"  // that may be nothing now
	PromiseAssumed EffectKind = "promise_assumed" // is used as if it were the value
	PromiseDropped EffectKind = "promise_dropped"

	MemberLacks     EffectKind = "member_lacks"     // symbol or a value of the form how does not have it
	MemberDiffers   EffectKind = "member_differs"   // symbol does not follow
	FormUnfit       EffectKind = "form_unfit"       // a value of the form how cannot stand for the type
	OverrideLacks   EffectKind = "override_lacks"   // symbol says that it overrides, and nothing is there
	OverrideLost    EffectKind = "override_lost"    // symbol does not override any more
	StepLost        EffectKind = "step_lost"        // symbol is not called any more
	Unguarded       EffectKind = "unguarded"        // symbol can run without other, a guard
	Reordered       EffectKind = "reordered"        // symbol runs before other
	CycleClosed     EffectKind = "cycle_closed"     // names: the first files; given: how many there are
	AreasJoined     EffectKind = "areas_joined"     // names: the one that depends, the other one
	Unused          EffectKind = "unused"           // symbol
	Untested        EffectKind = "untested"         // symbol, given: and so many others
	NameLeft        EffectKind = "name_left"        // mentions of the old name
	InterfaceBroken EffectKind = "interface_broken" // of a library; given: uses here; least: those that do not fit
)

// PerPlace reports whether the effect is one that each place of a cause has for itself: then
// findings of one cause stand together. Other effects are one with their cause.
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
	Repeated        FactKind = "effect"           // what the effect says
	Before          FactKind = "before"           // text: the signature in base
	Now             FactKind = "now"              // text: the signature in head
	Was             FactKind = "was"              // text: the signature of what is gone
	OptionalUse     FactKind = "optional_use"     // sites: a use that only some builds take
	FailingUses     FactKind = "failing_uses"     // with an import; sites: the first; counts: of uses and of files
	DefinedInBase   FactKind = "defined_in_base"  // sites
	UsedInBase      FactKind = "used_in_base"     // symbols: the user
	OwnerLacks      FactKind = "owner_lacks"      // symbols: the owner; text: the name
	StillDeclared   FactKind = "still_declared"   // without a body; sites
	NoOverload      FactKind = "no_overload"      // text: the name; counts: of arguments
	BuildsLack      FactKind = "builds_lack"      // sites: a place that builds take, and one that they do not
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
}

// A MentionKind says what a word is part of, in a word for people.
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
	Required bool                  `json:"required,omitempty"` // a parameter that was added has to be passed
}

// A Build is one way to build the code.
type Build struct {
	graph.Build
	// ByArch: another build of the repository differs from it by the processor alone.
	ByArch bool
}

// A Claim is what a finding says.
type Claim struct {
	Cause   Cause
	Effect  Effect  // of no kind where the cause says it all
	Site            // the place, of head or base
	Other   bool    // the place is one that only the branch Against has
	Against string  // the branch by whose merge it breaks; empty for none
	Builds  []Build // in which alone it holds, nil for all
}

// Key is equal for claims that stand together: what is claimed, without the places and
// numbers that a push may change. Sentences have no part in it.
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

// Speaks reports whether an effect speaks of a name.
func (e *Effect) Speaks(name string) bool {
	return name != "" && (name == e.Symbol.Name || name == e.Other.Name || name == e.Name)
}

// Speaks reports whether a cause speaks of a name.
func (c *Cause) Speaks(name string) bool {
	return name != "" && (name == c.Symbol.Name || name == c.Other.Name || name == c.Member || name == c.Became)
}

// RefOf names a node, nothing for nil.
func RefOf(n *graph.Node) Ref {
	if n == nil {
		return Ref{}
	}
	return Ref{n.ID, n.Qualified, n.Label}
}

// Differences returns the first differences of a signature, as many as a cause has.
func Differences(diffs []change.Difference) []Difference {
	var out []Difference
	for _, d := range diffs[:min(len(diffs), maxBlamed)] {
		out = append(out, Difference(d))
	}
	return out
}

// maxBlamed is how many differences a cause has.
const maxBlamed = 3

// Signatures tells both Signatures of a symbol.
func Signatures(was, now *graph.Node) []Fact {
	return []Fact{{Kind: Before, Text: was.Signature.Text}, {Kind: Now, Text: now.Signature.Text}}
}
