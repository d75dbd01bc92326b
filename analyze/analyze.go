// Package analyze is the line from two snapshots to a rated change.
//
// In: two snapshots, the file changes between them, and readers of blobs and of the
// commits before. Out: both graphs, the change set, its impact, the findings and the
// assessment. It knows no repository, no clock, no environment and no network; the only
// I/O is what Blobs, Log and the cache do. The same input gives the same result for any
// number of workers and any state of the cache.
package analyze

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/sourcegraph/conc/pool"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour"
	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/callee"
	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/cochange"
	"github.com/nexus-ci/nexus-ci/analyze/community"
	"github.com/nexus-ci/nexus-ci/analyze/content"
	"github.com/nexus-ci/nexus-ci/analyze/content/advisory"
	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
	"github.com/nexus-ci/nexus-ci/analyze/content/importers"
	"github.com/nexus-ci/nexus-ci/analyze/content/naming"
	"github.com/nexus-ci/nexus-ci/analyze/content/reexport"
	"github.com/nexus-ci/nexus-ci/analyze/coverage"
	"github.com/nexus-ci/nexus-ci/analyze/factstore"
	"github.com/nexus-ci/nexus-ci/analyze/fault"
	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/finding/leftover"
	"github.com/nexus-ci/nexus-ci/analyze/finding/rules"
	"github.com/nexus-ci/nexus-ci/analyze/finding/sentence"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/history"
	"github.com/nexus-ci/nexus-ci/analyze/impact"
	"github.com/nexus-ci/nexus-ci/analyze/index"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/occurrence"
	"github.com/nexus-ci/nexus-ci/analyze/process"
	"github.com/nexus-ci/nexus-ci/analyze/risk"
	"github.com/nexus-ci/nexus-ci/analyze/size"
	"github.com/nexus-ci/nexus-ci/analyze/skew"
	"github.com/nexus-ci/nexus-ci/analyze/source"
	"github.com/nexus-ci/nexus-ci/analyze/suppress"
	"github.com/nexus-ci/nexus-ci/analyze/term"
	"github.com/nexus-ci/nexus-ci/analyze/testplan"
	"github.com/nexus-ci/nexus-ci/diff"
)

// An Input is one change to analyse.
type Input struct {
	Base, Head *diff.Snapshot
	Changes    []diff.FileChange // from Base to Head
	Blobs      source.Blobs
	Log        source.Log // of the repository of Base; nil: nothing is said of the past
	Meta       Meta
	Languages  []*lang.Language
	Cache      *cache.Cache // nil: every file is parsed
	Policy     Policy
	Workers    int // files parsed at a time; 0: one per processor
	// Branches are those that head will be merged with.
	Branches []skew.Branch
}

// Meta is what is known of a change beside its content.
type Meta struct {
	Title  string // of the pull request
	Author string // as a Log names authors; empty: nobody known
}

// A Policy holds the limits and thresholds of an analysis; zero fields are the
// defaults of their packages.
type Policy struct {
	Processes     process.Limits // Max is for who lists flows: nothing is left out of an analysis by it
	Community     community.Options
	ImpactLimits  [impact.MaxDepth]int
	MinConfidence float64
	Thresholds    risk.Thresholds
	Window        history.Window // of the past
	// Critical reports whether a path is one of those that matter most; nil: none is.
	Critical func(path string) bool
	// Kinds are the levels of behaviours and of facts outside of code that are not the default, by
	// kind.
	Kinds map[fact.Kind]fact.Level
	// Advisories are the known vulnerabilities that dependencies are compared with, nil: none.
	Advisories *advisory.Database
	// Suppress is what to leave out of the findings, beside what comments say.
	Suppress suppress.Policy
	// Repository names the repository among those that share the cache: an Index may be made of the one that was stored
	// last for it.
	Repository string
	// Memory is how many bytes a run may use, roughly; 0: no limit. Files that it does not
	// reach for are left out: changed ones last.
	Memory int64
	// Faults is told of each bug that cost a file; nil: nobody asks.
	Faults func(*fault.Fault)
	// Progress is told how many of the files that have to be parsed are, one call at a time; nil:
	// nobody asks.
	Progress func(done, total int)
}

