// Package fact is what a change does outside of code, as data: a dependency got a new major
// version, a workflow may write, a column is gone.
//
// In: nothing. Out: the type that all readers of package content return, the files they
// read, and the table of kinds with their default level.
//
// Invariants: a Fact says what is written in both versions of a file, never what may follow
// from it. Strings come from the repository and are as hostile as it is.
package fact

import (
	"cmp"
	"slices"
)

// A Type is the family of files that a fact is about.
type Type string

const (
	Dependency Type = "dependency" // manifests and lock files of packages
	Advisory   Type = "advisory"   // known vulnerabilities of dependencies
	Workflow   Type = "workflow"   // continuous integration
	Docker     Type = "docker"     // Dockerfiles and Compose files
	Migration  Type = "migration"  // changes of a database schema, and of data
	Schema     Type = "schema"     // descriptions of messages and services
	Infra      Type = "infra"      // what is deployed: Terraform, Kubernetes
	Config     Type = "config"     // settings by key
	Owners     Type = "codeowners" // who has to approve
	License    Type = "license"    // terms
	Build      Type = "build"      // build scripts
	Binary     Type = "binary"     // content that people cannot read
	Generated  Type = "generated"  // made by a program
	Listing    Type = "listing"    // what tools list of a public interface
	Data       Type = "data"       // keys and values of other use
	Entry      Type = "file"       // what git keeps of a file beside its content
)

// A Side is the version of a file in which a fact has its line.
type Side string

const (
	Base Side = "base" // for what is gone in head
	Head Side = "head"
)

// A Fact is one difference between two versions of a file.
type Fact struct {
	Kind  Kind  // what a configuration, `explain` and the rating know it by
	Level Level // what it asks of a reviewer, see Rate
	// Format is the ecosystem of a dependency (go, npm, pypi, cargo, maven, nuget, packagist,
	// rubygems), the language of a schema (proto, graphql, openapi, jsonschema) and so on.
	// Empty where the type says it all.
	Format string
	// Field is the part of a file that the name belongs to: the section of a manifest, what of
	// a workflow (permission, trigger, secret, action, script), a Docker instruction, the kind
	// of declaration in a schema. Of an advisory it is the id.
	Field string
	// Scope is what the name is inside of, where the same name may stand more than once: the
	// job of a workflow, the stage of a Dockerfile.
	Scope string
	Name  string // of what differs, as the file spells it
	// Change is what became of it, such as added, removed, changed, major. The words of a type
	// are those of its kinds.
	Change   string
	From, To string // values, empty for none; cut to MaxValue bytes
	// FromTag and ToTag are the versions that comments beside the values name, where these are only ids; empty for none.
	FromTag, ToTag string
	More           int // differences of the same kind in the file that this fact also counts
	// Table and Column are what a migration takes away, renames or alters, in lower case and without
	// quotes: names that code may have. Column is empty for a whole table, both for any other fact.
	Table, Column string
	Path          string
	Line          int // 1-based, on Side
	Side          Side
	// Used is who uses what a fact is about, nil where that is not known: files that import a
	// package, name a setting or a table, handle an operation.
	Used *Use
}

// A Use counts the files of head that use something.
type Use struct {
	Verb Verb
	// Name is what they use, where that is not the name of the fact: the table of a column, another
	// form of a setting.
	Name  string
	Files int
	First Place  // of the product, where one of its files uses it
	In    string // the symbol there, empty for none
}

// A Verb says how code uses what a fact is about.
type Verb string

const (
	Imports Verb = "imports" // a package
	Names   Verb = "names"   // a setting or a table, in a string
	Binds   Verb = "binds"   // a setting, by the field that a framework fills with it
	Handles Verb = "handles" // an operation of a service
)

// A Place is a line of a file of head.
type Place struct {
	Path string
	Line int
}

// Indirect is the scope of packages that only other packages need.
const Indirect = "indirect"

// MaxValue bounds From, To and Name, in bytes.
const MaxValue = 300

// Type returns the type of a fact.
func (f *Fact) Type() Type { return f.Kind.Type() }

// Sort sorts facts by path, side, line and name, and cuts their values.
func Sort(facts []Fact) {
	for i := range facts {
		f := &facts[i]
		f.Name, f.From, f.To = cut(f.Name), cut(f.From), cut(f.To)
	}
	slices.SortStableFunc(facts, func(a, b Fact) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), -cmp.Compare(a.Side, b.Side), cmp.Compare(a.Line, b.Line),
			cmp.Compare(a.Name, b.Name), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Scope, b.Scope),
			cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
}

// cut shortens a value to MaxValue bytes, at a rune.
func cut(s string) string {
	if len(s) <= MaxValue {
		return s
	}
	end := MaxValue - len("…")
	for end > 0 && s[end]&0xc0 == 0x80 {
		end--
	}
	return s[:end] + "…"
}
