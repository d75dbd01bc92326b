package git

import (
	"testing"

	"github.com/go-git/go-git/v5/plumbing/transport/http"
)

// The login that a job brings goes to the server of the job, encrypted, and nowhere else,
// whatever the configuration of the repository names as the remote.
func TestFetchLogin(t *testing.T) {
	r := &Repo{config: &settings{}, Login: Login{Host: "github.example:8443", User: "x-access-token", Password: "secret"}}
	for address, want := range map[string]bool{
		"https://github.example:8443/octo/app":                         true,
		"https://GitHub.Example:8443/octo/app":                         true,
		"https://other@github.example:8443/octo/app":                   true,
		"http://github.example:8443/octo/app":                          false,
		"https://github.example/octo/app":                              false,
		"https://github.example:8444/octo/app":                         false,
		"https://github.example:8443.evil.example/octo/app":            false,
		"https://github.example:8443@evil.example/octo/app":            false,
		"https://evil.example/github.example:8443/octo/app":            false,
		"https://evil.example#github.example:8443":                     false,
		"https://evil.example\\@github.example:8443/octo/app":          false,
		"ssh://git@github.example:8443/octo/app":                       false,
		"git@github.example:octo/app":                                  false,
		"file:///octo/app":                                             false,
		"ext::sh -c evil":                                              false,
		"https://github.example:8443\r\nHost: evil.example/octo/app\n": false,
	} {
		auth, err := r.auth(address)
		login, _ := auth.(*http.BasicAuth)
		if got := login != nil && login.Password == "secret"; err != nil || got != want {
			t.Errorf("%q: login %v, %v, want %v", address, got, err, want)
		}
	}
}
