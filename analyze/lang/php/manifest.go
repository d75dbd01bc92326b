package php

import (
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// manifestFile is the name of the project file of Composer.
const manifestFile = "composer.json"

// Manifest returns the language of composer.json files.
func Manifest() *lang.Language {
	return &lang.Language{Name: "composer", Filenames: []string{manifestFile}, Read: readManifest, Family: "php", NewLinker: newLinker}
}

// readManifest adds the facts of a composer.json.
//
//	Module  the name of a package that others can require; empty for an application, whose type is project
//	Roots   the directories and files with its own classes and functions
func readManifest(src []byte, f *facts.File) error {
	var m struct {
		Name, Type string
		Autoload   struct {
			PSR4     map[string]any `json:"psr-4"`
			PSR0     map[string]any `json:"psr-0"`
			Classmap []string
			Files    []string
		}
	}
	f.Manifest = &facts.Manifest{}
	if err := json.Unmarshal(src, &m); err != nil {
		return fmt.Errorf("read %s: %w", manifestFile, err)
	}
	if m.Type != "project" && m.Type != "metapackage" {
		f.Manifest.Module = m.Name
	}
	roots := slices.Concat(m.Autoload.Classmap, m.Autoload.Files)
	for _, dirs := range []map[string]any{m.Autoload.PSR4, m.Autoload.PSR0} {
		for _, of := range dirs {
			list, ok := of.([]any)
			if !ok {
				list = []any{of}
			}
			for _, dir := range list {
				if s, ok := dir.(string); ok {
					roots = append(roots, s)
				}
			}
		}
	}
	slices.Sort(roots)
	f.Manifest.Roots = slices.Compact(roots)
	return nil
}

// Published reports whether a package that others can require loads the file at p.
func (l *linker) Published(p string) bool {
	return slices.ContainsFunc(l.roots, func(root string) bool { return root == "." || p == root || strings.HasPrefix(p, root+"/") })
}

// rootsOf returns the directories and files of the packages of a repository, as paths in it.
func rootsOf(manifests []lang.Manifest) (roots []string) {
	for _, m := range manifests {
		for _, root := range m.Roots {
			if p := path.Join(path.Dir(m.Path), root); m.Module != "" && p != ".." && !strings.HasPrefix(p, "../") {
				roots = append(roots, p)
			}
		}
	}
	return roots
}
