// Package workflow reads the workflows of GitHub Actions and of its kin, and composite actions.
//
// In: both versions of the changed files. Out: a fact for each trigger, permission, secret and
// action that is new, gone or different, and for each script that is downloaded and run.
// Names are compared, not steps: a step that moved to another job is no difference.
//
// Absent: what a step does, and whether a condition keeps it from running.
package workflow

import (
	"path"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/content/document"
	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

// Match reports whether a file is a workflow or a composite action.
func Match(file string) bool {
	dir, name := path.Split(file)
	if ext := path.Ext(name); ext != ".yml" && ext != ".yaml" {
		return false
	}
	dir = path.Clean(dir)
	for _, d := range []string{".github/workflows", ".gitea/workflows", ".forgejo/workflows"} {
		if dir == d || strings.HasSuffix(dir, "/"+d) {
			return true
		}
	}
	return name == "action.yml" || name == "action.yaml"
}

// The fields of facts.
const (
	trigger    = "trigger"
	permission = "permission"
	secret     = "secret"
	action     = "action"
	script     = "script"
)

// An entry is one thing that a workflow has.
type entry struct {
	field, scope, name string
	value              string // of a permission, or the version of an action
	tag                string // of an action: the version that the comment beside its commit names
	line               int
}

type key struct{ field, scope, name string }

func (e *entry) key() key { return key{e.field, e.scope, e.name} }

// Read returns the facts of changed workflows.
func Read(pairs []fact.Pair) (facts []fact.Fact, problems []fact.Problem) {
	for i := range pairs {
		p := &pairs[i]
		old, new, trouble := fact.Both(p, entries)
		if problems = append(problems, trouble...); len(trouble) == 0 {
			facts = append(facts, compare(p, old, new)...)
		}
	}
	return facts, problems
}

// entries returns what a workflow has, in the order of the file.
func entries(f *fact.File) ([]entry, error) {
	docs, err := document.YAML(f.Content)
	if err != nil || len(docs) == 0 {
		return nil, err
	}
	w := docs[0]
	var out []entry
	if on := w.Get("on"); on != nil {
		out = append(out, triggers(on)...)
	}
	out = append(out, permissions(w.Get("permissions"), "workflow")...)
	if jobs := w.Get("jobs"); jobs != nil {
		for _, job := range jobs.Members {
			out = append(out, permissions(job.Value.Get("permissions"), "job "+job.Key)...)
		}
	}
	return texts(w, "", out), nil
}

func triggers(on *document.Value) (out []entry) {
	if on.Text != "" {
		out = append(out, entry{field: trigger, name: on.Text, line: on.Line})
	}
	for _, item := range on.List {
		out = append(out, entry{field: trigger, name: item.Text, line: item.Line})
	}
	for _, m := range on.Members {
		out = append(out, entry{field: trigger, name: m.Key, line: m.Line})
	}
	return out
}

func permissions(v *document.Value, scope string) (out []entry) {
	if v == nil {
		return nil
	}
	if v.Text != "" { // read-all, write-all
		name, all, _ := strings.Cut(v.Text, "-")
		out = append(out, entry{field: permission, scope: scope, name: all, value: name, line: v.Line})
	}
	for _, m := range v.Members {
		out = append(out, entry{field: permission, scope: scope, name: m.Key, value: m.Value.Text, line: m.Line})
	}
	return out
}

var (
	secretName = lazyregexp.New(`\bsecrets\s*(?:\.\s*([A-Za-z_][A-Za-z0-9_]*)|\[\s*'([^']+)'\s*\])`)
	expression = lazyregexp.New(`\$\{\{(.*?)\}\}`)
	// piped is a download whose result a shell or an interpreter runs.
	piped = lazyregexp.New(`(?:curl|wget|iwr|irm|Invoke-WebRequest|Invoke-RestMethod)\b[^|;&\n]*?["']?(https?://[^\s"'|)]+)[^|;&\n]*\|\s*(?:sudo\s+(?:-\S+\s+)*)?(?:\S*/)?(?:sh|bash|zsh|dash|python3?|node|perl|ruby|iex|Invoke-Expression)\b`)
	// substituted is a shell that runs what a download in its arguments prints.
	substituted = lazyregexp.New(`(?:\b(?:sh|bash|zsh|source|eval|iex)|\.)\b?[^|;\n]*?(?:<\(|\$\(|\(|` + "`" + `)\s*(?:curl|wget|iwr|irm)\b[^)\n]*?["']?(https?://[^\s"'|)]+)`)
)

// texts adds what the scalars below a value name: secrets, actions, scripts.
func texts(v *document.Value, at string, out []entry) []entry {
	for i := range v.Members {
		out = texts(&v.Members[i].Value, v.Members[i].Key, out)
	}
	for i := range v.List {
		out = texts(&v.List[i], at, out)
	}
	if v.Text == "" {
		return out
	}
	for _, e := range expression.FindAllStringSubmatchIndex(v.Text, -1) {
		for _, m := range secretName.FindAllStringSubmatch(v.Text[e[2]:e[3]], -1) {
			out = append(out, entry{field: secret, name: m[1] + m[2], line: v.Line + lineIn(v, e[0])})
		}
	}
	if at == "if" && !strings.Contains(v.Text, "${{") {
		for _, m := range secretName.FindAllStringSubmatch(v.Text, -1) {
			out = append(out, entry{field: secret, name: m[1] + m[2], line: v.Line})
		}
	}
	if at == "secrets" && v.Text == "inherit" {
		out = append(out, entry{field: secret, name: "inherit", line: v.Line})
	}
	switch at {
	case "uses":
		name, ref, _ := strings.Cut(v.Text, "@")
		if !strings.HasPrefix(name, "./") {
			out = append(out, entry{field: action, name: name, value: ref, tag: tagOf(ref, v.Comment), line: v.Line})
		}
	case "run", "script":
		text := strings.ReplaceAll(v.Text, "\\\n", "  ")
		for _, pattern := range []*lazyregexp.Regexp{piped, substituted} {
			for _, m := range pattern.FindAllStringSubmatchIndex(text, -1) {
				out = append(out, entry{field: script, name: text[m[2]:m[3]], line: v.Line + lineIn(v, m[2])})
			}
		}
	}
	return out
}

// tagOf returns the version that a comment names for a commit, empty where it names none.
func tagOf(ref, comment string) string {
	words := strings.Fields(comment)
	if !commit.MatchString(ref) || len(words) == 0 || len(words[0]) > maxTag || !strings.ContainsAny(words[0], "0123456789") {
		return ""
	}
	return words[0]
}

// maxTag is how long the version in a comment may be, in bytes.
const maxTag = 30

// lineIn returns how many lines below the line of a scalar an offset of its text lies. The text
// of a block begins on the line after its mark.
func lineIn(v *document.Value, offset int) int {
	if !strings.Contains(v.Text, "\n") {
		return 0
	}
	return 1 + strings.Count(v.Text[:min(offset, len(v.Text))], "\n")
}

// compare returns what differs between the entries of two versions. A name that stands several
// times counts once, with the values that only one version has.
func compare(p *fact.Pair, old, new []entry) (facts []fact.Fact) {
	add := func(e *entry, side fact.Side, kind fact.Kind, change, from, to string) *fact.Fact {
		facts = append(facts, p.At(side, e.line, fact.Fact{Kind: kind, Field: e.field, Scope: e.scope, Name: e.name, Change: change, From: from, To: to}))
		return &facts[len(facts)-1]
	}
	for _, m := range fact.MatchBy(old, new, (*entry).key) {
		switch {
		case m.New == nil:
			e := m.Old[0]
			add(e, fact.Base, removedKind[e.field], "removed", e.value, "")
		case m.Old == nil:
			e := m.New[0]
			kind := e.addedKind()
			if kind == "workflow-permission-widened" && held(old, e) {
				kind = "workflow-permission"
			}
			add(e, fact.Head, kind, "added", "", e.value)
		case m.New[0].field == action || m.New[0].field == permission:
			if is, was := other(m.New, m.Old), other(m.Old, m.New); is != nil && was != nil {
				f := add(is, fact.Head, is.changedKind(was), "changed", was.value, is.value)
				f.FromTag, f.ToTag = was.tag, is.tag
			}
		}
	}
	return facts
}

// held reports whether a job could write before what an entry lets it write: by its own
// permissions, or where it had none, by those of the workflow.
func held(old []entry, e *entry) bool {
	own := func(o entry) bool { return o.field == permission && o.scope == e.scope }
	scope := e.scope
	if !slices.ContainsFunc(old, own) {
		scope = "workflow"
	}
	return slices.ContainsFunc(old, func(o entry) bool {
		return o.field == permission && o.scope == scope && o.value == "write" && (o.name == e.name || o.name == "all")
	})
}

// other returns the first of some entries whose value none of the others has.
func other(of, others []*entry) *entry {
	for _, e := range of {
		found := false
		for _, o := range others {
			found = found || o.value == e.value
		}
		if !found {
			return e
		}
	}
	return nil
}

var removedKind = map[string]fact.Kind{
	trigger: "workflow-trigger", permission: "workflow-permission", secret: "workflow-secret",
	action: "workflow-action", script: "workflow-script-removed",
}

// exposed are the triggers by which people who may not write to a repository start workflows
// that have its secrets.
var exposed = map[string]bool{"pull_request_target": true, "workflow_run": true, "issue_comment": true}

func (e *entry) addedKind() fact.Kind {
	switch e.field {
	case trigger:
		if exposed[e.name] {
			return "workflow-trigger-exposed"
		}
		return "workflow-trigger"
	case permission:
		if e.value == "write" {
			return "workflow-permission-widened"
		}
		return "workflow-permission"
	case secret:
		return "workflow-secret-used"
	case script:
		return "workflow-script"
	}
	return "workflow-action"
}

// commit is a full commit id: what it names cannot change.
var commit = lazyregexp.New(`^[0-9a-f]{40}`)

func (e *entry) changedKind(old *entry) fact.Kind {
	switch {
	case e.field == action && commit.MatchString(old.value) && !commit.MatchString(e.value):
		return "workflow-action-unpinned"
	case e.field == action:
		return "workflow-action"
	case e.value == "write":
		return "workflow-permission-widened"
	}
	return "workflow-permission"
}
