package search

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/graph/graphtest"
)

// named makes an index of documents that have a name and a body.
func named(texts ...[2]string) *Index {
	b := NewBuilder(len(texts))
	for i, t := range texts {
		b.Add(i, &Document{Text: [fields]string{Name: t[0], Body: t[1]}})
	}
	return b.Index()
}

func docs(hits []Hit) []int {
	list := []int{}
	for _, h := range hits {
		list = append(list, h.Doc)
	}
	return list
}

func TestTerms(t *testing.T) {
	for text, want := range map[string][]string{
		"getUserByID":               {"get", "user", "by", "id", "getuserbyid"},
		"validate_user":             {"validate", "user", "validateuser"},
		"HTTPServer":                {"http", "server", "httpserver"},
		"userIDs, parseURLs":        {"user", "ids", "userids", "parse", "urls", "parseurls"},
		"sha256sum":                 {"sha", "256", "sum", "sha256sum"},
		"src/auth/validator.ts":     {"src", "auth", "validator", "ts"},
		"MAX_RETRIES = 3":           {"max", "retries", "maxretries", "3"},
		"Größe straßeNamen":         {"größe", "straße", "namen", "straßenamen"},
		"\x00\xff\x1b[31m a\u200bb": {"31", "m", "31m", "a", "b"},
		"__init__":                  {"init"},
		"_ $ __":                    {},
		"":                          {},
	} {
		if got := Terms(text); !slices.Equal(got, want) {
			t.Errorf("Terms(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestStem(t *testing.T) {
	for word, want := range map[string]string{
		"handler": "handl", "handles": "handl", "handling": "handl", "queries": "query", "classes": "class", "class": "class", "routers": "rout", "routing": "rout",
		"stopped": "stop", "stop": "stop", "is": "is", "ids": "ids", "": "", "größer": "größ", "256": "256",
	} {
		if got := string(stem([]byte(word))); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
	x := named([2]string{"errorHandler", ""}, [2]string{"other", "handles errors"})
	if got := docs(x.Lexical("handling of an error", 9)); !slices.Equal(got, []int{0, 1}) {
		t.Error(got)
	}
}

// The scores of three documents, computed by hand: with one field, BM25 is
// idf^0.7 * weight / (weight + k1) where weight = w * n / (1 - b + b * length / mean).
func TestLexicalScore(t *testing.T) {
	x := named([2]string{"", "alpha alpha beta"}, [2]string{"", "alpha gamma gamma delta"}, [2]string{"", "epsilon"})
	tune := defaults()
	w, b, k := tune.weight[Body], tune.length[Body], tune.saturation
	bm25 := func(n, length, found float64) float64 {
		weight := w * n / (1 - b + b*length/(8.0/3))
		return math.Pow(math.Log(1+(3-found+0.5)/(found+0.5)), 0.7) * weight / (weight + k)
	}
	got := x.Lexical("alpha", 10)
	want := []Hit{{0, bm25(2, 3, 2)}, {1, bm25(1, 4, 2)}}
	// Impacts are stored in 255ths.
	if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 0.005 })); diff != "" {
		t.Error(diff)
	}
	got = x.Lexical("gamma epsilon", 10)
	want = best([]Hit{{2, bm25(1, 1, 1)}, {1, bm25(2, 4, 1)}}, 9)
	if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 0.005 })); diff != "" {
		t.Error(diff)
	}
}

func TestLexical(t *testing.T) {
	x := named(
		[2]string{"validateUser", "check the password"},
		[2]string{"handleLogin", "validateUser(email)"},
		[2]string{"Session", "expires"},
		[2]string{"authentication", ""},
	)
	for question, want := range map[string][]int{
		"validate user":        {0, 1},
		"validateUser":         {0, 1},
		"VALIDATE_USER":        {0, 1},
		"how is the password?": {0},
		"sesion":               {2},
		"authentcation":        {3},
		"authen":               {3},
		"zzzzzz":               {},
		"":                     {},
		"the of":               {0},
		"\x00\x1b":             {},
	} {
		if got := docs(x.Lexical(question, 10)); !slices.Equal(got, want) {
			t.Errorf("Lexical(%q) = %v, want %v", question, got, want)
		}
	}
	if got := docs(x.Lexical("validateUser", 1)); !slices.Equal(got, []int{0}) {
		t.Errorf("limit 1: %v", got)
	}
	for _, limit := range []int{0, -1} {
		if got := x.Lexical("validateUser", limit); len(got) > 0 {
			t.Errorf("limit %d: %v", limit, got)
		}
	}
}

// RRF of two lists, by hand; what only one has survives.
func TestRRF(t *testing.T) {
	first, second := []Hit{{7, 9}, {3, 5}, {4, 1}}, []Hit{{3, 0.9}, {8, 0.8}}
	got := Fuse(60, 10, List{Hits: first}, List{Hits: second})
	near := cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-12 })
	want := []Hit{{3, 1.0/62 + 1.0/61}, {7, 1.0 / 61}, {8, 1.0 / 62}, {4, 1.0 / 63}}
	if diff := cmp.Diff(want, got, near); diff != "" {
		t.Error(diff)
	}
	got = Fuse(60, 2, List{Hits: first, Weight: 0.3}, List{Hits: second, Weight: 0.7})
	want = []Hit{{3, 0.3/62 + 0.7/61}, {8, 0.7 / 62}}
	if diff := cmp.Diff(want, got, near); diff != "" {
		t.Error(diff)
	}
}

