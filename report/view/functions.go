package view

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/edit"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/phrase"
	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/statement"
)

// WeightyBehaviours returns what functions do differently in the order in which people should
// read it: protection first, what is only logged last.
func WeightyBehaviours(r *report.Report) []*report.Behaviour {
	out := make([]*report.Behaviour, len(r.Behaviours))
	for i := range r.Behaviours {
		out[i] = &r.Behaviours[i]
	}
	slices.SortStableFunc(out, func(a, b *report.Behaviour) int { return cmp.Compare(behaviourRank(a), behaviourRank(b)) })
	return out
}

// A BehaviourRow is one difference of a function, with every line at which it is.
type BehaviourRow struct {
	*report.Behaviour
	Also []int // further lines of the same difference, in order
	Like []int // lines of others of the kind, which also only came, or only went, in order
}

// BehaviourRows returns what WeightyBehaviours does, with the same difference at several lines of a
// function as one row, and with many that only came, or only went, as one.
func BehaviourRows(r *report.Report) []BehaviourRow {
	var rows []BehaviourRow
	at, like := make(map[report.Behaviour]int), make(map[report.Behaviour][]int)
	for _, b := range WeightyBehaviours(r) {
		same := *b
		same.Line = 0
		if i, ok := at[same]; ok {
			rows[i].Also = append(rows[i].Also, b.Line)
			continue
		}
		at[same] = len(rows)
		if (b.From == "") != (b.To == "") {
			kind := kindIn(b)
			like[kind] = append(like[kind], len(rows))
		}
		rows = append(rows, BehaviourRow{Behaviour: b})
	}
	folded := make([]bool, len(rows))
	for _, group := range like {
		if len(group) <= maxLike {
			continue
		}
		first := &rows[group[0]]
		for _, i := range group[1:] {
			folded[i] = true
			first.Like = append(append(first.Like, rows[i].Line), rows[i].Also...)
		}
		slices.Sort(first.Like)
	}
	var kept []BehaviourRow
	for i := range rows {
		if !folded[i] {
			kept = append(kept, rows[i])
		}
	}
	return kept
}

// maxLike is how many one-sided differences of one kind in a function have a row each.
const maxLike = 3

// kindIn returns what a one-sided difference has in common with those that are folded with it: its kind
// and function, and whether it came or went.
func kindIn(b *report.Behaviour) report.Behaviour {
	came := ""
	if b.From == "" {
		came = "came"
	}
	return report.Behaviour{Path: b.Path, Symbol: b.Symbol, Kind: b.Kind, Side: b.Side, Level: b.Level, To: came}
}

// maxAlso is how many further lines are named.
const maxAlso = 8

// AlsoAt says at which further lines the difference of a row is, or others like it; empty for none.
func (b *BehaviourRow) AlsoAt() string {
	var parts []string
	if len(b.Also) > 0 {
		parts = append(parts, "also in "+linesOf(b.Also))
	}
	if len(b.Like) > 0 {
		parts = append(parts, fmt.Sprintf("%d more like it in %s", len(b.Like), linesOf(b.Like)))
	}
	return strings.Join(parts, "; ")
}

// linesOf names lines, the first ones of many.
func linesOf(all []int) string {
	var lines []string
	for _, line := range all[:min(len(all), maxAlso)] {
		lines = append(lines, fmt.Sprint(line))
	}
	words := "line " + lines[0]
	if len(lines) > 1 {
		words = "lines " + strings.Join(lines, ", ")
	}
	if more := len(all) - maxAlso; more > 0 {
		words += fmt.Sprintf(" and %d more", more)
	}
	return words
}

// BehaviourChange returns both values of a behaviour with an arrow, or the only one where the words of
// its kind say that it came or went; empty for none. shown returns what is printed of a value.
func BehaviourChange(b *report.Behaviour, shown func(string) string) string {
	if b.From == "" && b.To == "" {
		return ""
	}
	if (b.From == "" || b.To == "") && phrase.IsOneSided(edit.Kind(b.Kind)) {
		return shown(b.From + b.To)
	}
	part := func(value string) string {
		if value == "" {
			return "nothing"
		}
		return shown(value)
	}
	return part(b.From) + " → " + part(b.To)
}