// Index returns the part of a policy that the index of a snapshot depends on, and the version of
// the code that makes one.
func (p *Policy) Index(c *cache.Cache) index.Options {
	return p.index(c, extractorVersion(c))
}

func (p *Policy) index(c *cache.Cache, extractors string) index.Options {
	return index.Options{
		Version: extractors + version(c, indexSources), SearchVersion: version(c, searchSources), BriefVersion: version(c, briefSources),
		Processes: p.Processes, Community: p.Community, Repository: p.Repository,
	}
}

// NewStore returns an empty store of facts of the version of this code.
func NewStore(o factstore.Options) *factstore.Store {
	o.Version = extractorVersion(o.Cache)
	return factstore.New(o)
}

// IndexSnapshot analyses a single snapshot, as index.Snapshot says.
func IndexSnapshot(ctx context.Context, snapshot *diff.Snapshot, blobs source.Blobs, languages []*lang.Language, c *cache.Cache, policy Policy, workers int) (*index.Index, error) {
	s := NewStore(factstore.Options{Languages: languages, Cache: c, Workers: workers, Memory: policy.Memory, Bug: policy.Faults, Progress: policy.Progress})
	return index.Snapshot(ctx, snapshot, blobs, s, policy.index(c, s.Version))
}

// KeepWords stores in a cache what a check asks about the texts of a snapshot where it looks for the words of gone names.
func KeepWords(ctx context.Context, snapshot *diff.Snapshot, blobs source.Blobs, c *cache.Cache) error {
	return occurrence.Keep(ctx, c, extractorVersion(c), blobs, snapshot)
}

// A Result is what the line finds.
type Result struct {
	Base, Head *index.Index
	Change     *change.Set
	Coverage   *coverage.Table
	Behaviours *behaviour.Result                 // what functions do differently
	Calls      map[*graph.Node]callee.Difference // what changed symbols call, and no longer call, by change.Symbol.Node
	Impact     *impact.Impact
	Findings   []finding.Finding
	Suppressed []suppress.Entry // findings that are left out
	Merges     []skew.Merge     // one for each of Input.Branches
	Assessment *risk.Assessment
	Facts      []fact.Fact      // what the change does outside of code, sorted
	History    *history.History // before Base; nil without Input.Log
	// Forgotten are files that nearly always changed with the changed ones, and did not now.
	Forgotten []cochange.Partner
	Documents []leftover.Document // lines of documents that name changed symbols
	Stats     Stats
}

// A StoppedError is a run whose context was done before it was.
type StoppedError struct {
	Doing string // for people: what the run was at
	Cause error  // of the end of the context
}

func (e *StoppedError) Error() string { return e.Cause.Error() + " while " + e.Doing }

func (e *StoppedError) Unwrap() error { return e.Cause }

// Run analyses one change. The error is a StoppedError when ctx is done: it is asked again
// and again by what takes long, and between the steps.
func Run(ctx context.Context, in Input) (*Result, error) {
	var at progress
	res, err := at.run(ctx, in)
	if err != nil && ctx.Err() != nil {
		return nil, &StoppedError{Doing: at.doing, Cause: context.Cause(ctx)}
	}
	return res, err
}

// A line is what the steps of one run share: the facts, and the graphs that are made of them.
type line struct {
	*factstore.Store
	index   *index.Builder
	content *content.Result // of changed files that are no code
}

func newLine(in *Input) *line {
	s := NewStore(factstore.Options{
		Languages: in.Languages, Cache: in.Cache, Workers: in.Workers,
		Memory: in.Policy.Memory, First: changedPaths(in.Changes), Bug: in.Policy.Faults, Progress: in.Policy.Progress,
	})
	return &line{Store: s, index: index.NewBuilder(s, in.Policy.index(in.Cache, s.Version))}
}

// A progress is how far a run has come.
type progress struct{ doing string }

// begin begins a step, unless ctx is done.
func (p *progress) begin(ctx context.Context, doing string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	p.doing = doing
	return nil
}

