package java

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/jvm"
)

// testAnnotations mark the methods that test runners start: JUnit 4 and 5, TestNG, jqwik, ArchUnit.
var testAnnotations = map[string]bool{
	"Test": true, "ParameterizedTest": true, "RepeatedTest": true, "TestFactory": true, "TestTemplate": true,
	"Theory": true, "Property": true, "Example": true, "ArchTest": true, "CartesianTest": true, "RetryingTest": true,
}

// shortName is the last part of a dotted name.
func shortName(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// isTest reports whether a path is that of a test: by the directories of Maven and Gradle (src/test
// and the like), else by the names that test runners search for.
func isTest(p string) bool {
	if set, tests := jvm.SourceSet(p); set != "" {
		return tests
	}
	slashed := "/" + p
	switch {
	case strings.Contains(slashed, "/test/"), strings.Contains(slashed, "/tests/"), strings.Contains(slashed, "/androidTest/"),
		strings.Contains(slashed, "/testFixtures/"):
		return true
	}
	if _, set, ok := strings.Cut(slashed, "/src/"); ok {
		if set, _, ok = strings.Cut(set, "/"); ok && strings.HasSuffix(strings.ToLower(set), "test") {
			return true // src/integrationTest
		}
	}
	return jvm.IsTestFile(p, "Test", "Tests", "TestCase", "IT", "ITCase")
}

// isTestName follows the convention of JUnit 3; later test runners use annotations.
func isTestName(d *facts.Def) bool {
	return d.Kind == facts.Method && strings.HasPrefix(d.Name, "test") && d.Has(facts.Exported) && !d.Has(facts.Static) &&
		!d.Has(facts.Abstract) && len(d.Params) == 0 && len(d.Results) == 0
}

// Scores of entry points: highest for what starts a program, lower for what frameworks call, lowest
// for what could only be called from outside the repository.
const (
	scoreMain     = 3.0
	scoreHandler  = 2.5
	scoreEvent    = 2.0
	scoreWiring   = 1.5
	scoreExported = 0.5
)

// entries returns the entry points of Java programs, by the platform and the most common frameworks.
func entries() []lang.Entry {
	list := []lang.Entry{
		{Type: "main", Score: scoreMain, Name: "main"},
		{Type: "main", Score: scoreMain, Name: "premain"},
		{Type: "main", Score: scoreMain, Name: "agentmain"},
	}
	for _, name := range []string{
		"GetMapping", "PostMapping", "PutMapping", "PatchMapping", "DeleteMapping", "RequestMapping", "MessageMapping",
		"QueryMapping", "MutationMapping", "SubscriptionMapping", "SchemaMapping", "ExceptionHandler", // Spring
		"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "Path", // JAX-RS
		"Get", "Post", "Put", "Patch", "Delete", "Head", "Options", "Error", // Micronaut
		"Route", "WebMethod", "OnMessage", "OnOpen", "OnClose",
	} {
		list = append(list, lang.Entry{Type: "request_handler", Score: scoreHandler, Decorator: name})
	}
	for _, param := range []string{"HttpServletRequest", "ServletRequest", "ServerRequest", "HttpExchange", "RoutingContext"} {
		list = append(list, lang.Entry{Type: "request_handler", Score: scoreHandler, ParamType: param})
	}
	for _, name := range []string{"doGet", "doPost", "doPut", "doDelete", "doHead", "service"} {
		list = append(list, lang.Entry{Type: "request_handler", Score: scoreHandler, Name: name, Base: "*Servlet"})
	}
	for _, class := range []string{"RestController", "Controller"} {
		list = append(list, lang.Entry{Type: "request_handler", Score: scoreEvent, ClassDecorator: class, ExportedOnly: true})
	}
	for _, class := range []string{"Command", "CommandLine.Command"} { // picocli
		for _, name := range []string{"run", "call"} {
			list = append(list, lang.Entry{Type: "cli", Score: scoreHandler, ClassDecorator: class, Name: name})
		}
	}
	for _, name := range []string{"Command", "CommandLine.Command", "ShellMethod"} {
		list = append(list, lang.Entry{Type: "cli", Score: scoreHandler, Decorator: name})
	}
	for _, base := range []string{"CommandLineRunner", "ApplicationRunner"} {
		list = append(list, lang.Entry{Type: "main", Score: scoreEvent, Base: base, Name: "run"})
	}
	for _, name := range []string{
		"Scheduled", "EventListener", "TransactionalEventListener", "KafkaListener", "RabbitListener", "JmsListener", "SqsListener",
		"StreamListener", "ServiceActivator", "Incoming", "Observes", "Subscribe", "PostConstruct", "PreDestroy", "Schedule", "EventHandler",
	} {
		list = append(list, lang.Entry{Type: "event", Score: scoreEvent, Decorator: name})
	}
	for _, name := range []string{"Bean", "Provides", "Produces", "Singleton"} {
		list = append(list, lang.Entry{Type: "event", Score: scoreWiring, Decorator: name})
	}
	return append(list, lang.Entry{Type: "exported", Score: scoreExported, ExportedOnly: true})
}
