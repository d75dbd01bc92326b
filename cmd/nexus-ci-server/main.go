// Command nexus-ci-server checks the pull requests of an organisation: it receives the webhooks of a
// GitHub App, lets the command nexus-ci check each pull request, and publishes the reports.
//
// Files: main.go holds the flags, serve.go starts the parts that a role has. What they do is in the
// packages below server.
//
// Invariants: alone it needs a directory and no service beside GitHub; with --nats its roles may be on many
// machines. It analyses nothing itself. Logs hold names of repositories and commits, and no secret,
// code or text of a pull request.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/nexus-ci/nexus-ci/report/publish"
	"github.com/nexus-ci/nexus-ci/server/neighbour"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := command().ExecuteContext(ctx); err != nil {
		fmt.Fprintf(os.Stderr, "nexus-ci-server: %v\n", err)
		os.Exit(2)
	}
}

// The roles of a process.
const (
	all      = "all"
	web      = "web"
	working  = "worker"
	sweeping = "sweep"
)

// settings are the flags.
type settings struct {
	role     string
	listen   string
	admin    string
	nats     string
	replicas int
	data     string

	appID, appKey, secrets string
	api, web, git          string

	program, gitProgram       string
	parallel, perInstallation int
	hourly                    int
	time                      time.Duration
	memory                    string
	comment                   string
	checkRun                  bool
	sweepEvery                time.Duration
	store, storeKey           string
	across                    string

	clientID, clientSecret, public string
}

func (s *settings) register(f *pflag.FlagSet) {
	f.SortFlags = false
	f.StringVar(&s.role, "role", all, "what this process does: all, web (receives webhooks), worker, or sweep (finds what was lost);\nthe last three need --nats")
	f.StringVar(&s.data, "data", "nexus-ci-data", "`directory` for the queue, mirrors and caches. It may be deleted while the process is stopped: the sweep\nrestores what the queue held")
	f.StringVar(&s.appID, "app-id", "", "`id` of the GitHub App")
	f.StringVar(&s.appKey, "app-key", "", "`file` with the private key of the GitHub App, in PEM")
	f.StringVar(&s.secrets, "webhook-secret", "", "`file` with the secret of the webhook; a second line may hold the next one, while it is changed")
	f.StringVar(&s.listen, "listen", "127.0.0.1:8080", "`address` for webhooks, at /webhook")
	f.StringVar(&s.admin, "admin", "127.0.0.1:8081", "`address` for /healthz, /readyz and /metrics")
	f.StringVar(&s.nats, "nats", "", "`URL` of NATS with JetStream (default: one inside this process)")
	f.IntVar(&s.replicas, "replicas", 1, "`copies` of what --nats stores: 1, or 3 in a cluster")
	f.StringVar(&s.api, "api", "https://api.github.com", "`URL` of the API; that of GitHub Enterprise Server ends with /api/v3")
	f.StringVar(&s.web, "web", "https://github.com", "`URL` of the web pages, for links")
	f.StringVar(&s.git, "git", "", "`URL` that addresses of repositories begin with (default: that of --web)")
	f.StringVar(&s.program, "program", "", "`file` of the command nexus-ci (default: beside this program, else of the PATH)")
	f.StringVar(&s.gitProgram, "git-program", "git", "`file` of the command git, 2.36 or later")
	f.IntVar(&s.parallel, "parallel", 1, "`number` of pull requests that a worker analyses at a time")
	f.IntVar(&s.perInstallation, "per-installation", 0, "`number` of them that may be of one installation (default: no limit)")
	f.IntVar(&s.hourly, "requests", 4000, "`number` of requests per hour that this process makes for one installation; 0: no limit")
	f.DurationVar(&s.time, "timeout", 10*time.Minute, "limit of `time` for one analysis")
	f.StringVar(&s.memory, "memory", "2GiB", "approximate limit of memory for one analysis, a `size`")
	f.StringVar(&s.comment, "comment", "", "`when` to comment: always, changes or off (default: what the configuration of the repository says)")
	f.BoolVar(&s.checkRun, "check-run", false, "also write a check run")
	f.StringVar(&s.store, "cache-url", "", "`URL` of the store for what analyses of default branches keep: file:///path, s3://bucket/path, or a server\nwith Bazel's HTTP cache protocol (default: in --data)")
	f.StringVar(&s.storeKey, "cache-key", "", "`file` with the private key (Ed25519, PEM) that signs it (default: one made in --data). Workers that share a\nstore share the key")
	f.StringVar(&s.across, "across", neighbour.Public, "what reports say of users in other repositories of the installation: public names those in repositories that\nevery reader can see and counts the others, all names every one, off says nothing. It is off with a store of\nBazel's HTTP cache protocol")
	f.StringVar(&s.public, "public", "", "`URL` at which browsers find --listen, such as https://nexus.example.com; it turns the dashboard on")
	f.StringVar(&s.clientID, "client-id", "", "with --public: client `id` of the GitHub App, with which people sign in")
	f.StringVar(&s.clientSecret, "client-secret", "", "with --public: `file` with a client secret of the GitHub App (default: the variable NEXUS_CI_CLIENT_SECRET)")
	f.DurationVar(&s.sweepEvery, "sweep-every", 15*time.Minute, "`time` between two looks at all open pull requests")
}

