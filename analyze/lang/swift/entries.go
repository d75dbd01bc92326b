package swift

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// entries are the entry points of the system, frameworks and test runners.
var entries = []lang.Entry{
	{Type: "main", Score: 3, Name: "main", ClassDecorator: "main"},
	{Type: "main", Score: 2, Name: "main"},
	// Vapor, Hummingbird, Kitura
	{Type: "request_handler", Score: 3, Registrar: "*.get"},
	{Type: "request_handler", Score: 3, Registrar: "*.post"},
	{Type: "request_handler", Score: 3, Registrar: "*.put"},
	{Type: "request_handler", Score: 3, Registrar: "*.patch"},
	{Type: "request_handler", Score: 3, Registrar: "*.delete"},
	{Type: "request_handler", Score: 3, Registrar: "*.on"},
	{Type: "request_handler", Score: 2.5, Registrar: "*.webSocket"},
	{Type: "request_handler", Score: 2, Name: "boot", Base: "RouteCollection"},
	{Type: "request_handler", Score: 2, Name: "respond", Base: "*Middleware"},
	// command lines
	{Type: "cli", Score: 3, Name: "run", Base: "ParsableCommand"},
	{Type: "cli", Score: 3, Name: "run", Base: "AsyncParsableCommand"},
	{Type: "cli", Score: 2.5, Name: "run", Base: "*Command"},
	// apps
	{Type: "main", Score: 3, Name: "body", Base: "App"},
	{Type: "event", Score: 2, Name: "body", Base: "View"},
	{Type: "event", Score: 2, Name: "body", Base: "*.View"},
	{Type: "event", Score: 2.5, Name: "application*", Base: "UIApplicationDelegate"},
	{Type: "event", Score: 2.5, Name: "application*", Base: "NSApplicationDelegate"},
	{Type: "event", Score: 2, Name: "scene*", Base: "UIWindowSceneDelegate"},
	{Type: "event", Score: 2, Name: "viewDidLoad"},
	{Type: "event", Score: 2, Name: "viewDidAppear"},
	{Type: "event", Score: 2, Name: "viewWillAppear"},
	{Type: "event", Score: 2, Decorator: "IBAction"},
	{Type: "event", Score: 1.5, Registrar: "*.addTarget"},
	// the public interface of a module
	{Type: "exported", Score: 0.5, ExportedOnly: true},
}
