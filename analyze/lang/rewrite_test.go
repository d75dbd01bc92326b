package lang_test

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

func TestRewrite(t *testing.T) {
	const source = "let a\r\n= b;"
	for _, tt := range []struct {
		want  string
		write func(*lang.Rewrite)
	}{
		{source, func(*lang.Rewrite) {}},
		{"var a\r\n= b;", func(r *lang.Rewrite) { r.Set(0, "var") }},
		{"let  \r\n  b;", func(r *lang.Rewrite) { r.Blank(4, 8) }},
		{"let a\r\n= b{}", func(r *lang.Rewrite) { r.Set(10, "{}") }},
	} {
		src := []byte(source)
		r := lang.NewRewrite(src)
		tt.write(&r)
		if got := string(r.Result()); got != tt.want {
			t.Errorf("rewritten to %q, want %q", got, tt.want)
		}
		if string(src) != source {
			t.Errorf("the source itself became %q", src)
		}
	}
}
