// Package view is what the linkers of a language family may read of a snapshot.
//
// In: paths, files as they are added. Out: a lang.Project. Invariant: what is asked about files that are not code is recorded.
package view

import (
	"path"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// A Snapshot is what the views of all families share.
type Snapshot struct {
	Has   map[string]bool // paths
	Code  map[string]bool // extensions of the languages of the snapshot
	Facts func(path string) *facts.File
}

// A Project is the part of a snapshot that the linker of one family may read.
type Project struct {
	Asked map[string]bool // collects the answers about files that are not code

	of        *Snapshot
	paths     []string
	manifests []lang.Manifest
}

// New returns a part of s without files.
func New(s *Snapshot) *Project { return &Project{of: s, Asked: make(map[string]bool)} }

// Add adds a file of the family.
func (p *Project) Add(path string, f *facts.File) {
	p.paths = append(p.paths, path)
	if f.Manifest != nil {
		p.manifests = append(p.manifests, lang.Manifest{Path: path, Manifest: f.Manifest})
	}
}

// Has reports whether the snapshot has a file.
func (p *Project) Has(file string) bool {
	if !p.of.Code[strings.ToLower(path.Ext(file))] {
		p.Asked[file] = p.of.Has[file]
	}
	return p.of.Has[file]
}

// Paths returns the files of the family.
func (p *Project) Paths() []string { return p.paths }

// Manifests returns the project files of the family.
func (p *Project) Manifests() []lang.Manifest { return p.manifests }

// Facts returns the facts of a file, nil for none.
func (p *Project) Facts(path string) *facts.File { return p.of.Facts(path) }
