package main

import (
	"errors"
	"fmt"
	"go/ast"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"gopkg.in/yaml.v3"
	"mvdan.cc/sh/v3/syntax"
)

// A document is a Markdown file for people.
type document struct {
	path string // from the root
	text string
}

// documents returns README.md, the other texts at the root and all of docs.
func documents(t *testing.T) []document {
	t.Helper()
	var docs []document
	for _, pattern := range []string{"*.md", "docs/*.md", ".github/*.md"} {
		names, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			rel, err := filepath.Rel(filepath.Join("..", ".."), name)
			if err != nil {
				t.Fatal(err)
			}
			docs = append(docs, document{filepath.ToSlash(rel), readRoot(t, rel)})
		}
	}
	if len(docs) < 10 {
		t.Fatalf("only %d documents", len(docs))
	}
	return docs
}

// A block is what stands between two fences.
type block struct {
	lang    string // what follows the first fence
	chapter string // the heading of the second level before it
	body    string
}

var fenced = regexp.MustCompile("(?ms)^```([a-z]*)\n(.*?)^```$")

// blocks returns the fenced blocks of a document.
func blocks(text string) []block {
	var out []block
	for _, m := range fenced.FindAllStringSubmatchIndex(text, -1) {
		chapter := ""
		if i := strings.LastIndex(text[:m[0]], "\n## "); i >= 0 {
			chapter, _, _ = strings.Cut(text[i+len("\n## "):], "\n")
		}
		out = append(out, block{text[m[2]:m[3]], chapter, text[m[4]:m[5]]})
	}
	return out
}

// scripts returns the shell commands that a block shows: those behind "$ " of a console, all
// lines of others.
func (b *block) scripts() []string {
	var out []string
	for line := range strings.Lines(b.body) {
		line = strings.TrimSpace(line)
		if b.lang == "console" {
			var shown bool
			if line, shown = strings.CutPrefix(line, "$ "); !shown {
				continue
			}
		}
		if line != "" && !strings.HasPrefix(line, "#") {
			out = append(out, line)
		}
	}
	return out
}

// callsIn returns the words of each simple command of a script; what the shell would put in
// stands as a name without the dollar sign.
func callsIn(script string) ([][]string, error) {
	file, err := syntax.NewParser().Parse(strings.NewReader(script), "")
	if err != nil {
		return nil, err
	}
	var out [][]string
	syntax.Walk(file, func(n syntax.Node) bool {
		call, ok := n.(*syntax.CallExpr)
		if !ok || len(call.Args) == 0 {
			return true
		}
		var words []string
		for _, w := range call.Args {
			words = append(words, wordText(w.Parts))
		}
		out = append(out, words)
		return true
	})
	return out, nil
}

func wordText(parts []syntax.WordPart) string {
	var b strings.Builder
	for _, p := range parts {
		switch p := p.(type) {
		case *syntax.Lit:
			b.WriteString(p.Value)
		case *syntax.SglQuoted:
			b.WriteString(p.Value)
		case *syntax.DblQuoted:
			b.WriteString(wordText(p.Parts))
		case *syntax.ParamExp:
			b.WriteString(p.Param.Value)
		}
	}
	return b.String()
}

// ownWords returns the arguments for nexus-ci in the words of a command that runs it: by its
// name, from its source, in its image, or as what another program is told to run.
func ownWords(words []string) ([]string, bool) {
	at := slices.IndexFunc(words, func(w string) bool { return path.Base(w) == "nexus-ci" || strings.Contains(w, "/nexus-ci:") })
	switch {
	case at < 0:
		return nil, false
	case at == 0, words[0] == "go" && words[1] == "run", words[0] == "docker", words[at-1] == "--":
		return words[at+1:], true
	case words[0] == "claude": // its server is called like the program
		if i := slices.Index(words, "--"); i >= 0 {
			return words[i+2:], true
		}
	}
	return nil, false
}