// The ranks of behaviours, in the order in which people should read them.
const (
	weakens   = iota // protects less
	needsLook        // a reviewer must look at it for another reason
	differs          // does something else
	minor            // differs in texts or visibility
	logged           // differs in what is logged
)

func behaviourRank(b *report.Behaviour) int {
	switch b.Kind {
	case "security-weakened":
		return weakens
	case "visibility-changed", "literal-changed", "signature-changed":
		return minor
	case "logging-changed":
		return logged
	}
	if fact.Level(b.Level).Asks() {
		return needsLook
	}
	return differs
}

// maxBehaviourClauses is how many kinds of behaviour a headline tells.
const maxBehaviourClauses = 2

// behavioursClause tells the weightiest of what functions do differently, down to a rank: one of each
// kind, and how many more there are; empty for nothing.
func behavioursClause(r *report.Report, style Style, rank int) string {
	var kinds []string
	of := make(map[string][]*report.Behaviour)
	for _, b := range WeightyBehaviours(r) {
		words := BehaviourWords(b)
		if behaviourRank(b) > rank {
			continue
		}
		if of[words] == nil {
			kinds = append(kinds, words)
		}
		of[words] = append(of[words], b)
	}
	var h string
	rest, first := 0, logged
	for i, words := range kinds {
		first = min(first, behaviourRank(of[words][0]))
		more := len(of[words]) - 1
		if i >= maxBehaviourClauses {
			rest += more + 1
			continue
		}
		clause := BehaviourSentence(of[words][0], style)
		if i > 0 && of[words][0].Symbol != "" && of[words][0].Symbol == of[kinds[i-1]][0].Symbol {
			clause = "it " + behaviourSays(of[words][0], style)
		}
		if more > 0 {
			clause += fmt.Sprintf(", and %d more like it", more)
		}
		h = joinClauses(h, clause)
	}
	if rest > 0 {
		h += fmt.Sprintf("; %s of behaviour", Plural(rest, "more difference"))
	}
	rows := CallRows(r)
	switch {
	case len(rows) == 0 || rank < differs:
	case first >= minor:
		h = joinClauses(callsHeadline(rows, style), h)
	case len(kinds) < maxBehaviourClauses:
		h = joinClauses(h, callsHeadline(rows, style))
	}
	return h
}

// callsHeadline tells what the first symbol calls and no longer calls, else what it tests and how it fails, and how many
// others call other names.
func callsHeadline(rows []CallRow, style Style) string {
	first := &rows[0]
	clause := subject(style)(first.Name)
	if first.Type == "File" {
		clause = "top level of " + clause
	}
	clause += " " + cmp.Or(callsClause(first.came, first.gone, " and ", style), first.statements.Clause(style.Name))
	if more := len(rows) - 1; more > 0 {
		clause += fmt.Sprintf(", and %s with other code", Plural(more, "more symbol"))
	}
	return clause
}

// BehaviourSentence says what one function does differently.
func BehaviourSentence(b *report.Behaviour, style Style) string {
	return style.Name(report.ClipTo(cmp.Or(b.Symbol, b.Path), maxSubject)) + " " + behaviourSays(b, style)
}

// behaviourSays says what a function does differently, without its name. Of long values it shows the
// beginnings, where they differ.
func behaviourSays(b *report.Behaviour, style Style) string {
	words, most := style.Text(BehaviourWords(b)), maxAlone
	if b.From != "" && b.To != "" {
		if most = maxBeside; beginning(b.From, most) == beginning(b.To, most) {
			return words
		}
	}
	if change := BehaviourChange(b, func(value string) string { return style.Name(beginning(value, most)) }); change != "" {
		words += ": " + change
	}
	return words
}

// maxAlone is how many characters a clause shows of a value that has no other beside it, maxBeside of two
// values each.
const (
	maxAlone  = 100
	maxBeside = 50
)

