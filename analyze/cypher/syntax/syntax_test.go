package syntax

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestErrors(t *testing.T) {
	for _, tc := range []struct{ query, want string }{
		{``, "line 1, column 1: expected MATCH, OPTIONAL MATCH, UNWIND, WITH or RETURN, found the end of the query"},
		{`MATCH (n)`, "line 1, column 10: expected MATCH, OPTIONAL MATCH, UNWIND, WITH or RETURN, found the end of the query"},
		{"MATCH (n)\nRETRUN n", "line 2, column 1: expected MATCH, OPTIONAL MATCH, UNWIND, WITH or RETURN, found RETRUN"},
		{`MATCH (n RETURN n`, "line 1, column 10: expected ) at the end of the node, found RETURN"},
		{`MATCH n RETURN n`, "line 1, column 7: expected a node like (n:Label), found n"},
		{`MATCH (a)-[:X->(b) RETURN a`, "line 1, column 14: expected ] at the end of the relationship, found -"},
		{`MATCH (a)-(b) RETURN a`, "line 1, column 11: expected -, found ("},
		{`MATCH (a:) RETURN a`, "line 1, column 10: expected a label, found )"},
		{`MATCH (n) WHERE RETURN n`, "line 1, column 17: expected an expression, found RETURN"},
		{`MATCH (n) RETURN n.name,`, "line 1, column 25: expected an expression, found the end of the query"},
		{`MATCH (n) RETURN m`, "line 1, column 18: nothing is named m here; there are n"},
		{`MATCH (n) WITH n.name AS x RETURN n`, "line 1, column 35: nothing is named n here; there are x"},
		{`MATCH (n) WITH n.name RETURN n`, "line 1, column 16: expected AS and a name behind n.name: WITH has to name what is no variable"},
		{`MATCH (n) RETURN foo(n)`, "line 1, column 18: there is no function foo; there are abs, avg, ceil,"},
		{`RETURN toLower()`, "line 1, column 8: toLower takes one argument"},
		{`RETURN 'abc`, "line 1, column 8: this string has no closing '"},
		{`RETURN 1 != 2`, "line 1, column 10: found !=; not equal is written <>"},
		{`RETURN "ä" § 1`, `line 1, column 12: the character '§' means nothing here`},
		{`RETURN 12abc`, "line 1, column 8: a name cannot begin with a digit"},
		{`RETURN 99999999999999999999`, "line 1, column 8: 99999999999999999999 is no whole number of 64 bits"},
		{`RETURN 1 AS a, 2 AS a`, "line 1, column 16: two columns are named a"},
		{`RETURN 1 AS a UNION RETURN 1 AS b`, "line 1, column 21: the parts of a UNION return the same columns"},
		{`MATCH (n) WHERE count(n) > 1 RETURN n`, "line 1, column 17: count can only stand in WITH and RETURN"},
		{`RETURN count(count(1))`, "line 1, column 14: count can only stand in WITH and RETURN, and not in another one"},
		{`MATCH (a)-[a]->(b) RETURN a`, "line 1, column 10: a is a node, not a relationship"},
		{`MATCH (a)-[r]->(r) RETURN a`, "line 1, column 10: r is a node, not a relationship"},
		{`MATCH ()-[r]->() MATCH (r) RETURN r`, "line 1, column 24: r is a relationship, not a node"},
		{`MATCH p = ()-[]->() WITH p AS q MATCH (q) RETURN q`, "line 1, column 39: q is a path, not a node"},
		{`WITH 1 AS n MATCH (n) RETURN n`, "line 1, column 19: n is a value, not a node"},
		{`MATCH p = (p) RETURN p`, "line 1, column 11: p is a path, not a node"},
		{`MATCH (n)-[*3..1]->(m) RETURN n`, "line 1, column 16: a path of at least 3 relationships cannot have at most 1"},
		{`MATCH shortestPath((a)-[]->(b)-[]->(c)) RETURN a`, "line 1, column 7: shortestPath takes one relationship between two nodes"},
		{`MATCH (n $props) RETURN n`, "line 1, column 10: a parameter stands for one value: write {name: $name}"},
		{`RETURN ` + strings.Repeat("(", 200) + `1` + strings.Repeat(")", 200), "nested more than 100 deep"},
		{strings.Repeat(" ", maxQuery+1), "the query has 65537 bytes, at most 65536 are read"},
	} {
		_, err := Parse(tc.query)
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%.80s\n got %v\nwant %s", tc.query, err, tc.want)
		}
	}
}

// A query never changes the graph: whatever could is refused, wherever it stands.
func TestRefuse(t *testing.T) {
	for _, query := range []string{
		`CREATE (n:X)`, `MATCH (n) DELETE n`, `MATCH (n) DETACH DELETE n`, `MATCH (n) SET n.x = 1`, `MERGE (n:X)`, `MATCH (n) REMOVE n.x`,
		`DROP TABLE x`, `match (n) set n.x = 1 return n`, `MATCH (n) WITH n CREATE (m) RETURN m`, `FOREACH (x IN [1] | CREATE (n))`,
		`LOAD CSV FROM 'file:///etc/passwd' AS l RETURN l`, `COPY x FROM 'y'`,
	} {
		_, err := Parse(query)
		if err == nil || !strings.Contains(err.Error(), "is refused: a query reads the graph and never changes it") {
			t.Errorf("%s: %v", query, err)
		}
	}
	if _, err := Parse("CALL db.labels()"); err == nil || !strings.Contains(err.Error(), "CALL is refused") {
		t.Errorf("CALL: %v", err)
	}
}

func TestNames(t *testing.T) {
	q, err := Parse(`MATCH (a:A|B {k: 1})-[r:T*1..2 {l: 2}]->(b:A) WHERE a.m = {n: 1}.n AND b:C RETURN a.k`)
	if err != nil {
		t.Fatal(err)
	}
	want := Names{Labels: []string{"A", "B", "C"}, Types: []string{"T"}, Keys: []string{"k", "l", "m"}}
	if diff := cmp.Diff(want, q.Names); diff != "" {
		t.Error(diff)
	}
}

// The seeds stand in a file, with an empty line between two; the evaluation reads them too.
func seeds(f *testing.F) []string {
	text, err := os.ReadFile("testdata/seeds.txt")
	if err != nil {
		f.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n\n")
}

// No text makes the parser fail in any way but with a place.
func FuzzParse(f *testing.F) {
	for _, s := range seeds(f) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		_, err := Parse(text)
		var wrong *Error
		if err != nil && (!errors.As(err, &wrong) || wrong.Line < 1 || wrong.Column < 1 || wrong.Message == "") {
			t.Errorf("%q: %v", text, err)
		}
	})
}
