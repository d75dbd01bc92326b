package yamlnode_test

import (
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/nexus-ci/nexus-ci/analyze/content/yamlnode"
)

// Parts are found through aliases, and what is of another form has none.
func TestParts(t *testing.T) {
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte("base: &b {name: x}\nlist: [*b, y]\nsame: *b\n"), &doc); err != nil {
		t.Fatal(err)
	}
	root := doc.Content[0]
	if got := yamlnode.Scalar(yamlnode.Child(yamlnode.Child(root, "same"), "name")); got != "x" {
		t.Errorf("name through an alias: %q", got)
	}
	items := yamlnode.Items(yamlnode.Child(root, "list"))
	if len(items) != 2 || yamlnode.Scalar(yamlnode.Child(items[0], "name")) != "x" || yamlnode.Scalar(items[1]) != "y" {
		t.Errorf("items %v", items)
	}
	if n := yamlnode.Count(&doc); n != 12 {
		t.Errorf("%d nodes", n)
	}
	if yamlnode.Items(root) != nil || yamlnode.Child(items[1], "name") != nil || yamlnode.Scalar(root) != "" || yamlnode.Target(nil) != nil {
		t.Error("a part of what has none")
	}
}
