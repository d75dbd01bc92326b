package vocabulary

import (
	"unicode"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// eachName calls visit for every name in a file, with its line.
func eachName(f *facts.File, visit func(line int32, name string)) {
	for i := range f.Defs {
		d := &f.Defs[i]
		visit(d.Line, d.Name)
		for j := range d.Params {
			visit(d.Line, d.Params[j].Name)
		}
	}
	for i := range f.Types {
		t := &f.Types[i]
		visit(t.Line, t.Name)
		visit(t.Line, t.Qualifier)
	}
	for i := range f.Expressions() {
		e := &f.Expressions()[i]
		visit(e.Line, e.Name)
		for j := range e.Args {
			visit(e.Line, e.Args[j].Keyword)
		}
	}
	for i := range f.Vars {
		visit(f.Vars[i].Line, f.Vars[i].Name)
	}
	for i := range f.Imports {
		visit(f.Imports[i].Line, f.Imports[i].Source)
		visit(f.Imports[i].Line, f.Imports[i].Name)
	}
}

// EachWord calls visit for every word of the names in a file.
func EachWord(f *facts.File, visit func(line int32, word string)) {
	known := make(map[string][]string)
	eachName(f, func(line int32, name string) {
		words, ok := known[name]
		if !ok {
			words = Split(name)
			known[name] = words
		}
		for _, w := range words {
			visit(line, w)
		}
	})
}

// Words returns the distinct words of the names in a file.
func Words(f *facts.File) []string {
	names := make(map[string]bool)
	seen := make(map[string]bool)
	var words []string
	eachName(f, func(_ int32, name string) {
		if names[name] {
			return
		}
		names[name] = true
		for _, w := range Split(name) {
			if len(w) > 1 && !seen[w] {
				seen[w] = true
				words = append(words, w)
			}
		}
	})
	return words
}

// Split returns the words of a name in lower case: "parseHTTPHeader_v2" is parse, http,
// header and v2.
func Split(name string) []string {
	var words []string
	runes := []rune(name)
	start := 0
	flush := func(end int) {
		if end > start {
			word := make([]rune, end-start)
			for i, r := range runes[start:end] {
				word[i] = unicode.ToLower(r)
			}
			words = append(words, string(word))
		}
		start = end
	}
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush(i)
			start = i + 1
		case unicode.IsUpper(r) && i > start && (!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])):
			flush(i)
		}
	}
	flush(len(runes))
	return words
}
