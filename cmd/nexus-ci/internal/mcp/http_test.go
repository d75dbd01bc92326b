package mcp

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

const testToken = "sesame"

// bearer sends a token with each request.
type bearer string

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(r)
}

// dial returns a session of the SDK's own client.
func dial(t *testing.T, address string) *sdk.ClientSession {
	t.Helper()
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), &sdk.StreamableClientTransport{
		Endpoint: "http://" + address + "/mcp", HTTPClient: &http.Client{Transport: bearer(testToken)},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.Close() })
	return session
}

// serve starts a server and returns its address.
func serve(t *testing.T, c Config) string {
	t.Helper()
	l, err := Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- New(c).ServeHTTP(ctx, l, testToken) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return l.Addr().String()
}

func TestHTTP(t *testing.T) {
	session := dial(t, serve(t, config(t, "app")))
	if text, r := ask(t, session, "context", `{"name":"validateUser"}`); r.IsError || !strings.HasPrefix(text, "Function validateUser") {
		t.Error(text)
	}
}

// A tool that writes is there only where it is allowed.
func TestWrites(t *testing.T) {
	for _, allowed := range []bool{false, true} {
		c := config(t, "app")
		c.Writes = allowed
		session := dial(t, serve(t, c))
		list, err := session.ListTools(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		writing := 0
		for _, tool := range list.Tools {
			if !tool.Annotations.ReadOnlyHint {
				writing++
			}
		}
		_, err = session.CallTool(t.Context(), &sdk.CallToolParams{Name: "rename", Arguments: map[string]any{"old_name": "validateUser", "new_name": "checkUser", "apply": true}})
		if allowed != (writing > 0) || allowed != (err == nil) {
			t.Errorf("writes %v: %d tools that write are listed, rename says %v", allowed, writing, err)
		}
	}
}

// Only programs of this machine are answered: no page of a browser, whatever name it made
// point here, and nobody without the token.
func TestHTTPRefuses(t *testing.T) {
	address := serve(t, config(t, "app"))
	_, port, _ := strings.Cut(address, ":")
	post := func(host, origin, authorization, body string) (int, string) {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+address+"/mcp", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Host = host
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		if origin != "" {
			r.Header.Set("Origin", origin)
		}
		if authorization != "" {
			r.Header.Set("Authorization", authorization)
		}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		content, _ := io.ReadAll(answer.Body)
		return answer.StatusCode, string(content)
	}
	first, _, _ := strings.Cut(hello, "\n")
	for _, tt := range []struct {
		host, origin, body string
		want               int
	}{
		{address, "", first, 200},
		{"localhost:" + port, "", first, 200},
		{"[::1]:" + port, "", first, 200},
		{address, "http://localhost:3000", first, 200},
		{"evil.example:" + port, "", first, 403},
		{"evil.example", "", first, 403},
		{"127.0.0.1.evil.example:" + port, "", first, 403},
		{"localhost.evil.example", "", first, 403},
		{"192.168.0.7:" + port, "", first, 403},
		{address, "https://evil.example", first, 403},
		{address, "null", first, 403},
		{address, "http://localhost.evil.example", first, 403},
		{address, "", "{", 400},
		{address, "", strings.Repeat(" ", maxMessage+1), 413},
	} {
		if got, text := post(tt.host, tt.origin, "Bearer "+testToken, tt.body); got != tt.want {
			t.Errorf("Host %s, Origin %q, %.20q: %d %s, want %d", tt.host, tt.origin, tt.body, got, text, tt.want)
		}
	}
	for authorization, want := range map[string]int{
		"": 401, "Bearer": 401, "Bearer ": 401, "Bearer sesam": 401, "Bearer sesamee": 401, "Bearer sesame sesame": 401, "Basic sesame": 401, "sesame": 401, "bearer sesame": 200,
	} {
		for _, origin := range []string{"", "http://localhost:3000"} {
			if got, text := post(address, origin, authorization, first); got != want {
				t.Errorf("Authorization %q: %d %s, want %d", authorization, got, text, want)
			}
		}
	}
	if authorized(&http.Request{Header: http.Header{"Authorization": {"Bearer "}}}, "") {
		t.Error("a server without a token lets everybody in")
	}
}

func TestListenRefuses(t *testing.T) {
	for _, address := range []string{"0.0.0.0:0", ":0", "[::]:0", "192.168.0.1:0", "example.org:80", "127.0.0.1", "", "127.0.0.1.evil.example:80"} {
		if l, err := Listen(address); err == nil {
			l.Close()
			t.Errorf("listens at %q", address)
		}
	}
	for _, address := range []string{"127.0.0.1:0", "localhost:0"} {
		l, err := Listen(address)
		if err != nil {
			t.Errorf("%s: %v", address, err)
			continue
		}
		l.Close()
	}
}
