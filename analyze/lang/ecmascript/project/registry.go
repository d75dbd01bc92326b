package project

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// Registry returns the rule that maps an import to its npm package: the first segment, or with a scope
// the first two.
func Registry() *lang.Registry {
	return &lang.Registry{
		Name: "npm",
		Packages: func(source string) []string {
			if source == "" || strings.ContainsAny(source[:1], "./#") || strings.Contains(source, ":") {
				return nil
			}
			name, rest, _ := strings.Cut(source, "/")
			if strings.HasPrefix(name, "@") {
				second, _, _ := strings.Cut(rest, "/")
				return []string{name + "/" + second}
			}
			if nodeModules[name] {
				return nil // a module of the runtime, whatever is installed
			}
			return []string{name}
		},
		Key:      func(name string) string { return name },
		Inherits: true,
	}
}

// nodeModules are the modules of Node.js whose names npm packages have, too.
var nodeModules = func() map[string]bool {
	m := make(map[string]bool)
	for name := range strings.FieldsSeq(`assert async_hooks buffer child_process cluster console constants crypto dgram
		diagnostics_channel dns domain events fs http http2 https inspector module net os path perf_hooks process punycode
		querystring readline repl stream string_decoder sys timers tls trace_events tty url util v8 vm wasi worker_threads zlib`) {
		m[name] = true
	}
	return m
}()
