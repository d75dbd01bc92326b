package rules_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/finding/rules"
)

var update = flag.Bool("update", false, "rewrite RULES.md")

func TestRules(t *testing.T) {
	all := rules.All()
	if !slices.IsSortedFunc(all, func(a, b finding.Rule) int { return strings.Compare(a.Name, b.Name) }) {
		t.Error("rules are not sorted by name")
	}
	for _, r := range all {
		if r.Name == "" || r.Class == "" || r.Severity == "" || !strings.HasSuffix(r.Summary, ".") || r.Doc == "" {
			t.Errorf("rule %q is not documented", r.Name)
		}
		name := "rule_" + strings.ReplaceAll(r.Name, "-", "_")
		if strings.HasSuffix(name, "_test") {
			name += "s" // for Go, a file with that ending is a test
		}
		if file := "../*/" + name + ".go"; !exists(file) {
			t.Errorf("rule %s is not in a file of its own: no %s", r.Name, file)
		}
	}
}

func exists(pattern string) bool {
	files, err := filepath.Glob(pattern)
	return err == nil && len(files) == 1
}

// RULES.md is made from the rules.
func TestRulesDocument(t *testing.T) {
	const file = "../RULES.md"
	got := document(rules.All())
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s is old, run go test ./analyze/finding/rules -update (-file +rules):\n%s", file, diff)
	}
}

func document(rules []finding.Rule) string {
	var b strings.Builder
	b.WriteString(`# What nexus-ci finds

Made from the rules below this directory by ` + "`go test ./analyze/finding/rules -update`" + `.

A **break** is something that a compiler, or the first call, rejects. A **behaviour** compiles and does something else.

| Rule | Class | Severity | Claim |
|---|---|---|---|
`)
	for _, r := range rules {
		fmt.Fprintf(&b, "| [%s](#%s) | %s | %s | %s |\n", r.Name, r.Name, r.Class, r.Severity, r.Summary)
	}
	for _, r := range rules {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n", r.Name, r.Doc)
		for _, e := range r.Examples.All() {
			fmt.Fprintf(&b, "\n### %s\n\n```\n%s\n```\n\n", e.Title, strings.Trim(e.Source, "\n"))
			if len(e.Says) == 0 {
				b.WriteString("Nothing is said.\n")
			}
			for _, m := range e.Says {
				fmt.Fprintf(&b, "> %s\n", m)
			}
		}
	}
	return b.String()
}
