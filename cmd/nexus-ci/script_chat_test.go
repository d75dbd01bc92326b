package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/nexus-ci/nexus-ci/chat/chattest"
)

// A fakeModel is the language model of a script: its value of the key "model".
type fakeModel struct {
	server *chattest.Server
	wrong  []string
}

// close returns what was wrong with the requests.
func (f *fakeModel) close() []string {
	if f.server != nil {
		f.wrong = append(f.wrong, f.server.Wrong()...)
		f.server.Close()
		f.server = nil
	}
	return f.wrong
}

func modelCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 || len(args) > 2 {
		ts.Fatalf("usage: model FILE [openai|anthropic|openrouter|plain]")
	}
	var steps []chattest.Step
	for line := range strings.Lines(ts.ReadFile(args[0])) {
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
			continue
		}
		var step chattest.Step
		d := json.NewDecoder(strings.NewReader(line))
		d.DisallowUnknownFields()
		ts.Check(d.Decode(&step))
		steps = append(steps, step)
	}
	f := ts.Value("model").(*fakeModel)
	f.close()
	f.server = chattest.Start(steps...)
	provider := "openai"
	if len(args) == 2 {
		provider = args[1]
	}
	name, url := strings.ToUpper(provider), f.server.URL+"/v1"
	if provider == "anthropic" {
		url = f.server.URL
	}
	ts.Setenv("NEXUS_CI_CHAT_PROVIDER", provider)
	ts.Setenv("NEXUS_CI_CHAT_MODEL", "test")
	ts.Setenv(name+"_BASE_URL", url)
	ts.Setenv("MODEL_URL", f.server.URL)
	if provider != "plain" {
		ts.Setenv(name+"_API_KEY", chattest.Key)
	}
}

func askedCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: asked NUMBER")
	}
	requests := ts.Value("model").(*fakeModel).server.Requests()
	var b bytes.Buffer
	for _, r := range requests {
		ts.Check(json.Compact(&b, r.Body))
		b.WriteByte('\n')
	}
	fmt.Fprint(ts.Stdout(), b.String())
	if got := strconv.Itoa(len(requests)); got != args[0] {
		ts.Fatalf("the model was asked %s times, want %s", got, args[0])
	}
}

// webSearchCommand writes the user's own configuration, which lets the model search the web.
func webSearchCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 0 {
		ts.Fatalf("usage: websearch")
	}
	file := filepath.Join(ts.Getenv("XDG_CONFIG_HOME"), "nexus-ci", "config.yml")
	ts.Check(os.MkdirAll(filepath.Dir(file), 0o700))
	ts.Check(os.WriteFile(file, []byte("chat: {web_search: true, web_search_url: '"+ts.Value("model").(*fakeModel).server.URL+"'}\n"), 0o600))
}

func webSearchesCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg {
		ts.Fatalf("usage: websearches [QUERY...]")
	}
	if got := ts.Value("model").(*fakeModel).server.Searches(); !slices.Equal(got, args) {
		ts.Fatalf("the web was searched for %q, want %q", got, args)
	}
}
