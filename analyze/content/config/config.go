// Package config reads settings by key: those of programs and those of tools.
//
// In: both versions of the changed files, in JSON, YAML, TOML or as lines of KEY=value. Out: a
// fact for each key whose value is new, gone or different, named by its path from the top.
//
// Invariants: a file gives at most maxFacts facts. Items of a list are told apart by what names
// them (id, name, repo, key), else by their value; a list that is only in another order is no
// difference.
package config

import (
	"path"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/content/document"
	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

// maxFacts is how many facts one file gives.
const maxFacts = 40

// Match reports whether a file holds settings.
func Match(file string) bool { return formatOf(file) != nil && (ofTool(file) || ofProgram(file)) }

// OfProgram reports whether Read tells of a file what a program of the repository reads as it runs.
func OfProgram(file string) bool {
	return formatOf(file) != nil && ofProgram(file) && (!ofTool(file) || strings.HasPrefix(path.Base(file), ".env"))
}

// ofProgram reports whether a program of the repository reads the settings of a file as it runs.
func ofProgram(file string) bool {
	dir, name := path.Split(strings.ToLower(file))
	for d := range strings.SplitSeq(dir, "/") {
		switch d {
		case "test", "tests", "testdata", "fixtures", "examples", "example", "docs", "node_modules", "vendor", "locales", "i18n", "lang":
			return false
		}
	}
	for d := range strings.SplitSeq(dir, "/") {
		switch d {
		case "config", "configs", "conf", "settings":
			return true
		}
	}
	stem, _, _ := strings.Cut(name, ".")
	switch stem {
	case "config", "settings", "appsettings", "features", "flags":
		return true
	case "":
		return strings.HasPrefix(name, ".env")
	}
	return strings.HasPrefix(stem, "application") && (strings.HasSuffix(name, ".properties") || isYAML(name))
}

// ofTool reports whether a tool that people work with reads the settings of a file.
func ofTool(file string) bool {
	name := path.Base(file)
	switch name {
	case "renovate.json", "renovate.json5", "netlify.toml", "vercel.json", "fly.toml", "codecov.yml", "lerna.json", "turbo.json", "nx.json", "tox.ini", "setup.cfg":
		return true
	}
	if strings.HasPrefix(name, "tsconfig") {
		return true
	}
	return strings.HasPrefix(name, ".") || path.Base(path.Dir(file)) == ".github" && isYAML(name)
}

func isYAML(name string) bool {
	return strings.HasSuffix(name, ".yml") || strings.HasSuffix(name, ".yaml")
}

// formatOf returns what reads a file, nil for none.
func formatOf(file string) func([]byte) (*document.Value, error) {
	name := path.Base(file)
	switch ext := strings.ToLower(path.Ext(name)); {
	case strings.HasPrefix(name, ".env"), name == ".npmrc":
		return func(content []byte) (*document.Value, error) { return readLines(content, "=") }
	case ext == ".properties":
		return func(content []byte) (*document.Value, error) { return readLines(content, "=:") }
	case ext == ".json", ext == ".json5", ext == ".jsonc":
		return document.JSON
	case isYAML(name):
		return readYAML
	case ext == ".toml":
		return document.TOML
	}
	return nil
}

// readYAML reads the first document of a file.
func readYAML(content []byte) (*document.Value, error) {
	docs, err := document.YAML(content)
	if err != nil || len(docs) == 0 {
		return &document.Value{}, err
	}
	return docs[0], nil
}

// readLines reads lines of a key and a value with one of separators between them: KEY=value,
// key: value.
func readLines(content []byte, separators string) (*document.Value, error) {
	out := &document.Value{Line: 1}
	continued := false
	for i, line := range strings.Split(string(content), "\n") {
		more := continued
		if continued = strings.HasSuffix(strings.TrimRight(line, "\r"), "\\"); more {
			continue // the value of the line above goes on
		}
		line = strings.TrimSpace(strings.TrimPrefix(line, "export "))
		at := strings.IndexAny(line, separators)
		if at <= 0 || strings.ContainsAny(line[:1], "#!;") {
			continue
		}
		out.Members = append(out.Members, document.Member{
			Key: strings.TrimSpace(line[:at]), Line: i + 1,
			Value: document.Value{Text: valueOf(line[at+1:], separators), Line: i + 1},
		})
	}
	return out, nil
}

// valueOf returns the value behind a separator, without quotes. In files of KEY=value a comment may follow it, behind a blank.
func valueOf(text, separators string) string {
	text = strings.TrimSpace(text)
	if separators == "=" && text != "" && !strings.ContainsAny(text[:1], "\"'") {
		if at := strings.Index(text, " #"); at >= 0 {
			text = strings.TrimSpace(text[:at])
		}
	}
	return strings.Trim(text, `"'`)
}

// separator stands between the keys of a path: keys may have dots.
const separator = "\x00"

// A leaf is a scalar with its path.
type leaf struct {
	path, text string
	line       int
	item       bool // a scalar in a list
}

// Read returns the facts of changed settings.
func Read(pairs []fact.Pair) (facts []fact.Fact, problems []fact.Problem) {
	for i := range pairs {
		p := &pairs[i]
		if p.Old == nil || p.New == nil {
			continue // a file as a whole is named by what lists changed files
		}
		old, new, trouble := fact.Both(p, func(f *fact.File) (*document.Value, error) { return formatOf(f.Path)(f.Content) })
		if problems = append(problems, trouble...); len(trouble) == 0 {
			facts = append(facts, compare(p, old, new)...)
		}
	}
	return facts, problems
}

// compare returns what differs between two versions.
func compare(p *fact.Pair, before, after *document.Value) (facts []fact.Fact) {
	alone := lone(before, nil, make(map[string]bool))
	for list := range lone(after, nil, make(map[string]bool)) {
		alone[list+both] = alone[list]
	}
	old, new := leaves(before, nil, alone, nil), leaves(after, nil, alone, nil)
	add := func(l leaf, side fact.Side, change, from, to string) {
		if len(facts) == maxFacts {
			return
		}
		kind := fact.Kind("config-changed")
		if ofProgram(p.New.Path) && !ofTool(p.New.Path) {
			if kind = "config-default"; change == "changed" {
				change = "default changed"
			}
		}
		switch {
		case weakens(l.path, from, to):
			kind = "config-protection"
		case weakens(l.path, to, from):
			kind = "config-changed"
		}
		if strings.Contains(from+to, "\n") {
			from, to = fact.DifferingLines(from, to)
		}
		if secret.MatchString(l.path) {
			from, to = "", "" // what should not be in the file should not be in a comment
		}
		facts = append(facts, p.At(side, l.line, fact.Fact{Kind: kind, Name: strings.ReplaceAll(l.path, separator, "."), Change: change, From: from, To: to}))
	}
	gone, came := only(old, new), only(new, old)
	replaced := replacedItems(gone, came)
	for _, l := range gone {
		if _, ok := replaced[l.parent()]; !ok || !l.item {
			add(l, fact.Base, "removed", l.text, "")
		}
	}
	for _, l := range came {
		if was, ok := replaced[l.parent()]; ok && l.item {
			add(leaf{path: l.parent(), line: l.line}, fact.Head, "changed", was, l.text)
		} else {
			add(l, fact.Head, "added", "", l.text)
		}
	}
	for _, m := range fact.MatchBy(old, new, func(l *leaf) string { return l.path }) {
		if m.Old == nil || m.New == nil {
			continue
		}
		if was, is := m.Old[len(m.Old)-1], m.New[len(m.New)-1]; was.text != is.text {
			add(*is, fact.Head, "changed", was.text, is.text)
		}
	}
	return facts
}

// weakens reports whether a setting that protects was on and is not: verify of TLS, ignore-scripts of
// npm. Without a value it is as it is by default: verification is on, scripts run.
func weakens(path, from, to string) bool {
	name := path[strings.LastIndex(path, separator)+1:]
	protects, byDefault := true, true
	switch strings.NewReplacer("-", "", "_", "", ".", "").Replace(strings.ToLower(name)) {
	case "ignorescripts", "enableimmutableinstalls":
		byDefault = false
	case "strictssl", "verify", "verifyssl", "sslverify", "tlsverify", "verifytls", "rejectunauthorized", "validatecerts", "verifypeer", "checkhostname",
		"httponly", "csrf", "csrfprotection", "requireauth", "authenticationrequired":
	case "insecureskipverify", "skipverify", "insecure", "allowinsecure", "skiptlsverify", "disableauth", "allowanonymous", "dangerouslyallowhtml":
		protects, byDefault = false, false
	default:
		return false
	}
	on := func(text string) (on, known bool) {
		switch strings.ToLower(text) {
		case "":
			return byDefault == protects, true
		case "true", "yes", "on", "1":
			return protects, true
		case "false", "no", "off", "0":
			return !protects, true
		}
		return false, false
	}
	was, knownFrom := on(from)
	is, knownTo := on(to)
	return knownFrom && knownTo && was && !is
}

// replacedItems returns the scalars of lists that another stands for in the other version, by
// the path of the list: each list has one that is gone and one that came.
func replacedItems(gone, came []leaf) map[string]string {
	count := func(leaves []leaf) map[string][]string {
		m := make(map[string][]string)
		for _, l := range leaves {
			if l.item {
				m[l.parent()] = append(m[l.parent()], l.text)
			}
		}
		return m
	}
	before, after := count(gone), count(came)
	replaced := make(map[string]string)
	for list, texts := range before {
		if len(texts) == 1 && len(after[list]) == 1 {
			replaced[list] = texts[0]
		}
	}
	return replaced
}

// parent is the path of what a leaf is in, empty at the top.
func (l *leaf) parent() string { return l.path[:max(strings.LastIndex(l.path, separator), 0)] }

// secret is a key whose value nobody should see.
var secret = lazyregexp.New(`(?i)secret|token|passw|credential|private|api_?key|access_?key`)

// only returns the leaves whose path the other version has not. Of a whole part that it has
// not, one leaf stands for all: the top of the part, at the place of its first, with what the first leaves say.
func only(leaves, others []leaf) (out []leaf) {
	has := make(map[string]bool) // paths of the other version with all above them
	for _, l := range others {
		for i := 0; i < len(l.path); i++ {
			if l.path[i] == separator[0] {
				has[l.path[:i]] = true
			}
		}
		has[l.path] = true
	}
	at := make(map[string]int) // in out, by path
	for _, l := range leaves {
		if has[l.path] {
			continue
		}
		inside := ""
		for i := 0; i < len(l.path); i++ {
			if l.path[i] == separator[0] && !has[l.path[:i]] {
				inside = says(l.path[i+1:], l.text)
				l.path, l.text, l.item = l.path[:i], inside, false
				break
			}
		}
		if k, again := at[l.path]; !again {
			at[l.path] = len(out)
			out = append(out, l)
		} else if inside != "" && len(out[k].text) < maxInside {
			out[k].text = strings.TrimPrefix(out[k].text+", "+inside, ", ")
		}
	}
	return out
}

// How many bytes are told of what is in a new or gone part, and of one value in it.
const (
	maxInside      = 60
	maxInsideValue = 60
)

// says tells a leaf inside of a part in a word or two; empty for one that nobody should see, or that is long.
func says(path, text string) string {
	if secret.MatchString(path) || text == "" || len(text) > maxInsideValue || strings.Contains(text, "\n") {
		return ""
	}
	key := strings.ReplaceAll(path, separator, ".")
	if key == text {
		return text
	}
	return key + ": " + text
}

// naming are the keys that tell the items of a list apart, the most telling first.
var naming = []string{"id", "name", "repo", "key", "code", "package-ecosystem", "path", "url", "uses", "run", "ref", "$ref", "title", "label"}

// named returns the text of a key of an item, in whatever case it is written.
func named(item *document.Value, key string) string {
	for i := range item.Members {
		if m := &item.Members[i]; strings.EqualFold(m.Key, key) {
			return m.Value.Text
		}
	}
	return ""
}

// both marks the lists that both versions have with one item.
const both = separator + separator

// lone adds the paths of lists with one item, which need not be told from others.
func lone(v *document.Value, at []string, out map[string]bool) map[string]bool {
	for i := range v.Members {
		lone(&v.Members[i].Value, append(slices.Clip(at), v.Members[i].Key), out)
	}
	if len(v.List) == 1 {
		out[strings.Join(at, separator)] = true
		lone(&v.List[0], at, out)
	}
	return out
}

// leaves adds the scalars below a value. alone has the lists with one item in both versions.
func leaves(v *document.Value, at []string, alone map[string]bool, out []leaf) []leaf {
	for i := range v.Members {
		m := &v.Members[i]
		out = leaves(&m.Value, append(slices.Clip(at), m.Key), alone, out)
	}
	seen := make(map[string]bool)
	for i := range v.List {
		item := &v.List[i]
		name := item.Text
		for _, key := range naming {
			if name == "" {
				name, _, _ = strings.Cut(strings.TrimSpace(named(item, key)), "\n")
				if key == "uses" {
					name, _, _ = strings.Cut(name, "@") // at another version it is the same step
				}
			}
		}
		switch {
		case name == "" && alone[strings.Join(at, separator)+both]:
			out = leaves(item, at, alone, out) // there is no other to tell it from
			continue
		case name == "" || seen[name]:
			continue // nothing tells it apart
		}
		seen[name] = true
		if item.Text != "" {
			out = append(out, leaf{strings.Join(append(slices.Clip(at), name), separator), item.Text, item.Line, true})
			continue
		}
		out = leaves(item, append(slices.Clip(at), name), alone, out)
	}
	if v.Members == nil && v.List == nil {
		out = append(out, leaf{path: strings.Join(at, separator), text: v.Text, line: v.Line})
	}
	return out
}
