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
			if strings.ContainsAny(name, "|&()!=~\\") {
				return "", ""
			}
			if t.Abstract { // it runs under the names of the derived classes
				name = name[strings.LastIndexByte(name, '.')+1:]
				return "", "." + name
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
