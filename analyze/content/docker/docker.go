// Package docker reads Dockerfiles.
//
// In: both versions of the changed files. Out: a fact for each stage that is built on another
// image, for each variable and port, for the instructions that say how a container runs, and for the
// steps (RUN, COPY, ADD) that differ.
//
// Absent: what the steps do.
package docker

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
)

// Match reports whether a file is a Dockerfile.
func Match(file string) bool {
	name := path.Base(file)
	return name == "Dockerfile" || name == "Containerfile" || strings.HasPrefix(name, "Dockerfile.") ||
		strings.HasSuffix(strings.ToLower(name), ".dockerfile")
}

// An entry is one instruction, or one name that it sets.
type entry struct {
	field, name, value string
	line               int
}

type key struct{ field, name string }

// single are the instructions of which the last one in a file counts.
var single = map[string]bool{"CMD": true, "ENTRYPOINT": true, "USER": true, "WORKDIR": true, "HEALTHCHECK": true, "SHELL": true, "STOPSIGNAL": true, "VOLUME": true}

// Read returns the facts of changed Dockerfiles.
func Read(pairs []fact.Pair) (facts []fact.Fact, problems []fact.Problem) {
	for i := range pairs {
		facts = append(facts, compare(&pairs[i])...)
		facts = append(facts, compareSteps(&pairs[i])...)
	}
	return facts, nil
}

// compare returns what differs between two versions; the last entry of a name counts.
func compare(p *fact.Pair) (facts []fact.Fact) {
	add := func(e *entry, side fact.Side, change, from, to string) {
		kind := e.kind(change)
		if p.New == nil && kind == "docker-user" {
			kind = "docker-instruction" // no image is made any more
		}
		facts = append(facts, p.At(side, e.line, fact.Fact{Kind: kind, Field: e.field, Name: e.name, Change: change, From: from, To: to}))
	}
	for _, m := range fact.MatchBy(entries(p.Old), entries(p.New), func(e *entry) key { return key{e.field, e.name} }) {
		switch {
		case m.New == nil:
			e := m.Old[len(m.Old)-1]
			add(e, fact.Base, "removed", e.value, "")
		case m.Old == nil:
			e := m.New[len(m.New)-1]
			add(e, fact.Head, "added", "", e.value)
		default:
			if was, is := m.Old[len(m.Old)-1], m.New[len(m.New)-1]; was.value != is.value {
				add(is, fact.Head, "changed", was.value, is.value)
			}
		}
	}
	return facts
}

func (e *entry) kind(change string) fact.Kind {
	switch {
	case e.field == "FROM":
		return "docker-base"
	case e.field == "EXPOSE" && change == "added":
		return "docker-exposed"
	case e.field == "USER":
		return "docker-user"
	}
	return "docker-instruction"
}

// maxSteps is how many steps of a file are told one by one; of more, the first with their number.
const maxSteps = 4

// compareSteps returns the differences of the steps that fill an image: what is run and copied. Those that
// are only at another place are the same.
func compareSteps(p *fact.Pair) (facts []fact.Fact) {
	if p.Old == nil || p.New == nil {
		return nil
	}
	gone, came := stepsOf(p.Old), stepsOf(p.New)
	for text := range gone {
		if _, same := came[text]; same {
			delete(gone, text)
			delete(came, text)
		}
	}
	for _, word := range [...]string{"RUN", "COPY", "ADD"} {
		old, new := ofWord(gone, word), ofWord(came, word)
		for i := range max(len(old), len(new)) {
			f := fact.Fact{Kind: "build-changed", Field: word, Name: word}
			switch {
			case i >= len(new):
				f.Change, f.From = "removed", old[i].text
				f = p.At(fact.Base, old[i].line, f)
			case i >= len(old):
				f.Change, f.To = "added", new[i].text
				f = p.At(fact.Head, new[i].line, f)
			default:
				f.Change = "changed"
				f.From, f.To = fact.Differing(old[i].text, new[i].text)
				f = p.At(fact.Head, new[i].line, f)
			}
			facts = append(facts, f)
		}
	}
	if len(facts) > maxSteps {
		first := facts[0]
		first.Change, first.From, first.To = fmt.Sprintf("%s, and %d more", first.Change, len(facts)-1), "", ""
		return []fact.Fact{first}
	}
	return facts
}

// stepsOf returns the steps of a file by what they do.
func stepsOf(f *fact.File) map[string]instruction {
	steps := make(map[string]instruction)
	for _, in := range instructions(f.Content) {
		if in.word == "RUN" || in.word == "COPY" || in.word == "ADD" {
			in.text = strings.Join(strings.Fields(in.text), " ")
			steps[in.word+" "+in.text] = in
		}
	}
	return steps
}

