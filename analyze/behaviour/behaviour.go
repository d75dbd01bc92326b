// Package behaviour finds what a change makes functions do differently: a negated condition, a
// removed check, a changed limit.
//
// In: the set of changed symbols and the content of the changed files of both sides. Out:
// behaviours, each of a Kind, with its place and what was there before and is now; the new functions
// that fail; the number of functions compared; and what could not be compared.
//
// Functions are paired by their names and by the set, which knows those that moved or were
// renamed, and compared in a common form (packages tree and edit). Most changes of real
// repositories restructure: they move code between functions, give conditions another form, or
// use another library. Such a change has many differences, most of them without effect. So a
// difference is reported only where its effect is certain (certain.go):
//
//	C1  code that is removed here and added elsewhere in the change, also in a file that only one side has, was
//	    moved: not reported; a check of which the other side asks nothing, and code with a text of other words,
//	    were not moved (anew.go); what a new function decides, or a new variable or field holds, is not told of
//	    the function that passes it on (passed.go)
//	C2  only differences without a known equivalent form are reported: another constant, operator,
//	    handler or exit; one operand, argument or statement more, or less; in a small change also
//	    another value, where both versions know all names of both (replaced.go); and a call of another function, where what
//	    only one version names stands for something else (lookup.go)
//	C3  a function with other differences was restructured: only differences that hold in any form
//	    are reported, such as a limit, a default, protection, an operator or a text in a known place
//	C4  in a restructured function, and where others grow, added or removed statements are reported
//	    where nothing of them is on the other side of the change, and nothing of their function can
//	    have taken their place: no check for a check, no call for a call, no handler for a handler,
//	    unless the two have no name in common (apart.go);
//	    so are a check of something new in a function that loses no condition, and an error with a
//	    text that is nowhere on the other side, if the function gets no other error
//	C5  the same edit in many places is a migration: not reported, unless it is another text for one function
//	C6  changed tests with new constants that still call and read all they did are taken as a
//	    sign that a change of few differences is meant to have an effect: C2 to C4 give way to
//	    a narrower rule, by which moved, renamed and rewritten code is not reported (mixed.go), unless
//	    the new function that it went to checks something more
//	    so is a title that does not say that the change only restructures: then another value in the place of a value is reported,
//	    unless the two are known to be the same, or a function that only one version has holds it; in a change of more differences,
//	    if functions come, go or get other parameters, only where both versions know all names, and none of it moved
//	C7  so is something that C1 to C5 report, but then values with names that only one version knows
//	    are not reported either, unless they stand for something else; in a change of more differences, enough of
//	    them must have such an effect, and no function may come, go or get other parameters
//	C8  what only sets a local variable that the other version does not have is not reported, but what
//	    the variable is used for; in a function with another name or place, no name for another
//	C9  outside of functions, declarations are not reported, but code that runs when the file is loaded
//	    is: in branches, loops and handlers, and calls of functions that the file itself declares
//	C10 an error handler is reported whatever else differs, where one side of the change has so many more of them than
//	    the other that none can have been moved (balance.go); so is a call that went to the end of a handler
//	C11 of a function that was not compared as a whole, calls of functions are reported that the other version does not call,
//	    and errors that the other version of the changed files does not have, or has in fewer places (package inventory), if the
//	    change has a title which does not say that it only restructures
//	C12 what changes nothing where it stands is not reported (package idle); if the title says that the change only restructures,
//	neither are values and calls in the place of others, effects in another order, nor checks and calls in a restructured function
//
// A restructured function is listed in Skipped, so that it does not count as compared.
//
// Invariants: the result depends on the content alone; a file compared with itself gives nothing;
// behaviours are sorted by path, line and kind. A function that is not among Skipped was compared.
//
// Not decided here: whether a test fails, the effect on callers, and the text of reports.
package behaviour

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/edit"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/layout"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/symbols"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/forms"
	"github.com/nexus-ci/nexus-ci/analyze/parse"
	"github.com/nexus-ci/nexus-ci/analyze/source"
)

