// Package gradle reads the build scripts of Gradle, in Groovy and in Kotlin: plugins, settings, tasks, repositories and
// modules.
//
// In: both versions of the changed files. Out: a fact for each statement that differs, or for the task or block that it
// is in. Nothing is evaluated: a condition is a block like any other. Dependencies with a version in the script are those of
// package dependency.
package gradle

import (
	"maps"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

// Match reports whether a file is a script of Gradle.
func Match(file string) bool {
	return strings.HasSuffix(file, ".gradle") || strings.HasSuffix(file, ".gradle.kts")
}

// Read returns the facts of changed scripts.
func Read(pairs []fact.Pair) (facts []fact.Fact, problems []fact.Problem) {
	for i := range pairs {
		p := &pairs[i]
		if p.Old == nil || p.New == nil {
			continue
		}
		was, small := read(p.Old)
		is, alsoSmall := read(p.New)
		if !small || !alsoSmall {
			problems = append(problems, fact.Problem{Path: p.New.Path, Side: fact.Head, Cause: fact.TooLarge, Message: "it has too many statements"})
			continue
		}
		facts = append(facts, compare(p, was, is)...)
	}
	return facts, problems
}

// between stands between the names of blocks. No name has it, as it ends a statement.
const between = "\n"

// A key is what a statement says something about.
type key struct{ field, scope, name string }

// The fields of facts.
const (
	plugin     = "plugin"
	setting    = "setting"
	task       = "task"
	block      = "block"
	code       = "code of block"
	repository = "repository"
	dependency = "dependency"
	module     = "module"
	topLevel   = "code of the script"
)

// A value is what one statement says of its key.
type value struct {
	text string
	line int
}

// A script is what a file says, by key.
type script struct {
	values map[key][]value
	blocks map[string]int // the first line of each block by its name
}

// read returns what a file says, false where that is too much.
func read(f *fact.File) (*script, bool) {
	s := &script{values: make(map[key][]value), blocks: make(map[string]int)}
	all, ok := statements(f.Content)
	for _, st := range all {
		for i := range st.blocks {
			name := strings.Join(st.blocks[:i+1], between)
			if _, ok := s.blocks[name]; !ok {
				s.blocks[name] = st.line
			}
		}
		for k, v := range about(&st) {
			s.values[k] = append(s.values[k], value{v, st.line})
		}
	}
	return s, ok
}

// compare returns the differences between both versions of a script.
func compare(p *fact.Pair, was, is *script) (facts []fact.Fact) {
	newBlocks, goneBlocks := outermost(is.blocks, was.blocks), outermost(was.blocks, is.blocks)
	for _, name := range slices.Sorted(maps.Keys(newBlocks)) {
		facts = append(facts, fact.Fact{Kind: "build-changed", Field: fieldOf(name), Name: nameOf(name), Change: "added", Path: p.New.Path, Line: is.blocks[name], Side: fact.Head})
	}
	for _, name := range slices.Sorted(maps.Keys(goneBlocks)) {
		facts = append(facts, fact.Fact{Kind: "build-changed", Field: fieldOf(name), Name: nameOf(name), Change: "removed", Path: p.Old.Path, Line: was.blocks[name], Side: fact.Base})
	}
	keys := make(map[key]bool)
	for k := range was.values {
		keys[k] = true
	}
	for k := range is.values {
		keys[k] = true
	}
	for k := range keys {
		if !isIn(k.scope, newBlocks) && !isIn(k.scope, goneBlocks) {
			facts = append(facts, differences(p, k, was.values[k], is.values[k])...)
		}
	}
	fact.Sort(facts)
	return facts
}

// outermost returns the blocks that only one version has, without those in another such block. Lists of plugins, repositories,
// dependencies and tasks are no blocks of their own: what is in them is told.
func outermost(these, others map[string]int) map[string]bool {
	out := make(map[string]bool)
	for name := range these {
		if _, ok := others[name]; ok || isList(name) {
			continue
		}
		if at := strings.LastIndex(name, between); at >= 0 && !isList(name[:at]) {
			if _, ok := others[name[:at]]; !ok || strings.Contains(name[:at], isTask) {
				continue
			}
		}
		out[name] = true
	}
	return out
}

func isList(name string) bool {
	for _, part := range strings.Split(name, between) {
		switch part {
		case "plugins", "repositories", "dependencies", "tasks":
			return part != "tasks" || strings.HasSuffix(name, part)
		}
	}
	return false
}

func isIn(scope string, blocks map[string]bool) bool {
	for scope != "" {
		if blocks[scope] {
			return true
		}
		at := strings.LastIndex(scope, between)
		scope = scope[:max(at, 0)]
	}
	return false
}

func fieldOf(blockName string) string {
	if strings.Contains(blockName, isTask) {
		return task
	}
	return block
}

// nameOf returns the name of a block for people: that of the task alone where it is one.
func nameOf(blockName string) string {
	if _, name, ok := strings.Cut(blockName, isTask); ok {
		return name
	}
	return strings.ReplaceAll(blockName, between, ".")
}

// differences returns the facts of one key.
func differences(p *fact.Pair, k key, was, is []value) (facts []fact.Fact) {
	gone, came := without(was, is), without(is, was)
	f := fact.Fact{Kind: "build-changed", Field: k.field, Name: strings.ReplaceAll(k.name, between, ".")}
	switch k.field {
	case task, code, topLevel:
		if len(gone) == 0 && len(came) == 0 {
			return nil
		}
		f.Change, f.Path, f.Side, f.More = "changed", p.New.Path, fact.Head, max(len(gone), len(came))-1
		switch {
		case len(came) > 0:
			f.Line = came[0].line
		case len(is) > 0:
			f.Line = is[0].line
		default:
			f.Path, f.Side, f.Line = p.Old.Path, fact.Base, gone[0].line
		}
		if len(gone) > 0 {
			f.From = gone[0].text
		}
		if len(came) > 0 {
			f.To = came[0].text
		}
		return []fact.Fact{f}
	case dependency:
		f.Scope = k.scope
	}
	for i := range max(len(gone), len(came)) {
		one := f
		switch {
		case i >= len(gone):
			one.Change, one.To, one.Path, one.Line, one.Side = "added", came[i].text, p.New.Path, came[i].line, fact.Head
			if k.field == repository {
				one.Kind = "dependency-source"
			}
		case i >= len(came):
			one.Change, one.From, one.Path, one.Line, one.Side = "removed", gone[i].text, p.Old.Path, gone[i].line, fact.Base
		default:
			one.Change, one.From, one.To, one.Path, one.Line, one.Side = "changed", gone[i].text, came[i].text, p.New.Path, came[i].line, fact.Head
		}
		facts = append(facts, one)
	}
	return facts
}

// without returns the values of a that b does not have.
func without(a, b []value) (out []value) {
	left := make(map[string]int)
	for _, v := range b {
		left[v.text]++
	}
	for _, v := range a {
		if left[v.text]--; left[v.text] < 0 {
			out = append(out, v)
		}
	}
	return out
}

var (
	pluginID   = lazyregexp.New(`^(?:id|kotlin|alias)\s*\(?\s*["']?([\w.:/-]+)["']?\s*\)?\s*(.*)$`)
	versionOf  = lazyregexp.New(`^version\s*\(?\s*["']?([^"'\s)]+)`)
	applied    = lazyregexp.New(`^apply\s*\(?\s*plugin\s*[:=]\s*["']([^"']+)["']`)
	versioned  = lazyregexp.New(`["'][\w.-]+:[\w.-]+:[^"':@]+`)
	configured = lazyregexp.New(`^"?(\w+)"?\s*\(?\s*(.+?)\)?$`)
	quoted     = lazyregexp.New(`["']([^"']+)["']`)
	setKey     = lazyregexp.New(`^([\w.\[\]"'-]+?)\s*(?:\+=|=)\s*(.+)$`)
	callKey    = lazyregexp.New(`^([\w.]+?)(?:\.set)?\s*(?:\((.*)\)|\s(["'\w\[-].*))$`)
	codeWord   = lazyregexp.New(`^(?:if|else|for|while|when|try|catch|finally|fun|def|switch|doLast|doFirst|afterEvaluate|each|all|configureEach|beforeEach|whenReady|import|return|throw|println|print)\b`)
)

// about returns what a statement says, by key.
func about(st *statement) map[key]string {
	scope, text := strings.Join(st.blocks, between), st.text
	for i, b := range st.blocks {
		switch {
		case strings.HasPrefix(b, isTask):
			return map[key]string{{task, strings.Join(st.blocks[:i+1], between), strings.TrimPrefix(b, isTask)}: strings.Join(append(slices.Clone(st.blocks[i+1:]), text), ".")}
		case b == "plugins":
			return pluginOf(text)
		case b == "repositories":
			if name := repositoryOf(text, len(st.blocks) > i+1); name != "" {
				return map[key]string{{repository, scope, name}: ""}
			}
		case b == "dependencies":
			if m := configured.FindStringSubmatch(text); m != nil && !versioned.MatchString(text) && len(st.blocks) == i+1 {
				return map[key]string{{dependency, m[1], strings.Trim(m[2], `"'`)}: ""}
			}
			return nil
		case codeWord.MatchString(b):
			return map[key]string{{code, scope, strings.Join(st.blocks[:i+1], between)}: text}
		}
	}
	if m := applied.FindStringSubmatch(text); m != nil {
		return map[key]string{{plugin, "", m[1]}: ""}
	}
	if m := oldTask.FindStringSubmatch(text); m != nil && strings.HasPrefix(text, "task") && !strings.HasPrefix(text, "tasks") {
		return map[key]string{{task, scope, m[1]}: text}
	}
	if strings.HasPrefix(text, "include") && scope == "" {
		out := make(map[key]string)
		for _, m := range quoted.FindAllSubmatch([]byte(text), -1) {
			out[key{module, "", string(m[1])}] = ""
		}
		return out
	}
	return settingOf(st.blocks, text)
}

// pluginOf returns what a statement in a list of plugins says: the version of a plugin, empty for none.
func pluginOf(text string) map[key]string {
	m := pluginID.FindStringSubmatch(text)
	if m == nil {
		return map[key]string{{plugin, "", strings.Trim(text, "`")}: ""}
	}
	id, version := m[1], ""
	if strings.HasPrefix(text, "kotlin") {
		id = "org.jetbrains.kotlin." + id
	}
	if v := versionOf.FindStringSubmatch(m[2]); v != nil {
		version = v[1]
	}
	return map[key]string{{plugin, "", id}: version}
}

// repositoryOf returns the address or the name of a repository, empty for a statement that says something else. in: the
// statement is in the block of the repository.
func repositoryOf(text string, in bool) string {
	if in && !strings.HasPrefix(strings.ToLower(text), "url") && !strings.HasPrefix(text, "setUrl") {
		return ""
	}
	if m := quoted.FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return strings.TrimSuffix(text, "()")
}

// unquoted returns what a literal says, other values as they are written.
func unquoted(v string) string {
	if n := len(v); n > 1 && (v[0] == '"' || v[0] == '\'') && literal(v) == n && v[n-1] == v[0] {
		return v[1 : n-1]
	}
	return v
}

// settingOf returns what a statement sets, or its text as code.
func settingOf(blocks []string, text string) map[key]string {
	scope := strings.Join(blocks, between)
	if scope == "" && strings.HasPrefix(text, "import ") {
		return nil // what is imported is used, or nothing
	}
	if m := bound.FindStringSubmatch(text); m != nil {
		return map[key]string{{setting, scope, strings.TrimPrefix(scope+between+m[1], between)}: unquoted(m[2])}
	}
	if !codeWord.MatchString(text) {
		for _, re := range []*lazyregexp.Regexp{setKey, callKey} {
			if m := re.FindStringSubmatch(text); m != nil {
				return map[key]string{{setting, scope, strings.TrimPrefix(scope+between+m[1], between)}: unquoted(strings.Join(m[2:], ""))}
			}
		}
	}
	if scope == "" {
		return map[key]string{{topLevel, "", ""}: text}
	}
	return map[key]string{{code, scope, scope}: text}
}
