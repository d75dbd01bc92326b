package config

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/chat"
	"github.com/nexus-ci/nexus-ci/chat/model"
)

// Chat is what the user's own file says of the language model to talk to.
type Chat struct {
	Provider, URL, Key, Model string
	Models                    map[string]string // by provider
	chat.Limits
	AnswerTokens, IdleSeconds int
	WebSearch                 bool
	WebSearchURL              string
}

func defaultChat() Chat {
	return Chat{
		Models: map[string]string{"anthropic": "claude-opus-4-8", "openai": "gpt-5.5"},
		Limits: chat.DefaultLimits, AnswerTokens: 8000, IdleSeconds: 120,
	}
}

// NoProvider is the provider of who wants no model.
const NoProvider = "none"

// A provider is a service that answers in a protocol we know.
type provider struct {
	name        string
	protocol    model.Protocol
	url         string // empty: the user has to name one
	keyVariable string // empty: it needs no key
	urlVariable string
	noTools     bool
}

// providers in the order in which their keys are looked for.
var providers = []provider{
	{"anthropic", model.Anthropic, "https://api.anthropic.com", "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", false},
	{"openai", model.OpenAI, "https://api.openai.com/v1", "OPENAI_API_KEY", "OPENAI_BASE_URL", false},
	{"openrouter", model.OpenAI, "https://openrouter.ai/api/v1", "OPENROUTER_API_KEY", "OPENROUTER_BASE_URL", false},
	{"ollama", model.OpenAI, "http://localhost:11434/v1", "", "OLLAMA_BASE_URL", false},
	{"plain", model.OpenAI, "", "", "PLAIN_BASE_URL", true},
}

// Providers returns the names that a user may choose from.
func Providers() []string {
	names := []string{NoProvider}
	for _, p := range providers {
		names = append(names, p.name)
	}
	return names
}

// Variables of the environment that choose a model.
const (
	providerVariable = "NEXUS_CI_CHAT_PROVIDER"
	modelVariable    = "NEXUS_CI_CHAT_MODEL"
)

func (c *Chat) settings() []Setting {
	number := func(key, doc string, value *int, low, high float64) Setting {
		return Setting{key, doc, value, func() error { return inRange(float64(*value), low, high) }}
	}
	return []Setting{
		{"chat.provider", "who answers: " + strings.Join(Providers(), ", ") + "; empty: the first whose key is in the environment. openai also stands for other services in its form, with chat.url; plain for one that takes no tools", &c.Provider, func() error { return isProvider(c.Provider) }},
		{"chat.url", "address of the service; empty: that of the provider", &c.URL, func() error { return isAddress(c.URL) }},
		{"chat.api_key", "key of the service; ${NAME} stands for an environment variable", &c.Key, nil},
		{"chat.model", "name of the model", &c.Model, nil},
		{"chat.models", "names of the models of the providers, for where chat.model says nothing", &c.Models, nil},
		number("chat.keep_pairs", "number of questions that are remembered word by word; older ones become a line each", &c.KeepPairs, 1, 50),
		number("chat.max_iterations", "number of times that the model may be asked for one answer", &c.Iterations, 1, 100),
		number("chat.max_result_tokens", "size limit of the results of tools that the model calls at once, in tokens of four bytes", &c.ResultTokens, 200, 1e6),
		number("chat.context_tokens", "size limit of a request; what does not fit is shortened, the oldest first", &c.ContextTokens, 2000, 1e7),
		number("chat.answer_tokens", "size limit of an answer, for providers that want to know", &c.AnswerTokens, 100, 1e6),
		number("chat.idle_seconds", "how long the service may send nothing", &c.IdleSeconds, 1, 3600),
		{"chat.web_search", "let the model search the web; what it looks for leaves the machine", &c.WebSearch, nil},
		{"chat.web_search_url", "address of a search service in the form of SearXNG, for chat.web_search", &c.WebSearchURL, func() error { return isAddress(c.WebSearchURL) }},
	}
}

// WebAddress returns the address of the search service of the web, empty where it is not used.
func (c *Chat) WebAddress() (string, error) {
	if c.WebSearch && c.WebSearchURL == "" {
		return "", &Error{errors.New("chat.web_search: needs chat.web_search_url, the address of a search service in the form of SearXNG")}
	}
	if !c.WebSearch {
		return "", nil
	}
	return c.WebSearchURL, nil
}

func isProvider(name string) error {
	if name != "" && !slices.Contains(Providers(), name) {
		return fmt.Errorf("want one of %s", strings.Join(Providers(), ", "))
	}
	return nil
}

// A Value is what holds of a setting, and where that is said.
type Value struct{ Text, Origin string }

// An Endpoint is the model that was chosen.
type Endpoint struct {
	Provider, URL, Key, Model Value
	Options                   model.Options // nothing where the provider is NoProvider
}

