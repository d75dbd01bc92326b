// Package coverage records what was checked of a change: for each changed file what was
// analysed, and for each symbol whether uses of its old form were looked for.
//
// In: the change set, the languages, and the facts of the files. Out: a Table with one row for
// each changed file. Every sentence of a report that claims an absence (no break, no use, no
// change of behaviour) is derived from the table and covers only what the table lists.
//
// The breaks that are checked in a language are those of lang.Language.Checks, which the
// resolver uses too.
package coverage

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/factstore"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/diff"
)

// A Status says how far a changed file was analysed. The values are those of the report.
type Status string

const (
	// Judged: uses of its symbols were checked for breaks, and its own uses of others.
	Judged Status = "judged"
	// GraphOnly: its symbols are compared and its calls resolved where possible, but uses of
	// names are not checked for breaks in its language.
	GraphOnly Status = "graph_only"
	// Content: it is not code; the declarations of both versions were compared.
	Content Status = "content"
	// NotAnalysed: its content was not read.
	NotAnalysed Status = "not_analysed"
)

// Statuses are all statuses, the most thorough analysis first.
var Statuses = []Status{Judged, GraphOnly, Content, NotAnalysed}

// A File is the row of one changed file.
type File struct {
	Path   string
	Side   change.Side // InBase for a file that head does not have
	Status Status
	// Reason is why it was not analysed, empty for analysed files.
	Reason graph.SkipReason
	// Message is one line of detail on the reason, may be empty.
	Message string
	// Language is the name of the language of an analysed file, Title its name for people.
	// Both are empty for other files.
	Language, Title string
	Kind            change.Kind  // of a file that was not analysed
	Checks          []lang.Check // the kinds of breaks that were checked in it
	// Hangs says that the program may depend on the part that was not analysed.
	Hangs bool
	// Parts are the places of an analysed file that could not be parsed, sorted by line.
	Parts []Part
	// Head says that the file header differs, which belongs to no symbol: imports, exports,
	// package, build constraint. Directives says that the directives do, see facts.File.
	Head, Directives bool
}

// A Part is a line of a file from which on something could not be parsed.
type Part struct {
	Line    int
	Reason  graph.SkipReason
	Message string
	Hangs   bool
}

// A Use says whether uses of a symbol were checked.
type Use string

const (
	UsesChecked   Use = "checked"     // every unresolved use is a finding
	UsesUnchecked Use = "not_checked" // uses are not checked in the language
	UsesDynamic   Use = "dynamic"     // checked, except for names that are computed at run time
)

// A Place is a line of a file in head.
type Place struct {
	Path string
	Line int
}

// A Table records what was checked of a change. It is immutable.
type Table struct {
	Files         []File // sorted by path
	languages     map[string]*lang.Language
	usedAtRunTime func(*graph.Node) []string
	written       map[string][]Place
	others        map[string][]string // titles of the languages in head without checked uses, by family
}

// Input is what a Table is computed from.
type Input struct {
	Set       *change.Set
	Base      *graph.Graph
	Head      *graph.Graph
	Languages []*lang.Language
	// Content are the paths of files that are not code and whose content was compared, sorted.
	Content []string
	// Unread are files that are no code and that could not be compared, by path.
	Unread map[string]Unread
	// Differs reports whether the header of a file differs, and whether its directives do (see File).
	// nil: none does.
	Differs func(oldPath, newPath string) (head, directives bool)
	// UsedAtRunTime returns the files of head that may use a symbol of base under a name that
	// is computed at run time. nil: none does.
	UsedAtRunTime func(*graph.Node) []string
	// Written are, by name, the places in code of head that still mention the name of a renamed
	// or removed symbol, although no symbol of head has it.
	Written map[string][]Place
}

// An Unread says why a file could not be compared.
type Unread struct {
	Reason  graph.SkipReason
	Message string // one line
}

// ReadFacts sets Differs, UsedAtRunTime and Written from the facts of files. The store has to
// hold the facts of the changed files and, where the change affects the uses of a symbol, those of all files of head
// that a program may have together with a changed one, or that may mention one of gone, the GoneNames of the change. files
// has all files of head that may mention one of gone, and may have others.
func (in *Input) ReadFacts(s *factstore.Store, head *diff.Snapshot, changes []diff.FileChange, gone []string, files []diff.File) {
	in.Differs = newHeaders(s, changes, in.Set, in.Base, in.Head).differ
	in.UsedAtRunTime = newRuntimeNames(s, head, in.Set, in.Base, in.Head).users
	in.Written = leftovers(s, files, gone)
}

// Of returns the table for a change.
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
			row.Head, row.Directives = in.Differs(f.OldPath, f.NewPath)
		}
		if row.Status == NotAnalysed && row.Reason == graph.SkipUnsupported {
			if u, trouble := in.Unread[row.Path]; trouble {
				row.Reason, row.Message = u.Reason, u.Message
			} else if _, found := slices.BinarySearch(in.Content, row.Path); found {
				row.Status, row.Reason, row.Hangs = Content, "", false
			}
		}
		t.Files = append(t.Files, row)
	}
	t.unchecked(in.Head)
	return t
}

// row returns the row for the file at a path of one side.
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

// kind returns the kind of a file that was not analysed. Its language may be known all the same.
func (t *Table) kind(path string, g *graph.Graph) change.Kind {
	if l := t.languageOf(g.Node("File:" + path)); l != nil {
		return change.Kind{Noun: l.Title + " file", Role: change.Program}
	}
	return change.KindOf(path)
}

// languageOf returns the language of a file node, nil for none.
func (t *Table) languageOf(n *graph.Node) *lang.Language {
	if n == nil {
		return nil
	}
	if l := t.languages[n.Language]; l != nil && l.Grammar != nil {
		return l
	}
	return nil
}

// unchecked records the languages of head in which uses of names are not checked.
func (t *Table) unchecked(head *graph.Graph) {
	for _, n := range head.Nodes {
		if n.Label != graph.File {
			continue
		}
		l := t.languageOf(n)
		if l == nil || slices.Contains(l.Checks(), lang.CheckNames) {
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

// Uses says whether code that still uses the base version of a symbol was looked for. With
// UsesUnchecked it returns the titles of the languages without this check. With UsesDynamic it
// returns the files that may use the symbol by a computed name; this is returned only if the
// change affects its uses.
func (t *Table) Uses(c *change.Symbol) (Use, []string) {
	l := t.languageOf(c.Base)
	if l == nil {
		return UsesUnchecked, nil
	}
	if others := t.others[family(l)]; len(others) > 0 {
		return UsesUnchecked, others
	}
	if !slices.Contains(l.Checks(), lang.CheckNames) {
		return UsesUnchecked, []string{l.Title}
	}
	if t.usedAtRunTime != nil && c.AffectsUses() {
		if files := t.usedAtRunTime(c.Base); len(files) > 0 {
			return UsesDynamic, files
		}
	}
	return UsesChecked, nil
}

// Written returns the places in code of head that still mention the name of a base symbol,
// where no symbol of head has this name.
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

// Compared reports whether the code of every changed file was compared completely and no file
// header differs. Then nothing differs except what the symbols show.
func (t *Table) Compared() bool {
	return !slices.ContainsFunc(t.Files, func(f File) bool {
		return f.Status != Judged && f.Status != GraphOnly || len(f.Parts) > 0 || f.Head
	})
}

// Followed reports whether uses of the old form were checked for every symbol of the set that
// was moved or renamed.
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
