package main

import (
	"fmt"
	"go/doc"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/analyze/query"
	"github.com/nexus-ci/nexus-ci/analyze/risk"
	"github.com/nexus-ci/nexus-ci/config"
)

// partBegin and partEnd enclose the parts of documents that are made from the code.
func partBegin(name string) string { return "<!-- generated: " + name + " -->\n" }

const partEnd = "<!-- end of generated -->\n"

// generatedPart returns the part of a document that is made from the code under a name.
func generatedPart(text, name string) (string, bool) {
	_, rest, found := strings.Cut(text, partBegin(name))
	part, _, ended := strings.Cut(rest, partEnd)
	return part, found && ended
}

// generators make the parts. What is not here is made by the scripts (command shown).
var generators = map[string]func(*testing.T) string{
	"packages":      packagesDrawing,
	"package table": packagesTable,
	"languages":     languagesTable,
	"checked":       checkedTable,
	"project files": projectFiles,
	"thresholds":    thresholdsTable,
	"tools":         toolsTable,
	"configuration": configurationTable,
	"services":      servicesTable,
	"chat":          chatTable,
	"inputs":        inputsTable,
	"outputs":       outputsTable,
}

// What documents say of layers, languages, keys, tools and inputs is what the code says.
// go test ./cmd/nexus-ci -run TestGeneratedDocs -update writes it anew.
func TestGeneratedDocs(t *testing.T) {
	used := make(map[string]bool)
	for _, d := range documents(t) {
		text := d.text
		for _, m := range regexp.MustCompile(`<!-- generated: (.*?) -->\n`).FindAllStringSubmatch(d.text, -1) {
			old, ok := generatedPart(text, m[1])
			if !ok {
				t.Errorf("%s: the part %q has no end", d.path, m[1])
			}
			generate := generators[m[1]]
			if generate == nil {
				continue
			}
			used[m[1]] = true
			now := "\n" + generate(t) + "\n"
			if old == now {
				continue
			}
			if text = strings.Replace(text, partBegin(m[1])+old+partEnd, partBegin(m[1])+now+partEnd, 1); !*update {
				t.Errorf("%s: the part %q is old (go test ./cmd/nexus-ci -run TestGeneratedDocs -update):\n%s", d.path, m[1], now)
			}
		}
		if *update && text != d.text {
			if err := os.WriteFile(filepath.Join("..", "..", filepath.FromSlash(d.path)), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name := range generators {
		if !used[name] {
			t.Errorf("no document has the part %q", name)
		}
	}
}

// table is a Markdown table.
func table(head string, rows [][]string) string {
	var b strings.Builder
	b.WriteString("| " + strings.ReplaceAll(head, "|", " | ") + " |\n|" + strings.Repeat("---|", strings.Count(head, "|")+1) + "\n")
	for _, r := range rows {
		for i := range r {
			r[i] = strings.ReplaceAll(r[i], "|", `\|`)
		}
		b.WriteString("| " + strings.Join(r, " | ") + " |\n")
	}
	return b.String()
}

// aside are the packages that no change runs through: tools and what tests are made with.
func aside(dir string) bool {
	base := path.Base(dir)
	return strings.HasSuffix(base, "test") || slices.Contains([]string{"fit", "measure", "mutate"}, base)
}

// packageImports returns what each package of the module imports of it, with the languages
// as one. Only what the table of layers allows is there (TestLayers).
func packageImports(t *testing.T) map[string][]string {
	collapse := func(dir string) string {
		if strings.HasPrefix(dir, "analyze/lang/") {
			return "analyze/lang/*"
		}
		return dir
	}
	imports := make(map[string][]string)
	for _, f := range sources(t) {
		dir := collapse(path.Dir(f.path))
		if aside(dir) || aside(path.Dir(f.path)) {
			continue
		}
		if _, ok := imports[dir]; !ok {
			imports[dir] = nil
		}
		for _, i := range f.imports {
			if own, ok := strings.CutPrefix(i, module+"/"); ok && collapse(own) != dir && !slices.Contains(imports[dir], collapse(own)) {
				imports[dir] = append(imports[dir], collapse(own))
			}
		}
	}
	for dir := range imports {
		slices.Sort(imports[dir])
	}
	return imports
}

// packagesDrawing draws who imports whom, without the arrows that follow from others.
func packagesDrawing(t *testing.T) string {
	imports := packageImports(t)
	var reaches func(from, to string) bool
	reaches = func(from, to string) bool {
		return slices.ContainsFunc(imports[from], func(d string) bool { return d == to || reaches(d, to) })
	}
	var dirs []string
	for dir := range imports {
		dirs = append(dirs, dir)
	}
	slices.Sort(dirs)
	var b strings.Builder
	b.WriteString("```mermaid\nflowchart TD\n")
	id := func(dir string) string {
		return strings.NewReplacer("/", "_", "-", "_", "*", "languages").Replace(dir)
	}
	for _, dir := range dirs {
		fmt.Fprintf(&b, "  %s[\"%s\"]\n", id(dir), strings.TrimPrefix(dir, "cmd/nexus-ci/internal/"))
	}
	for _, dir := range dirs {
		for _, to := range imports[dir] {
			if !slices.ContainsFunc(imports[dir], func(d string) bool { return reaches(d, to) }) {
				fmt.Fprintf(&b, "  %s --> %s\n", id(dir), id(to))
			}
		}
	}
	b.WriteString("```\n")
	return b.String()
}

// packagesTable lists the packages from the ground up, each with the first sentence of its
// comment and what its row allows it to import of the module.
func packagesTable(t *testing.T) string {
	imports := packageImports(t)
	synopsis := make(map[string]string)
	for _, f := range sources(t) {
		if f.ast.Doc != nil {
			synopsis[path.Dir(f.path)] = new(doc.Package).Synopsis(f.ast.Doc.Text())
		}
	}
	var height func(dir string) int
	height = func(dir string) int {
		h := 0
		for _, d := range imports[dir] {
			h = max(h, height(d)+1)
		}
		return h
	}
	var dirs []string
	for dir := range imports {
		dirs = append(dirs, dir)
	}
	slices.SortFunc(dirs, func(a, b string) int {
		if d := height(a) - height(b); d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	var rows [][]string
	for _, dir := range dirs {
		row, _ := rowOf(dir)
		allowed := strings.Join(row.ours, "`, `")
		if allowed != "" {
			allowed = "`" + allowed + "`"
		}
		what := synopsis[dir]
		if dir == "analyze/lang/*" {
			what = "The languages, one package each; see [languages](languages.md)."
		}
		what = regexp.MustCompile(`^(Package|Command) \S+ `).ReplaceAllString(what, "")
		rows = append(rows, []string{"`" + dir + "`", what, allowed})
	}
	return table("Package|What it does|May import", rows)
}

// checkTitles say what is looked for.
var checkTitles = []struct {
	lang.Check
	title string
}{
	{lang.CheckNames, "uses of names that are gone"},
	{lang.CheckArguments, "calls with the wrong arguments"},
	{lang.CheckMembers, "types that lack members of their interface or base class"},
}

func languagesTable(*testing.T) string {
	var rows [][]string
	for _, l := range all.Languages() {
		if l.Grammar == nil || l.Dialect != nil {
			continue
		}
		cells := []string{l.Title, "`" + strings.Join(append(slices.Clone(l.Extensions), l.Filenames...), "` `") + "`", "yes"}
		for _, c := range checkTitles {
			cells = append(cells, yesNo(slices.Contains(l.Checks(), c.Check)))
		}
		rows = append(rows, append(cells, yesNo(l.Rules.Awaits), yesNo(len(l.TestRunners) > 0)))
	}
	return table("Language|Files|Graph|Break: name is gone|Break: wrong arguments|Break: member is missing|Missing await|Test commands", rows)
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// checkedTable says in a few lines what is checked in which languages.
func checkedTable(*testing.T) string {
	type group struct {
		checks []lang.Check
		titles []string
	}
	var groups []*group
	for _, l := range all.Languages() {
		if l.Grammar == nil {
			continue
		}
		at := slices.IndexFunc(groups, func(g *group) bool { return slices.Equal(g.checks, l.Checks()) })
		if at < 0 {
			at = len(groups)
			groups = append(groups, &group{checks: l.Checks()})
		}
		if !slices.Contains(groups[at].titles, l.Title) {
			groups[at].titles = append(groups[at].titles, l.Title)
		}
	}
	slices.SortStableFunc(groups, func(a, b *group) int { return len(b.checks) - len(a.checks) })
	var rows [][]string
	for _, g := range groups {
		var parts []string
		for _, c := range checkTitles {
			if slices.Contains(g.checks, c.Check) {
				parts = append(parts, c.title)
			}
		}
		what := strings.Join(parts, ", ")
		switch {
		case what == "":
			what = "not yet"
		case !slices.Contains(g.checks, lang.CheckNames):
			what = "only " + what
		}
		rows = append(rows, []string{strings.Join(g.titles, ", "), "yes", what})
	}
	rows = append(rows,
		[]string{"Manifests, workflows, Dockerfiles, migrations, schemas, settings", "no", "no; what they declare is compared"},
		[]string{"CSS, images, and everything else", "no", "no; named as not analysed"})
	return table("Changed files in|Flows, dependants, tests, rating|Checked for breaks", rows)
}

func projectFiles(*testing.T) string {
	var names []string
	for _, l := range all.Languages() {
		if l.Read != nil {
			for _, name := range l.Filenames {
				names = append(names, "`"+name+"`")
			}
			for _, ext := range l.Extensions {
				names = append(names, "`*"+ext+"`")
			}
		}
	}
	slices.Sort(names)
	return strings.Join(slices.Compact(names), ", ") + ".\n"
}

func thresholdsTable(*testing.T) string {
	d := risk.DefaultThresholds
	return table("Axis|medium|high|critical", [][]string{
		{"breakage: places that break", "", fmt.Sprintf("%d", d.SitesHigh), fmt.Sprintf("%d, or broken flows from %d entry points", d.SitesCritical, d.BrokenCritical)},
		{"likelihood: score, 0 to 100", fmt.Sprint(d.ScoreMedium), fmt.Sprint(d.ScoreHigh), fmt.Sprint(d.ScoreCritical)},
		{"exposure: what the change would hit", "a warning, a flow that is cut, something of a library gone that it does not use itself, or a fact outside of code that a reviewer must look at", "", ""},
	})
}

func toolsTable(*testing.T) string {
	var rows [][]string
	for _, tool := range query.Tools() {
		where := "MCP"
		if cmd, _, err := (&program{}).command().Find([]string{tool.Name}); err == nil && cmd.Name() == tool.Name {
			where = "MCP, command"
		}
		rows = append(rows, []string{"`" + tool.Name + "`", tool.Summary, where})
	}
	return table("Tool|Answers|Where", rows)
}

func configurationTable(t *testing.T) string { return settingsTable(t, config.Default().Settings()) }

func servicesTable(t *testing.T) string { return ownTable(t, false) }

func chatTable(t *testing.T) string { return ownTable(t, true) }

// ownTable lists the keys of the user's own file: those of the chat, or the others.
func ownTable(t *testing.T, chat bool) string {
	return settingsTable(t, slices.DeleteFunc(config.DefaultServices().Settings(), func(s config.Setting) bool {
		return strings.HasPrefix(s.Key, "chat.") != chat
	}))
}

func settingsTable(t *testing.T, settings []config.Setting) string {
	var rows [][]string
	for _, s := range settings {
		value := yaml.Node{}
		if err := value.Encode(s.Value); err != nil {
			t.Fatal(err)
		}
		value.Style = yaml.FlowStyle
		text, err := yaml.Marshal(&value)
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, []string{"`" + s.Key + "`", "`" + strings.TrimSpace(string(text)) + "`", s.Doc})
	}
	return table("Key|Default|Meaning", rows)
}

// actionTable lists the inputs or outputs of the Action in the order of action.yml.
func actionTable(t *testing.T, of string, withDefault bool) string {
	var action map[string]yaml.Node
	if err := yaml.Unmarshal([]byte(readRoot(t, "action.yml")), &action); err != nil {
		t.Fatal(err)
	}
	node := action[of]
	head := "Name|Meaning"
	if withDefault {
		head += "|Default"
	}
	var rows [][]string
	for i := 0; i < len(node.Content); i += 2 {
		var field struct{ Description, Default string }
		if err := node.Content[i+1].Decode(&field); err != nil {
			t.Fatal(err)
		}
		row := []string{"`" + node.Content[i].Value + "`", field.Description}
		if withDefault {
			value := ""
			if field.Default != "" {
				value = "`" + field.Default + "`"
			}
			row = append(row, value)
		}
		rows = append(rows, row)
	}
	return table(head, rows)
}

func inputsTable(t *testing.T) string { return actionTable(t, "inputs", true) }

func outputsTable(t *testing.T) string { return actionTable(t, "outputs", false) }
