// Package report is the wire type of nexus-ci: all that one check found, as
// plain data. Its JSON encoding is the output of "check --format json", and it is
// the only input of the renderers, so that every format tells the same facts.
//
// In: the results of the analysis (Build) or JSON (Decode). Out: a Report, its
// encoding, and the JSON Schema that describes it (Schema).
//
// Invariants: two equal analyses give equal bytes; lists are sorted and never
// null, keys that may be absent are empty; paths are relative to the root of the repository and slash separated;
// lines are 1-based; symbols are named by their ID, such as
// "Method:gin/context.go:Context.Next", which is the same in base and head.
// Strings that come from the repository are as hostile as the repository:
// renderers escape them, this package does not.
//
// Deliberately absent: timings, cache counters and the time of the run, which
// would make two runs of one comparison differ.
package report

import "github.com/nexus-ci/nexus-ci/analyze/finding"

// SchemaName is the value of Report.Schema. A change that a reader of the old
// form would misread gets a new number; new fields do not.
const SchemaName = "nexus-ci/report/v1"

// A Report is what one comparison of base and head found.
type Report struct {
	Schema string `json:"schema"` // SchemaName
	Tool   Tool   `json:"tool"`

	Base Revision `json:"base"`
	Head Revision `json:"head"`
	// MergeBase is the commit that head is compared with: the best common ancestor
	// of base and head.
	MergeBase string `json:"merge_base"`
	// Against are the other branches that head was merged with to find what breaks by
	// that: the base branch where it has moved on, and the one that the user named.
	Against []Against `json:"against"`

	// Title is what the author calls the change, null where nobody says it.
	Title *Title `json:"title"`

	Risk    Risk    `json:"risk"`
	Summary Summary `json:"summary"`

	// Findings: breaks first, then places outside the diff.
	Findings []Finding `json:"findings"`
	// Facts are what the change does outside of code, as files say it: dependencies, workflows,
	// images, migrations, schemas, settings. Sorted by path, side and line; of more than 2000
	// the weightiest, and summary.fact_count has their number.
	Facts []ContentFact `json:"facts"`
	// Behaviours are what functions do differently; sorted by path, line and kind.
	Behaviours []Behaviour `json:"behaviours"`
	// Suppressed are findings that were decided about before: by a baseline, the configuration or
	// a comment. They are in no other part of the report and do not count. Missing for none.
	Suppressed []Suppressed `json:"suppressed,omitempty"`
	// ChangedSymbols are sorted by path, line and ID.
	ChangedSymbols []ChangedSymbol `json:"changed_symbols"`
	// AffectedProcesses are sorted broken, changed, removed, added, at risk.
	AffectedProcesses []AffectedProcess `json:"affected_processes"`
	// AffectedClusters are sorted direct first, then by hits.
	AffectedClusters []AffectedCluster `json:"affected_clusters"`
	// AffectedSymbols depend on what changed; sorted by depth, nearest first.
	AffectedSymbols []AffectedSymbol `json:"affected_symbols"`
	// Tests are the tests that reach what changed, nearest first.
	Tests []Test `json:"tests"`
	// TestRuns are the commands that run the tests that the change edits, then these tests,
	// in the order of the first test of each. Tests that no command is known for are in none.
	TestRuns []TestRun `json:"test_runs"`
	// Untested are the changed functions that no test was found to reach, sorted by path and line;
	// none in a repository without tests. A limit may cut it; summary.untested_count has their number.
	Untested []Untested `json:"untested"`
	// Forgotten are source files that the change does not touch, though they nearly always
	// changed with one that it touches; the likeliest first, mostly none.
	Forgotten []Forgotten `json:"forgotten"`
	// Owners are whom the base's CODEOWNERS names for places that the change affects but
	// does not touch, most places first. Forges ask the owners of touched files themselves.
	Owners []Owner `json:"owners"`
	// Authors changed affected files lately that the change does not touch; for want of owners. Missing for none.
	Authors []Owner `json:"recent_authors,omitempty"`
	// Documents are lines of documents that name changed symbols. Missing for none.
	Documents []Document `json:"documents,omitempty"`

	// Elsewhere is who uses changed symbols in other repositories. Missing where nobody was asked.
	Elsewhere *Elsewhere `json:"elsewhere,omitempty"`

	Coverage Coverage `json:"coverage"`
	// Verification is what compilers said of the breaks, null where none was asked.
	Verification *Verification `json:"verification"`
	// ModelSummary is what a language model says of this report. Missing where none was asked.
	ModelSummary *ModelSummary `json:"model_summary,omitempty"`
}

