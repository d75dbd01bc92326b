package csharp

import (
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/csharp/project"
)

const projectExtension = ".csproj"

// Project returns the language of project files, which list imports of all sources.
func Project() *lang.Language {
	return &lang.Language{
		Name:       "csharp-project",
		Extensions: []string{projectExtension},
		Filenames:  []string{"Directory.Build.props", "Directory.Build.targets"},
		Read:       project.Read,
		Family:     family,
		NewLinker:  newLinker,
	}
}
