package actions

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/reporttest"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// official is what GitHub's own library writes; testdata/README.md says how it was made.
type official struct {
	Commands []struct {
		Name, Level, Title, File, Message, Want string
		Line                                    int
	}
	Outputs []struct{ Name, Output, Value, Delimiter, Want string }
}

func readOfficial(t *testing.T) *official {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "official.json"))
	if err != nil {
		t.Fatal(err)
	}
	var o official
	if err := json.Unmarshal(data, &o); err != nil {
		t.Fatal(err)
	}
	return &o
}

func TestOfficialCommands(t *testing.T) {
	for _, tc := range readOfficial(t).Commands {
		properties := []property{{"title", tc.Title}, {"file", tc.File}}
		if tc.Line > 0 {
			properties = append(properties, property{"line", fmt.Sprint(tc.Line)})
		}
		if got := command(tc.Level, properties, tc.Message); got != tc.Want {
			t.Errorf("%s:\n got %q\nwant %q", tc.Name, got, tc.Want)
		}
		a := view.Annotation{Level: tc.Level, Title: tc.Title, Path: tc.File, Line: tc.Line, Message: tc.Message}
		isClean := report.Clean(tc.Title+tc.File+tc.Message) == tc.Title+tc.File+tc.Message
		if got := annotate(a); isClean && got != tc.Want {
			t.Errorf("annotation %s:\n got %q\nwant %q", tc.Name, got, tc.Want)
		}
	}
}

func TestOfficialOutputs(t *testing.T) {
	for _, tc := range readOfficial(t).Outputs {
		got, err := fileCommand(tc.Output, tc.Value, func() string { return tc.Delimiter })
		if err != nil {
			t.Errorf("%s: %v", tc.Name, err)
		}
		if got != tc.Want {
			t.Errorf("%s:\n got %q\nwant %q", tc.Name, got, tc.Want)
		}
	}
}