// A Tool is the program that wrote the report.
type Tool struct {
	Name    string `json:"name"`
	Version string `json:"version"` // "(devel)" when it was not built from a release
}

// A Revision is one side of the comparison.
type Revision struct {
	Ref string `json:"ref"` // as the user wrote it, or "index", or "worktree"
	// Commit is the full id; empty for the index and the work tree.
	Commit string `json:"commit"`
}

// A Title is what the author calls the change.
type Title struct {
	Text   string `json:"text"`
	Source string `json:"source"` // flag, pull_request or commit
}

// The values of Title.Source.
const (
	TitleOfUser        = "flag"
	TitleOfPullRequest = "pull_request"
	TitleOfCommit      = "commit"
)

// An Against is a branch that head will be merged with.
type Against struct {
	Ref       string `json:"ref"`        // as the user wrote it, a full id cut to 7 digits
	Commit    string `json:"commit"`     // full id of its tip
	MergeBase string `json:"merge_base"` // its best common ancestor with head
	// Conflicts are the paths that git cannot merge; nothing is claimed about them.
	// They are looked for only where something might break.
	Conflicts []string `json:"conflicts"`
}

// A Risk is the rating. Level is the highest of the three axes.
type Risk struct {
	Level string `json:"level"` // none, low, medium, high or critical
	// Score is that of the likelihood axis alone, 0 to 100, in tenths.
	Score float64 `json:"score"`
	// Incomplete: something that changed could not be analysed, so the level may be
	// too low; Missing says what and why.
	Incomplete bool     `json:"incomplete"`
	Missing    []string `json:"missing"`
	Why        string   `json:"why"` // one sentence: what decided the level

	Likelihood Likelihood `json:"likelihood"`
	Breakage   Axis       `json:"breakage"`
	// BreakageChecked says of how much of the change breakage speaks, by its files: all, part
	// or none. A level of none says nothing of what was not checked.
	BreakageChecked string `json:"breakage_checked"`
	Exposure        Axis   `json:"exposure"`
	Model           string `json:"model"` // name of the likelihood model
	// History is what was read of the past of base, null where nothing was asked for.
	History *History `json:"history"`
}

// A History counts the commits before a change that were read.
type History struct {
	Commits int    `json:"commits"`
	Since   string `json:"since"` // day of the oldest one, as 2006-01-02; empty without any
	// Complete: the clone reaches back as far as the rating looks. If not, the model is one
	// without history.
	Complete bool `json:"complete"`
}

// An Axis is one row of the rating with its evidence, the deciding fact first.
type Axis struct {
	Level    string   `json:"level"`
	Evidence []string `json:"evidence"`
}

// A Likelihood says how often changes like this one caused trouble.
type Likelihood struct {
	Level       string   `json:"level"`
	Evidence    []string `json:"evidence"`
	Score       float64  `json:"score"`       // 0 to 100, the sum of the points
	Probability float64  `json:"probability"` // of trouble, 0 to 1
	Percentile  int      `json:"percentile"`  // riskier than this share of changes, in percent
	Factors     []Factor `json:"factors"`
}

// A Factor is one row of the likelihood score.
type Factor struct {
	Name    string  `json:"name"`
	Value   float64 `json:"value"`
	Typical float64 `json:"typical"`
	Points  float64 `json:"points"`
	Clause  string  `json:"clause"` // one clause for people
}

