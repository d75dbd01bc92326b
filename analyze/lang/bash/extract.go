package bash

import (
	"bytes"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

// An extractor walks the tree of one file once, behind one look at its assignments and functions.
type extractor struct {
	t *lang.Tree
	b *lang.Builder

	functions map[string]bool    // names of the functions of the file
	values    map[string][]int32 // values of the variables by name, -1 for one that is not written
	asked     map[string]bool    // names that need not be those of functions: type f, alias f=…
	// moves are the commands that change the directory, outside of substitutions.
	moves []int32
}

func extract(t *lang.Tree, b *lang.Builder) {
	if t.Len() == 0 {
		return
	}
	x := &extractor{t: t, b: b, functions: make(map[string]bool), values: make(map[string][]int32), asked: make(map[string]bool)}
	x.survey()
	x.children(0, false)
	for i := range b.File.Exprs {
		if e := &b.File.Exprs[i]; e.Kind == facts.Name && x.asked[e.Name] {
			e.Flags |= facts.Guarded
		}
	}
}

// survey collects what the walk needs before it comes to it.
func (x *extractor) survey() {
	for n := int32(0); n < x.t.Len(); n++ {
		switch x.t.Kind(n) {
		case kFunctionDefinition:
			x.functions[x.t.Text(x.t.Child(n, fName))] = true
		case kVariableAssignment:
			if name := x.t.Child(n, fName); x.t.Kind(name) == kVariableName {
				x.values[x.t.Text(name)] = append(x.values[x.t.Text(name)], x.t.Child(n, fValue))
			}
		case kForStatement:
			name := x.t.Text(x.t.Child(n, fVariable))
			x.values[name] = append(x.values[name], -1)
		case kCommand:
			switch x.t.Text(x.t.Child(n, fName)) {
			case "cd", "pushd", "popd":
				if !x.substituted(n) {
					x.moves = append(x.moves, n)
				}
			case "read", "mapfile", "readarray", "getopts", "printf":
				for _, arg := range x.arguments(n) {
					x.values[x.t.Text(arg)] = append(x.values[x.t.Text(arg)], -1)
				}
			}
		}
	}
}

// substituted reports whether node n is in a command substitution, which has a directory of its own.
func (x *extractor) substituted(n int32) bool {
	for ; n >= 0; n = x.t.Nodes[n].Parent {
		if x.t.Kind(n) == kCommandSubstitution {
			return true
		}
	}
	return false
}

// children visits the children of n. unsure: they need not run, or need not succeed.
func (x *extractor) children(n int32, unsure bool) {
	var comments walk.Comments
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		x.visit(c, unsure, &comments)
		comments.See(x.t, c, x.t.Kind(c) == kComment && !x.t.IsShebang(c))
	}
}

func (x *extractor) visit(n int32, unsure bool, comments *walk.Comments) {
	switch x.t.Kind(n) {
	case kComment, kRawString, kAnsiCString, kWord, kVariableName:
	case kFunctionDefinition:
		x.function(n, comments)
	case kCommand:
		x.children(n, unsure) // what its arguments run comes first
		x.command(n, unsure)
	case kDeclarationCommand:
		x.children(n, true)
		x.declaration(n)
	case kUnsetCommand:
		for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
			x.asked[x.t.Text(c)] = true
		}
	case kCompoundStatement:
		x.children(n, unsure)
	default:
		x.children(n, true)
	}
}

// function adds a function. Its statements run when it is called, for certain.
func (x *extractor) function(n int32, comments *walk.Comments) {
	name, body := x.t.Child(n, fName), x.t.Child(n, fBody)
	place := walk.PlaceOf(x.t, n, x.t.Line(n), comments, func(comments []int32) uint64 {
		return walk.DocHash(x.b, comments, func(text []byte) []byte { return bytes.TrimLeft(text, "# ") })
	})
	d := place.Def(x.t, facts.Function, x.b.Text(name), name, body)
	d.Signature = d.Name + "()"
	d.Flags |= facts.Exported
	outer := x.b.In()
	if outer == facts.None {
		d.Flags |= facts.ProjectWide
	}
	id := x.b.Def(d)
	if outer != facts.None {
		walk.Declare(x.b, id, d.Name, d.Line)
	}
	x.b.Enter(id)
	x.b.Open(lang.FuncScope)
	if body >= 0 {
		x.children(body, false)
	}
	x.b.Close()
	x.b.Leave()
	h := x.b.Hasher()
	if x.t.Kind(body) == kSubshell {
		h.Text([]byte("subshell"))
	}
	signature := h.Cut()
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		if c > name && x.t.Named(c) { // the keyword and the brackets say nothing
			h.Add(x.b, c, nil)
		}
	}
	x.b.SetHashes(id, signature, h.Cut(), h)
}

// arguments returns the arguments of a command.
func (x *extractor) arguments(n int32) []int32 {
	var args []int32
	for c := x.t.Child(n, fName); c >= 0; {
		if c = x.t.Next(c); c >= 0 && x.t.Named(c) && x.t.Kind(c) != kFileRedirect {
			args = append(args, c)
		}
	}
	return args
}

