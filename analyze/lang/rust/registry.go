package rust

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/rust/project"
)

// registry returns the rule that finds the crate of a path by its first segment.
func registry() *lang.Registry {
	return &lang.Registry{
		Name: "cargo",
		Packages: func(source string) []string {
			head, _, _ := strings.Cut(source, "::")
			switch {
			case head == "", head == "crate", head == "self", head == "super", source == project.MacroSource, project.IsStandard(head):
				return nil
			}
			return []string{head}
		},
		Key: func(name string) string { return strings.ReplaceAll(name, "-", "_") },
	}
}
