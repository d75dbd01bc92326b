package rename

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
)

// A renaming is the plan of a rename: which occurrences of the old name are replaced.
type renaming struct {
	engine           *engine.Engine
	root             *graph.Node // the symbol to rename
	oldName, newName string
	was              *graph.Written
	family           map[*graph.Node]bool // the symbols that get the new name
	contents         map[string][]byte    // of files with edits or spots
	edits            []replacement        // sorted by path and position
	conflicts        []Spot
	unresolved       []Spot
	notes            []string
	moves            map[string]string // new path by path, for files that are named after a public type
	picked           []place           // strings that a type uses as the member's name
	keyed            map[string]bool   // files whose strings may be used as keys in a keyof
}

// A replacement is the edit of one occurrence.
type replacement struct {
	path       string
	at         int
	text       string // the text after the edit
	confidence string
}

// newRenaming finds all occurrences that a rename has to change.
func newRenaming(e *engine.Engine, ctx context.Context, n *graph.Node, name string, w *graph.Written) (*renaming, error) {
	root := w.Graph.Node(n.ID)
	if root == nil {
		return nil, &engine.ParameterError{Parameter: "old_name", Reason: "the files changed in the meantime; try again"}
	}
	r := &renaming{engine: e, root: root, oldName: n.Name, newName: name, was: w, family: make(map[*graph.Node]bool), contents: make(map[string][]byte), moves: make(map[string]string), keyed: make(map[string]bool)}
	r.grow()
	r.refuse()
	r.sites()
	if err := r.typeKeys(ctx); err != nil {
		return nil, err
	}
	r.words()
	r.moveFiles()
	return r, nil
}

// grow finds all symbols that have to get the same name: those with the same name in the scope,
// methods that implement or override each other, and all possible meanings of one use.
func (r *renaming) grow() {
	var queue []*graph.Node
	add := func(n *graph.Node) {
		if n.Name == r.oldName && !r.family[n] && n.Label != graph.File && n.Label != graph.Folder {
			r.family[n] = true
			queue = append(queue, n)
		}
	}
	add(r.root)
	together := make(map[*graph.Node][]*graph.Node)
	for i := range r.was.Uses {
		u := &r.was.Uses[i]
		names := u.Symbols
		if u.Role == graph.Typing { // an embedded type has the name of its field
			for j := i - 1; j >= 0 && r.was.Uses[j].At == u.At && r.was.Uses[j].Path == u.Path; j-- {
				if r.was.Uses[j].Role == graph.Defining {
					names = append(slices.Clone(names), r.was.Uses[j].Symbols...)
				}
			}
		}
		if len(names) > 1 {
			for _, n := range names {
				together[n] = append(together[n], names...)
			}
		}
	}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		for _, edge := range r.was.Graph.Out(n) {
			if edge.Type == graph.Overrides {
				add(edge.Target)
			}
			if edge.Type == graph.HasMethod && edge.Target.Label == graph.Constructor {
				add(edge.Target)
			}
		}
		for _, edge := range r.was.Graph.In(n) {
			if edge.Type == graph.Overrides {
				add(edge.Source)
			}
		}
		for _, m := range together[n] {
			add(m)
		}
	}
}

// refuse records conflicts for symbols of the family that must keep their name.
func (r *renaming) refuse() {
	for _, n := range r.members() {
		at := Spot{FilePath: n.Path}
		switch {
		case n.Generated:
			at.Reason = "is generated or vendored; " + engine.Clean(n.Qualified) + " would come back with its old name"
		case n.Label == graph.Constructor && n.Parent.Name != n.Name:
			at.Reason = "the language calls the constructor by its name"
		case strings.HasPrefix(n.Name, "__") && strings.HasSuffix(n.Name, "__"):
			at.Reason = "the language calls " + engine.Clean(n.Qualified) + " by its name"
		case n.Entry != nil && n.Entry.Type == "main" && !r.isCalled(n):
			at.Reason = "the program starts at " + engine.Clean(n.Qualified)
		default:
			continue
		}
		r.conflicts = append(r.conflicts, at)
	}
	for _, tie := range r.was.Ties {
		if !r.family[tie.Symbol] {
			continue
		}
		if tie.Sure {
			r.conflicts = append(r.conflicts, Spot{FilePath: tie.Symbol.Path, Reason: engine.Clean(tie.Symbol.Qualified) + " " + tie.Why})
		} else {
			r.notes = append(r.notes, engine.Clean(tie.Symbol.ID)+" "+tie.Why+".")
		}
	}
}

// isCalled reports whether code calls a symbol.
func (r *renaming) isCalled(n *graph.Node) bool {
	return slices.ContainsFunc(r.was.Graph.In(n), func(e *graph.Edge) bool { return e.Type == graph.Calls })
}

