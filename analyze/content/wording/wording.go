// Package wording says in words what a change does outside of code.
//
// In: facts. Out: a clause for each, for reports and for the evidence of a rating. The strings
// of the repository in it are as hostile as the repository.
//
// Invariants: words are made of facts, and nothing is read from words again.
package wording

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
)

// maxWhole is the length in bytes up to which both values are told as a whole.
const maxWhole = 60

// Of says what a fact is: the noun of its type, its name, what became of it, and both values.
func Of(f *fact.Fact) string {
	if text := element(f); text != "" {
		return text
	}
	text := subject(f)
	from, to := f.From, f.To
	if max(len(from), len(to)) > maxWhole && from != "" && to != "" {
		from, to = fact.Differing(from, to) // or what is cut out later may be all that differs
	}
	if from == "" && f.To != "" && (f.Change == "changed" || f.Change == "default changed") && (f.Type() == fact.Config || f.Type() == fact.Data) {
		from = "nothing"
	}
	if f.FromTag != "" && f.ToTag != "" && f.FromTag != f.ToTag {
		from, to = f.FromTag, f.ToTag+", as a comment says" // ids say nothing to people
	}
	switch {
	case from != "" && to != "":
		text += ": " + from + " → " + to
	case f.To != "":
		text += ": " + f.To
	case f.From != "":
		text += ": was " + f.From
	}
	return text
}

// element tells of a value that came into a list of a data file or left it, whose name ends in the value; empty for
// any other fact.
func element(f *fact.Fact) string {
	value, way := f.To, "added to"
	if value == "" {
		value, way = f.From, "removed from"
	}
	list, found := strings.CutSuffix(f.Name, "."+value)
	if f.Type() != fact.Data || value == "" || f.From != "" && f.To != "" || !found {
		return ""
	}
	return value + " " + way + " " + list
}

// subject says what a fact is about, and what became of it.
func subject(f *fact.Fact) string {
	words, change := []string{noun(f)}, f.Change
	if f.Type() == fact.Migration {
		// What became of it names the thing first: "column dropped".
		thing, became, found := strings.Cut(f.Change, " ")
		switch {
		case f.Change == "type changed", f.Change == "data changed", f.Change == "default changed", f.Change == "null allowed":
			words, change = []string{thing + " of"}, became
			if thing == "null" {
				words, change = []string{"column"}, "may be null"
			}
		case f.Change == "not null":
			words, change = []string{"column"}, "may not be null"
		case strings.HasPrefix(f.Change, "enum value"):
			words, change = []string{"enum"}, "value"+strings.TrimPrefix(f.Change, "enum value")
		case found && !strings.Contains(became, " "):
			words, change = []string{thing}, became
		}
	}
	switch f.Type() {
	case fact.Config:
		change = strings.TrimPrefix(change, "default ")
	case fact.Build:
		change = strings.TrimPrefix(change, "target ")
	case fact.License:
		if change == "terms changed" {
			change = "text changed" // whether that is another licence is for people to say
		}
	}
	if f.Name != "" && f.Name != f.Field {
		words = append(words, f.Name)
	}
	if f.Scope != "" {
		words = append(words, "("+f.Scope+")")
	}
	return strings.Join(append(words, change), " ")
}

// noun is what a fact is about.
func noun(f *fact.Fact) string {
	switch f.Type() {
	case fact.Dependency:
		if f.Kind == "dependency-lock" {
			return "locked dependency"
		}
		switch {
		case f.Field == "repository":
			return "repository of packages"
		case f.Field == "toolchain" && f.Name == f.Field:
			return "version of the toolchain"
		case f.Field == "toolchain":
			return "version of"
		}
		return "dependency"
	case fact.Advisory:
		return "advisory " + f.Field + " of"
	case fact.Workflow, fact.Docker:
		return f.Field
	case fact.Schema:
		return strings.TrimSpace(f.Format + " " + f.Field)
	case fact.Migration:
		return "migration of"
	case fact.Config:
		return "setting"
	case fact.Owners:
		return "owners of"
	case fact.License:
		return "licence"
	case fact.Build:
		if f.Field != "" {
			return f.Field
		}
		return "make target"
	case fact.Binary:
		return "binary file"
	case fact.Generated:
		return "generated file"
	case fact.Listing:
		if f.Field != "" {
			return f.Field
		}
		return "listed declaration"
	case fact.Data:
		return "key"
	case fact.Entry:
		if f.Kind == "file-submodule" {
			return "submodule"
		}
		return "file"
	}
	return strings.TrimSpace(f.Format + " " + f.Field)
}
