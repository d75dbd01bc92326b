package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

func readRoot(t *testing.T, path ...string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(append([]string{"..", ".."}, path...)...))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// Every test that the threat model names exists, and every threat but one names a test.
func TestThreatModel(t *testing.T) {
	root := filepath.Join("..", "..")
	known := make(map[string]bool)
	function := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && strings.HasPrefix(entry.Name(), ".") && name != root:
			return filepath.SkipDir
		case strings.HasSuffix(name, "_test.go"):
			src, err := os.ReadFile(name)
			for _, m := range function.FindAllStringSubmatch(string(src), -1) {
				known[m[1]] = true
			}
			return err
		case filepath.Dir(name) == filepath.Join(root, "testdata", "scripts"):
			known[entry.Name()] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	model := readRoot(t, "docs", "threat-model.md")
	named := regexp.MustCompile("`((?:Test|Fuzz)\\w+|\\w+\\.txtar)`")
	for _, m := range named.FindAllStringSubmatch(model, -1) {
		if !known[m[1]] {
			t.Errorf("there is no %s", m[1])
		}
	}
	threats, without := 0, 0
	for line := range strings.Lines(model) {
		if cells := strings.Split(line, "|"); len(cells) == 5 && !strings.HasPrefix(cells[1], "---") && strings.TrimSpace(cells[1]) != "Tries to" {
			threats++
			if !named.MatchString(cells[3]) {
				without++
			}
		}
	}
	if threats < 25 || without > 1 {
		t.Errorf("%d threats, %d without a test", threats, without)
	}
	for _, link := range []string{"SECURITY.md", "docs/threat-model.md"} {
		if !strings.Contains(readRoot(t, "README.md"), "]("+link+")") {
			t.Errorf("README.md does not lead to %s", link)
		}
	}
}

// What runs with rights has an owner.
func TestCodeOwners(t *testing.T) {
	owned := readRoot(t, ".github", "CODEOWNERS")
	for _, path := range []string{"/.github/", "/.ci/", "/action.yml", "/Dockerfile"} {
		if !regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(path) + ` +@`).MatchString(owned) {
			t.Errorf("%s has no owner", path)
		}
	}
}

// A tag of an image can be moved.
func TestBaseImageIsPinned(t *testing.T) {
	images := regexp.MustCompile(`(?m)^FROM (\S+)`).FindAllStringSubmatch(readRoot(t, "Dockerfile"), -1)
	pinned := regexp.MustCompile(`@sha256:[0-9a-f]{64}$`)
	if len(images) != 2 {
		t.Errorf("%d images", len(images))
	}
	for _, m := range images {
		if m[1] != "scratch" && !pinned.MatchString(m[1]) {
			t.Errorf("%s is not pinned", m[1])
		}
	}
}

// No recipe runs what it has loaded without comparing it with a digest.
func TestRecipesCheckDownloads(t *testing.T) {
	text := ""
	for _, d := range documents(t) {
		text += d.text
	}
	if m := regexp.MustCompile(`(?:curl|wget)[^\n]*\|\s*(?:tar|sh|bash)\b`).FindString(text); m != "" {
		t.Errorf("a download goes into a program: %s", m)
	}
	loads, checks := strings.Count(text, "/releases/download/"), strings.Count(text, "| sha256sum -c && tar ")
	if loads < 2 || loads != checks {
		t.Errorf("%d archives are loaded, %d compared", loads, checks)
	}
}

// The cache is read by runs that anyone can start, and written by none of them: neither by
// a pull request, nor by an event that is one in disguise.
func TestCacheIsSavedByTheDefaultBranchAlone(t *testing.T) {
	var action struct {
		Runs struct {
			Steps []struct{ Uses, If string }
		}
	}
	if err := yaml.Unmarshal([]byte(readRoot(t, "action.yml")), &action); err != nil {
		t.Fatal(err)
	}
	saves := 0
	for _, s := range action.Runs.Steps {
		name, _, _ := strings.Cut(s.Uses, "@")
		if name == "actions/cache" {
			t.Error("actions/cache saves at the end of every job; take restore and save apart")
		}
		if name != "actions/cache/save" {
			continue
		}
		saves++
		condition := strings.Join(strings.Fields(s.If), " ")
		const only = "(github.event_name == 'schedule' || github.event_name == 'push' && github.ref == format('refs/heads/{0}', github.event.repository.default_branch))"
		if !strings.HasSuffix(condition, "&& "+only) || strings.Contains(strings.TrimSuffix(condition, only), "||") {
			t.Errorf("the cache is saved where %s", condition)
		}
	}
	if saves != 1 {
		t.Errorf("%d steps save the cache", saves)
	}
}

// Workflows of our own that hold rights take no code from a pull request, and every workflow
// says which rights it needs.
func TestWorkflowRights(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("..", "..", ".github", "*", "*.yml"))
	if err != nil || len(paths) < 8 {
		t.Fatalf("%d workflows, %v", len(paths), err)
	}
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var w struct {
			On          yaml.Node
			Permissions map[string]string
		}
		if err := yaml.Unmarshal(content, &w); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if w.Permissions == nil {
			t.Errorf("%s: no permissions, so it has those of the repository's settings", path)
		}
		var events []string
		for _, n := range w.On.Content {
			events = append(events, n.Value)
		}
		events = append(events, w.On.Value)
		if slices.Contains(events, "pull_request_target") {
			t.Errorf("%s runs on pull_request_target", path)
		}
		if slices.Contains(events, "workflow_run") && strings.Contains(string(content), "actions/checkout@") {
			t.Errorf("%s checks out code in a job of workflow_run", path)
		}
	}
}