// A Summary counts. The four keys at the top are those that detect_changes
// answers with.
type Summary struct {
	ChangedCount  int    `json:"changed_count"`  // length of changed_symbols
	AffectedCount int    `json:"affected_count"` // length of affected_processes
	ChangedFiles  int    `json:"changed_files"`
	RiskLevel     string `json:"risk_level"` // risk.level once more

	ChangedTests   int `json:"changed_tests"`   // of changed_count, symbols of tests
	Breaks         int `json:"breaks"`          // findings of class break
	BreaksOutside  int `json:"breaks_outside"`  // of these, at places outside the diff
	Behaviours     int `json:"behaviours"`      // findings of class behaviour
	FactCount      int `json:"fact_count"`      // full number, also of what a limit has cut from facts
	SemanticCount  int `json:"semantic_count"`  // changed symbols by which the program can behave differently
	MovedCount     int `json:"moved_count"`     // changed symbols that moved or were renamed
	BrokenCount    int `json:"broken_count"`    // processes that are broken
	DirectClusters int `json:"direct_clusters"` // clusters that hold a changed symbol

	// AffectedByDepth are full numbers, also of what a limit has cut from
	// affected_symbols; entry 0 is depth 1.
	AffectedByDepth []int `json:"affected_by_depth"`
	// AffectedOutside counts the affected symbols of depth 1 outside the diff.
	AffectedOutside int `json:"affected_outside"`
	TestCount       int `json:"test_count"`     // full number, also of what a limit has cut from tests
	UntestedCount   int `json:"untested_count"` // full number, also of what a limit has cut from untested
	// Truncated says that affected_symbols, tests or untested were cut at a limit.
	Truncated bool `json:"truncated"`
	// ProcessesTruncated says that a limit has left out processes that the change reaches.
	ProcessesTruncated bool `json:"processes_truncated"`
}

// A Finding is one claim that something is broken or behaves differently.
type Finding struct {
	Rule       string  `json:"rule"`
	Class      string  `json:"class"`      // break or behaviour
	Severity   string  `json:"severity"`   // error, warning or info
	Confidence float64 `json:"confidence"` // 0 to 1

	Path string `json:"path"` // the place a reader should open
	Line int    `json:"line"`
	Side string `json:"side"` // head or base; other for a place that only the branch of against has
	// Against is the ref of the branch by whose merge it breaks, null for what breaks
	// without it.
	Against *string `json:"against"`

	// Builds are those that a break holds for, where the files of the repository tell builds
	// apart; empty for all.
	Builds []BuildVariant `json:"builds"`

	Symbol string `json:"symbol"` // ID of what it is about
	// Caller is the ID of the symbol around the place, null where there is none.
	Caller  *string  `json:"caller"`
	Related *Related `json:"related"` // the other place, null where there is none

	// Also are further uses that fail with this one: those of a name that a failing
	// import binds, and places in files that only some builds take.
	Also      []Use    `json:"also"`
	Processes []string `json:"processes"` // IDs of the affected_processes it lies on

	// Cause is what the change did, null in reports of older versions. Effect is what comes
	// of it at the place, null where the cause says it all, too.
	Cause  *Cause  `json:"cause"`
	Effect *Effect `json:"effect"`
	Facts  []Fact  `json:"facts"` // the evidence
	// Evidence says the facts in a clause each, Message cause, effect and place in a
	// sentence. Another version may word them otherwise.
	Evidence []string `json:"evidence"`
	Message  string   `json:"message"`
	// Fingerprint names the same finding after further pushes: no line is in it.
	Fingerprint string `json:"fingerprint"`
	InDiff      bool   `json:"in_diff"` // path:line is a line of the diff
	// Verified is what a compiler says of a break, null where none was asked: confirmed
	// by an error at the place, not_confirmed, or not_checked.
	Verified *string `json:"verified"`
}

// What a finding claims is of the same form as where it is found.
type (
	Cause  = finding.Cause
	Effect = finding.Effect
	Fact   = finding.Fact
)

