package main

import (
	"bytes"
	"context"
	"math/rand/v2"
	"path"
	"regexp"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/diff"
)

// declarations are those of a snapshot, by language, with what it takes to edit them.
type declarations struct {
	o      *overlay
	base   *diff.Snapshot
	random *rand.Rand
	nodes  []*graph.Node            // definitions of which code of another file makes use, and as many others
	files  map[string][]diff.File   // by language
	types  map[string][]*graph.Node // by language
}

// importing matches a line by which a file takes in names of another one, in one of the languages.
var importing = regexp.MustCompile(`(?m)^[ \t]*(import|from|use|using|include|require|require_once|require_relative|#include|export|package|namespace|open|pub use|mod|pub mod|static import|"[^"]+"$)\b?.*\n`)

func declarationsOf(o *overlay, base *diff.Snapshot, g *graph.Graph, known *lang.Index, random *rand.Rand) *declarations {
	d := &declarations{o: o, base: base, random: random, files: make(map[string][]diff.File), types: make(map[string][]*graph.Node)}
	for _, f := range base.Files {
		if l := known.ByPath(f.Path); f.Mode <= diff.Executable && l != nil {
			d.files[l.Name] = append(d.files[l.Name], f)
		}
	}
	var rest []*graph.Node
	for _, n := range g.Nodes {
		if n.Start == 0 || n.Parent == nil || n.Name == "" || known.ByPath(n.Path) == nil {
			continue
		}
		if n.Label.IsType() {
			d.types[n.Language] = append(d.types[n.Language], n)
		}
		if slices.ContainsFunc(g.In(n), func(e *graph.Edge) bool { return e.Source.Path != n.Path }) {
			d.nodes = append(d.nodes, n)
		} else {
			rest = append(rest, n)
		}
	}
	random.Shuffle(len(rest), func(i, k int) { rest[i], rest[k] = rest[k], rest[i] })
	d.nodes = append(d.nodes, rest[:min(len(rest), len(d.nodes))]...)
	return d
}

// edited returns the snapshot with one declaration edited, or the imports of one file, and what was done; nil where
// nothing can be.
func (d *declarations) edited(ctx context.Context) (*diff.Snapshot, string) {
	for range 200 {
		if len(d.nodes) == 0 {
			break
		}
		n := d.nodes[d.random.IntN(len(d.nodes))]
		f, found := d.base.File(n.Path)
		if !found {
			continue
		}
		content, err := d.o.content(ctx, f.Blob)
		if err != nil {
			continue
		}
		files := filesOf(d.base)
		what, ok := d.edit(ctx, n, f, content, files)
		if ok {
			return snapshotOf(files), what + " " + n.ID
		}
	}
	return nil, ""
}

// put sets the content of a file.
func (d *declarations) put(files map[string]diff.File, f diff.File, content []byte) {
	files[f.Path] = d.o.put(f, content)
}

// A declared is a definition that is edited, and the lines of its file.
type declared struct {
	*graph.Node
	file  diff.File
	lines [][]byte
}

// edit changes files by one definition, or by an import of its file.
func (d *declarations) edit(ctx context.Context, n *graph.Node, f diff.File, content []byte, files map[string]diff.File) (what string, ok bool) {
	x := declared{n, f, bytes.SplitAfter(content, []byte("\n"))}
	if n.End > len(x.lines) || n.Line < 1 {
		return "", false
	}
	switch d.random.IntN(12) {
	case 0:
		what, ok = "renamed", x.replace(wordOf(n.Name), n.Name+"X")
	case 1: // now another definition may have the name too
		to := d.nodes[d.random.IntN(len(d.nodes))]
		what, ok = "renamed to "+to.Name, to.Language == n.Language && to.Name != n.Name && x.replace(wordOf(n.Name), to.Name)
	case 2, 3:
		what, ok = d.retype(x)
	case 4:
		x.lines = slices.Delete(x.lines, n.Start-1, n.End)
		what, ok = "removed", true
	case 5, 6:
		return d.copied(ctx, x, files)
	case 7, 8:
		return d.imports(ctx, x, content, files)
	case 9:
		what, ok = "a modifier removed from", x.replace(modifier, "")
	case 10:
		what, ok = "a base, a result or a type removed from", x.replace(clause, "")
	case 11:
		delete(files, f.Path)
		if d.random.IntN(2) == 0 {
			return "file removed of", true
		}
		f.Path = path.Join(path.Dir(f.Path), "moved", path.Base(f.Path))
		files[f.Path] = f
		return "file moved of", true
	}
	if ok {
		d.put(files, f, bytes.Join(x.lines, nil))
	}
	return what, ok
}

