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

const testArchive = "nexus-ci_v1.2.3_linux_amd64.tar.gz"

// A releases page has a release v1.2.3, whose program is a script that says which release it
// is, and the tree of the action at its tag.
type releasesPage struct{ root, action string }

func newReleasesPage(t *testing.T) *releasesPage {
	t.Helper()
	p := &releasesPage{root: t.TempDir(), action: t.TempDir()}
	p.pack(t, "v1.2.3", "v1.2.3")
	p.write(t, filepath.Join(p.action, ".github", "action", "digests.txt"), p.digest(t, testArchive)+"  "+testArchive+"\n")
	return p
}

// pack makes the archive of a release, whose program says that it is another one.
func (p *releasesPage) pack(t *testing.T, version, says string) {
	t.Helper()
	dir := t.TempDir()
	p.write(t, filepath.Join(dir, "nexus-ci"), fmt.Sprintf("#!/bin/sh\nprintf 'nexus-ci %s\\nextractor 42\\n'\n", says))
	archive := p.download(version, "nexus-ci_"+version+"_linux_amd64.tar.gz")
	p.write(t, archive, "")
	p.run(t, "tar", "-C", dir, "-czf", archive, "nexus-ci")
}

// download is where the runner gets a file of a release from.
func (p *releasesPage) download(version, name string) string {
	return filepath.Join(p.root, "nexus-ci", "nexus-ci", "releases", "download", version, name)
}

func (p *releasesPage) digest(t *testing.T, archive string) string {
	t.Helper()
	content, err := os.ReadFile(p.download("v1.2.3", archive))
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%x", sha256.Sum256(content))
}

func (p *releasesPage) run(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func (p *releasesPage) write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o700); err != nil {
		t.Fatal(err)
	}
}

// The Action runs the program of its own release, or another one with an attestation, and
// refuses what it cannot tell to be one of these.
func TestInstall(t *testing.T) {
	const (
		noRelease = "is no release; use nexus-ci/nexus-ci at a release"
		builtBy   = "was not built by the release workflow of nexus-ci/nexus-ci"
	)
	for _, tc := range []struct {
		name          string
		version, arch string
		gh            string // exit status of gh attestation verify; empty: there is no gh
		change        func(t *testing.T, p *releasesPage)
		want          string // what the error says; empty for none
	}{
		{name: "own release"},
		{name: "own release by its name", version: "v1.2.3"},
		{name: "own release without the word of gh", gh: "1"},
		{name: "no release", change: func(t *testing.T, p *releasesPage) { p.action = t.TempDir() }, want: noRelease},
		{name: "unknown release", version: "v9.9.9", gh: "0", want: "in a release v9.9.9"},
		{name: "platform without an archive", arch: "ARM64", want: "has no nexus-ci_v1.2.3_linux_arm64.tar.gz in a release"},
		{name: "platform without a digest", arch: "ARM64", change: func(t *testing.T, p *releasesPage) {
			p.write(t, p.download("v1.2.3", "nexus-ci_v1.2.3_linux_arm64.tar.gz"), "x")
		}, want: "has no nexus-ci_v1.2.3_linux_arm64.tar.gz that this action knows"},
		{name: "version of another kind", version: "v1.2.3/../../x", want: "version: want one such as v1.2.3"},
		{name: "changed archive", change: func(t *testing.T, p *releasesPage) { p.pack(t, "v1.2.3", "evil") },
			want: testArchive + " is not the one that this action was released with"},
		{name: "changed archive that gh lets through", gh: "0", change: func(t *testing.T, p *releasesPage) { p.pack(t, "v1.2.3", "evil") },
			want: testArchive + " is not the one that this action was released with"},

		{name: "another release", version: "v2.0.0", gh: "0"},
		{name: "another release without gh", version: "v2.0.0", want: "without gh nothing proves who built it"},
		{name: "another release that somebody else built", version: "v2.0.0", gh: "1", want: builtBy},
		{name: "an old release under a new name", version: "v3.0.0", gh: "0", want: "holds another version"},
		{name: "a release for an action that is none", version: "v2.0.0", gh: "0", change: func(t *testing.T, p *releasesPage) { p.action = t.TempDir() }},
	} {
		t.Run(tc.name, func(t *testing.T) {
			page := newReleasesPage(t)
			page.pack(t, "v2.0.0", "v2.0.0")
			page.pack(t, "v3.0.0", "v1.0.0")
			if tc.change != nil {
				tc.change(t, page)
			}
			installs(t, page, tc.version, tc.arch, tc.gh, tc.want)
		})
	}
}

func installs(t *testing.T, page *releasesPage, version, arch, gh, want string) {
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
	// The programs that the script may use, and gh where the case has one.
	bin := filepath.Join(temp, "bin")
	if err := os.Mkdir(bin, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"awk", "bash", "curl", "cut", "gzip", "head", "mkdir", "rm", "sed", "sh", "sha256sum", "shasum", "tar"} {
		if path, err := exec.LookPath(name); err == nil {
			if err := os.Symlink(path, filepath.Join(bin, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if gh != "" {
		page.write(t, filepath.Join(bin, "gh"), `#!/bin/sh
case "$*" in
"attestation verify nexus-ci_v"*".tar.gz --repo nexus-ci/nexus-ci --signer-workflow nexus-ci/nexus-ci/.github/workflows/release.yml --deny-self-hosted-runners") exit `+gh+` ;;
esac
exit 9
`)
	}
	cmd := exec.Command("bash", "-c", string(script))
	cmd.Env = []string{"PATH=" + bin, "VERSION=" + version, "BUILD=false", "ACTION_REPOSITORY=nexus-ci/nexus-ci", "ACTION_REF=main",
		"GITHUB_ACTION_PATH=" + page.action, "GITHUB_SERVER_URL=file://" + page.root, "RUNNER_OS=Linux", "RUNNER_ARCH=" + arch, "RUNNER_TEMP=" + temp,
		"GITHUB_PATH=" + filepath.Join(temp, "path"), "GITHUB_OUTPUT=" + output}
	out, err := cmd.CombinedOutput()
	switch {
	case want != "":
		if line := "::error title=nexus-ci::"; err == nil || !strings.Contains(string(out), line) || !strings.Contains(string(out), want) {
			t.Errorf("want %q, got %v:\n%s", want, err, out)
		}
		if _, err := os.Stat(filepath.Join(temp, "path")); err == nil {
			t.Error("the program is on the PATH")
		}
	case err != nil:
		t.Errorf("%v on %s:\n%s", err, runtime.GOOS, out)
	default:
		if got, err := os.ReadFile(output); err != nil || string(got) != "extractor=42\n" {
			t.Errorf("output %q, %v", got, err)
		}
	}
}
