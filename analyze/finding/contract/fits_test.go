package contract

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/graph/graphtest"
)

// sig reads a parameter list in graphtest's form.
func sig(t testing.TB, params string) *graph.Signature {
	g := graphtest.Parse(t, "Function a.ts:f 1-2 params="+params)
	return &g.Node("Function:a.ts:f").Signature
}

func TestFits(t *testing.T) {
	tests := []struct {
		params string
		call   graph.Call
		want   verdict
		why    finding.Effect
	}{
		{"-", graph.Call{}, fitting, finding.Effect{}},
		{"-", graph.Call{Args: 1}, misfit, finding.Effect{Kind: finding.ArgumentCount, Given: 1}},
		{"a,b", graph.Call{Args: 2}, fitting, finding.Effect{}},
		{"a,b", graph.Call{Args: 1}, misfit, finding.Effect{Kind: finding.ArgumentCount, Given: 1, Least: 2, Most: 2}},
		{"a,b", graph.Call{Args: 3}, misfit, finding.Effect{Kind: finding.ArgumentCount, Given: 3, Least: 2, Most: 2}},
		{"a", graph.Call{}, misfit, finding.Effect{Kind: finding.ArgumentCount, Least: 1, Most: 1}},
		{"a,b?", graph.Call{Args: 1}, fitting, finding.Effect{}},
		{"a,b?", graph.Call{Args: 2}, fitting, finding.Effect{}},
		{"a,b?", graph.Call{Args: 3}, misfit, finding.Effect{Kind: finding.ArgumentCount, Given: 3, Least: 1, Most: 2}},
		{"a,*rest", graph.Call{Args: 9}, fitting, finding.Effect{}},
		{"a,*rest", graph.Call{Args: 1}, fitting, finding.Effect{}},
		{"a,*rest", graph.Call{}, misfit, finding.Effect{Kind: finding.ArgumentCount, Least: 1, Most: 1, Unlimited: true}},
		{"a,b", graph.Call{Args: 1, Keywords: []string{"b"}}, fitting, finding.Effect{}},
		{"a,b", graph.Call{Keywords: []string{"a", "b"}}, fitting, finding.Effect{}},
		{"a,b", graph.Call{Args: 1, Keywords: []string{"a"}}, misfit, finding.Effect{Kind: finding.ArgumentTwice, Name: "a"}},
		{"a,b", graph.Call{Args: 1, Keywords: []string{"c"}}, misfit, finding.Effect{Kind: finding.ArgumentName, Name: "c"}},
		{"a,**more", graph.Call{Args: 1, Keywords: []string{"c"}}, fitting, finding.Effect{}},
		{"a,**more", graph.Call{Args: 2}, misfit, finding.Effect{Kind: finding.ArgumentCount, Given: 2, Least: 1, Most: 1}},
		{"a,b", graph.Call{Keywords: []string{"b"}}, misfit, finding.Effect{Kind: finding.ArgumentLacks, Name: "a"}},
		{"a,=key", graph.Call{Args: 1}, misfit, finding.Effect{Kind: finding.ArgumentLacks, Name: "key"}},
		{"a,=key", graph.Call{Args: 2}, misfit, finding.Effect{Kind: finding.ArgumentCount, Given: 2, Least: 1, Most: 1}},
		{"a,=key", graph.Call{Args: 1, Keywords: []string{"key"}}, fitting, finding.Effect{}},
		{"a,=key?", graph.Call{Args: 1}, fitting, finding.Effect{}},
		{"a,*rest,=key?", graph.Call{Args: 5, Keywords: []string{"key"}}, fitting, finding.Effect{}},
		{"=key,a", graph.Call{Args: 1, Keywords: []string{"key"}}, fitting, finding.Effect{}},
		{"/a,b", graph.Call{Keywords: []string{"a", "b"}}, misfit, finding.Effect{Kind: finding.ArgumentName, Name: "a"}},
		{"/a,b", graph.Call{Args: 1, Keywords: []string{"b"}}, fitting, finding.Effect{}},
		{"/a,**more", graph.Call{Args: 1, Keywords: []string{"a"}}, fitting, finding.Effect{}},
		{"a,b", graph.Call{Spread: true}, unsure, finding.Effect{}},
		{"a", graph.Call{Args: 2, Spread: true}, unsure, finding.Effect{}},
		{"a,b", graph.Call{Args: 1, SpreadKeywords: true}, unsure, finding.Effect{}},
		{"/a", graph.Call{SpreadKeywords: true}, misfit, finding.Effect{Kind: finding.ArgumentCount, Least: 1, Most: 1}},
		{"a,b", graph.Call{Args: 3, SpreadKeywords: true}, misfit, finding.Effect{Kind: finding.ArgumentCount, Given: 3, Least: 2, Most: 2}},
		{"a,b", graph.Call{Args: 2, SpreadKeywords: true}, fitting, finding.Effect{}},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprintf("%s %+v", tt.params, tt.call), func(t *testing.T) {
			got, why := fits(&tt.call, sig(t, tt.params))
			if got != tt.want || !reflect.DeepEqual(why, tt.why) {
				t.Errorf("fits = %v %+v, want %v %+v", got, why, tt.want, tt.why)
			}
		})
	}
	if v, _ := fits(&graph.Call{Args: 9}, &graph.Signature{}); v != unsure {
		t.Error("an unknown signature rejects a call")
	}
}