// beginning returns the first characters of a piece of code.
func beginning(code string, most int) string {
	if runes := []rune(code); len(runes) > most {
		return strings.TrimRight(string(runes[:most-1]), " ") + "…"
	}
	return code
}

// maxSubject is how many characters of the name of a function a clause shows.
const maxSubject = 80

// BehaviourSymbol names what does something differently: a function or constant, or the code outside
// of them.
func BehaviourSymbol(b *report.Behaviour, style Style) string {
	if b.Symbol == "" {
		return "top level"
	}
	return style.Name(b.Symbol)
}

// BehaviourWords says in plain words what a function does differently; of an unknown kind, its
// name.
func BehaviourWords(b *report.Behaviour) string {
	return phrase.Of(edit.Kind(b.Kind), b.From == "" && b.To != "", b.To == "" && b.From != "")
}

// BehavioursTitle heads what functions and constants do differently.
func BehavioursTitle(r *report.Report) string {
	return fmt.Sprintf("What the changed code does now (%d)", len(r.Behaviours))
}

// DeclarationClause shows the declaration of an added or removed value where it says more than the name; empty for none.
func DeclarationClause(c *report.ChangedSymbol, style Style) string {
	words := strings.Fields(c.Declaration)
	if name := c.Name[strings.LastIndexByte(c.Name, '.')+1:]; len(words) < 2 || len(words) == 2 && words[1] == name && strings.ToLower(words[0]) == words[0] {
		return "" // the name, with what kind of declaration it is at most
	}
	return style.Name(report.ClipTo(c.Declaration, maxAlone))
}

// maxCalls is how many names of calls are told of each side.
const maxCalls = 4

// CallsClause says which names the code of a changed symbol calls now, and which no longer; empty for none.
func CallsClause(c *report.ChangedSymbol, style Style) string {
	return callsClause(c.CallsAdded, c.CallsRemoved, "; ", style)
}

// FirstNames lists the first names of functions, at most a number of them, and counts the others.
func FirstNames(of []string, most int, style Style) string {
	return joinWords(firstOf(of, most, subject(style)), "and")
}

// callsClause says which names are called now, and which no longer; separator stands between the two.
func callsClause(came, gone []string, separator string, style Style) string {
	var parts []string
	if len(came) > 0 {
		parts = append(parts, "now calls "+FirstNames(came, maxCalls, style))
	}
	if len(gone) > 0 {
		parts = append(parts, "no longer calls "+FirstNames(gone, maxCalls, style))
	}
	return strings.Join(parts, separator)
}

// A CallRow is a changed symbol that was not compared, or only in part, with what it asks and calls now and no longer, and
// how it fails, as far as no behaviour tells it.
type CallRow struct {
	*report.ChangedSymbol
	came, gone []string // what it calls
	statements statement.Row
}

// Clause says what it asks and calls now and no longer, and how it fails.
func (row *CallRow) Clause(style Style) string {
	return joinClauses(row.statements.Clause(style.Name), callsClause(row.came, row.gone, "; ", style))
}

// CallRows returns the symbols whose behaviour is not known, or only in part, of which it is known that they ask, fail by or
// call something else: those with questions or statements first, then those that both call and no longer call something.
func CallRows(r *report.Report) []CallRow {
	told := make(map[string]string) // code in behaviours, by path
	for i := range r.Behaviours {
		b := &r.Behaviours[i]
		told[b.Path] += b.From + "\n" + b.To + "\n"
	}
	var rows []CallRow
	for i := range r.ChangedSymbols {
		c := &r.ChangedSymbols[i]
		if c.Test || !slices.ContainsFunc(r.Coverage.NotCompared, func(n report.NotCompared) bool { return isOf(&n, c) }) {
			continue
		}
		row := CallRow{c, statement.NotNamed(told[c.Path]+strings.Join(c.StatementsAdded, "\n"), c.CallsAdded), statement.NotNamed(told[c.Path]+strings.Join(c.StatementsRemoved, "\n"), c.CallsRemoved), statement.Of(c, told[c.Path])}
		if len(row.came)+len(row.gone)+row.statements.Len() > 0 {
			rows = append(rows, row)
		}
	}
	rank := func(row *CallRow) int {
		return 3*min(row.statements.Len(), 1) + min(len(row.came), 1) + min(len(row.gone), 1)
	}
	slices.SortStableFunc(rows, func(a, b CallRow) int { return cmp.Compare(rank(&b), rank(&a)) })
	return rows
}

