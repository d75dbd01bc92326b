package csharp

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

const projectExtension = ".csproj"

// Project returns the language of project files, which list imports of all sources.
func Project() *lang.Language {
	return &lang.Language{
		Name:       "csharp-project",
		Extensions: []string{projectExtension},
		Filenames:  []string{"Directory.Build.props", "Directory.Build.targets"},
		Read:       readProject,
		Family:     family,
		NewLinker:  newLinker,
	}
}

// readProject reads the Using items of a project file.
func readProject(src []byte, f *facts.File) error {
	f.Manifest = &facts.Manifest{}
	d := xml.NewDecoder(bytes.NewReader(src))
	d.Strict = false
	for {
		token, err := d.Token()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		start, ok := token.(xml.StartElement)
		if !ok || start.Name.Local != "Using" {
			continue
		}
		include := ""
		for _, a := range start.Attr {
			switch a.Name.Local {
			case "Include":
				include = a.Value
			case "Alias":
				include = ""
			}
		}
		if include != "" {
			f.Manifest.Imports = append(f.Manifest.Imports, facts.Mapping{From: include})
		}
	}
}
