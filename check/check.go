// Package check compares two states of a repository and rates the change between them.
//
// In: an open repository, a Scope, and the configuration. Out: a Result with the report.
//
// Invariants: a run that reaches a limit, of time or of size, gives a report that says so,
// in which what was not analysed is named; nothing of the repository is run unless the
// caller's Verify does; the same Input gives the same report, whatever a cache holds.
//
// Absent: flags, terminals and forges. What the user should be warned of goes to Warn.
package check

import (
	"context"
	"fmt"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/analyze/across"
	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/content/advisory"
	"github.com/nexus-ci/nexus-ci/analyze/coverage"
	"github.com/nexus-ci/nexus-ci/analyze/fault"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/impact"
	"github.com/nexus-ci/nexus-ci/analyze/index"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/analyze/risk"
	"github.com/nexus-ci/nexus-ci/analyze/skew"
	"github.com/nexus-ci/nexus-ci/analyze/source"
	"github.com/nexus-ci/nexus-ci/config"
	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/compare"
	"github.com/nexus-ci/nexus-ci/diff/git"
	"github.com/nexus-ci/nexus-ci/report"
)

// An Input is one question.
type Input struct {
	Repo   *git.Repo
	Scope  compare.Scope
	Config *config.Config
	Tool   report.Tool // who answers
	// Title is what the user calls the change, empty for the title that the change itself has.
	Title     string
	Pull      *Pull    // nil where the change is not that of a pull request
	NoHistory bool     // read no commit before the base
	Known     []string // fingerprints of findings that a baseline has
	// Advisories is the path of a database of known vulnerabilities, empty: nobody asks for them.
	Advisories string
	// OpenCache returns the cache, nil for none, and what closes it. It is called only where
	// something differs.
	OpenCache func() (store *cache.Cache, closeCache func())
	// Elsewhere: the Result has the questions who uses changed symbols in other repositories.
	Elsewhere bool
	// Verify marks the findings of a report that compilers confirm; nil: nobody is asked.
	Verify func(context.Context, *compare.Comparison, *report.Report) error
	Faults func(*fault.Fault) // is told of bugs; nil: nobody is
	// Progress is told how many files were parsed, of all that must be; nil: nobody is.
	Progress func(done, total int)
	// Warn is told in a sentence, fit for a terminal, what the user should know.
	Warn func(sentence string)
}

// A Pull is the pull request of a change.
type Pull struct {
	Title string
	Head  string // full id of the commit that it is about
	// People are its author and those who were asked to review it.
	People []string
}

// A Result is an answer.
type Result struct {
	Report *report.Report
	Stats  analyze.Stats
	// Changes are the files that differ.
	Changes []diff.FileChange
	// Last is the name of the base branch, from which nothing differs, where the report is about
	// its last commit; else empty.
	Last string
	// Questions are who to ask for in other repositories, nil where Input.Elsewhere is not set.
	Questions []across.Question
	// Code finds the code that the report speaks of, nil where nothing was analysed.
	Code *Code
}

// Run answers in. When the limit of time or of size is reached, the Result says that nothing,
// or not all, was analysed. Beside it there is an error for a limit of size, which fails a
// check, and none for the limit of time. Any other error comes without a Result: those of
// package compare, and those of reading the repository.
func Run(ctx context.Context, in Input) (*Result, error) {
	ctx, cancel := WithTimeLimit(ctx, in.Config.TimeLimit())
	defer cancel()
	c, err := compare.Find(ctx, in.Repo, in.Scope)
	if why, reason := whyStopped(ctx, err); why != "" && c != nil {
		if ReachedTimeLimit(ctx) != nil {
			in.warnOfTime(why)
			err = nil // what is missing is said, and counts as unknown
		}
		return &Result{Report: in.report(c, unanalysed(c.Changes, in.Title, why, reason, in.Config.Policy()), nil, nil)}, err
	}
	if err != nil {
		return nil, err
	}
	for _, problem := range Problems(c.Head) {
		in.Warn(problem)
	}
	tip, err := tipOf(ctx, in.Repo, c)
	if err != nil {
		return nil, err
	}
	title := titleOf(c, tip, in.Title, in.Pull)
	found := unchanged()
	if len(c.Changes) > 0 {
		if found, err = in.analyse(ctx, c, meta(title, tip)); err != nil {
			return nil, err
		}
	}
	code := newCode(in.Repo, c, found)
	r := in.report(c, found, title, code)
	in.suggestOwners(c, r)
	in.suggestAuthors(c, r, found.History, meta(title, tip).Author)
	if in.Verify != nil && ctx.Err() == nil {
		if err := in.Verify(ctx, c, r); err != nil {
			return nil, err
		}
	}
	result := &Result{Report: r, Stats: found.Stats, Changes: c.Changes, Code: code}
	if in.Elsewhere && c.Base != nil {
		result.Questions = questions(source.NewFiles(c.Base, in.Repo.Blobs()), source.NewFiles(c.Head, in.Repo.Blobs()), found)
	}
	if c.Last {
		result.Last = c.HeadRef.Ref
	}
	return result, nil
}