func (p *progress) run(ctx context.Context, in Input) (*Result, error) {
	s := newLine(&in)
	var past *history.History
	if err := p.begin(ctx, "reading files"); err != nil {
		return nil, err
	}
	read := pool.New().WithContext(ctx).WithCancelOnError().WithFirstError()
	read.Go(func(ctx context.Context) error { return s.index.Load(ctx, in.Blobs, in.Base, in.Head, in.Changes) })
	read.Go(func(ctx context.Context) (err error) {
		s.content, err = content.Read(ctx, in.Changes, in.Blobs)
		return err
	})
	if in.Log != nil {
		read.Go(func(ctx context.Context) (err error) {
			past, err = history.Read(ctx, in.Log, in.Cache, in.Base, in.Policy.Window)
			return err
		})
	}
	if err := read.Wait(); err != nil {
		return nil, err
	}
	return p.judge(ctx, s, &in, past)
}

// judge compares both sides and rates the change. Where that brings a bug to light it leaves
// out the changed files that do, and judges the others.
func (p *progress) judge(ctx context.Context, s *line, in *Input, past *history.History) (*Result, error) {
	var res *Result
	var err error
	paths := slices.Sorted(maps.Keys(changedPaths(in.Changes)))
	_, end := fault.Blame(fault.Judge, fault.Suspect{Paths: paths, Tell: s.Fault}, func(without map[string]*fault.Fault) {
		s.index.Left = without
		res, err = p.compare(ctx, s, in, past)
	})
	if end != nil {
		return nil, fmt.Errorf("internal error: %w", end)
	}
	return res, err
}

// changedPaths returns the paths of changed files on both sides.
func changedPaths(changes []diff.FileChange) map[string]bool {
	paths := make(map[string]bool)
	for i := range changes {
		for _, path := range []string{changes[i].OldPath, changes[i].NewPath} {
			if path != "" {
				paths[path] = true
			}
		}
	}
	return paths
}

// tracing returns the languages whose uses are judged by what their line meant in base.
func tracing(languages []*lang.Language) map[string]finding.Tracing {
	traced := make(map[string]finding.Tracing)
	for _, l := range languages {
		if r := &l.Rules; r.TracedNames {
			called := ""
			if r.FactoryNames {
				called = l.Protocol.Call
			}
			traced[l.Name] = finding.Tracing{Family: l.Kin(), Called: called, SaidOverrides: r.SaidOverrides, HidesNothing: r.HidesNothing, Textual: r.TextualNames, Folded: r.FoldedNames, OpenTypes: r.OpenTypes, Outside: l.Outside(), Lent: lent(l), ImportsBind: r.ImportsBind, LateImports: r.LateImports, IsApart: l.IsApart, Programs: l.Programs}
		}
	}
	return traced
}

// lent returns the names of all members that types from outside are known to give to those that extend them.
func lent(l *lang.Language) map[string]bool {
	names := make(map[string]bool)
	for _, members := range l.Complete {
		for name := range members {
			names[name] = true
		}
	}
	return names
}

// opened returns the function that reports whether a file of head imports everything of
// something that its base does not, lacks one of its several imports of a name, or may define functions as it runs.
func (s *line) opened(head *diff.Snapshot, changes []diff.FileChange) func(path string) bool {
	type source struct{ from, name string }
	imports := func(path, blob string) (stars map[source]bool, bound map[string]map[source]bool) {
		l := s.Store.Languages.ByPath(path)
		if l == nil {
			return nil, nil
		}
		f := s.Store.Facts(blob, l)
		if f == nil {
			return nil, nil
		}
		stars, bound = make(map[source]bool), make(map[string]map[source]bool)
		for i := range f.Imports {
			im := &f.Imports[i]
			from := source{im.Source, im.Name}
			switch name := cmp.Or(im.Alias, im.Name); {
			case isStar(im.Name, im.Alias):
				stars[from] = true
			case bound[name] == nil:
				bound[name] = map[source]bool{from: true}
			default:
				bound[name][from] = true
			}
		}
		return stars, bound
	}
	more := make(map[string]bool)
	for i := range changes {
		c := &changes[i]
		if c.OldPath == "" || c.NewPath == "" {
			continue
		}
		was, had := imports(c.OldPath, c.OldBlob)
		now, has := imports(c.NewPath, c.NewBlob)
		for from := range now {
			more[c.NewPath] = more[c.NewPath] || !was[from]
		}
		for name, of := range had { // the builds of a program may have different ones
			more[c.NewPath] = more[c.NewPath] || len(of) > 1 && len(has[name]) < len(of)
		}
	}
	return func(path string) bool {
		at, there := head.File(path)
		l := s.Store.Languages.ByPath(path)
		if more[path] || !there || l == nil || l.Programs == nil {
			return more[path]
		}
		f := s.Store.Facts(at.Blob, l)
		return f == nil || f.DynamicNames
	}
}

