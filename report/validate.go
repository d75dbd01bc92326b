package report

import (
	"fmt"
	"path"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
)

// What a report may hold at most.
const (
	maxString = 1 << 20
	maxNumber = 1e9
)

var (
	riskLevels = []string{"none", "low", "medium", "high", "critical"}
	sides      = []string{"base", "head"}
	statuses   = []string{Judged, GraphOnly, ContentRead, NotAnalysedFile}
	allSides   = []string{"base", "head", "other"}
	uses       = []string{"", string(fact.Imports), string(fact.Names), string(fact.Binds), string(fact.Handles)}
	wholes     = []string{"", "class", "file", "package", "project"}
)

// Validate returns an error where r holds what Build never makes. It is for reports from
// elsewhere: renderers rely on what it checks, and commands in it are run by people.
// What the repository names is not checked; that is for the renderers to make inert.
func (r *Report) Validate() error {
	v := validator{}
	v.values("", reflect.ValueOf(r).Elem())
	v.comparison(r)
	v.risk(&r.Risk)
	for i := range r.Findings {
		v.finding(fmt.Sprintf("findings[%d]", i), &r.Findings[i])
	}
	for i, f := range r.Facts {
		v.path(fmt.Sprintf("facts[%d].path", i), f.Path)
		v.word(fmt.Sprintf("facts[%d].side", i), f.Side, sides)
		if f.UsedBy != nil {
			v.path(fmt.Sprintf("facts[%d].used_by.first.path", i), f.UsedBy.First.Path)
			v.word(fmt.Sprintf("facts[%d].used_by.how", i), f.UsedBy.How, uses)
		}
	}
	for i, s := range r.Suppressed {
		where := fmt.Sprintf("suppressed[%d]", i)
		v.path(where+".path", s.Path)
		v.word(where+".side", s.Side, allSides)
		v.word(where+".by", s.By, []string{"baseline", "configuration", "comment"})
		v.digits(where+".fingerprint", s.Fingerprint, 16)
	}
	for i, b := range r.Behaviours {
		v.place(fmt.Sprintf("behaviours[%d]", i), b.Path, b.Line)
		v.word(fmt.Sprintf("behaviours[%d].side", i), b.Side, sides)
	}
	for i := range r.ChangedSymbols {
		v.changed(fmt.Sprintf("changed_symbols[%d]", i), &r.ChangedSymbols[i])
	}
	for i := range r.AffectedProcesses {
		v.process(fmt.Sprintf("affected_processes[%d]", i), &r.AffectedProcesses[i])
	}
	for i := range r.AffectedSymbols {
		v.affected(fmt.Sprintf("affected_symbols[%d]", i), &r.AffectedSymbols[i])
	}
	v.tests(r)
	v.coverage(&r.Coverage)
	for i, f := range r.Forgotten {
		v.path(fmt.Sprintf("forgotten[%d].path", i), f.Path)
		v.path(fmt.Sprintf("forgotten[%d].with", i), f.With)
		v.between(fmt.Sprintf("forgotten[%d].together", i), float64(f.Together), 1, float64(f.Of))
	}
	for i, o := range slices.Concat(r.Owners, r.Authors) {
		for _, p := range o.Paths {
			v.path(fmt.Sprintf("owners[%d].paths", i), p)
		}
	}
	for i, d := range r.Documents {
		v.place(fmt.Sprintf("documents[%d]", i), d.Path, d.Line)
	}
	if r.ModelSummary != nil {
		v.modelSummary(r)
	}
	if r.Elsewhere != nil {
		v.elsewhere(r.Elsewhere)
	}
	if v.err == nil { // it counts by values that were checked
		v.summary(r)
	}
	return v.err
}

// A validator keeps the first thing that is wrong.
type validator struct{ err error }

func (v *validator) fail(where, format string, args ...any) {
	if v.err == nil {
		v.err = fmt.Errorf("%s: %s", where, fmt.Sprintf(format, args...))
	}
}

func (v *validator) word(where, value string, of []string) {
	if !slices.Contains(of, value) {
		v.fail(where, "%.40q is none of %s", value, strings.Join(of, ", "))
	}
}

func (v *validator) between(where string, x, low, high float64) {
	if !(low <= x && x <= high) {
		v.fail(where, "%g is not from %g to %g", x, low, high)
	}
}

