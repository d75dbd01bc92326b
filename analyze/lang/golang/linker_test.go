package golang

import (
	"path"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/golang/project"
	"github.com/nexus-ci/nexus-ci/analyze/lang/langtest"
)

// files is a lang.Project over an archive.
type files struct {
	paths     []string
	facts     map[string]*facts.File
	manifests []lang.Manifest
}

func (p *files) Has(path string) bool          { return p.facts[path] != nil }
func (p *files) Paths() []string               { return p.paths }
func (p *files) Facts(path string) *facts.File { return p.facts[path] }
func (p *files) Manifests() []lang.Manifest    { return p.manifests }

func repository(t *testing.T, archive string) *files {
	t.Helper()
	p := &files{facts: make(map[string]*facts.File)}
	for _, file := range txtar.Parse([]byte(archive)).Files {
		l := Language()
		if base := path.Base(file.Name); base == project.ModFile || base == project.WorkFile {
			l = Module()
		}
		f := langtest.Parse(t, l, file.Data)
		p.facts[file.Name] = f
		p.paths = append(p.paths, file.Name)
		if f.Manifest != nil {
			p.manifests = append(p.manifests, lang.Manifest{Path: file.Name, Manifest: f.Manifest})
		}
	}
	return p
}

func TestLink(t *testing.T) {
	const module = `
-- go.mod --
module example.com/app
-- main.go --
package main
-- api/api.go --
package api
-- api/api_test.go --
package api_test
-- api/internal/gen/gen.go --
package gen
-- odd/name.go --
package different
-- mixed/a.go --
package mixed
-- mixed/generate.go --
//go:build ignore

package main
-- onlytests/x_test.go --
package onlytests
-- vendor/example.com/dep/dep.go --
package dep
-- text/template/t.go --
package template
`
	const nested = `
-- go.mod --
module example.com/app/v2

replace (
	example.com/dep => ./third/dep
	example.com/app/v2/tools => ./elsewhere
	example.com/gone => ./gone
	example.com/outside => ../outside
)
-- root.go --
package app
-- elsewhere/run/r.go --
package run
-- sub/go.mod --
module example.com/app/v2/sub
-- sub/s.go --
package sub
-- sub/deep/d.go --
package deep
-- other/go.mod --
module other.org/thing
-- other/o.go --
package thing
-- third/dep/go.mod --
module example.com/dep
-- third/dep/pkg/p.go --
package pkg
-- testdata/copy/go.mod --
module other.org/thing
-- testdata/copy/c.go --
package copied
`
	const workspace = `
-- go.work --
use (
	./a
	./b
)
replace example.com/lib => ./lib
-- a/go.mod --
module a
-- a/a.go --
package a
-- b/go.mod --
module b
-- b/util/b.go --
package util
-- c/go.mod --
module c
-- c/c.go --
package c
-- lib/l.go --
package lib
`
	const bare = `
-- main.go --
package main

import (
	"errors"
	"github.com/pkg/errors"
	"github.com/me/tool/parse"
	"github.com/me/tool/errors"
	"github.com/me/tool"
)
-- parse/p.go --
package parse
-- errors/e.go --
package errors
`
	for _, test := range []struct{ name, archive, from, source, want string }{
		{"own package", module, "main.go", "example.com/app/api", "api:api as api"},
		{"from a test", module, "api/api_test.go", "example.com/app/api", "api:api as api"},
		{"root", module, "api/api.go", "example.com/app", ".:main as main"},
		{"internal", module, "api/api.go", "example.com/app/api/internal/gen", "api/internal/gen:gen as gen"},
		{"name unlike the directory", module, "main.go", "example.com/app/odd", "odd:different as different"},
		{"generator in the directory", module, "main.go", "example.com/app/mixed", "mixed:mixed as mixed"},
		{"no such directory", module, "main.go", "example.com/app/lost", "missing as lost"},
		{"tests only", module, "main.go", "example.com/app/onlytests", "missing as onlytests"},
		{"namesake of a prefix", module, "main.go", "example.com/application", "external as application"},
		{"other major version", module, "main.go", "example.com/app/v3/api", "external as api"},
		{"dependency", module, "main.go", "example.com/dep", "external as dep"},
		{"standard library", module, "main.go", "text/template", "external as template"},
		{"version at the end", module, "main.go", "math/rand/v2", "external as rand"},
		{"version with a dot", module, "main.go", "gopkg.in/yaml.v3", "external as yaml"},
		{"go- in front", module, "main.go", "github.com/x/go-multierror", "external as multierror"},
		{"cgo", module, "main.go", "C", "external as C"},
		{"relative", module, "api/api.go", "../odd", "odd:different as different"},

		{"v2", nested, "elsewhere/run/r.go", "example.com/app/v2", ".:app as app"},
		{"without v2", nested, "root.go", "example.com/app/sub", "external as sub"},
		{"nested module", nested, "root.go", "example.com/app/v2/sub/deep", "sub/deep:deep as deep"},
		{"from a nested module", nested, "sub/s.go", "example.com/app/v2", ".:app as app"},
		{"missing in another module", nested, "root.go", "example.com/app/v2/sub/lost", "unknown as lost"},
		{"missing in the nested module itself", nested, "sub/s.go", "example.com/app/v2/sub/lost", "missing as lost"},
		{"module of another path", nested, "root.go", "other.org/thing", "other:thing as thing"},
		{"a copy means itself", nested, "testdata/copy/c.go", "other.org/thing", "testdata/copy:copied as copied"},
		{"replacement", nested, "root.go", "example.com/dep/pkg", "third/dep/pkg:pkg as pkg"},
		{"longer replacement wins", nested, "root.go", "example.com/app/v2/tools/run", "elsewhere/run:run as run"},
		{"replacement is gone", nested, "root.go", "example.com/gone/x", "missing as x"},
		{"replacement outside", nested, "root.go", "example.com/outside/x", "external as x"},
		{"not replaced in the nested module", nested, "sub/s.go", "example.com/gone/x", "external as x"},

		{"module of the workspace", workspace, "a/a.go", "b/util", "b/util:util as util"},
		{"replaced by the workspace", workspace, "a/a.go", "example.com/lib", "lib:lib as lib"},
		{"not in the workspace", workspace, "c/c.go", "example.com/lib", "external as lib"},

		{"guessed root", bare, "main.go", "github.com/me/tool/parse", "parse:parse as parse"},
		{"guessed root itself", bare, "parse/p.go", "github.com/me/tool", ".:main as main"},
		{"dependency like a directory", bare, "main.go", "github.com/pkg/errors", "external as errors"},
		{"standard library like a directory", bare, "main.go", "errors", "external as errors"},
		{"missing below the guessed root", bare, "main.go", "github.com/me/tool/lost", "missing as lost"},
	} {
		t.Run(test.name, func(t *testing.T) {
			l := Language().NewLinker(repository(t, test.archive))
			got := describe(l.Link(test.from, test.source, ""))
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("%s in %s (-want +got):\n%s", test.source, test.from, diff)
			}
		})
	}
}

