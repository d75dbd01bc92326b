package rust

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// macro adds the call of a macro whose arguments are not parsed by the grammar.
func (x *extractor) macro(n int32) facts.ExprID {
	callee := x.macroName(x.t.Child(n, fMacro))
	if callee == facts.None {
		callee = x.operand(-1)
	}
	args := x.tokens(x.t.ChildOfKind(n, kTokenTree))
	e := lang.NewExpr(facts.Call, x.b.File.Exprs[callee].Line)
	e.X, e.At, e.Args = callee, x.t.Last(n), args
	return x.b.Expr(e)
}

// macroName adds the name of a macro. Macros are visible in the whole crate without an import; a path
// names their crate.
func (x *extractor) macroName(n int32) facts.ExprID {
	p := x.pathText(n)
	source, name := splitPath(p)
	if name == "" {
		return facts.None
	}
	line := x.t.Line(n)
	switch head, _, _ := strings.Cut(source, "::"); {
	case source == "" || head == "crate" || head == "self" || head == "super" || head == "$crate":
		x.macros.add(name, line)
	default:
		x.head(head, line)
		return x.pathExpr(p, line)
	}
	return x.macroNamed(name, line)
}

// macroNamed adds the unqualified name of a macro; bindMacros resolves it at the end of the file.
func (x *extractor) macroNamed(name string, line int32) facts.ExprID {
	e := x.b.FileLevelName(name, line)
	x.macroNames = append(x.macroNames, e)
	return e
}

// tokens adds the calls and references in a token tree, which the grammar does not parse, and returns
// the values separated by commas: facts.None for one that is not known, and Spread for a repetition.
func (x *extractor) tokens(n int32) []facts.Arg {
	if n < 0 {
		return nil
	}
	x.b.Open(lang.OrderedScope)
	s := tokenWalk{x: x, current: facts.None}
	c := x.t.First(n)
	if c >= 0 { // a tree that is nested too deeply is empty
		c = x.t.Next(c)
	}
	for c >= 0 && x.t.Next(c) >= 0 { // between the brackets
		c = s.next(c)
	}
	if s.some {
		s.value()
	}
	s.end()
	x.b.Close()
	return s.values
}

// A tokenWalk parses names, paths, members and calls in a token tree.
type tokenWalk struct {
	x       *extractor
	current facts.ExprID // value parsed so far, None for none
	member  bool         // the previous token is a dot
	let     int32        // node of the name that a let declares; 0 for none
	values  []facts.Arg
	// Since the last comma: there was a token, a repetition.
	some, repeats bool
}

// value completes one of the values separated by commas.
func (s *tokenWalk) value() {
	s.values = append(s.values, facts.Arg{X: s.current, Spread: s.repeats})
	s.some, s.repeats = false, false
}

// end completes an argument or a statement.
func (s *tokenWalk) end() {
	x := s.x
	if s.let > 0 {
		id := x.b.Declare(lang.NewVar(facts.LocalVar, x.text(s.let), x.t.Line(s.let)))
		x.b.AddValue(id, s.current)
		s.let = 0
	}
	s.current, s.member = facts.None, false
}

// next handles token c and returns the next token.
func (s *tokenWalk) next(c int32) int32 {
	x := s.x
	after := x.t.Next(c)
	if x.t.Nodes[c].Flags&lang.IsExtra != 0 {
		return after
	}
	s.some = true
	switch k := x.t.Kind(c); k {
	case tComma, tSemicolon:
		s.value()
		s.end()
	case tDot:
		s.member = s.current != facts.None
		return after
	case tQuestion:
		if s.current != facts.None {
			s.current = x.unwrapped(s.current, "?", c)
		}
	case tAwait:
		if s.member {
			s.current = x.wrap(facts.Await, s.current, c)
		}
	case tLet:
		if x.t.Kind(after) == kMutableSpecifier {
			after = x.t.Next(after)
		}
		if x.t.Kind(after) == kIdentifier {
			s.end()
			s.let = after
			return x.t.Next(after)
		}
	case tFn, tStruct, tEnum, tTrait: // its name is a definition
		s.current, s.member = facts.None, false
		if after >= 0 {
			return x.t.Next(after)
		}
		return after
	case tPipe:
		if s.current == facts.None {
			return s.params(after)
		}
		s.current = facts.None
	case kTokenTree:
		s.tree(c)
	case kStringLiteral, kRawStringLiteral, kIntegerLiteral, kFloatLiteral, kBooleanLiteral, kCharLiteral:
		s.literal(c)
	case kTokenRepetition:
		x.tokens(c)
		s.repeats = true
	case kIdentifier, tDefault, tUnion, kSelf, kCrate, kSuper, kMetavariable, kPrimitiveType:
		return s.word(c)
	default:
		s.current = facts.None
	}
	s.member = false
	return after
}

// params declares the parameters of a closure, with types that are paths, and returns the token after
// them.
func (s *tokenWalk) params(c int32) int32 {
	x := s.x
	for ; c >= 0 && x.t.Kind(c) != tPipe; c = x.t.Next(c) {
		if x.t.Kind(c) != kIdentifier {
			continue
		}
		v := lang.NewVar(facts.LocalVar, x.text(c), x.t.Line(c))
		if colon := x.t.Next(c); x.t.Kind(colon) == tColon {
			v.Type, c = s.pathType(x.t.Next(colon), colon)
		}
		x.b.Declare(v)
	}
	if c < 0 {
		return c
	}
	return x.t.Next(c)
}

