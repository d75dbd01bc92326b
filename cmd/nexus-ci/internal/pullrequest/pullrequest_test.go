package pullrequest

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

func TestPlaceOf(t *testing.T) {
	for address, want := range map[string]string{
		"https://github.com/o/r.git":             "https github.com/o/r",
		"https://user:token@GitHub.com/o/R/":     "https github.com/o/R",
		"https://user:to@ken@github.com/o/r":     "https github.com/o/r",
		"http://127.0.0.1:3000/o/r":              "http 127.0.0.1:3000/o/r",
		"git@github.com:o/r.git":                 "https github.com/o/r",
		"ssh://git@git.example.org:7999/p/r.git": "https git.example.org/p/r",
		"ssh://git@gitlab.com/g/s/r":             "https gitlab.com/g/s/r",
		"/srv/git/r.git":                         "",
		"../r":                                   "",
		"C:/r":                                   "",
		"file:///srv/r.git":                      "",
	} {
		p := placeOf(address)
		if got := strings.TrimSpace(p.scheme + " " + p.String()); got != want {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
	}
	if a, b := placeOf("https://h/scm/P/r.git"), placeOf("ssh://git@h:7999/p/r.git"); !a.same(b) {
		t.Error("Data Center's two addresses are of one repository")
	}
	if placeOf("/a").same(placeOf("/a")) {
		t.Error("paths are no places")
	}
}

// A forge that is taken over names no refspec but that of a branch.
func TestBranchName(t *testing.T) {
	for name, want := range map[string]bool{
		"main": true, "release/1.x": true, "ü": true, "a@{1": true,
		"": false, "*": false, "a:refs/heads/main": false, "-x": false, "a b": false, "^a": false, "a\nb": false, "/a": false, "a?": false, "a[b]": false, `a\b`: false,
	} {
		if got := branchName.MatchString(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}

// A token goes to the host that it is for, over https alone.
func TestToken(t *testing.T) {
	env := map[string]string{"GITHUB_TOKEN": "gh", "GITLAB_TOKEN": "gl", "GITEA_TOKEN": "gt", "GITHUB_SERVER_URL": "https://ghe.example.org", "GITLAB_HOST": "gl.example.org", "GITEA_SERVER_URL": "https://forgejo.example.org:8443"}
	getenv := func(name string) string { return env[name] }
	for _, c := range []struct{ kind, address, want string }{
		{kindPull, "https://github.com/o/r", "gh"},
		{kindPull, "https://ghe.example.org/o/r", "gh"},
		{kindPull, "http://github.com/o/r", ""},
		{kindPull, "https://github.com.example.org/o/r", ""},
		{kindPull, "https://gitlab.com/o/r", ""},
		{kindMergeRequest, "https://gitlab.com/o/r", "gl"},
		{kindMergeRequest, "https://gl.example.org/o/r", "gl"},
		{kindMergeRequest, "https://github.com/o/r", ""},
		{kindPulls, "https://codeberg.org/o/r", ""},
		{kindPulls, "https://forgejo.example.org:8443/o/r", "gt"},
		{kindPulls, "https://forgejo.example.org/o/r", ""},
	} {
		f := forges()[c.kind]
		if got := f.token(placeOf(c.address), getenv); got != c.want {
			t.Errorf("%s %s: %q, want %q", c.kind, c.address, got, c.want)
		}
	}
}

// GitLab and Gitea are asked where the address or the refs of the remote are theirs.
func TestAsk(t *testing.T) {
	var asked []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.EscapedPath()+" "+r.Header.Get("Authorization")+r.Header.Get("PRIVATE-TOKEN"))
		switch r.URL.EscapedPath() {
		case "/api/v4/projects/g%2Fs%2Fr/merge_requests/5":
			_, _ = w.Write([]byte(`{"title": "T", "target_branch": "stable", "author": {"username": "u"}}`))
		case "/api/v1/repos/o/r/pulls/6":
			_, _ = w.Write([]byte(`{"title": "T", "base": {"ref": "stable"}, "user": {"login": "u"}}`))
		default:
			http.Error(w, `{"message": "no"}`, http.StatusNotFound)
		}
	}))
	defer server.Close()
	env := map[string]string{"GITLAB_TOKEN": "secret", "GITEA_TOKEN": "secret", "GITEA_SERVER_URL": server.URL, "GITLAB_HOST": server.URL}
	s := &Source{Getenv: func(name string) string { return env[name] }}
	for _, c := range []struct{ path, kind, refs, number, want string }{
		{"/g/s/r", kindMergeRequest, "", "5", "T stable u"},
		{"/g/s/r", "", kindMergeRequest, "5", "T stable u"},
		{"/o/r", kindPulls, "", "6", "T stable u"},
		{"/o/r", "", kindPull, "6", "T stable u"},
		{"/o/r", "pull-requests", "", "6", "  "}, // is not asked
	} {
		a, err := s.ask(t.Context(), placeOf(server.URL+c.path), c.kind, c.refs, c.number)
		if got := a.Title + " " + a.base() + " " + a.author(); err != nil || got != c.want {
			t.Errorf("%+v: %q %v", c, got, err)
		}
	}
	_, err := s.ask(t.Context(), placeOf(server.URL+"/o/r"), kindPulls, "", "7")
	if err == nil || !strings.HasPrefix(err.Error(), "Gitea does not say which branch pull request 7 goes to (asking: ") {
		t.Error(err)
	}
	if slices.ContainsFunc(asked, func(line string) bool { return strings.Contains(line, "secret") }) {
		t.Errorf("a token went over http: %q", asked)
	}
}

func TestComplaint(t *testing.T) {
	got := complaint("warning: x\nfatal: unable to access 'https://user:secret@h/o/r/': no\x1b[31m host\n", errors.New("exit status 128"))
	if want := "git: unable to access 'https://h/o/r/': no"; !strings.HasPrefix(got, want) || strings.ContainsRune(got, '\x1b') {
		t.Errorf("%q", got)
	}
	if got := complaint("fatal: unable to access 'https://user:sec@ret@h/o/r/': no host\n", errors.New("exit status 128")); got != "git: unable to access 'https://h/o/r/': no host" {
		t.Errorf("%q", got)
	}
	if got := complaint("", errors.New("exit status 1")); got != "git: exit status 1" {
		t.Errorf("%q", got)
	}
}

func TestEnvironment(t *testing.T) {
	got := environment([]string{"PATH=/bin", "GIT_DIR=.git", "GIT_INDEX_FILE=x", "GH_TOKEN=t"})
	if want := "PATH=/bin GH_TOKEN=t GIT_TERMINAL_PROMPT=0 LC_ALL=C GIT_ALLOW_PROTOCOL=https:http:ssh:git:file"; strings.Join(got, " ") != want {
		t.Errorf("%q", got)
	}
}

// A git that does not end is ended.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (&client{dir: t.TempDir()}).run(ctx, "version"); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
