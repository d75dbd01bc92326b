package behaviour

import (
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/alike"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/edit"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/excerpt"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/names"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/words"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// A compared holds the differences of one unit, before the rest of the change is considered.
type compared struct {
	unit   *unit
	events []event
	from   *file
	wrote  [2]*tree.Node // the functions as they are written
	moved  bool          // something went to, or came from, another function of the change
	partly bool          // not all of its differences are told
	open   bool          // a modifier, a decorator or a number of parameters differs, with an effect that is not known
}

// sides returns the version of the function that an event is of, base where both are, and the other version.
func (c *compared) sides(e *event) (own, other *tree.Node) {
	if e.Base == nil {
		return c.unit.b, c.unit.a
	}
	return c.unit.a, c.unit.b
}

// An event is a difference with its context in the whole change.
type event struct {
	*edit.Event
	form       form
	gain, loss atoms // what it puts into the function and takes out of it
	another    bool  // it puts something else in the place of a value
	alone      bool  // only that tells that it has an effect
	kept       bool  // a variable that only one version has may hold its value
}

// An account counts the code that a change removes from functions and adds to functions. Code that
// is in both was moved.
type account struct {
	gained, lost atoms
	came, went   map[string]*tree.Node    // functions of one side, by name
	bodies       [2]map[string]*tree.Node // of these, the ones with names that the other side does not define
	events       int                      // of all functions, without their parameters
	names        [2]names.Set             // in the base and head versions of the changed files
	definitions  [2]names.Definitions     // in these
	grows        bool                     // some function has more than it had
	signs        bool                     // some function takes other parameters
	moved        bool                     // some function gave code to one that is new, or took that of one that is gone
	resigned     map[string]bool          // functions with other parameters, or another result
	edits        map[rewrite]int          // how often the change makes an edit
	seen         map[*tree.Node]bool      // the versions of counted edits
	handed       map[rewrite]string       // the function to which all of an edit's values are handed, empty for several or none
	oneSided     map[string]bool          // functions that only one side has or that moved, also of files that only one side has
	symbols      [2]map[string]bool       // names of symbols that only base has, and that only head has
	isNow        map[string]string        // new names of renamed symbols, by old name
	widened      map[string]bool          // functions that take more parameters, all with defaults
	fields       [2]map[string]bool       // names of fields and globals that only base, and only head, sets to a value
	pieces       [2][]*tree.Node          // what the events and the functions of base only, and of head only, are
	textWords    [2]map[string]bool       // the words of the texts in these
	movedFrom    map[string]string        // names that functions had which moved, by those they have
	setNow       map[string]bool          // names of fields that get a value where they were null
	intent       intent
	titleActs    bool // Input.Acts
	restructures bool // Input.Restructures
	balance      balance
}

// An intent is what shows that a small change is meant to have an effect.
type intent uint8

const (
	unknown intent = iota
	acting         // it does something certain that no restructuring does
	titled         // its title does not say that it only restructures
	tested         // its tests expect something else
)

// A rewrite is the replacement of one text by another.
type rewrite struct{ from, to string }

// atoms are the calls, members and constants in code, counted.
type atoms map[uint64]int

func (a atoms) add(b atoms, times int) {
	for h, n := range b {
		a[h] += n * times
	}
}

// atomsOf returns the atoms of a node without those of the parts that it keeps; for calls of functions in
// bodies, the atoms of their bodies.
func atomsOf(n *tree.Node, kept []*tree.Node, bodies map[string]*tree.Node) atoms {
	out := make(atoms)
	count(n, kept, bodies, out)
	if len(out) == 0 {
		n.Walk(func(k *tree.Node) bool {
			if tree.HasSame(kept, k) {
				return false
			}
			if k.Role == lang.RoleName && k.Text != "" {
				out[tree.MixText(tree.Mix(tree.HashSeed, uint64(lang.RoleName)), k.Text)]++
			}
			return true
		})
	}
	return out
}

func count(n *tree.Node, kept []*tree.Node, bodies map[string]*tree.Node, out atoms) {
	n.Walk(func(k *tree.Node) bool {
		if tree.HasSame(kept, k) {
			return false
		}
		text := ""
		switch k.Role {
		case lang.RoleCall, lang.RoleNew:
			text = tree.LastName(k.Kids[0])
			if body := bodies[text]; body != nil && text != "" {
				count(body, nil, nil, out)
				text = ""
			}
		case lang.RolePair:
			if v := k.Kid(0); !v.Is(lang.RoleName) || v.Text != k.Text { // {x} names nothing but a variable
				text = k.Text
			}
		case lang.RoleMember:
			if bodies[k.Text] == nil {
				text = k.Text
			}
		case lang.RoleString:
			text = k.Text
		case lang.RoleNumber:
			if len(k.Text) > 1 {
				text = k.Text
			}
		}
		if text != "" {
			out[tree.MixText(tree.HashSeed, text)]++
		}
		return true
	})
}

// without returns the atoms that are not in b.
func (a atoms) without(b atoms) atoms {
	out := make(atoms)
	for h, n := range a {
		if n > b[h] {
			out[h] = n - b[h]
		}
	}
	return out
}

// share returns the share of a that is in b, from 0 to 1.
func (a atoms) share(b atoms) float64 {
	total, in := 0, 0
	for h, n := range a {
		total += n
		in += min(n, max(b[h], 0))
	}
	if total == 0 {
		return 0
	}
	return float64(in) / float64(total)
}

// newAccount returns the account of a change.
func newAccount(all []compared, files []*file, came, went []*tree.Node) *account {
	acc := &account{gained: make(atoms), lost: make(atoms), came: byName(came), went: byName(went), resigned: make(map[string]bool), edits: make(map[rewrite]int), seen: make(map[*tree.Node]bool), handed: make(map[rewrite]string), widened: make(map[string]bool), names: [2]names.Set{names.New(), names.New()}, definitions: [2]names.Definitions{{}, {}}, fields: [2]map[string]bool{{}, {}}, setNow: map[string]bool{}, movedFrom: map[string]string{}, textWords: [2]map[string]bool{{}, {}}}
	acc.collectNames(files)
	acc.bodies = [2]map[string]*tree.Node{acc.definitions[1].Without(acc.went), acc.definitions[0].Without(acc.came)}
	for i := range all {
		told := 0
		acc.moved = acc.moved || all[i].moved
		for k := range all[i].events {
			e := &all[i].events[k]
			e.gain, e.loss = acc.parts(e)
			acc.gained.add(e.gain, 1)
			acc.lost.add(e.loss, 1)
			acc.adds(e)
			acc.countEdit(e)
			if e.Field != "" && e.Base.Is(lang.RoleNull) && e.Head != nil && !e.Head.Is(lang.RoleNull) {
				acc.setNow[e.Field] = true
			}
			acc.grows = acc.grows || len(e.gain) > 0
			acc.signs = acc.signs || e.Kind == edit.SignatureChanged
			if e.Kind != "" && e.Kind != edit.SignatureChanged {
				told++
			}
		}
		u, from := all[i].unit, all[i].from
		acc.collectFields(u)
		if u.b != nil && all[i].movesSymbol() {
			acc.movedFrom[nameOfMember(u.b)] = nameOfMember(u.a)
		}
		acc.events += told
		if u.b != nil && head(from.base.content, u.a) != head(u.file.head.content, u.b) {
			acc.resigned[nameOfMember(u.b)] = true
			acc.widened[nameOfMember(u.b)] = edit.IsWidened(u.a, u.b)
			if n := len(u.symbols); n > 0 && words.IsConstructor(nameOfMember(u.b)) {
				acc.resigned[u.symbols[n-1]] = true
			}
		}
	}
	acc.grows = acc.grows || len(came) > 0
	for _, f := range came {
		count(f, nil, nil, acc.gained)
	}
	for _, f := range went {
		count(f, nil, nil, acc.lost)
	}
	acc.pieces[0] = append(acc.pieces[0], went...)
	acc.pieces[1] = append(acc.pieces[1], came...)
	acc.collectTextWords()
	return acc
}

// collectNames notes the names in files, and what they stand for.
func (acc *account) collectNames(files []*file) {
	for _, f := range files {
		for side, v := range [2]*version{f.base, f.head} {
			if v != nil && v.root != nil {
				acc.names[side].Add(v.root)
				acc.definitions[side].Add(v.root)
			}
		}
	}
}

// collectFields notes the fields and globals that only one version sets where it declares them: that may replace
// an assignment in a constructor.
func (acc *account) collectFields(u *unit) {
	for side, members := range [2][]*tree.Node{u.restA, u.restB} {
		for _, m := range members {
			if m.Is(lang.RoleAssign) && m.Kids[0].Is(lang.RoleName) && !(tree.HasSame(u.restA, m) && tree.HasSame(u.restB, m)) {
				acc.fields[side][m.Kids[0].Text] = true
			}
		}
	}
}

// adds notes what the versions of an event are.
func (acc *account) adds(e *event) {
	for side, n := range [2]*tree.Node{e.Base, e.Head} {
		if n != nil {
			acc.pieces[side] = append(acc.pieces[side], n)
		}
	}
}

// nameOfMember returns the name of a function, or of what a function is stored in.
func nameOfMember(n *tree.Node) string {
	if n.Role == lang.RoleAssign {
		return tree.LastName(n.Kids[0])
	}
	return edit.LastOf(edit.Named(n))
}

// head returns the text of a function before its body.
func head(content []byte, n *tree.Node) string { return excerpt.Line(content, edit.AtName(n)) }

// countEdit counts the edit of an event.
func (acc *account) countEdit(e *event) {
	to, same := "", editOf(e)
	if n := len(e.Calls); n > 0 {
		to = e.Calls[n-1]
	}
	if acc.edits[same] > 0 && acc.handed[same] != to {
		to = ""
	}
	acc.handed[same] = to
	if !acc.seen[e.Base] && !acc.seen[e.Head] { // the value of a variable stands where that is used
		acc.edits[same]++
	}
	for _, n := range [2]*tree.Node{e.Base, e.Head} {
		if n != nil {
			acc.seen[n] = true
		}
	}
}

// editOf returns the edit of an event; for constants only the part that differs.
func editOf(e *event) rewrite {
	if e.Base == nil || e.Head == nil {
		return rewrite{}
	}
	if alike.IsConstant(e.Base) && alike.IsConstant(e.Head) {
		from, to := alike.Differing(e.Base.Text, e.Head.Text)
		if e.Base.Role != e.Head.Role {
			from += "?" // of another type
		}
		return rewrite{from, to}
	}
	if e.Kind == edit.CallReplaced && e.Base.Is(lang.RoleCall) && e.Head.Is(lang.RoleCall) && tree.SameAll(e.Base.Kids[1:], e.Head.Kids[1:]) {
		return rewrite{tree.Dotted(e.Base.Kids[0]), tree.Dotted(e.Head.Kids[0])}
	}
	if was, is := alike.Entry(e.Base, e.Head); was != is {
		return rewrite{was, is}
	}
	if alike.Within(e.Base, e.Head) {
		return rewrite{"", alike.Around(e.Head, e.Base)}
	}
	if alike.Within(e.Head, e.Base) {
		return rewrite{alike.Around(e.Base, e.Head), ""}
	}
	return rewrite{}
}

func byName(functions []*tree.Node) map[string]*tree.Node {
	out := make(map[string]*tree.Node)
	for _, f := range functions {
		out[nameOfMember(f)] = f
	}
	return out
}

// parts returns what an event puts into a function and takes out of it.
func (acc *account) parts(e *event) (gain, loss atoms) {
	gain, loss = make(atoms), make(atoms)
	if e.Head != nil {
		gain = atomsOf(e.Head, e.Kept, acc.bodies[1])
	}
	if e.Base != nil {
		loss = atomsOf(e.Base, e.Kept, acc.bodies[0])
	}
	return gain.without(loss), loss.without(gain)
}

// only returns what an event adds or removes, nil for one that replaces.
func (e *event) only() *tree.Node {
	switch {
	case e.Base == nil:
		return e.Head
	case e.Head == nil:
		return e.Base
	}
	return nil
}

// other returns the atoms of the side of the change that has not what an event adds or removes.
func (acc *account) other(e *event) atoms {
	if e.Base == nil {
		return acc.lost
	}
	return acc.gained
}

// said returns the constant texts that an event logs, or no longer logs.
func (e *event) said() atoms {
	out := make(atoms)
	if n := e.only(); e.Kind == edit.LoggingChanged && words.IsLog(n) {
		n.Walk(func(k *tree.Node) bool {
			if k.Role == lang.RoleString && k.Text != "" {
				out[tree.MixText(tree.HashSeed, k.Text)]++
			}
			return true
		})
	}
	return out
}