func TestStoredForm(t *testing.T) {
	x := named([2]string{"a", "b c"}, [2]string{"c", "a a"}, [2]string{})
	y := NewBuilder(3)
	y.Add(1, &Document{Text: [fields]string{Name: "c", Body: "a a"}})
	y.Add(0, &Document{Text: [fields]string{Name: "a", Body: "b c"}})
	y.Add(2, &Document{})
	if diff := cmp.Diff(x.Bytes(), y.Index().Bytes()); diff != "" {
		t.Error("the order of Add shows:", diff)
	}
	back, err := Load(x.Bytes())
	if err != nil || back.Docs() != 3 {
		t.Fatal(err, back)
	}
	if diff := cmp.Diff(x.Lexical("a c", 9), back.Lexical("a c", 9)); diff != "" {
		t.Error(diff)
	}
}

// Damaged bytes are refused or find something else; they do no harm.
func FuzzLoad(f *testing.F) {
	f.Add(named([2]string{"validateUser", "b c"}, [2]string{"c", "a a"}).Bytes(), "user c")
	f.Add([]byte{}, "")
	f.Fuzz(func(t *testing.T, data []byte, question string) {
		x, err := Load(data)
		if err != nil {
			return
		}
		for _, h := range x.Lexical(question, 5) {
			if h.Doc < 0 || h.Doc >= x.Docs() {
				t.Errorf("document %d of %d", h.Doc, x.Docs())
			}
		}
	})
}

// A word of a question finds the other ways in which code writes it, each document once.
func TestWays(t *testing.T) {
	x := named(
		[2]string{"openDb", ""},          // 0
		[2]string{"cfgPath", ""},         // 1
		[2]string{"author", ""},          // 2
		[2]string{"authMiddleware", ""},  // 3
		[2]string{"databaseDb", "other"}, // 4
	)
	for question, want := range map[string][]int{
		"database":             {4, 0},
		"db":                   {0, 4},
		"configuration":        {1}, // not in the index
		"authentication":       {3}, // and not the author
		"how does a database ": {4, 0},
	} {
		if got := docs(x.Lexical(question, 9)); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", question, got, want)
		}
	}
}

// What code writes beside a word stands for it, whether a table has it or not; what is there by
// chance does not.
func TestTaught(t *testing.T) {
	texts := [][2]string{
		{"canonKey", "the canonicalization of keys"}, // 0
		{"canonValue", "canonicalization"},           // 1
		{"canonPath", ""},                            // 2
		{"canPath", ""},                              // 3: no part of what is beside the word
	}
	for range 9 {
		texts = append(texts, [2]string{"other", "something else"})
	}
	if got := docs(named(texts...).Lexical("canonicalization", 9)); len(got) != 3 || got[2] != 2 {
		t.Errorf("%v, want 0 and 1, and then 2", got)
	}
	texts[0][1], texts[1][1] = "the canonicalization of keys", "keys"
	if got := docs(named(texts...).Lexical("canonicalization", 9)); !slices.Equal(got, []int{0}) {
		t.Errorf("taught by one document: %v", got)
	}
}

// A letter too many, too few, wrong or swapped is forgiven in words of five letters or more that
// the index does not have, and what is spelled right comes first.
func TestTypos(t *testing.T) {
	x := named([2]string{"validate", ""}, [2]string{"list", ""}, [2]string{"session", "session"}, [2]string{"sessions", "cession"})
	for question, want := range map[string][]int{
		"valdate": {0}, "vlaidate": {0}, "validdate": {0}, "vxlidate": {0}, "vxlixate": {},
		"lost":    {},
		"cession": {3}, // it has hits of its own
	} {
		if got := docs(x.Lexical(question, 9)); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", question, got, want)
		}
	}
}

// A long word that is misspelled, and that the code only abbreviates, is found by its abbreviation.
func TestTypoOfAbbreviated(t *testing.T) {
	x := named([2]string{"authFlow", ""}, [2]string{"other", ""})
	for question, want := range map[string][]int{"authentcation": {0}, "authentication": {0}, "athentcation": {}} {
		if got := docs(x.Lexical(question, 9)); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", question, got, want)
		}
	}
}

