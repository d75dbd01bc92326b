// Package coverage says what was checked of a change, file by file, and for which
// symbols it was looked whether something still uses what they were.
//
// In: the change set, the languages, and what else is known of the files. Out: a
// Table with one row for each changed file. Every sentence that claims that
// something is not there (no break, no use, no change of behaviour) is derived from
// it, and speaks only of what it says was checked.
//
// What breaks are looked for in a language is what lang.Language.Checks returns, the
// very rules by which the resolver looks for them.
package coverage

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/factstore"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/diff"
)

// A Status says what was done with a changed file. The values are the words of the
// report.
type Status string

const (
	// Judged: uses of its symbols were checked for breaks, and its own uses of others.
	Judged Status = "judged"
	// GraphOnly: its symbols are compared and its calls are known as far as they could be
	// told, but the language's uses of names are not checked for breaks.
	GraphOnly Status = "graph_only"
	// Content: it is no code, and both versions were compared by what they declare.
	Content Status = "content"
	// NotAnalysed: nothing is known of its content.
	NotAnalysed Status = "not_analysed"
)

// Statuses are all of them, what tells most first.
var Statuses = []Status{Judged, GraphOnly, Content, NotAnalysed}

// A File is the row of one changed file.
type File struct {
	Path   string
	Side   change.Side // InBase for one that is gone in head
	Status Status
	// Reason is why it was not analysed, empty for others.
	Reason graph.SkipReason
	// Message is one line more about the reason, may be empty.
	Message string
	// Language is the name of the language of a file that was analysed, Title what people
	// call it. Both are empty for others.
	Language, Title string
	Kind            change.Kind  // of a file that was not analysed
	Checks          []lang.Check // the breaks that were looked for in it
	// Hangs says that a program may hang on what was not analysed of the file.
	Hangs bool
	// Parts are what could not be read of a file that was analysed, sorted by line.
	Parts []Part
	// Head says that what stands at the head of the file differs, which no symbol has:
	// imports, exports, the package, a build constraint.
	Head bool
}

// A Part is a place in a file from which on something could not be read.
type Part struct {
	Line    int
	Reason  graph.SkipReason
	Message string
	Hangs   bool
}

// A Use says whether uses of a symbol were looked for.
type Use string

const (
	UsesChecked   Use = "checked"     // a use that nothing answers to is a finding
	UsesUnchecked Use = "not_checked" // the language's uses are not checked
	UsesDynamic   Use = "dynamic"     // checked, except in code that may compute the name at run time
)

// A Place is a line of a file of head.
type Place struct {
	Path string
	Line int
}

// A Table says what was checked of a change. It is immutable.
type Table struct {
	Files         []File // sorted by path
	languages     map[string]*lang.Language
	usedAtRunTime func(*graph.Node) []string
	written       map[string][]Place
	others        map[string][]string // titles of the languages of head that are not checked, by family
}

// Input is what a Table is made of.
type Input struct {
	Set       *change.Set
	Base      *graph.Graph
	Head      *graph.Graph
	Languages []*lang.Language
	// Content are the paths of files that are no code and whose content was compared, sorted.
	Content []string
	// Differs reports whether the head of a file, as in File.Head, differs. nil: none does.
	Differs func(oldPath, newPath string) bool
	// UsedAtRunTime returns the files of head that may use a symbol of base by a name that is
	// computed at run time. nil: none does.
	UsedAtRunTime func(*graph.Node) []string
	// Written are the places in code of head that still have the name of a symbol that was
	// renamed or removed, where no symbol has it, by name.
	Written map[string][]Place
}

// ReadFacts sets what the facts of files tell: Differs, UsedAtRunTime and Written. The facts of
// the changed files are in the store, and those of all files of head where a change affects the
// uses of a symbol.
func (in *Input) ReadFacts(s *factstore.Store, head *diff.Snapshot, changes []diff.FileChange) {
	in.Differs = newHeads(s, changes, in.Set, in.Base, in.Head).differ
	in.UsedAtRunTime = newRuntimeNames(s, head, in.Set, in.Base, in.Head).users
	in.Written = leftovers(s, head, in.Set, in.Head)
}

// Of returns the table of a change.
func Of(in Input) *Table {
	t := &Table{languages: make(map[string]*lang.Language), others: make(map[string][]string), usedAtRunTime: in.UsedAtRunTime, written: in.Written}
	for _, l := range in.Languages {
		if t.languages[l.Name] == nil {
			t.languages[l.Name] = l
		}
	}
	unmapped := make(map[string][]change.Unmapped)
	for _, u := range in.Set.Unmapped {
		unmapped[u.Path] = append(unmapped[u.Path], u)
	}
	for i := range in.Set.Files {
		f := &in.Set.Files[i]
		g, side := in.Head, change.InHead
		if f.NewPath == "" {
			g, side = in.Base, change.InBase
		}
		row := t.row(f.Path(), side, g, unmapped[f.Path()])
		if row.Status != NotAnalysed && f.OldPath != "" && f.NewPath != "" && in.Differs != nil {
			row.Head = in.Differs(f.OldPath, f.NewPath)
		}
		if row.Status == NotAnalysed && row.Reason == graph.SkipUnsupported {
			if _, found := slices.BinarySearch(in.Content, row.Path); found {
				row.Status, row.Reason, row.Hangs = Content, "", false
			}
		}
		t.Files = append(t.Files, row)
	}
	t.unchecked(in.Head)
	return t
}

