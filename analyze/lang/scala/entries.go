package scala

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// Scores of entry points: highest for what starts a program, lower for what frameworks call, lowest
// for what could only be called from outside the repository.
const (
	scoreMain     = 3.0
	scoreHandler  = 2.5
	scoreEvent    = 2.0
	scoreExported = 0.5
)

// entries are the ways into a Scala program, by the frameworks most in use.
func entries() []lang.Entry {
	list := []lang.Entry{
		{Type: "main", Score: scoreMain, Name: "main"},
		{Type: "main", Score: scoreMain, Decorator: "main"},
		{Type: "main", Score: scoreMain, Name: "run", Base: "*IOApp*"},
		{Type: "main", Score: scoreMain, Name: "run", Base: "ZIOAppDefault"},
		{Type: "event", Score: scoreEvent, Name: "receive", Base: "*Actor*"},
		{Type: "event", Score: scoreEvent, Name: "createReceive", Base: "*"},
		{Type: "event", Score: scoreEvent, Name: "onMessage", Base: "AbstractBehavior"},
	}
	for _, base := range []string{"*AbstractController", "*BaseController", "*InjectedController", "Controller"} { // Play
		list = append(list, lang.Entry{Type: "request_handler", Score: scoreHandler, Base: base, ExportedOnly: true})
	}
	for _, call := range []string{"Action", "Action.async", "get", "post", "put", "delete", "path", "complete", "HttpRoutes.of*", "HttpRoutes.of[]"} {
		list = append(list, lang.Entry{Type: "request_handler", Score: scoreHandler, Registrar: call})
	}
	for _, name := range []string{"get", "post", "put", "delete", "patch", "cask.get", "cask.post", "cask.postJson", "cask.postForm", "cask.route", "cask.websocket"} {
		list = append(list, lang.Entry{Type: "request_handler", Score: scoreHandler, Decorator: name})
	}
	for _, name := range []string{"GetMapping", "PostMapping", "PutMapping", "DeleteMapping", "RequestMapping"} {
		list = append(list, lang.Entry{Type: "request_handler", Score: scoreHandler, Decorator: name})
	}
	return append(list, lang.Entry{Type: "exported", Score: scoreExported, ExportedOnly: true})
}
