// Package compose reads Compose files: the services that are started together.
//
// In: both versions of the changed files. Out: a fact for each service that is new or gone, for
// its image, and for what opens it or gives it more of its host: published ports, privileges,
// namespaces and directories of the host, above all the socket of Docker.
//
// Absent: the merging of several files, of extends and of anchors that are merged with <<.
package compose

import (
	"path"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/content/document"
	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
)

// Match reports whether a file is a Compose file.
func Match(file string) bool {
	name := path.Base(file)
	ext := path.Ext(name)
	if ext != ".yml" && ext != ".yaml" {
		return false
	}
	stem := strings.TrimSuffix(name, ext)
	for _, s := range []string{"compose", "docker-compose"} {
		if stem == s || strings.HasPrefix(stem, s+".") || strings.HasPrefix(stem, s+"-") {
			return true
		}
	}
	return false
}

// An entry is one thing that a service has.
type entry struct {
	field, service, name string
	value                string
	line                 int
}

type key struct{ field, service, name string }

// Read returns the facts of changed Compose files.
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

// compare returns what differs between the services of two versions. What a service has comes
// and goes with it, but for what opens a new one; of a new file only what gets more of the host
// is told, of a deleted one nothing.
func compare(p *fact.Pair, old, new []entry) (facts []fact.Fact) {
	was, is := services(old), services(new)
	add := func(e *entry, side fact.Side, kind fact.Kind, change, from, to string) {
		f := fact.Fact{Kind: kind, Format: "compose", Field: e.field, Scope: e.service, Name: e.name, Change: change, From: from, To: to}
		if e.field == "service" {
			f.Scope = ""
		}
		facts = append(facts, p.At(side, e.line, f))
	}
	matched := fact.MatchBy(old, new, func(e *entry) key { return key{e.field, e.service, e.name} })
	instead := replacedPorts(matched)
	for _, m := range matched {
		switch {
		case m.Old == nil && instead[m.New[0]] != nil:
			if e, was := m.New[0], instead[m.New[0]]; strings.Count(was.name, ":") > strings.Count(e.name, ":") { // bound to an address before
				add(e, fact.Head, e.kind(), "added", "", e.value)
			} else {
				add(e, fact.Head, "docker-instruction", "changed", was.name, e.name)
			}
		case m.New == nil && instead[m.Old[0]] != nil:
		case m.New == nil:
			if e := m.Old[0]; p.New != nil && (e.field == "service" || is[e.service]) {
				add(e, fact.Base, "docker-instruction", "removed", e.value, "")
			}
		case m.Old == nil:
			if e := m.New[0]; p.Old == nil && e.kind() == "docker-privilege" || p.Old != nil && (e.field == "service" || was[e.service] || e.kind() != "docker-instruction" && e.field != "image") {
				add(e, fact.Head, e.kind(), "added", "", e.value)
			}
		default:
			if o, n := m.Old[len(m.Old)-1], m.New[len(m.New)-1]; o.value != n.value {
				add(n, fact.Head, n.kind(), "changed", o.value, n.value)
			}
		}
	}
	return facts
}

// replacedPorts returns, for ports that took the place of another one of their service, that one, and the other way
// round: of a service, the first that came for the first that went.
func replacedPorts(matched []fact.Match[entry]) map[*entry]*entry {
	instead := make(map[*entry]*entry)
	for _, m := range matched {
		if m.New != nil || m.Old[0].field != "ports" {
			continue
		}
		for _, n := range matched {
			if n.Old == nil && n.New[0].field == "ports" && n.New[0].service == m.Old[0].service && instead[n.New[0]] == nil {
				instead[n.New[0]], instead[m.Old[0]] = m.Old[0], n.New[0]
				break
			}
		}
	}
	return instead
}

func services(entries []entry) map[string]bool {
	m := make(map[string]bool)
	for i := range entries {
		m[entries[i].service] = true
	}
	return m
}

// kind is what it means that a service has an entry that it had not.
func (e *entry) kind() fact.Kind {
	switch e.field {
	case "image":
		return "docker-base"
	case "ports":
		return "docker-exposed"
	case "user":
		return "docker-user"
	case "privileged", "cap_add", "host":
		return "docker-privilege"
	}
	return "docker-instruction"
}

// entries returns what the services of a file have, in its order.
func entries(f *fact.File) (out []entry, err error) {
	docs, err := document.YAML(f.Content)
	if err != nil || len(docs) == 0 {
		return nil, err
	}
	all := docs[0].Get("services")
	if all == nil {
		return nil, nil
	}
	for _, m := range all.Members {
		add := func(field, name, value string, line int) {
			out = append(out, entry{field, m.Key, name, value, line})
		}
		add("service", m.Key, "", m.Line)
		s := &m.Value
		for _, k := range []string{"image", "user", "command", "entrypoint"} {
			if v := s.Get(k); v != nil {
				add(k, k, text(v), v.Line)
			}
		}
		if v := s.Get("privileged"); v.String() == "true" {
			add("privileged", "privileged", "true", v.Line)
		}
		if v := s.Get("cap_add"); v != nil {
			for i := range v.List {
				add("cap_add", v.List[i].Text, "", v.List[i].Line)
			}
		}
		for _, k := range []string{"network_mode", "pid", "ipc"} {
			if v := s.Get(k); v.String() == "host" {
				add("host", k, "host", v.Line)
			}
		}
		if v := s.Get("ports"); v != nil {
			for i := range v.List {
				add("ports", port(&v.List[i]), "", v.List[i].Line)
			}
		}
		if v := s.Get("volumes"); v != nil {
			for i := range v.List {
				if from := mounted(&v.List[i]); hostile(from) {
					add("host", from, "", v.List[i].Line)
				}
			}
		}
	}
	return out, nil
}

// text is a scalar, or the items of a list with blanks between them.
func text(v *document.Value) string {
	if v.Text != "" || len(v.List) == 0 {
		return v.Text
	}
	var items []string
	for i := range v.List {
		items = append(items, v.List[i].Text)
	}
	return strings.Join(items, " ")
}

// port is how a port is published, in the short form.
func port(v *document.Value) string {
	if v.Text != "" {
		return v.Text
	}
	parts := []string{v.Get("host_ip").String(), v.Get("published").String(), v.Get("target").String()}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), ":")
}

// mounted is the source of a volume.
func mounted(v *document.Value) string {
	if v.Text == "" {
		return v.Get("source").String()
	}
	from, _, _ := strings.Cut(v.Text, ":")
	return from
}

// hostile reports whether a directory of the host gives a container more than files of its own.
func hostile(from string) bool {
	if strings.HasSuffix(from, "docker.sock") || strings.HasSuffix(from, "containerd.sock") {
		return true
	}
	switch strings.TrimSuffix(from, "/") {
	case "/etc", "/proc", "/sys", "/dev", "/root", "/boot", "/var/run", "/run", "/var/lib/docker":
		return true
	}
	return from == "/"
}
