package main

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"

	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/manual"
)

// The pages in docs/man are those of the commands; -update writes them.
func TestManual(t *testing.T) {
	dir := filepath.Join("..", "..", "docs", "man")
	pages := manual.Pages((&program{}).command())
	if *update {
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		for name, page := range pages {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(page), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var there []string
	for _, e := range entries {
		there = append(there, e.Name())
	}
	if diff := cmp.Diff(slices.Sorted(maps.Keys(pages)), there); diff != "" {
		t.Fatal("docs/man has other files than the commands have pages; go test ./cmd/nexus-ci -run TestManual -update\n", diff)
	}
	for name, page := range pages {
		content, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(page, string(content)); diff != "" {
			t.Errorf("%s is not that of the command; go test ./cmd/nexus-ci -run TestManual -update\n%s", name, diff)
		}
	}
}

// Every flag and every line of an example stands in the page, and groff, where it is, has no complaint.
func TestManualIsRead(t *testing.T) {
	groff, _ := exec.LookPath("groff")
	plain := strings.NewReplacer(`\-`, "-", `\e`, `\`, `\(aq`, "'", `\(ti`, "~", `\(ha`, "^", `\(ga`, "`", `\(dq`, `"`, `\&`, "", `\fB`, "", `\fI`, "", `\fR`, "")
	root := (&program{}).command()
	pages := manual.Pages(root)
	for _, cmd := range root.Commands() {
		page := plain.Replace(pages["nexus-ci-"+cmd.Name()+".1"])
		if page == "" {
			continue
		}
		cmd.NonInheritedFlags().VisitAll(func(f *pflag.Flag) {
			if has := regexp.MustCompile(`\.TP\n(-\w, )?--` + f.Name + `\b[^-]`).MatchString(page); has == f.Hidden {
				t.Errorf("%s: the page has --%s: %v", cmd.Name(), f.Name, has)
			}
		})
		if !strings.Contains(page, cmd.Example) {
			t.Errorf("%s: the page has not the examples:\n%s", cmd.Name(), page)
		}
	}
	for name, page := range pages {
		if groff == "" {
			break
		}
		cmd := exec.Command(groff, "-man", "-Tutf8", "-ww", "-z")
		cmd.Stdin = strings.NewReader(page)
		if said, err := cmd.CombinedOutput(); err != nil || len(said) > 0 {
			t.Errorf("%s: %v %s", name, err, said)
		}
	}
}
