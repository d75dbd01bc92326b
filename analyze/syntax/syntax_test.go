package syntax_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/analyze/pattern"
	"github.com/nexus-ci/nexus-ci/analyze/syntax"
	"github.com/nexus-ci/nexus-ci/diff"
)

// memory is a snapshot whose blobs are named by their paths.
type memory map[string]string

func (m memory) Read(ctx context.Context, ids []string, _ int64, each func(int, []byte, error)) error {
	for i, id := range ids {
		if content, ok := m[id]; ok {
			each(i, []byte(content), nil)
		} else {
			each(i, nil, &diff.UnreadError{Reason: "gone"})
		}
	}
	return ctx.Err()
}

func (m memory) syntax(paths ...string) *syntax.Searcher {
	s := &diff.Snapshot{}
	for _, p := range paths {
		s.Files = append(s.Files, diff.File{Path: p, Blob: p})
	}
	return syntax.New(s, m, all.Languages())
}

func TestSyntax(t *testing.T) {
	paths := []string{"a.go", "b.ts", "c.py", "d.h", "e.h", "f.md", "gone.go"}
	m := memory{
		"a.go": "package a\n\nfunc f() { g(1) }\n", "b.ts": "\ufefff(g(1))\n", "c.py": "g(1)\n", "f.md": "g(1)\n",
		"d.h": "class A { void f() { g(1); } };\n", "e.h": "int x;\n",
	}
	find := func(text string) ([]string, *pattern.Result, error) {
		r, err := m.syntax(paths...).Match(context.Background(), text, paths, 100)
		if err != nil {
			return nil, nil, err
		}
		var found []string
		for _, p := range r.Places {
			for _, c := range p.Captures {
				found = append(found, fmt.Sprintf("%s:%d:%d %s=%s", p.Path, c.Line, c.Column, c.Name, c.Text))
			}
		}
		return found, r, nil
	}
	for _, tt := range []struct {
		text, languages string
		want            []string
	}{
		{"(call_expression function: (identifier) @f)", "c c++ go typescript", []string{"a.go:3:12 f=g", "b.ts:1:1 f=f", "b.ts:1:3 f=g", "d.h:1:22 f=g"}},
		{"(call function: (identifier) @f)", "python", []string{"c.py:1:1 f=g"}},
		{"(argument_list)", "c c++ go python", []string{"a.go:3:13 =(1)", "c.py:1:2 =(1)", "d.h:1:23 =(1)"}},
		{"(class_specifier name: (_) @n)", "c++", []string{"d.h:1:7 n=A"}},
	} {
		got, r, err := find(tt.text)
		if err != nil {
			t.Errorf("%s: %v", tt.text, err)
			continue
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: %s in %v", tt.text, diff, r.Languages)
		}
	}
	var wrong *pattern.SyntaxError
	if _, _, err := find("(call_expression"); !errors.As(err, &wrong) || wrong.Offset != 16 {
		t.Errorf("unfinished: %v", err)
	}
	if _, _, err := find("(no_such_kind)"); !errors.As(err, &wrong) || !strings.Contains(err.Error(), `there is no node kind "no_such_kind" in `) {
		t.Errorf("unknown kind: %v", err)
	}
	if r, err := m.syntax("f.md").Match(context.Background(), "(x)", []string{"f.md"}, 100); err != nil || r.Files != 0 {
		t.Errorf("no language: %v %v", r, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if r, err := m.syntax("a.go").Match(ctx, "(_) @x", []string{"a.go"}, 100); err != nil || r.Searched != 0 || r.Files != 1 {
		t.Errorf("out of time: %v %v", r, err)
	}
}

// A search ends when there is enough, and one file does not take all its time.
func TestSyntaxEnds(t *testing.T) {
	m := memory{"a0.js": strings.Repeat("f(a,b,c);\n", 3000)}
	paths := []string{"a0.js"}
	for i := range 400 {
		p := fmt.Sprintf("b%03d.js", i)
		m[p] = "f(1)\n"
		paths = append(paths, p)
	}
	s := m.syntax(paths...)
	r, err := s.Match(context.Background(), "(program (_) @a (_) @b (_) @c (if_statement) @d)", paths, 100)
	if err != nil || len(r.Stopped) != 1 || r.Stopped[0] != "a0.js" || r.Searched != 400 || len(r.Places) != 0 {
		t.Errorf("catastrophe: %v, %v", r, err)
	}
	r, err = s.Match(context.Background(), "(call_expression) @c", paths, 50)
	if err != nil || len(r.Stopped) != 1 || r.Searched >= 400 || len(r.Places) <= 50 {
		t.Errorf("enough: %d places, %d searched, %v", len(r.Places), r.Searched, err)
	}
}
