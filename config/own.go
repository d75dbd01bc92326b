package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

// Services are what the user lets the search and the chat ask over the network. They are read
// from the user's own file and never from a repository, which could send code and keys elsewhere.
type Services struct {
	ModelURL, Key, Model string
	StoreURL             string
	Chat                 Chat

	path    string          // of the user's own file
	written map[string]bool // the keys that it sets
}

// Settings lists the keys of the user's own file.
func (s *Services) Settings() []Setting {
	return append([]Setting{
		{"index.embeddings.url", "address of an embedding service in the form of OpenAI's, such as https://host/v1; empty: none", &s.ModelURL, func() error { return isAddress(s.ModelURL) }},
		{"index.embeddings.api_key", "key of the service; ${NAME} stands for an environment variable", &s.Key, nil},
		{"index.embeddings.model", "name of the model", &s.Model, nil},
		{"index.qdrant.url", "address of a Qdrant server that stores the vectors; empty: they are kept in memory", &s.StoreURL, func() error { return isAddress(s.StoreURL) }},
	}, s.Chat.settings()...)
}

// DefaultServices returns what holds where the user has no file.
func DefaultServices() *Services {
	return &Services{Chat: defaultChat(), written: make(map[string]bool)}
}

func isAddress(s string) error {
	if u, err := url.Parse(s); s != "" && (err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https") {
		return errors.New("want an address that begins with http:// or https://")
	}
	return nil
}

// LoadServices reads the user's own file, if there is one.
func LoadServices() (*Services, error) {
	s := DefaultServices()
	dir, err := os.UserConfigDir()
	if err != nil {
		return s, nil // nobody's machine: a job, a container
	}
	s.path = filepath.Join(dir, "nexus-ci", "config.yml")
	src, err := readFile(s.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return s, nil
	case err != nil:
		return nil, unreadable(err)
	}
	values, err := readSettings(s.path, src, s.Settings())
	if err != nil {
		return nil, &Error{err}
	}
	for key := range values {
		s.written[key] = true
	}
	return s, nil
}

// Print writes what is set as comments, for no repository's file may hold it. A key that is
// written out is not shown.
func (s *Services) Print(w io.Writer) error {
	if s.path == "" {
		return nil
	}
	if _, err := fmt.Fprintf(w, "# Only in %s:\n", s.path); err != nil {
		return err
	}
	for _, setting := range s.Settings() {
		value := setting.Value
		if key, ok := value.(*string); ok && strings.HasSuffix(setting.Key, ".api_key") && variable.ReplaceAllString(*key, "") != "" {
			value = "***"
		}
		node := yaml.Node{}
		if err := node.Encode(value); err != nil {
			return fmt.Errorf("print configuration: %w", err)
		}
		node.Style = yaml.FlowStyle
		text, err := yaml.Marshal(&node)
		if err != nil {
			return fmt.Errorf("print configuration: %w", err)
		}
		origin := "default"
		if s.written[setting.Key] {
			origin = "file"
		}
		if _, err := fmt.Fprintf(w, "#   %s: %.*s # %s\n", setting.Key, len(text)-1, text, origin); err != nil {
			return err
		}
	}
	return nil
}

// variable is how a setting names a variable of the environment.
var variable = lazyregexp.New(`\$\{([A-Za-z_][A-Za-z0-9_]*)\}`)

// Expand puts the variables of the environment into a setting. unset is the first of them
// that is not set, empty when all are.
func Expand(text string, getenv func(string) string) (expanded, unset string) {
	expanded = variable.ReplaceAllStringFunc(text, func(name string) string {
		name = variable.FindStringSubmatch(name)[1]
		value := getenv(name)
		if value == "" && unset == "" {
			unset = name
		}
		return value
	})
	return expanded, unset
}
