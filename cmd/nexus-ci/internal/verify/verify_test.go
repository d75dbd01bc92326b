package verify

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/report"
)

// Under the name of a compiler the test program is one: it says what stands in the
// file "said" of its directory, a javac on the other stream. A javac keeps the file of
// arguments that it was given as "given".
func TestMain(m *testing.M) {
	name := strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe")
	switch name {
	case "tsc", "javac", "clang", "clang++", "cargo":
		said, err := os.ReadFile("said")
		if err != nil {
			os.Exit(3)
		}
		dir, err := os.Getwd()
		if err != nil {
			os.Exit(3)
		}
		if string(said) == "forever" {
			time.Sleep(time.Minute)
		}
		out := os.Stdout
		if strings.HasPrefix(name, "clang") {
			out = os.Stderr
			if err := os.WriteFile("given", []byte(strings.Join(os.Args[1:], "\n")), 0o644); err != nil {
				os.Exit(3)
			}
		}
		if name == "javac" {
			out = os.Stderr
			given, err := os.ReadFile(strings.TrimPrefix(os.Args[len(os.Args)-1], "@"))
			if err != nil || os.WriteFile("given", given, 0o644) != nil {
				os.Exit(3)
			}
		}
		fmt.Fprint(out, strings.ReplaceAll(string(said), "$DIR", dir))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// install makes the test program available as a compiler.
func install(t *testing.T, path string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	in, err := os.Open(self)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if filepath.Ext(self) == ".exe" {
		path += ".exe"
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	out, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o755)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(out, in); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
}

func workspace(t *testing.T, files map[string]string) *Workspace {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return &Workspace{Dir: dir, Getenv: os.Getenv}
}

// mark returns what is said of places, each "path:line".
func mark(t *testing.T, w *Workspace, places ...string) (marks []string, v *report.Verification) {
	t.Helper()
	var r report.Report
	for _, p := range places {
		f := report.Finding{Class: "break", Side: "head"}
		if _, err := fmt.Sscanf(strings.Replace(p, ":", " ", 1), "%s %d", &f.Path, &f.Line); err != nil {
			t.Fatal(err)
		}
		r.Findings = append(r.Findings, f)
	}
	if err := Mark(t.Context(), w, &r); err != nil {
		t.Fatal(err)
	}
	for _, f := range r.Findings {
		marks = append(marks, *f.Verified)
	}
	return marks, r.Verification
}

func TestTypeScript(t *testing.T) {
	w := workspace(t, map[string]string{
		"app/tsconfig.json": "{}",
		"app/src/a.ts":      "",
		"app/said":          "src/a.ts(3,5): error TS2304: Cannot find name 'x'.\n  more of it\n$DIR/src/a.ts\n$DIR/src/b.ts\n/usr/lib/lib.d.ts\n",
	})
	installed := workspace(t, map[string]string{"app/node_modules/react/index.d.ts": ""})
	install(t, filepath.Join(installed.Dir, "node_modules", ".bin", "tsc"))
	w.Installed = installed.Dir
	marks, v := mark(t, w, "app/src/a.ts:4", "app/src/a.ts:9", "app/src/b.ts:3", "app/src/c.ts:3", "other/d.ts:1")
	if d := cmp.Diff([]string{"confirmed", "not_confirmed", "not_confirmed", "not_checked", "not_checked"}, marks); d != "" {
		t.Errorf("marks (-want +got):\n%s", d)
	}
	if d := cmp.Diff(&report.Verification{Compilers: []string{"tsc"}, Confirmed: 1, NotConfirmed: 2, NotChecked: 2, Trouble: []string{}}, v); d != "" {
		t.Errorf("verification (-want +got):\n%s", d)
	}
	if _, err := os.Stat(filepath.Join(w.Dir, "app", "node_modules", "react", "index.d.ts")); err != nil {
		t.Errorf("what is installed is not visible: %v", err)
	}
}

// Only the compiler of the repository is run.
func TestTypeScriptNotInstalled(t *testing.T) {
	w := workspace(t, map[string]string{"tsconfig.json": "{}"})
	marks, v := mark(t, w, "a.ts:1")
	if marks[0] != report.NotChecked || len(v.Trouble) != 1 || len(v.Compilers) != 0 {
		t.Errorf("got %s, %+v", marks, v)
	}
}

func TestJava(t *testing.T) {
	w := workspace(t, map[string]string{
		"A.java": "", "b/B.java": "", "said": "$DIR/A.java:7: error: cannot find symbol\n  symbol: method x()\n" +
			"$DIR/b/B.java:1: error: package org.other does not exist\n$DIR/b/B.java:9: error: cannot find symbol\n2 errors\n",
	})
	bin := t.TempDir()
	install(t, filepath.Join(bin, "javac"))
	t.Setenv("PATH", bin)
	marks, _ := mark(t, w, "A.java:7", "A.java:20", "b/B.java:9", "b/B.java:20")
	if d := cmp.Diff([]string{"confirmed", "not_confirmed", "confirmed", "not_checked"}, marks); d != "" {
		t.Errorf("marks (-want +got):\n%s", d)
	}
}

// javac reads a list of arguments where the end of a line ends a quote. Whatever a file is
// called, every argument is the name of a source.
func TestJavaHostileNames(t *testing.T) {
	hostile := []string{
		"x\" -proc:full \n-processor Evil.java", "\n-J-javaagent:evil.jar\n.java", "\r@evil\r.java", "a\\\n.java", "\x0c-d\x0c.java",
		"\u0085-d .java", "\u2028-d .java", "\xff.java", "-proc:full.java", "@evil.java", "'\" -d .java", `\" -d .java`, "#.java", "dir\n-proc:full/A.java",
	}
	files := map[string]string{"said": "", "A.java": ""}
	if runtime.GOOS == "windows" { // which has no such names
		hostile = []string{"-proc.java", "@evil.java", "' -d .java", "#.java"}
	}
	for _, name := range hostile {
		files[name] = ""
	}
	w := workspace(t, files)
	bin := t.TempDir()
	install(t, filepath.Join(bin, "javac"))
	t.Setenv("PATH", bin)
	if marks, v := mark(t, w, "A.java:1"); marks[0] != report.NotConfirmed || len(v.Trouble) > 0 {
		t.Errorf("got %s, %+v", marks, v)
	}
	given, err := os.ReadFile(filepath.Join(w.Dir, "given"))
	if err != nil {
		t.Fatal(err)
	}
	one := regexp.MustCompile(`^"((?:[^"\\\pC\p{Zl}\p{Zp}]|\\["\\])+)"$`)
	var names []string
	for line := range strings.Lines(string(given)) {
		m := one.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if m == nil {
			t.Fatalf("no single quoted argument: %q", line)
		}
		name := strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(m[1])
		if !filepath.IsAbs(name) {
			t.Errorf("%q may be an option", name)
		}
		if _, ok := w.rel(name); !ok {
			t.Errorf("%q is not in the workspace", name)
		}
		names = append(names, filepath.Base(name))
	}
	if !slices.Contains(names, "A.java") || !slices.Contains(names, "-proc:full.java") && runtime.GOOS != "windows" {
		t.Errorf("harmless names are left out: %q", names)
	}
}

// A compiler that is not there, or not done in time, is trouble and no error.
func TestTrouble(t *testing.T) {
	w := workspace(t, map[string]string{"A.java": "", "said": "forever"})
	t.Setenv("PATH", t.TempDir())
	if marks, v := mark(t, w, "A.java:1", "x.py:1"); marks[0] != report.NotChecked || len(v.Trouble) != 1 || v.Trouble[0] != "javac: no javac was found" {
		t.Errorf("got %s, %+v", marks, v)
	}
	bin := t.TempDir()
	install(t, filepath.Join(bin, "javac"))
	t.Setenv("PATH", bin)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := report.Report{Findings: []report.Finding{{Class: "break", Side: "head", Path: "A.java", Line: 1}}}
	if err := Mark(ctx, w, &r); err == nil {
		t.Error("an interrupted run gives no error")
	}
}

// A module that is not here makes what imports it unknown, and nothing else.
func TestGo(t *testing.T) {
	w := workspace(t, map[string]string{
		"go.mod":        "module example.com/a\n\ngo 1.21\n\nrequire example.com/missing v1.0.0\n",
		"a.go":          "package a\n\nimport \"C\"\n\nfunc F() int { return gone() }\n\nfunc G() {}\n",
		"b/b.go":        "package b\n\nimport \"example.com/missing\"\n\nfunc F() { missing.X() }\n\nfunc H() { undefined() }\n",
		"c/c.go":        "package c\n\nimport \"example.com/a\"\n\nfunc F() { a.G(1) }\n",
		"c/c_x_test.go": "package c_test\n\nimport \"example.com/a/c\"\n\nvar _ = c.F()\n",
		"d/d.go":        "package d\n\nimport \"unsafe\"\n\nfunc F(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }\n",
		"sub/go.mod":    "module example.com/sub\n\ngo 1.21\n",
		"sub/s.go":      "package sub\n\nfunc F() { gone() }\n",
	})
	marks, v := mark(t, w, "a.go:5", "a.go:7", "b/b.go:5", "b/b.go:7", "c/c.go:5", "c/c_x_test.go:5", "d/d.go:5", "sub/s.go:3", "sub/s.go:9")
	want := []string{"confirmed", "not_confirmed", "not_checked", "confirmed", "confirmed", "confirmed", "not_confirmed", "confirmed", "not_confirmed"}
	if d := cmp.Diff(want, marks); d != "" {
		t.Errorf("marks (-want +got):\n%s", d)
	}
	if len(v.Trouble) > 0 {
		t.Error(v.Trouble)
	}
}

// A type that lacks a method is an error wherever it is used, and for us at its
// declaration.
func TestGoImplementers(t *testing.T) {
	w := workspace(t, map[string]string{
		"go.mod": "module example.com/a\n\ngo 1.21\n",
		"a.go":   "package a\n\ntype Store interface{ Get(); Drop() }\n\n\ntype disk struct{}\n\nfunc (*disk) Get() {}\n\n\nfunc New() Store {\n\n\n\treturn &disk{}\n}\n",
		"b/b.go": "package b\n\ntype Cache struct{}\n\nfunc (Cache) Get() {}\n\n\ntype Other struct{}\n",
		"c/c.go": "package c\n\nimport (\n\t\"example.com/a\"\n\t\"example.com/a/b\"\n)\n\nvar _ a.Store = b.Cache{}\n",
	})
	marks, _ := mark(t, w, "a.go:6", "b/b.go:3", "b/b.go:8")
	if d := cmp.Diff([]string{"confirmed", "confirmed", "not_confirmed"}, marks); d != "" {
		t.Errorf("marks (-want +got):\n%s", d)
	}
}

// What is not of head alone is not asked for.
func TestOtherFindings(t *testing.T) {
	against := "main"
	r := report.Report{Findings: []report.Finding{
		{Class: "behaviour", Side: "head", Path: "a.go", Line: 1},
		{Class: "break", Side: "head", Path: "a.go", Line: 1, Against: &against},
		{Class: "break", Side: "base", Path: "a.go", Line: 1},
	}}
	if err := Mark(t.Context(), workspace(t, nil), &r); err != nil {
		t.Fatal(err)
	}
	if r.Findings[0].Verified != nil || *r.Findings[1].Verified != report.NotChecked || *r.Findings[2].Verified != report.NotChecked {
		t.Error("places that no compiler sees are marked")
	}
	if r.Verification.NotChecked != 2 {
		t.Errorf("got %+v", r.Verification)
	}
}

func TestClang(t *testing.T) {
	w := workspace(t, map[string]string{"src/a.c": "", "src/b.cpp": "", "inc/a.h": "", "said": ""})
	w.Installed = w.Dir
	database := `[{"directory": "$DIR", "file": "src/a.c", "command": "cc -Iinc -DNAME=\\\"a\\\" -fplugin=./evil.so -o src/a.o -include inc/a.h src/a.c"}]`
	tests := []struct {
		name, database, said string
		want                 []string
		trouble              int
	}{
		{"confirmed with flags", database, "$DIR/src/a.c:3:5: error: use of undeclared identifier 'x'\n$DIR/src/a.c:9:1: error: expected ';'\n", []string{"confirmed", "not_checked"}, 0},
		{"a header is missing", "", "$DIR/src/a.c:1:10: fatal error: 'x.h' file not found\n$DIR/src/a.c:3:5: error: use of undeclared identifier 'x'\n", []string{"not_checked", "not_checked"}, 1},
		{"confirmed without flags", "", "$DIR/src/a.c:3:5: error: too few arguments to function call, expected 3, have 2\n", []string{"confirmed", "not_checked"}, 0},
		{"syntax without flags", "", "$DIR/src/a.c:3:5: error: use of 'x'\n$DIR/src/a.c:9:1: error: expected ';'\n", []string{"not_checked", "not_checked"}, 1},
		{"no error is no denial", database, "", []string{"not_checked", "not_checked"}, 0},
	}
	bin := t.TempDir()
	install(t, filepath.Join(bin, "clang"))
	t.Setenv("PATH", bin)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for name, content := range map[string]string{"said": test.said, "compile_commands.json": strings.ReplaceAll(test.database, "$DIR", w.Dir)} {
				if err := os.WriteFile(filepath.Join(w.Dir, name), []byte(content), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			marks, v := mark(t, w, "src/a.c:3", "src/a.h:3")
			if d := cmp.Diff(test.want, marks); d != "" || len(v.Trouble) != test.trouble {
				t.Errorf("trouble %q, marks (-want +got):\n%s", v.Trouble, d)
			}
		})
	}
	given, err := os.ReadFile(filepath.Join(w.Dir, "given"))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"-I" + filepath.Join(w.Dir, "inc"), `-DNAME="a"`, "-include" + filepath.Join(w.Dir, "inc/a.h"), filepath.Join(w.Dir, "src/a.c")}
	if got := strings.Split(string(given), "\n"); !cmp.Equal(want, got[len(got)-len(want):]) || slices.ContainsFunc(got, func(s string) bool { return strings.Contains(s, "evil") }) {
		t.Errorf("arguments are %q", got)
	}
}

