// Package infra reads what is deployed: Terraform files and manifests of Kubernetes.
//
//	bytes ─▶ parser of the format ─▶ objects with their settings ─▶ compare, by name ─▶ facts
//
// In: both versions of the changed files. Out: what goes away or is replaced, what can be
// reached or may do more than before, which image runs, and what else is set to another value.
// An object that moves to another file of the change is the same object. Templates that are no
// YAML before they are rendered are left out, and so are files of tests.
package infra

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
)

const (
	formatTerraform  = "terraform"
	formatKubernetes = "kubernetes"
)

const (
	// maxSettings is how many settings of an object may differ to be told one by one.
	maxSettings = 20
	// maxNested is how deep settings are read, maxName how long their names may get.
	maxNested = 60
	maxName   = 1000
	// maxDepth is how deep brackets may be nested: the parsers call themselves for each.
	maxDepth = 1000
)

// An object is a resource or another part that has a name.
type object struct {
	format string
	key    string // the same in the other version, in whatever file
	name   string
	field  string // what it is: resource, module, Deployment
	path   string // of the file
	line   int
	// settings are its values by their paths, in order.
	settings []setting
	// plain: nothing is deployed by it alone, like a variable.
	plain bool
}

// A setting is a value in an object.
type setting struct {
	path string
	text string
	line int
	// opens says that the value lets more in than others; guards that it keeps the object
	// from being lost, or from doing more.
	opens, guards bool
	// replaces: an object with another value is another object.
	replaces bool
	secret   bool // the text is not to be shown
}

// Match reports whether a file may be one of these, by its path. Of YAML files the content
// decides.
func Match(p string) bool {
	switch path.Ext(strings.ToLower(p)) {
	case ".tf", ".yaml", ".yml":
	default:
		return false
	}
	for dir := range strings.SplitSeq(path.Dir(p), "/") {
		switch strings.ToLower(dir) {
		case "test", "tests", "testdata", "fixtures", "spec", "__tests__", "vendor", "node_modules", ".github", ".terraform":
			return false
		}
	}
	return true
}

// Read is a fact.Reader.
func Read(pairs []fact.Pair) ([]fact.Fact, []fact.Problem) {
	var problems []fact.Problem
	type compared struct {
		pair     *fact.Pair
		old, new *file
	}
	var list []compared
	after := make(map[string]int) // how many objects of a name there are
	moved, renamed := make(map[string]bool), make(map[string]string)
	for i := range pairs {
		p := &pairs[i]
		old, oldProblem := version(p.Old, fact.Base)
		new, newProblem := version(p.New, fact.Head)
		if oldProblem != nil || newProblem != nil {
			for _, problem := range []*fact.Problem{oldProblem, newProblem} {
				if problem != nil {
					problems = append(problems, *problem)
				}
			}
			continue
		}
		if old == nil || new == nil {
			continue
		}
		list = append(list, compared{p, old, new})
		for _, o := range new.objects {
			after[o.key]++
		}
		for _, m := range new.moved {
			moved[m.from] = true
			renamed[m.to] = m.from
		}
	}
	var facts []fact.Fact
	elsewhere := make(map[string]*object) // objects that left their file
	for _, c := range list {
		for i := range c.old.objects {
			if o := &c.old.objects[i]; moved[o.key] || c.new.object(o.key) == nil && after[o.key] > 0 {
				elsewhere[o.key] = o
			}
		}
	}
	for _, c := range list {
		for i := range c.new.objects {
			n := &c.new.objects[i]
			if c.new.object(n.key) != n {
				continue // a second one of that name
			}
			o := c.old.object(n.key)
			if o == nil {
				o = elsewhere[cmp.Or(renamed[n.key], n.key)]
			}
			facts = append(facts, differences(o, n)...)
		}
		for i := range c.old.objects {
			o := &c.old.objects[i]
			if c.old.object(o.key) != o || after[o.key] > 0 || moved[o.key] {
				continue
			}
			f := fact.Fact{Kind: "infra-destroyed", Format: o.format, Field: o.field, Name: o.name, Change: "removed", Path: c.pair.Old.Path, Line: o.line, Side: fact.Base}
			if o.plain {
				f.Kind = "infra-changed"
			}
			facts = append(facts, f)
		}
	}
	return once(facts), problems
}

// A file is one version of a file.
type file struct {
	objects []object
	byKey   map[string]int
	path    string
	moved   []move
}

