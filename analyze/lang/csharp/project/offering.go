package project

import (
	"encoding/xml"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// An offering is what a project file says about its package.
type offering struct {
	project   bool     // it compiles sources: it is no file of settings for others
	names     []string // of the open elements
	condition int      // depth of the outermost element with a condition, 0 for none

	described, packed, withheld bool
}

// open takes in the start of an element.
func (o *offering) open(e xml.StartElement) {
	o.names = append(o.names, e.Name.Local)
	for _, a := range e.Attr {
		switch {
		case a.Name.Local == "Condition" && o.condition == 0:
			o.condition = len(o.names)
		case a.Name.Local == "Sdk" && len(o.names) == 1:
			o.project = true
			o.withheld = o.withheld || a.Value != "Microsoft.NET.Sdk" && a.Value != "Microsoft.NET.Sdk.Razor" // a service, a test
		case a.Name.Local == "Include" && e.Name.Local == "PackageReference":
			o.withheld = o.withheld || strings.EqualFold(a.Value, "Microsoft.NET.Test.Sdk")
		}
	}
}

func (o *offering) close() {
	if len(o.names) == o.condition {
		o.condition = 0
	}
	if len(o.names) > 0 {
		o.names = o.names[:len(o.names)-1]
	}
}

// value takes in the text of an element. What holds under a condition only is no sign of a package.
func (o *offering) value(text string) {
	if text == "" || len(o.names) < 2 || o.names[len(o.names)-2] != "PropertyGroup" {
		return
	}
	yes := strings.EqualFold(text, "true")
	switch o.names[len(o.names)-1] {
	case "OutputType":
		o.withheld = o.withheld || !strings.EqualFold(text, "Library")
	case "IsPackable":
		o.withheld = o.withheld || !yes
		o.packed = o.packed || yes && o.condition == 0
	case "IsTestProject", "PackAsTool", "IsRoslynComponent":
		o.withheld = o.withheld || yes
	case "GeneratePackageOnBuild":
		o.packed = o.packed || yes && o.condition == 0
	case "PackageId", "PackageTags", "PackageProjectUrl", "PackageLicenseExpression", "PackageLicenseFile", "PackageLicenseUrl", "PackageReadmeFile",
		"PackageIcon", "PackageIconUrl", "PackageReleaseNotes":
		o.described = o.described || o.condition == 0
	}
}

// offers returns what was said. That of a file of settings holds for the projects below.
func (o *offering) offers() (list []facts.Offer) {
	if o.described {
		list = append(list, facts.Offer{Dir: ".", Says: facts.Described, Inner: !o.project})
	}
	switch {
	case o.withheld:
		list = append(list, facts.Offer{Dir: ".", Says: facts.Withheld, Inner: !o.project})
	case o.packed:
		list = append(list, facts.Offer{Dir: ".", Says: facts.Published, Inner: !o.project})
	}
	return list
}
