package lang

import "testing"

func TestIndex(t *testing.T) {
	a := &Language{Name: "a", Extensions: []string{".x", ".tar.x"}, Filenames: []string{"Afile"}}
	b := &Language{Name: "b", Extensions: []string{".x", ".d.x"}, Filenames: []string{"special.x"}}
	index := NewIndex([]*Language{a, b})
	for path, want := range map[string]*Language{
		"f.x":               a, // both claim it, a comes first
		"dir/f.d.x":         b,
		"dir/f.e.x":         a,
		"F.D.X":             b,
		"Afile":             a,
		"dir/Afile":         a,
		"afile":             nil, // whole names are exact
		"special.x":         b,
		"Afile/f":           nil,
		"dir.x/f":           nil,
		"f.":                nil,
		"f.xx":              nil,
		"f.x.orig":          nil,
		"dir/more.d.tar.x/": a, // path.Base ignores the slash
	} {
		if got := index.ByPath(path); got != want {
			t.Errorf("ByPath(%q) = %v, want %v", path, got, want)
		}
	}
}
