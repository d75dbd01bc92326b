package record_test

import (
	"bytes"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nexus-ci/nexus-ci/analyze/across"
	"github.com/nexus-ci/nexus-ci/analyze/across/record"
	"github.com/nexus-ci/nexus-ci/analyze/cache/remote"
)

// open returns a store in a directory with a key that writes.
func open(t *testing.T, dir string) *remote.Store {
	t.Helper()
	key, err := x509.MarshalPKCS8PrivateKey(ed25519.NewKeyFromSeed(bytes.Repeat([]byte{1}, ed25519.SeedSize)))
	if err != nil {
		t.Fatal(err)
	}
	s, err := remote.Open("file://"+filepath.ToSlash(dir), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: key}))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

var (
	root  = across.Root{Ecosystem: "go", Name: "example.com/lib"}
	asked = []across.Question{{
		Package: "pkg:golang/example.com/lib", Roots: []across.Root{root},
		Symbols: []across.Symbol{{ID: "Function:a.go:F", Name: "F", Names: []string{"example.com/lib#F"}}, {ID: "Function:a.go:G", Name: "G", Names: []string{"example.com/lib#G"}, Calls: true}},
		Results: map[string]string{},
	}}
)

func at(day int) time.Time { return time.Date(2026, 1, day, 0, 0, 0, 0, time.UTC) }

// takes is what a repository takes that uses names.
func takes(names ...string) []across.Taken {
	t := across.Taken{Root: root, Pins: []across.Pin{{Package: "pkg:golang/example.com/lib", Version: "v1.0.0", Breaks: across.OnUpgrade}}}
	for i, name := range names {
		t.Uses = append(t.Uses, across.Use{Name: "example.com/lib#" + name, Path: "main.go", Line: i + 1})
	}
	return []across.Taken{t}
}

func write(t *testing.T, s *remote.Store, name string, day int, taken []across.Taken) {
	t.Helper()
	if err := record.Write(t.Context(), s, record.Repository{Name: name, Commit: fmt.Sprintf("%040d", day), Committed: at(day)}, taken); err != nil {
		t.Fatal(err)
	}
}

// ask returns the users of each symbol in a line.
func ask(t *testing.T, s *remote.Store, q record.Query) (users string, a *record.Answer) {
	t.Helper()
	q.Questions = asked
	a, err := record.Ask(t.Context(), s, q)
	if err != nil {
		t.Fatal(err)
	}
	for _, symbol := range a.Symbols {
		users += symbol.Name
		for _, u := range symbol.Users {
			users += fmt.Sprintf(" %s:%d", u.Repository, u.Uses)
		}
		users += fmt.Sprintf(" +%d;", symbol.Hidden)
	}
	return users, a
}

func TestAsk(t *testing.T) {
	s := open(t, t.TempDir())
	write(t, s, "octo/app", 2, takes("F()", "G", "Other"))
	write(t, s, "octo/web", 1, takes("F", "F()", "G()"))
	write(t, s, "octo/lib", 3, takes("F()"))
	got, a := ask(t, s, record.Query{Own: "Octo/Lib"})
	if want := "F octo/app:1 octo/web:2 +0;G octo/web:1 +0;"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if a.Read != 3 || a.Known != 3 || !a.Oldest.Equal(at(1)) {
		t.Errorf("%d of %d, oldest %s", a.Read, a.Known, a.Oldest)
	}
	got, a = ask(t, s, record.Query{Known: 9, Visible: func(name string) bool { return name == "octo/web" }})
	if want := "F octo/web:2 +2;G octo/web:1 +0;"; got != want || a.Known != 9 {
		t.Errorf("with hidden ones: %s of %d, want %s", got, a.Known, want)
	}
}

// Records of an older commit do not count, and do not replace newer ones. A writer that was killed leaves
// what counts.
func TestOlder(t *testing.T) {
	s := open(t, t.TempDir())
	write(t, s, "octo/app", 2, takes("F"))
	if err := record.Write(t.Context(), s, record.Repository{Name: "octo/app", Commit: "1", Committed: at(1)}, takes("G()")); !errors.Is(err, record.ErrNewer) {
		t.Errorf("an older commit: %v", err)
	}
	if got, _ := ask(t, s, record.Query{}); got != "F octo/app:1 +0;" {
		t.Error(got)
	}
	write(t, s, "octo/app", 3, nil) // it takes nothing any more
	if got, a := ask(t, s, record.Query{}); got != "" || a.Read != 1 {
		t.Errorf("%q is gone; %d read", got, a.Read)
	}
}

// What no writer writes is not used.
func TestHostile(t *testing.T) {
	good := record.Repository{Name: "octo/app", Commit: "1", Committed: at(1)}
	for name, r := range map[string]record.Repository{
		"no name":     {Commit: "1", Committed: at(1)},
		"no commit":   {Name: "octo/app", Committed: at(1)},
		"no time":     {Name: "octo/app", Commit: "1"},
		"a long name": {Name: strings.Repeat("x", 1000), Commit: "1", Committed: at(1)},
		"no text":     {Name: "octo/\xff", Commit: "1", Committed: at(1)},
	} {
		if record.Write(t.Context(), open(t, t.TempDir()), r, nil) == nil {
			t.Errorf("%s is written", name)
		}
	}
	for name, change := range map[string]func(*across.Taken){
		"a long path":  func(k *across.Taken) { k.Uses[0].Path = strings.Repeat("x", 5000) },
		"no path":      func(k *across.Taken) { k.Uses[0].Path = "" },
		"no line":      func(k *across.Taken) { k.Uses[0].Line = 0 },
		"another word": func(k *across.Taken) { k.Pins[0].Breaks = "never" },
		"many uses":    func(k *across.Taken) { k.Uses = make([]across.Use, 30_000) },
		"another package": func(k *across.Taken) {
			k.Pins[0].Package = "pkg:golang/example.com/fork"
		},
	} {
		s := open(t, t.TempDir())
		taken := takes("F")
		change(&taken[0])
		if err := record.Write(t.Context(), s, good, taken); err != nil {
			t.Fatal(err)
		}
		if got, a := ask(t, s, record.Query{}); got != "" || a.Read != 1 {
			t.Errorf("%s: %s, %d read", name, got, a.Read)
		}
	}
}