// isStar reports whether an import names all that there is.
func isStar(name, alias string) bool { return name == "*" || name == "" && alias == "" }

// starred returns a function that reports whether a file of head imports all names of something.
func (s *line) starred(head *diff.Snapshot) func(path string) bool {
	return func(path string) bool {
		at, there := head.File(path)
		if !there {
			return false
		}
		if f := s.Store.Of(&at); f != nil {
			for i := range f.Imports {
				if isStar(f.Imports[i].Name, f.Imports[i].Alias) {
					return true
				}
			}
		}
		return false
	}
}

// behaviours finds what the changed functions do differently.
func (p *progress) behaviours(ctx context.Context, s *line, in *Input, set *change.Set, res *Result) error {
	if err := p.begin(ctx, "comparing functions"); err != nil {
		return err
	}
	found, err := behaviour.Of(ctx, behaviour.Input{Set: set, Blobs: in.Blobs, Acts: in.Meta.Title != "" && !history.IsRestructuring(in.Meta.Title), Restructures: history.IsRefactoring(in.Meta.Title), Levels: in.Policy.Kinds, Language: func(path string, side change.Side) *lang.Language {
		if side == change.InBase {
			return s.Source(path, res.Base.Graph)
		}
		return s.Source(path, res.Head.Graph)
	}, Tests: func(path string, side change.Side) *lang.Language {
		if side == change.InBase {
			return s.Tests(path, res.Base.Graph)
		}
		return s.Tests(path, res.Head.Graph)
	}})
	res.Behaviours = found
	return err
}

