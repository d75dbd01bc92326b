package source

import "strings"

// namespace rewrites a macro that opens or closes a namespace: X_BEGIN_NAMESPACE. The namespace's name
// is in the definition of the macro in this file, else in the macro's name.
func (p *preparer) namespace(i int, in space) bool {
	word := string(p.text(i))
	if in != inFile || !strings.Contains(word, "NAMESPACE") && !strings.Contains(word, "_NS_") || p.is(p.next(i), ";") || !p.cpp {
		return false
	}
	begins, ends := strings.Contains(word, "BEGIN") || strings.Contains(word, "OPEN"), strings.Contains(word, "END") || strings.Contains(word, "CLOSE")
	name, known := p.spaces[word]
	if !known {
		name = spaceName(word)
	}
	switch {
	case begins == ends || name == "" || name == "qt":
		return false
	case ends:
		p.overwrite(i, "}")
	default:
		text := "namespace " + name + "{"
		if len(text) > len(word) {
			return false
		}
		p.overwrite(i, text)
	}
	return true
}

// spaceName returns the namespace name in a macro's name: the word between BEGIN and NAMESPACE, else
// the first word.
func spaceName(macro string) string {
	words := strings.FieldsFunc(strings.ToLower(macro), func(r rune) bool { return r == '_' })
	first := ""
	for i, w := range words {
		switch w {
		case "begin", "open", "end", "close":
			if i+1 < len(words) && words[i+1] != "namespace" && words[i+1] != "ns" {
				return words[i+1]
			}
		case "namespace", "ns":
		default:
			if first == "" {
				first = w
			}
		}
	}
	return first
}

// spaceOf returns the name of the namespace that the text of a macro opens, "}" where it closes one,
// "" for other texts.
func spaceOf(value string) string {
	r := NewReader([]byte(value))
	name, before, last := "", "", ""
	for word := r.Word(); word != ""; word = r.Word() {
		switch {
		case last == "namespace" && before != "inline" && IsName(word[0]):
			if name != "" {
				name += "::"
			}
			name += word
		case last == "namespace" && IsName(word[0]), word == "namespace", word == "inline", word == "{":
		case word == "}" && name == "":
			return "}"
		default:
			return ""
		}
		before, last = last, word
	}
	return name
}
