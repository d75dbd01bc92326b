package convention

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// Entries returns the entry points of frameworks and test runners, by base class, name or path.
func Entries() []lang.Entry {
	return []lang.Entry{
		// Rails
		{Type: "request_handler", Score: 3, Path: "**/app/controllers/**", ExportedOnly: true, Base: "*Controller"},
		{Type: "request_handler", Score: 2.5, ExportedOnly: true, Base: "*Controller"},
		{Type: "request_handler", Score: 2.5, ExportedOnly: true, Base: "ActionController*"},
		{Type: "request_handler", Score: 2, ExportedOnly: true, Base: "*Channel"},
		{Type: "event", Score: 3, Name: "perform", Base: "*Job"},
		{Type: "event", Score: 3, Name: "perform", Base: "*Worker"},
		{Type: "event", Score: 2.5, Name: "perform"},
		{Type: "event", Score: 2, ExportedOnly: true, Base: "*Mailer"},
		{Type: "event", Score: 1.5, Name: "change", Base: "*Migration*"},
		{Type: "event", Score: 1.5, Name: "up", Base: "*Migration*"},
		// Rack, Sinatra, Grape
		{Type: "request_handler", Score: 2, Name: "call"},
		// commands
		{Type: "cli", Score: 3, ExportedOnly: true, Base: "Thor*"},
		{Type: "cli", Score: 2.5, ExportedOnly: true, Base: "*::Command", Name: "run"},
		{Type: "cli", Score: 2, Path: "**/exe/*"},
		{Type: "cli", Score: 2, Path: "**/bin/*"},
		{Type: "cli", Score: 2, Path: "**/*.rake"},
		{Type: "main", Score: 3, Name: "main"},
		// the public interface of a library
		{Type: "exported", Score: 0.5, ExportedOnly: true},
	}
}
