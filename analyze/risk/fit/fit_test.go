package main

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/risk/fit/labels"
)

func some() []input { return []input{counted("new branches"), plain("a"), plain("b")} }

// made are changes of three projects whose trouble follows known weights.
func made() []unit {
	r := rand.New(rand.NewPCG(1, 2))
	in := some()
	var units []unit
	for _, p := range []struct {
		name      string
		intercept float64
	}{{"a", -3}, {"b", -2}, {"c", -4}} {
		for range 3000 {
			u := unit{Project: p.name, Weight: 1, Churn: float64(r.IntN(100)), Values: map[string]float64{
				"new branches": math.Floor(math.Exp(3 * r.Float64())), "a": float64(r.IntN(2)), "b": float64(r.IntN(2)),
			}}
			z := p.intercept + .8*in[0].value(&u) + .7*in[1].value(&u) + .5*in[2].value(&u)
			u.Trouble = r.Float64() < 1/(1+math.Exp(-z))
			u.Hard = u.Trouble && r.IntN(9) == 0
			units = append(units, u)
		}
	}
	return units
}

func TestFitFindsWeights(t *testing.T) {
	units := made()
	f := fit(units, some(), trouble)
	for i, want := range []float64{.8, .7, .5} {
		if math.Abs(f.weights[i]-want) > .12 {
			t.Errorf("weight %d is %.2f, want %.2f", i, f.weights[i], want)
		}
	}
	chance, bad := 0.0, 0.0
	for i, p := range chances(f.scores(units)) {
		chance += p
		bad += label(units[i].Trouble)
	}
	if math.Abs(chance-bad) > 1 {
		t.Errorf("expects %.1f troubles, there are %.0f", chance, bad)
	}
}

// A change that stands for two counts as two changes.
func TestFitCountsWeights(t *testing.T) {
	twice, heavy := made()[:3000], made()[:3000]
	for i := range heavy {
		if heavy[i].Trouble {
			heavy[i].Weight = 2
			twice = append(twice, twice[i])
		}
	}
	a, b := fit(twice, some(), trouble), fit(heavy, some(), trouble)
	if math.Abs(a.intercept-b.intercept) > .02 || math.Abs(a.weights[0]-b.weights[0]) > .02 {
		t.Errorf("twice: %s\nweighted: %s", a.text(), b.text())
	}
}

// The model of a project is the general one where the pull is strong, and that of its own changes where it is weak.
func TestAdapted(t *testing.T) {
	general := fit(made(), some(), trouble)
	own := made()[:3000]
	for i := range own { // here only b counts
		own[i].Trouble = own[i].Values["b"] == 1 && i%3 == 0
	}
	strong, weak := general.adapted(own, 1e6, trouble), general.adapted(own, .1, trouble)
	if math.Abs(strong.weights[0]-general.weights[0]) > .01 {
		t.Errorf("strong pull: %s, want %s", strong.text(), general.text())
	}
	if math.Abs(weak.weights[0]) > .2 || weak.weights[2] < 2 {
		t.Errorf("weak pull: %s", weak.text())
	}
}

func TestRanking(t *testing.T) {
	var units []unit
	var scores []float64
	for i := range 100 {
		units = append(units, unit{Trouble: i%10 == 9, Churn: float64(i / 20), Weight: 1})
		scores = append(scores, float64(i%10))
	}
	same := make([]float64, len(scores))
	weighed := append([]unit{}, units...)
	for i := range weighed {
		weighed[i].Weight = 3
	}
	for _, tt := range []struct {
		name      string
		got, want float64
	}{
		{"best first", auc(units, scores, trouble), 1},
		{"all equal", auc(units, same, trouble), .5},
		{"of like size", ofLikeSize(units, scores), 1},
		{"of like size, all equal", ofLikeSize(units, same), .5},
		{"in the first tenth", inFirst(units, scores, .1), 1},
		{"in the first twentieth", inFirst(weighed, scores, .05), .5},
		{"too few", average([]float64{auc(units[:10], scores, trouble), 1}), 1},
	} {
		if math.Abs(tt.got-tt.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", tt.name, tt.got, tt.want)
		}
	}
}

