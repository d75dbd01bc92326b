package vocabulary

import (
	"math"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

func TestSplit(t *testing.T) {
	for name, want := range map[string]string{
		"":                    "",
		"open":                "open",
		"parseHTTPHeader_v2":  "parse http header v2",
		"HTTPServer":          "http server",
		"./lib/request-queue": "lib request queue",
		"ÜberGröße":           "über größe",
		"__init__":            "init",
		"ID":                  "id",
		"a.b.C":               "a b c",
	} {
		if got := strings.Join(Split(name), " "); got != want {
			t.Errorf("Split(%q) = %q, want %q", name, got, want)
		}
	}
}

// said are the words of three files.
var said = [][]string{{"open", "close", "über"}, nil, {"open"}, {"opener", "open"}}

func TestVocabulary(t *testing.T) {
	v := Of(said)
	stored, err := Load(v.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []*Vocabulary{v, stored} {
		if v.Mean() != 2 {
			t.Errorf("%v words in a file that has any, want 2", v.Mean())
		}
		for word, files := range map[string]float64{"open": 3, "close": 1, "opener": 1, "über": 1} {
			id, ok := v.ID(word)
			if !ok || v.Word(id) != word {
				t.Fatalf("%s has the number %d, %v", word, id, ok)
			}
			if want := max(0, math.Log(4/(files+0.5))); v.Rarity(id) != want {
				t.Errorf("rarity of %s: %v, want %v", word, v.Rarity(id), want)
			}
		}
		if id, ok := v.ID("ope"); ok {
			t.Errorf("ope has the number %d", id)
		}
		if got := v.IDs([]string{"über", "ope", "close"}); len(got) != 2 || v.Word(got[0]) != "close" || v.Word(got[1]) != "über" {
			t.Errorf("numbers %v", got)
		}
	}
}

// A word counts once, however often a file has it.
func TestWords(t *testing.T) {
	f := &facts.File{Exprs: []facts.Expr{{Kind: facts.Name, Name: "openFile"}, {Kind: facts.Name, Name: "openFile"}, {Kind: facts.Name, Name: "fileX"}}}
	if got := strings.Join(Words(f), " "); got != "open file" {
		t.Errorf("words %q", got)
	}
}

// The stored form of damaged data is refused or read, never a panic, and what is read is sorted.
func FuzzLoad(f *testing.F) {
	f.Add([]byte{})
	f.Add(Of(nil).Bytes())
	f.Add(Of(said).Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := Load(data)
		if err != nil {
			return
		}
		for id := range v.words {
			if got, ok := v.ID(v.Word(int32(id))); !ok || got != int32(id) {
				t.Errorf("word %d is found at %d, %v", id, got, ok)
			}
			v.Rarity(int32(id))
		}
	})
}