func TestFileCommand(t *testing.T) {
	words := []string{"taken", "free"}
	next := func() string {
		word := words[0]
		words = words[1:]
		return word
	}
	got, err := fileCommand("report", "x\ntaken\nrisk=none", next)
	if want := "report<<free\nx\ntaken\nrisk=none\nfree\n"; got != want || err != nil {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	if got, err := fileCommand("report", "x", func() string { return "x" }); err == nil {
		t.Errorf("a value with the delimiter gave %q", got)
	}
	// The official library takes every name: the runner would read other outputs.
	for _, name := range []string{"", "a=b", "a<<b", "a\nrisk=none", "a b", "1", "::set-output", "$(reboot)"} {
		if got, err := fileCommand(name, "x", func() string { return "end" }); err == nil {
			t.Errorf("name %q gave %q", name, got)
		}
	}
}

func TestAnnotate(t *testing.T) {
	for _, tc := range []struct {
		name string
		a    view.Annotation
		want string
	}{
		{"all", view.Annotation{Path: "src/a.go", Line: 3, Level: "error", Title: "stale-call", Message: "one\ntwo"},
			"::error title=stale-call,file=src/a.go,line=3::one%0Atwo"},
		{"no title", view.Annotation{Path: "a.go", Line: 3, Level: "notice", Message: "m"}, "::notice file=a.go,line=3::m"},
		{"path for Windows and GitHub", view.Annotation{Path: "a,b:c%.go", Line: 3, Level: "warning", Message: "m"},
			"::warning file=a%2Cb%3Ac%25.go,line=3::m"},
		{"path that hides its end", view.Annotation{Path: "a\u202eog.b", Line: 3, Level: "error", Title: "t", Message: "m"},
			`::error title=t::a\u202eog.b:3: m`},
		{"path of two lines", view.Annotation{Path: "a\n::error::x", Line: 3, Level: "error", Message: "m"},
			`::error::a\x0a::error::x:3: m`},
		{"terminal", view.Annotation{Path: "a.go", Line: 3, Level: "error", Title: "\x1b[2J", Message: "\x1b[2J\r##[x]"},
			`::error title=\x1b[2J,file=a.go,line=3::\x1b[2J\x0d\x23#[x]`},
	} {
		if got := annotate(tc.a); got != tc.want {
			t.Errorf("%s:\n got %q\nwant %q", tc.name, got, tc.want)
		}
	}
}

func TestCommands(t *testing.T) {
	many := func(errors, warnings, notices int) []view.Annotation {
		var out []view.Annotation
		for i, level := range []string{"error", "warning", "notice"} {
			for n := range []int{errors, warnings, notices}[i] {
				out = append(out, view.Annotation{Path: "a.go", Line: n + 1, Level: level, Message: "m"})
			}
		}
		return out
	}
	for _, tc := range []struct {
		name                      string
		annotations               []view.Annotation
		errors, warnings, notices int
		last                      string
	}{
		{"none", nil, 0, 0, 0, ""},
		{"all shown", many(10, 10, 7), 10, 10, 7, "::notice file=a.go,line=7::m"},
		{"one too many", many(11, 0, 0), 10, 0, 1, "::notice::1 finding more: GitHub shows no more of one step. The summary of the job has all."},
		{"far too many", many(50, 2, 30), 10, 2, 8, "::notice::63 findings more: GitHub shows no more of one step. The summary of the job has all."},
		{"unknown level", []view.Annotation{{Level: "set-output name=x", Message: "m"}}, 0, 0, 1, "::notice::1 finding more: GitHub shows no more of one step. The summary of the job has all."},
	} {
		lines := Commands(tc.annotations)
		var got [3]int
		for _, l := range lines {
			for i, level := range []string{"error", "warning", "notice"} {
				if strings.HasPrefix(l, "::"+level) {
					got[i]++
				}
			}
		}
		if want := [3]int{tc.errors, tc.warnings, tc.notices}; got != want {
			t.Errorf("%s: %v lines of each level, want %v", tc.name, got, want)
		}
		if len(lines) > 0 && lines[len(lines)-1] != tc.last {
			t.Errorf("%s: last line %q, want %q", tc.name, lines[len(lines)-1], tc.last)
		}
	}
}

// understood returns what the runner reads in a line of the log.
func understood(line string) (name string, properties map[string]string, message string) {
	head, data, ok := strings.Cut(strings.TrimPrefix(line, "::"), "::")
	if !ok || !strings.HasPrefix(line, "::") {
		return "", nil, line
	}
	name, list, _ := strings.Cut(head, " ")
	properties = make(map[string]string)
	for p := range strings.SplitSeq(list, ",") {
		if key, value, ok := strings.Cut(p, "="); ok {
			properties[key] = strings.NewReplacer("%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",", "%25", "%").Replace(value)
		}
	}
	return name, properties, strings.NewReplacer("%0D", "\r", "%0A", "\n", "%25", "%").Replace(data)
}

// outputs returns what the runner reads in a file of outputs.
func outputs(t *testing.T, file string) map[string]string {
	t.Helper()
	out := make(map[string]string)
	for lines := strings.Split(strings.TrimSuffix(file, "\n"), "\n"); len(lines) > 0; {
		name, end, ok := strings.Cut(lines[0], "<<")
		if !ok {
			t.Fatalf("%q is no output", lines[0])
		}
		last := slices.Index(lines, end)
		if last < 0 {
			t.Fatalf("%q has no end", lines[0])
		}
		out[name] = strings.Join(lines[1:last], "\n")
		lines = lines[last+1:]
	}
	return out
}

// A name, a branch or a path that is one of these says nothing to the runner: a report with
// it gives as many annotations as a harmless one, each of one line and clean, and an output
// is read as it was written.
func TestHostileNames(t *testing.T) {
	names := []string{reporttest.Nasty, "$(reboot)", "\xff\xfe"}
	for _, c := range readOfficial(t).Commands {
		names = append(names, c.Message)
	}
	harmless := len(Commands(view.Annotations(reporttest.Hostile("x"))))
	for _, s := range names {
		if s == "" {
			continue
		}
		lines := Commands(view.Annotations(reporttest.Hostile(s)))
		if len(lines) != harmless {
			t.Errorf("%q: %d lines, want %d", s, len(lines), harmless)
		}
		for _, line := range lines {
			if i := strings.IndexFunc(line, func(r rune) bool { return !unicode.IsGraphic(r) }); i >= 0 || strings.Contains(line, "##[") {
				t.Errorf("%q: %q", s, line)
			}
			name, properties, message := understood(line)
			if !slices.Contains([]string{"error", "warning", "notice"}, name) || len(message) == 0 {
				t.Errorf("%q is read as the command %q", line, name)
			}
			for key := range properties {
				if !slices.Contains([]string{"title", "file", "line"}, key) {
					t.Errorf("%q has the property %q", line, key)
				}
			}
			if file := properties["file"]; file != "" && file != s {
				t.Errorf("the path %q is read as %q", s, file)
			}
		}
		var file strings.Builder
		for _, name := range []string{"report", "risk"} {
			entry, err := fileCommand(name, s, func() string { return "end_OF2VALUE" })
			if err != nil {
				t.Fatal(err)
			}
			file.WriteString(entry)
		}
		if diff := cmp.Diff(map[string]string{"report": s, "risk": s}, outputs(t, file.String())); diff != "" {
			t.Errorf("outputs of %q (-want +got):\n%s", s, diff)
		}
	}
}

// Whatever stands in a report, the runner reads one annotation, of which nothing is lost.
func FuzzAnnotate(f *testing.F) {
	f.Add("stale-call", "src/a.go", "one sentence\nand one more")
	f.Add(reporttest.Nasty, reporttest.Nasty, reporttest.Nasty)
	f.Add("%25", "%2C,:", "%250A%")
	f.Fuzz(func(t *testing.T, title, path, message string) {
		a := view.Annotation{Level: "error", Title: title, Path: path, Line: 7, Message: message}
		line := annotate(a)
		if i := strings.IndexFunc(line, func(r rune) bool { return !unicode.IsGraphic(r) }); i >= 0 {
			t.Errorf("%q at %d of %q", line[i:], i, line)
		}
		want := map[string]string{"file": path, "line": "7"}
		said := clean(message)
		if at := report.Clean(path); path == "" {
			want = map[string]string{}
		} else if at != path {
			want, said = map[string]string{}, at+":7: "+said
		}
		if title != "" {
			want["title"] = clean(title)
		}
		name, properties, got := understood(line)
		if name != "error" || got != said {
			t.Errorf("read as %s %q, want error %q", name, got, said)
		}
		if diff := cmp.Diff(want, properties); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}