// members returns the symbols of the family by ID.
func (r *renaming) members() []*graph.Node {
	var list []*graph.Node
	for n := range r.family {
		list = append(list, n)
	}
	return engine.ByID(list)
}

// sites plans the edits of all uses of the family, and records uses that may refer to it.
func (r *renaming) sites() {
	for i := 0; i < len(r.was.Uses); {
		j := i
		for j < len(r.was.Uses) && r.was.Uses[j].Path == r.was.Uses[i].Path && r.was.Uses[j].At == r.was.Uses[i].At {
			j++
		}
		if here := r.was.Uses[i:j]; here[0].Name == r.oldName {
			r.site(here)
		}
		i = j
	}
}

// site plans the edit of one place, which has the uses in here.
func (r *renaming) site(here []graph.Use) {
	u := &here[0]
	if !slices.ContainsFunc(here, func(u graph.Use) bool { return r.means(&u) }) {
		for i := range here {
			if here[i].Meaning == graph.MeansUnknown {
				r.unresolved = append(r.unresolved, r.spot(u.Path, u.At, unknownReason(here[i].Role)))
				break
			}
		}
		return
	}
	if f := r.was.Graph.Node("File:" + u.Path); f == nil || f.Generated {
		r.conflicts = append(r.conflicts, r.spot(u.Path, u.At, "a generated or vendored file uses it"))
		return
	}
	if i := slices.IndexFunc(here, func(u graph.Use) bool { return u.Role == graph.Typing }); i >= 0 && !r.means(&here[i]) {
		r.conflicts = append(r.conflicts, r.spot(u.Path, u.At, "is named by the type that it embeds"))
	}
	text := r.newName
	property, value := false, false // whether {a} is a property, a value, or both
	ours := [2]bool{}
	for i := range here {
		switch here[i].Role {
		case graph.Keying, graph.Accessing, graph.Exporting:
			property = true
			ours[0] = ours[0] || r.means(&here[i])
		case graph.Naming, graph.Binding, graph.Defining:
			value = true
			ours[1] = ours[1] || r.means(&here[i])
		}
	}
	if property && value && ours[0] != ours[1] && r.isShorthand(u.Path, u.At) {
		if text = r.oldName + ": " + r.newName; ours[0] {
			text = r.newName + ": " + r.oldName
		}
	}
	r.edits = append(r.edits, replacement{u.Path, u.At, text, ByGraph})
}

// means reports whether a use refers to the family.
func (r *renaming) means(u *graph.Use) bool {
	return slices.ContainsFunc(u.Symbols, func(n *graph.Node) bool { return r.family[n] })
}

// isShorthand reports whether a name is between commas and brackets, as in {a}.
func (r *renaming) isShorthand(file string, at int) bool {
	content := r.content(file)
	before := bytes.TrimRight(content[:at], " \t\r\n")
	after := bytes.TrimLeft(content[at+len(r.oldName):], " \t\r\n")
	return len(before) > 0 && len(after) > 0 && strings.IndexByte("{,", before[len(before)-1]) >= 0 && strings.IndexByte(",}=", after[0]) >= 0
}

func unknownReason(role graph.Role) string {
	switch role {
	case graph.Accessing:
		return "what it is a member of is not known"
	case graph.Keying:
		return "the type of the literal or call is not known"
	}
	return "what it means is not known"
}

// words handles occurrences without a use: in code that the graph does not cover they are
// recorded for people to check, in text they are mentions. If other symbols have the name too, a
// mention counts only in files that use the renamed symbol.
func (r *renaming) words() {
	files := make(map[string]bool)
	for i := range r.edits {
		files[r.edits[i].path] = true
	}
	shared := slices.ContainsFunc(r.was.Graph.Nodes, func(n *graph.Node) bool { return n.Name == r.oldName && !r.family[n] })
	for _, w := range r.was.Words {
		if w.Name != r.oldName {
			continue
		}
		isKey := w.In == graph.InString && r.isWholeString(w.Path, w.At)
		switch {
		case isKey && (slices.Contains(r.picked, place{w.Path, w.At}) || r.isSlot(w)):
			r.edits = append(r.edits, replacement{w.Path, w.At, r.newName, ByGraph})
		case isKey && r.keyed[w.Path]:
			r.conflicts = append(r.conflicts, r.spot(w.Path, w.At, "a string is the name, and a keyof takes the keys of its type: the string may no longer be one"))
		case w.In != graph.InCode && r.documents(w):
			r.edits = append(r.edits, replacement{w.Path, w.At, r.newName, ByGraph})
		case w.In != graph.InCode && (!shared || files[w.Path]):
			if f := r.was.Graph.Node("File:" + w.Path); f == nil || !f.Generated {
				r.edits = append(r.edits, replacement{w.Path, w.At, r.newName, ByText})
			}
			if isKey && files[w.Path] {
				r.unresolved = append(r.unresolved, r.spot(w.Path, w.At, "a string is the name"))
			}
		case w.In == graph.InCode && files[w.Path] && r.closesTag(w.Path, w.At):
			r.edits = append(r.edits, replacement{w.Path, w.At, r.newName, ByGraph})
		case w.In == graph.InCode:
			r.unresolved = append(r.unresolved, r.spot(w.Path, w.At, "the graph does not read this code"))
		}
	}
	slices.SortFunc(r.edits, func(a, b replacement) int { return cmp.Or(cmp.Compare(a.path, b.path), cmp.Compare(a.at, b.at)) })
	r.edits = slices.CompactFunc(r.edits, func(a, b replacement) bool { return a.path == b.path && a.at == b.at })
}