// Kinds of facts that renderers show in a way of their own.
const (
	SignatureBefore = finding.Before
	SignatureNow    = finding.Now
)

// The values of Finding.Verified.
const (
	Confirmed    = "confirmed"
	NotConfirmed = "not_confirmed"
	NotChecked   = "not_checked"
)

// A BuildVariant is one way to build the code.
type BuildVariant struct {
	OS   string   `json:"os"`
	Arch string   `json:"arch"`
	Tags []string `json:"tags"` // those set beside what os and arch set
	Cgo  bool     `json:"cgo"`
	// ByArch: another build of the repository differs from it by arch alone.
	ByArch bool `json:"by_arch"`
}

// A Use is one place in head.
type Use struct {
	Symbol *string `json:"symbol"` // ID of the symbol around it, null where there is none
	Path   string  `json:"path"`
	Line   int     `json:"line"`
}

// A Related is the other place of a finding.
type Related struct {
	Symbol string `json:"symbol"`
	Path   string `json:"path"`
	Line   int    `json:"line"`
	Side   string `json:"side"`
}

// A ChangedSymbol is one symbol that differs.
type ChangedSymbol struct {
	ID   string `json:"id"`
	Name string `json:"name"` // qualified in its file: "Context.Next"
	Type string `json:"type"` // Function, Method, Class, …; File for code at top level
	Path string `json:"path"`
	Line int    `json:"line"`
	Side string `json:"side"` // base when it is gone, else head
	// Diff is the line of head at which a diff shows the change, that of the declaration
	// where it differs, and the one behind which something was cut out; null where no file
	// of head shows it.
	Diff *Location `json:"diff"`

	ChangeType string   `json:"change_type"` // added, removed, modified, moved or renamed
	Parts      []string `json:"parts"`       // of signature, body, doc, formatting, names, definitions
	// Semantic: the program can behave differently by this symbol alone.
	Semantic         bool `json:"semantic"`
	SignatureChanged bool `json:"signature_changed"`
	// SignatureChanges are what differs in the signature, each on its own.
	SignatureChanges []SignatureChange `json:"signature_changes"`
	// Declaration is the declaration of an added or removed field, constant, variable or member of an enum, as one line;
	// empty for any other symbol.
	Declaration string `json:"declaration"`
	// CallsAdded are names that its code calls in head and not in base, CallsRemoved those that it calls in base
	// and not in head, as written; of many the first. Both are empty for a removed symbol, and for an added one that is
	// no function or was made of others.
	CallsAdded   []string `json:"calls_added"`
	CallsRemoved []string `json:"calls_removed"`
	// ConditionsAdded are parts of the conditions of a function that was not compared as a whole and that no changed file has in
	// base, or of an added function and that the changed files have in fewer places in base; ConditionsRemoved those that no
	// changed file has in head. Each is a line of source, cut; of many the first.
	ConditionsAdded   []string `json:"conditions_added"`
	ConditionsRemoved []string `json:"conditions_removed"`
	// Fails are statements by which such a function can fail in head, and that the changed files do not have in base, or have
	// in fewer places; FailsRemoved those of base, in the same way.
	Fails        []string `json:"fails"`
	FailsRemoved []string `json:"fails_removed"`
	// StatementsAdded are other statements and parts of conditions of a function that was not compared as a whole, of which base
	// has none with the same value in the function, and fewer elsewhere; of an added function the values that it returns, what it
	// stores outside of its local variables and its calls with a text; of an added constant, variable or field its value.
	// StatementsRemoved are those of base that head does not have, in the same way.
	StatementsAdded   []string `json:"statements_added"`
	StatementsRemoved []string `json:"statements_removed"`

	Exported bool `json:"exported"`
	Test     bool `json:"test"`
	// Old is where it was in base when its ID differs there, else null.
	Old *Place `json:"old"`
	// Code says how the code of an added or removed symbol is found in others: extracted,
	// inlined, split or merged; empty where it cannot be told. From are the symbols of
	// base that an added one was made from, Into those of head that hold a removed one.
	Code string  `json:"code"`
	From []Place `json:"from"`
	Into []Place `json:"into"`
	// Uses says whether code that still uses the symbol as it was in base was looked for:
	// checked, not_checked, or dynamic: checked, except in code that may compute the name at
	// run time; empty for an added one. UncheckedIn are the languages of the repository in
	// which it was not, for dynamic the files that may use it.
	Uses        string   `json:"uses"`
	UncheckedIn []string `json:"unchecked_in"`
	// Written are places in code of head where the name is still written that the symbol had
	// in base, and no symbol of head has; of many the first.
	Written []Location `json:"written"`
}