// parseOwn fails unless the real command takes the words. Those of a sentence may lack
// arguments.
func parseOwn(words []string, sentence bool) error {
	root := (&program{}).command()
	cmd, args, err := root.Find(words)
	if err == nil && cmd == root && len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		err = fmt.Errorf("unknown command %s", args[0])
	}
	if err == nil {
		err = cmd.ParseFlags(args)
		var value *pflag.ValueRequiredError
		if errors.Is(err, pflag.ErrHelp) || sentence && errors.As(err, &value) {
			return nil
		}
	}
	if err == nil && !sentence {
		err = cmd.ValidateArgs(cmd.Flags().Args())
	}
	return err
}

// otherPrograms may stand in a document beside nexus-ci, go, make and what is in .ci.
var otherPrograms = []string{"[", "cat", "cd", "claude", "curl", "cut", "docker", "echo", "gh", "git", "grep", "id", "jq", "openssl", "pre-commit", "printf", "sha256sum", "source", "tar"}

// checkCall fails unless a command that a document shows can be run: nexus-ci by its own
// parser, make by its targets, go by the paths that it is given.
func checkCall(t *testing.T, words []string) error {
	if own, ok := ownWords(words); ok {
		return parseOwn(own, false)
	}
	switch name := words[0]; {
	case name == "make":
		for _, target := range words[1:] {
			if !regexp.MustCompile(`(?m)^`+regexp.QuoteMeta(target)+`:`).MatchString(readRoot(t, "Makefile")) && !strings.Contains(target, "=") {
				return fmt.Errorf("the Makefile has no target %s", target)
			}
		}
	case name == "go":
		for _, w := range words[1:] {
			if dir := strings.TrimSuffix(w, "/..."); strings.HasPrefix(dir, ".") {
				if _, err := os.Stat(filepath.Join("..", "..", filepath.FromSlash(dir))); err != nil {
					return err
				}
			}
		}
	case path.Base(name) == "nexus-ci-server":
		for _, w := range words[1:] {
			if strings.HasPrefix(w, "-") && !slices.Contains(serverFlags(t), w) {
				return fmt.Errorf("nexus-ci-server has no flag %s", w)
			}
		}
	case strings.HasPrefix(name, ".ci/"):
		_, err := os.Stat(filepath.Join("..", "..", filepath.FromSlash(name)))
		return err
	case !slices.Contains(otherPrograms, name):
		return fmt.Errorf("%s is no program that documents use", name)
	}
	return nil
}

// Every command in a block of a document can be run, and every mention of one names
// commands and flags that exist.
func TestDocumentedCommands(t *testing.T) {
	seen := 0
	for _, d := range documents(t) {
		for _, b := range blocks(d.text) {
			switch b.lang {
			case "sh", "console":
				for _, script := range b.scripts() {
					found, err := callsIn(script)
					if err != nil {
						t.Errorf("%s: %s: %v", d.path, script, err)
					}
					for _, words := range found {
						seen++
						if err := checkCall(t, words); err != nil {
							t.Errorf("%s: %s: %v", d.path, strings.Join(words, " "), err)
						}
					}
				}
			case "yaml", "groovy":
				// Steps of jobs: the rest of the line is a command of the shell.
				for _, m := range regexp.MustCompile(`(?m)(?:^|[ '/])nexus-ci ((?:check|report|replay|index|setup) [^'\n]*)`).FindAllStringSubmatch(b.body, -1) {
					found, err := callsIn("nexus-ci " + m[1])
					if err != nil {
						t.Errorf("%s: %s: %v", d.path, m[0], err)
						continue
					}
					seen++
					if err := parseOwn(found[0][1:], false); err != nil {
						t.Errorf("%s: %s: %v", d.path, m[0], err)
					}
				}
			case "go", "json", "diff", "mermaid", "text":
			default:
				t.Errorf("%s: a block in the language %q:\n%s", d.path, b.lang, b.body)
			}
		}
		prose := fenced.ReplaceAllString(d.text, "")
		for _, m := range regexp.MustCompile("`(nexus-ci [^`]+)`").FindAllStringSubmatch(prose, -1) {
			found, err := callsIn(m[1])
			if err == nil {
				seen++
				err = parseOwn(found[0][1:], true)
			}
			if err != nil {
				t.Errorf("%s: `%s`: %v", d.path, m[1], err)
			}
		}
		for _, m := range regexp.MustCompile("`(--[a-z][a-z-]+)[^`]*`").FindAllStringSubmatch(prose, -1) {
			if !flagExists(m[1]) && !(d.path == "docs/server.md" && slices.Contains(serverFlags(t), m[1])) {
				t.Errorf("%s: no command has the flag %s", d.path, m[1])
			}
		}
	}
	if seen < 60 {
		t.Errorf("only %d commands found", seen)
	}
}

