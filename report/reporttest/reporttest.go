// Package reporttest holds reports made by hand, one for each kind of change that
// a renderer has to tell well, for the tests of report and of its renderers.
//
// The reports speak of the small application that the fixtures of the command
// build too. They are complete: no list is nil, and the counts of the summary are
// those of the lists.
package reporttest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/report"
)

const (
	baseCommit = "1111111aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
	headCommit = "2222222bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
	// Another branch, and where it and head left the base branch.
	topicCommit    = "3333333ccccccccccccccccccccccccccccccccc"
	ancestorCommit = "4444444ddddddddddddddddddddddddddddddddd"
)

// Reports returns all reports by name, fresh ones at each call.
func Reports() map[string]*report.Report {
	return map[string]*report.Report{
		"nothing":    nothing(),
		"moved":      moved(),
		"docs":       docs(),
		"facts":      facts(),
		"body":       body(),
		"removed":    removed(),
		"lost-step":  lostStep(),
		"signature":  signature(),
		"skew":       skew(),
		"incomplete": incomplete(),
		"large":      large(5000),
		"hostile":    Hostile(Nasty),
	}
}

// Nasty is text that tries to break out of every format a report is written in.
const Nasty = "a`b|c\n\n# <img src=x onerror=alert(1)> @team #123 [x](https://evil.example) ![i](//e) " +
	"www.evil.example GH-7 ::error file=x::pwned ##[error]x \x1b[31mred\x1b]8;;http://e\x07 \u202egnp\u202c </details> --> *b* _i_ ~~s~~ &lt; \\ \xff\u2028$x$"

// nothing is a comparison without any change.
func nothing() *report.Report { return finish(&report.Report{Risk: rating("none", 0)}, 0) }

func docs() *report.Report {
	r := &report.Report{
		Risk: rating("low", 0),
		Coverage: report.Coverage{NotAnalysed: []report.NotAnalysed{
			{Path: "README.md", Side: "head", Reason: "unsupported language"},
		}},
	}
	r.Risk.Why = "likelihood: not rated: none of 1 changed file was analysed"
	return finish(r, 1)
}

// facts is a change of manifests and workflows alone.
func facts() *report.Report {
	r := &report.Report{Risk: rating("medium", 0)}
	r.Risk.Why = "exposure: go.mod:6: dependency example.com/a major: v1.4.0 → v2.1.1, and 1 more change outside of code"
	r.Risk.Exposure = report.Axis{Level: "medium", Evidence: []string{"go.mod:6: dependency example.com/a major: v1.4.0 → v2.1.1, and 1 more change outside of code"}}
	r.Facts = []report.ContentFact{
		{Type: "workflow", Kind: "workflow-action", Field: "action", Name: "actions/checkout", Change: "changed", From: "v3", To: "v4", What: "action actions/checkout changed: v3 → v4", Level: "low", Path: ".github/workflows/ci.yml", Line: 9, Side: "head"},
		{Type: "dependency", Kind: "dependency-major", Format: "go", Field: "require", Name: "example.com/a", Change: "major", From: "v1.4.0", To: "v2.1.1", What: "dependency example.com/a major: v1.4.0 → v2.1.1", Level: "medium", Path: "go.mod", Line: 6, Side: "head", UsedBy: &report.UsedBy{How: "imports", Files: 12, First: report.Location{Path: "cmd/main.go", Line: 9}}},
	}
	finish(r, 0)
	for _, path := range []string{".github/workflows/ci.yml", "go.mod"} {
		r.Coverage.Files = append(r.Coverage.Files, report.FileCoverage{Path: path, Side: "head", Status: report.ContentRead, Kind: "manifest", Role: "configuration", Checks: []string{}, Parts: []report.FilePart{}})
	}
	r.Coverage.Counts = report.CountFiles(r.Coverage.Files)
	r.Summary.ChangedFiles = 2
	return r
}

func moved() *report.Report {
	r := &report.Report{Risk: rating("none", 0)}
	r.Risk.Why = "likelihood: in the code only comments, layout, names or places differ"
	for i := range 14 {
		name := fmt.Sprintf("handler%02d", i)
		c := symbol("Function", "src/routes/new.ts", name, 10*i+1, "moved")
		c.Old = &report.Place{ID: "Function:src/routes/old.ts:" + name, Path: "src/routes/old.ts", Line: 10*i + 3}
		r.ChangedSymbols = append(r.ChangedSymbols, c)
	}
	return finish(r, 2)
}