// place checks a place in a file.
func (v *validator) place(where, file string, line int) {
	if file == "" {
		v.fail(where+".path", "there is none")
	}
	v.path(where+".path", file)
	v.between(where+".line", float64(line), 1, maxNumber)
}

// path checks a path below the root of the repository, or none.
func (v *validator) path(where, p string) {
	if p == "" {
		return
	}
	if p == "." || p == ".." || path.IsAbs(p) || path.Clean(p) != p || strings.HasPrefix(p, "../") {
		v.fail(where, "%.40q is no path below the root", p)
	}
}

// digits checks a number that is written in hexadecimal digits.
func (v *validator) digits(where, s string, lengths ...int) {
	if !slices.Contains(lengths, len(s)) || strings.Trim(s, "0123456789abcdef") != "" {
		v.fail(where, "%.40q is not %v hexadecimal digits", s, lengths[len(lengths)-1])
	}
}

// values checks what holds for all strings and numbers.
func (v *validator) values(where string, x reflect.Value) {
	switch x.Kind() {
	case reflect.String:
		if x.Len() > maxString {
			v.fail(where, "%d bytes, at most %d", x.Len(), maxString)
		}
	case reflect.Int:
		v.between(where, float64(x.Int()), 0, maxNumber)
	case reflect.Float64:
		v.between(where, x.Float(), -maxNumber, maxNumber)
	case reflect.Pointer:
		if !x.IsNil() {
			v.values(where, x.Elem())
		}
	case reflect.Slice:
		for i := range x.Len() {
			v.values(where, x.Index(i))
		}
	case reflect.Struct:
		for i := range x.NumField() {
			key := x.Type().Field(i).Tag.Get("json")
			if where != "" {
				key = where + "." + key
			}
			v.values(key, x.Field(i))
		}
	}
}

func (v *validator) comparison(r *Report) {
	v.word("schema", r.Schema, []string{SchemaName})
	v.commit("base.commit", r.Base.Commit)
	v.commit("head.commit", r.Head.Commit)
	v.commit("merge_base", r.MergeBase)
	if r.Title != nil {
		v.word("title.source", r.Title.Source, []string{TitleOfUser, TitleOfPullRequest, TitleOfCommit})
	}
	for i, a := range r.Against {
		where := fmt.Sprintf("against[%d]", i)
		v.commit(where+".commit", a.Commit)
		v.commit(where+".merge_base", a.MergeBase)
		for _, p := range a.Conflicts {
			v.path(where+".conflicts", p)
		}
	}
}

// commit checks a full id; empty is what is not committed.
func (v *validator) commit(where, id string) {
	if id != "" {
		v.digits(where, id, 64, 40)
	}
}

func (v *validator) risk(r *Risk) {
	l := &r.Likelihood
	v.word("risk.level", r.Level, riskLevels)
	v.word("risk.breakage.level", r.Breakage.Level, riskLevels)
	if r.BreakageChecked != "" { // a report of an older version has none
		v.word("risk.breakage_checked", r.BreakageChecked, []string{CheckedAll, CheckedPart, CheckedNone})
	}
	v.word("risk.likelihood.level", l.Level, riskLevels)
	v.word("risk.exposure.level", r.Exposure.Level, riskLevels)
	v.between("risk.score", r.Score, 0, 100)
	v.between("risk.likelihood.score", l.Score, 0, 100)
	v.between("risk.likelihood.probability", l.Probability, 0, 1)
	v.between("risk.likelihood.percentile", float64(l.Percentile), 0, 100)
	if h := r.History; h != nil {
		v.between("risk.history.commits", float64(h.Commits), 0, maxNumber)
		if _, err := time.Parse(time.DateOnly, h.Since); err != nil && h.Since != "" {
			v.fail("risk.history.since", "%.40q is no day", h.Since)
		}
	}
	for i, f := range l.Factors {
		v.between(fmt.Sprintf("risk.likelihood.factors[%d].points", i), f.Points, -1000, 1000)
	}
}

