package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/nexus-ci/nexus-ci/analyze/search/embedding/embeddingtest"
)

// fakeServices are the services of a script: its value of the key "services".
type fakeServices struct{ server *embeddingtest.Server }

func (f *fakeServices) close() {
	if f.server != nil {
		f.server.Close()
	}
}

// servicesCommand writes the user's own configuration, with services on loopback: a language
// model, a store of vectors, or one of them on a port that nothing listens at.
func servicesCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg {
		ts.Fatalf("usage: services [model] [store] [closed-model] [closed-store]")
	}
	f := ts.Value("services").(*fakeServices)
	if f.server == nil {
		f.server = embeddingtest.Start()
	}
	closed := embeddingtest.Start()
	closed.Close()
	var b strings.Builder
	b.WriteString("index:\n")
	for _, what := range args {
		s := f.server
		if strings.HasPrefix(what, "closed-") {
			s = closed
		}
		switch strings.TrimPrefix(what, "closed-") {
		case "model":
			fmt.Fprintf(&b, "  embeddings: {url: %s/v1, model: test, api_key: '${MODEL_KEY}'}\n", s.URL)
		case "store":
			fmt.Fprintf(&b, "  qdrant: {url: %s}\n", s.URL)
		default:
			ts.Fatalf("no service %s", what)
		}
	}
	ts.Setenv("MODEL_KEY", embeddingtest.Key)
	file := filepath.Join(ts.Getenv("XDG_CONFIG_HOME"), "nexus-ci", "config.yml")
	ts.Check(os.MkdirAll(filepath.Dir(file), 0o700))
	ts.Check(os.WriteFile(file, []byte(b.String()), 0o600))
}

// textsCommand checks how many texts the model was asked for since the script began.
func textsCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: texts NUMBER")
	}
	if got := strconv.Itoa(ts.Value("services").(*fakeServices).server.Texts()); got != args[0] {
		ts.Fatalf("the model was asked for %s texts, want %s", got, args[0])
	}
}