// analyse runs the line. When the time is over, nothing is analysed.
func (in *Input) analyse(ctx context.Context, c *compare.Comparison, m analyze.Meta) (*analyze.Result, error) {
	store, closeCache := in.OpenCache()
	defer closeCache()
	line := analyze.Input{
		Base: c.Base, Head: c.Head, Changes: c.Changes,
		Blobs:     in.Repo.Blobs(),
		Meta:      m,
		Languages: all.Languages(),
		Cache:     store,
		Policy:    in.Config.Policy(),
		Workers:   in.Config.Workers,
	}
	line.Policy.Faults, line.Policy.Progress, line.Policy.Repository = in.Faults, in.Progress, in.Repo.GitDir()
	if in.Advisories != "" {
		db, err := advisory.Load(in.Advisories)
		if err != nil {
			return nil, fmt.Errorf("--advisories: %w", err)
		}
		line.Policy.Advisories = db
	}
	line.Policy.Suppress.Known = make(map[string]bool)
	for _, fingerprint := range in.Known {
		line.Policy.Suppress.Known[fingerprint] = true
	}
	if !in.NoHistory {
		line.Log = in.Repo
	}
	for i := range c.Branches {
		b := &c.Branches[i]
		line.Branches = append(line.Branches, skew.Branch{Name: b.Ref, Base: b.Base, Tip: b.Tip, Changes: b.Changes, HeadChanges: b.HeadChanges})
	}
	found, err := analyze.Run(ctx, line)
	if why, reason := whyStopped(ctx, err); why != "" && ReachedTimeLimit(ctx) != nil {
		in.warnOfTime(why)
		return unanalysed(c.Changes, m.Title, why, reason, line.Policy), nil
	}
	return found, err
}

// report builds the report of a comparison.
func (in *Input) report(c *compare.Comparison, found *analyze.Result, title *report.Title, code *Code) *report.Report {
	var against []report.Against
	for i := range c.Branches {
		b := report.Against{Ref: c.Branches[i].Ref, Commit: c.Branches[i].Commit, MergeBase: c.Branches[i].MergeBase}
		if i < len(found.Merges) {
			b.Conflicts = found.Merges[i].Conflicts
		}
		against = append(against, b)
	}
	return report.Build(report.Input{
		Tool: in.Tool, Base: report.Revision(c.BaseRef), Head: report.Revision(c.HeadRef), MergeBase: c.MergeBase, Against: against, Title: title, History: found.History,
		BaseGraph: found.Base.Graph, HeadGraph: found.Head.Graph,
		Change: found.Change, Behaviours: found.Behaviours, Calls: found.Calls, Coverage: found.Coverage, Impact: found.Impact, Titles: code.titles(found.Impact.Processes), Facts: found.Facts, Findings: found.Findings, Suppressed: found.Suppressed, Forgotten: found.Forgotten, Documents: found.Documents, Assessment: found.Assessment,
	})
}

// unchanged is the result where nothing differs. It needs no file to be read, which
// matters to hooks that run at every commit.
func unchanged() *analyze.Result {
	none := &index.Index{Graph: graph.NewBuilder().Graph()}
	return &analyze.Result{
		Base: none, Head: none, Change: &change.Set{}, Coverage: &coverage.Table{}, Impact: &impact.Impact{}, Assessment: &risk.Assessment{Model: risk.Alone},
	}
}

// maxProblems is how many problems of a snapshot are told.
const maxProblems = 5

// Problems returns in sentences what a snapshot cannot be sure about, and how many more
// there are than these.
func Problems(s *diff.Snapshot) []string {
	var sentences []string
	for i, problem := range s.Problems {
		if i == maxProblems {
			return append(sentences, fmt.Sprintf("and %d more problems of the %s", len(s.Problems)-i, s.Ref))
		}
		sentences = append(sentences, report.Clean(problem.Path)+" "+report.Clean(problem.Message))
	}
	return sentences
}