// The values of ChangedSymbol.Uses.
const (
	UsesChecked   = "checked"
	UsesUnchecked = "not_checked"
	UsesDynamic   = "dynamic"
)

// A Location is a line of a file.
type Location struct {
	Path string `json:"path"`
	Line int    `json:"line"`
}

// A SignatureChange is one difference of the signature of a symbol.
type SignatureChange struct {
	Kind string `json:"kind"` // parameter_added, result_retyped, became_async, …
	Name string `json:"name"` // of the parameter, empty for others
	Old  string `json:"old"`  // the type, name or visibility in base, empty for none
	New  string `json:"new"`  // the same in head
	// Clause follows the name of the symbol: "gained the required parameter `ctx`".
	Clause string `json:"clause"`
}

// A Place is a symbol with where it stands.
type Place struct {
	ID   string `json:"id"`
	Path string `json:"path"`
	Line int    `json:"line"`
}

// An AffectedCluster is a community that the change reaches, as base has it.
type AffectedCluster struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// Direct: it holds a changed symbol. Otherwise it holds affected symbols only.
	Direct   bool `json:"direct"`
	Hits     int  `json:"hits"` // changed + affected
	Changed  int  `json:"changed"`
	Affected int  `json:"affected"`
}

// An AffectedSymbol depends on a changed symbol.
type AffectedSymbol struct {
	ID         string  `json:"id"`
	Name       string  `json:"name"`
	Type       string  `json:"type"`
	Path       string  `json:"path"`
	Line       int     `json:"line"`
	Depth      int     `json:"depth"`      // 1: direct, 2: likely affected, 3: may need testing
	Confidence float64 `json:"confidence"` // product along the path, 0 to 1
	InDiff     bool    `json:"in_diff"`    // its own lines are touched too
	// Via leads from the symbol to the changed one, one edge a depth.
	Via []Edge `json:"via"`
}

// An Edge is one relation of the graph.
type Edge struct {
	Source       string  `json:"source"`
	Target       string  `json:"target"`
	RelationType string  `json:"relation_type"` // CALLS, REFERENCES, EXTENDS, …
	Confidence   float64 `json:"confidence"`
	Path         string  `json:"path"` // file of the source
	Line         int     `json:"line"` // first place it is written at, 0 for none
}

// A Forgotten is a file that may have to change too.
type Forgotten struct {
	Path string `json:"path"`
	With string `json:"with"` // the changed file, as it was called before the change
	// Of the last Of commits that touched With, Together changed both.
	Together int `json:"together"`
	Of       int `json:"of"`
	// Because has all reasons, the weightiest first, one clause each.
	Because []string `json:"because"`
}

// An Owner is a reviewer that CODEOWNERS or the history suggests.
type Owner struct {
	Name string `json:"name"` // as written there: "@org/team", "@user" or an address; of an author the name
	// Paths are the affected files that are theirs and not in the diff, those of broken
	// places first.
	Paths []string `json:"paths"`
}

