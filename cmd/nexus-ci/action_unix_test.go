//go:build unix

package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// A releases page is a repository with a release v1.2.3, whose program is a script that
// says which commit it is of.
type releasesPage struct {
	root, commit string
}

func newReleasesPage(t *testing.T) *releasesPage {
	t.Helper()
	p := &releasesPage{root: t.TempDir()}
	repo := filepath.Join(p.root, "nexus-ci", "nexus-ci")
	p.run(t, "git", "init", "-q", "-b", "main", repo)
	p.commit = p.commitIn(t, repo)
	for _, tag := range []string{"v0.9.0", "v1.2.2", "v1.2.3", "v1"} {
		p.run(t, "git", "-C", repo, "-c", "user.name=Ada", "-c", "user.email=ada@example.org", "tag", "-m", tag, tag)
	}
	p.commitIn(t, repo) // main has moved on

	files := filepath.Join(repo, "releases", "download", "v1.2.3")
	if err := os.MkdirAll(files, 0o700); err != nil {
		t.Fatal(err)
	}
	program := fmt.Sprintf("#!/bin/sh\nprintf 'nexus-ci v1.2.3\\ncommit %s\\nextractor 42\\n'\n", p.commit)
	if err := os.WriteFile(filepath.Join(files, "nexus-ci"), []byte(program), 0o700); err != nil {
		t.Fatal(err)
	}
	const archive = "nexus-ci_v1.2.3_linux_amd64.tar.gz"
	p.run(t, "tar", "-C", files, "-czf", filepath.Join(files, archive), "nexus-ci")
	content, err := os.ReadFile(filepath.Join(files, archive))
	if err != nil {
		t.Fatal(err)
	}
	p.write(t, "v1.2.3/checksums.txt", fmt.Sprintf("%x  %s\n", sha256.Sum256(content), archive))
	return p
}

func (p *releasesPage) run(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func (p *releasesPage) commitIn(t *testing.T, repo string) string {
	t.Helper()
	p.run(t, "git", "-C", repo, "-c", "user.name=Ada", "-c", "user.email=ada@example.org", "commit", "-q", "--allow-empty", "-m", "work")
	return p.run(t, "git", "-C", repo, "rev-parse", "HEAD")
}

func (p *releasesPage) write(t *testing.T, name, content string) {
	t.Helper()
	path := filepath.Join(p.root, "nexus-ci", "nexus-ci", "releases", "download", filepath.FromSlash(name))
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// The Action finds the release of what it was asked for, and refuses a program that it
// cannot tell to be of it.
func TestInstall(t *testing.T) {
	page := newReleasesPage(t)
	const missing = "there is no release of "
	for _, tc := range []struct {
		name, ref, version, arch string
		want                     string // what the error says; empty for none
	}{
		{name: "release", ref: "v1.2.3"},
		{name: "tag that moves", ref: "v1"},
		{name: "commit", ref: page.commit},
		{name: "version", ref: "main", version: "v1.2.3"},
		{name: "branch", ref: "main", want: missing + "main"},
		{name: "commit without a release", ref: strings.Repeat("a", 40), want: missing + "aaaa"},
		{name: "local action", want: missing + "a local action"},
		{name: "unknown release", ref: "v9.9.9", want: "has no checksums.txt in a release v9.9.9"},
		{name: "platform without an archive", ref: "v1.2.3", arch: "ARM64", want: "has no nexus-ci_v1.2.3_linux_arm64.tar.gz in a release"},
		{name: "version of another kind", version: "v1.2.3/../../x", want: "version: want one such as v1.2.3"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			installs(t, page, tc.ref, tc.version, tc.arch, tc.want)
		})
	}

	t.Run("program of another commit", func(t *testing.T) {
		other := newReleasesPage(t)
		repo := filepath.Join(other.root, "nexus-ci", "nexus-ci")
		other.run(t, "git", "-C", repo, "-c", "user.name=Ada", "-c", "user.email=ada@example.org", "tag", "-f", "-m", "moved", "v1.2.3", "main")
		installs(t, other, other.run(t, "git", "-C", repo, "rev-parse", "main"), "", "", "was built from "+other.commit)
	})
	t.Run("changed archive", func(t *testing.T) {
		page.write(t, "v1.2.3/nexus-ci_v1.2.3_linux_amd64.tar.gz", "something else")
		installs(t, page, "v1.2.3", "", "", "differs from checksums.txt of release v1.2.3")
	})
	t.Run("checksums of other files", func(t *testing.T) {
		page.write(t, "v1.2.3/checksums.txt", "")
		installs(t, page, "v1.2.3", "", "", "does not name nexus-ci_v1.2.3_linux_amd64.tar.gz")
	})
}

func installs(t *testing.T, page *releasesPage, ref, version, arch, want string) {
	t.Helper()
	if arch == "" {
		arch = "X64"
	}
	temp := t.TempDir()
	output := filepath.Join(temp, "output")
	// Read here: what a child process reads is not an input that "go test" watches.
	script, err := os.ReadFile(filepath.Join("..", "..", ".github", "action", "install.sh"))
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("bash", "-c", string(script))
	cmd.Env = append(os.Environ(), "VERSION="+version, "BUILD=false", "ACTION_REPOSITORY=nexus-ci/nexus-ci", "ACTION_REF="+ref,
		"GITHUB_SERVER_URL=file://"+page.root, "RUNNER_OS=Linux", "RUNNER_ARCH="+arch, "RUNNER_TEMP="+temp,
		"GITHUB_PATH="+filepath.Join(temp, "path"), "GITHUB_OUTPUT="+output)
	out, err := cmd.CombinedOutput()
	switch {
	case want != "":
		if line := "::error title=nexus-ci::"; err == nil || !strings.Contains(string(out), line) || !strings.Contains(string(out), want) {
			t.Errorf("want %q, got %v:\n%s", want, err, out)
		}
	case err != nil:
		t.Errorf("%v on %s:\n%s", err, runtime.GOOS, out)
	default:
		if got, err := os.ReadFile(output); err != nil || string(got) != "extractor=42\n" {
			t.Errorf("output %q, %v", got, err)
		}
	}
}