// pathType adds the path that begins at c, after reference marks, as a type, and returns its last
// token; before where there is no path.
func (s *tokenWalk) pathType(c, before int32) (facts.TypeID, int32) {
	x := s.x
	for c >= 0 && (x.is(c, "&") || x.t.Kind(c) == kMutableSpecifier || x.is(c, "dyn")) {
		before, c = c, x.t.Next(c)
	}
	if k := x.t.Kind(c); k != kIdentifier && k != kPrimitiveType {
		return facts.None, before
	}
	p := x.text(c)
	for x.t.Kind(x.t.Next(c)) == tColons {
		name := x.t.Next(x.t.Next(c))
		if x.t.Kind(name) != kIdentifier {
			break
		}
		p, c = p+"::"+x.text(name), name
	}
	source, name := splitPath(p)
	if source != "" {
		x.head(firstName(source), x.t.Line(c))
	}
	return x.b.NamedType(strings.ReplaceAll(source, "::", "."), name, x.t.Line(c)), c
}

func firstName(p string) string {
	head, _, _ := strings.Cut(p, "::")
	return head
}

func (s *tokenWalk) literal(c int32) {
	if s.member { // x.0
		s.current = s.x.memberOf(s.current, s.x.text(c), c)
		return
	}
	s.current = s.x.literalValue(c)
}

// tree handles a bracketed token tree. Arguments of calls are handled with the name before them.
func (s *tokenWalk) tree(c int32) {
	x := s.x
	open := x.t.Kind(x.t.First(c))
	values := x.tokens(c)
	switch {
	case open == tOpenBracket && s.current != facts.None:
		s.current = x.wrap(facts.Index, s.current, c)
	case open == tOpenParen && len(values) == 1:
		s.current = values[0].X
	default:
		s.current = facts.None
	}
}

// word handles a member or a path, with the arguments of a call.
func (s *tokenWalk) word(c int32) int32 {
	x := s.x
	line := x.t.Line(c)
	if s.member {
		s.current = x.memberOf(s.current, x.text(c), c)
		s.member = false
		return s.arguments(s.typeArgs(x.t.Next(c)), line)
	}
	p, after := x.text(c), x.t.Next(c)
	segments := 1
	for x.t.Kind(after) == tColons {
		name := x.t.Next(after)
		if !isSegment(x.t.Kind(name)) {
			break
		}
		p, after, segments = p+"::"+x.text(name), x.t.Next(name), segments+1
	}
	if x.t.Kind(after) == tNot && x.t.Kind(x.t.Next(max(after, 0))) == kTokenTree { // a macro call inside a macro call
		_, name := splitPath(p)
		x.macros.add(name, line)
		s.current = x.macroNamed(name, line)
		return s.arguments(x.t.Next(after), line)
	}
	after = s.typeArgs(after)
	if s.isKey(after) && segments == 1 {
		s.current = facts.None
		return after
	}
	p = strings.TrimPrefix(p, "$")
	switch {
	case x.t.Kind(c) == kMetavariable && segments == 1:
		s.current = x.operand(-1)
		return after
	case x.t.Kind(c) == kSelf && segments == 1:
		s.current = x.b.NameExpr("self", line)
	case p == "Self" || strings.HasPrefix(p, "Self::"):
		s.current = s.selfPath(c, p, line)
	case segments == 1:
		s.current = x.b.NameExpr(p, line)
	default:
		s.current = x.pathExpr(p, line)
	}
	return s.arguments(after, line)
}

// isSegment reports whether a token of the kind can follow :: in a path. Two of the words are keywords at
// other places only.
func isSegment(k lang.Kind) bool {
	return k == kIdentifier || k == tDefault || k == tUnion || k == kSuper || k == kSelf
}

// isKey reports whether the name before c is that of a field, an argument or a pattern, not a value.
func (s *tokenWalk) isKey(c int32) bool {
	switch s.x.t.Kind(c) {
	case tColon, tAssign, tArrow:
		return true
	}
	return false
}

func (s *tokenWalk) selfPath(c int32, p string, line int32) facts.ExprID {
	x := s.x
	of := x.selfValue(c)
	for _, name := range strings.Split(p, "::")[1:] {
		if of == facts.None {
			break
		}
		m := lang.NewExpr(facts.Member, line)
		m.X, m.Name = of, name
		of = x.b.Expr(m)
	}
	return of
}

// typeArgs returns the token after ::<…>, or c where there are none.
func (s *tokenWalk) typeArgs(c int32) int32 {
	x := s.x
	if x.t.Kind(c) != tColons || x.t.Kind(x.t.Next(c)) != tLess {
		return c
	}
	depth := 0
	for e := x.t.Next(c); e >= 0; e = x.t.Next(e) {
		switch string(x.t.Bytes(e)) {
		case "<":
			depth++
		case ">":
			depth--
		case ">>":
			depth -= 2
		}
		if depth <= 0 {
			return x.t.Next(e)
		}
	}
	return -1
}

// arguments turns the current value into a call if arguments follow.
func (s *tokenWalk) arguments(c, line int32) int32 {
	x := s.x
	if x.t.Kind(c) != kTokenTree || x.t.Kind(x.t.First(c)) != tOpenParen || s.current == facts.None {
		return c
	}
	e := lang.NewExpr(facts.Call, line)
	e.X, e.At, e.Args = s.current, x.t.Last(c), x.tokens(c)
	s.current = x.b.Expr(e)
	return x.t.Next(c)
}
