// Package rest calls the API of a forge: it adds the token, waits for rate limits, repeats
// requests that failed temporarily, and says in one line what failed.
//
// In: Options with the address of the API and the token, and requests. Out: responses, or an
// error: a StatusError, a LimitError, a RedirectError, or that of net/http.
//
// Invariants: the token is sent only to the origin of the API and is never in an error; waiting
// is bounded by number and total time; a response is bounded; a request that is not idempotent is
// repeated only if it was certainly not executed; what a server says is one clean line in an
// error.
package rest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"unicode"
)

// A Client calls an API that speaks JSON. It is safe for concurrent use.
type Client struct {
	*Transport
	http *http.Client
}

// New returns a client for the API with an address. It makes no request.
func New(address string, o Options) (*Client, error) {
	api, err := Address(address)
	if err != nil {
		return nil, err
	}
	if o.Token, err = Token(o.Service, o.Token); err != nil {
		return nil, err
	}
	o.API = api
	c := &Client{Transport: NewTransport(o)}
	c.http = &http.Client{Transport: c.Transport, CheckRedirect: c.redirect}
	return c, nil
}

// Address returns the URL of an API, with a slash at its end.
func Address(s string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimRight(s, "/") + "/")
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return nil, fmt.Errorf("API address %q is not a URL such as https://host/api", s)
	}
	return u, nil
}

// Token returns a token without white space around it, or an error that does not hold it.
func Token(service, token string) (string, error) {
	token = strings.TrimSpace(token)
	if strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "", fmt.Errorf("the %s token has characters that no token has: check how it was set", service)
	}
	return token, nil
}

// A RedirectError is a redirect that is not followed.
type RedirectError struct{ service, to string }

func (e *RedirectError) Error() string {
	return fmt.Sprintf("%s redirects to %s, where the token is not sent: check the address of the API and the token", e.service, OneLine(e.to))
}

// redirect follows a few redirects of reads within the origin of the API.
func (c *Client) redirect(req *http.Request, via []*http.Request) error {
	if len(via) > 3 || via[0].Method != http.MethodGet || !sameOrigin(req.URL, c.API) {
		return &RedirectError{c.Service, req.URL.Scheme + "://" + req.URL.Host}
	}
	return nil
}

// Do makes a request to a path below the address of the API, whose segments are escaped. in is
// sent as JSON unless it is nil; the response is decoded into out unless that is nil.
func (c *Client) Do(ctx context.Context, method, path string, query url.Values, in, out any) (http.Header, error) {
	address := c.API.String() + path
	if len(query) > 0 {
		address += "?" + query.Encode()
	}
	var body io.Reader
	if in != nil {
		var b bytes.Buffer
		encoder := json.NewEncoder(&b)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(in); err != nil {
			return nil, err
		}
		body = bytes.NewReader(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
	}
	req, err := http.NewRequestWithContext(ctx, method, address, body)
	if err != nil {
		return nil, err
	}
	req.Header.Set("User-Agent", "nexus-ci")
	req.Header.Set("Accept", "application/json")
	if in != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	content, err := io.ReadAll(resp.Body)
	switch {
	case err != nil:
		return nil, err
	case resp.StatusCode == http.StatusNonAuthoritativeInfo: // a page for people to log in
		return nil, &StatusError{Code: http.StatusUnauthorized}
	case resp.StatusCode < 200 || resp.StatusCode > 299:
		return nil, &StatusError{Code: resp.StatusCode, Message: messages(content)}
	case out == nil:
		return resp.Header, nil
	}
	if err := json.Unmarshal(content, out); err != nil {
		return nil, errors.New("the response is not the JSON that " + c.Service + " documents: check the address of the API")
	}
	return resp.Header, nil
}

// Pages returns the elements of all pages of a list. list returns those of a page and the number
// of the next one, which counts only if it is larger, so that no response can cause an endless
// loop.
func Pages[T any](list func(page int) (some []T, next int, err error)) ([]T, error) {
	var out []T
	for page := 1; ; {
		some, next, err := list(page)
		if err != nil {
			return nil, err
		}
		out = append(out, some...)
		if next <= page || page >= maxPages {
			return out, nil
		}
		page = next
	}
}

// maxPages bounds how many pages of a list are read: of 100 comments each.
const maxPages = 200

// Segment escapes one segment of a path, which may hold slashes.
func Segment(s string) string { return url.PathEscape(s) }

// Plain reports whether s is a name of a user, project or repository that can stand in a path.
func Plain(s string) bool {
	return s != "" && s != "." && s != ".." && !strings.ContainsFunc(s, func(r rune) bool {
		return strings.ContainsRune(`/?#%\`, r) || r <= ' ' || !unicode.IsGraphic(r)
	})
}
