package fact

import "strings"

// Text says what a fact is, as data for people and search: the noun of its type, its name, what
// became of it, and both values. Its strings are those of the repository.
func (f *Fact) Text() string {
	words := []string{f.noun()}
	if f.Name != "" && f.Name != f.Field {
		words = append(words, f.Name)
	}
	if f.Scope != "" {
		words = append(words, "("+f.Scope+")")
	}
	words = append(words, f.Change)
	text := strings.Join(words, " ")
	switch {
	case f.From != "" && f.To != "":
		text += ": " + f.From + " → " + f.To
	case f.To != "":
		text += ": " + f.To
	case f.From != "":
		text += ": was " + f.From
	}
	return text
}

// noun is what a fact is about.
func (f *Fact) noun() string {
	switch f.Type() {
	case Dependency:
		if f.Kind == "dependency-lock" {
			return "locked dependency"
		}
		if f.Field == "toolchain" {
			return "version of"
		}
		return "dependency"
	case Workflow, Docker:
		return f.Field
	case Schema:
		return strings.TrimSpace(f.Format + " " + f.Field)
	case Migration:
		return "migration of"
	case Config:
		return "setting"
	case Owners:
		return "owners of"
	case License:
		return "licence"
	case Build:
		return "make target"
	case Binary:
		return "binary file"
	case Generated:
		return "generated file"
	}
	return strings.TrimSpace(f.Format + " " + f.Field)
}