// A Behaviour is one thing that a function does differently.
type Behaviour struct {
	Path   string
	Symbol string // "Type.method" or the function; empty for code outside of functions with a name
	Line   int    // of head; of base where Side is change.InBase
	Side   change.Side
	Kind   edit.Kind
	// From and To are the old and the new version: one line of source each, shortened; empty where
	// that side has nothing.
	From, To string
	// Level is the minimum attention that a reviewer should give it.
	Level fact.Level
}

// A Skipped is a changed file, or a function in it, that could not be compared.
type Skipped struct {
	Path   string
	Symbol string // empty for a file
	Reason string // for people
}

// A Result holds the differences in behaviour of a change.
type Result struct {
	Behaviours  []Behaviour
	Inventories []Inventory // sorted by path and line
	// Compared is the number of functions of both sides with different text that were compared.
	Compared int
	Skipped  []Skipped
}

// An Input is a change to compare.
type Input struct {
	Set   *change.Set
	Blobs source.Blobs
	// Language returns the language of a file of one side with code of the program, nil for other
	// files.
	Language func(path string, side change.Side) *lang.Language
	// Tests returns the language of a file of one side with tests, nil for other files.
	Tests func(path string, side change.Side) *lang.Language
	// Acts says that the change has a title, and that the title does not say it only restructures.
	Acts bool
	// Restructures says that the title says what was done to the code.
	Restructures bool
	// Levels are the levels by kind that differ from the default.
	Levels map[fact.Kind]fact.Level
}

// The bounds of the work on one change.
const (
	maxFiles     = 400
	maxTestFiles = 100
	maxNodes     = 1 << 20 // of all files
	maxFileSize  = 1 << 20
	maxListed    = 8 // questions, statements that fail, and others, of a function
)

// A file is a changed file. One that only one side has has no version of the other.
type file struct {
	basePath, headPath string
	baseBlob, headBlob string
	base, head         *version
}

// A version is one side of a file.
type version struct {
	language *lang.Language
	content  []byte
	code     []byte // content with blanks for comments, for excerpts
	root     *tree.Node
	err      error
}

// A unit is a pair that is compared at once: two functions, or the code around the functions of two
// containers.
type unit struct {
	file    *file
	symbols []string
	a, b    *tree.Node // functions
	restA   []*tree.Node
	restB   []*tree.Node
	from    *file // of a, where it is another
}

// Of returns the differences in behaviour of a change. The error is that of reading, or of ctx.
func Of(ctx context.Context, in Input) (*Result, error) {
	res := new(Result)
	files := changedFiles(&in, res)
	if err := read(ctx, in.Blobs, files); err != nil {
		return nil, fmt.Errorf("read changed files: %w", err)
	}
	left, err := lowerAll(ctx, files, res, maxNodes)
	if err != nil {
		return nil, err
	}
	lone := loneFiles(&in)
	if err := read(ctx, in.Blobs, lone); err != nil {
		return nil, fmt.Errorf("read files of one side: %w", err)
	}
	if left, err = lowerAll(ctx, lone, new(Result), left); err != nil {
		return nil, err
	}
	m := matcher{set: in.Set}
	for _, f := range files {
		if f.base.root != nil && f.head.root != nil {
			m.file = f
			m.container(f.base.root, f.head.root, nil)
		}
	}
	m.alone(lone)
	m.across()
	files = append(files, lone...)
	came, went := edit.NewPool(m.came()), edit.NewPool(m.went())
	for i := range m.units {
		came.AddConstants(m.units[i].restB, m.units[i].restA)
		went.AddConstants(m.units[i].restA, m.units[i].restB)
	}
	renamed := symbols.Renamed(in.Set)
	var all []compared
	for i := range m.units {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if c := m.units[i].compare(res, came, went, renamed); c != nil {
			all = append(all, *c)
		}
	}
	acc := newAccount(all, files, m.came(), m.went())
	acc.oneSided, acc.symbols = symbols.OneSided(in.Set)
	acc.isNow = renamed
	acc.lookUp(all)
	acc.balance = balanceOf(&in, all, m.came(), m.went())
	acc.titleActs, acc.restructures = in.Acts, in.Restructures
	if acc.events > 0 {
		if acc.intent, err = acc.intentOf(ctx, &in, all, left); err != nil {
			return nil, fmt.Errorf("read changed tests: %w", err)
		}
	}
	for i := range all {
		acc.tell(&all[i], res)
	}
	res.Inventories = acc.inventories(&in, all, &m, files, res)
	for i := range res.Behaviours {
		res.Behaviours[i].Level = levelOf(&res.Behaviours[i], in.Levels)
	}
	sortBehaviours(res)
	return res, nil
}