// documents reports whether a word is in the documentation of the renamed symbol, and is not a
// word of everyday language.
func (r *renaming) documents(w graph.Word) bool {
	if strings.ToLower(w.Name) == w.Name && !strings.Contains(w.Name, "_") {
		return false
	}
	for n := range r.family {
		// Lines in the plan's graph may be offsets; those in the engine's graph are lines.
		if m := r.engine.Graph.Node(n.ID); m != nil && m.Path == w.Path && m.DocStart > 0 {
			if line, _, _ := lineAt(r.content(w.Path), w.At); m.DocStart <= line && line <= m.DocEnd {
				return true
			}
		}
	}
	return false
}

// closesTag reports whether a name is in an end tag (</Name>) whose start tag is edited.
func (r *renaming) closesTag(file string, at int) bool {
	content := r.content(file)
	if !bytes.HasSuffix(bytes.TrimRight(content[:at], " "), []byte("</")) {
		return false
	}
	open := bytes.LastIndex(content[:at], []byte("<"+r.oldName))
	return open >= 0 && slices.ContainsFunc(r.edits, func(e replacement) bool { return e.path == file && e.at == open+1 })
}

// moveFiles plans the moves of files that have to be named after a renamed type.
func (r *renaming) moveFiles() {
	for _, n := range r.was.NameFiles {
		if r.family[n] {
			to := path.Join(path.Dir(n.Path), r.newName+path.Ext(n.Path))
			if slices.Contains(r.engine.Files.Paths(), to) {
				r.conflicts = append(r.conflicts, Spot{FilePath: to, Reason: "exists already, and " + n.Path + " would have to get this name"})
			}
			r.moves[n.Path] = to
		}
	}
}

// content returns a file, empty when it can no longer be read.
func (r *renaming) content(file string) []byte {
	if c, ok := r.contents[file]; ok {
		return c
	}
	c, err := r.engine.Files.ReadFile(file, maxRenamed)
	if err != nil {
		r.conflicts = append(r.conflicts, Spot{FilePath: file, Reason: "cannot be read: " + engine.Clean(err.Error())})
	}
	r.contents[file] = c
	return c
}

// maxRenamed is the maximum size of a file that is edited.
const maxRenamed = 2 << 20

// spot returns a place for people to check.
func (r *renaming) spot(file string, at int, reason string) Spot {
	line, column, text := lineAt(r.content(file), at)
	return Spot{file, line, column, engine.Clean(clip(text)), reason}
}

// lineAt returns the line around an offset, without the space around it, and line and column from 1.
func lineAt(content []byte, at int) (line, column int, text string) {
	if at > len(content) {
		return 0, 0, ""
	}
	start := bytes.LastIndexByte(content[:at], '\n') + 1
	end := len(content)
	if i := bytes.IndexByte(content[at:], '\n'); i >= 0 {
		end = at + i
	}
	return 1 + bytes.Count(content[:start], []byte("\n")), at - start + 1, strings.TrimSpace(string(content[start:end]))
}

// clip shortens a line.
func clip(s string) string {
	if len(s) <= maxText {
		return s
	}
	return strings.ToValidUTF8(s[:maxText], "") + "…"
}

// edited returns the content of the files after the edits of uses and, with text, those
// of mentions.
func (r *renaming) edited(text bool) map[string][]byte {
	out := make(map[string][]byte)
	for i := 0; i < len(r.edits); {
		file := r.edits[i].path
		content := r.content(file)
		var b []byte
		from, changed := 0, false
		for ; i < len(r.edits) && r.edits[i].path == file; i++ {
			if e := &r.edits[i]; e.confidence == ByGraph || text {
				if e.at+len(r.oldName) > len(content) || string(content[e.at:e.at+len(r.oldName)]) != r.oldName {
					r.conflicts = append(r.conflicts, Spot{FilePath: file, Reason: "changed in the meantime; try again"})
					break
				}
				b = append(append(b, content[from:e.at]...), e.text...)
				from, changed = e.at+len(r.oldName), true
			}
		}
		for ; i < len(r.edits) && r.edits[i].path == file; i++ {
		}
		if changed {
			out[file] = append(b, content[from:]...)
		}
	}
	return out
}

