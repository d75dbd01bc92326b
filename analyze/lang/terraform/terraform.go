// Package terraform supports the configuration language of Terraform and OpenTofu.
//
// In: the syntax tree of a .tf file. Out: facts through lang.Builder, and through Linker the directory
// that a module call means.
//
// # How Terraform maps to facts
//
// All files of a directory are one module, and so one unit. Every block that has an address is a
// Constant with that address as its name: aws_vpc.this, data.aws_ami.this, module.net, output.id; so is
// each local value, local.name. An input variable is the Variable var.name. What a block refers to is a
// use of that name.
//
// A module call imports all names of the directory that its source names, if that is a path: its
// arguments use the variables there (var.name), and module.net.id uses output.id.
//
// # Hashes
//
// SignatureHash covers the address and of a variable its type, and whether it has a default; BodyHash
// the whole block.
//
// # Not supported
//
// Other files of HCL, override files, values of variables in .tfvars files, addresses in moved, removed
// and import blocks, references to providers. Nothing is judged: references are edges only.
package terraform

import (
	"path"
	"strings"

	"github.com/smacker/go-tree-sitter/hcl"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

//go:generate go run ../grammargen

// Language returns Terraform.
func Language() *lang.Language {
	return &lang.Language{
		Name:       "terraform",
		Title:      "Terraform",
		Extensions: []string{".tf", ".tofu"},
		Grammar:    func() lang.Grammar { return hcl.GetLanguage() },
		Kinds:      kinds,
		Fields:     fields,
		Comments:   []lang.Kind{kComment},
		Strings:    []lang.Kind{kTemplateLiteral},
		Decisions:  []lang.Kind{kConditional, kForCond, kTemplateIfIntro},
		Branches:   []lang.Branch{{In: kConditional}},
		Extract:    extract,
		IsTest:     isTest,
		Unit:       func(file string, _ *facts.File) string { return unit(path.Dir(file)) },
		NewLinker:  newLinker,
		Universe:   universe(),
		Rules:      lang.Rules{DeclarationsOnly: true, BodiesApart: true},
	}
}

// isTest reports whether the file belongs to a test of a module.
func isTest(file string) bool {
	for _, dir := range strings.Split(path.Dir(file), "/") {
		if dir == "test" || dir == "tests" {
			return true
		}
	}
	return false
}

// unit returns the key of the module in a directory.
func unit(dir string) string { return "terraform:" + dir }

// A linker finds the modules of a snapshot.
type linker struct{ modules map[string]bool }

func newLinker(p lang.Project) lang.Linker {
	l := linker{modules: make(map[string]bool)}
	for _, file := range p.Paths() {
		l.modules[path.Dir(file)] = true
	}
	return l
}

// Link resolves the source of a module call. Only paths that begin with ./ or ../ mean a directory.
func (l linker) Link(from, source, _ string) lang.Target {
	if !strings.HasPrefix(source, "./") && !strings.HasPrefix(source, "../") {
		return lang.Target{External: true}
	}
	if dir := path.Join(path.Dir(from), source); l.modules[dir] {
		return lang.Target{Unit: unit(dir)}
	}
	return lang.Target{}
}

// universe returns the functions of the language.
func universe() map[string]string {
	names := make(map[string]string)
	for _, name := range strings.Fields(`abs abspath alltrue anytrue base64decode base64encode base64gzip base64sha256 base64sha512 basename
		bcrypt can ceil chomp chunklist cidrhost cidrnetmask cidrsubnet cidrsubnets coalesce coalescelist compact concat contains csvdecode
		dirname distinct element endswith file filebase64 filebase64sha256 filebase64sha512 fileexists filemd5 fileset filesha1 filesha256
		filesha512 flatten floor format formatdate formatlist indent index issensitive join jsondecode jsonencode keys length log lookup
		lower matchkeys max md5 merge min nonsensitive one parseint pathexpand plantimestamp pow range regex regexall replace reverse
		rsadecrypt sensitive setintersection setproduct setsubtract setunion sha1 sha256 sha512 signum slice sort split startswith
		strcontains strrev substr sum templatefile templatestring textdecodebase64 textencodebase64 timeadd timecmp timestamp title tobool
		tolist tomap tonumber toset tostring transpose trim trimprefix trimspace trimsuffix try type upper urlencode uuid uuidv5 values
		yamldecode yamlencode zipmap`) {
		names[name] = ""
	}
	return names
}