// Words of what code is about weigh more than those of what is done to it.
func TestVagueWords(t *testing.T) {
	x := named([2]string{"fixAdd", "support"}, [2]string{"token", ""}, [2]string{"other", ""})
	if got := docs(x.Lexical("add support for a token", 9)); len(got) != 2 || got[0] != 1 {
		t.Error(got)
	}
	if got := docs(x.Lexical("add", 9)); !slices.Equal(got, []int{0}) {
		t.Errorf("a question of such a word alone: %v", got)
	}
	y := named([2]string{"requestHandler", "handles requests"}, [2]string{"readFailure", "an error"}, [2]string{"other", ""}, [2]string{"more", ""})
	if got := docs(y.Lexical("error handling", 9)); len(got) != 2 || got[0] != 1 {
		t.Errorf("handling is not what the question is about: %v", got)
	}
	if got := docs(y.Lexical("error handler", 9)); len(got) != 2 || got[0] != 0 {
		t.Errorf("a handler is: %v", got)
	}
}

// indexOf makes the index of a graph whose files have this content.
func indexOf(g *graph.Graph, files map[string]string) *Index {
	s, b := NewSource(g), NewBuilder(len(g.Nodes))
	for path := range s.byPath {
		s.Add(b, path, []byte(files[path]))
	}
	return b.Index()
}

// A word finds the other words of its topic, behind what has the word itself.
func TestKin(t *testing.T) {
	x := named([2]string{"throttle", ""}, [2]string{"rate", ""}, [2]string{"other", ""}, [2]string{"more", ""})
	if got := docs(x.Lexical("rate", 9)); !slices.Equal(got, []int{1, 0}) {
		t.Error(got)
	}
	if got := docs(x.Lexical("throttle", 9)); !slices.Equal(got, []int{0}) {
		t.Errorf("a part of a topic is not the topic: %v", got)
	}
}

// Two words beside each other find the name that they make together first.
func TestPair(t *testing.T) {
	x := named([2]string{"limitTheRate", "rate limit"}, [2]string{"isRateLimited", ""}, [2]string{"rateLimit", ""}, [2]string{"other", ""})
	y := named([2]string{"limitTheRate", "rate limit"}, [2]string{"ratelimit", ""}, [2]string{"other", ""})
	if got := docs(x.Lexical("rate limiting", 9)); got[0] != 2 {
		t.Error(got)
	}
	if got := docs(y.Lexical("rate limiting", 9)); !slices.Contains(got, 1) {
		t.Errorf("%v: without the name written as one word", got)
	}
}

// Of documents with the same words, code comes before what only repeats it.
func TestPriors(t *testing.T) {
	g := graphtest.Parse(t, `
		Class src/user.ts:User 1-20
		Method src/user.ts:User.getTokenOf 2-4
		Method src/user.ts:User.tokenOf 5-7
		Method src/user.ts:User.setTokenOf 8-19
		Function migrations/one.ts:tokenOf 1-2`)
	x := indexOf(g, nil)
	prior := func(id string) float64 { return math.Round(100*x.prior(g.Index(g.Node(id)))) / 100 }
	for id, want := range map[string]float64{
		"Method:src/user.ts:User.getTokenOf": 0.8,
		"Method:src/user.ts:User.tokenOf":    1,
		"Method:src/user.ts:User.setTokenOf": 1, // does more
		"Function:migrations/one.ts:tokenOf": 0.7,
		"File:src/user.ts":                   0.7,
	} {
		if got := prior(id); got != want {
			t.Errorf("%s: %v, want %v", id, got, want)
		}
	}
}

// A symbol answers rather if its caller, its type or its file has words of the question, too; what
// has none is no answer.
func TestSpread(t *testing.T) {
	g := graphtest.Parse(t, `
		Function a.go:tokenAge 1-2
		Function b.go:tokenAge 3-4
		Function b.go:other 5-6
		Function c.go:tokenAge 5-6
		Function c.go:session 7-8
		c.go:tokenAge CALLS b.go:tokenAge
		c.go:tokenAge CALLS b.go:other
		c.go:session CALLS c.go:tokenAge`)
	at := func(id string) int { return g.Index(g.Node(id)) }
	alone, called, caller := at("Function:a.go:tokenAge"), at("Function:b.go:tokenAge"), at("Function:c.go:tokenAge")
	x := indexOf(g, nil)
	same, raised := x.Lexical("token", 9), x.Spread(g, "token", 9)
	if want := []int{called, alone, caller}; len(same) != 3 || !slices.Equal(docs(raised), want) {
		t.Errorf("%v, want %v", raised, want)
	}
	if got, want := raised[0].Score, same[0].Score*(1+callerShare); math.Abs(got-want) > 1e-9 {
		t.Errorf("%v, want %v", got, want)
	}
	// In a long question a caller that has a word more counts for more than one that repeats them.
	if long := x.Spread(g, "token age session in green and blue", 9); len(long) != 4 || long[0].Doc != caller {
		t.Errorf("%v, want %d first", long, caller)
	}
}

// A long question is about one symbol.
func TestRepeated(t *testing.T) {
	for question, want := range map[string]float64{
		"":                       1,
		"rate limiting":          1,
		"fix the rate limiting":  1, // fix says nothing of the topic
		"tokens of open session": 4.0 / 9,
		"red green blue white":   1.0 / 4,
	} {
		if got := repeated(question); math.Abs(got-want) > 1e-9 {
			t.Errorf("%q: %v, want %v", question, got, want)
		}
	}
}
