package dependency

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
)

// maxDepth bounds how deep elements may be nested.
const maxDepth = 200

// An element is one element of XML.
type element struct {
	name     string
	attrs    map[string]string
	text     string
	line     int
	children []*element
}

// child returns the text of the first child of a name, and its line.
func (e *element) child(name string) (string, int) {
	for _, c := range e.children {
		if c.name == name {
			return strings.TrimSpace(c.text), c.line
		}
	}
	return "", e.line
}

// parseXML reads the elements of a file.
func parseXML(content []byte) (*element, error) {
	d := xml.NewDecoder(bytes.NewReader(content))
	d.Strict = false
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	root := &element{}
	stack := []*element{root}
	for {
		line, _ := d.InputPos()
		t, err := d.Token()
		if errors.Is(err, io.EOF) {
			return root, nil
		}
		if err != nil {
			return nil, errors.New("no valid XML: " + err.Error())
		}
		top := stack[len(stack)-1]
		switch t := t.(type) {
		case xml.StartElement:
			if len(stack) > maxDepth {
				return nil, errors.New("no valid XML: nested too deep")
			}
			e := &element{name: t.Name.Local, attrs: make(map[string]string), line: line}
			for _, a := range t.Attr {
				e.attrs[a.Name.Local] = a.Value
			}
			top.children = append(top.children, e)
			stack = append(stack, e)
		case xml.EndElement:
			if len(stack) > 1 {
				stack = stack[:len(stack)-1]
			}
		case xml.CharData:
			top.text += string(t)
		}
	}
}

// walk calls visit for each element below e with the names of those above it.
func (e *element) walk(above []string, visit func(e *element, above []string)) {
	for _, c := range e.children {
		visit(c, above)
		c.walk(append(above, c.name), visit)
	}
}

// readPOM reads a project of Maven. Properties of the file itself stand for their values.
func readPOM(content []byte) ([]entry, error) {
	root, err := parseXML(content)
	if err != nil {
		return nil, err
	}
	properties := newProperties(root, "properties", "${", "}")
	var out []entry
	root.walk(nil, func(e *element, above []string) {
		section := e.name
		switch e.name {
		case "dependency", "plugin", "parent", "extension":
		default:
			return
		}
		group, _ := e.child("groupId")
		name, _ := e.child("artifactId")
		if name == "" {
			return
		}
		if group == "" && e.name == "plugin" {
			group = "org.apache.maven.plugins"
		}
		for _, a := range above {
			if a == "dependencyManagement" || a == "pluginManagement" {
				section = a
			}
			if a == "plugin" {
				section = "plugin dependency"
			}
			if a == "profile" {
				section += " of a profile"
			}
		}
		version, line := e.child("version")
		version, line = properties.resolve(version, line)
		out = append(out, entry{section: section, name: group + ":" + name, version: version, line: line})
	})
	return append(out, properties.rest()...), nil
}

// properties are the values that a file gives names.
type properties struct {
	section     string // of a file
	open, close string // around the name of one where its value stands
	values      map[string]property
	used        map[string]bool // by entries of the file itself
	names       []string        // in order
}

type property struct {
	value string
	line  int
}

// newProperties returns the elements in sections of a name.
func newProperties(root *element, section, open, close string) *properties {
	p := &properties{section: section, open: open, close: close, values: make(map[string]property), used: make(map[string]bool)}
	root.walk(nil, func(e *element, above []string) {
		if len(above) > 0 && above[len(above)-1] == section {
			p.values[e.name] = property{strings.TrimSpace(e.text), e.line}
			p.names = append(p.names, e.name)
		}
	})
	return p
}

// resolve returns the value that stands for a version, and its line.
func (p *properties) resolve(version string, line int) (string, int) {
	for range 3 { // a property may name another
		key, ok := strings.CutPrefix(version, p.open)
		key, closed := strings.CutSuffix(key, p.close)
		v, known := p.values[key]
		if !ok || !closed || !known {
			break
		}
		version, line = v.value, v.line
		p.used[key] = true
	}
	return version, line
}

// rest returns the properties that the file itself does not use: those of the projects below, and of tools.
func (p *properties) rest() (out []entry) {
	for _, name := range p.names {
		if v := p.values[name]; !p.used[name] && v.value != "" {
			out = append(out, entry{section: p.section, name: name, version: v.value, line: v.line, property: true})
		}
	}
	return out
}

// readMSBuild reads the packages of a .NET project.
func readMSBuild(content []byte) ([]entry, error) {
	root, err := parseXML(content)
	if err != nil {
		return nil, err
	}
	properties := newProperties(root, "PropertyGroup", "$(", ")")
	var out []entry
	root.walk(nil, func(e *element, above []string) {
		switch e.name {
		case "PackageReference", "PackageVersion", "GlobalPackageReference", "DotNetCliToolReference":
			name := e.attrs["Include"]
			if name == "" {
				name = e.attrs["Update"]
			}
			version := e.attrs["Version"]
			if version == "" {
				version = e.attrs["VersionOverride"]
			}
			if version == "" {
				version, _ = e.child("Version")
			}
			if name != "" {
				// The line is that of the package: many share a property.
				version, _ = properties.resolve(version, e.line)
				out = append(out, entry{section: e.name, name: name, version: version, line: e.line})
			}
		case "package":
			if name := e.attrs["id"]; name != "" {
				out = append(out, entry{section: "package", name: name, version: e.attrs["version"], line: e.line})
			}
		}
	})
	return append(out, properties.rest()...), nil
}