func body() *report.Report {
	r := &report.Report{Risk: rating("low", 21.4)}
	r.Risk.Why = "score 21.4 is below 36"
	r.Risk.History = &report.History{Commits: 1480, Since: "2023-11-14", Complete: true}
	r.Risk.Exposure.Evidence = []string{"1 direct dependant outside the diff", "2 clusters"}
	c := symbol("Function", "src/auth/validator.ts", "validateUser", 15, "modified")
	c.Parts, c.Semantic = []string{"body"}, true
	r.ChangedSymbols = []report.ChangedSymbol{c}
	flow := loginFlow("changed", "`validateUser` edited")
	flow.ChangedSteps = []report.ChangedStep{{Symbol: c.ID, Name: c.Name, Step: 3, Change: "edited"}}
	r.AffectedProcesses = []report.AffectedProcess{flow}
	r.AffectedClusters = []report.AffectedCluster{
		{ID: "community:Auth", Name: "Auth", Direct: true, Hits: 2, Changed: 1, Affected: 1},
		{ID: "community:Routes", Name: "Routes", Hits: 1, Affected: 1},
	}
	r.AffectedSymbols = []report.AffectedSymbol{
		affected("Function", "src/middleware/auth.ts", "authMiddleware", 4, 1, c.ID),
		affected("Function", "src/routes/index.ts", "authRouter", 6, 2, "Function:src/routes/login.ts:handleLogin"),
	}
	r.Tests = []report.Test{{ID: "Function:src/tests/auth.test.ts:accepts a user", Name: "accepts a user", Path: "src/tests/auth.test.ts", Line: 7, Depth: 1, Reaches: c.ID, Selector: "src/tests/auth.test.ts"}}
	r.Untested = []report.Untested{{ID: "Function:src/routes/login.ts:handleLogin", Name: "handleLogin", Path: "src/routes/login.ts", Line: 12}, {ID: "Function:src/auth/validator.ts:validateUser", Name: "validateUser", Path: "src/auth/validator.ts", Line: 16}}
	r.Forgotten = []report.Forgotten{{
		Path: "src/auth/session.ts", With: "src/auth/validator.ts", Together: 7, Of: 9,
		Because: []string{"changed together in 7 of 9 commits", "calls `validateUser`, which the change touches"},
	}}
	r.Owners = []report.Owner{{Name: "@acme/auth", Paths: []string{"src/routes/login.ts"}}}
	r.Behaviours = []report.Behaviour{{
		Kind: "condition-negated", Path: "src/auth/validator.ts", Symbol: "validateUser", Line: 17, Side: "head", From: "user.active", To: "!user.active",
	}}
	r.Coverage.Compared = 1
	r.TestRuns = []report.TestRun{{
		Runner: "vitest", Dir: ".", Args: []string{"npx", "vitest", "run", "src/tests/auth.test.ts"},
		Command: "npx vitest run src/tests/auth.test.ts", Tests: []string{r.Tests[0].ID},
	}}
	return finish(r, 1)
}

func removed() *report.Report {
	r := &report.Report{Risk: rating("high", 28.5)}
	r.Risk.Why = "1 broken site"
	r.Risk.Breakage = report.Axis{Level: "high", Evidence: []string{"1 broken site: src/auth/validator.ts:18", "1 broken process"}}
	c := symbol("Function", "src/db/users.ts", "findByEmail", 9, "removed")
	c.Side, c.Semantic = "base", true
	c.Diff.Line = 8 // behind which it was cut out
	r.ChangedSymbols = []report.ChangedSymbol{c}
	caller := "Function:src/auth/validator.ts:validateUser"
	flow := loginFlow("broken", "`findByEmail` was removed, and `validateUser` still uses it")
	flow.ChangedSteps = []report.ChangedStep{{Symbol: c.ID, Name: c.Name, Step: 4, Change: "lost"}}
	flow.BrokenStep = &report.BrokenStep{Step: 4, From: caller, To: c.ID, Path: "src/auth/validator.ts", Line: 18}
	r.AffectedProcesses = []report.AffectedProcess{flow}
	r.Findings = []report.Finding{{
		Rule: "removed-still-referenced", Class: "break", Severity: "error", Confidence: 0.97,
		Path: "src/auth/validator.ts", Line: 18, Side: "head", Symbol: c.ID, Caller: &caller,
		Related: &report.Related{Symbol: c.ID, Path: c.Path, Line: c.Line, Side: "base"},
		Builds:  []report.BuildVariant{}, Also: []report.Use{}, Processes: []string{flow.ID},
		Cause:  &report.Cause{Kind: finding.Removed, Symbol: function("findByEmail")},
		Effect: &report.Effect{Kind: finding.StillUsed, How: "called"},
		Facts: []report.Fact{
			{Kind: finding.DefinedInBase, Sites: []finding.Site{{Path: c.Path, Line: c.Line}}},
			{Kind: finding.OwnerLacks, Symbols: []finding.Ref{{ID: "File:src/db/users.ts", Name: "src/db/users.ts", Type: "File"}}, Text: "findByEmail"},
		},
		Fingerprint: "0123456789abcdef",
	}}
	r.AffectedClusters = []report.AffectedCluster{
		{ID: "community:Db", Name: "Db", Direct: true, Hits: 1, Changed: 1},
		{ID: "community:Auth", Name: "Auth", Hits: 1, Affected: 1},
	}
	r.AffectedSymbols = []report.AffectedSymbol{affected("Function", "src/auth/validator.ts", "validateUser", 15, 1, c.ID)}
	return finish(r, 1)
}

