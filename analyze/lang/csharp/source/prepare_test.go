package source

import "testing"

// A comment is no code before a condition: the branch below it is whole and stays.
func TestPrepareKeepsBranchesBehindComments(t *testing.T) {
	for _, src := range []string{
		"// text\n#if A\nclass X { }\n#endif\n",
		"/* text */\n#if A\nclass X { }\n// text\n#endif\n",
		"class Y { void F() { } // text\n#if A\nvoid G() { }\n#endif\n}\n",
	} {
		if got := string(Prepare([]byte(src))); got != src {
			t.Errorf("got %q, want %q", got, src)
		}
	}
}
