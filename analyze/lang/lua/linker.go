package lua

import (
	"path"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// A linker finds the files of modules.
type linker struct {
	files  map[string]bool
	byBase map[string][]string // files by the last part of the name of their module
	dirs   map[string]bool     // names of directories
}

func newLinker(p lang.Project) lang.Linker {
	l := linker{files: make(map[string]bool), byBase: make(map[string][]string), dirs: make(map[string]bool)}
	for _, file := range p.Paths() {
		l.files[file] = true
		module := strings.TrimSuffix(strings.TrimSuffix(file, ".lua"), "/init")
		l.byBase[path.Base(module)] = append(l.byBase[path.Base(module)], file)
		for dir := path.Dir(file); dir != "."; dir = path.Dir(dir) {
			l.dirs[path.Base(dir)] = true
		}
	}
	return l
}

// roots are the usual directories of modules, in any directory above the file that requires one.
var roots = [...]string{"", "lua", "src", "lib"}

// Link returns the file of a module: a/b.lua or a/b/init.lua for a.b, in roots of the directories above
// the file, else the only file with that ending.
func (l linker) Link(from, source, _ string) lang.Target {
	module := strings.ReplaceAll(source, ".", "/")
	if strings.Contains(source, "/") {
		module = strings.TrimPrefix(path.Clean(source), "./")
	}
	for dir := path.Dir(from); ; dir = path.Dir(dir) {
		for _, root := range roots {
			for _, end := range [...]string{".lua", "/init.lua"} {
				if file := path.Join(dir, root, module) + end; l.files[file] {
					return lang.Target{Unit: file}
				}
			}
		}
		if dir == "." || dir == "/" {
			break
		}
	}
	var found string
	for _, file := range l.byBase[path.Base(module)] {
		if !strings.HasSuffix(file, "/"+module+".lua") && !strings.HasSuffix(file, "/"+module+"/init.lua") {
			continue
		}
		if found != "" {
			return lang.Target{}
		}
		found = file
	}
	if found != "" {
		return lang.Target{Unit: found}
	}
	first, _, _ := strings.Cut(module, "/")
	return lang.Target{External: !l.dirs[first]}
}

// isTest reports whether a file contains tests.
func isTest(file string) bool {
	for _, dir := range strings.Split(path.Dir(file), "/") {
		switch dir {
		case "test", "tests", "spec":
			return true
		}
	}
	name := strings.TrimSuffix(path.Base(file), ".lua")
	return strings.HasSuffix(name, "_spec") || strings.HasSuffix(name, "_test") || strings.HasPrefix(name, "test_")
}

// universe returns the global names of Lua and of the programs that most often run it.
func universe() map[string]string {
	names := make(map[string]string)
	for name := range strings.FieldsSeq(`_G _VERSION arg assert bit bit32 collectgarbage coroutine debug dofile error getfenv getmetatable io ipairs jit
		load loadfile loadstring math module newproxy next os package pairs pcall print rawequal rawget rawlen rawset require select setfenv
		setmetatable string table tonumber tostring type unpack utf8 xpcall
		ngx ndk kong vim redis KEYS ARGV love describe it before_each after_each setup teardown lazy_setup lazy_teardown pending finally spy stub mock match`) {
		names[name] = ""
	}
	return names
}
