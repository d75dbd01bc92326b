package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// archives makes a directory with the archives of a release. The program of a platform is its
// name.
func archives(t *testing.T, version string) string {
	t.Helper()
	dist := t.TempDir()
	for _, p := range platforms {
		packed, err := tarball([]file{{p.name(), []byte(p.goos + p.goarch), 0o755}, {"LICENSE", []byte("the license"), 0o644}, {"man/nexus-ci.1", []byte(".TH"), 0o644}})
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dist, fmt.Sprintf("nexus-ci_%s_%s_%s.tar.gz", version, p.goos, p.goarch)), packed)
	}
	return dist
}

func write(t *testing.T, path string, content []byte) {
	t.Helper()
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, elem ...string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(elem...))
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// npm installs the package of the platform, which the starter then finds.
func TestNPM(t *testing.T) {
	dist := archives(t, "v1.2.3-rc.1")
	if err := run("v1.2.3-rc.1", dist); err != nil {
		t.Fatal(err)
	}
	var all manifest
	if err := json.Unmarshal(file1(t, read(t, dist, "npm", "nexus-ci-1.2.3-rc.1.tgz"), "package/package.json"), &all); err != nil {
		t.Fatal(err)
	}
	if len(all.Optional) != len(platforms) || all.Bin["nexus-ci"] != "nexus-ci.js" {
		t.Errorf("%+v", all)
	}
	for name, version := range all.Optional {
		packed := read(t, dist, "npm", strings.NewReplacer("@", "", "/", "-").Replace(name)+"-"+version+".tgz")
		var m manifest
		if err := json.Unmarshal(file1(t, packed, "package/package.json"), &m); err != nil {
			t.Fatal(err)
		}
		// The starter asks for this name.
		if m.Name != "@nexus-ci/"+m.OS[0]+"-"+m.CPU[0] || m.Version != version || m.Bin != nil {
			t.Errorf("%s: %+v", name, m)
		}
		p := platforms[slices.IndexFunc(platforms, func(p platform) bool { return p.system == m.OS[0] && p.cpu == m.CPU[0] })]
		if got := string(file1(t, packed, "package/"+p.name())); got != p.goos+p.goarch || m.Files[0] != p.name() {
			t.Errorf("%s has the program %q", name, got)
		}
		if string(file1(t, packed, "package/LICENSE")) != "the license" {
			t.Errorf("%s has no license", name)
		}
	}
}