// Giving a parameter a default never makes a call that fitted misfit, and taking
// any arguments accepts whatever is positional.
func TestFitsIsMonotone(t *testing.T) {
	lists := []string{"-", "a", "a,b", "a,b?", "a,b,=c", "/a,b?,=c?"}
	calls := []graph.Call{{}, {Args: 1}, {Args: 2}, {Args: 1, Keywords: []string{"b"}}, {Args: 2, Keywords: []string{"c"}}, {Keywords: []string{"a"}}}
	for _, list := range lists {
		for _, call := range calls {
			if before, _ := fits(&call, sig(t, list)); before != fitting {
				continue
			}
			more := strings.TrimPrefix(list+",last?", "-,")
			if v, why := fits(&call, sig(t, more)); v != fitting {
				t.Errorf("%+v fits %s but not %s: %+v", call, list, more, why)
			}
			if v, why := fits(&call, sig(t, strings.TrimPrefix(list+",*rest", "-,"))); v != fitting {
				t.Errorf("%+v fits %s but not with *rest: %+v", call, list, why)
			}
		}
	}
}

func TestNamed(t *testing.T) {
	for _, tt := range []struct {
		source, file string
		want         bool
	}{
		{"./db/users.js", "src/db/users.ts", true}, {"./users", "src/db/users.ts", true}, {"acme.db.users", "acme/db/users.py", true},
		{"..users", "acme/users.py", true}, {"./db", "src/db/index.ts", true}, {"./orders", "src/db/users.ts", false}, {"", "src/db/users.ts", false},
	} {
		if got := named(tt.source, tt.file); got != tt.want {
			t.Errorf("named(%q, %q) = %v", tt.source, tt.file, got)
		}
	}
}

// Signatures of Ruby: required parameters first, keywords that no parameter takes are one map.
func TestFitsCounted(t *testing.T) {
	count := func(given, least, most int) finding.Effect {
		return finding.Effect{Kind: finding.ArgumentCount, Given: given, Least: least, Most: most}
	}
	tests := []struct {
		params string
		call   graph.Call
		want   verdict
		why    finding.Effect
	}{
		{"a,b?,c", graph.Call{Args: 2}, fitting, finding.Effect{}},
		{"a,b?,c", graph.Call{Args: 1}, misfit, count(1, 2, 3)},
		{"a,b?,c", graph.Call{Args: 4}, misfit, count(4, 2, 3)},
		{"a,*rest,c", graph.Call{Args: 9}, fitting, finding.Effect{}},
		{"a,*rest,c", graph.Call{Args: 1}, misfit, finding.Effect{Kind: finding.ArgumentCount, Given: 1, Least: 2, Most: 2, Unlimited: true}},
		{"a,b?", graph.Call{Args: 1, Keywords: []string{"x", "y"}}, fitting, finding.Effect{}},
		{"a", graph.Call{Args: 1, Keywords: []string{"x"}}, misfit, count(2, 1, 1)},
		{"a", graph.Call{Keywords: []string{"x"}}, fitting, finding.Effect{}},
		{"a", graph.Call{Args: 1, SpreadKeywords: true}, unsure, finding.Effect{}},
		{"a", graph.Call{Spread: true}, unsure, finding.Effect{}},
		{"a,=key", graph.Call{Args: 1, Keywords: []string{"key"}}, fitting, finding.Effect{}},
		{"a,=key", graph.Call{Args: 1}, misfit, finding.Effect{Kind: finding.ArgumentLacks, Name: "key"}},
		{"a,=key", graph.Call{Args: 2}, unsure, finding.Effect{}}, // the second may be a hash
		{"a,=key", graph.Call{Args: 3}, misfit, count(3, 1, 1)},
		{"a,=key?", graph.Call{Args: 1, Keywords: []string{"kay"}}, misfit, finding.Effect{Kind: finding.ArgumentName, Name: "kay"}},
		{"a,=key?", graph.Call{Keywords: []string{"key"}}, unsure, finding.Effect{}}, // a hash for the required one
		{"=key", graph.Call{SpreadKeywords: true}, unsure, finding.Effect{}},
		{"=key,**more", graph.Call{Keywords: []string{"key", "x"}}, fitting, finding.Effect{}},
	}
	for _, test := range tests {
		s := sig(t, test.params)
		s.CountedArguments = true
		if v, why := fits(&test.call, s); v != test.want || !reflect.DeepEqual(why, test.why) {
			t.Errorf("fits(%+v, %s) is %v, %+v, want %v, %+v", test.call, test.params, v, why, test.want, test.why)
		}
	}
}
