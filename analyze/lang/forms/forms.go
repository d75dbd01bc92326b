// Package forms says what the nodes of the grammars do, for who compares two versions of a
// function.
//
// In: the name of a language. Out: its lang.Form. A new language adds one line here and a file
// beside it.
//
// Invariants: every kind that a form names is one of the grammar.
//
// Absent: what most grammars call the same; package tree has it.
package forms

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// Of returns the form of a language, nil for one that has none, such as that of project files.
func Of(language string) *lang.Form {
	switch language {
	case "c":
		return cfamily(false)
	case "cpp":
		return cfamily(true)
	case "csharp":
		return csharp()
	case "go":
		return golang()
	case "java":
		return java()
	case "javascript", "typescript", "tsx", "vue", "svelte":
		return ecmascript()
	case "kotlin":
		return kotlin()
	case "php":
		return php()
	case "python":
		return python()
	case "ruby":
		return ruby()
	case "rust":
		return rust()
	case "scala":
		return scala()
	case "swift":
		return swift()
	}
	return nil
}
