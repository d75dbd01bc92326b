package fact

import (
	"slices"
	"strings"
)

// A Kind is what happened, in the words that a configuration uses: its type, a hyphen, and
// the rest, such as "dependency-major".
type Kind string

// TriggerExposed is the kind of a workflow that strangers can start now; see Rate.
const TriggerExposed Kind = "workflow-trigger-exposed"

// Type returns the part before the first hyphen.
func (k Kind) Type() Type {
	t, _, _ := strings.Cut(string(k), "-")
	return Type(t)
}

// A Level is how much a fact asks of a reviewer at least.
type Level string

const (
	Note     Level = "low"      // worth knowing
	Review   Level = "medium"   // a reviewer must look at it
	High     Level = "high"     // by what comes together (see Rate) or by a configuration
	Critical Level = "critical" // by a configuration alone
)

// Levels are all levels, the least first.
var Levels = []Level{Note, Review, High, Critical}

// Asks reports whether a reviewer must look at a fact of the level.
func (l Level) Asks() bool { return slices.Index(Levels, l) > 0 }

// A KindRow describes one kind.
type KindRow struct {
	Kind  Kind
	Level Level  // by default
	Means string // a sentence part: what happened
}

// Kinds are all kinds, grouped by type.
var Kinds = [...]KindRow{
	{Kind: "dependency-major", Level: Review, Means: "a dependency has another major version"},
	{Kind: "dependency-minor", Level: Note, Means: "a dependency has another minor version; before 1.0 it may break like a major one"},
	{Kind: "dependency-patch", Level: Note, Means: "a dependency has another patch version"},
	{Kind: "dependency-range", Level: Note, Means: "the range or prerelease of a dependency differs"},
	{Kind: "dependency-added", Level: Note, Means: "a package is depended on that was not before"},
	{Kind: "dependency-removed", Level: Note, Means: "a package is no longer depended on"},
	{Kind: "dependency-missing", Level: Review, Means: "a package is no longer depended on, and code still imports it"},
	{Kind: "dependency-replaced", Level: Review, Means: "a dependency comes from another place: a fork, a path, an override"},
	{Kind: "dependency-unreplaced", Level: Review, Means: "a dependency comes from its own place again"},
	{Kind: "dependency-source", Level: Review, Means: "a dependency comes from another registry or repository"},
	{Kind: "dependency-toolchain", Level: Note, Means: "the version of the language or of its tools differs"},
	{Kind: "dependency-lock", Level: Note, Means: "only the lock file differs: another version than before is installed for the same manifest"},
	{Kind: "dependency-script", Level: Review, Means: "a script that runs at installation was added or changed"},

	{Kind: "advisory-introduced", Level: Review, Means: "a dependency has a known vulnerability that it did not have before; only with --advisories"},
	{Kind: "advisory-kept", Level: Note, Means: "a dependency that the change touches still has a known vulnerability; only with --advisories"},
	{Kind: "advisory-fixed", Level: Note, Means: "a known vulnerability of a dependency is gone; only with --advisories"},

	{Kind: "workflow-permission-widened", Level: Review, Means: "a workflow may do more"},
	{Kind: "workflow-permission", Level: Note, Means: "a workflow may do less, or says what it may do"},
	{Kind: TriggerExposed, Level: Review, Means: "a workflow now runs for people who cannot write to the repository, with its secrets"},
	{Kind: "workflow-trigger", Level: Note, Means: "a workflow runs at other times"},
	{Kind: "workflow-secret-used", Level: Review, Means: "a workflow uses a secret that it did not use before"},
	{Kind: "workflow-secret", Level: Note, Means: "a workflow no longer uses a secret"},
	{Kind: "workflow-action", Level: Note, Means: "a workflow uses another action, or another version of one"},
	{Kind: "workflow-action-unpinned", Level: Note, Means: "an action that was fixed by its commit is now taken by a name that can move"},
	{Kind: "workflow-script", Level: Review, Means: "a workflow downloads a script and runs it"},
	{Kind: "workflow-script-removed", Level: Note, Means: "a workflow no longer downloads a script and runs it"},

	{Kind: "docker-base", Level: Note, Means: "an image is built on another image"},
	{Kind: "docker-exposed", Level: Review, Means: "a container opens another port"},
	{Kind: "docker-user", Level: Review, Means: "a container runs as another user"},
	{Kind: "docker-privilege", Level: Review, Means: "a container gets more of its host"},
	{Kind: "docker-instruction", Level: Note, Means: "an instruction of an image differs"},

	{Kind: "migration-lossy", Level: Review, Means: "a migration drops data or changes it for good"},
	{Kind: "migration-lock", Level: Review, Means: "a migration may lock a table while it rewrites it"},
	{Kind: "migration-edited", Level: Review, Means: "a migration differs that may have run already"},
	{Kind: "migration-renamed", Level: Note, Means: "a migration has another name: tools that know it by its name run it again"},
	{Kind: "migration-removed", Level: Review, Means: "a migration is gone that may have run already"},
	{Kind: "migration-renaming", Level: Review, Means: "a migration renames what programs know by its name"},
	{Kind: "migration-changed", Level: Note, Means: "a migration adds to the schema or to data"},

	{Kind: "schema-breaking", Level: Review, Means: "a schema differs so that those who use it break"},
	{Kind: "schema-changed", Level: Review, Means: "a declaration of a schema differs; those who use it go on as before"},
	{Kind: "schema-compatible", Level: Note, Means: "a schema differs so that those who use it go on as before"},

	{Kind: "infra-destroyed", Level: Review, Means: "something that is deployed goes away or is replaced"},
	{Kind: "infra-exposed", Level: Review, Means: "something that is deployed can be reached, or may do more"},
	{Kind: "infra-changed", Level: Note, Means: "something that is deployed differs"},

	{Kind: "config-protection", Level: Review, Means: "a setting that protects, such as the verification of certificates, is off"},
	{Kind: "config-default", Level: Review, Means: "a setting that a program reads has another value"},
	{Kind: "config-changed", Level: Note, Means: "a setting of a tool has another value"},

	{Kind: "listing-removed", Level: Review, Means: "declarations are gone from the listing of what others may use"},
	{Kind: "listing-reexport", Level: Note, Means: "a file hands on other names that are defined elsewhere, or lists other names as exported"},
	{Kind: "listing-added", Level: Note, Means: "the listing of what others may use has more declarations"},

	{Kind: "data-changed", Level: Note, Means: "a key of a file that is neither settings nor code has another value: a message, metadata, a step of a workflow"},

	{Kind: "codeowners-changed", Level: Note, Means: "an entry of CODEOWNERS is new or has other owners"},
	{Kind: "codeowners-removed", Level: Review, Means: "CODEOWNERS no longer has an entry; another one may still cover its files"},

	{Kind: "license-terms", Level: Review, Means: "the terms of the licence differ"},
	{Kind: "license-copyright", Level: Note, Means: "the copyright line of the licence differs"},

	{Kind: "build-changed", Level: Note, Means: "a build script differs"},
	{Kind: "binary-executable", Level: Review, Means: "a file that is run and that nobody can read differs"},
	{Kind: "binary-changed", Level: Note, Means: "a file that nobody can read differs"},
	{Kind: "generated-changed", Level: Note, Means: "a file that a program makes differs"},
	{Kind: "file-executable", Level: Note, Means: "a file may be run, or may not any more"},
	{Kind: "file-type", Level: Note, Means: "a file becomes a symbolic link, or a link becomes a file"},
	{Kind: "file-submodule", Level: Review, Means: "the code of another repository comes in at another commit"},
}

