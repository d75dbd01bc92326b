package ruby

import (
	"strings"
	"unicode"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ruby/convention"
)

// runtime records what a call may define at run time: members with the names in its arguments, or with
// names that are not written. receiver is -1 for none.
func (x *extractor) runtime(i, receiver int32, name string) {
	t := x.t
	list, block := t.Child(i, fArguments), t.Child(i, fBlock)
	if convention.Asks[name] {
		for c := t.FirstNamed(list); c >= 0; c = x.nextNamed(c) {
			x.asked[x.symbolName(c)] = true
		}
		return
	}
	if convention.Routes[name] && receiver < 0 && x.ctx.routes != "?" {
		x.handlers(list)
	}
	if name == "send" || name == "public_send" || name == "__send__" {
		if sent := x.symbolName(t.FirstNamed(list)); convention.Definers[sent] {
			name = sent
		}
	}
	inBody := x.ctx.typ >= 0 && x.ctx.method < 0
	switch {
	case convention.DefinesFirst[name] && inBody && receiver < 0:
		if first := t.FirstNamed(list); first >= 0 {
			x.mayDefineNamed(first, onlyComputed)
		}
	case convention.Definers[name] && inBody && receiver < 0: // names that are written become definitions
		x.mayDefine(list, onlyComputed)
	case convention.Definers[name]:
		x.mayDefine(list, onlyWritten)
	case convention.Evaluators[name]:
		if list >= 0 && block < 0 && x.ctx.typ >= 0 { // of text
			x.f.Defs[x.ctx.typ].Flags |= facts.DynamicMembers
		}
	case inBody && receiver < 0 && !convention.KeepsMembers(name):
		x.mayDefine(list, onlyWritten)
	}
}

// Which names count: those that are written in the arguments, or those that the program computes.
const (
	onlyWritten = iota
	onlyComputed
)

// mayDefine records that the type around a call, or a type that is not known, may get the members that
// the arguments name.
func (x *extractor) mayDefine(list int32, which int) {
	for c := x.t.FirstNamed(list); c >= 0; c = x.nextNamed(c) {
		x.mayDefineNamed(c, which)
	}
}

func (x *extractor) mayDefineNamed(c int32, which int) {
	t := x.t
	switch k := t.Kind(c); {
	case k == kArray || k == kStringArray || k == kSymbolArray:
		for n := t.FirstNamed(c); n >= 0; n = x.nextNamed(n) {
			x.mayDefineNamed(n, which)
		}
	case k == kPair:
		if which == onlyWritten {
			x.mayDefineNamed(t.Child(c, fKey), which)
			x.mayDefineNamed(t.Child(c, fValue), which)
		}
	case k == kConstant, k == kScopeResolution, k == kSelf:
	case k != kIdentifier && x.symbolName(c) != "":
		if name := strings.TrimRight(x.symbolName(c), "?!="); which == onlyWritten && isName(name) {
			x.written(name, x.line(c))
		}
	case which == onlyComputed && k != kLambda && k != kMethod && k != kBlockArgument && k != kTrue && k != kFalse:
		x.f.Defs[x.ctx.typ].Flags |= facts.DynamicMembers
	}
}

func isName(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// written adds the assignment of a member, so that the type counts as having it.
func (x *extractor) written(name string, line int32) {
	object := x.literal("", 0)
	if x.ctx.typ >= 0 && x.ctx.method < 0 {
		object = x.b.Expr(lang.NewExpr(facts.This, line))
	}
	e := x.member(object, name, line)
	x.f.Exprs[e].Flags |= facts.Write | facts.Implicit
}

// handlers adds references to the methods that the arguments of a route name.
func (x *extractor) handlers(list int32) {
	t := x.t
	for c := t.FirstNamed(list); c >= 0; c = x.nextNamed(c) {
		at := c
		if t.Kind(c) == kPair {
			at = t.Child(c, fValue)
		}
		if at < 0 || t.Kind(at) != kString {
			continue
		}
		if class, method := convention.Handler(x.symbolName(at)); class != "" {
			line := x.line(at)
			x.member(x.typed(facts.None, x.yardName(x.ctx.routes+class, line), line), method, line)
		}
	}
}
