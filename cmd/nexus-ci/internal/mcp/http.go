package mcp

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	// idleSession is how long a client may be silent before it is forgotten.
	idleSession = time.Hour
	// closing is how long running requests may take when the server is stopped.
	closing = 5 * time.Second
)

// Listen opens an address of this machine for ServeHTTP. Any other is refused: whoever
// reaches the server can read the repository.
func Listen(address string) (net.Listener, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("%s: want HOST:PORT", address)
	}
	if !loopback(host) {
		return nil, fmt.Errorf("%s: not an address of this machine: want 127.0.0.1, [::1] or localhost", address)
	}
	return net.Listen("tcp", address)
}

// ServeHTTP answers clients at the path /mcp, until ctx ends: those that send the token,
// which must not be empty, as a bearer token.
func (s *Server) ServeHTTP(ctx context.Context, l net.Listener, token string) error {
	server := &http.Server{Handler: s.handler(token), ReadHeaderTimeout: 10 * time.Second, MaxHeaderBytes: 1 << 16}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(l) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), closing)
	defer cancel()
	if err := server.Shutdown(stop); errors.Is(err, context.DeadlineExceeded) {
		return server.Close()
	}
	return nil
}

// handler is the endpoint.
func (s *Server) handler(token string) http.Handler {
	answers := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s.sdk }, &sdk.StreamableHTTPOptions{
		SessionTimeout: idleSession, MaxRequestBodyBytes: maxMessage, PropagateRequestCancellation: true,
	})
	mux := http.NewServeMux()
	mux.Handle("/mcp", answers)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if reason := refuses(r); reason != "" {
			http.Error(w, reason, http.StatusForbidden)
			return
		}
		if !authorized(r, token) {
			w.Header().Set("WWW-Authenticate", "Bearer")
			http.Error(w, "the header Authorization lacks the token that the server printed when it started", http.StatusUnauthorized)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// refuses says why a request is not answered, "" when it is. A page in a browser reaches
// this machine too, under a name of its own that it made point here; it cannot choose what
// the headers Host and Origin say.
func refuses(r *http.Request) string {
	if !loopback(hostOf(r.Host)) {
		return "the header Host names another machine"
	}
	for _, origin := range r.Header.Values("Origin") {
		if u, err := url.Parse(origin); err != nil || !loopback(u.Hostname()) {
			return "the header Origin names another machine"
		}
	}
	return ""
}

// authorized reports whether a request has the token. Other users of this machine, and
// programs that may use the network but not read the repository, do not know it.
func authorized(r *http.Request, token string) bool {
	scheme, given, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	return token != "" && strings.EqualFold(scheme, "Bearer") && subtle.ConstantTimeCompare([]byte(given), []byte(token)) == 1
}

// hostOf cuts the port off.
func hostOf(address string) string {
	if host, _, err := net.SplitHostPort(address); err == nil {
		return host
	}
	return (&url.URL{Host: address}).Hostname()
}

// loopback reports whether a host is this machine.
func loopback(host string) bool {
	if host == "localhost" {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsLoopback()
}
