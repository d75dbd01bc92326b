package csharp

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// Scores of entry points: highest for what starts a program, lower for what frameworks call, lowest
// for what could only be called from outside the repository.
const (
	scoreMain     = 3.0
	scoreHandler  = 2.5
	scoreEvent    = 2.0
	scoreExported = 0.5
)

// entries returns the entry points of C# programs, by the runtime and the most common frameworks.
func entries() []lang.Entry {
	list := []lang.Entry{{Type: "main", Score: scoreMain, Name: "Main"}}
	for _, attribute := range []string{"HttpGet", "HttpPost", "HttpPut", "HttpPatch", "HttpDelete", "HttpHead", "HttpOptions", "Route", "AcceptVerbs"} {
		list = append(list, lang.Entry{Type: "request_handler", Score: scoreHandler, Decorator: attribute})
	}
	for _, base := range []string{"ControllerBase", "Controller", "ApiController", "PageModel"} {
		list = append(list, lang.Entry{Type: "request_handler", Score: scoreHandler, Base: base, ExportedOnly: true})
	}
	list = append(list, lang.Entry{Type: "request_handler", Score: scoreHandler, ClassDecorator: "ApiController", ExportedOnly: true})
	for _, call := range []string{"*.MapGet", "*.MapPost", "*.MapPut", "*.MapPatch", "*.MapDelete", "*.MapMethods", "*.Map", "*.MapFallback"} {
		list = append(list, lang.Entry{Type: "request_handler", Score: scoreHandler, Registrar: call})
	}
	list = append(list,
		lang.Entry{Type: "request_handler", Score: scoreHandler, Name: "InvokeAsync", ParamType: "HttpContext"},
		lang.Entry{Type: "request_handler", Score: scoreHandler, Name: "Invoke", ParamType: "HttpContext"},
		lang.Entry{Type: "request_handler", Score: scoreHandler, ParamType: "ServerCallContext"},
		lang.Entry{Type: "request_handler", Score: scoreHandler, Base: "Hub*", ExportedOnly: true},
		lang.Entry{Type: "request_handler", Score: scoreHandler, Name: "Handle*", Base: "IRequestHandler"},
		lang.Entry{Type: "event", Score: scoreEvent, Name: "Handle*", Base: "INotificationHandler"},
		lang.Entry{Type: "event", Score: scoreEvent, Name: "Consume", Base: "IConsumer"},
		lang.Entry{Type: "event", Score: scoreEvent, Name: "ExecuteAsync", Base: "BackgroundService"},
		lang.Entry{Type: "event", Score: scoreEvent, Name: "StartAsync", Base: "IHostedService"},
		lang.Entry{Type: "event", Score: scoreEvent, Decorator: "Function"},
		lang.Entry{Type: "event", Score: scoreEvent, Decorator: "FunctionName"},
		lang.Entry{Type: "cli", Score: scoreHandler, Name: "Execute*", Base: "Command"},
		lang.Entry{Type: "cli", Score: scoreHandler, Name: "Execute*", Base: "AsyncCommand"},
	)
	return append(list, lang.Entry{Type: "exported", Score: scoreExported, ExportedOnly: true})
}
