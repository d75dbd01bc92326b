package main

import (
	"bytes"
	_ "embed"
	"strings"
	"text/template"
)

//go:embed nexus-ci.rb.tmpl
var formulaText string

// formula returns the formula of Homebrew, for the platforms of it that are there.
func formula(version string, programs []program) ([]file, error) {
	type download struct{ URL, SHA256 string }
	type system struct {
		Name      string // as Homebrew asks for it
		Downloads map[string]download
	}
	systems := []system{{"macos", make(map[string]download)}, {"linux", make(map[string]download)}}
	for i := range programs {
		p := &programs[i]
		for _, s := range systems {
			if s.Name == map[string]string{"darwin": "macos", "linux": "linux"}[p.goos] {
				cpu := map[string]string{"amd64": "intel", "arm64": "arm"}[p.goarch]
				s.Downloads[cpu] = download{"https://github.com/nexus-ci/nexus-ci/releases/download/" + version + "/" + p.archive, p.sha256}
			}
		}
	}
	t, err := template.New("formula").Parse(formulaText)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.Execute(&b, struct {
		Summary, Version string
		Systems          []system
	}{summary, strings.TrimPrefix(version, "v"), systems})
	return []file{{"nexus-ci.rb", b.Bytes(), 0o644}}, err
}
