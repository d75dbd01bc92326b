package csharp

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// testRunners: dotnet test in the directory of the project.
func testRunners() []lang.TestRunner {
	return []lang.TestRunner{{
		Name: "dotnet test", Roots: []string{"*.csproj"},
		Select: func(t lang.TestCase) (string, string) {
			name, _, _ := strings.Cut(t.Name, "#") // of an overload
			if t.Abstract || strings.ContainsAny(name, "|&()!=~\\") {
				return "", ""
			}
			return "", name
		},
		Args: func(_ string, tests []lang.TestCase) ([]string, lang.Whole) {
			names := lang.Selectors(tests)
			if lang.TooMany(names) {
				return []string{"dotnet", "test"}, lang.WholeProject
			}
			return []string{"dotnet", "test", "--filter", "FullyQualifiedName~" + strings.Join(names, "|FullyQualifiedName~")}, lang.Exactly
		},
	}}
}
