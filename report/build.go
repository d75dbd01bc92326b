package report

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour"
	"github.com/nexus-ci/nexus-ci/analyze/callee"
	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/cochange"
	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
	"github.com/nexus-ci/nexus-ci/analyze/coverage"
	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/finding/leftover"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/history"
	"github.com/nexus-ci/nexus-ci/analyze/impact"
	"github.com/nexus-ci/nexus-ci/analyze/risk"
	"github.com/nexus-ci/nexus-ci/analyze/suppress"
)

// Input is what a Report is built from.
type Input struct {
	Tool      Tool
	Base      Revision // the side the user named; what was compared is MergeBase
	Head      Revision
	MergeBase string
	Against   []Against
	Title     *Title
	History   *history.History // nil: not read

	BaseGraph, HeadGraph *graph.Graph
	Change               *change.Set
	Behaviours           *behaviour.Result
	Calls                map[*graph.Node]callee.Difference
	Coverage             *coverage.Table
	Impact               *impact.Impact
	Titles               map[string]string // of flows, by ID
	Facts                []fact.Fact
	Findings             []finding.Finding
	Suppressed           []suppress.Entry
	Forgotten            []cochange.Partner
	Documents            []leftover.Document
	Assessment           *risk.Assessment
}

// Build returns the report of one analysis.
func Build(in Input) *Report {
	r := &Report{
		Schema:            SchemaName,
		Tool:              in.Tool,
		Base:              in.Base,
		Head:              in.Head,
		MergeBase:         in.MergeBase,
		Title:             in.Title,
		Against:           make([]Against, 0, len(in.Against)),
		Risk:              buildRisk(in.Assessment, in.History),
		Findings:          make([]Finding, 0, len(in.Findings)),
		Facts:             buildFacts(in.Facts),
		Suppressed:        buildSuppressed(in.Suppressed),
		ChangedSymbols:    make([]ChangedSymbol, 0, len(in.Change.Symbols)),
		AffectedProcesses: make([]AffectedProcess, 0, len(in.Impact.Processes)),
		AffectedClusters:  make([]AffectedCluster, 0, len(in.Impact.Clusters)),
		AffectedSymbols:   make([]AffectedSymbol, 0, len(in.Impact.Affected)),
		Tests:             make([]Test, 0, len(in.Impact.Tests)),
		Untested:          make([]Untested, 0, len(in.Impact.Unreached)),
		Forgotten:         make([]Forgotten, 0, len(in.Forgotten)),
		Owners:            []Owner{},
		Documents:         buildDocuments(in.Documents),
		Coverage:          buildCoverage(in),
	}
	r.addBehaviours(in.Behaviours)
	for _, a := range in.Against {
		a.Conflicts = list(a.Conflicts)
		r.Against = append(r.Against, a)
	}
	for i := range in.Findings {
		r.Findings = append(r.Findings, buildFinding(&in.Findings[i]))
	}
	for i := range in.Change.Symbols {
		r.ChangedSymbols = append(r.ChangedSymbols, buildChanged(&in, &in.Change.Symbols[i]))
	}
	for i := range in.Impact.Processes {
		p := buildProcess(&in, &in.Impact.Processes[i])
		p.Title = in.Titles[p.ID]
		r.AffectedProcesses = append(r.AffectedProcesses, p)
	}
	for _, c := range in.Impact.Clusters {
		r.AffectedClusters = append(r.AffectedClusters, AffectedCluster{
			ID: c.ID, Name: c.Label, Direct: c.Direct, Hits: c.Hits, Changed: c.Changed, Affected: c.Affected,
		})
	}
	for i := range in.Impact.Affected {
		r.AffectedSymbols = append(r.AffectedSymbols, buildAffected(&in.Impact.Affected[i]))
	}
	for i := range in.Impact.Tests {
		r.Tests = append(r.Tests, buildTest(&in.Impact.Tests[i]))
	}
	for _, n := range in.Impact.Unreached {
		r.Untested = append(r.Untested, Untested{ID: n.ID, Name: display(n), Path: n.Path, Line: line(n)})
	}
	for i := range in.Forgotten {
		f := &in.Forgotten[i]
		r.Forgotten = append(r.Forgotten, Forgotten{
			Path: f.Path, With: f.Seed, Together: f.Together.Support, Of: f.Together.Of, Because: list(f.Reasons),
		})
	}
	r.TestRuns = buildTestRuns(in.Impact.Runs, r.Tests)
	r.Summary = Count(r, len(in.Change.Files))
	r.Summary.AffectedByDepth = slices.Clone(in.Impact.Counts[:])
	r.Summary.AffectedOutside = in.Impact.Outside
	r.Summary.TestCount = in.Impact.TestCount
	r.Summary.FactCount = len(in.Facts)
	if len(r.Untested) > 0 {
		r.Summary.UntestedCount = in.Impact.Untested
	}
	r.Summary.Truncated = in.Impact.Truncated || in.Impact.TestCount > len(in.Impact.Tests) || r.Summary.UntestedCount > len(r.Untested)
	r.Summary.ProcessesTruncated = in.Impact.ProcessesCut
	r.Risk.BreakageChecked = CheckedForBreaks(r)
	return r
}