// A Coverage says what the report speaks about and what not.
type Coverage struct {
	Base SideCoverage `json:"base"`
	Head SideCoverage `json:"head"`
	// Files say of each changed file what was checked of it; sorted by path. No sentence of
	// the report claims more. Counts has their numbers.
	Files  []FileCoverage `json:"files"`
	Counts CoverageCounts `json:"counts"`
	// NotAnalysed are the changed files, or parts of them, about which nothing is
	// claimed. The path "." stands for the run: it ended early, or left files out, for
	// the message; where head and base have no files either, risk is not rated.
	NotAnalysed []NotAnalysed `json:"not_analysed"`
	// Compared are the functions with another text of which both versions were compared. Only
	// of these "no behaviour change" may be said. NotCompared are those that could not be.
	Compared    int           `json:"compared"`
	NotCompared []NotCompared `json:"not_compared"`
	// Skipped counts the other files of head that are not in the graph, by reason.
	Skipped []SkipCount `json:"skipped"`
}

// The values of FileCoverage.Status.
const (
	Judged          = "judged"
	GraphOnly       = "graph_only"
	ContentRead     = "content"
	NotAnalysedFile = "not_analysed"
)

// A FileCoverage says what was checked of one changed file.
type FileCoverage struct {
	Path string `json:"path"`
	Side string `json:"side"` // base for one that is gone in head
	// Status is judged (checked for breaks), graph_only (its symbols are compared, but uses
	// of names are not checked in its language), content (read without a graph) or
	// not_analysed (nothing is known of its content).
	Status string `json:"status"`
	// Reason is why it was not analysed, in a few words; empty for others. There may be new
	// ones.
	Reason  string `json:"reason"`
	Message string `json:"message"` // one line more, may be empty
	// Language is that of a file that was analysed, Title what people call it; Kind is what
	// people call one that was not, Role what it is for: program, build, configuration,
	// documentation, asset or data.
	Language string `json:"language"`
	Title    string `json:"title"`
	Kind     string `json:"kind"`
	Role     string `json:"role"`
	// Checks are the breaks that were looked for in it: names, arguments, members.
	Checks []string   `json:"checks"`
	Parts  []FilePart `json:"parts"` // what could not be read of a file that was analysed
	// Source says that a program may hang on what was not analysed of it: the rating is
	// incomplete.
	Source bool `json:"source"`
	// Head says that its imports, exports, package, build constraint or directives differ.
	Head bool `json:"head"`
	// Directives says that its directives differ: conditions of a preprocessor, pragmas, comments that
	// tools obey. The code that stays the same may be compiled otherwise.
	Directives bool `json:"directives"`
}

// A FilePart is a place from which on something of a file could not be read.
type FilePart struct {
	Line    int    `json:"line"`
	Reason  string `json:"reason"`
	Message string `json:"message"`
	Source  bool   `json:"source"`
}

// CoverageCounts are the numbers of changed files by status.
type CoverageCounts struct {
	Judged      int `json:"judged"`
	GraphOnly   int `json:"graph_only"`
	Content     int `json:"content"`
	NotAnalysed int `json:"not_analysed"`
}

// A SideCoverage counts the files of one snapshot.
type SideCoverage struct {
	Files  int `json:"files"`
	Parsed int `json:"parsed"`
	// UnknownCalls counts calls whose target could not be told.
	UnknownCalls int `json:"unknown_calls"`
}

// A NotAnalysed is a changed file, or a part of one, that could not be read.
type NotAnalysed struct {
	Path    string `json:"path"`
	Line    int    `json:"line"` // first line concerned, 0 for the whole file
	Side    string `json:"side"` // base only for what is gone in head
	Reason  string `json:"reason"`
	Message string `json:"message"`
	// Source says that a program may hang on it: the rating is incomplete.
	Source bool `json:"source"`
}

// A SkipCount is how many files were left out for one reason.
type SkipCount struct {
	Reason string `json:"reason"`
	Files  int    `json:"files"`
}

// A Verification counts the breaks by what compilers said of them.
type Verification struct {
	Compilers    []string `json:"compilers"` // that ran
	Confirmed    int      `json:"confirmed"`
	NotConfirmed int      `json:"not_confirmed"`
	NotChecked   int      `json:"not_checked"`
	Trouble      []string `json:"trouble"` // why one could not run, one line each
}
