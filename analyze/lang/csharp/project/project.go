// Package project reads the project files of C#.
//
// In: the text of a .csproj, or of a file of settings for the projects below. Out: a manifest.
package project

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// Read reads the items of a project file that say what its sources may name: Using, into Imports;
// ProjectReference, into Members; Compile for sources of other directories, into Roots. What it says of a package goes
// into Offers.
func Read(src []byte, f *facts.File) error {
	f.Manifest = &facts.Manifest{}
	d := xml.NewDecoder(bytes.NewReader(src))
	d.Strict = false
	var o offering
	for {
		token, err := d.Token()
		switch {
		case errors.Is(err, io.EOF):
			f.Manifest.Offers = o.offers()
			return nil
		case err != nil:
			return err
		}
		switch t := token.(type) {
		case xml.CharData:
			o.value(strings.TrimSpace(string(t)))
		case xml.EndElement:
			o.close()
		case xml.StartElement:
			o.open(t)
			readItem(t, f.Manifest)
		}
	}
}

// readItem adds an item of a project file to its manifest.
func readItem(start xml.StartElement, m *facts.Manifest) {
	include, alias := "", false
	for _, a := range start.Attr {
		switch a.Name.Local {
		case "Include":
			include = strings.ReplaceAll(a.Value, `\`, "/")
		case "Alias":
			alias = true
		}
	}
	switch {
	case include == "":
	case start.Name.Local == "Using" && !alias:
		m.Imports = append(m.Imports, facts.Mapping{From: include})
	case start.Name.Local == "ProjectReference":
		m.Members = append(m.Members, include)
	case start.Name.Local == "PackageReference":
		m.Takes = append(m.Takes, include)
	case start.Name.Local == "Compile" && strings.HasPrefix(include, "../"):
		m.Roots = append(m.Roots, include)
	}
}
