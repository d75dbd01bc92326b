package main

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gopkg.in/yaml.v3"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/publish"
)

// A workflow is what the tests look at in action.yml, and in workflows that use it.
type workflow struct {
	Inputs  map[string]yaml.Node
	Outputs map[string]struct{ Value string }
	Runs    struct{ Steps []step }
	Jobs    map[string]struct {
		Uses  string
		Steps []step
	}
}

type step struct {
	ID, Uses, Run string
	With          map[string]yaml.Node
	Env           map[string]string
}

func readWorkflow(t *testing.T, path string) workflow {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var w workflow
	if err := yaml.Unmarshal(src, &w); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return w
}

// ownInputs are those of the Action that are no flags.
var ownInputs = []string{"report", "token", "working-directory", "cache", "version", "build-from-source"}

// The inputs of the Action are flags, each is passed on, and its outputs are those that
// the command writes.
func TestAction(t *testing.T) {
	action := readWorkflow(t, filepath.Join("..", "..", "action.yml"))
	at := slices.IndexFunc(action.Runs.Steps, func(s step) bool { return s.ID == "run" })
	if at < 0 {
		t.Fatal("no step has the id run")
	}
	run := action.Runs.Steps[at]

	p := &program{}
	flags, published := p.checkCommand().Flags(), p.reportCommand().Flags()
	forCheck := false // inputs of check alone are given after report has its own
	for line := range strings.Lines(run.Run) {
		forCheck = forCheck || strings.Contains(line, "nexus-ci report")
		for _, m := range regexp.MustCompile(`given ([a-z-]+) |--([a-z-]+)\b`).FindAllStringSubmatch(line, -1) {
			name := m[1] + m[2]
			if flags.Lookup(name) == nil || !forCheck && published.Lookup(name) == nil {
				t.Errorf("--%s is no flag: %s", name, line)
			}
		}
	}
	for name := range action.Inputs {
		if slices.Contains(ownInputs, name) {
			continue
		}
		variable := strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
		if flags.Lookup(name) == nil {
			t.Errorf("input %s is no flag of check", name)
		}
		if want := "${{ inputs." + name + " }}"; run.Env[variable] != want {
			t.Errorf("%s is %q, want %q", variable, run.Env[variable], want)
		}
		if !strings.Contains(run.Run, "given "+name+` "$`+variable+`"`) {
			t.Errorf("input %s is not given to the command", name)
		}
	}

	forge := &outputForge{}
	pub := publish.Publication{Forge: forge, Options: publish.Options{Comment: publish.Off}, Report: &report.Report{}, Saved: []string{"a.json", "a.md", "a.sarif"}}
	if err := pub.Publish(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	written := forge.outputs
	for _, name := range written {
		if got, want := action.Outputs[name].Value, "${{ steps.run.outputs."+name+" }}"; got != want {
			t.Errorf("output %s is %q, want %q", name, got, want)
		}
	}
	if diff := cmp.Diff(slices.Sorted(slices.Values(written)), slices.Sorted(maps.Keys(action.Outputs))); diff != "" {
		t.Errorf("outputs (-command +action.yml):\n%s", diff)
	}
}

// An outputForge has no token and keeps the names of outputs.
type outputForge struct {
	publish.Forge
	outputs []string
}

func (f *outputForge) Job() *publish.Job      { return &publish.Job{} }
func (f *outputForge) Limits() publish.Limits { return publish.Limits{} }
func (f *outputForge) Summary(string) error   { return nil }
func (f *outputForge) Token() string          { return "NONE" }
func (f *outputForge) Output(name, _ string) error {
	f.outputs = append(f.outputs, name)
	return nil
}

// No workflow lets text that others choose become part of a script, or uses what its
// owner can change; the examples give the Action inputs that it has.
func TestWorkflows(t *testing.T) {
	root := filepath.Join("..", "..")
	action := readWorkflow(t, filepath.Join(root, "action.yml"))
	paths := []string{filepath.Join(root, "action.yml")}
	for _, dir := range []string{"workflows", "examples"} {
		found, err := filepath.Glob(filepath.Join(root, ".github", dir, "*.yml"))
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %v %v", dir, found, err)
		}
		paths = append(paths, found...)
	}
	pinned := regexp.MustCompile(`^[a-z0-9-]+(/[a-z0-9-]+)+@[0-9a-f]{40}$|^\./`)
	ours := 0
	for _, path := range paths {
		w := readWorkflow(t, path)
		steps := w.Runs.Steps
		for _, job := range w.Jobs {
			steps = append(steps, job.Steps...)
		}
		if len(steps) == 0 {
			t.Errorf("%s has no steps", path)
		}
		for _, s := range steps {
			if strings.Contains(s.Run, "${{") {
				t.Errorf("%s: an expression in a script: %s", path, s.Run)
			}
			release := strings.HasPrefix(s.Uses, "nexus-ci/nexus-ci@v")
			if s.Uses != "" && !release && !pinned.MatchString(s.Uses) {
				t.Errorf("%s: %s is not pinned", path, s.Uses)
			}
			if !release && s.Uses != "./" {
				continue
			}
			ours++
			for name := range s.With {
				if _, ok := action.Inputs[name]; !ok {
					t.Errorf("%s: the Action has no input %s", path, name)
				}
			}
		}
	}
	if ours < 6 {
		t.Errorf("only %d uses of the Action found", ours)
	}
}