func lostStep() *report.Report {
	r := &report.Report{Risk: rating("medium", 12)}
	r.Risk.Why = "a behaviour finding"
	r.Risk.Exposure = report.Axis{Level: "medium", Evidence: []string{"1 behaviour finding", "1 process broken by a cut path"}}
	c := symbol("Function", "src/routes/login.ts", "handleLogin", 8, "modified")
	c.Parts, c.Semantic = []string{"signature", "body"}, true
	c.SignatureChanged, c.Exported = true, true
	r.ChangedSymbols = []report.ChangedSymbol{c}
	lost := "Function:src/auth/validator.ts:validateUser"
	flow := loginFlow("broken", "`handleLogin` no longer reaches `validateUser`")
	flow.ChangedSteps = []report.ChangedStep{{Symbol: c.ID, Name: c.Name, Step: 2, Change: "edited"}, {Symbol: lost, Name: "validateUser", Step: 3, Change: "lost"}}
	flow.BrokenStep = &report.BrokenStep{Step: 3, From: c.ID, To: lost}
	r.AffectedProcesses = []report.AffectedProcess{flow}
	r.Findings = []report.Finding{{
		Rule: "lost-step", Class: "behaviour", Severity: "warning", Confidence: 0.9,
		Path: c.Path, Line: c.Line, Side: "head", Symbol: lost, Caller: &c.ID,
		Related: &report.Related{Symbol: c.ID, Path: c.Path, Line: 11, Side: "base"},
		Builds:  []report.BuildVariant{}, Also: []report.Use{}, Processes: []string{flow.ID},
		Cause:       &report.Cause{Kind: finding.Edited, Symbol: function("handleLogin")},
		Effect:      &report.Effect{Kind: finding.StepLost, Symbol: function("validateUser")},
		Facts:       []report.Fact{{Kind: finding.CalledInBase, Symbols: []finding.Ref{function("handleLogin")}, Sites: []finding.Site{{Path: c.Path, Line: 11}}}},
		Fingerprint: "fedcba9876543210", InDiff: true,
	}}
	r.AffectedClusters = []report.AffectedCluster{{ID: "community:Routes", Name: "Routes", Direct: true, Hits: 1, Changed: 1}}
	r.ModelSummary = &report.ModelSummary{Model: "gpt-5.5", LeftOut: 1, Claims: []report.ModelClaim{
		{Text: "Since `handleLogin` (src/routes/login.ts:8) no longer calls `validateUser`, every login succeeds.", Places: []report.Location{{Path: "src/routes/login.ts", Line: 8}}},
		{Text: "The flow ends at `src/routes/login.ts:8`.", Places: []report.Location{{Path: "src/routes/login.ts", Line: 8}}},
	}}
	return finish(r, 1)
}

// skew is a change that breaks only what a merge with another branch holds.
func skew() *report.Report {
	r := &report.Report{Risk: rating("high", 8)}
	r.Risk.Why = "2 broken sites"
	r.Risk.Breakage = report.Axis{Level: "high", Evidence: []string{"2 broken sites"}}
	c := symbol("Function", "src/pay/refund.ts", "refund", 7, "added")
	c.Semantic = true
	r.ChangedSymbols = []report.ChangedSymbol{c}
	main, topic := "main", "topic"
	r.Against = []report.Against{
		{Ref: main, Commit: baseCommit, MergeBase: ancestorCommit, Conflicts: []string{}},
		{Ref: topic, Commit: topicCommit, MergeBase: ancestorCommit, Conflicts: []string{"src/routes/index.ts"}},
	}
	charge, find := "Function:src/pay/charge.ts:charge", "Function:src/db/users.ts:findByEmail"
	caller := "Function:src/admin/ban.ts:ban"
	r.Findings = []report.Finding{{
		Rule: "merge-skew", Class: "break", Severity: "error", Confidence: 0.99,
		Path: "src/admin/ban.ts", Line: 12, Side: "other", Against: &topic, Symbol: find, Caller: &caller,
		Related: &report.Related{Symbol: find, Path: "src/db/users.ts", Line: 9, Side: "base"},
		Builds:  []report.BuildVariant{}, Also: []report.Use{}, Processes: []string{},
		Cause:       &report.Cause{Kind: finding.Removed, Symbol: function("findByEmail")},
		Effect:      &report.Effect{Kind: finding.StillUsed, How: "called"},
		Facts:       []report.Fact{{Kind: finding.MergedSilently, Text: "removed-still-referenced"}},
		Fingerprint: "2222222222222222",
	}, {
		Rule: "merge-skew", Class: "break", Severity: "error", Confidence: 0.99,
		Path: "src/pay/refund.ts", Line: 8, Side: "head", Against: &main, Symbol: charge, Caller: &c.ID,
		Related: &report.Related{Symbol: charge, Path: "src/pay/charge.ts", Line: 12, Side: "other"},
		Builds:  []report.BuildVariant{}, Also: []report.Use{}, Processes: []string{},
		Cause:       &report.Cause{Kind: finding.Signature, Symbol: function("charge"), Differences: gained("currency"), Side: finding.InOther},
		Effect:      &report.Effect{Kind: finding.ArgumentCount, Given: 1, Least: 2, Most: 2},
		Facts:       []report.Fact{{Kind: finding.MergedSilently, Text: "stale-call"}},
		Fingerprint: "3333333333333333", InDiff: true,
	}}
	return finish(r, 1)
}

