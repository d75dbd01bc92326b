package change_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/graph/graphtest"
	"github.com/nexus-ci/nexus-ci/diff"
)

// edit is one file change; hunks are {old start, old lines, new start, new lines}.
func edit(oldPath, newPath string, hunks ...[4]int) diff.FileChange {
	f := diff.FileChange{OldPath: oldPath, NewPath: newPath}
	switch {
	case oldPath == "":
		f.Status = diff.Added
	case newPath == "":
		f.Status = diff.Deleted
	case oldPath != newPath:
		f.Status = diff.Renamed
	}
	for _, h := range hunks {
		f.Hunks = append(f.Hunks, diff.Hunk{OldStart: h[0], OldLines: h[1], NewStart: h[2], NewLines: h[3]})
	}
	return f
}

// dump lists symbols one a line: "modified [signature, body] Function:a.ts:f" and
// where the ID changed " <- old ID".
func dump(s *change.Set) string {
	var b strings.Builder
	for i := range s.Symbols {
		c := &s.Symbols[i]
		fmt.Fprintf(&b, "%s [%s] %s", c.Type, c.Parts, c.Node().ID)
		if c.Base != nil && c.Head != nil && c.Base.ID != c.Head.ID {
			fmt.Fprintf(&b, " <- %s", c.Base.ID)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestDetect(t *testing.T) {
	const two = `
		Function a.ts:f 3-9 sig=1 body=2
		Function a.ts:g 11-20 sig=3 body=4
	`
	tests := []struct {
		name       string
		base, head string
		files      []diff.FileChange
		want       string
	}{
		{"body: the sibling that only shifted is absent", two, `
			Function a.ts:f 3-10 sig=1 body=22
			Function a.ts:g 12-21 sig=3 body=4
		`, []diff.FileChange{edit("a.ts", "a.ts", [4]int{5, 1, 5, 2})},
			"modified [body] Function:a.ts:f\n"},

		{"deletion only", two, `
			Function a.ts:f 3-8 sig=1 body=22
			Function a.ts:g 10-19 sig=3 body=4
		`, []diff.FileChange{edit("a.ts", "a.ts", [4]int{5, 1, 4, 0})},
			"modified [body] Function:a.ts:f\n"},

		{"one of two definitions goes: the name stays", `
			Function a.c:f 3-5 sig=1 body=2
			Function a.c:f 7-9 sig=1 body=4
		`, `
			Function a.c:f 3-5 sig=1 body=4
		`, []diff.FileChange{edit("a.c", "a.c", [4]int{2, 5, 1, 0}, [4]int{10, 1, 5, 0})},
			"modified [definitions] Function:a.c:f <- Function:a.c:f~2\n"},

		{"one of two definitions comes", `
			Function a.c:f 3-5 sig=1 body=4
		`, `
			Function a.c:f 3-5 sig=1 body=2
			Function a.c:f 7-9 sig=1 body=4
		`, []diff.FileChange{edit("a.c", "a.c", [4]int{1, 0, 2, 5}, [4]int{5, 0, 10, 1})},
			"modified [definitions] Function:a.c:f~2 <- Function:a.c:f\n"},

		{"an overload is no other definition", `
			Function a.cc:f 3-5 sig=1 body=2
			Function a.cc:f 7-9 sig=2 body=4
		`, `
			Function a.cc:f 3-5 sig=2 body=4
		`, []diff.FileChange{edit("a.cc", "a.cc", [4]int{3, 4, 2, 0})},
			"removed [] Function:a.cc:f\n"},

		{"what stands around a new member is no layout of its class", `
			Class a.ts:C 1-9 sig=1
			Method a.ts:C.f 3-5 sig=2 body=3
		`, `
			Class a.ts:C 1-15 sig=1
			Method a.ts:C.f 3-5 sig=2 body=3
			Method a.ts:C.g 8-10 sig=4 body=5
		`, []diff.FileChange{edit("a.ts", "a.ts", [4]int{5, 0, 6, 6})},
			"added [] Method:a.ts:C.g\n"},

		{"signature and doc", two, `
			Function a.ts:f 3-9 sig=9 body=2
			Function a.ts:g 11-20 sig=3 body=4 doc=1 doclines=10-10
		`, []diff.FileChange{edit("a.ts", "a.ts", [4]int{3, 1, 3, 1}, [4]int{10, 1, 10, 1})},
			"modified [signature] Function:a.ts:f\nmodified [doc] Function:a.ts:g\n"},

		{"comments and layout are formatting", two, `
			Function a.ts:f 3-10 sig=1 body=2
			Function a.ts:g 12-20 sig=3 body=4
		`, []diff.FileChange{edit("a.ts", "a.ts", [4]int{5, 0, 6, 1}, [4]int{12, 1, 12, 0})},
			"modified [formatting] Function:a.ts:f\nmodified [formatting] Function:a.ts:g\n"},

		{"lines between symbols belong to none", two, `
			Function a.ts:f 4-10 sig=1 body=2
			Function a.ts:g 13-22 sig=3 body=4
		`, []diff.FileChange{edit("a.ts", "a.ts", [4]int{1, 0, 2, 1}, [4]int{10, 1, 11, 2})},
			""},

		{"a method is not its class", `
			Class a.ts:C 1-20 sig=1
			Method a.ts:C.m 2-9 sig=1 body=2
			Method a.ts:C.n 10-19 sig=1 body=3
		`, `
			Class a.ts:C 1-20 sig=1
			Method a.ts:C.m 2-9 sig=1 body=22
			Method a.ts:C.n 10-19 sig=1 body=3
		`, []diff.FileChange{edit("a.ts", "a.ts", [4]int{4, 1, 4, 1})},
			"modified [body] Method:a.ts:C.m\n"},

		{"a part of a namespace goes, and the namespace stays", `
			Namespace a.cc:N 1-9 partial
			Function a.cc:N.f 2-8 sig=1 body=2
			Namespace b.cc:N 1-9 partial
			Function b.cc:N.g 2-8 sig=3 body=4
		`, `
			Namespace b.cc:N 1-9 partial
			Function b.cc:N.g 2-8 sig=3 body=4
		`, []diff.FileChange{edit("a.cc", "", [4]int{1, 9, 0, 0})},
			"removed [] Function:a.cc:N.f\n"},

		{"a class that is opened again in a new file was there before", `
			Class b.rb:C 1-9 partial
			Method b.rb:C.g 2-8 sig=3 body=4
		`, `
			Class a.rb:C 1-9 partial
			Method a.rb:C.f 2-8 sig=1 body=2
			Class b.rb:C 1-9 partial
			Method b.rb:C.g 2-8 sig=3 body=4
		`, []diff.FileChange{edit("", "a.rb", [4]int{0, 0, 1, 9})},
			"added [] Method:a.rb:C.f\n"},

		{"a namespace of its own goes with what is in it", `
			Namespace a.cc:N 1-9 partial
			Function a.cc:N.f 2-8 sig=1 body=2
		`, ``, []diff.FileChange{edit("a.cc", "", [4]int{1, 9, 0, 0})},
			"removed [] Namespace:a.cc:N\nremoved [] Function:a.cc:N.f\n"},

		{"added and removed", two, `
			Function a.ts:f 3-9 sig=1 body=2
			Function a.ts:h 11-30 sig=5 body=6
		`, []diff.FileChange{edit("a.ts", "a.ts", [4]int{11, 10, 11, 20})},
			"removed [] Function:a.ts:g\nadded [] Function:a.ts:h\n"},

		{"whole file deleted", two, "", []diff.FileChange{edit("a.ts", "", [4]int{1, 20, 0, 0})},
			"removed [] Function:a.ts:f\nremoved [] Function:a.ts:g\n"},

		{"file renamed with equal content", two, `
			Function b/a.ts:f 3-9 sig=1 body=2
			Function b/a.ts:g 11-20 sig=3 body=4
		`, []diff.FileChange{edit("a.ts", "b/a.ts")},
			"moved [] Function:b/a.ts:f <- Function:a.ts:f\nmoved [] Function:b/a.ts:g <- Function:a.ts:g\n"},

		{"file renamed and edited", two, `
			Function b.ts:f 3-9 sig=1 body=22
			Function b.ts:g 11-20 sig=3 body=4
		`, []diff.FileChange{edit("a.ts", "b.ts", [4]int{5, 1, 5, 1})},
			"moved [body] Function:b.ts:f <- Function:a.ts:f\nmoved [] Function:b.ts:g <- Function:a.ts:g\n"},

		{"function moved to another file", two, `
			Function a.ts:f 3-9 sig=1 body=2
			Function c.ts:g 1-10 sig=3 body=4
		`, []diff.FileChange{edit("a.ts", "a.ts", [4]int{10, 11, 9, 0}), edit("", "c.ts", [4]int{0, 0, 1, 10})},
			"moved [] Function:c.ts:g <- Function:a.ts:g\n"},

		{"function renamed in its file", two, `
			Function a.ts:f 3-9 sig=1 body=2
			Function a.ts:gg 11-20 sig=3 body=4
		`, []diff.FileChange{edit("a.ts", "a.ts", [4]int{11, 1, 11, 1})},
			"renamed [] Function:a.ts:gg <- Function:a.ts:g\n"},

		{"short ones that look alike are not renames", `
			Function a.ts:f 1-1 sig=1 body=2
			Function a.ts:g 2-2 sig=1 body=2
		`, `
			Function a.ts:h 1-1 sig=1 body=2
		`, []diff.FileChange{edit("a.ts", "a.ts", [4]int{1, 2, 1, 1})},
			"removed [] Function:a.ts:f\nadded [] Function:a.ts:h\nremoved [] Function:a.ts:g\n"},

		{"overloads that are alike, by the names of their parameters", `
			Function a.ts:f 1-3 sig=1 sketch=1,2,3,4,5,6,7,8 params=path,method
			Function a.ts:f 5-7 sig=2 sketch=1,2,3,4,5,6,7,8 params=path,methods
		`, `
			Function a.ts:f 5-7 sig=3 sketch=1,2,3,4,5,6,7,8 params=path,methods,more
			Function a.ts:f 1-3 sig=4 sketch=1,2,3,4,5,6,7,8 params=path,method,more
		`, []diff.FileChange{edit("a.ts", "a.ts", [4]int{1, 7, 1, 7})},
			"modified [signature] Function:a.ts:f~2 <- Function:a.ts:f\nmodified [signature] Function:a.ts:f <- Function:a.ts:f~2\n"},
		{"overloads that are alike, by their places", `
			Function a.ts:f 1-3 sig=1 sketch=1,2,3,4,5,6,7,8
			Function a.ts:f 5-7 sig=2 sketch=1,2,3,4,5,6,7,8
		`, `
			Function a.ts:f 5-7 sig=3 sketch=1,2,3,4,5,6,7,8
			Function a.ts:f 1-3 sig=4 sketch=1,2,3,4,5,6,7,8
		`, []diff.FileChange{edit("a.ts", "a.ts", [4]int{1, 7, 1, 7})},
			"modified [signature] Function:a.ts:f~2 <- Function:a.ts:f\nmodified [signature] Function:a.ts:f <- Function:a.ts:f~2\n"},
		{"renamed and edited, by likeness, best first", `
			Function a.ts:f 1-9 sig=1 body=2 sketch=1,2,3,4,5,6,7,8
			Function a.ts:g 11-19 sig=1 body=3 sketch=1,2,3,4,5,6,17,18
		`, `
			Function a.ts:h 1-9 sig=1 body=4 sketch=1,2,3,4,5,6,17,28
			Function a.ts:i 11-19 sig=1 body=5 sketch=1,2,3,4,5,26,7,8
		`, []diff.FileChange{edit("a.ts", "a.ts", [4]int{1, 19, 1, 19})},
			"renamed [body] Function:a.ts:h <- Function:a.ts:g\nrenamed [body] Function:a.ts:i <- Function:a.ts:f\n"},

		{"not alike enough", `
			Function a.ts:f 1-9 sig=1 body=2 sketch=1,2,3,4,5,6,7,8
		`, `
			Function a.ts:h 1-9 sig=1 body=4 sketch=1,2,3,4,15,16,17,18
		`, []diff.FileChange{edit("a.ts", "a.ts", [4]int{1, 9, 1, 9})},
			"removed [] Function:a.ts:f\nadded [] Function:a.ts:h\n"},

		{"members follow their type", `
			Class a.ts:C 1-20 sig=1
			Method a.ts:C.m 2-9 sig=1 body=2
			Field a.ts:C.x 10-10
		`, `
			Class b.ts:C 1-20 sig=1
			Method b.ts:C.m 2-9 sig=1 body=22
			Field b.ts:C.x 10-10
		`, []diff.FileChange{edit("a.ts", "", [4]int{1, 20, 0, 0}), edit("", "b.ts", [4]int{0, 0, 1, 20})},
			"moved [] Class:b.ts:C <- Class:a.ts:C\nmoved [body] Method:b.ts:C.m <- Method:a.ts:C.m\nmoved [] Field:b.ts:C.x <- Field:a.ts:C.x\n"},

		{"members of a renamed type are renamed", `
			Class a.ts:C 1-20 sig=1
			Method a.ts:C.m 2-9 sig=1 body=2
		`, `
			Class a.ts:D 1-20 sig=1
			Method a.ts:D.m 2-9 sig=1 body=2
		`, []diff.FileChange{edit("a.ts", "a.ts", [4]int{1, 1, 1, 1})},
			"renamed [] Class:a.ts:D <- Class:a.ts:C\nrenamed [] Method:a.ts:D.m <- Method:a.ts:C.m\n"},

		{"one name twice: tokens decide", `
			Function a.go:init 1-3 sig=1 body=2
			Function a.go:init 5-7 sig=1 body=3
		`, `
			Function a.go:init 1-3 sig=1 body=3
		`, []diff.FileChange{edit("a.go", "a.go", [4]int{1, 4, 0, 0})},
			"modified [definitions] Function:a.go:init <- Function:a.go:init~2\n"},

		{"a variable becomes a function", `Variable a.ts:f 1-3 sig=1 body=2`, `Function a.ts:f 1-3 sig=2 body=2`,
			[]diff.FileChange{edit("a.ts", "a.ts", [4]int{1, 1, 1, 1})},
			"modified [signature] Function:a.ts:f <- Variable:a.ts:f\n"},

		{"top-level code by its hash", `File a.ts 1-9 body=1`, `File a.ts 1-9 body=2`,
			[]diff.FileChange{edit("a.ts", "a.ts", [4]int{4, 1, 4, 1})},
			"modified [body] File:a.ts\n"},

		{"top-level code without a hash", `
			Function b.ts:f 1-2 sig=1 body=1
			File a.ts 1-9
			a.ts CALLS b.ts:f @4
		`, `
			Function b.ts:f 1-2 sig=1 body=1
			File a.ts 1-9
		`, []diff.FileChange{edit("a.ts", "a.ts", [4]int{4, 1, 4, 1})},
			"modified [body] File:a.ts\n"},

		{"imports are no code", `
			Function b.ts:f 1-2 sig=1 body=1
			File a.ts 1-9
			a.ts IMPORTS b.ts:f @1
		`, `
			Function b.ts:f 1-2 sig=1 body=1
			File a.ts 1-9
		`, []diff.FileChange{edit("a.ts", "a.ts", [4]int{1, 1, 1, 1})}, ""},

		{"locals are part of their function", `
			Function a.go:f 1-9 sig=1 body=2
			Constant a.go:f.limit 2-2 sig=3
			Function a.go:g 11-19 sig=1 body=3
			Field a.go:g.name 12-12 sig=4
			Function a.go:h 21-29 sig=1 body=4
			Function a.go:h.inner 22-24 sig=1 body=5
		`, `
			Function a.go:f 1-9 sig=1 body=2
			Constant a.go:f.limit 2-2 sig=33
			Function a.go:g 11-19 sig=1 body=3
			Field a.go:g.name 12-12 sig=4
			Field a.go:g.age 13-13 sig=5
			Function a.go:h 21-29 sig=1 body=4
			Function a.go:h.inner 22-24 sig=1 body=55
		`, []diff.FileChange{edit("a.go", "a.go", [4]int{2, 1, 2, 1}, [4]int{13, 0, 13, 1}, [4]int{23, 1, 23, 1})},
			"modified [body] Function:a.go:f\nmodified [body] Function:a.go:g\nmodified [body] Function:a.go:h.inner\n"},

		{"functions of a literal in a value, which have no hash, are part of the value", `
			EnumMember a.kt:E.one 1-9 sig=1 body=2
			Method a.kt:E.one.make 2-8
			Field a.kt:C.two 11-19 sig=1 body=3
			Method a.kt:C.two.make 12-18
		`, `
			EnumMember a.kt:E.one 1-9 sig=1 body=22
			Method a.kt:E.one.make 2-8
			Field a.kt:C.two 11-19 sig=1 body=3
			Method a.kt:C.two.make 12-18
		`, []diff.FileChange{edit("a.kt", "a.kt", [4]int{3, 1, 3, 1}, [4]int{13, 1, 13, 1})},
			"modified [body] EnumMember:a.kt:E.one\nmodified [formatting] Field:a.kt:C.two\n"},

		{"a definition in a namespace, of a class of another file", `
			Namespace a.cpp:n 1-9
			Class a.h:n.A 1-9 sig=1 body=2
		`, `
			Namespace a.cpp:n 1-19
			Class a.h:n.A 1-9 sig=1 body=2
			Method a.cpp:m 5-9 sig=1 body=3
		`, []diff.FileChange{edit("a.cpp", "a.cpp", [4]int{3, 0, 4, 7})},
			"added [] Method:a.cpp:m\n"},

		{"a copy is new", `Function a.ts:f 1-3 sig=1 body=2`, `
			Function a.ts:f 1-3 sig=1 body=2
			Function b.ts:f 1-3 sig=1 body=2
		`, []diff.FileChange{{Status: diff.Copied, OldPath: "a.ts", NewPath: "b.ts"}},
			"added [] Function:b.ts:f\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			set := change.Detect(tt.files, graphtest.Parse(t, tt.base), graphtest.Parse(t, tt.head))
			if d := cmp.Diff(tt.want, dump(set)); d != "" {
				t.Errorf("symbols (-want +got):\n%s", d)
			}
		})
	}
}

func TestOwnLines(t *testing.T) {
	base := graphtest.Parse(t, `
		Class a.ts:C 2-20 sig=1
		Method a.ts:C.m 5-9 sig=1 body=2
	`)
	head := graphtest.Parse(t, `
		Class a.ts:C 2-20 sig=2
		Method a.ts:C.m 5-9 sig=1 body=3
	`)
	set := change.Detect([]diff.FileChange{edit("a.ts", "a.ts", [4]int{1, 10, 1, 10})}, base, head)
	got := map[string][]change.Lines{}
	for i := range set.Symbols {
		got[set.Symbols[i].Node().ID] = set.Symbols[i].Inserted
	}
	want := map[string][]change.Lines{
		"Class:a.ts:C":    {{Start: 2, End: 4}, {Start: 10, End: 10}},
		"Method:a.ts:C.m": {{Start: 5, End: 9}},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("inserted lines (-want +got):\n%s", d)
	}
	if set.InDiff(change.InHead, "a.ts", 11) || !set.InDiff(change.InHead, "a.ts", 10) {
		t.Error("InDiff does not end at line 10")
	}
}

func TestHeadOf(t *testing.T) {
	base := graphtest.Parse(t, `
		Function a.ts:f 1-3 sig=1 body=2
		Function a.ts:gone 5-9 sig=3 body=4
		Function b.ts:untouched 1-3 sig=1 body=2
	`)
	head := graphtest.Parse(t, `
		Function c.ts:f 1-3 sig=1 body=2
		Function c.ts:fresh 5-9 sig=5 body=6
		Function b.ts:untouched 1-3 sig=1 body=2
	`)
	set := change.Detect([]diff.FileChange{edit("a.ts", "c.ts", [4]int{5, 5, 5, 5})}, base, head)
	for from, want := range map[string]string{
		"Function:a.ts:f": "Function:c.ts:f", "Function:a.ts:gone": "", "Function:b.ts:untouched": "Function:b.ts:untouched", "File:a.ts": "File:c.ts",
	} {
		got := set.HeadOf(base.Node(from))
		if want == "" && got != nil || want != "" && got != head.Node(want) {
			t.Errorf("HeadOf(%s) = %v, want %q", from, got, want)
		}
		if want != "" && set.BaseOf(head.Node(want)) != base.Node(from) {
			t.Errorf("BaseOf(%s) is not %s", want, from)
		}
	}
	if set.BaseOf(head.Node("Function:c.ts:fresh")) != nil || set.HeadOf(nil) != nil {
		t.Error("a new node has a base, or nil has a head")
	}
}

// Of two locals with one name one goes: that is a change of the function, and of no other symbol.
func TestAlternativesAreNoLocals(t *testing.T) {
	base := graphtest.Parse(t, `
		Function a.ts:aa 1-3 sig=1 body=2
		Function a.ts:f 5-12 sig=3 body=4
		Variable a.ts:f.x 6-6 sig=7 body=5
		Variable a.ts:f.x 8-8 sig=7 body=6
	`)
	head := graphtest.Parse(t, `
		Function a.ts:aa 1-3 sig=1 body=22
		Function a.ts:f 5-11 sig=3 body=4
		Variable a.ts:f.x 6-6 sig=7 body=5
	`)
	set := change.Detect([]diff.FileChange{edit("a.ts", "a.ts", [4]int{2, 1, 2, 1}, [4]int{8, 1, 7, 0})}, base, head)
	if want := "modified [body] Function:a.ts:aa\nmodified [body] Function:a.ts:f\n"; dump(set) != want {
		t.Errorf("got %s", dump(set))
	}
	gone := base.Node("Variable:a.ts:f.x~2")
	if gone == nil || set.Symbol(gone) != nil || set.HeadOf(gone) != nil {
		t.Error("a local that is gone stands for another symbol")
	}
}

func TestUnmapped(t *testing.T) {
	code := "Function a.ts:f 1-9 sig=1 body=2\n"
	tests := []struct {
		name       string
		base, head string
		file       diff.FileChange
		want       []change.Unmapped
		incomplete bool
	}{
		{"documentation", "", "", edit("README.md", "README.md", [4]int{1, 1, 1, 1}),
			[]change.Unmapped{{Path: "README.md", Side: change.InHead, Reason: graph.SkipUnsupported}}, false},
		{"a licence", "", "", edit("", "LICENSE", [4]int{0, 0, 1, 9}),
			[]change.Unmapped{{Path: "LICENSE", Side: change.InHead, Reason: graph.SkipUnsupported}}, false},
		{"picture", "", "", diff.FileChange{Status: diff.Added, NewPath: "x.png", Binary: true},
			[]change.Unmapped{{Path: "x.png", Side: change.InHead, Reason: graph.SkipBinary}}, false},
		{"unsupported language", "", "", edit("", "x.zig", [4]int{0, 0, 1, 9}),
			[]change.Unmapped{{Path: "x.zig", Side: change.InHead, Reason: graph.SkipUnsupported, Source: true}}, true},
		{"build file", "", "", edit("", "Makefile", [4]int{0, 0, 1, 9}),
			[]change.Unmapped{{Path: "Makefile", Side: change.InHead, Reason: graph.SkipUnsupported, Source: true}}, true},
		{"build file by its extension", "", "", edit("", "app/build.gradle", [4]int{0, 0, 1, 9}),
			[]change.Unmapped{{Path: "app/build.gradle", Side: change.InHead, Reason: graph.SkipUnsupported, Source: true}}, true},
		{"requirements", "", "", edit("", "requirements/tests-min.in", [4]int{0, 0, 1, 9}),
			[]change.Unmapped{{Path: "requirements/tests-min.in", Side: change.InHead, Reason: graph.SkipUnsupported, Source: true}}, true},
		{"a manifest that a language reads", "", "", edit("package.json", "package.json", [4]int{1, 1, 1, 1}),
			[]change.Unmapped{{Path: "package.json", Side: change.InHead, Reason: graph.SkipUnsupported, Source: true}}, true},
		{"a program of no known language", "", "", diff.FileChange{Status: diff.Added, NewPath: "tool", Binary: true},
			[]change.Unmapped{{Path: "tool", Side: change.InHead, Reason: graph.SkipBinary, Source: true}}, true},
		{"a template may be code", "", "", edit("", "src/config.h.in", [4]int{0, 0, 1, 9}),
			[]change.Unmapped{{Path: "src/config.h.in", Side: change.InHead, Reason: graph.SkipUnsupported, Source: true}}, true},
		{"syntax error", code, code + "skip a.ts:4 syntax error", edit("a.ts", "a.ts", [4]int{4, 1, 4, 1}),
			[]change.Unmapped{{Path: "a.ts", Side: change.InHead, Line: 4, Reason: graph.SkipSyntax, Source: true}}, true},
		{"syntax error that base has too", code + "skip a.ts:7 syntax error", code + "skip a.ts:9 syntax error", edit("a.ts", "a.ts", [4]int{2, 0, 3, 2}),
			[]change.Unmapped{{Path: "a.ts", Side: change.InHead, Line: 9, Reason: graph.SkipSyntax}}, false},
		{"generated", "", "skip x.pb.go generated", edit("", "x.pb.go", [4]int{0, 0, 1, 9}),
			[]change.Unmapped{{Path: "x.pb.go", Side: change.InHead, Reason: graph.SkipGenerated}}, false},
		{"too large", "", "skip x.go too large", edit("", "x.go", [4]int{0, 0, 1, 9}),
			[]change.Unmapped{{Path: "x.go", Side: change.InHead, Reason: graph.SkipLarge, Source: true}}, true},
		{"not read", code, code, diff.FileChange{OldPath: "a.ts", NewPath: "a.ts", Unread: "more than 10 MB"},
			[]change.Unmapped{{Path: "a.ts", Side: change.InHead, Reason: graph.SkipUnreadable, Message: "more than 10 MB", Source: true}}, true},
		{"submodule", "", "", diff.FileChange{OldPath: "lib", NewPath: "lib", OldMode: diff.Submodule, NewMode: diff.Submodule},
			[]change.Unmapped{{Path: "lib", Side: change.InHead, Reason: graph.SkipSubmodule, Source: true}}, true},
		{"skips of files outside the diff", code, code + "skip b.ts syntax error", edit("a.ts", "a.ts", [4]int{4, 1, 4, 1}), nil, false},
		{"mode only", "", "", diff.FileChange{OldPath: "x.zig", NewPath: "x.zig", NewMode: diff.Executable},
			[]change.Unmapped{{Path: "x.zig", Side: change.InHead, Reason: graph.SkipMode}}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			set := change.Detect([]diff.FileChange{tt.file}, graphtest.Parse(t, tt.base), graphtest.Parse(t, tt.head))
			for i := range tt.want {
				tt.want[i].Kind = change.KindOf(tt.want[i].Path)
			}
			if d := cmp.Diff(tt.want, set.Unmapped); d != "" {
				t.Errorf("unmapped (-want +got):\n%s", d)
			}
			if set.Incomplete != tt.incomplete {
				t.Errorf("incomplete = %v", set.Incomplete)
			}
		})
	}
}

func TestBaseLine(t *testing.T) {
	base, head := graphtest.Parse(t, "Function a.ts:f 1-9"), graphtest.Parse(t, "Function b.ts:f 1-9")
	// Line 3 was replaced by two, lines 6 and 7 were deleted, one was added after 9.
	moved := edit("a.ts", "b.ts", [4]int{3, 1, 3, 2}, [4]int{6, 2, 6, 0}, [4]int{9, 0, 9, 1})
	moved.Status = diff.Renamed
	set := change.Detect([]diff.FileChange{moved, edit("", "new.ts", [4]int{0, 0, 1, 5})}, base, head)
	for line, want := range map[int]int{1: 1, 2: 2, 3: 0, 4: 0, 5: 4, 6: 5, 7: 8, 8: 9, 9: 0, 10: 10} {
		path, got, ok := set.BaseLine("b.ts", line)
		if ok != (want > 0) || got != want || ok && path != "a.ts" {
			t.Errorf("line %d of b.ts was %s:%d (%v), want line %d", line, path, got, ok, want)
		}
	}
	if _, _, ok := set.BaseLine("new.ts", 2); ok {
		t.Error("a line of a new file was in base")
	}
	if path, line, ok := set.BaseLine("same.ts", 7); path != "same.ts" || line != 7 || !ok {
		t.Errorf("line 7 of a file that did not change was %s:%d", path, line)
	}
}

// Overloads without a body are paired by the names of their parameters: what their types have in common is little.
func TestOverloadsWithoutBody(t *testing.T) {
	base := graphtest.Parse(t, `
		Interface a.cs:I 1-9 sig=1
		Method a.cs:I.f 2-2 sig=2
		Method a.cs:I.f 3-3 sig=3
	`)
	head := graphtest.Parse(t, `
		Interface a.cs:I 1-9 sig=1
		Method a.cs:I.f 2-2 sig=4
		Method a.cs:I.f 3-3 sig=5
	`)
	for _, g := range []*graph.Graph{base, head} {
		one, two := g.Node("Method:a.cs:I.f"), g.Node("Method:a.cs:I.f~2")
		one.Signature.Params, two.Signature.Params = []graph.Param{{Name: "a"}}, []graph.Param{{Name: "a"}, {Name: "b"}}
		one.Sketch, two.Sketch = [8]uint32{1, 2, 3}, [8]uint32{1, 2, 3, 4}
		if g == head {
			one.Sketch, two.Sketch = two.Sketch, one.Sketch
		}
	}
	set := change.Detect([]diff.FileChange{edit("a.cs", "a.cs", [4]int{2, 2, 2, 2})}, base, head)
	for _, id := range []string{"Method:a.cs:I.f", "Method:a.cs:I.f~2"} {
		if set.HeadOf(base.Node(id)) != head.Node(id) {
			t.Errorf("%s is paired with another overload", id)
		}
	}
}
