package project

import (
	"math/rand/v2"
	"path"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// fits is what a glob of directories means, as plainly as it can be said.
func fits(glob, dir []string) bool {
	switch {
	case len(glob) == 0:
		return len(dir) == 0
	case glob[0] == "**":
		return fits(glob[1:], dir) || len(dir) > 0 && fits(glob, dir[1:])
	case len(dir) == 0:
		return false
	}
	ok, err := path.Match(glob[0], dir[0])
	return err == nil && ok && fits(glob[1:], dir[1:])
}

func TestMatchDir(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pick := func(parts ...string) string { return parts[random.IntN(len(parts))] }
	for range 20_000 {
		var glob, dir []string
		for range 1 + random.IntN(6) {
			glob = append(glob, pick("**", "**", "*", "a", "b", "a*"))
		}
		for range 1 + random.IntN(7) {
			dir = append(dir, pick("a", "b", "ab"))
		}
		if got, want := matchDir(strings.Join(glob, "/"), strings.Join(dir, "/")), fits(glob, dir); got != want {
			t.Fatalf("%v matches %v: %t", glob, dir, got)
		}
	}
	// Each ** could take any number of directories.
	dir := strings.Repeat("a/", 2000) + "c"
	if matchDir(strings.Repeat("**/", 100)+"b", dir) || !matchDir(strings.Repeat("**/", 100)+"c", dir) {
		t.Error("many ** match wrongly")
	}
	if matchDir(strings.Repeat("**/", 1000)+"c", dir) {
		t.Error("a long glob matches")
	}
}

// The work of all globs together has an end, behind which none names a directory.
func TestMembersAreBounded(t *testing.T) {
	slow := make([]string, maxList+1)
	for i := range slow {
		slow[i] = strings.Repeat("*a", 190)
	}
	slow[0] = "c*"
	root := &packageDir{dir: ".", manifest: &facts.Manifest{Members: slow}}
	work := 0
	if !isMember(&packageDir{dir: strings.Repeat("c", 200)}, []*packageDir{root}, &work) || work == 0 {
		t.Error("a package is no member")
	}
	for range 10 {
		isMember(&packageDir{dir: strings.Repeat("c", 200)}, []*packageDir{root}, &work)
	}
	if work > maxMatching+100_000 || isMember(&packageDir{dir: "c"}, []*packageDir{root}, &work) {
		t.Errorf("work of %d", work)
	}
}