// signature is a change of many parts that say the same: calls left behind, flows by
// several ways, symbols inside others, tests, layout.
func signature() *report.Report {
	r := &report.Report{Risk: rating("high", 41)}
	r.Risk.Why = "3 broken sites"
	r.Risk.Breakage = report.Axis{Level: "high", Evidence: []string{"3 broken sites"}}
	edit := func(c report.ChangedSymbol, parts ...string) report.ChangedSymbol {
		c.Parts, c.Semantic = append(c.Parts, parts...), parts == nil || parts[0] != "formatting"
		return c
	}
	charge := edit(symbol("Function", "src/pay/charge.ts", "charge", 12, "modified"), "signature", "body")
	charge.SignatureChanged = true
	charge.SignatureChanges = []report.SignatureChange{
		{Kind: "parameter_added", Name: "currency", New: "string", Clause: "gained the required parameter `currency`"},
		{Kind: "became_async", Clause: "is async now"},
	}
	test := edit(symbol("Function", "src/tests/pay.test.ts", "charges", 5, "modified"), "body")
	test.Test = true
	inTest := edit(symbol("Function", "src/tests/pay.test.ts", "charges.card", 7, "modified"), "body")
	inTest.Test = true
	file := edit(symbol("File", "src/main.ts", "src/main.ts", 1, "modified"), "body")
	file.ID = "File:src/main.ts"
	rounded := edit(symbol("Function", "src/pay/round.ts", "roundHalfUp", 24, "added"))
	rounded.Code, rounded.From = "extracted", []report.Place{{ID: charge.ID, Path: charge.Path, Line: charge.Line}}
	r.ChangedSymbols = []report.ChangedSymbol{
		file,
		edit(symbol("Class", "src/pay/cart.ts", "Cart", 3, "modified"), "formatting"),
		charge,
		edit(symbol("Function", "src/pay/charge.ts", "charge.round", 15, "modified"), "body"),
		edit(symbol("Class", "src/pay/receipt.ts", "Receipt", 1, "added")),
		edit(symbol("Method", "src/pay/receipt.ts", "Receipt.print", 4, "added")),
		edit(symbol("Function", "src/pay/receipt.ts", "Receipt.print.line", 5, "added")),
		rounded,
		test, inTest,
	}
	for i, name := range []string{"checkout", "renew", "refund"} {
		path, line := "src/shop/"+name+".ts", 20+i
		caller := "Function:" + path + ":" + name
		r.Findings = append(r.Findings, report.Finding{
			Rule: "stale-call", Class: "break", Severity: "error", Confidence: 0.97,
			Path: path, Line: line, Side: "head", Symbol: charge.ID, Caller: &caller,
			Related: &report.Related{Symbol: charge.ID, Path: charge.Path, Line: charge.Line, Side: "head"},
			Builds:  []report.BuildVariant{}, Also: []report.Use{}, Processes: []string{},
			Cause:  &report.Cause{Kind: finding.Signature, Symbol: function("charge"), Differences: gained("amount")},
			Effect: &report.Effect{Kind: finding.ArgumentCount, Given: 1, Least: 2, Most: 2},
			Facts: []report.Fact{
				{Kind: finding.Repeated}, {Kind: finding.Callers, Symbols: []finding.Ref{function("charge")}, Counts: []int{3, 1, 0}},
				{Kind: finding.Before, Text: "charge(user)"}, {Kind: finding.Now, Text: "charge(user, amount)"},
			},
			Fingerprint: fmt.Sprintf("%016x", i), InDiff: i == 0,
		})
		for _, entry := range []string{"src/cli.ts:main", "src/web/" + name + ".ts:post", "src/web/admin.ts:post"} {
			p := flow("broken", entry, path+":"+name, "src/pay/charge.ts:charge")
			p.Reason = fmt.Sprintf("`charge` gained the parameter `amount`, and `%s` still uses it", name)
			p.BrokenStep = &report.BrokenStep{Step: 3, From: caller, To: charge.ID, Path: path, Line: line}
			r.AffectedProcesses = append(r.AffectedProcesses, p)
		}
	}
	confirmed, not := report.Confirmed, report.NotConfirmed
	r.Findings[0].Verified, r.Findings[1].Verified, r.Findings[2].Verified = &confirmed, &confirmed, &not
	r.Verification = &report.Verification{Compilers: []string{"tsc"}, Confirmed: 2, NotConfirmed: 1, Trouble: []string{}}
	edited := report.ChangedStep{Symbol: charge.ID, Name: charge.Name, Step: 2, Change: "edited"}
	for _, steps := range [][]string{{"src/cli.ts:pay", "src/bank.ts:send"}, {"src/cli.ts:pay", "src/log.ts:write"}, {"src/jobs.ts:nightly", "src/bank.ts:send"}} {
		p := flow("changed", steps[0], "src/pay/charge.ts:charge", steps[1])
		p.ChangedSteps, p.Reason = append(p.ChangedSteps, edited), "`charge` edited"
		r.AffectedProcesses = append(r.AffectedProcesses, p)
	}
	for _, c := range r.ChangedSymbols[5:7] {
		p := flow("added", "src/cli.ts:pay", "src/pay/charge.ts:charge", c.Path+":"+c.Name)
		p.Steps[2].Symbol = c.ID
		p.ChangedSteps = append(p.ChangedSteps, report.ChangedStep{Symbol: c.ID, Name: c.Name, Step: 3, Change: "gained"})
		p.Reason = "`" + c.Name + "` gained"
		r.AffectedProcesses = append(r.AffectedProcesses, p)
	}
	top := affected("File", "src/main.ts", "src/main.ts", 1, 1, charge.ID)
	top.ID, top.Via[0].Line = "File:src/main.ts", 30
	r.AffectedSymbols = []report.AffectedSymbol{top}
	r.Tests = []report.Test{{ID: "File:src/tests/all.test.ts", Name: "src/tests/all.test.ts", Path: "src/tests/all.test.ts", Line: 1, Depth: 1, Reaches: charge.ID}}
	return finish(r, 9)
}

