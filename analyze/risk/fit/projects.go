package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/analyze/risk/fit/labels"
)

// A part is what a project is used for. The parts share no project.
type part string

const (
	forFit    part = "fit"    // weights are fitted to it
	forChoice part = "choose" // factors are chosen by it
	forTest   part = "test"   // it is looked at once, at the end
)

// A project is one line of the list: owner/name, the language of the program, and the word
// "studied" for those whose changes an earlier model was fitted to.
type project struct {
	Name, Language string
	Part           part
	Dir            string // of the clone
}

// readProjects reads a list and finds the clones, each at <owner>+<name>/repo, <owner>__<name> or
// <name> in one of the directories. A project without a clone is left out and named.
func readProjects(file string, dirs []string) (found []project, missing []string, err error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		fields := strings.Fields(lines.Text())
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		if len(fields) < 2 {
			return nil, nil, fmt.Errorf("%s: %q: want owner/name and a language", file, lines.Text())
		}
		p := project{Name: fields[0], Language: fields[1], Part: partOf(fields[0], slices.Contains(fields[2:], "studied"))}
		if p.Dir = cloneOf(p.Name, dirs); p.Dir == "" {
			missing = append(missing, p.Name)
			continue
		}
		found = append(found, p)
	}
	return inTurn(found), missing, nil
}

// inTurn orders projects by a hash of their names, one of each part in turn: what is done when the time
// is over is a fair sample.
func inTurn(projects []project) []project {
	parts := make(map[part][]project)
	for _, p := range projects {
		parts[p.Part] = append(parts[p.Part], p)
	}
	for _, list := range parts {
		slices.SortFunc(list, func(a, b project) int {
			x, y := digest(a.Name), digest(b.Name)
			return bytes.Compare(x[1:], y[1:])
		})
	}
	var out []project
	for i := range projects {
		for _, name := range []part{forTest, forChoice, forFit} {
			if i < len(parts[name]) {
				out = append(out, parts[name][i])
			}
		}
	}
	return out
}

func digest(name string) [sha256.Size]byte { return sha256.Sum256([]byte(strings.ToLower(name))) }

// partOf divides the projects by their names alone: of ten, five are to fit, two to choose and
// three to test. A project that was studied before is to fit.
func partOf(name string, studied bool) part {
	switch n := digest(name)[0] % 10; {
	case studied || n < 5:
		return forFit
	case n < 7:
		return forChoice
	}
	return forTest
}

func cloneOf(name string, dirs []string) string {
	owner, short, _ := strings.Cut(name, "/")
	for _, dir := range dirs {
		for _, at := range []string{owner + "+" + short + "/repo", owner + "__" + short, short} {
			for _, git := range []string{"", ".git"} {
				if _, err := os.Stat(filepath.Join(dir, at, git, "objects")); !errors.Is(err, os.ErrNotExist) {
					return filepath.Join(dir, at)
				}
			}
		}
	}
	return ""
}

// families are languages whose files make one program.
var families = map[string][]string{
	"javascript": {"javascript", "typescript", "tsx"},
	"typescript": {"javascript", "typescript", "tsx"},
	"c":          {"c", "c-header"},
	"cpp":        {"c", "cpp", "c-header"},
}

// language returns the language of a program by its name.
func language(name string) (labels.Language, error) {
	members := families[name]
	if members == nil {
		members = []string{name}
	}
	var known []*lang.Language
	var l labels.Language
	for _, k := range all.Languages() {
		if !slices.Contains(members, k.Name) || k.Grammar == nil {
			continue
		}
		known = append(known, k)
		for _, ext := range k.Extensions {
			l.Pathspecs = append(l.Pathspecs, "*"+ext)
		}
	}
	if len(known) == 0 {
		return l, fmt.Errorf("no language %q", name)
	}
	of := func(path string) *lang.Language {
		ext := strings.ToLower(filepath.Ext(path))
		for _, k := range known {
			if slices.Contains(k.Extensions, ext) {
				return k
			}
		}
		return nil
	}
	l.Source = func(path string) bool { return of(path) != nil }
	l.Test = func(path string) bool { k := of(path); return k != nil && k.IsTest != nil && k.IsTest(path) }
	return l, nil
}