// ofWord returns the steps with a word, in the order of their file.
func ofWord(steps map[string]instruction, word string) (out []instruction) {
	for _, in := range steps {
		if in.word == word {
			out = append(out, in)
		}
	}
	slices.SortFunc(out, func(a, b instruction) int { return cmp.Compare(a.line, b.line) })
	return out
}

// entries returns what a Dockerfile says, in its order.
func entries(f *fact.File) (out []entry) {
	if f == nil {
		return nil
	}
	stages := 0
	for _, in := range instructions(f.Content) {
		words := strings.Fields(in.text)
		for len(words) > 0 && strings.HasPrefix(words[0], "--") && in.word != "HEALTHCHECK" {
			words = words[1:]
		}
		if len(words) == 0 {
			continue
		}
		switch {
		case in.word == "FROM":
			name := "stage" + strconv.Itoa(stages)
			if len(words) == 3 && strings.EqualFold(words[1], "as") {
				name = words[2]
			}
			stages++
			out = append(out, entry{"FROM", name, words[0], in.line})
		case in.word == "ARG", in.word == "ENV":
			out = append(out, variables(in, words)...)
		case in.word == "EXPOSE":
			for _, port := range words {
				out = append(out, entry{"EXPOSE", port, "", in.line})
			}
		case single[in.word]:
			out = append(out, entry{in.word, in.word, strings.Join(words, " "), in.line})
		}
	}
	return out
}

// variables returns the variables of ENV and ARG: NAME=value pairs, or NAME and a value.
func variables(in instruction, words []string) (out []entry) {
	if !strings.Contains(words[0], "=") {
		if in.word == "ARG" {
			for _, name := range words {
				out = append(out, entry{"ARG", name, "", in.line})
			}
			return out
		}
		return []entry{{in.word, words[0], strings.Join(words[1:], " "), in.line}}
	}
	for _, pair := range pairs(in.text) {
		if name, value, ok := strings.Cut(pair, "="); ok {
			out = append(out, entry{in.word, name, strings.Trim(value, `"'`), in.line})
		}
	}
	return out
}

// pairs splits at blanks outside of quotes.
func pairs(text string) (out []string) {
	start, quote := -1, byte(0)
	for i := 0; i <= len(text); i++ {
		end := i == len(text) || quote == 0 && (text[i] == ' ' || text[i] == '\t')
		switch {
		case end && start >= 0:
			out, start = append(out, text[start:i]), -1
		case end:
		default:
			if start < 0 {
				start = i
			}
			switch c := text[i]; {
			case c == '\\':
				i++
			case quote == c:
				quote = 0
			case quote == 0 && (c == '"' || c == '\''):
				quote = c
			}
		}
		if i >= len(text) && start >= 0 {
			out, start = append(out, text[start:]), -1
		}
	}
	return out
}

// An instruction is one line of a Dockerfile with those that continue it.
type instruction struct {
	word, text string
	line       int
}

// instructions splits a file as docker does: lines that end in the escape character go on,
// comments and empty lines between them do not count, here-documents belong to no instruction.
func instructions(content []byte) (out []instruction) {
	escape := `\`
	s := bufio.NewScanner(bytes.NewReader(content))
	s.Buffer(nil, len(content)+1)
	open, heredoc := false, ""
	for n := 1; s.Scan(); n++ {
		line := strings.TrimSpace(s.Text())
		switch {
		case heredoc != "":
			if line == heredoc {
				heredoc = ""
			}
			continue
		case strings.HasPrefix(line, "#"):
			if v, ok := strings.CutPrefix(strings.ReplaceAll(line, " ", ""), "#escape="); ok && len(out) == 0 && len(v) == 1 {
				escape = v
			}
			continue
		case line == "":
			continue
		}
		text, goesOn := strings.CutSuffix(line, escape)
		if open {
			out[len(out)-1].text += " " + strings.TrimSpace(text)
		} else {
			word, rest, _ := strings.Cut(text, " ")
			out = append(out, instruction{strings.ToUpper(word), strings.TrimSpace(rest), n})
		}
		open = goesOn
		if at := strings.Index(text, "<<"); at >= 0 && !goesOn {
			heredoc = strings.Trim(strings.TrimLeft(firstWord(text[at+2:]), "-"), `"'`)
		}
	}
	return out
}

func firstWord(s string) string {
	if words := strings.Fields(s); len(words) > 0 {
		return words[0]
	}
	return ""
}