func incomplete() *report.Report {
	r := &report.Report{Risk: rating("low", 14)}
	r.Risk.Why = "score 14 is below 36"
	r.Risk.Incomplete = true
	r.Risk.Missing = []string{"src/auth/validator.ts:17: syntax error"}
	r.Risk.History = &report.History{Commits: 1, Since: "2023-11-14"}
	r.Coverage.NotAnalysed = []report.NotAnalysed{
		{Path: "assets/logo.png", Side: "head", Reason: "binary"},
		{Path: "src/auth/validator.ts", Line: 17, Side: "head", Reason: "syntax error", Message: "unexpected }", Source: true},
	}
	r.Coverage.Skipped = []report.SkipCount{{Reason: "generated", Files: 3}, {Reason: "too large", Files: 1}}
	c := symbol("Function", "src/auth/session.ts", "createSession", 3, "added")
	c.Semantic = true
	r.ChangedSymbols = []report.ChangedSymbol{c}
	return finish(r, 3)
}

// large is a change of n symbols, with long lists everywhere.
func large(n int) *report.Report {
	r := &report.Report{Risk: rating("critical", 97.3)}
	r.Risk.Why = "400 broken sites"
	r.Risk.Breakage = report.Axis{Level: "critical", Evidence: []string{"400 broken sites"}}
	for i := range n {
		c := symbol("Method", fmt.Sprintf("src/%sfile%04d.ts", strings.Repeat("deeply/", 8), i/10), fmt.Sprintf("Service%04d.%s%d", i, strings.Repeat("long", 30), i), i+1, "modified")
		c.Parts, c.Semantic = []string{"signature", "body"}, true
		r.ChangedSymbols = append(r.ChangedSymbols, c)
	}
	for i := range 400 {
		c := r.ChangedSymbols[i%20]
		r.Findings = append(r.Findings, report.Finding{
			Rule: "stale-call", Class: "break", Severity: "error", Confidence: 0.95,
			Path: fmt.Sprintf("src/callers/file%04d.ts", i), Line: i + 1, Side: "head", Symbol: c.ID,
			Builds: []report.BuildVariant{}, Also: []report.Use{}, Processes: []string{},
			Cause:  &report.Cause{Kind: finding.Signature, Symbol: function("call")},
			Effect: &report.Effect{Kind: finding.ArgumentCount, Given: 1, Least: 2, Most: 2},
			Facts:  []report.Fact{{Kind: finding.Was, Text: strings.Repeat("evidence ", 60)}}, Fingerprint: fmt.Sprintf("%016x", i),
		})
	}
	for i := range 300 {
		p := loginFlow("broken", "a call on it no longer fits")
		p.ID = fmt.Sprintf("%s%d", p.ID, i)
		p.BrokenStep = &report.BrokenStep{Step: 3, From: p.Steps[1].Symbol, To: p.Steps[2].Symbol}
		r.AffectedProcesses = append(r.AffectedProcesses, p)
		r.AffectedClusters = append(r.AffectedClusters, report.AffectedCluster{ID: fmt.Sprintf("community:C%d", i), Name: fmt.Sprintf("C%d", i), Hits: 300 - i, Affected: 300 - i})
		r.AffectedSymbols = append(r.AffectedSymbols, affected("Function", fmt.Sprintf("src/d/%d.ts", i), fmt.Sprintf("f%d", i), i+1, 1+i/100, r.ChangedSymbols[i].ID))
		r.Tests = append(r.Tests, report.Test{ID: fmt.Sprintf("Function:t/%d.test.ts:t", i), Name: "t", Path: fmt.Sprintf("t/%d.test.ts", i), Line: 1, Depth: 1, Reaches: r.ChangedSymbols[i].ID})
		r.Coverage.NotAnalysed = append(r.Coverage.NotAnalysed, report.NotAnalysed{Path: fmt.Sprintf("img/%d.png", i), Side: "head", Reason: "binary"})
	}
	return finish(r, n/10)
}

