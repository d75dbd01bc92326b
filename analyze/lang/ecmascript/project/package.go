package project

import (
	"path"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// isMember reports whether a workspace lists p, and adds the cost of matching to work. In a repository
// without workspaces every package that is not test data is a member.
func isMember(p *packageDir, roots []*packageDir, work *int) bool {
	if len(roots) == 0 {
		for _, part := range strings.Split(p.dir, "/") {
			switch part {
			case "node_modules", "fixtures", "fixture", "__fixtures__", "test", "tests", "__tests__", "testdata", "template", "templates":
				return false
			}
		}
		return true
	}
	for _, root := range roots {
		if p.dir == root.dir {
			return true
		}
		rel, ok := below(p.dir, root.dir)
		if !ok {
			continue
		}
		in := false
		for _, glob := range root.manifest.Members[:min(len(root.manifest.Members), maxList)] {
			if *work += len(glob) * len(rel); *work > maxMatching {
				break
			}
			if out, negated := strings.CutPrefix(glob, "!"); negated {
				if matchDir(out, rel) {
					in = false
				}
			} else if matchDir(glob, rel) {
				in = true
			}
		}
		if in {
			return true
		}
	}
	return false
}

// below returns the path of dir relative to root; false where dir is not below root.
func below(dir, root string) (string, bool) {
	if root == "." {
		return dir, dir != "."
	}
	return strings.CutPrefix(dir, root+"/")
}

const (
	// maxGlob is the longest glob that names directories, in bytes.
	maxGlob = 400
	// maxMatching is the maximum of the total length of all globs times that of all directories they
	// are matched with. Beyond it no glob matches.
	maxMatching = 100_000_000
)

// matchDir reports whether the glob of a workspace matches dir. ** matches any number of directories.
func matchDir(glob, dir string) bool {
	if len(glob) > maxGlob {
		return false
	}
	glob = strings.TrimSuffix(strings.TrimPrefix(glob, "./"), "/")
	return matchParts(strings.Split(glob, "/"), strings.Split(dir, "/"))
}

func matchParts(glob, dir []string) bool {
	// The last ** takes as few directories as possible. On a mismatch it takes one more; earlier ones
	// need not be tried again.
	again, taken := -1, 0
	g, d := 0, 0
	for d < len(dir) {
		if g < len(glob) && glob[g] == "**" {
			again, taken = g, d
			g++
			continue
		}
		if g < len(glob) {
			if ok, err := path.Match(glob[g], dir[d]); err == nil && ok {
				g, d = g+1, d+1
				continue
			}
		}
		if again < 0 {
			return false
		}
		taken++
		g, d = again+1, taken
	}
	for g < len(glob) && glob[g] == "**" {
		g++
	}
	return g == len(glob)
}

// nearest calls f for dir and its parent directories until it returns true.
func nearest(dir string, f func(dir string) bool) {
	for {
		if f(dir) || dir == "." || dir == "/" {
			return
		}
		dir = path.Dir(dir)
	}
}

// packageOf returns the innermost package that contains dir, or nil.
func (l *linker) packageOf(dir string) (found *packageDir) {
	nearest(dir, func(d string) bool {
		found = l.packages[d]
		return found != nil
	})
	return found
}

// named resolves the name of a package of the repository, with an optional subpath.
func (l *linker) named(dir, source string) (lang.Target, bool) {
	name, sub := splitName(source)
	list := l.byName[name]
	if len(list) == 0 {
		return lang.Target{}, false
	}
	pkg := l.packageOf(dir)
	if pkg == nil || pkg.manifest.Module != name {
		pkg = closest(list, dir)
	}
	if pkg == nil {
		return lang.Target{}, false
	}
	subpath := "."
	if sub != "" {
		subpath = "./" + sub
	}
	if file := l.target(pkg, subpath); file != "" {
		return lang.Target{Unit: file}, true
	}
	return lang.Target{}, true // in the repository, but build output
}

// splitName splits "@scope/name/sub/path" after the package name.
func splitName(source string) (name, sub string) {
	parts := strings.SplitN(source, "/", 3)
	n := 1
	if source[0] == '@' {
		n = 2
	}
	if len(parts) <= n {
		return source, ""
	}
	name = strings.Join(parts[:n], "/")
	return name, source[len(name)+1:]
}

// closest returns the member of list whose path shares the longest prefix with dir.
func closest(list []*packageDir, dir string) *packageDir {
	var best *packageDir
	most := -1
	for _, p := range list {
		if !p.member {
			continue
		}
		if n := shared(p.dir, dir); n > most {
			best, most = p, n
		}
	}
	return best
}

func shared(a, b string) int {
	as, bs := strings.Split(a, "/"), strings.Split(b, "/")
	n := 0
	for n < len(as) && n < len(bs) && as[n] == bs[n] {
		n++
	}
	return n
}

// target returns the file of a subpath of a package, "" for none.
func (l *linker) target(pkg *packageDir, subpath string) string {
	var candidates []string
	for _, m := range pkg.manifest.Exports {
		if rest, ok := matchPattern(m.From, subpath); ok {
			for _, to := range m.To {
				candidates = append(candidates, path.Join(pkg.dir, strings.ReplaceAll(to, "*", rest)))
			}
		}
	}
	if file := l.best(candidates); file != "" {
		return file
	}
	if subpath == "." {
		for _, p := range []string{"index", "src/index", "src/main", "mod"} {
			if file := l.probeExtensions(path.Join(pkg.dir, p)); file != "" {
				return file
			}
		}
		return l.namesake(pkg)
	}
	for _, p := range []string{path.Join(pkg.dir, subpath), path.Join(pkg.dir, "src", subpath)} {
		if file := l.probe(p); file != "" {
			return file
		}
		if file := l.probeExtensions(path.Join(p, "index")); file != "" {
			return file
		}
	}
	return ""
}

// namesake returns the source file of a package that has the package's name, ignoring case.
func (l *linker) namesake(pkg *packageDir) string {
	if l.folded == nil {
		l.folded = make(map[string]string, len(l.files))
		for _, file := range l.project.Paths() {
			if key := strings.ToLower(stem(file)); l.folded[key] == "" {
				l.folded[key] = file
			}
		}
	}
	for _, dir := range []string{"src", "lib", "source"} {
		if file := l.folded[strings.ToLower(path.Join(pkg.dir, dir, path.Base(pkg.manifest.Module)))]; file != "" {
			return file
		}
	}
	return ""
}

// best returns the first candidate that is an implementation; else the source of the first build
// output; else the first declaration file.
func (l *linker) best(candidates []string) string {
	declaration := ""
	for _, c := range candidates {
		switch file := l.probe(c); {
		case file == "":
		case !strings.Contains(path.Base(file), ".d."):
			return file
		case declaration == "":
			declaration = file
		}
	}
	for _, c := range candidates {
		for _, s := range sourcesOf(c) {
			if file := l.probe(s); file != "" {
				return file
			}
			if file := l.probeExtensions(path.Join(s, "index")); file != "" {
				return file
			}
		}
	}
	for _, c := range candidates {
		if file := l.probeExtensions(path.Join(c, "index")); file != "" {
			return file
		}
	}
	return declaration
}

// matchPattern matches subpath against a pattern with at most one *, and returns the text that the *
// matches.
func matchPattern(pattern, subpath string) (rest string, ok bool) {
	before, after, star := strings.Cut(pattern, "*")
	if !star {
		return "", pattern == subpath
	}
	if len(subpath) < len(before)+len(after) || !strings.HasPrefix(subpath, before) || !strings.HasSuffix(subpath, after) {
		return "", false
	}
	return subpath[len(before) : len(subpath)-len(after)], true
}

// private resolves #x by the imports of the enclosing package.
func (l *linker) private(dir, source string) (lang.Target, bool) {
	pkg := l.packageOf(dir)
	if pkg == nil {
		return lang.Target{}, false
	}
	var candidates []string
	for _, m := range pkg.manifest.Imports {
		if rest, ok := matchPattern(m.From, source); ok {
			for _, to := range m.To {
				if !strings.HasPrefix(to, ".") {
					return external, true
				}
				candidates = append(candidates, path.Join(pkg.dir, strings.ReplaceAll(to, "*", rest)))
			}
		}
	}
	if len(candidates) == 0 {
		return lang.Target{}, false
	}
	if file := l.best(candidates); file != "" {
		return lang.Target{Unit: file}, true
	}
	return l.absent(candidates[0]), true
}
