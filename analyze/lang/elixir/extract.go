package elixir

import (
	"maps"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/walk"
)

// An extractor walks the tree of one file once.
type extractor struct {
	t *lang.Tree
	b *lang.Builder

	module   string            // the full name of the module around, "" for none
	aliases  map[string]string // full names by the first part of a name
	imported map[string]string // modules of functions that are imported by name
	open     clauses           // the function whose clauses may go on
}

// clauses are the clauses of a function so far.
type clauses struct {
	def   facts.DefID
	name  string
	arity int
	nodes []int32
}

func extract(t *lang.Tree, b *lang.Builder) {
	if t.Len() == 0 {
		return
	}
	x := &extractor{t: t, b: b, aliases: make(map[string]string), imported: make(map[string]string), open: clauses{def: facts.None}}
	x.block(0)
	x.finish()
}

// block visits statements.
func (x *extractor) block(n int32) {
	if n < 0 {
		return
	}
	var comments walk.Comments
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		x.statement(c, &comments)
		comments.See(x.t, c, x.t.Kind(c) == kComment)
	}
}

// keyword returns the name of the function or macro that node n calls without a module, "" for none.
func (x *extractor) keyword(n int32) string {
	if x.t.Kind(n) != kCall {
		return ""
	}
	if target := x.t.Child(n, fTarget); x.t.Kind(target) == kIdentifier {
		return x.t.Text(target)
	}
	return ""
}

func (x *extractor) statement(n int32, comments *walk.Comments) {
	switch word := x.keyword(n); {
	case isModule(word):
		x.finish()
		x.moduleDef(n, word, comments)
	case isFunction(word):
		x.function(n, word, comments)
	case word == "alias", word == "import", word == "require", word == "use":
		x.directive(n, word)
	default:
		if x.t.Kind(n) == kUnaryOperator && x.t.ChildOfKind(n, tAt) >= 0 {
			x.attribute(n)
			return
		}
		x.visit(n, 0)
	}
}

// args returns the arguments of a call without keywords, and the keywords.
func (x *extractor) args(n int32) (args []int32, keywords int32) {
	keywords = -1
	list := x.t.ChildOfKind(n, kArguments)
	for c := x.t.FirstNamed(list); list >= 0 && c >= 0; c = x.t.Next(c) {
		switch {
		case x.t.Kind(c) == kKeywords:
			keywords = c
		case x.t.Usable(c):
			args = append(args, c)
		}
	}
	return args, keywords
}

// pair returns the value of a key in keywords, -1 for none.
func (x *extractor) pair(keywords int32, key string) int32 {
	if keywords < 0 {
		return -1
	}
	for c := x.t.First(keywords); c >= 0; c = x.t.Next(c) {
		if x.t.Kind(c) == kPair && strings.TrimRight(x.t.Text(x.t.Child(c, fKey)), ": \n") == key {
			return x.t.Child(c, fValue)
		}
	}
	return -1
}

// full returns the full name of the module that an alias means.
func (x *extractor) full(n int32) string {
	if x.t.Kind(n) == kIdentifier && x.t.Text(n) == "__MODULE__" {
		return x.module
	}
	if x.t.Kind(n) == kDot && x.t.Text(x.t.Child(n, fLeft)) == "__MODULE__" {
		return x.module + "." + x.t.Text(x.t.Child(n, fRight))
	}
	if x.t.Kind(n) != kAlias {
		return ""
	}
	name := x.t.Text(n)
	first, rest, more := strings.Cut(name, ".")
	if full, ok := x.aliases[first]; ok {
		if name = full; more {
			name += "." + rest
		}
	}
	return strings.TrimPrefix(name, "Elixir.")
}