// Hostile is a report in which every string that can come from the repository, or
// from the command line, is text.
//
// Long because every field stands here once.
func Hostile(text string) *report.Report {
	r := &report.Report{Risk: rating("high", 50)}
	r.Base.Ref, r.Head.Ref = text, text
	r.Risk.Why = text
	r.Risk.Missing = []string{text}
	r.Suppressed = []report.Suppressed{
		{Rule: "lost-step", Class: "behaviour", Severity: "warning", Path: text, Line: 3, Side: "head", Fingerprint: "0123456789abcdef", By: "comment", Reason: text, Added: true},
	}
	r.Risk.History = &report.History{Since: text, Complete: true}
	r.Risk.Incomplete = true
	r.Risk.Breakage = report.Axis{Level: "high", Evidence: []string{text}}
	r.Risk.Exposure = report.Axis{Level: "low", Evidence: []string{text}}
	r.Risk.Likelihood.Factors[0].Clause = text
	c := symbol("Function", text, text, 3, "renamed")
	c.Parts, c.Semantic = []string{"signature"}, true
	c.SignatureChanged = true
	c.SignatureChanges = []report.SignatureChange{{Kind: "parameter_added", Name: text, Old: text, New: text, Clause: "gained `" + text + "`"}}
	c.Old = &report.Place{ID: text, Path: text, Line: 1}
	test, file := c, c
	test.Test = true
	file.ID, file.Type = "File:"+text, "File"
	c.Code, c.From, c.Into = "merged", []report.Place{{ID: text, Path: text, Line: 1}}, []report.Place{{ID: text, Path: text, Line: 1}}
	r.ChangedSymbols = []report.ChangedSymbol{c, file, test}
	hostile := finding.Ref{ID: text, Name: text, Type: graph.Label(text)}
	for i, class := range []string{"break", "break", "behaviour"} {
		r.Findings = append(r.Findings, report.Finding{
			Rule: "stale-call", Class: class, Severity: "error", Confidence: 1, Path: text, Line: 1 + i, Side: "head",
			Symbol: c.ID, Caller: &text, Related: &report.Related{Symbol: text, Path: text, Line: 2, Side: "base"},
			Builds: []report.BuildVariant{{OS: text, Arch: text, Tags: []string{text}}}, Also: []report.Use{}, Processes: []string{text}, Fingerprint: "0000000000000000",
			Cause: &report.Cause{Kind: finding.Signature, Symbol: hostile, Differences: []finding.Difference{
				{Kind: change.ParameterRetyped, Name: text, Old: text, New: text}, {Kind: change.DifferenceKind(text)},
			}},
			Effect: &report.Effect{Kind: finding.StillUsed, How: text},
			Facts: []report.Fact{
				{Kind: finding.Was, Text: text}, {Kind: finding.OwnerLacks, Symbols: []finding.Ref{hostile}, Text: text},
				{Kind: finding.UsedAs, Symbols: []finding.Ref{hostile, hostile}, Sites: []finding.Site{{Path: text, Line: 9}}},
			},
		})
	}
	r.Findings = append(r.Findings, report.Finding{ // of another version
		Rule: "orphaned", Class: "behaviour", Severity: "error", Confidence: 1, Path: text, Line: 5, Side: "head", Symbol: c.ID,
		Builds: []report.BuildVariant{}, Also: []report.Use{}, Processes: []string{}, Facts: []report.Fact{},
		Evidence: []string{text}, Message: text, Fingerprint: "0000000000000000",
	})
	r.AffectedProcesses = []report.AffectedProcess{{
		ID: text, Name: text, ProcessType: text, StepCount: 2, Status: "broken", Reason: text,
		ChangedSteps: []report.ChangedStep{{Symbol: text, Name: text, Step: 1, Change: "edited"}},
		BrokenStep:   &report.BrokenStep{Step: 2, From: text, To: text, Path: text, Line: 1},
		Steps:        []report.Step{{Step: 1, Symbol: text, Name: text, Path: text, Line: 1}, {Step: 2, Symbol: text, Name: text, Path: text, Line: 1}},
	}}
	other := r.AffectedProcesses[0]
	other.Steps = []report.Step{{Step: 1, Symbol: text + "2", Name: text, Path: text, Line: 1}, other.Steps[1]}
	r.AffectedProcesses = append(r.AffectedProcesses, other)
	long := other
	long.ID, long.StepCount = text+"long", 3
	long.Steps = []report.Step{{Step: 1, Symbol: text + "3", Name: text, Path: text, Line: 1}, {Step: 2, Symbol: text + "4", Name: text, Path: text, Line: 1}, other.Steps[1]}
	long.BrokenStep = &report.BrokenStep{Step: 3, From: text + "4", To: text, Path: text, Line: 2}
	r.AffectedProcesses = append(r.AffectedProcesses, long)
	r.AffectedClusters = []report.AffectedCluster{{ID: text, Name: text, Direct: true, Hits: 1, Changed: 1}}
	r.AffectedSymbols = []report.AffectedSymbol{affected("Function", text, text, 1, 1, text), affected("File", text, text, 1, 1, text)}
	r.AffectedSymbols[1].ID = "File:" + text
	r.Tests = []report.Test{{ID: text, Name: text, Path: text, Line: 1, Depth: 1, Reaches: text, Selector: text}}
	// How many commands a renderer shows apart depends on their length: those of the text come last.
	short := report.TestRun{Runner: "go", Dir: ".", Args: []string{"go", "test"}, Command: "go test", Tests: []string{"x"}}
	r.TestRuns = []report.TestRun{short, short, short, {Runner: text, Dir: text, Args: []string{text}, Command: report.ShellCommand(text, []string{text}), Tests: []string{text}}}
	r.Untested = []report.Untested{{ID: text, Name: text, Path: text, Line: 1}}
	r.Forgotten, r.Documents = []report.Forgotten{{Path: text, With: text, Together: 3, Of: 4, Because: []string{text}}}, []report.Document{{Path: text, Line: 1, Symbol: text}}
	r.Authors, r.Owners = []report.Owner{{Name: text, Paths: []string{text}}}, []report.Owner{{Name: text, Paths: []string{text}}}
	r.Facts = []report.ContentFact{{Type: text, Kind: text, Format: text, Field: text, Scope: text, Name: text, Change: text, From: text, To: text, What: text, Level: "medium", Path: text, Line: 1, Side: "head", UsedBy: &report.UsedBy{How: "names", Name: text, Files: 2, First: report.Location{Path: text, Line: 1}, In: text}}}
	r.Behaviours = []report.Behaviour{{Kind: text, Path: text, Symbol: text, Line: 1, Side: "head", From: text, To: text}}
	r.ModelSummary = &report.ModelSummary{Model: text, Claims: []report.ModelClaim{
		{Text: text, Places: []report.Location{{Path: text, Line: 1}}},
		{Text: "Look at " + text + ":1 and at `" + text + "`", Places: []report.Location{{Path: text, Line: 1}}},
	}}
	r.Coverage.NotCompared = []report.NotCompared{{Path: text, Symbol: text, Reason: text}}
	r.Coverage.NotAnalysed = []report.NotAnalysed{
		{Path: text, Line: 1, Side: "head", Reason: "syntax error", Message: text, Source: true},
		{Path: text, Side: "head", Reason: "binary"},
	}
	for i := range r.ChangedSymbols {
		r.ChangedSymbols[i].Uses, r.ChangedSymbols[i].UncheckedIn = report.UsesUnchecked, []string{text}
		r.ChangedSymbols[i].Written = []report.Location{{Path: text, Line: 1}}
	}
	finish(r, 1)
	r.Coverage.Files = append(r.Coverage.Files,
		report.FileCoverage{Path: text, Side: "head", Status: report.GraphOnly, Language: text, Title: text, Checks: []string{}, Parts: []report.FilePart{}},
		report.FileCoverage{Path: text, Side: "head", Status: report.NotAnalysedFile, Reason: text, Message: text, Kind: text, Role: text, Checks: []string{}, Parts: []report.FilePart{}})
	r.Coverage.Counts = report.CountFiles(r.Coverage.Files)
	return r
}

