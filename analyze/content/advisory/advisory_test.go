package advisory_test

import (
	"archive/zip"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/content/advisory"
	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
)

func osv(id, alias, ecosystem, name, events string) string {
	return fmt.Sprintf(`{"id": %q, "aliases": [%q], "affected": [{"package": {"ecosystem": %q, "name": %q}, "ranges": [{"type": "ECOSYSTEM", "events": [%s]}]}]}`, id, alias, ecosystem, name, events)
}

var database = []string{
	osv("GO-1", "CVE-1", "Go", "example.com/a", `{"introduced": "0"}, {"fixed": "1.4.2"}`),
	osv("GHSA-1", "CVE-1", "Go", "example.com/a", `{"introduced": "0"}, {"fixed": "1.4.2"}`),
	osv("PYSEC-1", "", "PyPI", "Flask-Login", `{"introduced": "1.0"}, {"last_affected": "1.2.post1"}`),
	osv("GHSA-2", "", "npm", "left", `{"introduced": "2.0.0-beta.1"}, {"fixed": "2.0.5"}, {"introduced": "3.0.0"}, {"fixed": "3.1.0"}`),
	osv("GHSA-3", "", "Maven", "org.x:y", `{"introduced": "0"}, {"fixed": "2.0"}`),
	osv("RUSTSEC-1", "", "crates.io", "z", `{"introduced": "0"}, {"fixed": "0.3.1"}`),
	`{"id": "GONE", "withdrawn": "2024-01-01T00:00:00Z", "affected": [{"package": {"ecosystem": "Go", "name": "example.com/a"}, "versions": ["1.0.0"]}]}`,
	`{"id": "GHSA-4", "affected": [{"package": {"ecosystem": "Packagist", "name": "Acme/P"}, "versions": ["1.0.0", "1.0.1"]}]}`,
}

func load(t *testing.T) *advisory.Database {
	t.Helper()
	file := filepath.Join(t.TempDir(), "all.json")
	if err := os.WriteFile(file, []byte("["+strings.Join(database, ",")+"]"), 0o600); err != nil {
		t.Fatal(err)
	}
	db, err := advisory.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	return db
}

func TestOf(t *testing.T) {
	dep := func(format, field, name, from, to string) fact.Fact {
		return fact.Fact{Kind: "dependency-minor", Format: format, Field: field, Name: name, From: from, To: to, Path: "m", Line: 3, Side: fact.Head}
	}
	db := load(t)
	for _, tt := range []struct {
		name  string
		facts []fact.Fact
		want  string
	}{
		{"added", []fact.Fact{dep("go", "require", "example.com/a", "", "v1.4.1")}, "advisory-introduced GHSA-1 example.com/a  v1.4.1"},
		{"fixed by a newer one", []fact.Fact{dep("go", "require", "example.com/a", "v1.4.1", "v1.4.2")}, "advisory-fixed GHSA-1 example.com/a v1.4.1 "},
		{"a prerelease of the fix is before it", []fact.Fact{dep("go", "require", "example.com/a", "v1.4.2-rc.1", "v1.5.0")}, "advisory-fixed GHSA-1 example.com/a v1.4.2-rc.1 "},
		{"kept", []fact.Fact{dep("go", "require", "example.com/a", "v1.3.0", "v1.4.1")}, "advisory-kept GHSA-1 example.com/a v1.3.0 v1.4.1"},
		{"removed", []fact.Fact{dep("go", "require", "example.com/a", "v1.3.0", "")}, "advisory-fixed GHSA-1 example.com/a v1.3.0 "},
		{"moved to another section", []fact.Fact{dep("npm", "dependencies", "left", "3.0.1", ""), dep("npm", "devDependencies", "left", "", "3.0.1")}, "advisory-kept GHSA-2 left 3.0.1 3.0.1"},
		{"between two ranges", []fact.Fact{dep("npm", "lock", "left", "", "2.9.0")}, ""},
		{"in the second range", []fact.Fact{dep("npm", "lock", "left", "2.9.0", "3.0.9")}, "advisory-introduced GHSA-2 left  3.0.9"},
		{"a range is not judged", []fact.Fact{dep("npm", "dependencies", "left", "", "^3.0.0")}, ""},
		{"nor what came after one", []fact.Fact{dep("npm", "dependencies", "left", "^2.9.0", "3.0.0")}, ""},
		{"names that PyPI takes for one", []fact.Fact{dep("pypi", "requirements", "flask_login", "", "==1.2")}, "advisory-introduced PYSEC-1 flask_login  1.2"},
		{"the last affected one", []fact.Fact{dep("pypi", "requirements", "flask_login", "", "==1.2.post1")}, "advisory-introduced PYSEC-1 flask_login  1.2.post1"},
		{"behind the last affected one", []fact.Fact{dep("pypi", "requirements", "flask_login", "", "==1.3")}, ""},
		{"maven", []fact.Fact{dep("maven", "dependency", "org.x:y", "2.0", "2.0-alpha-1")}, "advisory-introduced GHSA-3 org.x:y  2.0-alpha-1"},
		{"a manifest of cargo is a range", []fact.Fact{dep("cargo", "dependencies", "z", "", "0.3.0")}, ""},
		{"its lock file is not", []fact.Fact{dep("cargo", "lock", "z", "", "0.3.0")}, "advisory-introduced RUSTSEC-1 z  0.3.0"},
		{"by version", []fact.Fact{dep("packagist", "require", "acme/p", "1.0.2", "1.0.1")}, "advisory-introduced GHSA-4 acme/p  1.0.1"},
		{"another ecosystem", []fact.Fact{dep("npm", "dependencies", "example.com/a", "", "1.0.0")}, ""},
	} {
		var got []string
		for _, f := range db.Of(tt.facts) {
			got = append(got, strings.Join([]string{string(f.Kind), f.Field, f.Name, f.From, f.To}, " "))
		}
		if strings.Join(got, "; ") != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// A directory and an archive hold the same as a file; what is no advisory is an error that names it.
func TestLoad(t *testing.T) {
	dir := t.TempDir()
	archive, err := os.Create(filepath.Join(t.TempDir(), "all.zip"))
	if err != nil {
		t.Fatal(err)
	}
	w := zip.NewWriter(archive)
	for i, text := range database {
		name := fmt.Sprintf("%d.json", i)
		entry, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := entry.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	facts := []fact.Fact{{Kind: "dependency-added", Format: "go", Name: "example.com/a", To: "v1.0.0", Path: "go.mod"}}
	want := load(t).Of(facts)
	for _, name := range []string{dir, archive.Name()} {
		db, err := advisory.Load(name)
		if err != nil || db.Entries != len(database)-1 || !slices.Equal(db.Of(facts), want) || len(want) != 1 {
			t.Errorf("%s: %v, %+v", name, err, db)
		}
	}
	bad := filepath.Join(dir, "bad.json")
	for text, want := range map[string]string{"{": "bad.json is no advisory in the OSV format", "{}": "holds no advisory in the OSV format"} {
		if err := os.WriteFile(bad, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := advisory.Load(bad); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
