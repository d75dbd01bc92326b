package remote

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
)

// A directory is a backend of files.
type directory string

func (d directory) path(name string) string {
	return filepath.Join(string(d), filepath.FromSlash(name))
}

func (d directory) get(_ context.Context, name string, limit int) ([]byte, error) {
	f, err := os.Open(d.path(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrAbsent
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return bounded(f, limit)
}

func (d directory) put(_ context.Context, name string, object []byte) error {
	return putFile(d.path(name), object)
}

func (d directory) list(_ context.Context, dir string) ([]string, error) {
	entries, err := os.ReadDir(d.path(dir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	names := make([]string, 0, len(entries))
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names, err
}

// putFile writes a file, whole or not at all.
func putFile(file string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(file), "object-*.tmp")
	if err != nil {
		return err
	}
	_, err = temp.Write(content)
	err = errors.Join(err, temp.Chmod(0o644), temp.Close())
	if err == nil {
		err = os.Rename(temp.Name(), file)
	}
	if err != nil {
		os.Remove(temp.Name())
	}
	return err
}

// A server is a backend that speaks the HTTP cache protocol of Bazel.
type server struct {
	address string
	client  *http.Client
}

func (s *server) get(ctx context.Context, name string, limit int) ([]byte, error) {
	resp, err := s.request(ctx, http.MethodGet, name, nil)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
		return bounded(resp.Body, limit)
	case http.StatusNotFound:
		return nil, ErrAbsent
	}
	return nil, fmt.Errorf("the store answers %d", resp.StatusCode)
}

func (s *server) put(ctx context.Context, name string, object []byte) error {
	resp, err := s.request(ctx, http.MethodPut, name, object)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		return fmt.Errorf("the store answers %d", resp.StatusCode)
	}
	return nil
}

// request asks a server. An error does not hold the address, which may have a password.
func (s *server) request(ctx context.Context, method, name string, body []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, s.address+"/"+name, bytes.NewReader(body))
	if err != nil {
		return nil, errors.New("the address of the store is no URL")
	}
	req.Header.Set("User-Agent", "nexus-ci")
	resp, err := s.client.Do(req)
	if err != nil {
		return nil, unreachable(err)
	}
	return resp, nil
}

// unreachable is the error of a request without an answer, without its address.
func unreachable(err error) error {
	var failed *url.Error
	if errors.As(err, &failed) {
		err = failed.Err
	}
	return fmt.Errorf("the store cannot be reached: %w", err)
}

func bounded(r io.Reader, limit int) ([]byte, error) {
	object, err := io.ReadAll(io.LimitReader(r, int64(limit)+1))
	if len(object) > limit {
		return nil, fmt.Errorf("what the store has is larger than %d MB", limit>>20)
	}
	return object, err
}