// function names a function.
func function(name string) finding.Ref {
	return finding.Ref{ID: "Function:src/" + name + ".ts:" + name, Name: name, Type: "Function"}
}

// gained is a new parameter that has to be passed.
func gained(name string) []finding.Difference {
	return []finding.Difference{{Kind: change.ParameterAdded, Name: name, New: "string", Required: true}}
}

func rating(level string, score float64) report.Risk {
	return report.Risk{
		Level: level, Score: score, Why: "nothing changed", Model: "F4", Missing: []string{},
		Breakage: report.Axis{Level: "none", Evidence: []string{}},
		Exposure: report.Axis{Level: "none", Evidence: []string{}},
		Likelihood: report.Likelihood{
			Level: "low", Evidence: []string{fmt.Sprintf("score %.1f of 100: riskier than 50%% of changes", score)}, Score: score, Probability: 0.063, Percentile: 50,
			Factors: []report.Factor{
				{Name: "typical change", Points: 20, Clause: "2 new branches, 10 new lines of code"},
				{Name: "new branches", Value: 3, Typical: 2, Points: score - 20, Clause: fmt.Sprintf("3 new branches; typical 2: %+.1f", score-20)},
			},
		},
	}
}

func symbol(label, path, name string, line int, changeType string) report.ChangedSymbol {
	return report.ChangedSymbol{
		ID: label + ":" + path + ":" + name, Name: name, Type: label, Path: path, Line: line,
		Side: "head", Diff: &report.Location{Path: path, Line: line}, ChangeType: changeType, Parts: []string{}, From: []report.Place{}, Into: []report.Place{},
		SignatureChanges: []report.SignatureChange{}, CallsAdded: []string{}, CallsRemoved: []string{}, ConditionsAdded: []string{}, ConditionsRemoved: []string{}, StatementsAdded: []string{}, StatementsRemoved: []string{}, Fails: []string{}, FailsRemoved: []string{}, UncheckedIn: []string{}, Written: []report.Location{}, Uses: usesOf(changeType),
	}
}

func usesOf(changeType string) string {
	if changeType == "added" {
		return ""
	}
	return report.UsesChecked
}

func affected(label, path, name string, line, depth int, target string) report.AffectedSymbol {
	id := label + ":" + path + ":" + name
	return report.AffectedSymbol{
		ID: id, Name: name, Type: label, Path: path, Line: line, Depth: depth, Confidence: 0.97,
		Via: []report.Edge{{Source: id, Target: target, RelationType: "CALLS", Confidence: 0.97, Path: path, Line: line + 2}},
	}
}

