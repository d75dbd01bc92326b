package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"gopkg.in/yaml.v3"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/parse"
	"github.com/nexus-ci/nexus-ci/analyze/search"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/embedding"
	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/git"
)

// services are what the user lets the search ask over the network. They are read from the
// user's own file and never from a repository, which could send code and keys elsewhere.
type services struct {
	modelURL, key, model string
	storeURL             string

	path    string          // of the user's own file
	written map[string]bool // the keys that it sets
}

// settings lists the keys of the user's own file.
func (s *services) settings() []setting {
	return []setting{
		{"index.embeddings.url", "address of an embedding service in the form of OpenAI's, such as https://host/v1; empty: none", &s.modelURL, func() error { return isAddress(s.modelURL) }},
		{"index.embeddings.api_key", "key of the service; ${NAME} stands for an environment variable", &s.key, nil},
		{"index.embeddings.model", "name of the model", &s.model, nil},
		{"index.qdrant.url", "address of a Qdrant server that stores the vectors; empty: they are kept in memory", &s.storeURL, func() error { return isAddress(s.storeURL) }},
	}
}

func isAddress(s string) error {
	if u, err := url.Parse(s); s != "" && (err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https") {
		return errors.New("want an address that begins with http:// or https://")
	}
	return nil
}

// loadServices reads the user's own file, if there is one.
func loadServices() (*services, error) {
	s := &services{written: make(map[string]bool)}
	dir, err := os.UserConfigDir()
	if err != nil {
		return s, nil // nobody's machine: a job, a container
	}
	s.path = filepath.Join(dir, "nexus-ci", "config.yml")
	src, err := readConfig(s.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return s, nil
	case err != nil:
		return nil, usagef("read configuration: %w", err)
	}
	values, err := readSettings(s.path, src, s.settings())
	if err != nil {
		return nil, usageError{err}
	}
	for key := range values {
		s.written[key] = true
	}
	return s, nil
}

// print writes what is set as comments, for no repository's file may hold it. A key that is
// written out is not shown.
func (s *services) print(w io.Writer) error {
	if s.path == "" {
		return nil
	}
	if _, err := fmt.Fprintf(w, "# Only in %s:\n", s.path); err != nil {
		return err
	}
	for _, setting := range s.settings() {
		value := *setting.value.(*string)
		if setting.key == "index.embeddings.api_key" && value != "" && variable.ReplaceAllString(value, "") != "" {
			value = "***"
		}
		text, err := yaml.Marshal(value)
		if err != nil {
			return fmt.Errorf("print configuration: %w", err)
		}
		origin := "default"
		if s.written[setting.key] {
			origin = "file"
		}
		if _, err := fmt.Fprintf(w, "#   %s: %.*s # %s\n", setting.key, len(text)-1, text, origin); err != nil {
			return err
		}
	}
	return nil
}

// variable is how a setting names a variable of the environment.
var variable = regexp.MustCompile(`\$\{([A-Za-z_][A-Za-z0-9_]*)\}`)

// expand puts the variables of the environment into a setting. It is an error when one is not
// set.
func (p *program) expand(s string) (string, error) {
	var err error
	return variable.ReplaceAllStringFunc(s, func(name string) string {
		name = variable.FindStringSubmatch(name)[1]
		value := p.getenv(name)
		if value == "" {
			err = &search.UnavailableError{Service: "embedding model", Reason: "off: the variable " + name + " is not set"}
		}
		return value
	}), err
}

// fillTimeout is how long making the vectors of a repository may take at a time. What was
// made by then is in the cache, and the next question goes on.
const fillTimeout = time.Minute

// semantic returns what makes the search by likeness of a snapshot, nil when no service is
// configured.
func (p *program) semantic(f *analysisFlags, repo *git.Repo, snapshot *diff.Snapshot, g *graph.Graph, conf *config) func(context.Context, *search.Index) (search.Semantic, error) {
	s, err := loadServices()
	if err == nil && s.modelURL == "" && s.storeURL == "" {
		return nil
	}
	return func(ctx context.Context, index *search.Index) (search.Semantic, error) {
		if err != nil {
			return nil, err
		}
		ctx, cancel := context.WithTimeout(ctx, fillTimeout)
		defer cancel()
		if s.modelURL == "" {
			v := search.NewVectors(index)
			return s.stored(ctx, repo, v, v.Points())
		}
		key, err := p.expand(s.key)
		if err != nil {
			return nil, err
		}
		kept, closeCache := p.openCache(f, conf)
		defer closeCache()
		passages, err := readPassages(ctx, repo, snapshot, g)
		if err != nil {
			return nil, err
		}
		points, err := embedded(ctx, embedding.NewModel(s.modelURL, key, s.model, kept), passages)
		if err != nil {
			return nil, err
		}
		// The cache is closed when the first question comes.
		return s.stored(ctx, repo, embedding.NewModel(s.modelURL, key, s.model, nil), points)
	}
}

// stored returns the search among points, in a store if there is one.
func (s *services) stored(ctx context.Context, repo *git.Repo, e search.Embedder, points []search.Point) (search.Semantic, error) {
	if s.storeURL == "" {
		return search.NewEmbedded(e, search.Exact(points)), nil
	}
	name := sha256.Sum256([]byte(repo.Root() + "\x00" + s.modelURL + "\x00" + s.model))
	store := embedding.NewQdrant(s.storeURL, fmt.Sprintf("nexus-ci-%x", name[:8]))
	if err := store.Fill(ctx, points); err != nil {
		return nil, err
	}
	return search.NewEmbedded(e, store), nil
}

// readPassages returns what the symbols of a snapshot say, in one order.
func readPassages(ctx context.Context, repo *git.Repo, snapshot *diff.Snapshot, g *graph.Graph) ([]search.Passage, error) {
	source := search.NewSource(g)
	var paths, ids []string
	for i := range snapshot.Files {
		if file := &snapshot.Files[i]; source.Has(file.Path) {
			paths, ids = append(paths, file.Path), append(ids, file.Blob)
		}
	}
	all := make([][]search.Passage, len(paths))
	err := repo.Blobs().Read(ctx, ids, parse.DefaultMaxBytes, func(i int, content []byte, err error) {
		if err == nil { // a file that cannot be read is found by words
			all[i] = source.Passages(paths[i], content)
		}
	})
	if err != nil {
		return nil, fmt.Errorf("read files: %w", err)
	}
	var list []search.Passage
	for _, some := range all {
		list = append(list, some...)
	}
	return list, nil
}

// embedded returns the points of passages.
func embedded(ctx context.Context, e search.Embedder, passages []search.Passage) ([]search.Point, error) {
	texts := make([]string, len(passages))
	for i, p := range passages {
		texts[i] = p.Text
	}
	vectors, err := e.Embed(ctx, texts)
	if err != nil {
		return nil, err
	}
	points := make([]search.Point, len(passages))
	for i, p := range passages {
		points[i] = search.Point{Doc: p.Doc, Vector: vectors[i]}
	}
	return points, nil
}