func (v *validator) finding(where string, f *Finding) {
	if f.Rule == "" || len(f.Rule) > 64 || strings.Trim(f.Rule, "abcdefghijklmnopqrstuvwxyz-") != "" {
		v.fail(where+".rule", "%.40q is no name of a rule", f.Rule)
	}
	v.word(where+".class", f.Class, []string{"break", "behaviour"})
	v.word(where+".severity", f.Severity, []string{"error", "warning", "info"})
	v.between(where+".confidence", f.Confidence, 0, 1)
	v.word(where+".side", f.Side, allSides)
	v.place(where, f.Path, f.Line)
	if f.Related != nil {
		v.word(where+".related.side", f.Related.Side, allSides)
		v.path(where+".related.path", f.Related.Path)
	}
	for _, u := range f.Also {
		v.path(where+".also.path", u.Path)
	}
	v.digits(where+".fingerprint", f.Fingerprint, 16)
	if f.Verified != nil {
		v.word(where+".verified", *f.Verified, []string{Confirmed, NotConfirmed, NotChecked})
	}
}

func (v *validator) changed(where string, c *ChangedSymbol) {
	v.place(where, c.Path, c.Line)
	v.word(where+".side", c.Side, sides)
	v.word(where+".change_type", c.ChangeType, []string{"added", "removed", "modified", "moved", "renamed"})
	for _, p := range c.Parts {
		v.word(where+".parts", p, []string{"signature", "body", "doc", "formatting", "names", "definitions"})
	}
	v.word(where+".code", c.Code, []string{"", "extracted", "inlined", "split", "merged"})
	for _, p := range slices.Concat(c.From, c.Into) {
		v.path(where+".from", p.Path)
	}
	if c.Old != nil {
		v.path(where+".old.path", c.Old.Path)
	}
}

func (v *validator) process(where string, p *AffectedProcess) {
	v.word(where+".status", p.Status, []string{"broken", "changed", "at_risk", "removed", "added"})
	if len(p.Steps) == 0 || p.StepCount != len(p.Steps) {
		v.fail(where+".step_count", "%d of %d steps", p.StepCount, len(p.Steps))
	}
	for i, s := range p.Steps {
		if s.Step != i+1 {
			v.fail(where+".steps.step", "%d stands at %d", s.Step, i+1)
		}
		v.path(where+".steps.path", s.Path)
		v.word(where+".steps.side", s.Side, []string{"", "base", "head"})
		if s.Old != nil {
			v.path(where+".steps.old.path", s.Old.Path)
		}
	}
	for _, s := range p.ChangedSteps {
		v.word(where+".changed_steps.change", s.Change, []string{"edited", "lost", "gained", "reordered", "reaches"})
		last := len(p.Steps)
		if s.Change == "gained" {
			last = maxNumber // it is one of head's
		}
		v.between(where+".changed_steps.step", float64(s.Step), 1, float64(last))
	}
	if (p.Status == "broken") != (p.BrokenStep != nil) {
		v.fail(where+".broken_step", "those that are broken have one, and only they")
	}
	if b := p.BrokenStep; b != nil {
		v.between(where+".broken_step.step", float64(b.Step), 1, float64(len(p.Steps)))
		v.path(where+".broken_step.path", b.Path)
	}
}

func (v *validator) affected(where string, a *AffectedSymbol) {
	v.path(where+".path", a.Path)
	v.between(where+".depth", float64(a.Depth), 1, 3)
	v.between(where+".confidence", a.Confidence, 0, 1)
	for _, e := range a.Via {
		v.path(where+".via.path", e.Path)
		v.between(where+".via.confidence", e.Confidence, 0, 1)
	}
}

// testCommands are how a command of a TestRun starts, and testFlags what it has for flags.
var (
	testCommands = []string{
		"go test", "dotnet test", "npx vitest run", "npx jest", "npx mocha", "npx ava", "node --test", "bun test", "pytest",
		"vendor/bin/phpunit", "swift test", "cargo test", "bundle exec rspec", "bundle exec ruby", "mvn test", "gradle test", "gradle testDebugUnitTest", "gradle jvmTest", "gradle desktopTest", "gradle integrationTest", "gradle functionalTest",
	}
	testFlags = []string{"-run", "--features", "--filter", "--runTestsByPath", "--test", "--tests", "--", "-Ilib:test"}
)