// serverFlags returns the flags of nexus-ci-server, which is another program: those that its source
// registers.
func serverFlags(t *testing.T) []string {
	flags := []string{"--help"}
	for _, m := range regexp.MustCompile(`Var\(&s\.\w+, "([a-z-]+)"`).FindAllStringSubmatch(readRoot(t, "cmd/nexus-ci-server/main.go"), -1) {
		flags = append(flags, "--"+m[1])
	}
	if len(flags) < 15 {
		t.Fatalf("only %d flags of nexus-ci-server", len(flags))
	}
	return flags
}

// flagExists reports whether a command has a flag, or git has one that documents name.
func flagExists(name string) bool {
	switch name {
	case "--no-verify", "--depth": // of git
		return true
	case "--version": // of the root alone
		return true
	}
	for _, cmd := range (&program{}).command().Commands() {
		cmd.InitDefaultHelpFlag()
		if cmd.Flags().Lookup(strings.TrimPrefix(name, "--")) != nil || cmd.InheritedFlags().Lookup(strings.TrimPrefix(name, "--")) != nil {
			return true
		}
	}
	return false
}

// The test above must be able to fail.
func TestDocumentedCommandsRefuse(t *testing.T) {
	for script, want := range map[string]string{
		"nexus-ci check --base main":                    "",
		"nexus-ci chekc":                                "unknown command chekc",
		"nexus-ci check --bass main":                    "unknown flag: --bass",
		"nexus-ci replay extra":                         `unknown command "extra" for "nexus-ci replay"; see nexus-ci replay --help`,
		"nexus-ci report":                               "accepts 1 arg(s), received 0; see nexus-ci report --help",
		"cd a && nexus-ci query x --limits 2":           "unknown flag: --limits",
		"go run ./cmd/nexus-ci chekc":                   "unknown command chekc",
		"docker run ghcr.io/a/nexus-ci:v1.0.0 chekc":    "unknown command chekc",
		"claude mcp add nexus-ci -- nexus-ci mpc":       "unknown command mpc",
		"make nothing":                                  "the Makefile has no target nothing",
		"wget https://example.org":                      "wget is no program that documents use",
		"source <(nexus-ci completion bash)":            "",
		"nexus-ci check --head \"$CI_COMMIT_SHA\" -o x": "",
	} {
		found, err := callsIn(script)
		if err != nil {
			t.Errorf("%s: %v", script, err)
			continue
		}
		got := ""
		for _, words := range found {
			if err := checkCall(t, words); err != nil {
				got = err.Error()
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", script, got, want)
		}
	}
}

// notRun are the commands of documents that no script runs, with the reason. Their flags are
// parsed all the same.
var notRun = map[string]string{
	"nexus-ci mcp --http 127.0.0.1:8722":      "it serves until it is told to end; TestMCPOverHTTP runs it",
	"claude mcp add nexus-ci -- nexus-ci mcp": "another program",
	"nexus-ci check --cache-url https://cache.example.com/nexus/7/octo/app --cache-key store-public.pem":     "it asks a server; check_cache_url.txtar runs it",
	"nexus-ci index --ref main --cache-url https://cache.example.com/nexus/7/octo/app --cache-key store.pem": "it asks a server; check_cache_url.txtar runs it",
	"nexus-ci index --ref main --across-url file:///srv/across --across-key store.pem":                       "it writes to /srv; across_go.txtar runs it",
	"nexus-ci check --across-url file:///srv/across --across-key store-public.pem":                           "it reads /srv; across_go.txtar runs it",
	"nexus-ci impact Client.Do --everywhere --across-url file:///srv/across --across-key store-public.pem":   "it reads /srv; across_go.txtar runs it",
	"source <(nexus-ci completion bash)":    "a shell reads what it prints; completion.txtar runs it",
	"go run ./cmd/nexus-ci demo":            "it compiles the program; demo.txtar runs demo",
	"nexus-ci report report.json --publish": "in a job of GitHub; publish_fork.txtar runs it",
	`docker run --rm --user "$(id -u)" -v "$PWD:/work" ghcr.io/nexus-ci/nexus-ci:v0.1.0 check --base origin/main --head HEAD`: "it loads a release",
}

// Every command that a document shows is run by a script, or is one of the few that cannot be.
func TestDocumentedCommandsAreRun(t *testing.T) {
	scripts, err := filepath.Glob(filepath.Join("..", "..", "testdata", "scripts", "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	run := make(map[string]bool)
	for _, name := range scripts {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?m)^doc (\S+) (?:'([^']*)'|(\S+))$`).FindAllStringSubmatch(string(src), -1) {
			run[m[1]+" "+m[2]+m[3]] = true
		}
	}
	used := make(map[string]bool)
	for _, d := range documents(t) {
		for _, b := range blocks(d.text) {
			if b.lang != "sh" && b.lang != "console" {
				continue
			}
			for _, script := range b.scripts() {
				found, err := callsIn(script)
				if err != nil {
					continue // told above
				}
				if !slices.ContainsFunc(found, func(w []string) bool { _, own := ownWords(w); return own }) {
					continue
				}
				command := withoutComment(script)
				used[command] = true
				if notRun[command] == "" && !run[d.path+" "+b.chapter] {
					t.Errorf("no script runs %s (doc %s '%s')", command, d.path, b.chapter)
				}
			}
		}
	}
	for command := range notRun {
		if !used[command] {
			t.Errorf("notRun has %q, which no document shows", command)
		}
	}
}

