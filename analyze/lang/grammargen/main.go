// Command grammargen writes the constants and names of a language's node kinds and fields.
//
// In: grammar.txt in the current directory, the list of what extraction asks the grammar
// for. Out: grammar_gen.go beside it. "go generate ./..." runs it for every language, and a
// test of this package fails where a written file is not what the list says.
//
// A list has three sections, each a line "kinds", "tokens" or "fields" with one name per
// indented line behind it. Kinds are named rules of the grammar (where a rule and a token have
// one name, both are that kind), tokens are literals. A name becomes an identifier by its
// words, with the prefix k, t or f: argument_list is kArgumentList. A name that is no word
// stands in quotes, as in Go, and an identifier in capitals may stand before any name:
//
//	kinds
//		argument_list
//		FutureImport future_import_statement
//	tokens
//		async
//		OpenParen "("
//
// Where several grammars share one list, a line "dialects" gives the type of the package that
// tells them apart and its values, which are bits. A name that only some of them have is
// followed by these:
//
//	dialects dialect onlyC onlyCPP
//	kinds
//		catch_clause onlyCPP
//
// A line "exported" makes all names exported (KArgumentList, Kinds), for an extractor of
// several packages.
//
// Lines that begin with # and empty lines are passed over.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

const (
	listFile = "grammar.txt"
	codeFile = "grammar_gen.go"
)

func main() {
	if err := run("."); err != nil {
		fmt.Fprintln(os.Stderr, "grammargen:", err)
		os.Exit(1)
	}
}

func run(dir string) error {
	code, err := generate(dir)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, codeFile), code, 0o644)
}

// generate returns the code for the list in dir, whose base name is that of the package.
func generate(dir string) ([]byte, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(dir, listFile))
	if err != nil {
		return nil, err
	}
	g, err := parse(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(dir, listFile), err)
	}
	return g.code(filepath.Base(dir))
}

// A grammar is what a list says.
type grammar struct {
	dialect       string   // the type that tells dialects apart; "" for one grammar
	dialects      []string // its values
	exported      bool
	kinds, fields []entry // tokens are kinds
}

// An entry is one name of the grammar.
type entry struct {
	ident, name string
	in          []string // the dialects that have it; none for all
}

// The parts of a line: an identifier, a name as a word or in quotes, dialects.
var line = regexp.MustCompile(`^(?:([A-Z]\w*)\s+)?([a-z_]\w*|"(?:[^"\\]|\\.)+")((?:\s+\w+)*)$`)

func parse(text string) (*grammar, error) {
	g := &grammar{}
	section := ""
	known := make(map[string]bool)
	lines := bufio.NewScanner(strings.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		raw := lines.Text()
		s := strings.TrimSpace(raw)
		if s == "" || s[0] == '#' {
			continue
		}
		if raw[0] != '\t' {
			words := strings.Fields(s)
			switch {
			case words[0] == "dialects" && len(words) > 2:
				g.dialect, g.dialects = words[1], words[2:]
			case s == "exported":
				g.exported = true
			case slices.Contains([]string{"kinds", "tokens", "fields"}, s):
				section = s
			default:
				return nil, fmt.Errorf("line %d: %q is no section", n, s)
			}
			continue
		}
		e, err := g.entry(section, s)
		if err == nil && known[e.ident] {
			err = fmt.Errorf("%s stands twice", e.ident)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		known[e.ident] = true
		if section == "fields" {
			g.fields = append(g.fields, e)
		} else {
			g.kinds = append(g.kinds, e)
		}
	}
	return g, lines.Err()
}

// entry reads the line s of a section.
func (g *grammar) entry(section, s string) (entry, error) {
	if section == "" {
		return entry{}, fmt.Errorf("%q stands in no section", s)
	}
	m := line.FindStringSubmatch(s)
	if m == nil {
		return entry{}, fmt.Errorf("%q is not [Identifier] name [dialect...]", s)
	}
	e := entry{ident: m[1], name: m[2], in: strings.Fields(m[3])}
	if e.name[0] == '"' {
		name, err := strconv.Unquote(e.name)
		if err != nil {
			return entry{}, fmt.Errorf("%s is no Go string", e.name)
		}
		e.name = name
		if e.ident == "" {
			return entry{}, fmt.Errorf("%q has no identifier", name)
		}
	}
	for _, d := range e.in {
		if !slices.Contains(g.dialects, d) {
			return entry{}, fmt.Errorf("%s is no dialect", d)
		}
	}
	if e.ident == "" {
		for _, word := range strings.Split(e.name, "_") {
			if word != "" {
				e.ident += strings.ToUpper(word[:1]) + word[1:]
			}
		}
	}
	e.ident = section[:1] + e.ident
	return e, nil
}

// code returns the Go file of package pkg.
func (g *grammar) code(pkg string) ([]byte, error) {
	var out bytes.Buffer
	fmt.Fprintf(&out, "// Code generated by grammargen from %s; DO NOT EDIT.\n\npackage %s\n\n", listFile, pkg)
	fmt.Fprintf(&out, "import \"github.com/nexus-ci/nexus-ci/analyze/lang\"\n\n")
	g.table(&out, "kind", "lang.Kind", g.kinds)
	g.table(&out, "field", "lang.FieldID", g.fields)
	return format.Source(out.Bytes())
}

// table writes the constants of entries, which are numbers of a type, and their names.
func (g *grammar) table(out *bytes.Buffer, noun, typ string, entries []entry) {
	names := g.visible(noun + "s")
	if len(entries) > 0 {
		fmt.Fprintf(out, "// The %ss that extraction asks for.\nconst (\n_ %s = iota\n", noun, typ)
		for _, e := range entries {
			fmt.Fprintln(out, g.visible(e.ident))
		}
		fmt.Fprintf(out, ")\n\n")
	}
	if g.dialect == "" {
		fmt.Fprintf(out, "// %s are their names by number.\nvar %s = []string{\"\",\n", names, names)
		for _, e := range entries {
			fmt.Fprintf(out, "%s: %q,\n", g.visible(e.ident), e.name)
		}
		fmt.Fprintf(out, "}\n\n")
		return
	}
	fmt.Fprintf(out, "// %s are their names by number, each with the dialects that have it.\nvar %s = []lang.DialectName[%s]{{},\n", names, names, g.dialect)
	for _, e := range entries {
		in := e.in
		if len(in) == 0 {
			in = g.dialects
		}
		fmt.Fprintf(out, "%s: {Name: %q, In: %s},\n", g.visible(e.ident), e.name, strings.Join(in, "|"))
	}
	fmt.Fprintf(out, "}\n\n")
}

// visible returns an identifier as the list wants it: exported or not.
func (g *grammar) visible(ident string) string {
	if g.exported {
		return strings.ToUpper(ident[:1]) + ident[1:]
	}
	return ident
}
