// Package embedding asks services for vectors: a language model, through the interface that
// OpenAI made common, to make them, and a Qdrant store to keep and find them.
//
// Both are the user's choice, and neither is needed. Whatever goes wrong with one is a
// *search.UnavailableError, whose one line holds no key and nothing that a service said.
package embedding

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/search"
)

const (
	// connectTimeout is how long a service may take to be there, and requestTimeout to answer.
	connectTimeout = 2 * time.Second
	requestTimeout = 30 * time.Second
	// maxResponse bounds an answer, in bytes.
	maxResponse = 64 << 20
	// batch is the number of texts or points of one request.
	batch = 64
)

// A Model makes vectors of texts.
type Model struct {
	url, key, name string
	cache          *cache.Cache
	http           *http.Client
}

// NewModel returns the model of a name behind an address such as https://host/v1. What it
// answers is kept in the cache by the content asked for; nil keeps nothing.
func NewModel(url, key, name string, c *cache.Cache) *Model {
	return &Model{strings.TrimSuffix(url, "/"), key, name, c, client()}
}

// client follows no redirection, which could take a key elsewhere.
func client() *http.Client {
	return &http.Client{
		Timeout:       requestTimeout,
		Transport:     &http.Transport{Proxy: http.ProxyFromEnvironment, DialContext: (&net.Dialer{Timeout: connectTimeout}).DialContext, TLSHandshakeTimeout: connectTimeout},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// Embed returns the vectors of texts.
func (m *Model) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	var missing []int
	for i, t := range texts {
		if data, ok := m.cache.Get(m.cacheKey(t)); ok {
			vectors[i] = decode(data)
		}
		if vectors[i] == nil {
			missing = append(missing, i)
		}
	}
	for len(missing) > 0 {
		some := missing[:min(len(missing), batch)]
		missing = missing[len(some):]
		asked := make([]string, len(some))
		for k, i := range some {
			asked[k] = texts[i]
		}
		answer, err := m.ask(ctx, asked)
		if err != nil {
			return nil, err
		}
		for k, i := range some {
			vectors[i] = answer[k]
			m.cache.Put(m.cacheKey(texts[i]), encode(answer[k]))
		}
	}
	for _, v := range vectors {
		if len(v) != len(vectors[0]) {
			return nil, m.unavailable("gave vectors of several lengths")
		}
	}
	return vectors, nil
}

// ask makes one request.
func (m *Model) ask(ctx context.Context, texts []string) ([][]float32, error) {
	body := struct {
		Model string   `json:"model"`
		Input []string `json:"input"`
	}{m.name, texts}
	var answer struct {
		Data []struct {
			Index     int       `json:"index"`
			Embedding []float32 `json:"embedding"`
		} `json:"data"`
	}
	header := http.Header{}
	if m.key != "" {
		header.Set("Authorization", "Bearer "+m.key)
	}
	if reason := exchange(ctx, m.http, http.MethodPost, m.url+"/embeddings", header, body, &answer); reason != "" {
		return nil, m.unavailable(reason)
	}
	vectors := make([][]float32, len(texts))
	for _, d := range answer.Data {
		if d.Index >= 0 && d.Index < len(vectors) && len(d.Embedding) > 0 {
			vectors[d.Index] = d.Embedding
		}
	}
	for _, v := range vectors {
		if v == nil {
			return nil, m.unavailable("left out a text")
		}
	}
	return vectors, nil
}

func (m *Model) unavailable(reason string) error {
	return &search.UnavailableError{Service: "embedding model", Reason: reason}
}

func (m *Model) cacheKey(text string) cache.Key {
	return cache.KeyOf("embedding", m.url, m.name, text)
}

func encode(v []float32) []byte {
	var data []byte
	for _, x := range v {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
	}
	return data
}

// decode returns nil for what is no vector.
func decode(data []byte) []float32 {
	if len(data) == 0 || len(data)%4 != 0 {
		return nil
	}
	v := make([]float32, len(data)/4)
	for i := range v {
		v[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
	}
	return v
}

// exchange sends a value as JSON, nil for none, and reads the answer into another. It returns
// why that failed, "" when it did not.
func exchange(ctx context.Context, c *http.Client, method, url string, header http.Header, send, receive any) string {
	var body io.Reader
	if send != nil {
		encoded, err := json.Marshal(send)
		if err != nil {
			return "cannot be asked that"
		}
		body = bytes.NewReader(encoded)
	}
	request, err := http.NewRequestWithContext(ctx, method, url, body)
	if err != nil {
		return "has no proper address"
	}
	request.Header = header
	request.Header.Set("Content-Type", "application/json")
	response, err := c.Do(request)
	var timeout net.Error
	switch {
	case errors.Is(err, context.DeadlineExceeded) || errors.As(err, &timeout) && timeout.Timeout():
		return "unreachable: no answer in time"
	case err != nil:
		return "unreachable"
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Sprintf("refused: HTTP status %d", response.StatusCode)
	}
	if json.NewDecoder(io.LimitReader(response.Body, maxResponse)).Decode(receive) != nil {
		return "gave no proper answer"
	}
	return ""
}
