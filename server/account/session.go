package account

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"
	"time"
)

const (
	// sessionTime is how long a session lasts at most, attemptTime how long a sign-in may take.
	sessionTime = 8 * time.Hour
	attemptTime = 10 * time.Minute
	// With this prefix browsers take a cookie over TLS alone, and for this host alone.
	sessionCookie = "__Host-nexus-ci-session"
	attemptCookie = "__Host-nexus-ci-attempt"
)

// A Session is one user in one browser.
type Session struct {
	Login   string    `json:"login"`
	Token   string    `json:"token"`
	Expires time.Time `json:"expires"`
	given   bool      // by a program, so that nobody knows whether the forge has made the token
}

// Session returns the session of a request, nil for none. Programs give the token of a user in place of
// the cookie.
func (a *Accounts) Session(r *http.Request) *Session {
	if token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok && token != "" {
		return &Session{Token: token, Expires: a.Now().Add(time.Minute), given: true}
	}
	var s Session
	if !a.cookie(r, sessionCookie, &s) || !a.Now().Before(s.Expires) || s.Token == "" {
		return nil
	}
	return &s
}

// newSealer returns what encrypts cookies. Processes with one secret read each other's.
func newSealer(secret string) (cipher.AEAD, error) {
	key, err := hkdf.Key(sha256.New, []byte(secret), nil, "nexus-ci cookies 1", 32)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCMWithRandomNonce(block)
}

// setCookie stores a value in the browser. The name is authenticated, so that no cookie is another one.
func (a *Accounts) setCookie(w http.ResponseWriter, name string, value any, last time.Duration) {
	data, err := json.Marshal(value)
	if err != nil {
		return
	}
	sealed := a.sealer.Seal(nil, nil, data, []byte(name))
	http.SetCookie(w, cookieOf(name, base64.RawURLEncoding.EncodeToString(sealed), int(last.Seconds())))
}

func (a *Accounts) clearCookie(w http.ResponseWriter, name string) {
	http.SetCookie(w, cookieOf(name, "", -1))
}

func cookieOf(name, value string, maxAge int) *http.Cookie {
	// Lax: a link of a comment leads to the dashboard with the session, a request of another site does not.
	return &http.Cookie{Name: name, Value: value, Path: "/", MaxAge: maxAge, Secure: true, HttpOnly: true, SameSite: http.SameSiteLaxMode}
}

// cookie reads what setCookie has stored.
func (a *Accounts) cookie(r *http.Request, name string, value any) bool {
	c, err := r.Cookie(name)
	if err != nil {
		return false
	}
	sealed, err := base64.RawURLEncoding.DecodeString(c.Value)
	if err != nil {
		return false
	}
	data, err := a.sealer.Open(nil, nil, sealed, []byte(name))
	return err == nil && json.Unmarshal(data, value) == nil
}

func hash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}