// A move is an object that has another name now; both are keys.
type move struct{ from, to string }

func (f *file) add(o object) {
	o.path = f.path
	if _, again := f.byKey[o.key]; !again {
		f.byKey[o.key] = len(f.objects)
	}
	f.objects = append(f.objects, o)
}

// object returns the first object of a key, nil for none.
func (f *file) object(key string) *object {
	if i, ok := f.byKey[key]; ok {
		return &f.objects[i]
	}
	return nil
}

// version parses one version of a file; nil without a problem: it is none of these.
func version(f *fact.File, side fact.Side) (v *file, problem *fact.Problem) {
	v = &file{byKey: make(map[string]int)}
	if f == nil {
		return v, nil
	}
	v.path = f.Path
	defer func() {
		// The parsers are not ours: what they did not expect must not end the run.
		if r := recover(); r != nil {
			v, problem = nil, &fact.Problem{Path: f.Path, Side: side, Message: fmt.Sprintf("the parser failed: %v", r)}
		}
	}()
	if n := depth(f.Content); n > maxDepth {
		return nil, &fact.Problem{Path: f.Path, Side: side, Message: fmt.Sprintf("brackets are nested %d deep, the limit is %d", n, maxDepth)}
	}
	var err error
	if strings.EqualFold(path.Ext(f.Path), ".tf") {
		err = readTerraform(f, v)
	} else if !manifest(f.Content) {
		return v, nil
	} else {
		err = readKubernetes(f, v)
	}
	if err != nil {
		return nil, &fact.Problem{Path: f.Path, Side: side, Message: strings.Join(strings.Fields(err.Error()), " ")}
	}
	return v, nil
}

// depth returns how deep brackets may be nested in a text, whatever else they are.
func depth(content []byte) int {
	deepest, n := 0, 0
	for _, c := range content {
		switch c {
		case '(', '[', '{':
			n++
			deepest = max(deepest, n)
		case ')', ']', '}':
			n = max(n-1, 0)
		}
	}
	return deepest
}

// manifest reports whether a YAML text may be one of Kubernetes, and not a template of one.
func manifest(content []byte) bool {
	has := func(key string) bool {
		return bytes.HasPrefix(content, []byte(key)) || bytes.Contains(content, []byte("\n"+key))
	}
	return has("apiVersion:") && has("kind:") && !bytes.Contains(content, []byte("{{"))
}

// differences returns what differs between two versions of an object; old is nil for a new
// one.
// Long because it compares one kind of argument after the other.
func differences(old, new *object) []fact.Fact {
	fact1 := func(kind fact.Kind, field, name, change, from, to string, line int) fact.Fact {
		return fact.Fact{Kind: kind, Format: new.format, Field: spelled(field), Name: spelled(name), Change: change, From: from, To: to, Path: new.path, Line: line, Side: fact.Head}
	}
	var facts []fact.Fact
	if old == nil {
		if new.field == "data" || new.field == "provider" || new.field == "locals" || new.field == "terraform" {
			return nil // of no effect without what uses it
		}
		facts = append(facts, fact1("infra-changed", new.field, new.name, "added", "", "", new.line))
		for _, s := range new.settings {
			if s.opens {
				facts = append(facts, fact1("infra-exposed", lastPart(s.path), new.name+"."+s.path, "added", "", s.shown(), s.line))
			}
		}
		return facts
	}
	before, after := make(map[string]*setting), make(map[string]*setting)
	for i := range old.settings {
		before[old.settings[i].path] = &old.settings[i]
	}
	for i := range new.settings {
		after[new.settings[i].path] = &new.settings[i]
	}
	inOld, inNew := wholes(old.settings), wholes(new.settings)
	told := make(map[string]int)
	var quiet []fact.Fact // what may be told as one
	// part adds a setting that came or went, and once what all came or went with it.
	part := func(f fact.Fact, s *setting, of *object, other map[string]bool) {
		whole := shortest(s.path, other)
		key := f.Change + whole
		if at, again := told[key]; again {
			quiet[at].From, quiet[at].To = "", ""
			return
		}
		told[key] = len(quiet)
		f.Name, f.Field = spelled(of.name+"."+whole), spelled(lastPart(whole))
		quiet = append(quiet, f)
	}
	for i := range new.settings {
		s := &new.settings[i]
		if after[s.path] != s {
			continue
		}
		was := before[s.path]
		f := fact1("infra-changed", lastPart(s.path), new.name+"."+s.path, "changed", "", s.shown(), s.line)
		switch {
		case was != nil && was.text == s.text:
			continue
		case was == nil:
			f.Change = "added"
		default:
			if f.From = was.shown(); strings.Contains(f.From+f.To, "\n") {
				f.From, f.To = fact.DifferingLines(f.From, f.To)
			}
		}
		switch {
		case s.opens && (was == nil || !was.opens):
			f.Kind = "infra-exposed"
		case was != nil && was.guards && !s.guards:
			f.Kind = was.loses()
		case was != nil && s.replaces && !new.plain:
			f.Kind = "infra-destroyed"
		case was == nil:
			part(f, s, new, inOld)
			continue
		default:
			quiet = append(quiet, f)
			continue
		}
		facts = append(facts, f)
	}
	for i := range old.settings {
		s := &old.settings[i]
		if before[s.path] != s || after[s.path] != nil {
			continue
		}
		f := fact1("infra-changed", lastPart(s.path), new.name+"."+s.path, "removed", s.shown(), "", s.line)
		f.Path, f.Side = old.path, fact.Base
		if s.guards {
			f.Kind = s.loses()
			facts = append(facts, f)
			continue
		}
		part(f, s, new, inNew)
	}
	if len(quiet) > maxSettings {
		quiet = []fact.Fact{fact1("infra-changed", new.field, new.name, "changed", "", fmt.Sprintf("%d settings", len(quiet)), new.line)}
	}
	return slices.Concat(facts, quiet)
}

