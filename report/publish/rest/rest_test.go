package rest_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/report/publish"
	"github.com/nexus-ci/nexus-ci/report/publish/rest"
)

// What forges say about an error is one line, whatever form it has.
func TestMessages(t *testing.T) {
	for body, want := range map[string]string{
		`{"message": "Not\nFound", "url": "https://gitea/api"}`:                                    "400 Not Found",
		`{"message": {"note": ["can't be blank", "is too short"]}}`:                                "400 can't be blank; is too short",
		`{"error": "insufficient_scope", "error_description": "higher privileges"}`:                "400 insufficient_scope; higher privileges",
		`{"type": "error", "error": {"message": "Bad", "detail": "no repository"}}`:                "400 no repository; Bad",
		`{"errors": [{"context": "text", "message": "Please enter", "exceptionName": "com.x.Y"}]}`: "400 Please enter",
		`<html>\x1b[31m</html>`: "400 Bad Request",
		``:                      "400 Bad Request",
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusBadRequest)
			_, _ = w.Write([]byte(body))
		}))
		c, err := rest.New(server.URL, rest.Options{Service: "Forge", Token: "secret"})
		if err != nil {
			t.Fatal(err)
		}
		_, err = c.Do(t.Context(), http.MethodGet, "x", nil, nil, nil)
		if err == nil || err.Error() != want || rest.Status(err) != http.StatusBadRequest {
			t.Errorf("%s: error %v, want %s", body, err, want)
		}
		server.Close()
	}
}

// A redirect of a read within the API is followed with the token, any other is not.
func TestRedirects(t *testing.T) {
	asked := ""
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api/moved" {
			http.Redirect(w, r, "/api/here", http.StatusMovedPermanently)
			return
		}
		asked = r.Header.Get("Authorization")
		_, _ = w.Write([]byte("{}"))
	}))
	defer server.Close()
	c, err := rest.New(server.URL+"/api/", rest.Options{Service: "Forge", Token: " secret\n"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Do(t.Context(), http.MethodGet, "moved", nil, nil, &struct{}{}); err != nil || asked != "Bearer secret" {
		t.Errorf("error %v, Authorization %q", err, asked)
	}
	asked = ""
	_, err = c.Do(t.Context(), http.MethodPost, "moved", nil, map[string]string{"body": "x"}, nil)
	var redirect *rest.RedirectError
	if !errors.As(err, &redirect) || asked != "" || rest.Lost(err) {
		t.Errorf("a write: error %v, Authorization %q", err, asked)
	}
}

func TestRefuses(t *testing.T) {
	for _, address := range []string{"", "host", "ftp://host", "https://user:secret@host", "https://host/?x=y", "https://host/#x"} {
		if _, err := rest.New(address, rest.Options{}); err == nil {
			t.Errorf("address %q", address)
		}
	}
	if _, err := rest.New("https://host", rest.Options{Service: "Forge", Token: "a\nb"}); err == nil || strings.Contains(err.Error(), "a\n") {
		t.Errorf("error %v", err)
	}
	for _, name := range []string{"", ".", "..", "a/b", "a?b", "a#b", "a%2fb", "a b", "a\u202eb", `a\b`} {
		if rest.Plain(name) {
			t.Errorf("name %q", name)
		}
	}
}

func TestCut(t *testing.T) {
	if got := rest.Cut("ääää", 7); got != "ää…" {
		t.Errorf("%q", got)
	}
}

// A permission that is missing can be told from other trouble.
func TestFail(t *testing.T) {
	c, err := rest.New("https://host", rest.Options{Service: "Forge", Setting: "FORGE_TOKEN"})
	if err != nil {
		t.Fatal(err)
	}
	for code, want := range map[int]string{
		401: "asking: Forge does not accept the token (401 Unauthorized): check that FORGE_TOKEN is set and valid for host",
		403: "asking: the token lacks a permission (403 Forbidden): the token needs more",
		409: "asking: others change it at the same time (409 Conflict): run the job again",
		413: "asking: the text is too long for Forge (413 Request Entity Too Large)",
		500: "asking: Forge reports a server error (500 Internal Server Error): run the job again later",
	} {
		err := c.Fail("asking", "the token needs more", &rest.StatusError{Code: code})
		if err.Error() != want || errors.Is(err, publish.ErrForbidden) != (code == 403) {
			t.Errorf("%d: %v, want %s", code, err, want)
		}
	}
}
