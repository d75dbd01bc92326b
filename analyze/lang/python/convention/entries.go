package convention

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// Entries returns the entry points of frameworks and runners, by decorator, name or path.
func Entries() []lang.Entry {
	return []lang.Entry{
		// Flask, Quart, Blueprint, FastAPI, Starlette, Sanic, Bottle, aiohttp
		{Type: "request_handler", Score: 3, Decorator: "*.route"},
		{Type: "request_handler", Score: 3, Decorator: "route"},
		{Type: "request_handler", Score: 3, Decorator: "*.get"},
		{Type: "request_handler", Score: 3, Decorator: "*.post"},
		{Type: "request_handler", Score: 3, Decorator: "*.put"},
		{Type: "request_handler", Score: 3, Decorator: "*.patch"},
		{Type: "request_handler", Score: 3, Decorator: "*.delete"},
		{Type: "request_handler", Score: 3, Decorator: "*.head"},
		{Type: "request_handler", Score: 3, Decorator: "*.options"},
		{Type: "request_handler", Score: 3, Decorator: "*.api_route"},
		{Type: "request_handler", Score: 3, Decorator: "*.websocket"},
		{Type: "request_handler", Score: 3, Decorator: "api_view"},
		{Type: "request_handler", Score: 2, Decorator: "*.before_request"},
		{Type: "request_handler", Score: 2, Decorator: "*.after_request"},
		{Type: "request_handler", Score: 2, Decorator: "*.teardown_request"},
		{Type: "request_handler", Score: 2, Decorator: "*.teardown_appcontext"},
		{Type: "request_handler", Score: 2, Decorator: "*.errorhandler"},
		{Type: "request_handler", Score: 2, Decorator: "*.exception_handler"},
		{Type: "request_handler", Score: 2, Decorator: "*.middleware"},
		{Type: "request_handler", Score: 2, Decorator: "*.context_processor"},
		{Type: "request_handler", Score: 2.5, Registrar: "*.add_url_rule"},
		{Type: "request_handler", Score: 2.5, Registrar: "*.add_api_route"},
		{Type: "request_handler", Score: 2.5, Registrar: "*.add_route"},
		// Django
		{Type: "request_handler", Score: 3, Registrar: "path"},
		{Type: "request_handler", Score: 3, Registrar: "re_path"},
		{Type: "request_handler", Score: 2, Path: "**/views.py", ParamType: "*HttpRequest"},
		{Type: "request_handler", Score: 1.5, Path: "**/views.py", ExportedOnly: true},
		{Type: "request_handler", Score: 1.5, Path: "**/views/*.py", ExportedOnly: true},
		{Type: "cli", Score: 2.5, Path: "**/management/commands/*.py", Name: "handle"},
		{Type: "event", Score: 2, Decorator: "receiver"},
		{Type: "event", Score: 2, Registrar: "*.connect"},
		// Celery, Dramatiq, RQ, Huey, schedulers
		{Type: "event", Score: 3, Decorator: "*.task"},
		{Type: "event", Score: 3, Decorator: "shared_task"},
		{Type: "event", Score: 3, Decorator: "*.shared_task"},
		{Type: "event", Score: 3, Decorator: "*.actor"},
		{Type: "event", Score: 3, Decorator: "*.periodic_task"},
		{Type: "event", Score: 2.5, Decorator: "*.scheduled_job"},
		{Type: "event", Score: 2.5, Decorator: "*.on_event"},
		{Type: "event", Score: 2.5, Decorator: "*.event"},
		{Type: "event", Score: 2.5, Decorator: "*.listens_for"},
		{Type: "event", Score: 2, Registrar: "atexit.register"},
		{Type: "event", Score: 2, Registrar: "signal.signal"},
		{Type: "event", Score: 2, Name: "lambda_handler"},
		// click, Typer, Flask CLI, argparse
		{Type: "cli", Score: 3, Decorator: "*.command"},
		{Type: "cli", Score: 3, Decorator: "command"},
		{Type: "cli", Score: 2.5, Decorator: "*.group"},
		{Type: "cli", Score: 2.5, Decorator: "group"},
		{Type: "cli", Score: 2.5, Decorator: "*.callback"},
		{Type: "cli", Score: 2, Registrar: "*.set_defaults"},
		{Type: "main", Score: 3, Name: "main"},
		{Type: "main", Score: 2, Path: "**/__main__.py", ExportedOnly: true},
		// pytest
		{Type: "test", Score: 1, Decorator: "pytest.fixture"},
		{Type: "test", Score: 1, Decorator: "fixture"},
		{Type: "test", Score: 1, Decorator: "pytest.mark.*"},
		// threads and callbacks that the interpreter starts
		{Type: "event", Score: 1.5, Registrar: "*.Thread"},
		{Type: "event", Score: 1.5, Registrar: "*.submit"},
		{Type: "event", Score: 1.5, Registrar: "*.create_task"},
		// the public interface of a library
		{Type: "exported", Score: 0.5, ExportedOnly: true},
	}
}