// plain returns the text of a word or string that is written out.
func (x *extractor) plain(n int32) (string, bool) {
	switch x.t.Kind(n) {
	case kWord, kNumber:
		return strings.ReplaceAll(x.t.Text(n), `\`, ""), true
	case kRawString:
		return strings.Trim(x.t.Text(n), "'"), true
	case kString, kCommandName:
		var text strings.Builder
		for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
			switch {
			case x.t.Kind(c) == kStringContent:
				text.Write(x.t.Bytes(c))
			case x.t.Kind(n) == kCommandName:
				return x.plain(c)
			case x.t.Named(c):
				return "", false
			}
		}
		return text.String(), true
	}
	return "", false
}

// name adds the use of a name at node n.
func (x *extractor) name(name string, n int32) facts.ExprID {
	return x.b.NameExpr(x.b.Intern([]byte(name)), x.t.Line(n))
}

// command adds the facts of a command.
func (x *extractor) command(n int32, unsure bool) {
	head := x.t.Child(n, fName)
	if head < 0 {
		return
	}
	name, written := x.plain(head)
	args := x.arguments(n)
	switch {
	case written && (name == "source" || name == "."):
		x.source(n, args, unsure)
		return
	case !written || strings.Contains(name, "/"):
		x.script(x.t.First(head), unsure)
	default:
		e := lang.NewExpr(facts.Call, x.t.Line(head))
		e.X, e.At = x.name(name, head), x.t.Last(n)
		x.b.Expr(e)
		x.special(name, args, unsure)
	}
	if _, program := programs()[name]; program {
		return
	}
	for _, arg := range args {
		if text, ok := x.plain(arg); ok && x.functions[text] {
			x.b.File.Exprs[x.name(text, arg)].Flags |= facts.Guarded // it may be any text
		}
	}
}

// special adds what commands with a meaning of their own do.
func (x *extractor) special(name string, args []int32, unsure bool) {
	switch name {
	case "eval":
		x.b.File.DynamicNames = true
	case "trap":
		if len(args) > 1 {
			if handler, ok := x.plain(args[0]); ok && x.functions[handler] {
				x.name(handler, args[0])
			}
		}
	case "type", "command", "hash", "which", "alias", "unalias":
		for _, arg := range args {
			text, _, _ := strings.Cut(strings.Trim(x.t.Text(arg), `"'`), "=")
			x.asked[text] = true
		}
	case "bash", "sh", "exec", "nohup", "env", "sudo", "nice", "time", "timeout", "ionice", "setsid", "stdbuf":
		for _, arg := range args {
			text, written := x.plain(arg)
			if strings.HasPrefix(text, "-") || strings.Contains(text, "=") || name != "bash" && name != "sh" && !strings.Contains(x.t.Text(arg), "/") {
				if text == "-c" {
					return
				}
				if name == "time" && x.functions[text] {
					x.b.File.Exprs[x.name(text, arg)].Flags |= facts.Guarded
				}
				continue
			}
			if written || strings.Contains(x.t.Text(arg), "/") {
				x.script(arg, unsure)
			}
			return
		}
	}
}

// declaration adds what declare -f, export -f and the like say of functions.
func (x *extractor) declaration(n int32) {
	of := false
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		text := x.t.Text(c)
		switch {
		case strings.HasPrefix(text, "-"):
			of = of || strings.ContainsAny(text, "fF")
		case of && x.t.Text(x.t.First(n)) == "export" && x.functions[text]:
			x.name(text, c)
		case of:
			x.asked[text] = true
		}
	}
}

// source adds the import of the file that a command reads.
func (x *extractor) source(n int32, args []int32, unsure bool) {
	if len(args) == 0 {
		return
	}
	x.take(args[0], x.fileAt(args[0]), facts.Import{Name: "*"}, unsure)
}

// script adds the use of a file that is started by the path at node n.
func (x *extractor) script(n int32, unsure bool) {
	if source := x.fileAt(n); source != "" && !strings.HasPrefix(source, unknownDir) {
		x.take(n, source, facts.Import{Flags: facts.SideEffectOnly | facts.Lazy}, unsure)
	}
}

// take adds an import of source, which belongs to the file wherever it stands.
func (x *extractor) take(n int32, source string, im facts.Import, unsure bool) {
	if source == "" || strings.HasPrefix(source, unknownDir) {
		if x.b.File.DynamicNames = true; source == "" {
			return
		}
		unsure = true
	}
	im.Source, im.Line = x.b.Intern([]byte(source)), x.t.Line(n)
	if unsure {
		im.Flags |= facts.GuardedImport
	}
	id := x.b.Import(im)
	if im.Name == "*" {
		x.b.File.Imports[id].In = facts.None
	}
}

// obeyed matches the comments that tools obey.
var obeyed = lazyregexp.New(`^#\s*shellcheck\s+\w+=`)

// directive returns a comment that ShellCheck obeys, or the line that says with what the file is run.
func directive(t *lang.Tree, n int32) []byte {
	if text := t.Bytes(n); t.IsShebang(n) || obeyed.Match(text) {
		return text
	}
	return nil
}