// Count returns the summary of what the lists of r hold. Where a limit has cut a
// list, Build knows the full number and puts it instead.
func Count(r *Report, changedFiles int) Summary {
	s := Summary{
		ChangedCount:    len(r.ChangedSymbols),
		AffectedCount:   len(r.AffectedProcesses),
		ChangedFiles:    changedFiles,
		RiskLevel:       r.Risk.Level,
		AffectedByDepth: make([]int, impact.MaxDepth),
		TestCount:       len(r.Tests),
		UntestedCount:   len(r.Untested),
		FactCount:       len(r.Facts),
	}
	for i := range r.Findings {
		switch f := &r.Findings[i]; {
		case f.Class != string(finding.Break):
			s.Behaviours++
		case f.InDiff:
			s.Breaks++
		default:
			s.Breaks++
			s.BreaksOutside++
		}
	}
	for i := range r.ChangedSymbols {
		c := &r.ChangedSymbols[i]
		if c.Test {
			s.ChangedTests++
		}
		if c.Semantic {
			s.SemanticCount++
		}
		if c.ChangeType == string(change.Moved) || c.ChangeType == string(change.Renamed) {
			s.MovedCount++
		}
	}
	for i := range r.AffectedProcesses {
		if r.AffectedProcesses[i].Status == string(impact.Broken) {
			s.BrokenCount++
		}
	}
	for _, c := range r.AffectedClusters {
		if c.Direct {
			s.DirectClusters++
		}
	}
	for i := range r.AffectedSymbols {
		a := &r.AffectedSymbols[i]
		s.AffectedByDepth[a.Depth-1]++
		if a.Depth == 1 && !a.InDiff {
			s.AffectedOutside++
		}
	}
	return s
}

func buildRisk(a *risk.Assessment, h *history.History) Risk {
	r := Risk{
		Level:      level(a.Level),
		Score:      round(a.Score, 1),
		Incomplete: a.Incomplete,
		Missing:    list(a.Missing),
		Why:        a.Why,
		Breakage:   Axis{level(a.Breakage.Level), list(a.Breakage.Evidence)},
		Exposure:   Axis{level(a.Exposure.Level), list(a.Exposure.Evidence)},
		Model:      a.Model,
		Likelihood: Likelihood{
			Level:       level(a.Likelihood.Level),
			Evidence:    list(a.Likelihood.Evidence),
			Score:       round(a.Likelihood.Score, 1),
			Probability: round(a.Likelihood.Probability, 3),
			Percentile:  a.Likelihood.Percentile,
			Factors:     make([]Factor, 0, len(a.Likelihood.Factors)),
		},
	}
	if h != nil {
		r.History = &History{Commits: h.Commits(), Complete: h.Covers(history.FixAge)}
		if h.Commits() > 0 {
			r.History.Since = time.Unix(h.Since(), 0).UTC().Format(time.DateOnly)
		}
	}
	for _, f := range a.Likelihood.Factors {
		r.Likelihood.Factors = append(r.Likelihood.Factors, Factor{
			Name: f.Name, Value: round(f.Value, 3), Typical: round(f.Typical, 3), Points: round(f.Points, 1), Clause: f.Clause,
		})
	}
	return r
}

// level returns the lower case word: the wire speaks so, people read upper case.
func level(l risk.Level) string { return strings.ToLower(l.String()) }

// round keeps digits decimals, so that the last bits of a sum do not reach the wire.
func round(x float64, digits int) float64 {
	p := math.Pow10(digits)
	return math.Round(x*p) / p
}

// list returns a copy that is never nil.
func list(in []string) []string { return append(make([]string, 0, len(in)), in...) }

func nodeID(n *graph.Node) string {
	if n == nil {
		return ""
	}
	return n.ID
}

func nodeIDOrNull(n *graph.Node) *string {
	if n == nil {
		return nil
	}
	return &n.ID
}

// display is how a node is called in lists: its qualified name, or the path of a
// file.
func display(n *graph.Node) string {
	if n.Qualified != "" {
		return n.Qualified
	}
	return n.Name
}

