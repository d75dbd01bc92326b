package langtest

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

func TestDump(t *testing.T) {
	b := lang.NewBuilder(&lang.Language{}, nil, &facts.File{Language: "x", Package: "p", Lines: 20, Generated: true})
	b.Import(facts.Import{Source: "net/http", Line: 1})
	b.Import(facts.Import{Source: "./m", Name: "a", Alias: "c", Line: 2, Flags: facts.TypeOnly})
	handler := b.NamedType("http", "Handler", 3)
	server := lang.NewDef(facts.Struct, "Server")
	server.Start, server.Line, server.SignatureEnd, server.End = 3, 3, 3, 5
	b.Def(server)

	receiver := b.NamedType("", "Server", 8)
	pointer := lang.NewType(facts.PointerT, 8)
	pointer.Args = []facts.TypeID{receiver}
	serve := lang.NewDef(facts.Method, "Serve")
	serve.Start, serve.Line, serve.SignatureEnd, serve.End = 8, 9, 9, 12
	serve.DocStart, serve.DocEnd = 6, 7
	serve.Flags = facts.Exported | facts.Pointer
	serve.Receiver = b.Type(pointer)
	serve.Params = []facts.Param{{Name: "h", Type: handler}, {Name: "more", Type: facts.None, Variadic: true, Optional: true}}
	serve.Results = []facts.TypeID{b.NamedType("", "error", 9)}
	serve.Signature = "func (s *Server) Serve(h http.Handler, more ...any) error"
	serve.SignatureHash, serve.BodyHash = 1, 2
	id := b.Def(serve)
	b.Enter(id)
	b.Open(lang.FuncScope)
	self := lang.NewVar(facts.SelfVar, "s", 9)
	self.Type = serve.Receiver
	b.Declare(self)
	field := lang.NewExpr(facts.Member, 10)
	field.Name, field.X = "handlers", b.NameExpr("s", 10)
	index := lang.NewExpr(facts.Index, 10)
	index.X = b.Expr(field)
	call := lang.NewExpr(facts.Call, 10)
	call.X, call.Flags = b.Expr(index), facts.Discarded|facts.Deferred
	call.Args = []facts.Arg{{X: b.NameExpr("h", 10)}, {X: facts.None, Keyword: "k"}, {X: b.NameExpr("s", 10), Spread: true}}
	b.Expr(call)
	b.NameExpr("loose", 11)
	b.Close()
	b.Leave()
	b.File.Decisions = []int32{10, 10}
	b.File.Code = []facts.Span{{Start: 3, End: 5}, {Start: 8, End: 8}}
	b.Problem(facts.SyntaxError, 12, `unexpected "}"`)
	b.Finish()

	want := `
file  x 20 lines package=p generated
code  L3-5 L8
decisions 10 10
import L1 (module) from "net/http"
import L2 a as c from "./m" [TypeOnly]
def   L3-5 Struct Server head..L3 hash=
def   L8-12 Method Server.Serve [Exported Pointer] name=L9 head..L9 doc=L6-7 hash=SB
      signature func (s *Server) Serve(h http.Handler, more ...any) error
      receiver *Server
      params h http.Handler, more?...
      results error
var   L9 in=Server.Serve self %s type=*Server
call  L10 in=Server.Serve [Discarded Deferred]  %s.handlers[](h, k: _, ...%s)
use   L11 in=Server.Serve  loose
problem L12 SyntaxError unexpected "}"
`
	if diff := cmp.Diff(strings.TrimPrefix(want, "\n"), Dump(b.File)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