// changedFiles returns the files with code on both sides.
func changedFiles(in *Input, res *Result) []*file {
	var files []*file
	for i := range in.Set.Files {
		c := &in.Set.Files[i]
		if c.OldPath == "" || c.NewPath == "" || c.OldBlob == c.NewBlob || c.Binary {
			continue
		}
		base, head := in.Language(c.OldPath, change.InBase), in.Language(c.NewPath, change.InHead)
		if !hasForm(base) || !hasForm(head) {
			if head != nil && changesFunction(in.Set, c.NewPath) {
				res.Skipped = append(res.Skipped, Skipped{Path: c.NewPath, Reason: "functions of " + head.Title + " are not compared"})
			}
			continue
		}
		if len(files) == maxFiles {
			res.Skipped = append(res.Skipped, Skipped{Path: c.NewPath, Reason: fmt.Sprintf("more than %d changed files", maxFiles)})
			continue
		}
		files = append(files, &file{
			basePath: c.OldPath, headPath: c.NewPath, baseBlob: c.OldBlob, headBlob: c.NewBlob,
			base: &version{language: base}, head: &version{language: head},
		})
	}
	return files
}

// loneFiles returns the files with code that only one side has: what they hold came, went or moved.
func loneFiles(in *Input) []*file {
	var files []*file
	for i := range in.Set.Files {
		c := &in.Set.Files[i]
		if (c.OldPath == "") == (c.NewPath == "") || c.Binary || len(files) == maxFiles {
			continue
		}
		f := &file{basePath: c.OldPath, headPath: c.NewPath, baseBlob: c.OldBlob, headBlob: c.NewBlob}
		if c.NewPath != "" {
			f.head = &version{language: in.Language(c.NewPath, change.InHead)}
		} else {
			f.base = &version{language: in.Language(c.OldPath, change.InBase)}
		}
		if hasForm(cmp.Or(f.head, f.base).language) {
			files = append(files, f)
		}
	}
	return files
}

// changesFunction reports whether a function of a file has other code than in base.
func changesFunction(set *change.Set, path string) bool {
	return slices.ContainsFunc(set.Symbols, func(c change.Symbol) bool {
		return c.Base != nil && c.Head != nil && c.Head.Path == path && c.Head.Label.Callable() && !c.Head.Test && c.Semantic()
	})
}

// hasForm reports whether files of a language can be compared.
func hasForm(l *lang.Language) bool { return l != nil && (l.Dialect != nil || forms.Of(l.Name) != nil) }

// read sets the content of files.
func read(ctx context.Context, from source.Blobs, files []*file) error {
	var blobs []string
	var to []*version
	for _, f := range files {
		if f.base != nil {
			blobs, to = append(blobs, f.baseBlob), append(to, f.base)
		}
		if f.head != nil {
			blobs, to = append(blobs, f.headBlob), append(to, f.head)
		}
	}
	return from.Read(ctx, blobs, maxFileSize, func(i int, content []byte, err error) {
		to[i].content, to[i].err = slices.Clone(content), err
	})
}

