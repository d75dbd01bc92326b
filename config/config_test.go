package config

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What --print-config prints is a configuration that gives the same values.
func TestConfigRoundTrip(t *testing.T) {
	want := Default()
	want.Base = "origin/main # not a comment"
	want.FailOn = "high"
	want.Workers = 7
	want.communityNames = map[string]string{"Auth: x": "Sign-in, \"yes\"\n# no", "": "\x1b"}
	want.Processes.Names = map[string]string{"main → Save": "Saving"}
	want.ImpactLimits = []int{1, 2, 3}
	want.MinConfidence = 0.125
	want.Thresholds.ScoreMedium = 0.5
	want.critical = []string{"payments/**", "*.sql"}

	var printed bytes.Buffer
	if err := want.Print(&printed); err != nil {
		t.Fatal(err)
	}
	got := Default()
	if err := got.read("printed.yml", printed.Bytes()); err != nil {
		t.Fatalf("%v\n%s", err, printed.String())
	}
	for i, s := range got.Settings() {
		if diff := cmp.Diff(reflect.ValueOf(want.Settings()[i].Value).Elem().Interface(), reflect.ValueOf(s.Value).Elem().Interface()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", s.Key, diff)
		}
		if got.origins[s.Key] != "file" {
			t.Errorf("%s: origin %q", s.Key, got.origins[s.Key])
		}
	}
}

func TestDefaultsAreValid(t *testing.T) {
	for _, s := range Default().Settings() {
		if s.Doc == "" {
			t.Errorf("%s: no description", s.Key)
		}
		if s.check != nil {
			if err := s.check(); err != nil {
				t.Errorf("%s: %v", s.Key, err)
			}
		}
	}
}

func TestConfigOfAWorkTreeMayBeHostile(t *testing.T) {
	for name, make := range map[string]func(path string) error{
		"directory": func(path string) error { return os.Mkdir(path, 0o700) },
		"device":    func(path string) error { return os.Symlink(os.DevNull, path) },
		"huge":      func(path string) error { return os.WriteFile(path, bytes.Repeat([]byte("#\n"), maxSize), 0o600) },
		"aliases": func(path string) error {
			return os.WriteFile(path, []byte("clusters: &a {names: {x: y}}\nimpact: *a\n"), 0o600)
		},
		"deep": func(path string) error {
			return os.WriteFile(path, []byte("check: "+strings.Repeat("[", 100000)), 0o600)
		},
		"two documents": func(path string) error { return os.WriteFile(path, []byte("check: {}\n---\ncheck: {}\n"), 0o600) },
	} {
		root := t.TempDir()
		path := filepath.Join(root, FileName)
		if err := make(path); err != nil {
			t.Fatal(err)
		}
		_, err := Load("", root)
		var wrong *Error
		if !errors.As(err, &wrong) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// No configuration stops the program with anything but an error that names a place.
func FuzzConfig(f *testing.F) {
	var printed bytes.Buffer
	if err := Default().Print(&printed); err != nil {
		f.Fatal(err)
	}
	f.Add(printed.String())
	for _, s := range []string{"check: {fail_on: [1]}", "impact: {limits: [1, 2]}", "a: &a [*a]", "? [x] : y", "check: !!binary x", "~", "1", "\x00", "check:\n\tx: 1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		c := Default()
		if err := c.read("file.yml", []byte(s)); err != nil && !strings.HasPrefix(err.Error(), "file.yml:") {
			t.Errorf("error without a place: %v", err)
		}
	})
}
