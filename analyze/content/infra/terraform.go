package infra

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
)

// A terraform is a Terraform file while it is read.
type terraform struct {
	content []byte
	o       *object
}

// readTerraform reads a file of Terraform. Names are those of a folder, which is a module.
func readTerraform(f *fact.File, v *file) error {
	parsed, diags := hclsyntax.ParseConfig(f.Content, path.Base(f.Path), hcl.InitialPos)
	if diags.HasErrors() {
		return diags
	}
	body, ok := parsed.Body.(*hclsyntax.Body)
	if !ok {
		return nil
	}
	module := path.Dir(f.Path) + ": "
	for _, b := range body.Blocks {
		o := object{format: formatTerraform, field: b.Type, line: b.TypeRange.Start.Line}
		label := strings.Join(b.Labels, ".")
		switch b.Type {
		case "resource":
			o.name = label
		case "data", "module":
			o.name, o.plain = b.Type+"."+label, b.Type == "data"
		case "variable":
			o.name, o.plain = "var."+label, true
		case "output", "provider":
			o.name, o.plain = b.Type+"."+label, true
		case "locals", "terraform":
			o.name, o.plain = b.Type, true
		case "moved", "removed":
			if from, to := b.Body.Attributes["from"], b.Body.Attributes["to"]; from != nil && to != nil {
				v.moved = append(v.moved, move{module + address(from.Expr.Range().SliceBytes(f.Content)), module + address(to.Expr.Range().SliceBytes(f.Content))})
			} else if from != nil { // forgotten, and not destroyed
				v.moved = append(v.moved, move{from: module + address(from.Expr.Range().SliceBytes(f.Content))})
			}
			continue
		default:
			continue
		}
		if len(o.name) > maxName {
			continue
		}
		o.key = module + o.name
		if b.Type == "provider" {
			if alias := b.Body.Attributes["alias"]; alias != nil {
				o.key += " " + string(alias.Expr.Range().SliceBytes(f.Content))
			}
		}
		t := &terraform{f.Content, &o}
		t.body(b.Body, "", 0)
		if b.Type == "locals" || b.Type == "terraform" { // there may be several in a folder
			o.key += " " + path.Base(f.Path)
		}
		v.add(o)
	}
	return nil
}

// address is the name of an object in a reference, without its index.
func address(text []byte) string {
	s := strings.TrimSpace(string(text))
	if at := strings.IndexByte(s, '['); at >= 0 {
		s = s[:at]
	}
	return s
}

// body adds the settings of a body.
func (t *terraform) body(b *hclsyntax.Body, prefix string, deep int) {
	if deep > maxNested || len(prefix) > maxName {
		return
	}
	list := make([]*hclsyntax.Attribute, 0, len(b.Attributes))
	for _, a := range b.Attributes {
		list = append(list, a)
	}
	slices.SortFunc(list, func(a, b *hclsyntax.Attribute) int { return cmp.Compare(a.SrcRange.Start.Byte, b.SrcRange.Start.Byte) })
	outward := strings.Contains(prefix, "egress") || strings.Contains(t.o.name, "egress") || t.outward(b)
	for _, a := range list {
		if a.Name == "description" {
			continue
		}
		text := expression(a.Expr, t.content)
		s := setting{path: prefix + a.Name, text: text, line: a.NameRange.Start.Line}
		if t.o.field == "resource" || t.o.field == "module" {
			s.opens = opensInTerraform(a.Name, text, outward)
			s.guards = guardsInTerraform(a.Name, text)
			s.replaces = prefix == "" && t.o.field == "resource" && slices.Contains(identities[:], a.Name) && strings.HasPrefix(text, `"`)
		}
		if t.o.field == "variable" && a.Name == "sensitive" && text == "true" || strings.Contains(a.Name, "password") || strings.Contains(a.Name, "secret") || strings.Contains(a.Name, "token") {
			s.secret = true
		}
		t.o.settings = append(t.o.settings, s)
	}
	counts := make(map[string]int)
	for _, block := range b.Blocks {
		name := strings.Join(append([]string{block.Type}, block.Labels...), ".")
		n := counts[name]
		if counts[name]++; n > 0 {
			name = fmt.Sprintf("%s[%d]", name, n)
		}
		if len(block.Body.Attributes) == 0 && len(block.Body.Blocks) == 0 {
			t.o.settings = append(t.o.settings, setting{path: prefix + name, line: block.TypeRange.Start.Line})
		}
		t.body(block.Body, prefix+name+".", deep+1)
	}
}

