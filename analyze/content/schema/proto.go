package schema

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/emicklei/proto"

	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
)

// Protobuf. A rename of a field keeps the wire but breaks JSON and generated code, so it is a
// field that is gone and a new one.

// readProto parses a Protobuf file.
func readProto(f *fact.File) (*document, error) {
	p := proto.NewParser(bytes.NewReader(f.Content))
	p.Filename(f.Path)
	file, err := p.Parse()
	if err != nil {
		return nil, err
	}
	r := &protoReader{d: document{format: formatProto, breaks: protoBreaks}}
	r.elements(file.Elements, "", -1, "")
	return &r.d, nil
}

type protoReader struct{ d document }

// add adds a declaration and returns its index.
func (r *protoReader) add(d declaration) int {
	d.key = d.field + " " + d.name
	r.d.declarations = append(r.d.declarations, d)
	return len(r.d.declarations) - 1
}

// elements adds what is declared in a file, a message, an enum, a service or a oneof.
func (r *protoReader) elements(list []proto.Visitee, prefix string, parent int, oneof string) {
	if len(prefix) > maxName {
		return
	}
	for _, e := range list {
		switch e := e.(type) {
		case *proto.Package:
			r.d.space = e.Name
			r.add(declaration{name: "package", field: "package", line: e.Position.Line, text: e.Name, parent: -1, quiet: true})
		case *proto.Message:
			field := "message"
			name := prefix + e.Name
			if e.IsExtend { // parts of another message
				r.elements(e.Elements, name+".", parent, "")
				continue
			}
			at := r.add(declaration{name: name, field: field, line: e.Position.Line, deprecated: deprecatedIn(e.Elements), parent: parent})
			r.elements(e.Elements, name+".", at, "")
		case *proto.Group:
			r.field(&proto.Field{Position: e.Position, Name: strings.ToLower(e.Name), Type: e.Name, Sequence: e.Sequence}, label(e.Repeated, e.Optional, e.Required), prefix, parent, oneof)
			at := r.add(declaration{name: prefix + e.Name, field: "message", line: e.Position.Line, parent: parent})
			r.elements(e.Elements, prefix+e.Name+".", at, "")
		case *proto.Oneof:
			r.elements(e.Elements, prefix, parent, e.Name)
		case *proto.OneOfField:
			r.field(e.Field, "", prefix, parent, oneof)
		case *proto.NormalField:
			r.field(e.Field, label(e.Repeated, e.Optional, e.Required), prefix, parent, oneof)
		case *proto.MapField:
			of := *e.Field
			of.Type = "map<" + e.KeyType + ", " + e.Type + ">"
			r.field(&of, "", prefix, parent, oneof)
		case *proto.Enum:
			at := r.add(declaration{name: prefix + e.Name, field: "enum", line: e.Position.Line, deprecated: deprecatedIn(e.Elements), parent: parent})
			r.elements(e.Elements, prefix+e.Name+".", at, "")
		case *proto.EnumField:
			r.add(declaration{
				name: prefix + e.Name, field: "value", line: e.Position.Line, number: strconv.Itoa(e.Integer),
				deprecated: deprecatedIn(e.Elements), parent: parent,
			})
		case *proto.Service:
			at := r.add(declaration{name: prefix + e.Name, field: "service", line: e.Position.Line, deprecated: deprecatedIn(e.Elements), parent: parent})
			r.elements(e.Elements, prefix+e.Name+".", at, "")
		case *proto.RPC:
			r.add(declaration{
				name: prefix + e.Name, field: "method", line: e.Position.Line, parent: parent,
				text:       "(" + stream(e.StreamsRequest) + e.RequestType + ") returns (" + stream(e.StreamsReturns) + e.ReturnsType + ")",
				deprecated: deprecatedIn(e.Elements),
			})
		}
	}
}

// field adds a field of a message.
func (r *protoReader) field(f *proto.Field, label, prefix string, parent int, oneof string) {
	d := declaration{
		name: prefix + f.Name, field: "field", line: f.Position.Line, text: label + f.Type, number: strconv.Itoa(f.Sequence),
		deprecated: deprecatedOption(f.Options), parent: parent, detail: label == "required ",
	}
	if oneof != "" {
		d.more = " in " + oneof
	}
	for _, o := range f.Options {
		switch o.Name { // what is read and written by the same number and name, but otherwise
		case "json_name", "default":
			d.more += " [" + o.Name + " = " + o.Constant.SourceRepresentation() + "]"
		}
	}
	r.add(d)
}

func label(repeated, optional, required bool) string {
	switch {
	case repeated:
		return "repeated "
	case optional:
		return "optional "
	case required:
		return "required "
	}
	return ""
}

func stream(yes bool) string {
	if yes {
		return "stream "
	}
	return ""
}

// deprecatedIn reports whether a declaration has the option among its elements.
func deprecatedIn(list []proto.Visitee) bool {
	for _, e := range list {
		if o, ok := e.(*proto.Option); ok && deprecatedOption([]*proto.Option{o}) {
			return true
		}
	}
	return false
}

func deprecatedOption(list []*proto.Option) bool {
	for _, o := range list {
		if o.Name == "deprecated" && o.Constant.Source == "true" {
			return true
		}
	}
	return false
}

// protoBreaks is the rule: what is gone, has another number or another type breaks those who
// read old data or use generated code; so does a new field that is required.
func protoBreaks(old, new *declaration) bool {
	switch {
	case new == nil:
		return true
	case old == nil:
		required, _ := new.detail.(bool)
		return required
	}
	return old.text != new.text || old.more != new.more || old.number != new.number || old.field != new.field
}
