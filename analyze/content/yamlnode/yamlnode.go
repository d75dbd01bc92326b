// Package yamlnode reads parts of YAML trees whose aliases are followed, not copied.
//
// In: a node as the parser returns it, nil for none. Out: its parts, nil or empty where it has
// none of that form.
//
// Absent: a bound. An alias is visited each time it is used and aliases of aliases multiply, so
// who walks a tree counts its steps.
package yamlnode

import "gopkg.in/yaml.v3"

// Count returns how many nodes a tree has; an alias is one.
func Count(n *yaml.Node) int {
	sum := 1
	for _, c := range n.Content {
		sum += Count(c)
	}
	return sum
}

// Target follows an alias.
func Target(n *yaml.Node) *yaml.Node {
	if n != nil && n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

// Scalar returns the text of a scalar, empty for anything else.
func Scalar(n *yaml.Node) string {
	if n == nil || n.Kind != yaml.ScalarNode {
		return ""
	}
	return n.Value
}

// Child returns the value of a key of a mapping, nil for none.
func Child(n *yaml.Node, key string) *yaml.Node {
	if n == nil || n.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return Target(n.Content[i+1])
		}
	}
	return nil
}

// Items returns the elements of a sequence.
func Items(n *yaml.Node) []*yaml.Node {
	if n == nil || n.Kind != yaml.SequenceNode {
		return nil
	}
	list := make([]*yaml.Node, 0, len(n.Content))
	for _, c := range n.Content {
		if c = Target(c); c != nil {
			list = append(list, c)
		}
	}
	return list
}
