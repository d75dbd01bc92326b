package verify

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"go/version"
	"io"
	"path"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

// checkGo type-checks all packages and tests of the modules that hold the files. The
// go command only lists them: a build would stop at the first broken package and say
// nothing of those that import it, and would run cgo.
func checkGo(ctx context.Context, w *Workspace, paths []string) (*result, error) {
	out := newResult()
	done := make(map[string]bool)
	for _, p := range paths {
		module := nearest(w.Dir, p, "go.mod")
		if module == "" || done[module] {
			continue
		}
		done[module] = true
		packages, err := listGo(ctx, w, module)
		if err != nil {
			return nil, err
		}
		c := goChecker{w: w, fset: token.NewFileSet(), types: map[string]*types.Package{"unsafe": types.Unsafe}, out: out}
		for i := range packages {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			c.check(&packages[i])
		}
		c.blameTypes()
	}
	if len(done) == 0 {
		return nil, errors.New("no go.mod")
	}
	return out, nil
}

// nearest returns the directory of root, at or above the file at path, that holds a
// file of that name; empty for none.
func nearest(root, file, name string) string {
	for dir := path.Dir(file); ; dir = path.Dir(dir) {
		full := filepath.Join(root, filepath.FromSlash(dir))
		if isFile(filepath.Join(full, name)) {
			return full
		}
		if dir == "." || dir == "/" {
			return ""
		}
	}
}

// A goPackage is what "go list -json" says of a package.
type goPackage struct {
	ImportPath, Dir   string
	GoFiles, CgoFiles []string
	ImportMap         map[string]string // by the path that is written, where it means another one
	Incomplete        bool
	Module            *struct{ GoVersion string }
}

// listGo lists the packages of a module with all they need, dependencies first.
func listGo(ctx context.Context, w *Workspace, dir string) ([]goPackage, error) {
	// Modules that are not here are not loaded, nor is another toolchain.
	env := []string{"GOPROXY=off", "GOTOOLCHAIN=local", "GOFLAGS=-buildvcs=false", "GOTELEMETRY=off"}
	stdout, stderr, err := w.run(ctx, dir, env, "go", "list", "-e", "-deps", "-test",
		"-json=ImportPath,Dir,GoFiles,CgoFiles,ImportMap,Incomplete,Module", "./...")
	if err != nil {
		return nil, err
	}
	var packages []goPackage
	for dec := json.NewDecoder(strings.NewReader(stdout)); ; {
		var p goPackage
		switch err := dec.Decode(&p); {
		case errors.Is(err, io.EOF) && len(packages) > 0:
			return packages, nil
		case errors.Is(err, io.EOF):
			line, _, _ := strings.Cut(strings.TrimSpace(stderr), "\n")
			return nil, fmt.Errorf("go list finds no packages: %s", line)
		case err != nil:
			return nil, fmt.Errorf("read go list: %w", err)
		}
		packages = append(packages, p)
	}
}

// A goChecker type-checks the packages of one module.
type goChecker struct {
	w     *Workspace
	fset  *token.FileSet
	types map[string]*types.Package
	out   *result
	lacks []lack
}

// A lack is a type that does not implement an interface, as an error names it.
type lack struct {
	in   *types.Package // where it was tried
	name string         // "T", or "p.T" of another package
}

var doesNotImplement = lazyregexp.New(`([\w./-]+)(?:\[.*\])? does not implement .*missing method`)

// check type-checks one package whose dependencies have been checked. Of those that
// are not in the workspace only the declarations count.
func (c *goChecker) check(p *goPackage) {
	if p.ImportPath == "unsafe" || strings.HasSuffix(p.ImportPath, ".test") {
		return // no package like others; the main function that go test makes
	}
	_, ours := c.w.rel(p.Dir)
	var files []*ast.File
	whole := !p.Incomplete
	for _, name := range append(p.GoFiles, p.CgoFiles...) {
		f, err := parser.ParseFile(c.fset, absolute(p.Dir, name), nil, parser.SkipObjectResolution)
		if f != nil {
			files = append(files, f)
		}
		if err != nil {
			whole = false
		}
	}
	i := goImporter{c: c, names: p.ImportMap}
	var lacking []string
	conf := types.Config{
		Importer: &i, FakeImportC: true, IgnoreFuncBodies: !ours,
		Sizes: types.SizesFor("gc", runtime.GOARCH),
		Error: func(err error) {
			var e types.Error
			if !ours || !errors.As(err, &e) {
				return
			}
			c.report(c.fset.Position(e.Pos))
			if m := doesNotImplement.FindStringSubmatch(e.Msg); m != nil {
				lacking = append(lacking, m[1])
			}
		},
	}
	// A newer language than this program was built with is checked as far as it is known.
	if p.Module != nil && p.Module.GoVersion != "" && version.Compare("go"+p.Module.GoVersion, version.Lang(runtime.Version())) <= 0 {
		conf.GoVersion = "go" + p.Module.GoVersion
	}
	path, _, _ := strings.Cut(p.ImportPath, " ") // "p [p.test]" is p with its tests
	checked, _ := conf.Check(path, c.fset, files, nil)
	c.types[p.ImportPath] = checked
	for _, name := range lacking {
		c.lacks = append(c.lacks, lack{checked, name})
	}
	if !ours || !whole || i.missing {
		return
	}
	for _, f := range files {
		if name, ok := c.w.rel(c.fset.Position(f.FileStart).Filename); ok {
			c.out.covered[name] = true
		}
	}
}

// blameTypes reports at their declarations the types that lack a method: there we say
// it too, while a compiler says it wherever the type is used.
func (c *goChecker) blameTypes() {
	for _, l := range c.lacks {
		i := strings.LastIndexByte(l.name, '.')
		if i < 0 {
			c.blame(l.in, l.name)
			continue
		}
		for _, p := range c.types {
			if p != nil && (p.Path() == l.name[:i] || p.Name() == l.name[:i]) {
				c.blame(p, l.name[i+1:])
			}
		}
	}
}

func (c *goChecker) blame(in *types.Package, name string) {
	if in == nil {
		return
	}
	if o := in.Scope().Lookup(name); o != nil {
		c.report(c.fset.Position(o.Pos()))
	}
}

func (c *goChecker) report(at token.Position) {
	if name, ok := c.w.rel(at.Filename); ok {
		c.out.add(name, at.Line)
	}
}

// A goImporter finds the packages that one package imports.
type goImporter struct {
	c       *goChecker
	names   map[string]string
	missing bool // one was not there
}

// Import returns a package that has been checked.
func (i *goImporter) Import(path string) (*types.Package, error) {
	if mapped, ok := i.names[path]; ok {
		path = mapped
	}
	if p := i.c.types[path]; p != nil {
		return p, nil
	}
	i.missing = true
	return nil, fmt.Errorf("no package %s", path)
}
