package main

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What --print-config prints is a configuration that gives the same values.
func TestConfigRoundTrip(t *testing.T) {
	want := defaultConfig()
	want.base = "origin/main # not a comment"
	want.failOn = "high"
	want.workers = 7
	want.communityNames = map[string]string{"Auth: x": "Sign-in, \"yes\"\n# no", "": "\x1b"}
	want.impactLimits = []int{1, 2, 3}
	want.minConfidence = 0.125
	want.thresholds.ScoreMedium = 0.5
	want.critical = []string{"payments/**", "*.sql"}

	var printed bytes.Buffer
	if err := want.print(&printed); err != nil {
		t.Fatal(err)
	}
	got := defaultConfig()
	if err := got.read("printed.yml", printed.Bytes()); err != nil {
		t.Fatalf("%v\n%s", err, printed.String())
	}
	for i, s := range got.settings() {
		if diff := cmp.Diff(reflect.ValueOf(want.settings()[i].value).Elem().Interface(), reflect.ValueOf(s.value).Elem().Interface()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", s.key, diff)
		}
		if got.origins[s.key] != "file" {
			t.Errorf("%s: origin %q", s.key, got.origins[s.key])
		}
	}
}

func TestDefaultsAreValid(t *testing.T) {
	for _, s := range defaultConfig().settings() {
		if s.doc == "" {
			t.Errorf("%s: no description", s.key)
		}
		if s.check != nil {
			if err := s.check(); err != nil {
				t.Errorf("%s: %v", s.key, err)
			}
		}
	}
}

func TestConfigOfAWorkTreeMayBeHostile(t *testing.T) {
	for name, make := range map[string]func(path string) error{
		"directory": func(path string) error { return os.Mkdir(path, 0o700) },
		"device":    func(path string) error { return os.Symlink(os.DevNull, path) },
		"huge":      func(path string) error { return os.WriteFile(path, bytes.Repeat([]byte("#\n"), maxConfigSize), 0o600) },
		"aliases": func(path string) error {
			return os.WriteFile(path, []byte("clusters: &a {names: {x: y}}\nimpact: *a\n"), 0o600)
		},
		"deep": func(path string) error {
			return os.WriteFile(path, []byte("check: "+strings.Repeat("[", 100000)), 0o600)
		},
		"two documents": func(path string) error { return os.WriteFile(path, []byte("check: {}\n---\ncheck: {}\n"), 0o600) },
	} {
		root := t.TempDir()
		path := filepath.Join(root, configName)
		if err := make(path); err != nil {
			t.Fatal(err)
		}
		_, err := loadConfig("", root)
		if err == nil || exitStatus(err) != exitUsage || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// No configuration stops the program with anything but an error that names a place.
func FuzzConfig(f *testing.F) {
	var printed bytes.Buffer
	if err := defaultConfig().print(&printed); err != nil {
		f.Fatal(err)
	}
	f.Add(printed.String())
	for _, s := range []string{"check: {fail_on: [1]}", "impact: {limits: [1, 2]}", "a: &a [*a]", "? [x] : y", "check: !!binary x", "~", "1", "\x00", "check:\n\tx: 1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		c := defaultConfig()
		if err := c.read("file.yml", []byte(s)); err != nil && !strings.HasPrefix(err.Error(), "file.yml:") {
			t.Errorf("error without a place: %v", err)
		}
	})
}
