package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// What the README names exists: paths of the table, commands and their flags.
func TestReadme(t *testing.T) {
	src, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	readme := string(src)

	paths := regexp.MustCompile("`((?:analyze|diff|report|cmd|\\.github|\\.ci)(?:/[a-z._-]+)*)`").FindAllStringSubmatch(readme, -1)
	if len(paths) < 10 {
		t.Errorf("only %d paths found", len(paths))
	}
	for _, m := range paths {
		if _, err := os.Stat(filepath.Join("..", "..", filepath.FromSlash(m[1]))); err != nil {
			t.Errorf("%s: %v", m[1], err)
		}
	}

	// The workflow to begin with is the example, which is checked as a workflow.
	example, err := os.ReadFile(filepath.Join("..", "..", ".github", "examples", "pull-request.yml"))
	if err != nil {
		t.Fatal(err)
	}
	if _, body, _ := strings.Cut(string(example), "\n"); !strings.Contains(readme, "```yaml\n"+body+"```") {
		t.Errorf("the first workflow is not .github/examples/pull-request.yml:\n%s", body)
	}

	// One release is named everywhere.
	examples, err := filepath.Glob(filepath.Join("..", "..", ".github", "examples", "*.yml"))
	if err != nil {
		t.Fatal(err)
	}
	text := readme
	for _, path := range examples {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		text += string(src)
	}
	releases := make(map[string]int)
	for _, m := range regexp.MustCompile(`(?:nexus-ci[@:_]|download/|rev: )(v\d+\.\d+\.\d+)`).FindAllStringSubmatch(text, -1) {
		releases[m[1]]++
	}
	if len(releases) != 1 {
		t.Errorf("releases: %v, want one", releases)
	}

	for _, m := range regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllStringSubmatch(readme, -1) {
		if err := yaml.Unmarshal([]byte(m[1]), new(yaml.Node)); err != nil {
			t.Errorf("%v:\n%s", err, m[1])
		}
	}

	code := ""
	for _, m := range regexp.MustCompile("(?ms)^```[a-z]*\n(.*?)^```$").FindAllStringSubmatch(readme, -1) {
		code += m[1]
	}
	// What follows > or | is for the shell.
	commands := regexp.MustCompile(`(?m)^(?:\$ )?nexus-ci ((?:'[^']*'|"[^"]*"|[^#>|\n])*)`).FindAllStringSubmatch(code, -1)
	word := regexp.MustCompile(`'[^']*'|"[^"]*"|\S+`)
	if len(commands) < 15 {
		t.Errorf("only %d commands found", len(commands))
	}
	p := &program{}
	for _, m := range commands {
		root := p.command()
		var words []string
		for _, w := range word.FindAllString(m[1], -1) {
			words = append(words, strings.Trim(w, `"'`))
		}
		cmd, args, err := root.Find(words)
		if err == nil {
			err = cmd.ParseFlags(args)
		}
		if err == nil {
			err = cmd.ValidateArgs(cmd.Flags().Args())
		}
		if err != nil {
			t.Errorf("nexus-ci %s: %v", m[1], err)
		}
	}
}
