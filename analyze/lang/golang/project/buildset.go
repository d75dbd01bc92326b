package project

import (
	"go/build/constraint"
	"maps"
	"math/bits"
	"path"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// ports are the operating systems that Go builds for, the usual ones first, each with its
// architectures. The first architecture is used where files do not distinguish them.
var ports = [...]struct {
	os   string
	arch []string
}{
	{"linux", []string{"amd64", "arm64", "386", "arm", "loong64", "mips", "mips64", "mips64le", "mipsle", "ppc64", "ppc64le", "riscv64", "s390x"}},
	{"windows", []string{"amd64", "arm64", "386"}},
	{"darwin", []string{"amd64", "arm64"}},
	{"freebsd", []string{"amd64", "arm64", "386", "arm", "riscv64"}},
	{"netbsd", []string{"amd64", "arm64", "386", "arm"}},
	{"openbsd", []string{"amd64", "arm64", "386", "arm", "ppc64", "riscv64"}},
	{"dragonfly", []string{"amd64"}},
	{"solaris", []string{"amd64"}},
	{"illumos", []string{"amd64"}},
	{"aix", []string{"ppc64"}},
	{"android", []string{"arm64", "amd64", "386", "arm"}},
	{"ios", []string{"arm64", "amd64"}},
	{"js", []string{"wasm"}},
	{"wasip1", []string{"wasm"}},
	{"plan9", []string{"amd64", "386", "arm"}},
}

// includes are the systems whose files are also part of builds for another system.
var includes = map[string]string{"android": "linux", "illumos": "solaris", "ios": "darwin"}

var unixSystems = lang.Set("aix android darwin dragonfly freebsd hurd illumos ios linux netbsd openbsd solaris")

var knownSystems = lang.Set("aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris wasip1 windows zos")

var knownProcessors = lang.Set(`386 amd64 amd64p32 arm armbe arm64 arm64be loong64 mips mipsle mips64 mips64le mips64p32 mips64p32le ppc ppc64
ppc64le riscv riscv64 s390 s390x sparc sparc64 wasm`)

// A build is a way to build a snapshot.
type build struct {
	os, arch string
	tags     []string // sorted
	noCgo    bool
}

// sets reports whether a build sets a tag. Tags go1.N are always set.
func (b *build) sets(tag string) bool {
	switch {
	case tag == b.os, tag == b.arch, tag == includes[b.os], tag == "gc":
		return true
	case tag == "unix":
		return unixSystems[b.os]
	case tag == "cgo":
		return !b.noCgo
	}
	return strings.HasPrefix(tag, "go1.") || slices.Contains(b.tags, tag)
}

// takes reports whether a build satisfies a condition.
func (b *build) takes(c constraint.Expr) bool { return c.Eval(b.sets) }

// conditions returns the conditions for builds to include a file, nil where all include it: from its
// name, its constraint, and its imports.
func conditions(p string, f *facts.File) constraint.Expr {
	var all constraint.Expr
	add := func(c constraint.Expr) {
		if all != nil {
			c = &constraint.AndExpr{X: all, Y: c}
		}
		all = c
	}
	for _, tag := range nameTags(p) {
		add(&constraint.TagExpr{Tag: tag})
	}
	if f.Constraint != "" {
		if c, err := constraint.Parse("//go:build " + f.Constraint); err == nil {
			add(c)
		}
	}
	if slices.ContainsFunc(f.Imports, func(i facts.Import) bool { return i.Source == "C" }) {
		add(&constraint.TagExpr{Tag: "cgo"})
	}
	return all
}

// nameTags returns the tags implied by a file's name: x_linux.go, x_linux_arm64.go.
func nameTags(p string) []string {
	name, _, _ := strings.Cut(path.Base(p), ".")
	_, name, ok := strings.Cut(name, "_")
	if !ok {
		return nil
	}
	parts := strings.Split(name, "_")
	if n := len(parts); parts[n-1] == "test" {
		parts = parts[:n-1]
	}
	n := len(parts)
	switch {
	case n >= 2 && knownSystems[parts[n-2]] && knownProcessors[parts[n-1]]:
		return parts[n-2:]
	case n >= 1 && (knownSystems[parts[n-1]] || knownProcessors[parts[n-1]]):
		return parts[n-1:]
	}
	return nil
}

// needs returns the condition under which the imports of a file can be built, nil for none: packages
// with the system calls of one operating system.
func needs(f *facts.File) constraint.Expr {
	for _, i := range f.Imports {
		if rest, ok := strings.CutPrefix(i.Source, "golang.org/x/sys/"); ok {
			switch system, _, _ := strings.Cut(rest, "/"); system {
			case "unix", "windows", "plan9":
				return &constraint.TagExpr{Tag: system}
			}
		}
	}
	return nil
}

// A buildTable contains the builds of a snapshot and the files that each includes.
type buildTable struct {
	all []build
	of  map[string]lang.BuildSet // by path
}

// maxConditions is the maximum number of different conditions for which builds are chosen.
const maxConditions = 256

// newBuildTable chooses the builds that the conditions of files distinguish. Builds that include the
// same files are merged.
func newBuildTable(p lang.Project) *buildTable {
	t := &buildTable{}
	byPath := make(map[string]string)
	parsed := make(map[string]constraint.Expr)
	count := make(map[string]int) // number of files by tag
	for _, file := range p.Paths() {
		f := p.Facts(file)
		if f == nil || !strings.HasSuffix(file, ".go") {
			continue
		}
		if c := needs(f); c != nil {
			count[tagsOf(c)[0]]++
		}
		c := conditions(file, f)
		if c == nil {
			continue
		}
		text := c.String()
		if parsed[text] == nil {
			if len(parsed) == maxConditions {
				continue
			}
			parsed[text] = c
		}
		byPath[file] = text
		for _, tag := range tagsOf(c) {
			count[tag]++
		}
	}
	if len(parsed) == 0 {
		return t
	}
	texts := slices.Sorted(maps.Keys(parsed))
	t.choose(texts, parsed, count)
	t.of = make(map[string]lang.BuildSet)
	sets := make(map[string]lang.BuildSet)
	for _, text := range texts {
		sets[text] = t.taking(parsed[text])
	}
	for _, file := range p.Paths() {
		if text, ok := byPath[file]; ok {
			t.of[file] = sets[text]
		}
	}
	return t
}

// choose adds builds: first one for each system, architecture and tag that files name, then one for
// each condition that none of those satisfies. count is the number of files that name a tag. Systems
// that no file names are not added, because they may not be supported.
func (t *buildTable) choose(texts []string, parsed map[string]constraint.Expr, count map[string]int) {
	seen := make(map[string]bool)
	met := make([]bool, len(texts))
	add := func(b build) {
		if len(t.all) == lang.MaxBuilds {
			return
		}
		takes := make([]byte, len(texts))
		for i, text := range texts {
			if b.takes(parsed[text]) {
				takes[i] = 1
			}
		}
		if key := string(takes); !seen[key] {
			seen[key] = true
			t.all = append(t.all, b)
			for i := range takes {
				met[i] = met[i] || takes[i] == 1
			}
		}
	}
	usual := build{os: ports[0].os, arch: ports[0].arch[0]}
	add(usual)
	for _, arch := range ports[0].arch {
		if count[arch] > 0 {
			add(build{os: usual.os, arch: arch})
		}
	}
	for _, port := range ports {
		if count[port.os] > 0 {
			add(build{os: port.os, arch: port.arch[0]})
		}
	}
	add(build{os: usual.os, arch: usual.arch, noCgo: true})
	for _, tag := range freeTags(count) {
		add(build{os: usual.os, arch: usual.arch, tags: []string{tag}})
	}
	for i, text := range texts {
		if !met[i] {
			if b, ok := find(parsed[text]); ok {
				add(b)
			}
		}
	}
}

// maxFreeTags is the maximum number of tags of one condition that are tried in all combinations.
const maxFreeTags = 6

// find returns the build closest to the usual one that satisfies a condition.
func find(c constraint.Expr) (build, bool) {
	count := make(map[string]int)
	for _, tag := range tagsOf(c) {
		count[tag]++
	}
	free := freeTags(count)
	free = free[:min(len(free), maxFreeTags)]
	choices := make([]int, 1<<len(free))
	for i := range choices {
		choices[i] = i
	}
	slices.SortStableFunc(choices, func(a, b int) int { return bits.OnesCount(uint(a)) - bits.OnesCount(uint(b)) })
	for _, choice := range choices {
		var tags []string
		for i, tag := range free {
			if choice&(1<<i) != 0 {
				tags = append(tags, tag)
			}
		}
		slices.Sort(tags)
		for _, noCgo := range []bool{false, true} {
			for _, port := range ports {
				for _, arch := range port.arch {
					if b := (build{port.os, arch, tags, noCgo}); b.takes(c) {
						return b, true
					}
				}
			}
		}
	}
	return build{}, false
}

// tagsOf returns the distinct tags of a condition.
func tagsOf(c constraint.Expr) []string {
	var tags []string
	var walk func(constraint.Expr)
	walk = func(c constraint.Expr) {
		switch x := c.(type) {
		case *constraint.TagExpr:
			if !slices.Contains(tags, x.Tag) {
				tags = append(tags, x.Tag)
			}
		case *constraint.NotExpr:
			walk(x.X)
		case *constraint.AndExpr:
			walk(x.X)
			walk(x.Y)
		case *constraint.OrExpr:
			walk(x.X)
			walk(x.Y)
		}
	}
	walk(c)
	return tags
}

// freeTags returns the tags that neither the platform nor the compiler sets, those of the most files
// first.
func freeTags(count map[string]int) []string {
	var free []string
	for tag := range count {
		if !knownSystems[tag] && !knownProcessors[tag] && !strings.HasPrefix(tag, "go1.") && tag != "unix" && tag != "cgo" && tag != "gc" && tag != "gccgo" {
			free = append(free, tag)
		}
	}
	slices.SortFunc(free, func(a, b string) int {
		if count[a] != count[b] {
			return count[b] - count[a]
		}
		return strings.Compare(a, b)
	})
	return free
}

// leaveOut removes from the files of a directory the builds in which it cannot be built, because it
// imports a package that cannot. Otherwise names missing there would be reported. Imports of a test
// file affect only the tests of its directory.
func (l *linker) leaveOut() {
	t := l.builds
	if len(t.all) < 2 {
		return
	}
	dead := make(map[string]lang.BuildSet) // by directory
	deadTests := make(map[string]lang.BuildSet)
	var queue []string // directories with new builds in dead
	fail := func(file string, in lang.BuildSet) {
		dir := path.Dir(file)
		if in &= l.BuildsOf(file); IsTest(file) {
			deadTests[dir] |= in
		} else if in&^dead[dir] != 0 {
			dead[dir] |= in
			queue = append(queue, dir)
		}
	}
	files := slices.DeleteFunc(slices.Clone(l.project.Paths()), func(file string) bool {
		return l.project.Facts(file) == nil || !strings.HasSuffix(file, ".go")
	})
	for _, file := range files {
		if c := needs(l.project.Facts(file)); c != nil {
			fail(file, t.every()&^t.taking(c))
		}
	}
	var importers map[string][]string
	if len(queue) > 0 {
		importers = l.importers(files)
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, file := range importers[queue[0]] {
			fail(file, dead[queue[0]])
		}
	}
	for _, file := range files {
		out := dead[path.Dir(file)]
		if IsTest(file) {
			out |= deadTests[path.Dir(file)]
		}
		if out != 0 {
			t.of[file] = l.BuildsOf(file) &^ out
		}
	}
}

// importers returns the files that import the directories of the repository.
func (l *linker) importers(files []string) map[string][]string {
	by := make(map[string][]string)
	for _, file := range files {
		for _, i := range l.project.Facts(file).Imports {
			if dir, _, ok := l.directory(file, i.Source); ok {
				by[dir] = append(by[dir], file)
			}
		}
	}
	return by
}

// taking returns the builds that satisfy a condition.
func (t *buildTable) taking(c constraint.Expr) lang.BuildSet {
	var set lang.BuildSet
	for i := range t.all {
		if t.all[i].takes(c) {
			set |= 1 << i
		}
	}
	return set
}

func (t *buildTable) every() lang.BuildSet {
	return lang.BuildSet(1)<<len(t.all) - 1 // correct for 64 builds too
}

// Builds returns the builds that the constraints of files distinguish.
func (l *linker) Builds() []lang.Build {
	all := make([]lang.Build, len(l.builds.all))
	for i, b := range l.builds.all {
		all[i] = lang.Build{OS: b.os, Arch: b.arch, Tags: strings.Join(b.tags, ","), NoCgo: b.noCgo}
	}
	return all
}

// BuildsOf returns the builds that include a file.
func (l *linker) BuildsOf(file string) lang.BuildSet {
	if s, ok := l.builds.of[file]; ok {
		return s
	}
	return l.builds.every()
}