func describe(t lang.Target) string {
	var words []string
	if t.Unit != "" {
		words = append(words, t.Unit)
	}
	if t.External {
		words = append(words, "external")
	}
	if t.Missing {
		words = append(words, "missing")
	}
	if len(words) == 0 {
		words = append(words, "unknown")
	}
	return strings.Join(words, " ") + " as " + t.Package
}

// TestLinkIsUnit: what an import means is the unit of the files in its directory.
func TestLinkIsUnit(t *testing.T) {
	p := repository(t, "-- go.mod --\nmodule m\n-- d/a.go --\npackage x\n-- d/a_test.go --\npackage x_test\n-- d/b_test.go --\npackage x\n")
	l := Language()
	target := l.NewLinker(p).Link("main.go", "m/d", "").Unit
	for file, want := range map[string]bool{"d/a.go": true, "d/a_test.go": false, "d/b_test.go": true} {
		if got := l.Unit(file, p.Facts(file)) == target; got != want {
			t.Errorf("%s is of the imported package: %v, want %v", file, got, want)
		}
	}
}

func TestOptional(t *testing.T) {
	for constraint, want := range map[string]bool{
		"": false, "linux": false, "!windows && amd64": false, "go1.22 || purego": false, "!nomsgpack": false, "linux || integration": false,
		"nomsgpack": true, "ignore": true, "sonic && (linux || windows)": true, "!(linux || !jsoniter)": true,
	} {
		if got := project.IsOptional(&facts.File{Constraint: constraint}); got != want {
			t.Errorf("%q: optional is %v", constraint, got)
		}
	}
}