func (s *settings) validate() error {
	switch {
	case !slices.Contains([]string{all, web, working, sweeping}, s.role):
		return fmt.Errorf("--role %s: want all, web, worker or sweep", s.role)
	case s.role != all && s.nats == "":
		return fmt.Errorf("--role %s needs --nats: the queue inside a process cannot be shared", s.role)
	case s.replicas < 1 || s.replicas > 5:
		return fmt.Errorf("--replicas %d: want 1 to 5", s.replicas)
	case s.parallel < 1:
		return fmt.Errorf("--parallel %d: want at least 1", s.parallel)
	case s.comment != "" && !slices.Contains(publish.Modes(), s.comment):
		return fmt.Errorf("--comment %s: want one of %v", s.comment, publish.Modes())
	case s.comment == publish.Off && !s.checkRun:
		return fmt.Errorf("--comment off needs --check-run: else nothing would be written")
	case s.store != "" && s.storeKey == "":
		return fmt.Errorf("--cache-url needs --cache-key: openssl genpkey -algorithm ed25519 makes one")
	case !slices.Contains(neighbour.Modes(), s.across):
		return fmt.Errorf("--across %s: want one of %v", s.across, neighbour.Modes())
	case s.sweepEvery < time.Second || s.time < time.Second:
		return fmt.Errorf("--sweep-every and --timeout need at least a second")
	case s.public == "" && (s.clientID != "" || s.clientSecret != ""):
		return fmt.Errorf("--client-id and --client-secret need --public: where do browsers find the dashboard?")
	case s.public != "" && s.clientID == "":
		return fmt.Errorf("--public needs --client-id and --client-secret: people see what the forge shows them, so they have to sign in")
	case s.role != web && (s.appID == "" || s.appKey == ""):
		return fmt.Errorf("--app-id and --app-key are needed: create a GitHub App, and a private key for it, in its settings")
	case (s.role == all || s.role == web) && s.secrets == "":
		return fmt.Errorf("--webhook-secret is needed: webhooks without a signature are refused")
	}
	return nil
}

func command() *cobra.Command {
	var s settings
	cmd := &cobra.Command{
		Use:   "nexus-ci-server",
		Short: "Check the pull requests of a GitHub App's repositories",
		Long: `nexus-ci-server receives the webhooks of a GitHub App, lets the command nexus-ci
check each pull request in a process without a token, and comments.

Alone it needs no other service: its queue is in a directory. For many machines, start
NATS with JetStream and processes with --role web, worker and sweep.`,
		Example: `  nexus-ci-server --app-id 1234 --app-key app.pem --webhook-secret secret --listen :8080
  nexus-ci-server --role worker --nats nats://nats:4222 --replicas 3 --app-id 1234 --app-key app.pem`,
		Args:          cobra.NoArgs,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := s.validate(); err != nil {
				return err
			}
			return serve(cmd.Context(), &s)
		},
	}
	cmd.CompletionOptions.DisableDefaultCmd = true
	s.register(cmd.Flags())
	return cmd
}
