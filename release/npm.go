package main

import (
	_ "embed"
	"encoding/json"
	"strings"
)

// npm installs the program of the platform alone: the package depends on one for each platform,
// optionally, and npm leaves out those whose "os" and "cpu" do not fit.

//go:embed nexus-ci.js
var starter []byte

const readme = "# nexus-ci\n\nSays what a change breaks, what it reaches and how risky it is: `npx nexus-ci demo`.\nSee https://github.com/nexus-ci/nexus-ci.\n"

// A manifest is the package.json of a package. The order of its fields is that of the file.
type manifest struct {
	Name         string            `json:"name"`
	Version      string            `json:"version"`
	Description  string            `json:"description"`
	License      string            `json:"license"`
	Repository   string            `json:"repository"`
	Bin          map[string]string `json:"bin,omitempty"`
	Files        []string          `json:"files"`
	Engines      map[string]string `json:"engines,omitempty"`
	Optional     map[string]string `json:"optionalDependencies,omitempty"`
	OS           []string          `json:"os,omitempty"`
	CPU          []string          `json:"cpu,omitempty"`
	PreferUnplug bool              `json:"preferUnplugged,omitempty"` // yarn: a program cannot run from an archive
}

const summary = "Says what a change breaks, what it reaches and how risky it is"

// npmPackages returns the packages as npm publishes them.
func npmPackages(version string, programs []program) ([]file, error) {
	number := strings.TrimPrefix(version, "v")
	base := manifest{Version: number, Description: summary, License: "Apache-2.0", Repository: "github:nexus-ci/nexus-ci"}
	all := base
	all.Name, all.Bin, all.Files, all.Engines = "nexus-ci", map[string]string{"nexus-ci": "nexus-ci.js"}, []string{"nexus-ci.js"}, map[string]string{"node": ">=18"}
	all.Optional = make(map[string]string)
	var packages []file
	add := func(m manifest, name string, content, license []byte) error {
		data, err := json.MarshalIndent(m, "", "  ")
		if err != nil {
			return err
		}
		packed, err := tarball([]file{
			{"package/package.json", append(data, '\n'), 0o644},
			{"package/README.md", []byte(readme), 0o644},
			{"package/LICENSE", license, 0o644},
			{"package/" + name, content, 0o755},
		})
		packages = append(packages, file{strings.NewReplacer("@", "", "/", "-").Replace(m.Name) + "-" + number + ".tgz", packed, 0o644})
		return err
	}
	for i := range programs {
		p := &programs[i]
		m := base
		m.Name, m.Files = "@nexus-ci/"+p.system+"-"+p.cpu, []string{p.name()}
		m.OS, m.CPU, m.PreferUnplug = []string{p.system}, []string{p.cpu}, true
		all.Optional[m.Name] = number
		if err := add(m, p.name(), p.binary, p.license); err != nil {
			return nil, err
		}
	}
	return packages, add(all, "nexus-ci.js", starter, programs[0].license)
}