// wholes returns the paths of settings and of all that they are parts of.
func wholes(list []setting) map[string]bool {
	paths := make(map[string]bool)
	for i := range list {
		p := list[i].path
		for p != "" && !paths[p] {
			paths[p] = true
			p = p[:max(strings.LastIndexAny(p, ".["), 0)]
		}
	}
	return paths
}

// shortest returns the first part of a path that is not among the others.
func shortest(p string, others map[string]bool) string {
	whole := p
	for p != "" && !others[p] {
		whole = p
		p = p[:max(strings.LastIndexAny(p, ".["), 0)]
	}
	return whole
}

// once drops what a file says again.
func once(facts []fact.Fact) []fact.Fact {
	fact.Sort(facts)
	type said struct{ path, kind, name, change, from, to string }
	known := make(map[said]bool)
	return slices.DeleteFunc(facts, func(f fact.Fact) bool {
		s := said{f.Path, string(f.Kind), f.Name, f.Change, f.From, f.To}
		again := known[s] && (f.Format == formatKubernetes || f.Kind == "infra-changed")
		known[s] = true
		return again
	})
}

// shown is the value as it may be told.
func (s *setting) shown() string {
	if s.secret {
		return ""
	}
	return s.text
}

// loses is the kind of a guard that goes.
func (s *setting) loses() fact.Kind {
	switch lastPart(s.path) {
	case "prevent_destroy", "deletion_protection", "skip_final_snapshot", "force_destroy", "termination_protection", "deletion_protection_enabled":
		return "infra-destroyed"
	}
	return "infra-exposed"
}

// lastPart is the last part of a path, without what tells elements apart.
func lastPart(p string) string {
	p, _, _ = strings.Cut(p, " ")
	for strings.HasSuffix(p, "]") && strings.Contains(p, "[") {
		p = p[:strings.LastIndexByte(p, '[')]
	}
	return p[strings.LastIndexByte(p, '.')+1:]
}

// A path is split where it has dots and brackets, so those in a key are kept as characters
// that nobody writes.
const hidden = "\ue000\ue001\ue002"

// hide makes a key part of a path.
func hide(key string) string { return swap(key, ".[]", hidden) }

// spelled is a path as the file spells its keys.
func spelled(path string) string { return swap(path, hidden, ".[]") }

// swap replaces the characters of one set by those of another.
func swap(s, from, to string) string {
	if !strings.ContainsAny(s, from) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if i := slices.Index([]rune(from), r); i >= 0 {
			return []rune(to)[i]
		}
		return r
	}, s)
}

// keyed is the path of a key in another; in brackets where dots would not tell it apart.
func keyed(at, key string) string {
	if strings.ContainsAny(key, ".[] /") {
		return at + "[" + hide(key) + "]"
	}
	return at + "." + key
}
