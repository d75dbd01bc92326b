package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/reporttest"
	"github.com/nexus-ci/nexus-ci/server/servertest"
)

// TestMain is the command nexus-ci-server too, and stands for nexus-ci.
func TestMain(m *testing.M) {
	switch {
	case os.Getenv("NEXUS_CI_TEST_SERVER") != "":
		main()
	case len(os.Args) > 1 && (os.Args[1] == "check" || os.Args[1] == "index"):
		os.Exit(stand(os.Args[1:]))
	default:
		os.Exit(m.Run())
	}
}

// stand stands for nexus-ci.
func stand(args []string) int {
	at := slices.Index(args, "--save")
	if at < 0 {
		return 0
	}
	data, err := os.ReadFile(os.Getenv("GITHUB_EVENT_PATH"))
	var event struct {
		Pull struct {
			Base, Head struct{ SHA string }
		} `json:"pull_request"`
	}
	if err != nil || json.Unmarshal(data, &event) != nil {
		return 3
	}
	r := reporttest.Reports()["signature"]
	r.Base.Commit, r.Head.Commit = event.Pull.Base.SHA, event.Pull.Head.SHA
	f, err := os.Create(args[at+1])
	if err != nil || report.Encode(f, r) != nil || f.Close() != nil {
		return 3
	}
	return 0
}

// start starts the server with flags until the test ends, and returns where it listens.
func start(t *testing.T, flags ...string) (address, admin string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var ports []string
	for range 2 {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		ports = append(ports, l.Addr().String())
		defer l.Close()
	}
	ctx, stop := context.WithCancel(t.Context())
	cmd := exec.CommandContext(ctx, self, append(flags, "--listen", ports[0], "--admin", ports[1], "--program", self, "--public", "http://"+ports[0])...)
	cmd.Env = append(os.Environ(), "NEXUS_CI_TEST_SERVER=1", "NEXUS_CI_CLIENT_SECRET="+servertest.ClientSecret)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 20 * time.Second
	var log bytes.Buffer
	cmd.Stderr = &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stop()
		if err := cmd.Wait(); err != nil && cmd.ProcessState.ExitCode() != 0 {
			t.Errorf("the server ended with %v:\n%s", err, &log)
		}
		for _, secret := range []string{servertest.ClientSecret, "ghs_", "ghu_"} {
			if strings.Contains(log.String(), secret) {
				t.Errorf("the log holds %s", secret)
			}
		}
	})
	return ports[0], ports[1]
}

// Alone the server needs one command: a webhook becomes a comment, and a row of the dashboard.
func TestAlone(t *testing.T) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, content := range map[string][]byte{
		"app.pem":    pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)}),
		"secret.txt": []byte("webhook-secret\n"),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	forge := servertest.New(&key.PublicKey)
	api := httptest.NewServer(forge)
	t.Cleanup(api.Close)
	remote := servertest.Remote{Dir: filepath.Join(dir, "remote")}
	forge.Install(7, "octo/app")
	if err := remote.Create("octo/app"); err != nil {
		t.Fatal(err)
	}
	var commits []string
	for _, content := range []string{"package a\n", "package a // changed\n"} {
		id, err := remote.Commit("octo/app", "commit", map[string]string{"a.go": content}, commits...)
		if err != nil {
			t.Fatal(err)
		}
		commits = append(commits, id)
	}
	p := servertest.Pull{
		Repository: "octo/app", Number: 3, Title: "Change",
		Base: servertest.Branch{Ref: "main", SHA: commits[0], Repository: "octo/app"}, Head: servertest.Branch{Ref: "topic", SHA: commits[1], Repository: "octo/app"},
	}
	address, admin := start(t, "--app-id", servertest.AppID, "--app-key", filepath.Join(dir, "app.pem"), "--webhook-secret", filepath.Join(dir, "secret.txt"), "--api", api.URL, "--web", api.URL, "--git", remote.URL(),
		"--data", filepath.Join(dir, "data"), "--client-id", servertest.ClientID, "--comment", "always", "--sweep-every", "1h")
	until(t, "the server is ready", func() bool {
		resp, err := http.Get("http://" + admin + "/readyz")
		if err != nil {
			return false
		}
		resp.Body.Close()
		return resp.StatusCode == http.StatusOK
	})
	forge.SetPull(p)
	begun := time.Now()
	body, header := servertest.Webhook("webhook-secret", "try-1", "opened", 7, &p)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+address+"/webhook", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header = header
	resp, err := http.DefaultClient.Do(req)
	if err != nil || resp.StatusCode != http.StatusAccepted {
		t.Fatalf("%+v, %v", resp, err)
	}
	resp.Body.Close()
	until(t, "the comment is written", func() bool { return len(forge.Comments("octo/app", 3)) == 1 })
	t.Logf("from the webhook to the comment %s", time.Since(begun))
	forge.SetUser("mona", "http://"+address+"/callback", map[int64][]string{7: {"octo/app"}})
	b := &browser{t: t, address: "http://" + address}
	if page := b.get("/login?next=/repositories"); !strings.Contains(page, "<h1>Repositories</h1>") || !strings.Contains(page, "mona") {
		t.Fatalf("the sign-in leads to:\n%s", page)
	}
	until(t, "the dashboard shows it", func() bool { return strings.Contains(b.get("/"), "octo/app #3") })
}

