// Package schema reads descriptions of messages, services and models: Protobuf, GraphQL, OpenAPI,
// JSON Schema and Prisma.
//
//	bytes ─▶ parser of the format ─▶ declarations ─▶ compare, by name ─▶ facts
//
// In: both versions of the changed files. Out: one fact per declaration that was added, removed
// or changed, and whether those who use the schema break: by the rules of buf for Protobuf, of
// graphql-inspector for GraphQL, and of oasdiff for OpenAPI, where it matters if a value is
// sent or received; in Prisma what is gone breaks. A description, a comment or an example is no difference.
//
// In Protobuf and GraphQL the parts of a new or removed declaration are facts too, as they are
// what other files name; in OpenAPI and JSON Schema they are not.
package schema

import (
	"fmt"
	"path"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
)

// The formats, as Fact.Format has them.
const (
	formatProto      = "proto"
	formatGraphQL    = "graphql"
	formatOpenAPI    = "openapi"
	formatJSONSchema = "jsonschema"
	formatPrisma     = "prisma"
)

// maxDepth is how deep brackets may be nested. The parsers call themselves for each, and a
// stack that overflows ends the process.
const maxDepth = 1000

// maxName is how long a name may be for what is inside of it to be read: each part has the
// name of the whole before its own.
const maxName = 2000

// A declaration is one part of a schema that has a name.
type declaration struct {
	key   string // what the same declaration has in the other version
	name  string // for people; as the file spells it
	field string // kind of declaration: message, type, operation
	scope string // the operation that it belongs to
	line  int
	// text is the rest of the declaration in a canonical form: type, label, arguments.
	text string
	// number is what a Protobuf field or value is known by on the wire.
	number string
	// more is what follows the number.
	more       string
	deprecated bool
	// added and removed are the words for a new and a gone declaration, where they are not
	// just these.
	added, removed string
	parent         int // index of the declaration that it is a part of, -1 for none
	// quiet: it comes and goes with its parent and is no fact of its own then.
	quiet bool
	// detail is what the rules of the format know it by.
	detail any
}

// A document is one version of a schema.
type document struct {
	format       string
	declarations []declaration
	breaks       rule
	// space is what the names are inside of: the package of a Protobuf file.
	space string
}

// A rule says whether a change of a declaration breaks those who use the schema; old is nil
// for a new one, new for one that is gone.
type rule func(old, new *declaration) bool

// Match reports whether a file may be a schema, by its path. Of YAML and JSON files the
// content decides.
func Match(p string) bool {
	base := strings.ToLower(path.Base(p))
	for dir := range strings.SplitSeq(path.Dir(p), "/") {
		if dir == "vendor" || dir == "node_modules" { // copies
			return false
		}
	}
	switch path.Ext(base) {
	case ".proto", ".graphql", ".graphqls", ".gql", ".prisma":
		return true
	case ".yaml", ".yml", ".json":
	default:
		return false
	}
	for _, part := range []string{"openapi", "swagger", "schema", "apidoc", "api-doc", "api-spec"} {
		if strings.Contains(base, part) {
			return true
		}
	}
	if stem := strings.TrimSuffix(base, path.Ext(base)); stem == "api" || stem == "spec" || stem == "rest" {
		return true
	}
	for dir := range strings.SplitSeq(strings.ToLower(path.Dir(p)), "/") {
		switch dir {
		case "openapi", "swagger", "api", "apis", "api-docs", "spec", "specs", "schema", "schemas", "jsonschema", "json-schema":
			return true
		}
	}
	return false
}

// Read is a fact.Reader.
func Read(pairs []fact.Pair) ([]fact.Fact, []fact.Problem) {
	var problems []fact.Problem
	var compared []comparison
	for i := range pairs {
		p := &pairs[i]
		old, oldProblem := version(p.Old, fact.Base)
		new, newProblem := version(p.New, fact.Head)
		switch {
		case oldProblem != nil || newProblem != nil:
			for _, problem := range []*fact.Problem{oldProblem, newProblem} {
				if problem != nil {
					problems = append(problems, *problem)
				}
			}
			continue
		case old == nil && new == nil:
			continue
		case old == nil && p.Old != nil || new == nil && p.New != nil:
			continue // became a schema, or is none any more: nothing to compare with
		case old != nil && new != nil && old.format != new.format:
			continue
		}
		compared = append(compared, compare(p, old, new))
	}
	moved, source := movedAway(compared), sourceOf(compared)
	var facts []fact.Fact
	for i := range compared {
		compared[i].withoutGenerated(source)
		facts = append(facts, compared[i].facts(moved)...)
	}
	return facts, problems
}

// version parses one version of a file; nil without a problem: the file is no schema.
func version(f *fact.File, side fact.Side) (d *document, problem *fact.Problem) {
	if f == nil {
		return nil, nil
	}
	defer func() {
		// The parsers are not ours: what they did not expect must not end the run.
		if r := recover(); r != nil {
			d, problem = nil, &fact.Problem{Path: f.Path, Side: side, Message: fmt.Sprintf("the parser failed: %v", r)}
		}
	}()
	if n := depth(f.Content); n > maxDepth {
		return nil, &fact.Problem{Path: f.Path, Side: side, Message: fmt.Sprintf("brackets are nested %d deep, the limit is %d", n, maxDepth)}
	}
	var err error
	switch strings.ToLower(path.Ext(f.Path)) {
	case ".proto":
		d, err = readProto(f)
	case ".graphql", ".graphqls", ".gql":
		d, err = readGraphQL(f)
	case ".prisma":
		d, err = readPrisma(f)
	default:
		d, err = readStructured(f)
	}
	if err != nil {
		return nil, &fact.Problem{Path: f.Path, Side: side, Message: oneLine(err.Error())}
	}
	return d, nil
}

// depth returns how deep brackets may be nested in a text, whatever else they are.
func depth(content []byte) int {
	deepest, n := 0, 0
	for _, c := range content {
		switch c {
		case '(', '[', '{', '<':
			n++
			deepest = max(deepest, n)
		case ')', ']', '}', '>':
			n = max(n-1, 0)
		}
	}
	return deepest
}

// oneLine returns a text without line breaks.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
