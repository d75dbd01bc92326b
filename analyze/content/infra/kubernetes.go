package infra

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
	"github.com/nexus-ci/nexus-ci/analyze/content/yamlnode"
)

// stepsPerNode bounds how often a node is visited: aliases of aliases multiply.
const stepsPerNode = 4

// errTooMany says that a document has more to visit than its nodes explain.
var errTooMany = errors.New("aliases of aliases multiply")

// A cluster is a file of manifests while it is read.
type cluster struct {
	steps int // that are left
	o     *object
	kind  string
}

// readKubernetes reads the manifests of a file. Documents without apiVersion and kind are
// none.
func readKubernetes(f *fact.File, v *file) error {
	d := yaml.NewDecoder(bytes.NewReader(f.Content))
	for {
		var doc yaml.Node
		err := d.Decode(&doc)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if doc.Kind != yaml.DocumentNode || len(doc.Content) == 0 {
			continue
		}
		c := &cluster{steps: 1000 + stepsPerNode*yamlnode.Count(&doc)}
		root := yamlnode.Target(doc.Content[0])
		items := []*yaml.Node{root}
		if list := yamlnode.Child(root, "items"); strings.HasSuffix(yamlnode.Scalar(yamlnode.Child(root, "kind")), "List") && list != nil && list.Kind == yaml.SequenceNode {
			items = nil
			for _, n := range list.Content {
				items = append(items, yamlnode.Target(n))
			}
		}
		for _, n := range items {
			if o := c.object(n); o != nil {
				v.add(*o)
			}
		}
		if c.steps < 0 {
			return errTooMany
		}
	}
}

// object reads one manifest.
func (c *cluster) object(n *yaml.Node) *object {
	version, kind := yamlnode.Scalar(yamlnode.Child(n, "apiVersion")), yamlnode.Scalar(yamlnode.Child(n, "kind"))
	if version == "" || kind == "" {
		return nil
	}
	meta := yamlnode.Child(n, "metadata")
	name, space := yamlnode.Scalar(yamlnode.Child(meta, "name")), yamlnode.Scalar(yamlnode.Child(meta, "namespace"))
	if name == "" {
		name = yamlnode.Scalar(yamlnode.Child(meta, "generateName"))
	}
	if len(name)+len(kind) > maxName {
		return nil
	}
	o := &object{format: formatKubernetes, name: kind + "/" + name, field: kind, line: n.Line, key: strings.Join([]string{"k8s", kind, space, name}, " ")}
	if name == "" {
		o.name = kind
	}
	if group, _, grouped := strings.Cut(version, "/"); grouped {
		o.key += " " + group
	}
	c.o, c.kind = o, kind
	switch kind {
	case "Ingress":
		o.settings = append(o.settings, setting{path: "ingress", line: n.Line, opens: true, text: "reachable from outside"})
	case "NetworkPolicy", "PodSecurityPolicy":
		o.settings = append(o.settings, setting{path: "policy", line: n.Line})
	case "CustomResourceDefinition": // its schema is no setting
		for _, v := range yamlnode.Items(yamlnode.Child(yamlnode.Child(n, "spec"), "versions")) {
			o.settings = append(o.settings, setting{path: "versions." + yamlnode.Scalar(yamlnode.Child(v, "name")), text: "served " + yamlnode.Scalar(yamlnode.Child(v, "served")), line: v.Line})
		}
		return o
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		switch key := n.Content[i].Value; {
		case key == "status", key == "kind":
		case key == "rules" && strings.HasSuffix(kind, "Role"):
			c.rules(yamlnode.Target(n.Content[i+1]))
		case key == "metadata":
			if a := yamlnode.Child(meta, "annotations"); a != nil {
				c.walk(a, "metadata.annotations", a.Line, 1)
			}
		default:
			c.walk(yamlnode.Target(n.Content[i+1]), key, n.Content[i].Line, 0)
		}
	}
	return o
}

