package mcp

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// serve starts a server and returns its address.
func serve(t *testing.T) string {
	t.Helper()
	l, err := Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- New(config(t, "app")).ServeHTTP(ctx, l) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return l.Addr().String()
}

func TestHTTP(t *testing.T) {
	address := serve(t)
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), &sdk.StreamableClientTransport{Endpoint: "http://" + address + "/mcp"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	if text, r := ask(t, session, "context", `{"name":"validateUser"}`); r.IsError || !strings.HasPrefix(text, "Function validateUser") {
		t.Error(text)
	}
}

// Only programs of this machine are answered: no page of a browser, whatever name it made
// point here.
func TestHTTPRefuses(t *testing.T) {
	address := serve(t)
	_, port, _ := strings.Cut(address, ":")
	post := func(host, origin, body string) (int, string) {
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
		if got, text := post(tt.host, tt.origin, tt.body); got != tt.want {
			t.Errorf("Host %s, Origin %q, %.20q: %d %s, want %d", tt.host, tt.origin, tt.body, got, text, tt.want)
		}
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
