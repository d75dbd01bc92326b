package annotation

import (
	"bytes"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python/syntax"
)

// CommentOf returns the type of a comment "# type: T" behind a statement.
func (r *Reader) CommentOf(stmt int32) facts.TypeID {
	t := r.t
	c := t.Next(stmt)
	if t.Kind(c) != syntax.KComment || t.Row(c) != t.EndRow(stmt) {
		return facts.None
	}
	text, ok := typeCommentText(t.Bytes(c))
	if !ok {
		return facts.None
	}
	before := len(r.f.Types)
	typ := r.Parse(text, t.Line(c))
	r.inComment(before)
	return typ
}

// inComment marks the types numbered from and above as types in a comment.
func (r *Reader) inComment(from int) {
	for i := from; i < len(r.f.Types); i++ {
		r.f.Types[i].Spoken = true
	}
}

// typeCommentText returns T of the comment "# type: T".
func typeCommentText(comment []byte) (string, bool) {
	rest := bytes.TrimLeft(comment, "# \t")
	rest, ok := bytes.CutPrefix(rest, []byte("type:"))
	rest = bytes.TrimSpace(rest)
	if !ok || bytes.HasPrefix(rest, []byte("ignore")) {
		return "", false
	}
	rest, _, _ = bytes.Cut(rest, []byte("#"))
	return string(rest), true
}

// SignatureComment sets the types in "# type: (A, B) -> R" between the header of a function and its
// body, where there are no annotations.
func (r *Reader) SignatureComment(i, body int32, id facts.DefID) {
	t := r.t
	if body < 0 || len(r.f.Defs[id].Results) > 0 {
		return
	}
	for c := t.Child(i, syntax.FParameters); c >= 0 && c < body; c = t.Next(c) {
		if t.Kind(c) != syntax.KComment {
			continue
		}
		text, ok := typeCommentText(t.Bytes(c))
		head, result, arrow := strings.Cut(text, "->")
		if !ok || !arrow {
			continue
		}
		before := len(r.f.Types)
		if typ := r.Parse(strings.TrimSpace(result), t.Line(c)); typ >= 0 {
			r.f.Defs[id].Results = []facts.TypeID{typ}
		}
		p := typeParser{r: r, text: head, line: t.Line(c)}
		if p.accept('(') {
			r.commentParams(id, p.list(')', 0))
		}
		r.inComment(before)
		return
	}
}

// commentParams sets the parameter types listed in a type comment. The list may leave out the
// instance.
func (r *Reader) commentParams(id facts.DefID, list []typeArg) {
	params := r.f.Defs[id].Params
	if len(list) == len(params)+1 {
		list = list[1:]
	}
	if len(list) != len(params) {
		return
	}
	for n, a := range list {
		if params[n].Type < 0 {
			params[n].Type = a.typ
		}
	}
	for v := len(r.f.Vars) - 1; v >= 0; v-- {
		p := &r.f.Vars[v]
		if p.In != id || p.Kind != facts.ParamVar {
			break
		}
		if n := int(p.Index); p.Type < 0 && n < len(params) && !params[n].Variadic && !params[n].Keywords {
			p.Type = params[n].Type
		}
	}
}
