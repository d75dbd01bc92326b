package kotlin

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// Scores of entry points: highest for what starts a program, lower for what frameworks call, lowest
// for what could only be called from outside the repository.
const (
	scoreMain      = 3.0
	scoreHandler   = 2.5
	scoreEvent     = 2.0
	scoreLifecycle = 1.5
	scoreExported  = 0.5
)

// entries returns the entry points of Kotlin programs, by the most common frameworks.
func entries() []lang.Entry {
	list := []lang.Entry{{Type: "main", Score: scoreMain, Name: "main"}}
	for _, call := range []string{"get", "post", "put", "delete", "patch", "head", "options", "webSocket", "route", "handle", "routing", "authenticate"} {
		list = append(list, lang.Entry{Type: "request_handler", Score: scoreHandler, Registrar: call},
			lang.Entry{Type: "request_handler", Score: scoreHandler, Registrar: "*." + call})
	}
	for _, receiver := range []string{"Route", "Routing", "Application"} { // Ktor: extensions that set up routes
		list = append(list, lang.Entry{Type: "request_handler", Score: scoreHandler, ParamType: receiver})
	}
	for _, name := range []string{
		"RequestMapping", "GetMapping", "PostMapping", "PutMapping", "DeleteMapping", "PatchMapping", "MessageMapping",
		"QueryMapping", "MutationMapping", "SchemaMapping", // Spring
		"GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", // JAX-RS
		"Get", "Post", "Put", "Delete", "Patch", // Micronaut
	} {
		list = append(list, lang.Entry{Type: "request_handler", Score: scoreHandler, Decorator: name})
	}
	for _, name := range []string{
		"EventListener", "KafkaListener", "RabbitListener", "JmsListener", "SqsListener", "TransactionalEventListener",
		"Scheduled", "Subscribe", "Incoming", "OnEvent", "JavascriptInterface", "Composable",
	} {
		list = append(list, lang.Entry{Type: "event", Score: scoreEvent, Decorator: name})
	}
	for _, name := range []string{"PostConstruct", "Bean", "TaskAction"} {
		list = append(list, lang.Entry{Type: "main", Score: scoreLifecycle, Decorator: name})
	}
	for _, base := range []string{"*Activity", "*Fragment", "*Service", "*Application", "*BroadcastReceiver", "*Worker", "*ViewModel"} {
		list = append(list, lang.Entry{Type: "event", Score: scoreLifecycle, Name: "on*", Base: base})
	}
	for _, base := range []string{"CliktCommand", "*.CliktCommand", "DefaultTask", "Runnable", "Callable"} {
		list = append(list, lang.Entry{Type: "cli", Score: scoreEvent, Name: "run", Base: base})
	}
	list = append(list, lang.Entry{Type: "event", Score: scoreLifecycle, Name: "doWork", Base: "*Worker"})
	return append(list, lang.Entry{Type: "exported", Score: scoreExported, ExportedOnly: true})
}