// compare is the line behind the facts of both sides.
func (p *progress) compare(ctx context.Context, s *line, in *Input, past *history.History) (*Result, error) {
	res := Result{History: past}
	if err := p.resolve(ctx, s, in, &res); err != nil {
		return nil, err
	}
	if err := p.begin(ctx, "comparing the graphs"); err != nil {
		return nil, err
	}

	base, head, communities := res.Base.Graph, res.Head.Graph, res.Base.Communities
	set := change.Detect(in.Changes, base, head)
	var err error
	if res.Facts, err = s.contentFacts(ctx, in, base, head); err != nil {
		return nil, err
	}
	member := membership(communities, base, head, set)
	if err := p.behaviours(ctx, s, in, set, &res); err != nil {
		return nil, err
	}
	branches, err := p.merge(ctx, s, in, &res)
	if err != nil {
		return nil, err
	}
	if err := p.begin(ctx, "looking for what breaks"); err != nil {
		return nil, err
	}
	findings, err := s.find(ctx, in, &res, finding.Input{
		Set: set, Base: base, Head: head, Communities: communities, CommunityOf: member, Branches: branches, Tracing: tracing(in.Languages),
		Opened: s.opened(in.Head, in.Changes), Starred: s.starred(in.Head),
	})
	if err != nil {
		return nil, err
	}
	if err := p.begin(ctx, "following what is affected"); err != nil {
		return nil, err
	}
	breaks := finding.Breaks(findings, sentence.Reason)
	imp := affected(impact.Input{
		Set: set, Base: base, Head: head, Communities: communities, CommunityOf: member, Breaks: breaks,
		Limits: in.Policy.ImpactLimits, MinConfidence: in.Policy.MinConfidence,
	}, in.Policy.Processes)
	if imp.Runs, err = testplan.Runs(ctx, imp, in.Head, in.Blobs, in.Languages); err != nil {
		return nil, err
	}
	if err := p.begin(ctx, "rating the change"); err != nil {
		return nil, err
	}
	findings = finding.Locate(findings, imp)
	res.Change, res.Impact, res.Findings = set, imp, findings
	res.Calls = callee.Of(s.Store, set, base, head)
	added, err := size.Of(ctx, s.Store, in.Blobs, in.Changes, head, set)
	if err != nil {
		return nil, err
	}
	gone := coverage.GoneNames(set, head)
	files := slices.DeleteFunc(slices.Clone(in.Head.Files), func(f diff.File) bool { return !s.index.MayMention(in.Base, &f, gone) })
	if slices.ContainsFunc(set.Symbols, func(c change.Symbol) bool { return c.AffectsUses() }) { // in any file of head
		if err := s.LoadFiles(ctx, in.Blobs, files); err != nil {
			return nil, err
		}
	}
	covered := coverage.Input{Set: set, Base: base, Head: head, Languages: in.Languages, Content: s.content.Read, Unread: unread(s.content.Problems, in.Changes)}
	covered.ReadFacts(s.Store, in.Head, in.Changes, gone, files)
	res.Coverage = coverage.Of(covered)
	res.Assessment = risk.Assess(risk.Input{
		Set: set, Coverage: res.Coverage, Impact: imp, Findings: findings, Facts: res.Facts, Behaviours: res.Behaviours.Behaviours, Size: added,
		Title: in.Meta.Title, History: s.pastOf(res.History, in, base, head), Thresholds: in.Policy.Thresholds,
		Critical: in.Policy.Critical,
	})
	if res.Forgotten, err = cochange.ForgottenFiles(ctx, cochange.Change{
		Store: s.Store, Index: s.index, Blobs: in.Blobs, Base: in.Base, Changes: in.Changes, Set: set, BaseGraph: base, HeadGraph: head, Past: past,
	}); err != nil {
		return nil, err
	}
	res.Stats = s.stats(in, res.Base, res.Head)
	return &res, nil
}

// find returns the findings that are not suppressed, and finds the documents about what changed, which are
// looked for together with what findings ask for.
func (s *line) find(ctx context.Context, in *Input, res *Result, about finding.Input) ([]finding.Finding, error) {
	described := leftover.Documented(about.Set, about.Head)
	var written map[string][]finding.Mention
	about.Mentions = func(words, documented []string) (_ map[string][]finding.Mention, err error) {
		documented = slices.AppendSeq(documented, maps.Keys(described))
		written, err = occurrence.Mentions(ctx, s.Store, in.Blobs, in.Head, about.Head, words, documented)
		return written, err
	}
	findings, err := rules.Detect(about)
	if err != nil {
		return nil, err
	}
	res.Documents = leftover.Documents(about.Set, about.Head, described, written, findings)
	findings, res.Suppressed = suppress.Apply(findings, suppress.Input{Policy: in.Policy.Suppress, Base: in.Base, Head: in.Head, Changes: in.Changes, Blobs: in.Blobs})
	return findings, nil
}

// merge merges head with the other branches and returns them.
func (p *progress) merge(ctx context.Context, s *line, in *Input, res *Result) (branches []finding.Branch, err error) {
	if err := p.begin(ctx, "merging with other branches"); err != nil {
		return nil, err
	}
	res.Merges, branches, err = skew.Merges(ctx, &skew.Input{
		Store: s.Store, Graphs: s.index, Blobs: in.Blobs, Base: in.Base, Head: in.Head, BaseGraph: res.Base.Graph, HeadGraph: res.Head.Graph, Branches: in.Branches,
	})
	return branches, err
}