var (
	modifier = regexp.MustCompile(`\b(static|public|private|protected|abstract|override|export|default|pub|final|async|const|virtual|internal|open|data|sealed|mutating|inline|extern)\b ?`)
	clause   = regexp.MustCompile(`(\bextends\b|\bimplements\b|->|\)\s*:|\bfor\b|\(|:) *[\w.<>\[\]*&]+`)
)

func wordOf(name string) *regexp.Regexp {
	return regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\b`)
}

// replace replaces the first match in the signature of the definition, and reports whether there is one.
func (x *declared) replace(of *regexp.Regexp, by string) bool {
	for i := x.Start - 1; i < max(min(x.SignatureEnd, x.End), x.Line); i++ {
		if at := of.FindIndex(x.lines[i]); at != nil {
			x.lines[i] = slices.Concat(x.lines[i][:at[0]], []byte(by), x.lines[i][at[1]:])
			return true
		}
	}
	return false
}

// retype replaces a type that the signature of a definition mentions by another one.
func (d *declarations) retype(x declared) (what string, ok bool) {
	types := d.types[x.Language]
	if len(types) == 0 {
		return "", false
	}
	to := types[d.random.IntN(len(types))]
	for range 200 {
		if from := types[d.random.IntN(len(types))]; from.Name != x.Name && from.Name != to.Name && x.replace(wordOf(from.Name), to.Name) {
			return from.Name + " replaced by " + to.Name + " in", true
		}
	}
	return "", false
}

// other returns another file of the language, with its content.
func (d *declarations) other(ctx context.Context, x declared) (diff.File, []byte, bool) {
	list := d.files[x.Language]
	if len(list) == 0 {
		return diff.File{}, nil, false
	}
	g := list[d.random.IntN(len(list))]
	content, err := d.o.content(ctx, g.Blob)
	return g, content, err == nil && g.Path != x.Path
}

// copied writes a definition into another file, and takes it out of its own or not.
func (d *declarations) copied(ctx context.Context, x declared, files map[string]diff.File) (what string, ok bool) {
	g, content, known := d.other(ctx, x)
	if !known {
		return "", false
	}
	d.put(files, g, slices.Concat(content, []byte("\n"), bytes.Join(x.lines[x.Start-1:x.End], nil), []byte("\n")))
	if d.random.IntN(2) == 0 {
		return "repeated in " + g.Path + ":", true
	}
	d.put(files, x.file, bytes.Join(slices.Delete(x.lines, x.Start-1, x.End), nil))
	return "moved to " + g.Path + ":", true
}

// imports removes an import of the file, or puts one of another file in its place or before it.
func (d *declarations) imports(ctx context.Context, x declared, content []byte, files map[string]diff.File) (what string, ok bool) {
	at := importing.FindAllIndex(content, -1)
	if len(at) == 0 {
		return "", false
	}
	one := at[d.random.IntN(len(at))]
	if d.random.IntN(2) == 0 {
		d.put(files, x.file, slices.Concat(content[:one[0]], content[one[1]:]))
		return "import line " + string(bytes.TrimSpace(content[one[0]:one[1]])) + " removed beside", true
	}
	_, from, known := d.other(ctx, x)
	lines := importing.FindAllIndex(from, -1)
	if !known || len(lines) == 0 {
		return "", false
	}
	line, end := lines[d.random.IntN(len(lines))], one[1]
	if d.random.IntN(2) == 0 {
		end = one[0]
	}
	d.put(files, x.file, slices.Concat(content[:one[0]], from[line[0]:line[1]], content[end:]))
	return "import line " + string(bytes.TrimSpace(from[line[0]:line[1]])) + " put beside", true
}