// row returns the row of the file at a path of one side.
func (t *Table) row(path string, side change.Side, g *graph.Graph, unmapped []change.Unmapped) File {
	row := File{Path: path, Side: side, Status: NotAnalysed, Reason: graph.SkipUnsupported, Kind: change.KindOf(path)}
	row.Hangs = row.Kind.Role.Hangs()
	for _, u := range unmapped {
		if u.Line == 0 && u.Side == side {
			row.Reason, row.Message, row.Hangs = u.Reason, u.Message, u.Source
			row.Kind = t.kind(path, g)
			return row
		}
	}
	l := t.languageOf(g.Node("File:" + path))
	if l == nil {
		return row
	}
	row.Status, row.Reason, row.Kind, row.Hangs = GraphOnly, "", change.Kind{}, false
	row.Language, row.Title, row.Checks = l.Name, l.Title, l.Checks()
	if slices.Contains(row.Checks, lang.CheckNames) {
		row.Status = Judged
	}
	for _, u := range unmapped {
		row.Parts = append(row.Parts, Part{Line: u.Line, Reason: u.Reason, Message: u.Message, Hangs: u.Source})
		row.Hangs = row.Hangs || u.Source
	}
	return row
}

// kind is what people call a file that could not be analysed though it may have a
// language.
func (t *Table) kind(path string, g *graph.Graph) change.Kind {
	if l := t.languageOf(g.Node("File:" + path)); l != nil {
		return change.Kind{Noun: l.Title + " file", Role: change.Program}
	}
	return change.KindOf(path)
}

// languageOf returns the language of the code in a file, nil for none.
func (t *Table) languageOf(n *graph.Node) *lang.Language {
	if n == nil {
		return nil
	}
	if l := t.languages[n.Language]; l != nil && l.Grammar != nil {
		return l
	}
	return nil
}

// unchecked notes the languages of head whose uses of names are not checked.
func (t *Table) unchecked(head *graph.Graph) {
	for _, n := range head.Nodes {
		if n.Label != graph.File {
			continue
		}
		l := t.languageOf(n)
		if l == nil || l.Rules.CheckedNames {
			continue
		}
		if f := family(l); !slices.Contains(t.others[f], l.Title) {
			t.others[f] = append(t.others[f], l.Title)
		}
	}
	for f := range t.others {
		slices.Sort(t.others[f])
	}
}

func family(l *lang.Language) string {
	if l.Family != "" {
		return l.Family
	}
	return l.Name
}

// Uses says whether it was looked for code that still uses a symbol as it was in base. For
// UsesUnchecked it returns the titles of the languages in which it was not, for UsesDynamic
// the files that may use it, where that matters: c affects its uses.
func (t *Table) Uses(c *change.Symbol) (Use, []string) {
	l := t.languageOf(c.Base)
	if l == nil {
		return UsesUnchecked, nil
	}
	if others := t.others[family(l)]; len(others) > 0 {
		return UsesUnchecked, others
	}
	if !l.Rules.CheckedNames {
		return UsesUnchecked, []string{l.Title}
	}
	if t.usedAtRunTime != nil && c.AffectsUses() {
		if files := t.usedAtRunTime(c.Base); len(files) > 0 {
			return UsesDynamic, files
		}
	}
	return UsesChecked, nil
}

// Written returns the places in code of head where the name is still written that a symbol
// of base had, and no symbol of head has.
func (t *Table) Written(n *graph.Node) []Place { return t.written[n.Name] }

// Count returns the number of files of a status.
func (t *Table) Count(s Status) int {
	n := 0
	for i := range t.Files {
		if t.Files[i].Status == s {
			n++
		}
	}
	return n
}

// Compared reports whether the code of every changed file was compared as a whole, and
// nothing differs at the head of any: what no symbol shows did not change.
func (t *Table) Compared() bool {
	return !slices.ContainsFunc(t.Files, func(f File) bool {
		return f.Status != Judged && f.Status != GraphOnly || len(f.Parts) > 0 || f.Head
	})
}

// Followed reports whether for every symbol of the set that has another name or place it
// was looked for uses of the old one.
func (t *Table) Followed(set *change.Set) bool {
	for i := range set.Symbols {
		c := &set.Symbols[i]
		if c.Type != change.Renamed && c.Type != change.Moved && c.Type != change.Removed {
			continue
		}
		if u, _ := t.Uses(c); u != UsesChecked || len(t.Written(c.Base)) > 0 {
			return false
		}
	}
	return true
}

// Read reports whether any changed file was analysed.
func (t *Table) Read() bool { return t.Count(Judged)+t.Count(GraphOnly) > 0 }
