package behaviour_test

import (
	"slices"
	"testing"
)

// What came beside something, or traded places with it, did not take its place.
func TestBeside(t *testing.T) {
	for _, tt := range []struct {
		name, path, before, after string
		want                      []string
	}{
		{
			"a call beside one that stays", "a.go",
			"package a\n\nfunc (r *R) flush(v V) {\n\tr.scr.WriteString(ansi.Set(v.flags, 1))\n\tr.end()\n}\n",
			"package a\n\nfunc (r *R) flush(v V) {\n\tif r.last == nil {\n\t\tr.scr.WriteString(ansi.Push(v.flags))\n\t} else {\n\t\tr.scr.WriteString(ansi.Set(v.flags, 1))\n\t}\n\tr.end()\n}\n",
			[]string{"call-added R.flush 5", "guard-added R.flush 4"},
		},
		{
			"a call in the place of one that is gone", "a.go",
			"package a\n\nfunc (r *R) flush(v V) {\n\tr.scr.WriteString(ansi.Set(v.flags))\n\tr.end()\n}\n",
			"package a\n\nfunc (r *R) flush(v V) {\n\tr.scr.WriteString(ansi.Push(v.flags))\n\tr.end()\n}\n",
			[]string{"call-replaced R.flush 4"},
		},
		{
			"an error in a check with more statements", "a.php",
			"<?php\nclass A {\n  function f($s) {\n    $this->url = $s;\n  }\n}\n",
			"<?php\nclass A {\n  function f($s) {\n    if (!is_dir($s)) {\n      $this->message = null;\n      set_error_handler(array($this, 'customErrorHandlerOfThisHandler'));\n      $ok = mkdir($s, 0777, true);\n      restore_error_handler();\n      if (!$ok) {\n        throw new NoDirectory('cannot be made');\n      }\n    }\n    $this->url = $s;\n  }\n}\n",
			[]string{"error-added A.f 9", "guard-added A.f 4"},
		},
		{
			"alternatives of a preprocessor in an expression", "a.cs",
			"static class A {\n    public static E M(this H h)\n        => h.Ok\n            ? null\n#if OLD || OTHER\n            : new E($\"x {h.S}\");\n#else\n            : new E($\"x {h.S}\", null, h.S);\n#endif\n}\n",
			"static class A {\n    public static E M(this H h)\n        => h.Ok\n            ? null\n#if NET\n            : new E($\"x {h.S}\", null, h.S);\n#else\n            : new E($\"x {h.S}\");\n#endif\n}\n",
			nil,
		},
		{
			"alternatives of a preprocessor", "a.c",
			"void f(P *p) {\n#if OLD\n  g(p, 1);\n#else\n  g(p);\n#endif\n}\n",
			"void f(P *p) {\n#if NEW\n  g(p);\n#else\n  g(p, 1);\n#endif\n}\n",
			nil,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := lines(compare(t, map[string][2]string{tt.path: {tt.before, tt.after}}))
			slices.Sort(got)
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