// Endpoint returns the model that the flags, the environment and the user's own file choose, in
// this order. A key goes only to where it was said with: that of the environment to the address
// of the environment or of the provider, that of the file to the address of the file or of its
// provider. What is missing is an Error that says how to set it.
func (s *Services) Endpoint(providerFlag, modelFlag string, getenv func(string) string) (*Endpoint, error) {
	c := &s.Chat
	e := &Endpoint{Provider: first(Value{providerFlag, "flag"}, Value{getenv(providerVariable), "variable " + providerVariable}, Value{c.Provider, "file"})}
	if e.Provider.Text == "" {
		e.Provider = Value{NoProvider, "default"}
		for _, p := range providers {
			if p.keyVariable != "" && getenv(p.keyVariable) != "" {
				e.Provider = Value{p.name, "variable " + p.keyVariable}
				break
			}
		}
	}
	if err := isProvider(e.Provider.Text); err != nil {
		return nil, &Error{fmt.Errorf("provider %q (%s): %w", e.Provider.Text, e.Provider.Origin, err)}
	}
	i := slices.IndexFunc(providers, func(p provider) bool { return p.name == e.Provider.Text })
	if i < 0 {
		return e, nil
	}
	p := providers[i]
	own := c.Provider == "" || c.Provider == p.name // the file speaks of this provider
	if err := s.address(e, &p, own, getenv); err != nil {
		return nil, err
	}
	e.Model = first(Value{modelFlag, "flag"}, Value{getenv(modelVariable), "variable " + modelVariable})
	if e.Model.Text == "" && own {
		e.Model = Value{c.Model, "file"}
	}
	e.Model = first(e.Model, Value{c.Models[p.name], "chat.models"})
	if e.Model.Text == "" {
		return nil, &Error{fmt.Errorf("no model for the provider %s: name one with --model, the variable %s or chat.model in your own file, %s", p.name, modelVariable, s.file())}
	}
	e.Options = model.Options{Protocol: p.protocol, URL: e.URL.Text, Key: e.Key.Text, Model: e.Model.Text, NoTools: p.noTools, MaxAnswer: c.AnswerTokens}
	return e, nil
}

// address sets the address and the key that belongs to it.
func (s *Services) address(e *Endpoint, p *provider, own bool, getenv func(string) string) error {
	c := &s.Chat
	inFile := own && (c.URL != "" || c.Key != "")
	e.URL = first(Value{getenv(p.urlVariable), "variable " + p.urlVariable}, Value{p.url, "default"})
	if err := isAddress(e.URL.Text); err != nil {
		return &Error{fmt.Errorf("%s: %w", p.urlVariable, err)}
	}
	if p.keyVariable != "" {
		e.Key = Value{getenv(p.keyVariable), "variable " + p.keyVariable}
	}
	if inFile && getenv(p.urlVariable) == "" {
		key, unset := Expand(c.Key, getenv)
		if unset != "" {
			return &Error{fmt.Errorf("%s: chat.api_key: the variable %s is not set", s.file(), unset)}
		}
		if c.URL != "" {
			e.URL, e.Key = Value{c.URL, "file"}, Value{key, "file"}
		} else {
			e.Key = first(e.Key, Value{key, "file"})
		}
	}
	switch {
	case e.URL.Text == "":
		return &Error{fmt.Errorf("no address for the provider %s: set the variable %s, or chat.url in your own file, %s", p.name, p.urlVariable, s.file())}
	case e.Key.Text == "" && p.keyVariable != "" && e.URL.Origin != "file":
		return &Error{errors.New(s.HowTo(p.name, p.keyVariable))}
	}
	return nil
}

// HowTo says how a key is set.
func (s *Services) HowTo(name, variable string) string {
	return fmt.Sprintf("no key for the provider %s: set the variable %s, or chat.provider and chat.api_key in your own file, %s; for a model on this machine choose --provider ollama, for an answer without a model --provider %s",
		name, variable, s.file(), NoProvider)
}

// file is the path of the user's own file.
func (s *Services) file() string {
	if s.path == "" {
		return "nexus-ci/config.yml in the directory for settings"
	}
	return s.path
}

// first returns the first value that says something.
func first(values ...Value) Value {
	for _, v := range values {
		if v.Text != "" {
			return v
		}
	}
	return Value{}
}

// Print writes what was chosen, without the key.
func (e *Endpoint) Print(w io.Writer) error {
	key := e.Key
	if key.Text != "" {
		key.Text = "***"
	}
	for _, row := range []struct {
		name string
		Value
	}{{"provider", e.Provider}, {"url", e.URL}, {"api_key", key}, {"model", e.Model}} {
		if row.Text == "" {
			continue
		}
		if _, err := fmt.Fprintf(w, "%s: %s # %s\n", row.name, row.Text, row.Origin); err != nil {
			return err
		}
	}
	return nil
}