func loginFlow(status, reason string) report.AffectedProcess {
	p := flow(status, "src/routes/index.ts:authRouter", "src/routes/login.ts:handleLogin", "src/auth/validator.ts:validateUser", "src/db/users.ts:findByEmail")
	p.Reason = reason
	return p
}

// flow makes a process of steps that are "path:name".
func flow(status string, steps ...string) report.AffectedProcess {
	p := report.AffectedProcess{ProcessType: "request_handler", Status: status, ChangedSteps: []report.ChangedStep{}, StepCount: len(steps)}
	for i, s := range steps {
		path, name, _ := strings.Cut(s, ":")
		p.Steps = append(p.Steps, report.Step{Step: i + 1, Symbol: "Function:" + s, Name: name, Path: path, Line: 10 * (i + 1)})
	}
	p.ID = "Function:" + strings.Join(steps, ">")
	p.Name = p.Steps[0].Name + " → " + p.Steps[len(steps)-1].Name
	return p
}

// finish fills what every report has and counts.
func finish(r *report.Report, files int) *report.Report {
	r.Schema = report.SchemaName
	r.Tool = report.Tool{Name: "nexus-ci", Version: "(devel)"}
	if r.Base.Ref == "" {
		r.Base.Ref, r.Head.Ref = "main", "feature"
	}
	r.Base.Commit, r.Head.Commit, r.MergeBase = baseCommit, headCommit, baseCommit
	r.Against = append([]report.Against{}, r.Against...)
	r.Findings = append([]report.Finding{}, r.Findings...)
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Cause != nil {
			f.Word()
		}
	}
	r.Facts = append([]report.ContentFact{}, r.Facts...)
	r.ChangedSymbols = append([]report.ChangedSymbol{}, r.ChangedSymbols...)
	r.AffectedProcesses = append([]report.AffectedProcess{}, r.AffectedProcesses...)
	r.AffectedClusters = append([]report.AffectedCluster{}, r.AffectedClusters...)
	r.AffectedSymbols = append([]report.AffectedSymbol{}, r.AffectedSymbols...)
	r.Tests = append([]report.Test{}, r.Tests...)
	r.TestRuns = append([]report.TestRun{}, r.TestRuns...)
	r.Untested = append([]report.Untested{}, r.Untested...)
	r.Forgotten = append([]report.Forgotten{}, r.Forgotten...)
	r.Owners = append([]report.Owner{}, r.Owners...)
	r.Behaviours = append([]report.Behaviour{}, r.Behaviours...)
	r.Coverage.NotCompared = append([]report.NotCompared{}, r.Coverage.NotCompared...)
	r.Coverage.NotAnalysed = append([]report.NotAnalysed{}, r.Coverage.NotAnalysed...)
	r.Coverage.Skipped = append([]report.SkipCount{}, r.Coverage.Skipped...)
	r.Coverage.Base = report.SideCoverage{Files: 120, Parsed: 96, UnknownCalls: 41}
	r.Coverage.Head = report.SideCoverage{Files: 121, Parsed: 97, UnknownCalls: 41}

	r.Coverage.Files = coverage(r, files)
	r.Coverage.Counts = report.CountFiles(r.Coverage.Files)
	r.Summary = report.Count(r, files)
	return r
}

// coverage returns rows for what could not be analysed, for the files of the changed symbols
// and for as many others as are left of n.
func coverage(r *report.Report, n int) []report.FileCoverage {
	rows := []report.FileCoverage{}
	at := make(map[string]int)
	add := func(path string) *report.FileCoverage {
		if i, ok := at[path]; ok {
			return &rows[i]
		}
		at[path] = len(rows)
		rows = append(rows, report.FileCoverage{
			Path: path, Side: "head", Status: report.Judged, Language: "typescript", Title: "TypeScript",
			Checks: []string{"names", "arguments", "members"}, Parts: []report.FilePart{},
		})
		return &rows[len(rows)-1]
	}
	for i := range r.ChangedSymbols {
		add(r.ChangedSymbols[i].Path)
	}
	for i := range r.Coverage.NotAnalysed {
		u := &r.Coverage.NotAnalysed[i]
		f := add(u.Path)
		if f.Source = f.Source || u.Source; u.Line > 0 {
			f.Parts = append(f.Parts, report.FilePart{Line: u.Line, Reason: u.Reason, Message: u.Message, Source: u.Source})
			continue
		}
		f.Status, f.Reason, f.Language, f.Title, f.Checks = report.NotAnalysedFile, u.Reason, "", "", []string{}
		if f.Kind, f.Role = "image", "asset"; strings.HasSuffix(u.Path, ".md") {
			f.Kind, f.Role = "Markdown file", "documentation"
		}
	}
	for i := len(rows); i < n; i++ {
		add(fmt.Sprintf("src/other%d.ts", i))
	}
	slices.SortFunc(rows, func(a, b report.FileCoverage) int { return strings.Compare(a.Path, b.Path) })
	return rows
}