// isOf reports whether what was not compared is the code of a symbol, or of a function around it.
func isOf(n *report.NotCompared, c *report.ChangedSymbol) bool {
	if n.Path != c.Path {
		return false
	}
	if n.Symbol == "" {
		return c.Type == "File"
	}
	return c.Name == n.Symbol || strings.HasSuffix(c.Name, "."+n.Symbol) || c.Type == "Function" && strings.HasPrefix(c.Name, n.Symbol+".")
}

// maxNotCompared is how many names NotCompared tells, of each kind.
const maxNotCompared = 6

// NotCompared says of which changed functions and files it is not known, or only known in part, what
// they do differently, so that nobody takes silence for an answer; empty for none.
func NotCompared(r *report.Report, style Style) string {
	told := make(map[[2]string]bool)
	for i := range r.Behaviours {
		path := r.Behaviours[i].Path
		told[[2]string{path, r.Behaviours[i].Symbol}], told[[2]string{path, ""}] = true, true
	}
	var not, partly []string
	files, rows := make(map[string]bool), CallRows(r)
	for _, n := range r.Coverage.NotCompared {
		if n.Symbol == "" {
			if files[n.Path] {
				continue // code of several places in it
			}
			files[n.Path] = true
		}
		if name := cmp.Or(n.Symbol, n.Path); told[[2]string{n.Path, n.Symbol}] || slices.ContainsFunc(rows, func(row CallRow) bool { return isOf(&n, row.ChangedSymbol) }) {
			partly = append(partly, name)
		} else {
			not = append(not, name)
		}
	}
	var parts []string
	if len(not) > 0 {
		changed := "Behaviour not compared: "
		if len(told) > 0 {
			changed = "Also changed, but not compared: "
		}
		parts = append(parts, changed+countedNames(not, style))
	}
	if len(partly) > 0 {
		parts = append(parts, "Compared only in part: "+countedNames(partly, style))
	}
	return strings.Join(parts, ". ")
}

// countedNames lists names, each once, with how often it occurs.
func countedNames(all []string, style Style) string {
	var names []string
	count := make(map[string]int)
	for _, name := range all {
		if count[name]++; count[name] == 1 {
			names = append(names, name)
		}
	}
	more := 0
	for _, name := range names[min(len(names), maxNotCompared):] {
		more += count[name]
	}
	names = names[:min(len(names), maxNotCompared)]
	for i, name := range names {
		if names[i] = style.Name(name); count[name] > 1 {
			names[i] += fmt.Sprintf(" (%d)", count[name])
		}
	}
	if more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return joinWords(names, "and")
}

// Refactoring says that nothing was found in all that changed; empty where that was not checked:
// where something could not be compared, a file was not checked for breaks, or other code changed
// than the bodies of functions, or where directives may have it compiled otherwise.
func Refactoring(r *report.Report) string {
	if len(r.Behaviours)+len(r.Findings)+len(r.Coverage.NotCompared)+len(r.Coverage.NotAnalysed) > 0 || r.Coverage.Compared == 0 || r.Risk.BreakageChecked != report.CheckedAll {
		return ""
	}
	if slices.ContainsFunc(r.Coverage.Files, func(f report.FileCoverage) bool { return f.Directives }) {
		return ""
	}
	for i := range r.ChangedSymbols {
		c := &r.ChangedSymbols[i]
		function := c.Type == "Function" || c.Type == "Method" || c.Type == "Constructor"
		if c.ChangeType != "modified" || c.Semantic && (!function || c.SignatureChanged) {
			return ""
		}
	}
	return "Refactoring: no behaviour change found in " + Plural(r.Coverage.Compared, "function")
}