// lowerAll sets the common form of files. At most left nodes are read; it returns how many of them remain.
func lowerAll(ctx context.Context, files []*file, res *Result, left int) (int, error) {
	pool := parse.NewPool(ctx, 1)
	defer pool.Close()
	p := pool.Get()
	defer pool.Put(p)
	grammars := make(map[*lang.Language]*tree.Grammar)
	syntaxes := make(map[*lang.Language]*parse.Syntax)
	for _, f := range files {
		for _, v := range []*version{f.base, f.head} {
			if err := ctx.Err(); err != nil {
				return left, err
			}
			if v == nil || v.err != nil || f.base != nil && f.base.err != nil {
				continue
			}
			l := v.language
			if l.Dialect != nil {
				if d := l.Dialect(v.content); d != nil {
					l = d
				}
			}
			if forms.Of(l.Name) == nil {
				v.err = errors.New("not a language with a form")
				continue
			}
			if syntaxes[l] == nil {
				syntaxes[l] = parse.NewSyntax(l)
				grammars[l] = tree.NewGrammar(syntaxes[l])
			}
			t, err := p.Tree(syntaxes[l], v.content, parse.Limits{MaxNodes: max(left, 1), MaxDepth: 2 * tree.MaxDepth})
			if err != nil {
				v.err = err
				continue
			}
			left -= int(t.Len())
			v.language, v.content = l, bytes.TrimPrefix(v.content, []byte("\xef\xbb\xbf"))
			v.code = withoutComments(syntaxes[l], t, v.content)
			v.root = tree.Lower(grammars[l], t)
		}
		for _, v := range []*version{f.base, f.head} {
			if v != nil && v.err != nil {
				res.Skipped = append(res.Skipped, Skipped{Path: f.headPath, Reason: v.err.Error()})
				break
			}
		}
	}
	return left, ctx.Err()
}

// compare returns the differences of a unit, nil for none. It counts compared functions in res and
// records those that could not be compared.
func (u *unit) compare(res *Result, came, went *edit.Pool, renamed map[string]string) *compared {
	form := forms.Of(u.file.head.language.Name)
	c := &edit.Comparer{Form: form, Symbols: u.symbols, Steps: edit.MaxSteps, Came: came, Went: went, Renamed: renamed}
	from := u.file
	if u.from != nil {
		from = u.from
	}
	var wrote [2]*tree.Node
	if !tree.Same(u.a, u.b) {
		wrote = [2]*tree.Node{u.a.Copy(), u.b.Copy()}
	}
	switch {
	case u.a == nil:
		c.Block(u.restA, u.restB, false)
		if (from.base.root.Broken || u.file.head.root.Broken) && c.TwoSided() {
			res.skip(u, "syntax error")
		}
	case !u.differs(from):
		return nil
	case u.a.Role == lang.RoleFunction:
		if broken(u.a) != broken(u.b) {
			res.skip(u, "syntax error")
			return nil
		}
		res.Compared++
		c.Function(u.a, u.b)
	default:
		res.Compared++
		c.Stored(u.a, u.b)
	}
	if c.Steps <= 0 {
		if u.b != nil {
			res.Compared--
		}
		res.skip(u, "too large")
		return nil
	}
	events := make([]event, len(c.Events))
	for i := range c.Events {
		events[i] = event{Event: &c.Events[i]}
	}
	return &compared{unit: u, events: events, from: from, wrote: wrote, moved: c.Moved, open: c.Unjudged}
}

// skip records that a unit was not compared.
func (res *Result) skip(u *unit, reason string) {
	symbols := u.symbols
	if u.b != nil {
		symbols = append(symbols[:len(symbols):len(symbols)], cmp.Or(edit.Named(u.b), nameOfMember(u.b)))
	}
	res.Skipped = append(res.Skipped, Skipped{Path: u.file.headPath, Symbol: shown(symbols), Reason: reason})
}

