package langtest

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/parse"
)

// check parses src and checks what must hold for any bytes.
func check(t testing.TB, l *lang.Language, src []byte) *facts.File {
	t.Helper()
	p := parse.NewParser()
	defer p.Close()
	p.PanicOnBug = true
	f := p.Parse(l, src, parse.Limits{})
	if has(f, facts.Internal) {
		t.Errorf("the facts are not well formed: %v", f.Problems)
	}
	f.EachString(func(s *string) {
		if !utf8.ValidString(*s) {
			t.Errorf("%q is not valid UTF-8", *s)
		}
	})
	// Encodings are compared, which is many times faster than the facts.
	code := facts.Encode(f)
	if again := p.Parse(l, src, parse.Limits{}); !bytes.Equal(code, facts.Encode(again)) {
		t.Errorf("parsed twice, the facts differ:\n%s", cmp.Diff(f, again))
	}
	stored, err := facts.Decode(code)
	if err != nil {
		t.Errorf("encode and decode: %v", err)
	} else if !bytes.Equal(code, facts.Encode(stored)) {
		t.Errorf("encoded and decoded, the facts differ:\n%s", cmp.Diff(f, stored, cmpopts.EquateEmpty()))
	}
	return f
}

// checkVariants writes the same source in other ways that mean the same.
func checkVariants(t *testing.T, l *lang.Language, src []byte, f *facts.File) {
	t.Helper()
	if len(f.Problems) > 0 {
		return // how far broken text reaches does depend on the layout
	}
	for _, variant := range []struct {
		name string
		src  []byte
	}{
		{"byte order mark", append([]byte("\xef\xbb\xbf"), src...)},
		{"CRLF", bytes.ReplaceAll(src, []byte("\n"), []byte("\r\n"))},
		{"blank lines at the end", append(bytes.Clone(src), "\n\n\n"...)},
	} {
		if diff := cmp.Diff(outline(f), outline(check(t, l, variant.src))); diff != "" {
			t.Errorf("%s: definitions differ:\n%s", variant.name, diff)
		}
	}
}

// outline is what of a file does not depend on white space.
func outline(f *facts.File) []string {
	var out []string
	for i := range f.Defs {
		d := &f.Defs[i]
		out = append(out, fmt.Sprintf("%s %s %d-%d-%d-%d", defNames.of(d.Kind), d.Name, d.Start, d.Line, d.SignatureEnd, d.End))
	}
	return out
}

// checkDamaged cuts src short and puts bytes into it that are not UTF-8: the
// facts may be anything, but well formed.
func checkDamaged(t *testing.T, l *lang.Language, src []byte) {
	t.Helper()
	const places = 16
	for i := range places {
		at := len(src) * i / places
		check(t, l, src[:at])
		check(t, l, append(append(bytes.Clone(src[:at]), 0xff, 0xc3), src[at:]...))
		check(t, l, append(append(bytes.Clone(src[:at]), "\"'`({[<"...), src[at:]...))
	}
}

// checkHostile parses texts that are made to break a parser.
func checkHostile(t *testing.T, l *lang.Language, mark string) {
	const many = 100_000
	const repeated = 20_000 // bytes: enough for what is quadratic to show
	for _, pattern := range []string{"(", "[", "{", "f(", "a.b(", "{a:", "!", "-", "x=", "if(a){", "(a,", "func(){", "[a](", "<a>", "a?b:", "class A{", "`${", "def f():\n ", "lambda:", "@a\n", "a<b<", "*", "\\\n", "/*", "\"", "return "} {
		check(t, l, []byte(mark+strings.Repeat(pattern, repeated/len(pattern))))
	}
	if l.Grammar != nil {
		deep := check(t, l, []byte(mark+strings.Repeat("(", many)+strings.Repeat(")", many)))
		if !has(deep, facts.TooDeep) && !has(deep, facts.SyntaxError) && !has(deep, facts.TooSlow) {
			t.Errorf("%d brackets inside each other gave the problems %v", many, deep.Problems)
		}
	}
	if f := check(t, l, make([]byte, 50<<20)); !has(f, facts.TooLarge) {
		t.Errorf("50 MB gave the problems %v", f.Problems)
	}
	if f := check(t, l, []byte("a\x00b")); !has(f, facts.NotText) {
		t.Errorf("a zero byte gave the problems %v", f.Problems)
	}
	if f := check(t, l, []byte(strings.Repeat("\n", 8000)+"a\x00b")); has(f, facts.NotText) {
		t.Errorf("a zero byte behind 8000 bytes gave the problems %v", f.Problems)
	}
	for _, text := range []string{"", "\n", "\r", "\xef\xbb\xbf", "\xff\xfe", "\xc3", strings.Repeat("\xff", 1000)} {
		check(t, l, []byte(text))
	}
}

func has(f *facts.File, kind facts.ProblemKind) bool {
	for _, p := range f.Problems {
		if p.Kind == kind {
			return true
		}
	}
	return false
}

// Fuzz looks for bytes that make the extractor of l panic, or give facts that
// are not well formed. The sources in testdata are the seeds.
func Fuzz(f *testing.F, l *lang.Language) {
	index := lang.NewIndex([]*lang.Language{l})
	for _, name := range glob(f) {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range archive.Files {
			if index.ByPath(file.Name) != nil {
				f.Add(file.Data)
			}
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) { check(t, l, src) })
}