// tests checks the tests and the commands that run them: a forged report must not make
// its reader run anything else.
func (v *validator) tests(r *Report) {
	for i := range r.Tests {
		v.path(fmt.Sprintf("tests[%d].path", i), r.Tests[i].Path)
	}
	for i, u := range r.Untested {
		v.place(fmt.Sprintf("untested[%d]", i), u.Path, u.Line)
	}
	for i := range r.TestRuns {
		t, where := &r.TestRuns[i], fmt.Sprintf("test_runs[%d]", i)
		if t.Dir != "." {
			v.path(where+".dir", t.Dir)
		}
		starts := func(command string) bool {
			words := strings.Split(command, " ")
			return len(t.Args) >= len(words) && slices.Equal(t.Args[1:len(words)], words[1:]) &&
				(t.Args[0] == words[0] || isWrapper(t.Args[0], words[0], t.Dir))
		}
		if !slices.ContainsFunc(testCommands, starts) {
			v.fail(where+".args", "%.40q runs no tests", strings.Join(t.Args, " "))
		}
		for _, a := range t.Args {
			if strings.HasPrefix(a, "-") && !slices.Contains(testFlags, a) && !strings.HasPrefix(a, "-Dtest=") {
				v.fail(where+".args", "unknown flag %.40q", a)
			}
		}
		v.word(where+".whole", t.Whole, wholes)
		if t.Command != ShellCommand(t.Dir, t.Args) {
			v.fail(where+".command", "%.40q is not the same as args", t.Command)
		}
	}
}

// isWrapper reports whether a path, from a directory of the repository, is of the script in it
// or above that stands for a program: "../gradlew".
func isWrapper(file, program, dir string) bool {
	up, name := path.Split(file)
	if name != program+"w" || program != "gradle" && program != "mvn" {
		return false
	}
	levels := 0
	if dir != "." {
		levels = strings.Count(dir, "/") + 1
	}
	n := strings.Count(up, "../")
	return up == "./" || n > 0 && n <= levels && up == strings.Repeat("../", n)
}

func (v *validator) coverage(c *Coverage) {
	for i := range c.Files {
		f := &c.Files[i]
		where := fmt.Sprintf("coverage.files[%d]", i)
		v.path(where+".path", f.Path)
		v.word(where+".side", f.Side, sides)
		v.word(where+".status", f.Status, statuses)
	}
	if c.Counts != CountFiles(c.Files) {
		v.fail("coverage.counts", "they do not count coverage.files")
	}
	for i, n := range c.NotCompared {
		v.path(fmt.Sprintf("coverage.not_compared[%d].path", i), n.Path)
	}
	for i, n := range c.NotAnalysed {
		where := fmt.Sprintf("coverage.not_analysed[%d]", i)
		v.word(where+".side", n.Side, sides)
		v.path(where+".path", n.Path)
	}
}

// modelSummary checks that each claim is short and names places of the report.
func (v *validator) modelSummary(r *Report) {
	claims, places := r.ModelSummary.Claims, r.Places()
	v.between("model_summary.claims", float64(len(claims)), 1, MaxModelClaims)
	for i, c := range claims {
		where := fmt.Sprintf("model_summary.claims[%d]", i)
		v.between(where+".text", float64(utf8.RuneCountInString(c.Text)), 1, MaxModelClaim)
		v.between(where+".places", float64(len(c.Places)), 1, MaxModelClaim)
		for _, p := range c.Places {
			if !places[p] {
				v.fail(where+".places", "%.80q is no place of the report", p)
			}
		}
	}
}

// summary checks that it counts what the lists hold, or more where a limit cuts them.
func (v *validator) summary(r *Report) {
	got, want := r.Summary, Count(r, r.Summary.ChangedFiles)
	if len(got.AffectedByDepth) != len(want.AffectedByDepth) {
		v.fail("summary.affected_by_depth", "%d numbers, want %d", len(got.AffectedByDepth), len(want.AffectedByDepth))
		return
	}
	fewer := got.AffectedOutside < want.AffectedOutside || got.TestCount < want.TestCount || got.UntestedCount < want.UntestedCount
	for i, n := range got.AffectedByDepth {
		fewer = fewer || n < want.AffectedByDepth[i]
	}
	want.AffectedByDepth, want.AffectedOutside, want.TestCount = got.AffectedByDepth, got.AffectedOutside, got.TestCount
	want.UntestedCount = got.UntestedCount
	want.Truncated, want.ProcessesTruncated = got.Truncated, got.ProcessesTruncated
	if fewer || !reflect.DeepEqual(got, want) {
		v.fail("summary", "it does not count what the lists hold")
	}
}
