package source

import "testing"

func TestPrepare(t *testing.T) {
	for src, want := range map[string]string{
		"vec![a]":                          "&mut[a]",
		"alloc::vec![a]":                   "       &mut[a]",
		"$crate::vec![a]":                  "        &mut[a]",
		"snapbox::str![[r#\"\"#]]":         "         &mut[[r#\"\"#]]",
		"Box<dyn 'a + T>":                  "Box<dyn      T>",
		"&(dyn 'db + T)":                   "&(dyn       T)",
		"dyn T + 'a":                       "dyn T + 'a",
		`insta::assert_snapshot!(a, @"b")`: `insta::assert_snapshot?(a,  "b")`,
		`assert_json_snapshot!(a, { ".b" => "c" }, @r#"@"#)`: `assert_json_snapshot?(a, {             },  r#"@"#)`,
		`assert_snapshot!(f(b, |x @ 1| x), "a, @\"")`:        `assert_snapshot?(f(b, |x @ 1| x), "a, @\"")`,
		`assert_eq!(a, @"b")`:                                `assert_eq?(a, @"b")`,
	} {
		if got := string(Prepare([]byte(src))); got != want {
			t.Errorf("%q: got %q, want %q", src, got, want)
		}
	}
}