// outward reports whether a body is of a rule for what goes out.
func (t *terraform) outward(b *hclsyntax.Body) bool {
	for _, name := range []string{"type", "direction"} {
		if a := b.Attributes[name]; a != nil {
			switch strings.ToLower(strings.Trim(expression(a.Expr, t.content), `"`)) {
			case "egress", "outbound":
				return true
			}
		}
	}
	return false
}

// expression is the text of an expression without layout and comments.
func expression(e hclsyntax.Expression, content []byte) string {
	text := e.Range().SliceBytes(content)
	tokens, diags := hclsyntax.LexExpression(text, "", hcl.InitialPos)
	if diags.HasErrors() {
		return strings.Join(strings.Fields(string(text)), " ")
	}
	var b strings.Builder
	last := hclsyntax.TokenOBrace
	for _, k := range tokens {
		switch k.Type {
		case hclsyntax.TokenComment, hclsyntax.TokenEOF:
			continue
		case hclsyntax.TokenNewline:
			if last != hclsyntax.TokenNewline && last != hclsyntax.TokenOBrace && last != hclsyntax.TokenOBrack && last != hclsyntax.TokenOParen && last != hclsyntax.TokenComma {
				b.WriteByte(' ')
				last = k.Type
			}
			continue
		case hclsyntax.TokenCBrack, hclsyntax.TokenCParen:
			if s := strings.TrimRight(b.String(), ", "); len(s) < b.Len() { // a last comma
				b.Reset()
				b.WriteString(s)
			}
		case hclsyntax.TokenEqual, hclsyntax.TokenComma, hclsyntax.TokenQuestion, hclsyntax.TokenColon, hclsyntax.TokenAnd, hclsyntax.TokenOr,
			hclsyntax.TokenEqualOp, hclsyntax.TokenNotEqual, hclsyntax.TokenGreaterThan, hclsyntax.TokenLessThan, hclsyntax.TokenGreaterThanEq,
			hclsyntax.TokenLessThanEq, hclsyntax.TokenFatArrow:
			if k.Type == hclsyntax.TokenComma {
				b.WriteString(", ")
			} else {
				b.WriteString(" " + string(k.Bytes) + " ")
			}
			last = k.Type
			continue
		}
		b.Write(k.Bytes)
		last = k.Type
	}
	return strings.TrimSpace(b.String())
}

// identities are the arguments that most resources cannot change: they are made anew.
var identities = [...]string{
	"name", "bucket", "identifier", "cluster_identifier", "availability_zone", "cidr_block", "ami", "location", "zone", "region", "engine", "master_username",
	"username", "db_name", "subnet_id", "vpc_id", "name_prefix", "machine_image", "resource_group_name",
}

// opensInTerraform reports whether a value lets anybody in.
func opensInTerraform(name, text string, outward bool) bool {
	value := strings.ToLower(strings.Trim(text, `"`))
	switch name {
	case "acl":
		return strings.HasPrefix(value, "public-") || value == "authenticated-read"
	case "publicly_accessible", "associate_public_ip_address", "endpoint_public_access", "cluster_endpoint_public_access", "public_network_access_enabled",
		"map_public_ip_on_launch", "allow_blob_public_access", "allow_nested_items_to_be_public", "privileged", "enable_public_ip", "public_access":
		return value == "true"
	case "block_public_acls", "block_public_policy", "ignore_public_acls", "restrict_public_buckets", "storage_encrypted", "encrypted", "internal":
		return value == "false"
	case "member", "members", "identifiers", "principal", "principals":
		return strings.Contains(text, `"*"`) || strings.Contains(text, "allUsers") || strings.Contains(text, "allAuthenticatedUsers")
	case "actions", "action", "resources":
		return name == "actions" && strings.Contains(text, `"*"`)
	case "source_address_prefix", "source_address_prefixes":
		return strings.Contains(text, `"*"`) || strings.Contains(text, "0.0.0.0/0") || value == "internet"
	case "policy", "assume_role_policy":
		return strings.Contains(text, `"Principal":"*"`) || strings.Contains(text, `"Principal": "*"`)
	case "destination_cidr_block", "destination_ipv6_cidr_block", "route", "destination_ranges":
		return false
	}
	return !outward && (strings.Contains(text, `"0.0.0.0/0"`) || strings.Contains(text, `"::/0"`))
}

// guardsInTerraform reports whether a value keeps something from being lost or reached.
func guardsInTerraform(name, text string) bool {
	switch name {
	case "prevent_destroy", "deletion_protection", "termination_protection", "deletion_protection_enabled",
		"block_public_acls", "block_public_policy", "ignore_public_acls", "restrict_public_buckets", "storage_encrypted", "encrypted", "internal":
		return text == "true"
	case "skip_final_snapshot", "force_destroy":
		return text == "false"
	}
	return false
}