// files returns the changes to make.
func (r *renaming) files(text bool) []engine.FileEdit {
	var files []engine.FileEdit
	for file, content := range r.edited(text) {
		files = append(files, engine.FileEdit{Path: file, To: cmp.Or(r.moves[file], file), Old: r.content(file), New: content})
	}
	slices.SortFunc(files, func(a, b engine.FileEdit) int { return cmp.Compare(a.Path, b.Path) })
	return files
}

// result returns the plan as an answer.
func (r *renaming) result(p *Params) *Answer {
	out := &Answer{Status: StatusSuccess, OldName: r.oldName, NewName: r.newName, Changes: []FileChanges{}, Symbols: []engine.Symbol{}, Notes: append([]string{}, r.notes...)}
	if len(r.conflicts) > 0 {
		out.Status = StatusRefused
	}
	shown := map[string]int{}
	for i := range r.edits {
		e := &r.edits[i]
		if p.Apply && !p.Text && e.confidence == ByText {
			continue
		}
		if e.confidence == ByGraph {
			out.Graph++
		} else {
			out.TextCount++
		}
		if n := len(out.Changes); n == 0 || out.Changes[n-1].FilePath != e.path {
			out.Changes = append(out.Changes, FileChanges{FilePath: e.path, NewPath: r.moves[e.path], Edits: []Edit{}})
		}
		if shown[e.confidence]++; shown[e.confidence] <= maxEdits {
			c := &out.Changes[len(out.Changes)-1]
			c.Edits = append(c.Edits, r.edit(e))
		}
	}
	out.Files, out.Total = len(out.Changes), out.Graph+out.TextCount
	if n := min(out.Graph, maxEdits) + min(out.TextCount, maxEdits); n < out.Total {
		out.Note("changes.edits", n, out.Total)
	}
	for _, n := range engine.Keep(&out.Bounds, "symbols", r.members(), maxSpots) {
		s := engine.SymbolOf(n)
		s.StartLine, s.EndLine = r.linesOf(n)
		out.Symbols = append(out.Symbols, s)
	}
	out.Notes = append(out.Notes, nextSteps(p, out)...)
	out.Conflicts = engine.Keep(&out.Bounds, "conflicts", sortedSpots(r.conflicts), maxSpots)
	out.Unresolved = engine.Keep(&out.Bounds, "unresolved", sortedSpots(r.unresolved), maxSpots)
	return out
}

// nextSteps suggests what to do with a plan.
func nextSteps(p *Params, r *Answer) (notes []string) {
	switch {
	case r.Status != StatusSuccess:
		return nil
	case !p.Apply:
		notes = append(notes, "Nothing is changed yet: apply makes the edits.")
		if r.TextCount > 0 && !p.Text {
			notes = append(notes, fmt.Sprintf("%s in comments, strings or documents: with text, apply edits these too.", engine.Plural(r.TextCount, "mention")))
		}
	default:
		notes = append(notes, "Run the build and the tests, and nexus-ci check to see what the rename is to the graph.")
	}
	return notes
}

// linesOf returns the lines of a symbol in the engine's graph; the graph of the plan may have
// offsets.
func (r *renaming) linesOf(n *graph.Node) (start, end int) {
	if m := r.engine.Graph.Node(n.ID); m != nil {
		return m.Start, m.End
	}
	return 0, 0
}

func (r *renaming) edit(e *replacement) Edit {
	content := r.content(e.path)
	line, column, _ := lineAt(content, e.at)
	start := e.at - column + 1
	end := len(content)
	if i := bytes.IndexByte(content[e.at:], '\n'); i >= 0 {
		end = e.at + i
	}
	// A long line is cut around the name.
	from, to := max(start, e.at-maxText/2), min(end, e.at+len(r.oldName)+maxText/2)
	show := func(name string) string {
		return engine.Clean(strings.TrimSpace(strings.ToValidUTF8(string(content[from:e.at])+name+string(content[e.at+len(r.oldName):to]), "")))
	}
	return Edit{line, column, show(r.oldName), show(e.text), e.confidence}
}

// prove makes the edits on a copy and compares the meaning of all names.
func (r *renaming) prove(ctx context.Context) error {
	if len(r.conflicts) > 0 {
		return nil
	}
	edited := r.edited(false)
	if len(r.conflicts) > 0 {
		return nil
	}
	is, err := r.engine.Names.Written(ctx, []string{r.oldName, r.newName}, edited)
	if err != nil {
		return err
	}
	p := &proof{renaming: r, is: is, shifts: make(map[string][]replacement)}
	p.check()
	return nil
}
