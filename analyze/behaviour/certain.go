package behaviour

import (
	"slices"
	"strings"
	"unicode"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/edit"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// A compared holds the differences of one unit, before the rest of the change is considered.
type compared struct {
	unit   *unit
	events []event
	from   *file
	moved  bool // something went to, or came from, another function of the change
}

// An event is a difference with its context in the whole change.
type event struct {
	*edit.Event
	form       form
	gain, loss atoms // what it puts into the function and takes out of it
}

// An account counts the code that a change removes from functions and adds to functions. Code that
// is in both was moved.
type account struct {
	gained, lost atoms
	came, went   map[string]*tree.Node // functions of one side, by name
	events       int                   // of all functions
	names        [2]map[string]bool    // in the base and head versions of the files with events, if these are at most maxMixed
	grows        bool                  // some function has more than it had
	resigned     map[string]bool       // functions with other parameters, or another result
	edits        map[rewrite]int       // how often the change makes an edit
	oneSided     map[string]bool       // functions that only one side has, also of files that only it has
	intended     bool                  // the tests of the change expect something else
}

// A rewrite is the replacement of one text by another.
type rewrite struct{ from, to string }

// atoms are the calls, members and constants in code, counted.
type atoms map[uint64]int

func (a atoms) add(b atoms, times int) {
	for h, n := range b {
		a[h] += n * times
	}
}

// atomsOf returns the atoms of a node; for calls of functions in bodies, the atoms of their bodies.
func atomsOf(n *tree.Node, bodies map[string]*tree.Node) atoms {
	out := make(atoms)
	count(n, bodies, out)
	if len(out) == 0 {
		n.Walk(func(k *tree.Node) bool {
			if k.Role == lang.RoleName && k.Text != "" {
				out[tree.MixText(tree.Mix(tree.HashSeed, uint64(lang.RoleName)), k.Text)]++
			}
			return true
		})
	}
	return out
}

func count(n *tree.Node, bodies map[string]*tree.Node, out atoms) {
	n.Walk(func(k *tree.Node) bool {
		text := ""
		switch k.Role {
		case lang.RoleCall, lang.RoleNew:
			text = tree.LastName(k.Kids[0])
			if body := bodies[text]; body != nil && text != "" {
				count(body, nil, out)
				text = ""
			}
		case lang.RolePair:
			text = k.Text
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
func newAccount(all []compared, came, went []*tree.Node) *account {
	acc := &account{gained: make(atoms), lost: make(atoms), came: byName(came), went: byName(went), resigned: make(map[string]bool), edits: make(map[rewrite]int), names: [2]map[string]bool{{}, {}}}
	for i := range all {
		told := 0
		for k := range all[i].events {
			e := &all[i].events[k]
			e.gain, e.loss = acc.parts(e)
			acc.gained.add(e.gain, 1)
			acc.lost.add(e.loss, 1)
			acc.edits[editOf(e)]++
			acc.grows = acc.grows || len(e.gain) > 0
			if e.Kind != "" {
				told++
			}
		}
		u, from := all[i].unit, all[i].from
		if acc.events += told; told > 0 && acc.events <= maxMixed { // only alone and renames need names, and only of such a change
			addNames(from.base.root, acc.names[0])
			addNames(u.file.head.root, acc.names[1])
		}
		if u.b != nil && head(from.base.content, u.a) != head(u.file.head.content, u.b) {
			acc.resigned[nameOfMember(u.b)] = true
			if n := len(u.symbols); n > 0 && isConstructor(nameOfMember(u.b)) {
				acc.resigned[u.symbols[n-1]] = true
			}
		}
	}
	acc.grows = acc.grows || len(came) > 0
	for _, f := range came {
		count(f, nil, acc.gained)
	}
	for _, f := range went {
		count(f, nil, acc.lost)
	}
	return acc
}

// isConstructor reports whether a member of this name is called by the name of its type.
func isConstructor(name string) bool {
	switch name {
	case "constructor", "__construct", "__init__", "init", "initialize":
		return true
	}
	return false
}

// addNames adds the names in a file to out.
func addNames(n *tree.Node, out map[string]bool) {
	n.Walk(func(k *tree.Node) bool {
		if k.Is(lang.RoleName, lang.RoleMember, lang.RoleParameter, lang.RoleFunction) {
			out[k.Text] = true
		}
		return true
	})
}

// nameOfMember returns the name of a function, or of what a function is stored in.
func nameOfMember(n *tree.Node) string {
	if n.Role == lang.RoleAssign {
		return tree.LastName(n.Kids[0])
	}
	return edit.LastOf(edit.Named(n))
}

// head returns the text of a function before its body.
func head(content []byte, n *tree.Node) string { return line(content, edit.AtName(n)) }

// editOf returns the edit of an event; for constants only the part that differs.
func editOf(e *event) rewrite {
	if e.Base == nil || e.Head == nil {
		return rewrite{}
	}
	if isConstant(e.Base) && isConstant(e.Head) {
		from, to := differing(e.Base.Text, e.Head.Text)
		return rewrite{from, to}
	}
	if within(e.Base, e.Head) {
		return rewrite{"", around(e.Head, e.Base)}
	}
	if within(e.Head, e.Base) {
		return rewrite{around(e.Base, e.Head), ""}
	}
	return rewrite{}
}

// differing returns two texts without their common prefix and suffix.
func differing(a, b string) (string, string) {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return a, b
}

// around returns the names in a value except those of one part.
func around(whole, part *tree.Node) string {
	var out strings.Builder
	whole.Walk(func(k *tree.Node) bool {
		if tree.Same(k, part) {
			return false
		}
		out.WriteString(k.Text + k.Op + " ")
		return true
	})
	return out.String()
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
		gain = atomsOf(e.Head, acc.came)
	}
	if e.Base != nil {
		loss = atomsOf(e.Base, acc.went)
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
	if n := e.only(); e.Kind == edit.LoggingChanged && edit.IsLog(n) {
		n.Walk(func(k *tree.Node) bool {
			if k.Role == lang.RoleString && k.Text != "" {
				out[tree.MixText(tree.HashSeed, k.Text)]++
			}
			return true
		})
	}
	return out
}

// maxMoved is the maximum share of the added or removed atoms of an event that may be found on the
// other side.
const maxMoved = 0.5

// moves reports whether an event is part of code that the change moved.
func (acc *account) moves(e *event) bool {
	if said := e.said(); len(said) > 0 {
		return said.share(acc.other(e)) > 0
	}
	return e.gain.share(acc.lost.without(e.loss)) >= maxMoved || e.loss.share(acc.gained.without(e.gain)) >= maxMoved
}

// calls reports whether a version of an event calls a function that the change added, removed or
// gave other parameters.
func (acc *account) calls(n *tree.Node) bool {
	return n != nil && n.Some(func(k *tree.Node) bool {
		return k.Is(lang.RoleCall, lang.RoleNew) && acc.changes(tree.LastName(k.Kids[0]))
	})
}

// changes reports whether the change has a function of a name.
func (acc *account) changes(name string) bool {
	return acc.came[name] != nil || acc.went[name] != nil || acc.resigned[name] || acc.oneSided[name]
}

// maxSame is the maximum number of equal edits in a change; more are a migration.
const maxSame = 2

// unsure reports whether an event may be part of a larger change that preserves behaviour.
func (acc *account) unsure(e *event) bool {
	if acc.moves(e) || acc.migrates(e) || e.form == replaced {
		return true
	}
	if e.form == operand && e.Base.Is(lang.RoleCall, lang.RoleNew) && acc.resigned[tree.LastName(e.Base.Kids[0])] {
		return true
	}
	for _, name := range e.Calls {
		if e.form != added && e.form != removed && acc.changes(name) {
			return true
		}
	}
	return e.form == rewrapped && (acc.calls(e.Base) || acc.calls(e.Head))
}

// migrates reports whether the change makes the same edit in many places.
func (acc *account) migrates(e *event) bool {
	same := editOf(e)
	return same != (rewrite{}) && acc.edits[same] > maxSame && !(edit.IsNumeric(e.Base) && edit.IsNumeric(e.Head))
}

// maxLeaf is the maximum size of a value that alone replaces another one.
const maxLeaf = 6

// alone reports whether an event is the only one of the change, and replaces one value by another,
// both of which occur in both versions of the file.
func (acc *account) alone(e *event) bool {
	if acc.events != 1 || len(acc.came)+len(acc.went) > 0 || e.Base == nil || e.Head == nil || e.Kind == edit.LoggingChanged && isSameCall(e.Base, e.Head) {
		return false
	}
	a, b := leaf(e.Base, e.Head)
	if a == nil || a.Size > maxLeaf || b.Size > maxLeaf || sameNumber(a, b) || isGrouped(a, b) || isSameCall(a, b) || e.Kind == edit.CallReplaced && isSameCall(e.Base, e.Head) && (isQualified(a, b) || isQualified(b, a)) ||
		a.Is(lang.RoleString) && b.Is(lang.RoleString) && len(a.Kids) > 0 && len(b.Kids) > 0 {
		return false
	}
	if isCode(a) || isCode(b) {
		return slices.Equal(namesIn(a.Text), namesIn(b.Text))
	}
	return acc.known(a) && acc.known(b)
}

// namesIn returns the words of a text.
func namesIn(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// isQualified reports whether long is the name short with a namespace or receiver.
func isQualified(short, long *tree.Node) bool {
	return short.Is(lang.RoleName) && long.Is(lang.RoleMember) && short.Text == long.Text
}

// leaf returns the innermost parts that hold all in which two values differ.
func leaf(a, b *tree.Node) (*tree.Node, *tree.Node) {
	for a.Role == b.Role && a.Op == b.Op && len(a.Kids) == len(b.Kids) && (a.Text == b.Text || a.Role == lang.RoleMember) {
		differ := -1
		if a.Text != b.Text {
			return a, b
		}
		for i := range a.Kids {
			if !tree.Same(a.Kids[i], b.Kids[i]) {
				if differ >= 0 {
					return a, b
				}
				differ = i
			}
		}
		if differ < 0 || a.Kids[differ] == nil || b.Kids[differ] == nil {
			return a, b
		}
		a, b = a.Kids[differ], b.Kids[differ]
	}
	return a, b
}

// known reports whether both versions of the files with events have all names in a value. It holds
// for changes of at most maxMixed events.
func (acc *account) known(n *tree.Node) bool {
	return !n.Some(func(k *tree.Node) bool {
		return k.Is(lang.RoleName, lang.RoleMember) && !(acc.names[0][k.Text] && acc.names[1][k.Text])
	})
}

// open reports whether the effect of an event of a unit is not certain.
func (acc *account) open(c *compared, e *event) bool {
	if acc.intended {
		return acc.preserves(e) || acc.rewritten(c, e)
	}
	return acc.unsure(e)
}

// certain returns the events of a unit with certain effect, and whether the unit was restructured,
// that is, has other events.
func (acc *account) certain(c *compared) (sure []event, restructured bool) {
	grown, shrunk, open := 0, 0, 0
	restructured = c.moved
	for _, e := range c.events {
		if e.Kind == edit.SignatureChanged {
			continue
		}
		if e.form = formOf(&e); e.form == replaced && (acc.alone(&e) || acc.few(&e)) {
			e.form = exact
		}
		if acc.open(c, &e) || isDeclared(c, &e) && !registers(&e) && (e.form == added || e.form == removed || e.form == rewrapped || declares(&e)) ||
			e.Kind == edit.VisibilityChanged && c.movesSymbol() {
			restructured = true
			open++
			continue
		}
		if e.form != exact {
			if e.Base == nil || e.Head != nil && e.Head.Size > e.Base.Size {
				grown++
			} else {
				shrunk++
			}
		}
		if e.Kind != "" {
			sure = append(sure, e)
		}
	}
	if shrunk > 0 && (grown > 0 || acc.grows) {
		restructured = true
	}
	if restructured && !acc.intended {
		sure = slices.DeleteFunc(sure, func(e event) bool { return !survives(&e) && !acc.stands(c, &e, open) })
	}
	return sure, restructured
}

// movesSymbol reports whether a function has another place or name, and so another scope around it.
func (c *compared) movesSymbol() bool {
	u := c.unit
	return u.a != nil && (u.from != nil || u.file.basePath != u.file.headPath || edit.Named(u.a) != edit.Named(u.b))
}

// isDeclared reports whether an event is outside of functions, where most statements declare.
func isDeclared(c *compared, e *event) bool {
	return c.unit.a == nil && e.Kind != edit.ErrorAdded && e.Kind != edit.ErrorRemoved && len(e.Symbols) == len(c.unit.symbols)
}

// registers reports whether an event adds or removes a call that gets code to run, such as the
// handler of a route.
func registers(e *event) bool {
	n := e.only()
	return n.Is(lang.RoleCall) && n.Kids[len(n.Kids)-1].Is(lang.RoleFunction, lang.RoleBlock)
}

// few reports whether an event of a small change replaces a computed value by a constant, or the
// function that is called with the same arguments by one that is as old.
func (acc *account) few(e *event) bool {
	if acc.events > maxMixed || e.Base == nil || e.Head == nil || acc.calls(e.Base) || acc.calls(e.Head) {
		return false
	}
	a, b := leaf(e.Base, e.Head)
	if b.Is(lang.RoleNumber, lang.RoleBool, lang.RoleNull, lang.RoleString) && len(b.Kids) == 0 {
		return a.Is(lang.RoleCall, lang.RoleNew) || a.Is(lang.RoleBinary) && (tree.IsComparison(a.Op) || tree.IsArithmetic(a))
	}
	return e.Kind == edit.CallReplaced && isOtherCallee(e.Base, e.Head) && acc.known(a) && acc.known(b)
}

// isOtherCallee reports whether two calls call functions of other names with the same arguments.
func isOtherCallee(a, b *tree.Node) bool {
	if a.Role != b.Role || !a.Is(lang.RoleCall) || len(a.Kids) < 2 || !tree.SameAll(a.Kids[1:], b.Kids[1:]) {
		return false
	}
	x, y := tree.LastName(a.Kids[0]), tree.LastName(b.Kids[0])
	return x != "" && y != "" && !strings.EqualFold(strings.ReplaceAll(x, "_", ""), strings.ReplaceAll(y, "_", ""))
}

// maxOpen is the maximum number of events without certain effect in a restructured function whose
// constants and operators are still compared.
const maxOpen = 3

// stands reports whether a certain event of a restructured function has an effect whatever the others
// do: a constant or an operator in an otherwise known place, or a check, an exit or a handler of which
// nothing is on the other side of the change.
func (acc *account) stands(c *compared, e *event, open int) bool {
	switch e.form {
	case exact:
		switch e.Kind {
		case edit.ComparisonChanged, edit.LiteralChanged, edit.BoundaryChanged, edit.ErrorChanged:
			return open <= maxOpen && e.Base != nil && e.Head != nil
		}
	case added, removed:
		return len(e.said()) > 0 || isStep(e) && (e.exits() && !c.leaves() || c.only(e.form)) && acc.isNovel(e)
	case operand:
		if e.Kind != edit.ConditionChanged && !(e.Kind == edit.ArgumentChanged && e.Base.Is(lang.RoleCall, lang.RoleNew)) {
			return false
		}
		if len(e.gain) > 0 {
			return len(e.loss) == 0 && e.gain.share(acc.lost) == 0 && !acc.calls(e.Head)
		}
		return len(e.loss) > 0 && e.loss.share(acc.gained) == 0 && !acc.calls(e.Base)
	}
	return false
}

// only reports whether the events of a unit are all of one form, added or removed, except those that
// replace a constant.
func (c *compared) only(as form) bool {
	for i := range c.events {
		e := &c.events[i]
		other := e.Base
		if as == removed {
			other = e.Head
		}
		if e.Kind != edit.SignatureChanged && other != nil && !(e.only() == nil && isConstant(e.Base) && isConstant(e.Head)) {
			return false
		}
	}
	return true
}

// isStep reports whether an event adds or removes a check, an exit, a handler or a call, not only a
// value that others use.
func isStep(e *event) bool {
	switch e.Kind {
	case edit.GuardAdded, edit.GuardRemoved, edit.EarlyReturnAdded, edit.EarlyReturnRemoved, edit.ErrorAdded, edit.ErrorRemoved,
		edit.CatchAdded, edit.CatchRemoved, edit.CleanupAdded, edit.CleanupRemoved, edit.LoggingChanged:
		return true
	case edit.CallAdded, edit.CallRemoved, edit.ValueChanged:
		return !e.only().Declares && !e.only().Is(lang.RolePair)
	}
	return false
}

// isNovel reports whether what an event adds or removes has calls, members or texts, none of which are
// on the other side of the change, and calls no function that the change adds or removes.
func (acc *account) isNovel(e *event) bool {
	own := make(atoms)
	count(e.only(), nil, own)
	return len(own) > 0 && own.share(acc.other(e)) == 0 && !acc.calls(e.only())
}

// leaves reports whether a unit loses a way out, so that another one may take its place.
func (c *compared) leaves() bool {
	return slices.ContainsFunc(c.events, func(e event) bool {
		return e.Head == nil && (e.Kind == edit.EarlyReturnRemoved || e.Kind == edit.ErrorRemoved || e.Kind == edit.GuardRemoved)
	})
}

// exits reports whether an event adds a way out under a condition, an error or a handler.
func (e *event) exits() bool {
	return e.Kind == edit.EarlyReturnAdded && e.Head.Is(lang.RoleIf) || e.Kind == edit.ErrorAdded || e.Kind == edit.CatchAdded
}