func file1(t *testing.T, packed []byte, name string) []byte {
	t.Helper()
	content, err := member(packed, name)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// Installers check the hashes of RECORD and take scripts from the data directory.
func TestWheels(t *testing.T) {
	dist := archives(t, "v1.2.3")
	if err := run("v1.2.3", dist); err != nil {
		t.Fatal(err)
	}
	for _, p := range platforms {
		z, err := zip.OpenReader(filepath.Join(dist, "pip", "nexus_ci-1.2.3-py3-none-"+p.wheel+".whl"))
		if err != nil {
			t.Fatal(err)
		}
		contents := make(map[string][]byte)
		for _, f := range z.File {
			r, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			if contents[f.Name], err = io.ReadAll(r); err != nil {
				t.Fatal(err)
			}
			if strings.Contains(f.Name, "/scripts/") && f.Mode().Perm() != 0o755 {
				t.Errorf("%s has the mode %v", f.Name, f.Mode())
			}
		}
		z.Close()
		if got := string(contents["nexus_ci-1.2.3.data/scripts/"+p.name()]); got != p.goos+p.goarch {
			t.Errorf("%s has the program %q", p.wheel, got)
		}
		lines := strings.Split(strings.TrimSpace(string(contents["nexus_ci-1.2.3.dist-info/RECORD"])), "\n")
		if len(lines) != len(contents) {
			t.Errorf("%d files, %d are recorded", len(contents), len(lines))
		}
		for _, line := range lines[:len(lines)-1] {
			name, rest, _ := strings.Cut(line, ",")
			sum := sha256.Sum256(contents[name])
			if want := fmt.Sprintf("sha256=%s,%d", base64.RawURLEncoding.EncodeToString(sum[:]), len(contents[name])); rest != want {
				t.Errorf("%s is recorded as %s, want %s", name, rest, want)
			}
		}
		wheel := string(contents["nexus_ci-1.2.3.dist-info/WHEEL"])
		for tag := range strings.SplitSeq(p.wheel, ".") {
			if !strings.Contains(wheel, "Tag: py3-none-"+tag+"\n") {
				t.Errorf("WHEEL has no tag %s", tag)
			}
		}
	}
	for version, want := range map[string]string{"v1.2.3": "1.2.3", "v1.2.3-rc.1": "1.2.3rc1", "v0.1.0-alpha.2": "0.1.0a2", "v0.1.0-beta.3": "0.1.0b3"} {
		if got := pep440(version); got != want {
			t.Errorf("%s: %s, want %s", version, got, want)
		}
	}
}

// The formula has every archive of macOS and Linux with its hash.
func TestFormula(t *testing.T) {
	dist := archives(t, "v1.2.3")
	if err := run("v1.2.3", dist); err != nil {
		t.Fatal(err)
	}
	got := string(read(t, dist, "nexus-ci.rb"))
	var want []string
	for _, p := range platforms {
		name := fmt.Sprintf("nexus-ci_v1.2.3_%s_%s.tar.gz", p.goos, p.goarch)
		sum := sha256.Sum256(read(t, dist, name))
		pair := fmt.Sprintf("      url \"https://github.com/nexus-ci/nexus-ci/releases/download/v1.2.3/%s\"\n      sha256 \"%s\"\n", name, hex.EncodeToString(sum[:]))
		if p.goos != "windows" {
			want = append(want, pair)
		}
	}
	for _, pair := range want {
		if !strings.Contains(got, pair) {
			t.Errorf("the formula lacks\n%s", pair)
		}
	}
	if n := strings.Count(got, "sha256"); n != len(want) || !strings.Contains(got, `version "1.2.3"`) {
		t.Errorf("%d hashes in\n%s", n, got)
	}
	if blank := regexp.MustCompile(`\n\n\n|do\n\n`).FindString(got); blank != "" {
		t.Errorf("blank lines in\n%s", got)
	}
}

// nfpm gets the program, the license and where they go.
func TestLinuxPackages(t *testing.T) {
	dist := archives(t, "v1.2.3")
	if err := run("v1.2.3", dist); err != nil {
		t.Fatal(err)
	}
	for _, arch := range []string{"amd64", "arm64"} {
		if got := string(read(t, dist, "linux", arch, "nexus-ci")); got != "linux"+arch {
			t.Errorf("%s has the program %q", arch, got)
		}
		var c struct {
			Name, Arch, Version string
			Contents            []struct{ Src, Dst string }
		}
		if err := json.Unmarshal(read(t, dist, "linux", arch, "nfpm.yaml"), &c); err != nil {
			t.Fatal(err)
		}
		if c.Arch != arch || c.Version != "1.2.3" || c.Contents[0].Dst != "/usr/bin/nexus-ci" {
			t.Errorf("%+v", c)
		}
		for _, f := range c.Contents {
			read(t, dist, "linux", f.Src)
		}
		if page := c.Contents[len(c.Contents)-1]; page.Dst != "/usr/share/man/man1/nexus-ci.1.gz" {
			t.Errorf("%+v", page)
		} else if z, err := gzip.NewReader(bytes.NewReader(read(t, dist, "linux", page.Src))); err != nil {
			t.Error(err)
		} else if content, err := io.ReadAll(z); err != nil || string(content) != ".TH" {
			t.Errorf("%q %v", content, err)
		}
	}
	entries, err := os.ReadDir(filepath.Join(dist, "linux"))
	if err != nil || len(entries) != 2 {
		t.Errorf("%v, %v", entries, err)
	}
}

// The same archives give the same bytes.
func TestSameBytes(t *testing.T) {
	dist := archives(t, "v1.2.3")
	first := make(map[string][]byte)
	for i := range 2 {
		if err := run("v1.2.3", dist); err != nil {
			t.Fatal(err)
		}
		for _, pattern := range []string{"npm/*", "pip/*", "*.rb"} {
			paths, err := filepath.Glob(filepath.Join(dist, pattern))
			if err != nil || len(paths) == 0 {
				t.Fatal(pattern, err)
			}
			for _, path := range paths {
				content := read(t, path)
				if i == 0 {
					first[path] = content
				} else if !bytes.Equal(first[path], content) {
					t.Errorf("%s differs", path)
				}
			}
		}
	}
}

func TestRefused(t *testing.T) {
	for _, tc := range []struct {
		version, want string
		change        func(dist string)
	}{
		{"1.2.3", "want a version such as v1.2.3", nil},
		{"v1.2.3-", "want a version such as", nil},
		{"v1.2.4", "has no nexus-ci_v1.2.4_OS_ARCH.tar.gz", nil},
		{"v1.2.3", "nexus-ci_v1.2.3_linux_arm64.tar.gz: ", func(dist string) {
			write(t, filepath.Join(dist, "nexus-ci_v1.2.3_linux_arm64.tar.gz"), []byte("no archive"))
		}},
	} {
		dist := archives(t, "v1.2.3")
		if tc.change != nil {
			tc.change(dist)
		}
		if err := run(tc.version, dist); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v, want %s", tc.version, err, tc.want)
		}
	}
}
