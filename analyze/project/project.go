// Package project finds facts on a repository: its name, its description, its languages and its
// frameworks.
//
// In: the files of a snapshot, and its graph for the languages. Out: Facts, from manifests
// (go.mod, package.json, pyproject.toml, Cargo.toml, composer.json, pom.xml, Gemfile, …). The
// name of the folder and the README are used if manifests have no name or description. Files
// that cannot be read are ignored, and so are manifests of tests, examples and vendored code.
//
// All text comes from the repository and is untrusted: it may contain anything except line
// breaks and control characters.
package project

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// Facts are the facts on a project. All but the name may be missing.
type Facts struct {
	Name        string
	Description string
	Languages   []string // most lines first
	Frameworks  []string // sorted
}

// Files reads the files of a snapshot.
type Files interface {
	Paths() []string // sorted
	ReadFile(path string, limit int64) ([]byte, error)
}

const (
	maxManifest  = 1 << 20
	maxManifests = 50
	maxText      = 500 // characters of a description
)

// Read returns the facts. titles are the names of languages for people. given holds the facts of
// the configuration, which have priority; folder is the name of the repository's folder.
func Read(files Files, g *graph.Graph, titles map[string]string, given Facts, folder string) Facts {
	var all []manifest
	readme := ""
	for _, p := range files.Paths() {
		base := path.Base(p)
		if stem, _, _ := strings.Cut(strings.ToLower(base), "."); stem == "readme" && base == p && (readme == "" || len(base) < len(readme)) {
			readme = base
		}
		read := readers[base]
		if strings.HasPrefix(base, "requirements") && strings.HasSuffix(base, ".txt") {
			read = readRequirements
		}
		if read == nil || aside(p) || len(all) == maxManifests {
			continue
		}
		content, err := files.ReadFile(p, maxManifest)
		if err != nil {
			continue
		}
		all = append(all, read(content))
		all[len(all)-1].path = p
	}
	slices.SortStableFunc(all, func(a, b manifest) int {
		return cmp.Or(cmp.Compare(strings.Count(a.path, "/"), strings.Count(b.path, "/")), cmp.Compare(rank(a.path), rank(b.path)))
	})
	f := given
	for _, m := range all {
		if path.Base(m.path) == m.path { // manifests further down describe parts of the project
			f.Name, f.Description = cmp.Or(f.Name, m.name), cmp.Or(f.Description, m.description)
		}
		for _, d := range m.dependencies {
			if name := framework(d); name != "" {
				f.Frameworks = append(f.Frameworks, name)
			}
		}
	}
	slices.Sort(f.Frameworks)
	f.Frameworks = slices.Compact(f.Frameworks)
	if f.Description == "" && readme != "" {
		if content, err := files.ReadFile(readme, maxManifest); err == nil {
			f.Description = firstParagraph(string(content))
		}
	}
	f.Name, f.Description = oneLine(cmp.Or(f.Name, folder)), oneLine(f.Description)
	f.Languages = languages(g, titles)
	return f
}

// oneLine turns a text into one line of bounded length.
func oneLine(s string) string {
	s = strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }), " ")
	if r := []rune(s); len(r) > maxText {
		return string(r[:maxText-1]) + "…"
	}
	return s
}

// aside reports whether a manifest does not describe the project: one of tests, examples or vendored code.
func aside(p string) bool {
	for _, part := range strings.Split(path.Dir(p), "/") {
		switch strings.ToLower(part) {
		case "node_modules", "vendor", "third_party", "testdata", "fixtures", "__fixtures__", "test", "tests", "__tests__", "example", "examples", "samples", "templates":
			return true
		}
	}
	return false
}

// languages returns the languages of the files that are not generated, most lines first.
func languages(g *graph.Graph, titles map[string]string) []string {
	lines := make(map[string]int)
	for _, n := range g.Nodes {
		if n.Label == graph.File && n.Language != "" && !n.Generated {
			lines[cmp.Or(titles[n.Language], n.Language)] += max(1, n.End)
		}
	}
	var names []string
	for name := range lines {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(lines[b], lines[a]), cmp.Compare(a, b)) })
	return names
}

// firstParagraph returns the first paragraph of a README that is plain text: no heading, badge,
// picture, list or code.
func firstParagraph(text string) string {
	fenced := false
	var paragraph []string
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		line = strings.TrimSpace(line)
		underlined := i+1 < len(lines) && isRule(lines[i+1])
		switch {
		case strings.HasPrefix(line, "```"):
			fenced = !fenced
			continue
		case fenced, underlined, isRule(line), line != "" && strings.ContainsRune("#<![|>-*=.:", rune(line[0])) && len(paragraph) == 0:
			continue
		case line != "":
			paragraph = append(paragraph, line)
			continue
		}
		if len(paragraph) > 0 {
			break
		}
	}
	return plainText(strings.Join(paragraph, " "))
}

// isRule reports whether a line underlines a heading.
func isRule(line string) bool {
	line = strings.TrimSpace(line)
	return len(line) > 2 && (strings.Trim(line, "=") == "" || strings.Trim(line, "-") == "" || strings.Trim(line, "~") == "")
}

// plainText removes links and markup from Markdown.
func plainText(s string) string {
	var b strings.Builder
	for {
		open := strings.IndexByte(s, '[')
		if open < 0 {
			break
		}
		middle := strings.Index(s[open:], "](")
		if middle < 0 {
			break
		}
		end := strings.IndexByte(s[open+middle:], ')')
		if end < 0 {
			break
		}
		b.WriteString(s[:open] + s[open+1:open+middle])
		s = s[open+middle+end+1:]
	}
	b.WriteString(s)
	return strings.NewReplacer("**", "", "`", "").Replace(b.String())
}