// tell adds the certain differences of a unit to res.
func (acc *account) tell(c *compared, res *Result) {
	events, restructured, untold := acc.certain(c)
	untold = untold || c.open
	if c.unit.hidesDirectives(c.from) { // which of several values is compared is not known
		events, restructured = slices.DeleteFunc(events, func(e event) bool { return e.Kind != edit.SignatureChanged }), true
	}
	seen := make(map[Behaviour]int)
	for _, e := range events {
		b := e.behaviour(c.unit.file, c.from)
		if b.From == b.To && (b.Kind == edit.SignatureChanged || b.Kind == edit.ReturnChanged || b.Kind == edit.CallReplaced) { // maybe a cast, or the value of a function in a shorter form
			untold = true
			continue
		}
		at := b
		at.From, at.To = "", ""
		if i, ok := seen[at]; ok {
			res.Behaviours[i].join(&b)
			continue
		}
		seen[at] = len(res.Behaviours)
		res.Behaviours = append(res.Behaviours, b)
		res.Behaviours = append(res.Behaviours, acc.within(c, &e, &b)...)
	}
	reason := ""
	switch {
	case restructured:
		reason = "restructured"
	case untold && len(seen) == 0:
		reason = "differences without a kind"
	case len(c.events) > 0 || c.unit.b == nil:
	case c.unit.differsUnseen(c.from):
		reason = "other directives, types of literals or await"
	case c.unit.respaced(c.from):
		reason = "other white space or separators"
	}
	if reason != "" {
		c.partly = c.unit.b != nil
		if c.unit.b != nil {
			res.Compared--
		}
		res.skip(c.unit, reason)
	}
}

// differs reports whether the texts of two functions differ, or what stands before them: modifiers and decorators.
func (u *unit) differs(from *file) bool {
	decorators := func(n *tree.Node) []*tree.Node { return n.Kids[min(2, len(n.Kids)):] }
	return !slices.Equal(edit.Modifiers(u.a), edit.Modifiers(u.b)) || !tree.SameAll(decorators(u.a), decorators(u.b)) || string(from.base.content[u.a.Start:u.a.End]) != string(u.file.head.content[u.b.Start:u.b.End])
}

// differsUnseen reports whether two versions of a function differ in what may be missing in their form: directives of a
// preprocessor inside of expressions, types of literals, and await where the parser does not know it.
func (u *unit) differsUnseen(from *file) bool {
	return !slices.Equal(layout.Unseen(from.base.content[u.a.Start:u.a.End]), layout.Unseen(u.file.head.content[u.b.Start:u.b.End]))
}

// hidesDirectives reports whether the conditional directives of two versions of a function differ, some of which are inside of
// expressions.
func (u *unit) hidesDirectives(from *file) bool {
	return u.a != nil && layout.Hides(from.base.content[u.a.Start:u.a.End], u.file.head.content[u.b.Start:u.b.End], tree.Preprocessors(u.b))
}

// respaced reports whether two versions of a function differ in the white space of texts, or of code that
// is compared as text, or in separators with a meaning. It may mean something there, and their form does
// not have it.
func (u *unit) respaced(from *file) bool {
	if was, is := layout.Joined(from.base.content[u.a.Start:u.a.End]), layout.Joined(u.file.head.content[u.b.Start:u.b.End]); was != is && layout.Unseparated(was) == layout.Unseparated(is) {
		return true
	}
	return !slices.Equal(tree.Spaced(u.a, from.base.content), tree.Spaced(u.b, u.file.head.content))
}

// broken reports whether a function, or one in it, has syntax errors.
func broken(n *tree.Node) bool { return n.Some(func(k *tree.Node) bool { return k.Broken }) }

func sortBehaviours(res *Result) {
	slices.SortStableFunc(res.Behaviours, func(a, b Behaviour) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), strings.Compare(string(a.Kind), string(b.Kind)), strings.Compare(a.Symbol, b.Symbol))
	})
	slices.SortStableFunc(res.Inventories, func(a, b Inventory) int { return cmp.Or(strings.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line)) })
	slices.SortStableFunc(res.Skipped, func(a, b Skipped) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Symbol, b.Symbol))
	})
}