// moduleDef adds a module, a protocol or an implementation.
func (x *extractor) moduleDef(n int32, word string, comments *walk.Comments) {
	args, keywords := x.args(n)
	body := x.t.ChildOfKind(n, kDoBlock)
	if len(args) == 0 {
		x.visit(n, 0)
		return
	}
	name := x.full(args[0])
	var implements string
	kind := facts.Class
	switch word {
	case "defprotocol":
		kind = facts.Interface
	case "defimpl":
		implements = name
		if of := x.full(x.pair(keywords, "for")); of != "" {
			name += "." + of
		} else {
			name += "." + x.module
		}
	}
	if name == "" {
		x.visit(n, 0)
		return
	}
	if word != "defimpl" && x.module != "" {
		if first, _, _ := strings.Cut(name, "."); x.aliases[first] == "" {
			x.aliases[first] = x.module + "." + first
			name = x.module + "." + name
		}
	}
	outer, in, aliases := x.module, x.b.In(), maps.Clone(x.aliases)
	if in != facts.None {
		x.b.Leave() // names of modules are global
	}
	d := x.place(n, comments).Def(x.t, kind, name, args[0], body)
	d.Flags |= facts.Exported
	d.Signature = word + " " + name
	id := x.b.Def(d)
	x.b.Enter(id)
	if implements != "" {
		x.b.File.Defs[id].Implements = append(x.b.File.Defs[id].Implements, x.b.NamedType("", implements, x.t.Line(args[0])))
	}
	x.module = name
	if body >= 0 {
		x.t.Nodes[body].Kind = kSource // it runs in any case
		x.block(body)
	}
	x.finish()
	x.b.Leave()
	if in != facts.None {
		x.b.Enter(in)
	}
	x.module = outer
	if aliases[name] == "" {
		x.aliases = aliases
	}
	h := x.b.Hasher()
	h.Add(x.b, n, func(c int32) bool {
		return c == args[0] || isFunction(x.keyword(c)) || isModule(x.keyword(c)) && c != n
	})
	x.b.SetHashes(id, 0, h.Sum(), h)
}

func isModule(word string) bool {
	return word == "defmodule" || word == "defprotocol" || word == "defimpl"
}

func isFunction(word string) bool {
	switch word {
	case "def", "defp", "defmacro", "defmacrop", "defdelegate", "defguard", "defguardp":
		return true
	}
	return false
}

func (x *extractor) place(n int32, comments *walk.Comments) walk.Place {
	return walk.PlaceOf(x.t, n, x.t.Line(n), comments, func(comments []int32) uint64 {
		return walk.DocHash(x.b, comments, func(text []byte) []byte { return text[1:] })
	})
}

// directive adds what alias, import, require and use say.
func (x *extractor) directive(n int32, word string) {
	args, keywords := x.args(n)
	if len(args) == 0 {
		return
	}
	var modules []string
	if parts := x.t.Child(args[0], fRight); x.t.Kind(args[0]) == kDot && x.t.Kind(parts) == kTuple {
		for c := x.t.First(parts); c >= 0; c = x.t.Next(c) {
			if x.t.Kind(c) == kAlias {
				modules = append(modules, x.full(x.t.Child(args[0], fLeft))+"."+x.t.Text(c))
			}
		}
	} else if name := x.full(args[0]); name != "" {
		modules = append(modules, name)
	}
	for _, module := range modules {
		name := x.b.Intern([]byte(module))
		x.b.Import(facts.Import{Source: name, Line: x.t.Line(n), Flags: facts.SideEffectOnly | facts.Lazy})
		x.b.NameExpr(name, x.t.Line(n))
		as := x.pair(keywords, "as")
		switch {
		case as >= 0:
			x.aliases[x.t.Text(as)] = module
		case word == "alias":
			x.aliases[module[strings.LastIndexByte(module, '.')+1:]] = module
		case word == "import":
			only := x.pair(keywords, "only")
			for c := x.t.FirstNamed(x.t.ChildOfKind(only, kKeywords)); c >= 0; c = x.t.Next(c) {
				if x.t.Kind(c) == kPair {
					x.imported[strings.TrimRight(x.t.Text(x.t.Child(c, fKey)), ": \n")] = module
				}
			}
		}
	}
	if word == "use" {
		x.visit(keywords, 0) // options
	}
}

// attribute adds what an attribute of a module says.
func (x *extractor) attribute(n int32) {
	call := x.t.Child(n, fOperand)
	switch x.keyword(call) {
	case "behaviour":
		if args, _ := x.args(call); len(args) == 1 && x.b.In() != facts.None {
			if name := x.full(args[0]); name != "" {
				d := &x.b.File.Defs[x.b.In()]
				d.Implements = append(d.Implements, x.b.NamedType("", name, x.t.Line(n)))
			}
		}
	case "callback", "macrocallback":
		if in := x.b.In(); in != facts.None && x.b.File.Defs[in].Kind == facts.Class {
			x.b.File.Defs[in].Kind = facts.Interface
		}
	case "doc", "moduledoc", "typedoc", "spec", "type", "typep", "opaque", "impl":
	default:
		x.visit(x.t.ChildOfKind(call, kArguments), 0)
	}
}