// A browser keeps cookies, and sends them without TLS too, as real ones do on loopback.
type browser struct {
	t       *testing.T
	address string
	cookies []*http.Cookie
}

// get returns the page that a path leads to.
func (b *browser) get(path string) string {
	b.t.Helper()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for next := b.address + path; ; {
		req, err := http.NewRequestWithContext(b.t.Context(), http.MethodGet, next, nil)
		if err != nil {
			b.t.Fatal(err)
		}
		for _, c := range b.cookies {
			req.AddCookie(c)
		}
		resp, err := client.Do(req)
		if err != nil {
			b.t.Fatal(err)
		}
		content, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil {
			b.t.Fatal(err)
		}
		for _, c := range resp.Cookies() {
			if c.MaxAge > 0 {
				b.cookies = append(b.cookies, c)
			}
		}
		at, err := resp.Location()
		if err != nil {
			return string(content)
		}
		next = at.String()
	}
}

// until waits for something.
func until(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !is(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("not after a minute: " + what)
		}
	}
}

// What is missing is said before anything starts.
func TestRefused(t *testing.T) {
	for args, want := range map[string]string{
		"--public https://x.example.com --app-id 1 --app-key a --webhook-secret s": "--public needs --client-id",
		"--client-id i --app-id 1 --app-key a --webhook-secret s":                  "need --public",
		"--role web":                     "--role web needs --nats",
		"--app-id 1 --app-key a":         "--webhook-secret is needed",
		"--webhook-secret s":             "--app-id and --app-key are needed",
		"--cache-url s3://bucket/prefix": "--cache-url needs --cache-key",
	} {
		cmd := command()
		cmd.SetArgs(strings.Fields(args))
		cmd.SetOut(io.Discard)
		if err := cmd.ExecuteContext(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", args, err)
		}
	}
}

// The chart and the Compose file use flags that exist, and those that a role needs.
func TestDeployments(t *testing.T) {
	flag := regexp.MustCompile(`[" ](--[a-z-]+)`)
	files, err := filepath.Glob("../../deploy/helm/nexus-ci-server/templates/*")
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[string]bool)
	for _, file := range append(files, "../../docs/server-compose.yml") {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(content)) {
			if strings.HasPrefix(strings.TrimSpace(line), "#") || strings.Contains(line, "{{/*") {
				continue
			}
			for _, m := range flag.FindAllStringSubmatch(line, -1) {
				seen[m[1]] = true
				if command().Flags().Lookup(m[1][2:]) == nil && !slices.Contains([]string{"--jetstream", "--store_dir", "--store"}, m[1]) { // of NATS
					t.Errorf("%s: nexus-ci-server has no flag %s", file, m[1])
				}
			}
		}
	}
	for _, name := range []string{"--role", "--nats", "--app-id", "--app-key", "--webhook-secret", "--cache-url", "--cache-key", "--public", "--client-id", "--client-secret", "--data", "--admin"} {
		if !seen[name] {
			t.Errorf("nothing starts it with %s", name)
		}
	}
}
