package rust

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// entries are the entry points of frameworks, test runners and linkers, by attribute, name or path.
var entries = []lang.Entry{
	{Type: "main", Score: 3, Name: "main"},
	{Type: "main", Score: 3, Decorator: "tokio.main"},
	{Type: "main", Score: 3, Decorator: "*.main"},
	// actix-web, rocket, poem, salvo
	{Type: "request_handler", Score: 3, Decorator: "get"},
	{Type: "request_handler", Score: 3, Decorator: "post"},
	{Type: "request_handler", Score: 3, Decorator: "put"},
	{Type: "request_handler", Score: 3, Decorator: "patch"},
	{Type: "request_handler", Score: 3, Decorator: "delete"},
	{Type: "request_handler", Score: 3, Decorator: "head"},
	{Type: "request_handler", Score: 3, Decorator: "options"},
	{Type: "request_handler", Score: 3, Decorator: "route"},
	{Type: "request_handler", Score: 3, Decorator: "*.get"},
	{Type: "request_handler", Score: 3, Decorator: "*.post"},
	{Type: "request_handler", Score: 3, Decorator: "*.put"},
	{Type: "request_handler", Score: 3, Decorator: "*.patch"},
	{Type: "request_handler", Score: 3, Decorator: "*.delete"},
	{Type: "request_handler", Score: 3, Decorator: "*.route"},
	{Type: "request_handler", Score: 3, Decorator: "handler"},
	{Type: "request_handler", Score: 2, Decorator: "catch"},
	{Type: "request_handler", Score: 2.5, Decorator: "launch"},
	// axum, warp, tide, gotham
	{Type: "request_handler", Score: 3, Registrar: "get"},
	{Type: "request_handler", Score: 3, Registrar: "post"},
	{Type: "request_handler", Score: 3, Registrar: "put"},
	{Type: "request_handler", Score: 3, Registrar: "patch"},
	{Type: "request_handler", Score: 3, Registrar: "delete"},
	{Type: "request_handler", Score: 3, Registrar: "*.get"},
	{Type: "request_handler", Score: 3, Registrar: "*.post"},
	{Type: "request_handler", Score: 3, Registrar: "*.put"},
	{Type: "request_handler", Score: 3, Registrar: "*.patch"},
	{Type: "request_handler", Score: 3, Registrar: "*.delete"},
	{Type: "request_handler", Score: 3, Registrar: "*.to"},
	{Type: "request_handler", Score: 2.5, Registrar: "*.route"},
	{Type: "request_handler", Score: 2, Registrar: "*.fallback"},
	{Type: "request_handler", Score: 2, Registrar: "*.from_fn"},
	{Type: "request_handler", Score: 2, Registrar: "*.from_fn_with_state"},
	// threads and tasks
	{Type: "event", Score: 1.5, Registrar: "*.spawn"},
	{Type: "event", Score: 1.5, Registrar: "*.set_handler"},
	{Type: "event", Score: 1.5, Registrar: "*.set_hook"},
	{Type: "event", Score: 2, Decorator: "wasm_bindgen"},
	{Type: "event", Score: 2, Decorator: "*.command"},
	{Type: "event", Score: 2, Decorator: "command"},
	{Type: "event", Score: 2, Decorator: "pyfunction"},
	{Type: "event", Score: 2, Decorator: "no_mangle"},
	{Type: "event", Score: 2, Decorator: "unsafe"},
	{Type: "event", Score: 2, Decorator: "proc_macro"},
	{Type: "event", Score: 2, Decorator: "proc_macro_derive"},
	{Type: "event", Score: 2, Decorator: "proc_macro_attribute"},
	// the public interface of a crate
	{Type: "exported", Score: 0.5, ExportedOnly: true},
}
