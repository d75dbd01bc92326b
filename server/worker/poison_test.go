package worker_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/cache/remote"
)

// value is the key of what the caches of these tests hold.
var value = cache.KeyOf("value")

// pair returns the keys of a writer in PEM, made of a seed.
func pair(seed byte) (public, private []byte) {
	key := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{seed}, ed25519.SeedSize))
	a, _ := x509.MarshalPKIXPublicKey(key.Public()) // which these are
	b, _ := x509.MarshalPKCS8PrivateKey(key)
	return pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: a}), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: b})
}

// object is the file of what the store of an address has of a commit.
func object(address, commit string) string {
	key := cache.KeyOf("base", commit)
	return filepath.Join(strings.TrimPrefix(address, "file://"), "ac", hex.EncodeToString(key[:]))
}

// save stores content as the base of a commit.
func save(address string, keys []byte, commit, content string) error {
	dir, err := os.MkdirTemp("", "save-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	c, err := cache.Open(dir, 1<<20)
	if err != nil {
		return err
	}
	c.Put(value, []byte(content))
	store, err := remote.Open(address, keys)
	if err := errors.Join(err, c.Close()); err != nil {
		return err
	}
	return store.Save(context.Background(), cache.KeyOf("base", commit), dir)
}

// load returns what a reader uses of the base of a commit, empty for nothing.
func load(address string, keys []byte, commit string) string {
	dir, err := os.MkdirTemp("", "load-")
	if err != nil {
		return err.Error()
	}
	defer os.RemoveAll(dir)
	store, err := remote.Open(address, keys)
	if err != nil {
		return err.Error()
	}
	if store.Load(context.Background(), cache.KeyOf("base", commit), dir) != nil {
		return ""
	}
	c, err := cache.Open(dir, 1<<20)
	if err != nil {
		return err.Error()
	}
	content, _ := c.Get(value)
	return string(content)
}

// share does what the command does with a store. The titles of pull requests say how their analysis was
// taken over; such a one has all that the command was given.
func share(args []string, title, base string) error {
	flag := func(name string) string {
		if i := slices.Index(args, name); i >= 0 {
			return args[i+1]
		}
		return ""
	}
	address := flag("--cache-url")
	keys, err := os.ReadFile(flag("--cache-key"))
	if address == "" || errors.Is(err, os.ErrNotExist) {
		return nil // a test without keys
	}
	if args[0] == "index" {
		if err := os.WriteFile(filepath.Join(filepath.Dir(flag("--across-key")), "stored"), fmt.Appendln(nil, flag("--across-url"), flag("--across-name")), 0o600); err != nil {
			return err
		}
		if base = flag("--ref"); load(address, keys, base) != "" {
			return nil
		}
		if _, err := os.Stat(object(address, base)); err == nil {
			fmt.Fprintln(os.Stderr, "nexus-ci: warning: working without --cache-url: it is poison")
		}
		return save(address, keys, base, "honest "+base)
	}
	found := load(address, keys, base)
	if found != "" {
		fmt.Fprintln(os.Stderr, `{"stored_graphs":1}`)
	}
	out, err := os.OpenFile(filepath.Join(filepath.Dir(flag("--cache-key")), "used"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer out.Close()
	fmt.Fprintf(out, "%s\n", found)
	_, own := pair(66)
	switch title {
	case "sign with a key of its own":
		if save(address, keys, base, "poison") == nil {
			return errors.New("the analysis of a pull request can sign")
		}
		return save(address, own, base, "poison")
	case "replay the object of another commit":
		other := strings.Repeat("0", 40)
		if err := save(address, own, other, "poison"); err != nil {
			return err
		}
		files, err := filepath.Glob(filepath.Join(filepath.Dir(object(address, base)), "*"))
		if err != nil {
			return err
		}
		for _, file := range files { // of them one that a trusted key has signed
			if data, err := os.ReadFile(file); err == nil && file != object(address, base) && file != object(address, other) {
				return os.WriteFile(object(address, base), data, 0o600)
			}
		}
		return errors.New("there is no other object")
	case "another value below a good signature":
		good, err := os.ReadFile(object(address, base))
		if err != nil {
			return err
		}
		if err := save(address, own, base, "poison"); err != nil {
			return err
		}
		bad, err := os.ReadFile(object(address, base))
		if err != nil {
			return err
		}
		const header = 17 + 32 + 32 + ed25519.SignatureSize
		return os.WriteFile(object(address, base), append(good[:header:header], bad[header:]...), 0o600)
	}
	return nil
}

// Three forks take over their analyses and write to the store, each in another way. Nobody uses what they
// have written, and the next run on the default branch puts it right.
func TestForksPoisonNothing(t *testing.T) {
	s := newSite(t)
	public, private := pair(1)
	for name, content := range map[string][]byte{"public": public, "private": private} {
		if err := os.WriteFile(filepath.Join(s.dir, name+".pem"), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	address := "file://" + s.dir + "/store/7/octo/app"
	var log bytes.Buffer
	s.log = slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelWarn})
	end := s.work(1, 1)
	hook := func(number int) {
		t.Helper()
		s.hook(number, fmt.Sprint(number))
		s.settle()
	}
	other := s.push(1, 0, "fine") // so that the store has a second object
	other.Base.SHA = other.Head.SHA
	s.forge.SetPull(other)
	hook(1)
	for i, way := range []string{"sign with a key of its own", "replay the object of another commit", "another value below a good signature"} {
		fork := s.push(10+i, 0, way)
		fork.Head.Repository = "mallory/app"
		s.forge.SetPull(fork)
		hook(10 + i)
		honest := "honest " + fork.Base.SHA
		before, err := os.ReadFile(object(address, fork.Base.SHA))
		if err != nil {
			t.Fatal(err)
		}
		if got := load(address, public, fork.Base.SHA); got != "" {
			t.Errorf("%s: a laptop uses %q", way, got)
		}
		s.push(20+i, 0, "fine")
		hook(20 + i)
		after, err := os.ReadFile(object(address, fork.Base.SHA))
		if err != nil || bytes.Equal(before, after) {
			t.Errorf("%s: the object was not put right, %v", way, err)
		}
		if got := load(address, public, fork.Base.SHA); got != honest {
			t.Errorf("%s: then a laptop uses %q", way, got)
		}
	}
	used, err := os.ReadFile(filepath.Join(s.dir, "used"))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(used)), "\n") {
		if !strings.HasPrefix(line, "honest ") {
			t.Errorf("an analysis used %q", line)
		}
	}
	if n := bytes.Count(used, []byte("\n")); n != 7 {
		t.Errorf("%d analyses", n)
	}
	did := end()
	if did["base found"] != 7 || did["base missing"]+did["base failed"] != 0 {
		t.Errorf("%v", did)
	}
	if n := strings.Count(log.String(), `said="working without --cache-url: it is poison"`); n != 3 {
		t.Errorf("%d warnings:\n%s", n, &log)
	}
}
