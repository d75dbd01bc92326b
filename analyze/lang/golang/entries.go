package golang

import (
	"path"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// Scores of entry points: highest for what starts a program, lower for what frameworks call, lowest
// for what could only be called from outside the repository.
const (
	scoreMain     = 3.0
	scoreHandler  = 2.5
	scoreEvent    = 2.0
	scoreInit     = 1.5
	scoreTest     = 1.0
	scoreExported = 0.5
)

// entries returns the entry points of Go programs, by the standard library and the most common
// frameworks.
func entries() []lang.Entry {
	list := []lang.Entry{
		{Type: "main", Score: scoreMain, Name: "main"},
		{Type: "main", Score: scoreInit, Name: "init"},
		{Type: "request_handler", Score: scoreHandler, Name: "ServeHTTP"},
	}
	for _, name := range []string{"Test*", "Benchmark*", "Fuzz*"} {
		list = append(list, lang.Entry{Type: "test", Score: scoreTest, Path: "**/*_test.go", Name: name})
	}
	for _, param := range []string{"*testing.T", "*testing.B", "*testing.F", "*testing.M", "testing.TB", "*httptest.ResponseRecorder", "*httptest.Server"} {
		list = append(list, lang.Entry{Type: "test", Score: scoreTest, ParamType: param})
	}
	for _, param := range []string{
		"http.ResponseWriter", "*http.Request", // net/http, chi, gorilla/mux
		"*gin.Context", "echo.Context", "*echo.Context", "*fiber.Ctx", "fiber.Ctx", "iris.Context", "*beego.Context",
		"*fasthttp.RequestCtx", "*restful.Request",
	} {
		list = append(list, lang.Entry{Type: "request_handler", Score: scoreHandler, ParamType: param})
	}
	for _, call := range []string{
		"*.GET", "*.POST", "*.PUT", "*.PATCH", "*.DELETE", "*.HEAD", "*.OPTIONS", "*.CONNECT", "*.TRACE", "*.Any",
		"*.Get", "*.Post", "*.Put", "*.Patch", "*.Delete", "*.Head", "*.Options", "*.All", "*.Match",
		"*.Handle", "*.HandleFunc", "*.HandlerFunc", "*.Handler", "*.MethodFunc", "*.Use", "*.NoRoute", "*.NoMethod",
	} {
		list = append(list, lang.Entry{Type: "request_handler", Score: scoreHandler, Registrar: call})
	}
	for _, param := range []string{"*cobra.Command", "*cli.Context", "*cli.Command"} {
		list = append(list, lang.Entry{Type: "cli", Score: scoreHandler, ParamType: param})
	}
	for _, call := range []string{"lambda.Start", "*.Subscribe", "*.QueueSubscribe", "*.AddFunc", "*.AddEventHandler", "signal.Notify"} {
		list = append(list, lang.Entry{Type: "event", Score: scoreEvent, Registrar: call})
	}
	return append(list, lang.Entry{Type: "exported", Score: scoreExported, ExportedOnly: true})
}

// isTestSupport reports whether a file that is not a test contains helpers for tests: the names of
// such packages end with test, like httptest.
func isTestSupport(file string) bool {
	dir := path.Base(path.Dir(file))
	return lang.IsTestSupport(file) || strings.HasSuffix(dir, "test") && !endsInTest[dir]
}

// endsInTest are words that end with test but do not concern tests.
var endsInTest = map[string]bool{"latest": true, "contest": true, "attest": true, "protest": true, "fastest": true, "greatest": true, "shortest": true, "longest": true}
