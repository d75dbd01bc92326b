package source

import "testing"

func TestModuleTypes(t *testing.T) {
	for src, want := range map[string]string{
		`f<typeof import("x")>()`:      `f<any               >()`,
		`let a: A<typeof import("x")>`: `let a: A<typeof import("x")>`,
		`f<typeof import("x").y>()`:    `f<typeof import("x").y>()`,
		`f<typeof import(`:             `f<typeof import(`,
	} {
		if got := string(Prepare([]byte(src), true)); got != want {
			t.Errorf("%q: got %q, want %q", src, got, want)
		}
	}
}