// withoutComment returns a line of a shell without the comment at its end.
func withoutComment(line string) string {
	if at := regexp.MustCompile(`\s+#\s`).FindStringIndex(line); at != nil {
		return line[:at[0]]
	}
	return line
}

// Paths, links and headings that documents name exist.
func TestDocumentedPaths(t *testing.T) {
	named := regexp.MustCompile("`((?:analyze|diff|report|cmd|docs|testdata|\\.github|\\.ci)(?:/[A-Za-z0-9_-]+(?:\\.[a-z0-9-]+)*)+)`")
	link := regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading := regexp.MustCompile(`(?m)^#+ (.*)$`)
	anchors := make(map[string]map[string]bool)
	docs := documents(t)
	for _, d := range docs {
		anchors[d.path] = make(map[string]bool)
		for _, m := range heading.FindAllStringSubmatch(fenced.ReplaceAllString(d.text, ""), -1) {
			anchors[d.path][anchor(m[1])] = true
		}
	}
	paths, links := 0, 0
	for _, d := range docs {
		if d.path == "docs/samples.md" {
			continue // what it shows names files of another repository
		}
		prose := fenced.ReplaceAllString(d.text, "")
		for _, m := range named.FindAllStringSubmatch(prose, -1) {
			paths++
			if _, err := os.Stat(filepath.Join("..", "..", filepath.FromSlash(m[1]))); err != nil {
				t.Errorf("%s: %v", d.path, err)
			}
		}
		for _, m := range link.FindAllStringSubmatch(prose, -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			links++
			file, at, _ := strings.Cut(m[1], "#")
			target := d.path
			if file != "" {
				target = path.Join(path.Dir(d.path), file)
			}
			if _, err := os.Stat(filepath.Join("..", "..", filepath.FromSlash(target))); err != nil {
				t.Errorf("%s: link to %s: %v", d.path, m[1], err)
			}
			if known, ok := anchors[target]; ok && at != "" && !known[at] {
				t.Errorf("%s: link to %s: no such heading", d.path, m[1])
			}
		}
	}
	if paths < 40 || links < 20 {
		t.Errorf("%d paths and %d links found", paths, links)
	}
}

// anchor is what a heading is linked by, as on GitHub.
func anchor(title string) string {
	title = strings.ToLower(strings.TrimSpace(title))
	title = regexp.MustCompile(`[^\p{L}\p{N} _-]`).ReplaceAllString(title, "")
	return strings.ReplaceAll(title, " ", "-")
}