// contentFacts returns the facts outside of code with who uses what they are about, the advisories
// that they touch, and with the levels that the policy sets.
func (s *line) contentFacts(ctx context.Context, in *Input, base, head *graph.Graph) ([]fact.Fact, error) {
	facts := append(slices.Clip(s.content.Facts), reexport.Of(s.Store, in.Changes, base, head)...)
	fact.Sort(facts)
	facts, err := importers.Of(ctx, importers.Input{Head: in.Head, Graph: head, Store: s.Store, Blobs: in.Blobs}, facts)
	if err != nil {
		return nil, err
	}
	facts, err = naming.Of(ctx, naming.Input{Head: in.Head, Graph: head, Blobs: in.Blobs, Terms: func(ctx context.Context) (*term.Index, error) {
		return s.index.Terms(ctx, in.Blobs, in.Base, in.Head, base, head, in.Changes)
	}}, facts)
	if err != nil {
		return nil, err
	}
	if in.Policy.Advisories != nil {
		facts = append(slices.Clip(facts), in.Policy.Advisories.Of(facts)...)
		fact.Sort(facts)
	}
	return fact.Rate(facts, in.Policy.Kinds), nil
}

// unread returns why changed files that are no code could not be compared, by path.
func unread(problems []fact.Problem, changes []diff.FileChange) map[string]coverage.Unread {
	reasons := [...]graph.SkipReason{fact.Malformed: graph.SkipSyntax, fact.TooLarge: graph.SkipLarge, fact.Unread: graph.SkipUnreadable, fact.Bug: graph.SkipInternal}
	m := make(map[string]coverage.Unread)
	for i := range problems {
		p := &problems[i]
		u, path := coverage.Unread{Reason: reasons[p.Cause], Message: p.Message}, p.Path
		if p.Side == fact.Base {
			u.Message = "the version before the change: " + p.Message
			if at := slices.IndexFunc(changes, func(c diff.FileChange) bool { return c.OldPath == path && c.NewPath != "" }); at >= 0 {
				path = changes[at].NewPath
			}
		}
		if _, known := m[path]; !known || p.Side == fact.Head {
			m[path] = u
		}
	}
	return m
}

// resolve sets the Index of both sides, and the areas of the base.
func (p *progress) resolve(ctx context.Context, s *line, in *Input, res *Result) error {
	if err := p.begin(ctx, "resolving names"); err != nil {
		return err
	}
	if len(s.index.Left) > 0 { // the graphs that the cache had are of no use
		if err := s.Load(ctx, in.Blobs, in.Base, in.Head); err != nil {
			return err
		}
	}
	var err error
	res.Base, res.Head, err = s.index.Sides(ctx, in.Blobs, in.Base, in.Head)
	return err
}

// affected adds the flows of both sides to in and follows what the change reaches.
func affected(in impact.Input, through process.Limits) *impact.Impact {
	through.Max = 0 // that limit is the inventory's: none may hide a flow that the change touches
	baseFlows, baseCut := process.Through(in.Base, traced(in.Set, in.Breaks), through)
	headFlows, headCut := process.Through(in.Head, in.Set.HeadSymbols(), through)
	in.BaseFlows, in.HeadFlows, in.FlowsCut = baseFlows, headFlows, baseCut || headCut
	return impact.Of(in)
}

// traced returns the symbols of base that flows are traced through: what changed,
// and what holds a broken use without having changed itself.
func traced(set *change.Set, breaks []impact.Break) []*graph.Node {
	nodes := set.BaseSymbols()
	known := make(map[*graph.Node]bool, len(nodes))
	for _, n := range nodes {
		known[n] = true
	}
	for _, b := range breaks {
		if n := set.BaseOf(b.Caller); n != nil && !known[n] {
			known[n] = true
			nodes = append(nodes, n)
		}
	}
	return nodes
}

// membership tells the community, in the terms of base, of a node of either side. That of head
// is worked out when it is first asked for.
func membership(communities []graph.Community, base, head *graph.Graph, set *change.Set) func(*graph.Node) int {
	inBase := make(map[*graph.Node]int)
	for i := range communities {
		for _, n := range communities[i].Members {
			inBase[n] = i
		}
	}
	inHead := sync.OnceValue(func() *community.Membership {
		return community.Join(communities, head, func(n *graph.Node) string {
			if b := set.BaseOf(n); b != nil {
				return b.ID
			}
			return ""
		})
	})
	return func(n *graph.Node) int {
		if base.Has(n) {
			if i, ok := inBase[n]; ok {
				return i
			}
			return -1
		}
		return inHead().Of(n)
	}
}
