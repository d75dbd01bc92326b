package sarif

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/nexus-ci/nexus-ci/report/reporttest"
	"github.com/nexus-ci/nexus-ci/report/view"
)

var update = flag.Bool("update", false, "write the golden files")

var options = Options{RepositoryURL: "https://github.com/acme/shop"}

// standard returns the schema of the standard.
func standard(t *testing.T) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	s, err := c.Compile(filepath.Join("testdata", "sarif-schema-2.1.0.json"))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func valid(t *testing.T, s *jsonschema.Schema, name string, data []byte) {
	t.Helper()
	instance, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if err := s.Validate(instance); err != nil {
		t.Errorf("%s: %v", name, err)
	}
}

// parse returns the run of a log, and refuses what the types do not know.
func parse(t *testing.T, data []byte) run {
	t.Helper()
	var l log
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&l); err != nil {
		t.Fatal(err)
	}
	if len(l.Runs) != 1 {
		t.Fatalf("%d runs", len(l.Runs))
	}
	return l.Runs[0]
}

func TestRender(t *testing.T) {
	s := standard(t)
	for name, r := range reporttest.Reports() {
		got, err := Render(r, options)
		if err != nil {
			t.Fatal(err)
		}
		valid(t, s, name, got)
		if name == "large" {
			continue // too large to read
		}
		golden(t, filepath.Join("testdata", name+".sarif"), withoutRules(t, got))
		if again, err := Render(r, options); err != nil || !bytes.Equal(got, again) {
			t.Errorf("%s: rendered twice it differs: %v", name, err)
		}
	}
}

// withoutRules takes the rules out of a log: they are documented elsewhere.
func withoutRules(t *testing.T, data []byte) []byte {
	t.Helper()
	before, rest, ok := strings.Cut(string(data), `"rules": [`)
	_, after, closed := strings.Cut(rest, "\n          ]\n")
	if !ok || !closed {
		t.Fatal("no rules")
	}
	return []byte(before + `"rules": []` + "\n" + after)
}

func golden(t *testing.T, file string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got), run with -update to accept:\n%s", file, diff)
	}
}

func TestOptions(t *testing.T) {
	r := reporttest.Reports()["removed"]
	data, err := Render(r, Options{})
	if err != nil {
		t.Fatal(err)
	}
	valid(t, standard(t), "unknown repository", data)
	if got := parse(t, data).VersionControl; got != nil {
		t.Errorf("a repository that nobody named: %v", got)
	}
	r.Head.Commit = "" // the work tree
	r.Tool.Version = "v1.2.3"
	data, err = Render(r, options)
	if err != nil {
		t.Fatal(err)
	}
	got := parse(t, data)
	want := []versionControl{{RepositoryURI: options.RepositoryURL, MappedTo: artifactLocation{URIBaseID: root}}}
	if diff := cmp.Diff(want, got.VersionControl); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if v := got.Tool.Driver.Version; v != "1.2.3" {
		t.Errorf("version %q", v)
	}
}

func TestRules(t *testing.T) {
	rules := newRules()
	for i, r := range view.Rules() {
		got := rules[i]
		if got.ID != r.Name {
			t.Errorf("rule %q is %q", r.Name, got.ID)
		}
		if n := len(got.ShortDescription.Text); n == 0 || n > 1024 {
			t.Errorf("%s: a description of %d bytes", r.Name, n)
		}
		if !strings.Contains(got.Help.Text, strings.TrimSpace(r.Doc)) || !strings.Contains(got.Help.Markdown, strings.TrimSpace(r.Doc)) {
			t.Errorf("%s: the help does not have its documentation", r.Name)
		}
	}
	find := func(id string) rule {
		return rules[slices.IndexFunc(rules, func(r rule) bool { return r.ID == id })]
	}
	for _, tc := range []struct{ id, name, level, precision, severity string }{
		{"stale-call", "StaleCall", "error", "very-high", "error"},
		{"lost-step", "LostStep", "warning", "high", "warning"},
		{"api-break", "ApiBreak", "note", "high", "recommendation"},
		{"orphaned", "", "note", "high", "recommendation"},
	} {
		got := find(tc.id)
		if got.Name != tc.name || got.DefaultConfiguration.Level != tc.level || got.Properties.Precision != tc.precision || got.Properties.ProblemSeverity != tc.severity {
			t.Errorf("%s: %q, %v, %v", tc.id, got.Name, got.DefaultConfiguration, got.Properties)
		}
	}
}

// A rule of another version is named, and described by nobody.
func TestUnknownRule(t *testing.T) {
	r := reporttest.Reports()["removed"]
	r.Findings[0].Rule = "made-up"
	data, err := Render(r, options)
	if err != nil {
		t.Fatal(err)
	}
	valid(t, standard(t), "unknown rule", data)
	if got := parse(t, data).Results[0]; got.RuleID != "made-up" || got.RuleIndex != nil {
		t.Errorf("rule %s at %v", got.RuleID, got.RuleIndex)
	}
}

