package format

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/report/reporttest"
	"github.com/nexus-ci/nexus-ci/report/text"
)

// What is written in several formats is there in each, though one file cannot be written, and
// the JSON form is read back.
func TestOutput(t *testing.T) {
	dir := t.TempDir()
	saved, lost := filepath.Join(dir, "r.json"), filepath.Join(dir, "none", "r.md")
	var out strings.Builder
	o := Output{Format: "text", Out: &out, Text: text.Options{Color: true}, Save: []string{lost, saved, filepath.Join(dir, "r.txt")}}
	r := reporttest.Reports()["nothing"]
	if err := o.Write(r); err == nil || !strings.Contains(err.Error(), lost[:len(lost)-len("/r.md")]) {
		t.Errorf("a file in no directory: %v", err)
	}
	plain, err := os.ReadFile(filepath.Join(dir, "r.txt"))
	if err != nil || len(plain) == 0 || strings.Contains(string(plain), "\x1b") || !strings.Contains(out.String(), "\x1b") {
		t.Errorf("%v: colour belongs to the screen: file %q, screen %q", err, plain, out.String())
	}
	read, err := Read(saved, nil)
	if err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(saved)
	if err != nil {
		t.Fatal(err)
	}
	out.Reset()
	o = Output{Format: "json", Out: &out}
	if err := o.Write(read); err != nil || out.String() != string(content) {
		t.Errorf("%v: what was read is written differently", err)
	}
	out.Reset()
	o.File = filepath.Join(dir, "o.json")
	if err := o.Write(read); err != nil || out.Len() > 0 {
		t.Errorf("with a file: %v, %q on the screen", err, out.String())
	}
}

func TestRead(t *testing.T) {
	if _, err := Read("-", strings.NewReader("{}")); err == nil || !strings.HasPrefix(err.Error(), "standard input: ") {
		t.Errorf("no report: %v", err)
	}
	if _, err := Read(filepath.Join(t.TempDir(), "none.json"), nil); err == nil || !strings.HasPrefix(err.Error(), "read report: ") {
		t.Errorf("no file: %v", err)
	}
}