func TestRanksAtLeast(t *testing.T) {
	units := made()
	for i := range units {
		units[i].Values["score"] = label(units[i].Trouble)
	}
	if err := ranksAtLeast(.99, units); err != nil {
		t.Error(err)
	}
	for i := range units {
		units[i].Values["score"] = -label(units[i].Trouble)
	}
	if ranksAtLeast(.1, units) == nil || ranksAtLeast(.1, nil) == nil {
		t.Error("no error for the worst scores, or for none")
	}
	if err := ranksAtLeast(0, nil); err != nil {
		t.Error(err)
	}
}

// The projects of each night are of the list, and none of them is to test.
func TestNightly(t *testing.T) {
	all, err := os.ReadFile("projects.txt")
	if err != nil {
		t.Fatal(err)
	}
	nightly, err := os.ReadFile("nightly.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for row := range strings.Lines(string(nightly)) {
		if strings.HasPrefix(row, "#") {
			continue
		}
		n++
		name, rest, _ := strings.Cut(row, " ")
		if !strings.Contains(string(all), "\n"+row) || partOf(name, strings.Contains(rest, "studied")) == forTest {
			t.Errorf("%s: not in projects.txt, or to test", name)
		}
	}
	if n < 5 {
		t.Errorf("only %d projects", n)
	}
}

func TestCalibration(t *testing.T) {
	var units []unit
	var chance []float64
	for i := range 1000 {
		units = append(units, unit{Project: "a", Weight: 1, Trouble: i%10 < i/100})
		chance = append(chance, float64(i/100)/10)
	}
	var out strings.Builder
	calibration(&out, units, chance)
	if !strings.Contains(out.String(), "mean distance 0.000") || !strings.Contains(out.String(), "     0.900      0.900  ####") {
		t.Error(out.String())
	}
}

// The sample stands for all changes, and holds those that people spoke of.
func TestSample(t *testing.T) {
	var changes []labels.Change
	for i := range 1000 {
		changes = append(changes, labels.Change{Commit: string(rune(i + 256)), Time: int64(i), Reverted: i%100 == 0, Replaced: i%10 == 0})
	}
	units := sample(&project{Name: "a/b"}, changes)
	all, bad, people := 0.0, 0.0, 0.0
	for i := range units {
		all += units[i].Weight
		bad += units[i].Weight * label(units[i].Trouble)
		people += units[i].Weight * label(units[i].Hard)
	}
	if len(units) != mostTrouble+mostOthers || math.Abs(all-1000) > 1e-6 || math.Abs(bad-100) > 1e-6 || math.Abs(people-10) > 1e-6 {
		t.Errorf("%d changes stand for %.1f, %.1f trouble, %.1f hard", len(units), all, bad, people)
	}
}

// The parts are those that the list was divided into before anything was fitted.
func TestProjects(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"koajs+koa/repo/objects", "gin/.git/objects", "a__b/objects"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	list := filepath.Join(dir, "list")
	if err := os.WriteFile(list, []byte("# words\nkoajs/koa javascript\ngin-gonic/gin go studied\na/b c\nno/where go\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	found, missing, err := readProjects(list, []string{dir})
	if err != nil || len(found) != 3 || len(missing) != 1 || missing[0] != "no/where" {
		t.Fatalf("%v, %v, %v", found, missing, err)
	}
	for name, want := range map[string]part{"koajs/koa": forTest, "gin-gonic/gin": forFit, "celery/celery": forChoice} {
		if got := partOf(name, name == "gin-gonic/gin"); got != want {
			t.Errorf("%s is to %s, want %s", name, got, want)
		}
	}
	for _, line := range lines(t, "projects.txt") {
		fields := strings.Fields(line)
		if len(fields) < 2 {
			t.Fatalf("%q", line)
		}
		if _, err := language(fields[1]); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
}

func lines(t *testing.T, file string) (out []string) {
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(content)) {
		if !strings.HasPrefix(line, "#") {
			out = append(out, strings.TrimSpace(line))
		}
	}
	return out
}
