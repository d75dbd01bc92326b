package php

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// Scores of entry points: what a framework calls before what merely could be
// called from outside.
const (
	scoreHandler  = 2.5
	scoreEvent    = 2.0
	scoreExported = 0.5
)

// entries are the ways into a PHP program, by the frameworks most in use.
func entries() []lang.Entry {
	list := []lang.Entry{
		{Type: "request_handler", Score: scoreHandler, Decorator: "Route"},
		{Type: "request_handler", Score: scoreHandler, ClassDecorator: "AsController", ExportedOnly: true},
		{Type: "request_handler", Score: scoreHandler, Base: "*Controller", ExportedOnly: true},
		{Type: "request_handler", Score: scoreHandler, Path: "**/Controllers/**", Name: "__invoke"},
		{Type: "request_handler", Score: scoreHandler, ParamType: "*ServerRequestInterface"},
		{Type: "cli", Score: scoreHandler, Name: "handle", Base: "*Command"},
		{Type: "cli", Score: scoreHandler, Name: "execute", Base: "*Command"},
		{Type: "cli", Score: scoreHandler, Name: "__invoke", ClassDecorator: "AsCommand"},
		{Type: "event", Score: scoreEvent, Name: "handle", Base: "*ShouldQueue"},
		{Type: "event", Score: scoreEvent, Name: "handle", Path: "**/Listeners/**"},
		{Type: "event", Score: scoreEvent, Name: "handle", Path: "**/Jobs/**"},
		{Type: "event", Score: scoreEvent, Decorator: "AsEventListener"},
		{Type: "event", Score: scoreEvent, Decorator: "AsMessageHandler"},
		{Type: "event", Score: scoreEvent, Name: "__invoke", ClassDecorator: "AsMessageHandler"},
	}
	for _, verb := range []string{"get", "post", "put", "patch", "delete", "any", "match", "map", "options", "view", "addRoute", "group"} {
		list = append(list,
			lang.Entry{Type: "request_handler", Score: scoreHandler, Registrar: "Route." + verb},
			lang.Entry{Type: "request_handler", Score: scoreHandler, Registrar: "$app." + verb},
			lang.Entry{Type: "request_handler", Score: scoreHandler, Registrar: "$router." + verb},
			lang.Entry{Type: "request_handler", Score: scoreHandler, Registrar: "$routes." + verb},
		)
	}
	for _, call := range []string{"add_action", "add_filter", "register_rest_route", "register_shutdown_function", "spl_autoload_register", "*.addListener", "*.listen"} {
		list = append(list, lang.Entry{Type: "event", Score: scoreEvent, Registrar: call})
	}
	return append(list, lang.Entry{Type: "exported", Score: scoreExported, ExportedOnly: true})
}