func buildFinding(f *finding.Finding) Finding {
	out := Finding{
		Rule: f.Rule, Class: string(f.Class), Severity: string(f.Severity), Confidence: round(f.Confidence, 3),
		Path: f.Path, Line: f.Line, Side: string(f.Side), Symbol: nodeID(f.Symbol),
		Also:      make([]Use, 0, len(f.Also)),
		Builds:    make([]BuildVariant, 0, len(f.Builds)),
		Processes: list(f.Processes), Cause: &f.Cause, Facts: append([]Fact{}, f.Facts...),
		Fingerprint: f.Fingerprint, InDiff: f.InDiff, Caller: nodeIDOrNull(f.Caller),
	}
	if f.Effect.Kind != "" {
		out.Effect = &f.Effect
	}
	for _, b := range f.Builds {
		build := BuildVariant{OS: b.OS, Arch: b.Arch, Tags: []string{}, Cgo: !b.NoCgo, ByArch: b.ByArch}
		if b.Tags != "" {
			build.Tags = strings.Split(b.Tags, ",")
		}
		out.Builds = append(out.Builds, build)
	}
	for _, u := range f.Also {
		out.Also = append(out.Also, Use{Symbol: nodeIDOrNull(u.Caller), Path: u.Path, Line: u.Line})
	}
	if f.Against != "" {
		out.Against = &f.Against
	}
	if r := f.Related; r.Path != "" || r.Symbol != nil {
		out.Related = &Related{Symbol: nodeID(r.Symbol), Path: r.Path, Line: r.Line, Side: string(r.Side)}
	}
	out.Word()
	return out
}

func buildChanged(in *Input, s *change.Symbol) ChangedSymbol {
	set := in.Change
	n, side := s.Node(), change.InHead
	if s.Head == nil {
		side = change.InBase
	}
	parts := s.Parts.Words()
	out := ChangedSymbol{
		ID: n.ID, Name: display(n), Type: string(n.Label), Path: n.Path, Line: line(n), Side: string(side),
		ChangeType: string(s.Type), Parts: list(parts), Semantic: s.Semantic(),
		SignatureChanged: s.Parts.Has(change.Signature), Exported: n.Exported, Test: n.Test,
		Code: string(s.Code), From: places(s.From), Into: places(s.Into),
		SignatureChanges: make([]SignatureChange, 0, len(s.Differences)),
	}
	if path, line, ok := set.Shown(s); ok {
		out.Diff = &Location{Path: path, Line: line}
	}
	for _, d := range s.Told() {
		out.SignatureChanges = append(out.SignatureChanges, SignatureChange{
			Kind: string(d.Kind), Name: d.Name, Old: d.Old, New: d.New, Clause: d.String(),
		})
	}
	if (s.Type == change.Added || s.Type == change.Removed) && !n.Label.Callable() && !n.Label.IsType() {
		out.Declaration = n.Signature.Text
	}
	calls := in.Calls[n]
	out.CallsAdded, out.CallsRemoved = list(calls.Came), list(calls.Gone)
	var told behaviour.Inventory
	if s.Head != nil && !s.Head.Label.IsType() && in.Behaviours != nil { // a constructor may have the name of its type
		of := s.Head
		if p := of.Parent; p != nil && of.Label.Callable() && p.Label.Callable() && set.Symbol(p) == nil {
			of = p // a function in another one is compared with it
		}
		told = *in.Behaviours.InventoryOf(of)
	}
	out.Fails, out.FailsRemoved = list(told.Fails), list(told.Failed)
	out.StatementsAdded, out.StatementsRemoved = list(told.Does), list(told.Did)
	out.ConditionsAdded, out.ConditionsRemoved = list(told.Asks), list(told.Asked)
	if s.Base != nil && s.Head != nil && s.Base.ID != s.Head.ID {
		out.Old = &places([]*graph.Node{s.Base})[0]
	}
	out.UncheckedIn, out.Written = []string{}, []Location{}
	if s.Base != nil {
		uses, unchecked := in.Coverage.Uses(s)
		out.Uses, out.UncheckedIn = string(uses), list(unchecked)
		if s.Head == nil || s.Head.Name != s.Base.Name {
			for _, p := range in.Coverage.Written(s.Base) {
				out.Written = append(out.Written, Location{Path: p.Path, Line: max(p.Line, 1)})
			}
		}
	}
	return out
}

func places(nodes []*graph.Node) []Place {
	out := make([]Place, 0, len(nodes))
	for _, n := range nodes {
		out = append(out, Place{ID: n.ID, Path: n.Path, Line: line(n)})
	}
	return out
}

// line is where a node's name stands; files stand at their first line.
func line(n *graph.Node) int { return max(n.Line, 1) }