func TestCargo(t *testing.T) {
	failing := `{"reason":"compiler-message","message":{"level":"error","spans":[{"file_name":"one/src/a.rs","line_start":3,"is_primary":true},{"file_name":"one/src/a.rs","line_start":9,"is_primary":false}]}}
{"reason":"compiler-message","message":{"level":"warning","spans":[{"file_name":"one/src/a.rs","line_start":20,"is_primary":true}]}}
{"reason":"build-finished","success":false}
`
	for _, test := range []struct {
		name, said string
		want       []string
		trouble    int
	}{
		{"errors", failing, []string{"confirmed", "not_checked", "not_checked"}, 0},
		{"no build", "", []string{"not_checked", "not_checked", "not_checked"}, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := workspace(t, map[string]string{"Cargo.toml": "", "one/Cargo.toml": "", "one/src/a.rs": "", "one/said": test.said})
			bin := t.TempDir()
			install(t, filepath.Join(bin, "cargo"))
			t.Setenv("PATH", bin)
			marks, v := mark(t, w, "one/src/a.rs:3", "one/src/a.rs:9", "one/src/a.rs:20")
			if d := cmp.Diff(test.want, marks); d != "" || len(v.Trouble) != test.trouble {
				t.Errorf("trouble %q, marks (-want +got):\n%s", v.Trouble, d)
			}
		})
	}
}