// rules adds what a role may do: each verb on each resource is one setting.
func (c *cluster) rules(n *yaml.Node) {
	for _, rule := range yamlnode.Items(n) {
		var resources []string
		for _, g := range yamlnode.Items(yamlnode.Child(rule, "apiGroups")) {
			for _, r := range yamlnode.Items(yamlnode.Child(rule, "resources")) {
				if name := yamlnode.Scalar(r); yamlnode.Scalar(g) != "" {
					resources = append(resources, name+"."+yamlnode.Scalar(g))
				} else {
					resources = append(resources, name)
				}
			}
		}
		for _, u := range yamlnode.Items(yamlnode.Child(rule, "nonResourceURLs")) {
			resources = append(resources, yamlnode.Scalar(u))
		}
		for _, r := range resources {
			for _, verb := range yamlnode.Items(yamlnode.Child(rule, "verbs")) {
				if c.steps--; c.steps < 0 || len(r) > maxName {
					return
				}
				c.o.settings = append(c.o.settings, setting{path: "rules " + yamlnode.Scalar(verb) + " " + r, text: yamlnode.Scalar(verb), line: verb.Line, opens: widens(yamlnode.Scalar(verb))})
			}
		}
	}
}

// widens reports whether a verb lets a role do more than look.
func widens(verb string) bool {
	switch verb {
	case "get", "list", "watch":
		return false
	}
	return true
}

// walk adds the scalars below a node.
func (c *cluster) walk(n *yaml.Node, at string, line, deep int) {
	if c.steps--; n == nil || c.steps < 0 || deep > maxNested || len(at) > maxName {
		return
	}
	switch n.Kind {
	case yaml.ScalarNode:
		s := setting{path: at, text: n.Value, line: line, secret: c.kind == "Secret"}
		s.opens, s.guards = opensInKubernetes(c.kind, at, n.Value), guardsInKubernetes(at, n.Value)
		c.o.settings = append(c.o.settings, s)
	case yaml.MappingNode:
		if len(n.Content) == 0 {
			c.o.settings = append(c.o.settings, setting{path: at, text: "{}", line: line})
		}
		for i := 0; i+1 < len(n.Content); i += 2 {
			key := n.Content[i].Value
			name := keyed(at, key)
			if i == 0 && (key == "name" && deep > 0) { // that the path has
				continue
			}
			c.walk(yamlnode.Target(n.Content[i+1]), name, n.Content[i].Line, deep+1)
		}
	case yaml.SequenceNode:
		list := yamlnode.Items(n)
		if values := scalars(list); values != nil || len(list) == 0 {
			text := "[" + strings.Join(values, ", ") + "]"
			c.o.settings = append(c.o.settings, setting{path: at, text: text, line: line, opens: opensInKubernetes(c.kind, at, text), secret: c.kind == "Secret"})
			return
		}
		for i, e := range list {
			name := yamlnode.Scalar(yamlnode.Child(e, "name"))
			if name == "" {
				name = fmt.Sprint(i)
			}
			c.walk(e, at+"["+hide(name)+"]", e.Line, deep+1)
		}
	}
}

// scalars are the texts of a list that has nothing but scalars, nil for another.
func scalars(list []*yaml.Node) []string {
	var texts []string
	for _, n := range list {
		if n.Kind != yaml.ScalarNode {
			return nil
		}
		texts = append(texts, n.Value)
	}
	return texts
}

// opensInKubernetes reports whether a value lets more in or do than others.
func opensInKubernetes(kind, at, text string) bool {
	switch last := lastPart(at); last {
	case "type":
		return kind == "Service" && at == "spec.type" && (text == "LoadBalancer" || text == "NodePort")
	case "privileged", "hostNetwork", "hostPID", "hostIPC", "allowPrivilegeEscalation":
		return text == "true"
	case "runAsUser":
		return text == "0"
	case "hostPort":
		return text != "" && text != "0"
	case "path":
		return strings.HasSuffix(at, "hostPath.path")
	case "add":
		return strings.HasSuffix(at, "capabilities.add") && text != "[]"
	case "name":
		return strings.HasSuffix(kind, "RoleBinding") && (text == "system:anonymous" || text == "system:unauthenticated" || at == "roleRef.name" && text == "cluster-admin")
	case "cidr":
		return strings.Contains(at, "ingress") && (text == "0.0.0.0/0" || text == "::/0")
	case "loadBalancerSourceRanges":
		return slices.ContainsFunc(strings.Split(strings.Trim(text, "[]"), ", "), func(r string) bool { return r == "0.0.0.0/0" || r == "::/0" })
	}
	return false
}

// guardsInKubernetes reports whether a value keeps a container from doing more.
func guardsInKubernetes(at, text string) bool {
	switch lastPart(at) {
	case "runAsNonRoot", "readOnlyRootFilesystem":
		return text == "true"
	case "allowPrivilegeEscalation":
		return text == "false"
	}
	return false
}