func buildAffected(a *impact.Affected) AffectedSymbol {
	out := AffectedSymbol{
		ID: a.Node.ID, Name: display(a.Node), Type: string(a.Node.Label), Path: a.Node.Path, Line: line(a.Node),
		Depth: a.Depth, Confidence: round(a.Confidence, 3), InDiff: a.InDiff,
		Via: make([]Edge, 0, len(a.Path)),
	}
	for _, e := range a.Path {
		edge := Edge{
			Source: e.Source.ID, Target: e.Target.ID, RelationType: string(e.Type),
			Confidence: round(e.Confidence, 3), Path: e.Source.Path,
		}
		if len(e.Sites) > 0 {
			edge.Line = e.Sites[0].Line
		}
		out.Via = append(out.Via, edge)
	}
	return out
}

func buildTest(a *impact.Affected) Test {
	t := Test{ID: a.Node.ID, Name: display(a.Node), Path: a.Node.Path, Line: line(a.Node), Depth: a.Depth, Confidence: 1}
	for _, e := range a.Path {
		t.Confidence = min(t.Confidence, e.Confidence)
	}
	if len(a.Path) > 0 {
		t.Reaches = a.Path[len(a.Path)-1].Target.ID
	}
	return t
}

func buildCoverage(in Input) Coverage {
	c := Coverage{
		Base:        sideCoverage(in.BaseGraph),
		Head:        sideCoverage(in.HeadGraph),
		Files:       buildFiles(in.Coverage),
		NotAnalysed: make([]NotAnalysed, 0, len(in.Change.Unmapped)),
		Skipped:     []SkipCount{},
	}
	c.Counts = CountFiles(c.Files)
	rows := make(map[string]*FileCoverage)
	for i := range c.Files {
		rows[c.Files[i].Path] = &c.Files[i]
	}
	changed := make(map[string]bool)
	for _, u := range in.Change.Unmapped {
		changed[u.Path] = true
		n := NotAnalysed{Path: u.Path, Line: u.Line, Side: string(u.Side), Reason: string(u.Reason), Message: u.Message, Source: u.Source}
		if row := rows[u.Path]; row != nil && row.Status == ContentRead {
			continue
		} else if row != nil && u.Reason == graph.SkipUnsupported {
			n.Reason, n.Message = row.Reason, row.Message
		}
		c.NotAnalysed = append(c.NotAnalysed, n)
	}
	// A file may have several skips, one for each part that could not be read: it
	// counts once, for the first.
	files := make(map[graph.SkipReason]int)
	last := ""
	for _, s := range in.HeadGraph.Skips {
		if s.Path != last && !changed[s.Path] {
			files[s.Reason]++
		}
		last = s.Path
	}
	for reason, n := range files {
		c.Skipped = append(c.Skipped, SkipCount{string(reason), n})
	}
	slices.SortFunc(c.Skipped, func(a, b SkipCount) int {
		return cmp.Or(cmp.Compare(b.Files, a.Files), cmp.Compare(a.Reason, b.Reason))
	})
	return c
}

func buildFiles(t *coverage.Table) []FileCoverage {
	out := make([]FileCoverage, 0, len(t.Files))
	for i := range t.Files {
		f := &t.Files[i]
		row := FileCoverage{
			Path: f.Path, Side: string(f.Side), Status: string(f.Status), Reason: string(f.Reason), Message: f.Message,
			Language: f.Language, Title: f.Title, Kind: f.Kind.Noun, Role: string(f.Kind.Role),
			Checks: make([]string, 0, len(f.Checks)), Parts: make([]FilePart, 0, len(f.Parts)), Source: f.Hangs, Head: f.Head, Directives: f.Directives,
		}
		for _, c := range f.Checks {
			row.Checks = append(row.Checks, string(c))
		}
		for _, p := range f.Parts {
			row.Parts = append(row.Parts, FilePart{Line: p.Line, Reason: string(p.Reason), Message: p.Message, Source: p.Hangs})
		}
		out = append(out, row)
	}
	return out
}

// CountFiles counts the files of each status.
func CountFiles(files []FileCoverage) CoverageCounts {
	var c CoverageCounts
	for i := range files {
		switch f := &files[i]; f.Status {
		case Judged:
			c.Judged++
		case GraphOnly:
			c.GraphOnly++
		case ContentRead:
			c.Content++
		case NotAnalysedFile:
			c.NotAnalysed++
		}
	}
	return c
}

func sideCoverage(g *graph.Graph) SideCoverage {
	return SideCoverage{Files: g.Files, Parsed: g.Parsed, UnknownCalls: g.UnknownCalls}
}