// function adds a clause of a function.
func (x *extractor) function(n int32, word string, comments *walk.Comments) {
	args, keywords := x.args(n)
	if len(args) == 0 || x.b.In() == facts.None {
		x.visit(n, 0)
		return
	}
	head := args[0]
	guard := int32(-1)
	if x.t.Kind(head) == kBinaryOperator && x.t.ChildOfKind(head, tWhen) >= 0 {
		guard, head = x.t.Child(head, fRight), x.t.Child(head, fLeft)
	}
	at := head
	var params []int32
	if x.t.Kind(head) == kCall {
		at = x.t.Child(head, fTarget)
		list, more := x.args(head)
		if params = list; more >= 0 {
			params = append(params, more)
		}
	}
	if x.t.Kind(at) != kIdentifier {
		x.visit(n, 0) // an operator, or a name that is computed
		return
	}
	name := x.b.Text(at)
	if x.open.def == facts.None || x.open.name != name || x.open.arity != len(params) {
		x.finish()
		d := x.place(n, comments).Def(x.t, facts.Method, name, at, -1)
		d.SignatureEnd = d.Line
		d.Flags |= facts.Static
		if !strings.HasSuffix(word, "p") {
			d.Flags |= facts.Exported
		}
		d.Signature = lang.OneLine([]byte(word + " " + x.t.Text(args[0])))
		for _, p := range params {
			d.Params = append(d.Params, facts.Param{Type: facts.None, Name: x.param(p), Optional: x.t.ChildOfKind(p, tDefault) >= 0})
		}
		if x.b.File.Defs[x.b.In()].Kind == facts.Interface && x.t.ChildOfKind(n, kDoBlock) < 0 && keywords < 0 {
			d.Flags |= facts.Abstract
		}
		x.open = clauses{def: x.b.Def(d), name: name, arity: len(params)}
	}
	x.open.nodes = append(x.open.nodes, n)
	d := &x.b.File.Defs[x.open.def]
	d.End = max(d.End, x.t.EndLine(n))
	x.b.Enter(x.open.def)
	for _, p := range params {
		x.visit(p, 0)
	}
	x.visit(guard, 0)
	if word == "defdelegate" {
		if to := x.full(x.pair(keywords, "to")); to != "" {
			x.call(x.member(to, name, n), n, make([]facts.Arg, len(params)))
		}
	} else if do := x.pair(keywords, "do"); do >= 0 {
		x.visit(do, 0)
	}
	if body := x.t.ChildOfKind(n, kDoBlock); body >= 0 {
		x.t.Nodes[body].Kind = kSource // it runs in any case
		x.inner(body)
	}
	x.b.Leave()
}

// param returns the name of a parameter, "" for a pattern.
func (x *extractor) param(n int32) string {
	if x.t.ChildOfKind(n, tDefault) >= 0 {
		n = x.t.Child(n, fLeft)
	}
	if x.t.Kind(n) == kIdentifier {
		return x.b.Text(n)
	}
	return ""
}

// finish ends the function whose clauses were open.
func (x *extractor) finish() {
	if x.open.def != facts.None {
		h := x.b.Hasher()
		for range x.open.arity {
			h.Text([]byte(","))
		}
		signature := h.Cut()
		for _, n := range x.open.nodes {
			h.Add(x.b, n, nil)
		}
		x.b.SetHashes(x.open.def, signature, h.Cut(), h)
	}
	x.open = clauses{def: facts.None}
}

// member adds a function of a module.
func (x *extractor) member(module, name string, n int32) facts.ExprID {
	return walk.Member(x.b, x.b.NameExpr(x.b.Intern([]byte(module)), x.t.Line(n)), x.b.Intern([]byte(name)), x.t.Line(n))
}

// named adds the use of a function by its plain name.
func (x *extractor) named(name string, n int32) facts.ExprID {
	if module, ok := x.imported[name]; ok {
		return x.member(module, name, n)
	}
	return x.b.NameExpr(x.b.Intern([]byte(name)), x.t.Line(n))
}

func (x *extractor) call(callee facts.ExprID, n int32, args []facts.Arg) {
	for i := range args {
		args[i].X = facts.None
	}
	e := lang.NewExpr(facts.Call, x.b.File.Exprs[callee].Line)
	e.X, e.At, e.Args = callee, x.t.Last(n), args
	x.b.Expr(e)
}

