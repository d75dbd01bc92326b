package finder

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/graph/graphtest"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/analyze/search"
)

// The ways are asked at once: each of two answers only when the other was asked, too. What
// only one of them finds is kept, and each hit says who found it at which rank.
func TestBackendsAtOnce(t *testing.T) {
	e := finder{Engine: engine.New(engine.Snapshot{Graph: graphtest.Parse(t, "Function a.go:f 1-2\nFunction a.go:g 3-4")})}
	doc := func(name string) int { return e.Graph.Index(e.Graph.Node("Function:a.go:" + name)) }
	asked := [2]chan bool{make(chan bool), make(chan bool)}
	waiting := func(i int, docs ...int) part {
		return part{backend{[]string{"one", "other"}[i], func(context.Context, finder, *request) (found, error) {
			close(asked[i])
			<-asked[1-i]
			var f found
			for _, d := range docs {
				f.hits = append(f.hits, search.Hit{Doc: d, Score: 1})
			}
			return f, nil
		}}, 1}
	}
	p := plan{mode: "all", parts: []part{waiting(0, doc("f"), doc("g")), waiting(1, doc("g"))}}
	matches, trace, err := e.run(context.Background(), p, &request{Question: &Question{Query: "x"}, limit: 9}, 9)
	if err != nil || len(matches) != 2 || matches[0].Node.Name != "g" || matches[1].Node.Name != "f" {
		t.Fatalf("%v, %v", matches, err)
	}
	if want := []Rank{{"one", 2, 1}, {"other", 1, 1}}; !slices.Equal(matches[0].ranks, want) || math.Abs(matches[0].score-1.0/62-1.0/61) > 1e-12 {
		t.Errorf("%+v, want the ranks %v", matches[0], want)
	}
	if want := []BackendRun{{"one", 1, 2, ""}, {"other", 1, 1, ""}}; !slices.Equal(trace.Backends, want) {
		t.Errorf("%+v, want %v", trace.Backends, want)
	}
}

// What one way found is told before a slower one has an answer.
func TestPartBeforeSlow(t *testing.T) {
	told := make(chan *Part, 1)
	e := finder{engine.New(engine.Snapshot{Graph: graphtest.Parse(t, "Function a.go:f 1-2")}), func(p *Part) {
		if p.Backend == "quick" {
			told <- p
		}
	}}
	var quick *Part
	p := plan{mode: "all", parts: []part{
		{backend{"slow", func(context.Context, finder, *request) (found, error) {
			quick = <-told
			return found{}, nil
		}}, 1},
		{backend{"quick", func(context.Context, finder, *request) (found, error) {
			return found{hits: []search.Hit{{Doc: e.Graph.Index(e.Graph.Node("Function:a.go:f")), Score: 2}}, note: "n"}, nil
		}}, 1},
	}}
	if _, _, err := e.run(context.Background(), p, &request{Question: &Question{Query: "x"}, limit: 9}, 9); err != nil {
		t.Fatal(err)
	}
	if quick.Query != "x" || len(quick.Results) != 1 || quick.Results[0].Name != "f" || quick.Results[0].Score != 2 || quick.Note != "n" {
		t.Errorf("%+v", quick)
	}
}

func TestMisspelled(t *testing.T) {
	e := finder{Engine: engine.New(engine.Snapshot{Graph: graphtest.Parse(t, "Function a.go:validateUser 1-2\nFunction a.go:hashSha1 3-4\nFunction a.go:list 5-6")})}
	for name, want := range map[string]string{
		"validateUsr": "validateUser", "validate_user": "validateUser", "vlidteUser": "validateUser", "vldtUsr": "",
		"hashSha2": "", "hasSha1": "hashSha1",
		"lst": "", "validator": "", // words of a language
	} {
		if got := e.misspelled(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