// What documents call an identifier of a package is one: `graph.Graph`.
func TestDocumentedIdentifiers(t *testing.T) {
	exported := make(map[string]map[string]bool) // by the name of the package
	for _, f := range sources(t) {
		name := f.ast.Name.Name
		if exported[name] == nil {
			exported[name] = make(map[string]bool)
		}
		for _, decl := range f.ast.Decls {
			declared(decl, func(id string) { exported[name][id] = true })
		}
	}
	seen := 0
	for _, d := range documents(t) {
		if d.path == "docs/samples.md" {
			continue
		}
		for _, m := range regexp.MustCompile("`([a-z]+)\\.([A-Z]\\w*)(?:\\.[A-Z]\\w*)*`").FindAllStringSubmatch(d.text, -1) {
			if exported[m[1]] == nil {
				continue
			}
			if seen++; !exported[m[1]][m[2]] {
				t.Errorf("%s: package %s has no %s", d.path, m[1], m[2])
			}
		}
	}
	if seen < 10 {
		t.Errorf("only %d identifiers found", seen)
	}
}

// declared calls f with each exported name of a declaration.
func declared(decl ast.Decl, f func(string)) {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		if decl.Recv == nil {
			f(decl.Name.Name)
		}
	case *ast.GenDecl:
		for _, spec := range decl.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				f(spec.Name.Name)
			case *ast.ValueSpec:
				for _, name := range spec.Names {
					f(name.Name)
				}
			}
		}
	}
}

// docs/coverage.md explains every reason for which something is not analysed.
func TestDocumentedReasons(t *testing.T) {
	text, seen := readRoot(t, "docs", "coverage.md"), 0
	for _, m := range regexp.MustCompile(`SkipReason = "(.*?)"`).FindAllStringSubmatch(readRoot(t, "analyze", "graph", "graph.go"), -1) {
		if seen++; !strings.Contains(text, "`"+m[1]+"`") {
			t.Errorf("no word of %q", m[1])
		}
	}
	if seen < 10 {
		t.Errorf("only %d reasons found", seen)
	}
}

// The examples of workflows are those that are checked as workflows, and one release is named
// everywhere.
func TestDocumentedWorkflows(t *testing.T) {
	text := ""
	for _, d := range documents(t) {
		text += d.text
		for _, b := range blocks(d.text) {
			if b.lang == "yaml" {
				if err := yaml.Unmarshal([]byte(b.body), new(yaml.Node)); err != nil {
					t.Errorf("%s: %v:\n%s", d.path, err, b.body)
				}
			}
		}
	}
	if _, body, _ := strings.Cut(readRoot(t, ".github", "examples", "pull-request.yml"), "\n"); !strings.Contains(readRoot(t, "README.md"), "```yaml\n"+body+"```") {
		t.Errorf("the workflow of the README is not .github/examples/pull-request.yml:\n%s", body)
	}
	examples, err := filepath.Glob(filepath.Join("..", "..", ".github", "examples", "*.yml"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range examples {
		text += readRoot(t, ".github", "examples", filepath.Base(name))
	}
	releases := make(map[string]int)
	for _, m := range regexp.MustCompile(`(?:nexus-ci[@:_]|download/|rev: )(v\d+\.\d+\.\d+)`).FindAllStringSubmatch(text, -1) {
		releases[m[1]]++
	}
	if len(releases) != 1 {
		t.Errorf("releases: %v, want one", releases)
	}
}

// maxReadme is how long the README may be, in bytes: what does not fit goes to docs.
const maxReadme = 7000

func TestReadmeIsShort(t *testing.T) {
	readme := readRoot(t, "README.md")
	if len(readme) > maxReadme {
		t.Errorf("README.md has %d bytes, at most %d", len(readme), maxReadme)
	}
	for _, d := range documents(t) {
		if strings.HasPrefix(d.path, "docs/") && !strings.Contains(readme, "]("+d.path) {
			t.Errorf("README.md does not lead to %s", d.path)
		}
	}
}