// visit visits an expression. piped is the number of arguments that a pipe adds.
func (x *extractor) visit(n int32, piped int) {
	if n < 0 || x.t.Nodes[n].Flags&lang.IsNamed == 0 {
		return
	}
	switch x.t.Kind(n) {
	case kComment, kQuotedContent, kAtom, kKeyword:
		return
	case kAlias:
		x.b.NameExpr(x.b.Intern([]byte(x.full(n))), x.t.Line(n))
		return
	case kIdentifier:
		if piped > 0 {
			x.call(x.named(x.t.Text(n), n), n, make([]facts.Arg, piped))
		}
		return
	case kUnaryOperator:
		if x.t.ChildOfKind(n, tCapture) >= 0 && x.capture(x.t.Child(n, fOperand)) {
			return
		}
	case kBinaryOperator:
		if x.t.ChildOfKind(n, tPipe) >= 0 {
			x.visit(x.t.Child(n, fLeft), 0)
			x.visit(x.t.Child(n, fRight), 1)
			return
		}
	case kCall:
		x.visitCall(n, piped)
		return
	}
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		x.visit(c, 0)
	}
}

// capture adds the use of a function that &f/1 or &M.f/1 names, and reports whether it is one.
func (x *extractor) capture(n int32) bool {
	left := x.t.Child(n, fLeft)
	if x.t.Kind(n) != kBinaryOperator || x.t.Kind(x.t.Child(n, fRight)) != kInteger {
		return false
	}
	switch x.t.Kind(left) {
	case kIdentifier:
		x.named(x.t.Text(left), left)
		return true
	case kCall:
		target := x.t.Child(left, fTarget)
		if module := x.full(x.t.Child(target, fLeft)); x.t.Kind(target) == kDot && module != "" {
			x.member(module, x.t.Text(x.t.Child(target, fRight)), left)
			return true
		}
	}
	return false
}

// visitCall adds a call.
func (x *extractor) visitCall(n int32, piped int) {
	target := x.t.Child(n, fTarget)
	word := x.keyword(n)
	made := isFunction(word) && x.b.In() != facts.None && x.b.File.Defs[x.b.In()].Kind.IsCallable()
	if made {
		word = "quote" // a function that a macro makes
	}
	count := piped
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch {
		case c == target:
		case x.t.Kind(c) == kArguments:
			for a := x.t.First(c); a >= 0; a = x.t.Next(a) {
				if x.t.Usable(a) && (!made || x.t.Kind(a) == kKeywords) {
					count++
					x.argument(a, word)
				}
			}
		default:
			if word == "test" || word == "describe" || word == "quote" || word == "setup" || word == "setup_all" {
				if x.t.Kind(c) == kDoBlock {
					x.t.Nodes[c].Kind = kSource // it runs when the test does
				}
			}
			if x.t.Kind(c) == kDoBlock || x.t.Kind(c) == kSource {
				x.inner(c)
			} else {
				x.visit(c, 0)
			}
		}
	}
	args := make([]facts.Arg, count)
	switch {
	case word == "quote" || word == "unquote":
	case word != "":
		x.call(x.named(word, target), n, args)
	case x.t.Kind(target) == kDot:
		left, right := x.t.Child(target, fLeft), x.t.Child(target, fRight)
		switch module := x.full(left); {
		case module != "" && x.t.Kind(right) == kIdentifier:
			if module == x.module {
				x.call(x.named(x.t.Text(right), right), n, args)
			} else {
				x.call(x.member(module, x.t.Text(right), right), n, args)
			}
		case x.t.Kind(left) == kAtom: // of Erlang
		default:
			x.visit(left, 0)
			if x.t.ChildOfKind(n, kArguments) >= 0 && right >= 0 {
				x.call(walk.Member(x.b, walk.Other(x.b, left), x.b.Text(right), x.t.Line(right)), n, args)
			}
		}
	default:
		x.visit(target, 0)
	}
}

// argument visits an argument of a call. What do: and else: give to a condition need not run.
func (x *extractor) argument(n int32, word string) {
	if x.t.Kind(n) == kKeywords {
		for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
			key := strings.TrimRight(x.t.Text(x.t.Child(c, fKey)), ": \n")
			if x.t.Kind(c) == kPair && (key == "do" || key == "else") {
				switch word {
				case "if", "unless", "case", "with", "for":
					x.t.Nodes[c].Kind = kElseBlock
				}
			}
		}
	}
	x.visit(n, 0)
}

// inner visits the statements of a block inside an expression. Aliases hold to its end.
func (x *extractor) inner(n int32) {
	outer := x.aliases
	for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
		switch word := x.keyword(c); word {
		case "alias", "import", "require", "use":
			x.aliases = maps.Clone(x.aliases)
			x.directive(c, word)
		default:
			x.visit(c, 0)
		}
	}
	x.aliases = outer
}