func TestLimits(t *testing.T) {
	r := reporttest.Reports()["large"]
	all, err := Render(r, options)
	if err != nil {
		t.Fatal(err)
	}
	results := len(parse(t, all).Results)
	if results < 10 || len(r.Findings) < 2*results {
		t.Fatalf("%d results of %d findings: the report does not show the limits", results, len(r.Findings))
	}
	count := func(l limits) (results, related int, said string) {
		data, err := render(r, options, l)
		if err != nil {
			t.Fatal(err)
		}
		got := parse(t, data)
		for _, one := range got.Results {
			related = max(related, len(one.RelatedLocations))
		}
		for _, n := range got.Invocations[0].Notifications {
			if strings.Contains(n.Message.Text, "left out") {
				said += n.Message.Text
			}
		}
		return len(got.Results), related, said
	}
	const roomy = 10 << 20
	if n, _, said := count(limits{results, 1000, roomy}); n != results || said != "" {
		t.Errorf("all of it: %d results, %q", n, said)
	}
	if n, _, said := count(limits{results - 3, 1000, roomy}); n != results-3 || said != "3 results left out: GitHub takes no larger file." {
		t.Errorf("few results: %d results, %q", n, said)
	}
	if _, related, said := count(limits{results, 5, roomy}); related != 4 || !strings.Contains(said, "places left out") {
		t.Errorf("few places: %d related locations, %q", related, said)
	}
	small := compressed(all) * 3 / 4
	if n, _, said := count(limits{results, 1000, small}); n == 0 || n >= results || !strings.Contains(said, "results left out") {
		t.Errorf("few bytes: %d of %d results, %q", n, results, said)
	}
	if n, _, _ := count(limits{results, 1000, 1}); n != 0 {
		t.Errorf("no bytes: %d results", n)
	}
}

// The most important results stay.
func TestLimitKeepsErrors(t *testing.T) {
	r := reporttest.Reports()["lost-step"]
	r.Findings = append(r.Findings, reporttest.Reports()["removed"].Findings...)
	data, err := render(r, options, limits{1, 1000, 10 << 20})
	if err != nil {
		t.Fatal(err)
	}
	if got := parse(t, data).Results; len(got) != 1 || got[0].Level != "error" {
		t.Errorf("kept %v", got)
	}
}

// links are what GitHub takes for one in a message: an unescaped bracket begins it.
var links = regexp.MustCompile(`(?:^|[^\\])(?:\\\\)*\[((?:[^\\\[\]]|\\.)*)\]\(([^)]*)\)`)

// Whatever stands in a report, its messages are clean and link only related locations,
// and its paths stay inside of the repository.
func FuzzRender(f *testing.F) {
	schema := jsonschema.NewCompiler()
	schema.AssertFormat()
	s, err := schema.Compile(filepath.Join("testdata", "sarif-schema-2.1.0.json"))
	if err != nil {
		f.Fatal(err)
	}
	for _, text := range []string{
		reporttest.Nasty, "`x`", "a|b", "@team", "#12", "closes #1", "<script>", "-->", "\u202egnp", "\x1b[2J", "a\nb", "$(reboot)",
		"[a](1)", "[a](https://evil.example)", `\[a](1)`, `\\[a](1)`, "](1)", "{0}", "//evil.example/x", "../../x", "C:\\x", "a b%20.go", "\xff", "x:y",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		data, err := Render(reporttest.Hostile(text), options)
		if err != nil {
			t.Fatal(err)
		}
		valid(t, s, text, data)
		got := parse(t, data)
		for _, one := range got.Results {
			inert(t, one.Message.Text, len(one.RelatedLocations))
			for _, l := range append(one.Locations, one.RelatedLocations...) {
				if l.Message != nil {
					inert(t, l.Message.Text, 0)
				}
				if u := l.PhysicalLocation.ArtifactLocation.URI; strings.HasPrefix(u, "/") || strings.ContainsAny(u, ":?#\\ ") {
					t.Errorf("path %q", u)
				}
			}
		}
		for _, n := range got.Invocations[0].Notifications {
			inert(t, n.Message.Text, 0)
		}
	})
}

// inert checks a message that may link locations.
func inert(t *testing.T, text string, locations int) {
	t.Helper()
	if i := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsGraphic(r) }); i >= 0 {
		t.Errorf("%q in %q", text[i:], text)
	}
	for _, m := range links.FindAllStringSubmatch(text, -1) {
		var id int
		if err := json.Unmarshal([]byte(m[2]), &id); err != nil || id < 1 || id > locations {
			t.Errorf("%q links %q", text, m[2])
		}
	}
}
