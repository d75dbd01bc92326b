package pullrequest

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/nexus-ci/nexus-ci/report/github"
	"github.com/nexus-ci/nexus-ci/report/publish/rest"
)

// The word for pull requests in the addresses of a forge, which tells forges apart.
const (
	kindPull         = "pull"           // GitHub
	kindPulls        = "pulls"          // Gitea, Forgejo
	kindMergeRequest = "merge_requests" // GitLab
)

// A forge says how one is asked about a pull request.
type forge struct {
	name string
	// host is what a token is for, where no variable of servers names another.
	host    string
	servers []string // variables with the address of a server
	tokens  []string // variables with the token for it
	api     func(p place, getenv func(string) string) string
	read    func(ctx context.Context, api, repository, token, number string) (answer, error)
}

// forges returns the forges that are asked, by kind.
func forges() map[string]forge {
	return map[string]forge{
		kindPull: {
			name: "GitHub", host: "github.com", servers: []string{"GITHUB_SERVER_URL"}, tokens: []string{"GITHUB_TOKEN", "GH_TOKEN"},
			api: func(p place, getenv func(string) string) string {
				switch api := getenv("GITHUB_API_URL"); {
				case api != "" && placeOf(getenv("GITHUB_SERVER_URL")+"/x").host == p.host:
					return api
				case p.host == "github.com":
					return "https://api.github.com"
				}
				return p.scheme + "://" + p.host + "/api/v3"
			},
			read: readGitHub,
		},
		kindPulls: {
			name: "Gitea", servers: []string{"GITEA_SERVER_URL"}, tokens: []string{"GITEA_TOKEN"},
			api: func(p place, _ func(string) string) string { return p.scheme + "://" + p.host + "/api/v1" },
			read: func(ctx context.Context, api, repository, token, number string) (answer, error) {
				o := rest.Options{Service: "Gitea", Token: token, Setting: "GITEA_TOKEN", Header: func(token string) (string, string) { return "Authorization", "token " + token }}
				return read(ctx, api, "repos/"+repository+"/pulls/"+number, o)
			},
		},
		kindMergeRequest: {
			name: "GitLab", host: "gitlab.com", servers: []string{"CI_SERVER_URL", "GITLAB_HOST"}, tokens: []string{"GITLAB_TOKEN"},
			api: func(p place, _ func(string) string) string { return p.scheme + "://" + p.host + "/api/v4" },
			read: func(ctx context.Context, api, repository, token, number string) (answer, error) {
				o := rest.Options{Service: "GitLab", Token: token, Setting: "GITLAB_TOKEN", Header: func(token string) (string, string) { return "PRIVATE-TOKEN", token }}
				return read(ctx, api, "projects/"+rest.Segment(repository)+"/merge_requests/"+number, o)
			},
		},
	}
}

func readGitHub(ctx context.Context, api, repository, token, number string) (a answer, err error) {
	c, err := github.New(github.Options{APIURL: api, Repository: repository, Token: token})
	if err != nil {
		return a, err
	}
	n, _ := strconv.Atoi(number) // few digits
	payload, err := c.Payload(ctx, n)
	if err == nil {
		err = json.Unmarshal(payload, &a)
	}
	return a, err
}

func read(ctx context.Context, api, path string, o rest.Options) (a answer, err error) {
	c, err := rest.New(api, o)
	if err != nil {
		return a, err
	}
	if _, err = c.Do(ctx, http.MethodGet, path, nil, nil, &a); err != nil {
		err = c.Fail("asking", "set "+o.Setting, err)
	}
	return a, err
}

// An answer is what forges say of a pull request: GitHub and Gitea in the first fields, GitLab in
// the last.
type answer struct {
	Title string `json:"title"`
	Base  struct {
		Ref string `json:"ref"`
	} `json:"base"`
	User struct {
		Login string `json:"login"`
	} `json:"user"`
	TargetBranch string `json:"target_branch"`
	Creator      struct {
		Username string `json:"username"`
	} `json:"author"`
}

func (a *answer) base() string   { return a.Base.Ref + a.TargetBranch }
func (a *answer) author() string { return a.User.Login + a.Creator.Username }

// ask asks the forge about a pull request. Its kind is that of the address, or of the refs of the
// remote. Of a forge that is not asked the answer is empty.
func (s *Source) ask(ctx context.Context, p place, kind, ofRefs, number string) (answer, error) {
	if kind == "" {
		kind = ofRefs
		if kind == kindPull && !s.isGitHub(p.host) {
			kind = kindPulls
		}
	}
	f, ok := forges()[kind]
	if !ok || p.host == "" {
		return answer{}, nil
	}
	ctx, cancel := context.WithTimeout(ctx, maxAsking)
	defer cancel()
	a, err := f.read(ctx, f.api(p, s.Getenv), p.path, f.token(p, s.Getenv), number)
	if err != nil {
		return answer{}, fmt.Errorf("%s does not say which branch pull request %s goes to (%w)", f.name, number, err)
	}
	return a, nil
}

// isGitHub reports whether a host is that of GitHub, or of the server of a job of GitHub Actions.
func (s *Source) isGitHub(host string) bool {
	return host == "github.com" || s.Getenv("GITEA_ACTIONS") == "" && host == placeOf(s.Getenv("GITHUB_SERVER_URL")+"/x").host
}

// token returns the token of the user for a host, empty for none. It goes over no connection that
// others can read.
func (f *forge) token(p place, getenv func(string) string) string {
	ours := p.host == f.host
	for _, name := range f.servers {
		server := getenv(name)
		if !strings.Contains(server, "://") {
			server = "https://" + server
		}
		ours = ours || server != "https://" && placeOf(server+"/x").host == p.host
	}
	if !ours || p.scheme != "https" {
		return ""
	}
	for _, name := range f.tokens {
		if token := getenv(name); token != "" {
			return token
		}
	}
	return ""
}