// rows are the indexes in Kinds by kind.
var rows = func() map[Kind]int {
	m := make(map[Kind]int, len(Kinds))
	for i := range Kinds {
		m[Kinds[i].Kind] = i
	}
	return m
}()

// Row returns the row of a kind, nil for one that is not known.
func (k Kind) Row() *KindRow {
	if i, ok := rows[k]; ok {
		return &Kinds[i]
	}
	return nil
}

// Level returns what a kind asks of a reviewer by default; of one that is not known the least.
func (k Kind) Level() Level {
	if row := k.Row(); row != nil {
		return row.Level
	}
	return Note
}

// Rate returns facts with their levels: those of levels by kind, else the default. A workflow that
// strangers can start now is High where the same change lets it do, read or download more.
func Rate(facts []Fact, levels map[Kind]Level) []Fact {
	facts = slices.Clone(facts)
	more := make(map[string]bool) // by path of the workflow
	for i := range facts {
		switch f := &facts[i]; f.Kind {
		case "workflow-permission-widened", "workflow-secret-used", "workflow-script":
			more[f.Path] = true
		}
	}
	for i := range facts {
		f := &facts[i]
		switch {
		case levels[f.Kind] != "":
			f.Level = levels[f.Kind]
		case f.Kind == TriggerExposed && more[f.Path]:
			f.Level = High
		default:
			f.Level = f.Kind.Level()
		}
	}
	return facts
}

// Weight orders facts of a kind and a level about a file for people, the least first: what asks most
// of a reviewer, late what follows from other files, and last the settings of a checker of code.
func Weight(k Kind, l Level, file string) int {
	switch {
	case l.Asks():
		return -slices.Index(Levels, l)
	case OfChecker(file):
		return 3
	case k.Type() == Generated, k == "dependency-lock":
		return 2
	}
	return 1
}
