package cypher

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/cypher/property"
	"github.com/nexus-ci/nexus-ci/analyze/cypher/value"
)

// A fixed is a map as the properties of a node or relationship.
type fixed map[string]any

func (f fixed) Get(key string) any { return f[key] }

func (f fixed) Keys() []string {
	var keys []string
	for k := range f {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// drawn makes a graph of lines: "a:Label:Other {…}" is a node called a, whose property name
// is "a", and "a-TYPE->b" a relationship. Further properties come from a table.
func drawn(props map[string]fixed, lines ...string) *property.Graph {
	var nodes []property.Node
	at := make(map[string]int)
	node := func(text string) int {
		parts := strings.Split(text, ":")
		i, ok := at[parts[0]]
		if !ok {
			i = len(nodes)
			at[parts[0]] = i
			p := fixed{"name": parts[0]}
			for k, v := range props[parts[0]] {
				p[k] = v
			}
			nodes = append(nodes, property.Node{Properties: p})
		}
		nodes[i].Labels = append(nodes[i].Labels, parts[1:]...)
		return i
	}
	type end struct {
		from, to int
		text     string
	}
	var ends []end
	for _, l := range lines {
		from, rest, isRel := strings.Cut(l, "-")
		if i := node(from); isRel {
			typ, to, _ := strings.Cut(rest, "->")
			ends = append(ends, end{i, node(to), typ})
		}
	}
	var relationships []property.Relationship
	for _, e := range ends {
		typ, _, _ := strings.Cut(e.text, "*")
		relationships = append(relationships, property.Relationship{Type: typ, Source: &nodes[e.from], Target: &nodes[e.to], Properties: props[e.text]})
	}
	return property.NewGraph(nodes, relationships, "name")
}

// calls is a graph of some functions.
func calls() *property.Graph {
	g := drawn(map[string]fixed{
		"a": {"lines": int64(3), "file": "x.go"}, "b": {"lines": int64(10), "file": "x.go"}, "c": {"lines": int64(7), "file": "y.go"},
		"d": {"file": "y.go"}, "CALLS*1": {"at": int64(1)}, "CALLS*2": {"at": int64(2)},
	},
		"a:Function:Entry", "b:Function", "c:Function", "d:Method", "x:File", "y:File",
		"a-CALLS*1->b", "a-CALLS*2->c", "b-CALLS->d", "c-CALLS->d", "d-CALLS->a",
		"x-DEFINES->a", "x-DEFINES->b", "y-DEFINES->c", "y-DEFINES->d", "b-EXTENDS->b")
	g.AnyType, g.Aliases = "Rel", map[string]string{"INHERITS": "EXTENDS"}
	return g
}

var loose = Limits{Rows: 1000, Steps: 1_000_000, Held: 100_000}

// answer runs a query and writes its rows, values with a comma between.
func answer(t *testing.T, g *property.Graph, query string, params map[string]any) string {
	t.Helper()
	q, err := Parse(query)
	if err != nil {
		return "error: " + err.Error()
	}
	r, err := q.Run(context.Background(), g, params, loose)
	if err != nil {
		return "error: " + err.Error()
	}
	var rows []string
	for _, row := range r.Rows {
		var cells []string
		for _, v := range row {
			cells = append(cells, value.Format(v))
		}
		rows = append(rows, strings.Join(cells, ","))
	}
	return strings.Join(rows, " | ")
}

func TestQueries(t *testing.T) {
	for _, tc := range []struct{ query, want string }{
		// Patterns.
		{`MATCH (n:Function) RETURN n.name`, "a | b | c"},
		{`MATCH (n:function) RETURN n.name`, "a | b | c"},
		{`MATCH (n:Function:Entry) RETURN n.name`, "a"},
		{`MATCH (n:Method|File) RETURN n.name`, "d | x | y"},
		{`MATCH (n {name: 'c'}) RETURN n.lines`, "7"},
		{`MATCH (a {name: 'a'})-[:CALLS]->(b) RETURN b.name`, "b | c"},
		{`MATCH (a {name: 'a'})<-[:CALLS]-(b) RETURN b.name`, "d"},
		{`MATCH (a {name: 'a'})-[:CALLS]-(b) RETURN b.name`, "b | c | d"},
		{`MATCH (a {name: 'a'})--(b) RETURN count(*)`, "4"},
		{`MATCH (a {name: 'a'})-[:CALLS|DEFINES]-(b) RETURN b.name`, "b | c | d | x"},
		{`MATCH (a {name: 'a'})-[:Rel {type: 'CALLS'}]->(b) RETURN b.name`, "b | c"},
		{`MATCH (a {name: 'a'})-[r:Rel]->(b) WHERE r.type = 'CALLS' RETURN b.name`, "b | c"},
		{`MATCH (a {name: 'a'})-[r:Rel {type: $t}]->(b) RETURN b.name`, "b | c"},
		{`MATCH (a)-[:inherits]->(b) RETURN a.name`, "b"},
		{`MATCH (a)-[r:CALLS {at: 2}]->(b) RETURN a.name, b.name, r.at, type(r)`, "a,c,2,CALLS"},
		{`MATCH (x:File)-[:DEFINES]->(f)-[:CALLS]->(g)<-[:DEFINES]-(y:File) WHERE x <> y RETURN f.name, g.name ORDER BY f.name`, "a,c | b,d | d,a"},
		{`MATCH (a {name:'a'})-[:CALLS]->(x), (a)-[:CALLS]->(y) RETURN x.name, y.name`, "b,c | c,b"},
		{`MATCH (a {name:'a'})-[:CALLS]->(x) MATCH (a)-[:CALLS]->(y) RETURN count(*)`, "4"},
		{`MATCH (b)-[:EXTENDS]-(b) RETURN b.name`, "b"},
		{`MATCH (a {name:'a'})-[:CALLS*2]->(b) RETURN b.name`, "d | d"},
		{`MATCH (a {name:'a'})-[:CALLS*1..2]->(b) RETURN b.name`, "b | d | c | d"},
		{`MATCH (a {name:'a'})-[:CALLS*0..1]->(b) RETURN b.name`, "a | b | c"},
		{`MATCH (a {name:'d'})<-[c:CALLS*..2]-(b) RETURN b.name, size(c)`, "b,1 | a,2 | c,1 | a,2"},
		{`MATCH (a {name:'a'})-[:CALLS*]->(b) RETURN DISTINCT b.name`, "b | c | d | a"},
		{`MATCH (a {name:'a'})-[:CALLS*]->(b) RETURN count(b)`, "10"},
		{`MATCH p = (a {name:'a'})-[:CALLS*2]->(d) RETURN [n IN nodes(p) | n.name] AS names, length(p)`, "['a', 'b', 'd'],2 | ['a', 'c', 'd'],2"},
		{`MATCH p = (d {name:'d'})<-[:CALLS*2]-(a) RETURN [n IN nodes(p) | n.name], [r IN relationships(p) | startNode(r).name]`, "['d', 'b', 'a'],['b', 'a'] | ['d', 'c', 'a'],['c', 'a']"},
		{`MATCH (x {name:'x'}), (d {name:'d'}) MATCH p = shortestPath((x)-[*]->(d)) RETURN length(p), p`, `2,(:File {name: 'x'})-[:DEFINES]->(:Function {name: 'b'})-[:CALLS]->(:Method {name: 'd'})`},
		{`MATCH p = allShortestPaths((a {name:'a'})-[:CALLS*..5]->(d {name:'d'})) RETURN [n IN nodes(p) | n.name]`, "['a', 'b', 'd'] | ['a', 'c', 'd']"},
		{`MATCH p = shortestPath((a {name:'a'})-[:DEFINES*]->(d {name:'d'})) RETURN p`, ""},
		// Optional ones.
		{`MATCH (f:File) OPTIONAL MATCH (f)-[:DEFINES]->(m:Method) RETURN f.name, m.name`, "x,null | y,d"},
		{`MATCH (f:File) OPTIONAL MATCH (f)-[r:NOTHING]->(m) RETURN f.name, r, m, m.name`, "x,null,null,null | y,null,null,null"},
		{`OPTIONAL MATCH (n:Nothing) RETURN n`, "null"},
		// Conditions.
		{`MATCH (n) WHERE n.lines > 3 AND NOT n.lines >= 10 RETURN n.name`, "c"},
		{`MATCH (n:Function) WHERE 3 < n.lines <= 10 RETURN n.name`, "b | c"},
		{`MATCH (n) WHERE n.lines IS NULL RETURN n.name`, "d | x | y"},
		{`MATCH (n) WHERE n.lines IS NOT NULL XOR n.name = 'x' RETURN n.name`, "a | b | c | x"},
		{`MATCH (n) WHERE n.name IN ['a', 'y', 'z'] RETURN n.name`, "a | y"},
		{`MATCH (n) WHERE n.file STARTS WITH 'x' AND n.file ENDS WITH '.go' AND n.file CONTAINS '.' RETURN n.name`, "a | b"},
		{`MATCH (n) WHERE n.file =~ 'X\\.go' RETURN n.name`, ""},
		{`MATCH (n) WHERE n.file =~ '(?i)X\\.g.' RETURN n.name`, "a | b"},
		{`MATCH (n) WHERE n.file =~ 'x' RETURN n.name`, ""},
		{`MATCH (n) WHERE n:Function AND NOT n:Entry RETURN n.name`, "b | c"},
		{`MATCH (f:Function) WHERE (f)-[:CALLS]->(:Method) RETURN f.name`, "b | c"},
		{`MATCH (f) WHERE NOT (f)<-[:CALLS]-() AND NOT f:File RETURN f.name`, ""},
		{`MATCH (f) WHERE exists((f)-[:EXTENDS]->()) RETURN f.name`, "b"},
		{`MATCH (f) WHERE EXISTS { MATCH (f)-[:CALLS]->(g) WHERE g.lines = 10 } RETURN f.name`, "a"},
		{`MATCH (f:File) RETURN f.name, COUNT { (f)-[:DEFINES]->(:Function) }`, "x,2 | y,1"},
		{`MATCH (f:File) RETURN f.name, size((f)-[:DEFINES]->()) AS n`, "x,2 | y,2"},
		{`MATCH (f:File) RETURN [(f)-[:DEFINES]->(g) WHERE g.lines > 3 | g.name] AS big`, "['b'] | ['c']"},
		{`MATCH (n) WHERE exists(n.lines) RETURN count(*)`, "3"},
		{`MATCH (n:Function WHERE n.lines = 7) RETURN n.name`, "c"},
		{`MATCH (a {name: 'a'}) MATCH (n {file: a.file}) RETURN n.name`, "a | b"},
		{`MATCH (a {lines: 3}), (b {lines: a.lines + 7}) RETURN b.name`, "b"},
		// Projections.
		{`MATCH (n:Function) RETURN n.name AS x ORDER BY x DESC SKIP 1 LIMIT 1`, "b"},
		{`MATCH (n) RETURN n.name ORDER BY n.lines DESC, n.name`, "d | x | y | b | c | a"},
		{`MATCH (n) WHERE n.file IS NOT NULL RETURN DISTINCT n.file`, "x.go | y.go"},
		{`MATCH (n) RETURN n.file, count(*) AS c ORDER BY c DESC, n.file`, "x.go,2 | y.go,2 | null,2"},
		{`MATCH (n) RETURN count(n.lines), sum(n.lines), avg(n.lines), min(n.lines), max(n.lines), collect(n.lines)`, "3,20,6.666666666666667,3,10,[3, 10, 7]"},
		{`MATCH (n:Nothing) RETURN count(*), sum(n.x), avg(n.x), collect(n), max(n.x)`, "0,0,null,[],null"},
		{`MATCH (n) RETURN count(DISTINCT n.file) + 1 AS n`, "3"},
		{`MATCH (n:Function) WITH n.file AS file, collect(n.name) AS names WHERE size(names) > 1 RETURN file, names`, "x.go,['a', 'b']"},
		{`MATCH (n:Function) WITH n ORDER BY n.lines LIMIT 2 MATCH (n)-[:CALLS]->(m) RETURN n.name, m.name`, "a,b | a,c | c,d"},
		{`MATCH (n:Function) WITH * WHERE n.lines > 5 RETURN *`, "(:Function {name: 'b'}) | (:Function {name: 'c'})"},
		{`MATCH (n:Function) WITH n.name AS x WHERE n.lines > 5 RETURN x`, "b | c"},
		{`MATCH (n:Function) WITH n.name AS x ORDER BY x DESC LIMIT 2 WHERE n.lines > 5 RETURN x`, "c | b"},
		{`MATCH (n:Function) WITH DISTINCT n.file AS x WHERE n.file = 'x.go' RETURN x`, "x.go"},
		{`MATCH (n:Function) RETURN [x IN collect(n.lines) WHERE x > 5 | x * 2] AS big`, "[20, 14]"},
		{`MATCH (n) WHERE EXISTS { MATCH (n)-[:CALLS]->(:Method) RETURN true } RETURN n.name`, "b | c"},
		{`RETURN 0.0 / 0.0 > 1, 3985764.3405892687, 1.5e20, 0.00001`, "false,3985764.3405892686,1.5e+20,0.00001"},
		{`UNWIND [3, 1, 2] AS x RETURN x ORDER BY x`, "1 | 2 | 3"},
		{`UNWIND $names AS x MATCH (n {name: x}) RETURN n.lines`, "3 | 7"},
		{`UNWIND [] AS x RETURN x`, ""},
		{`UNWIND null AS x RETURN x`, ""},
		{`RETURN 1 AS x UNION RETURN 1 AS x UNION RETURN 2 AS x`, "1 | 2"},
		{`RETURN 1 AS x UNION ALL RETURN 1 AS x;`, "1 | 1"},
		{`MATCH (n) WITH n LIMIT 0 RETURN count(*)`, "0"},
		{`MATCH (n) RETURN n.name, count(*) + n.lines AS x ORDER BY x LIMIT 1`, "error: line 1, column 26: n differs among the rows that are put together here; return it as a column of its own"},
		{`MATCH (n:Function) RETURN n.lines, count(*) + n.lines AS x ORDER BY x LIMIT 1`, "3,4"},
		{`MATCH (n:Function) RETURN count(*) ORDER BY count(*)`, "3"},
		// Expressions.
		{`RETURN 1 + 2 * 3 ^ 2 - -1, 7 / 2, 7 % 2, 7 / 2.0`, "20.0,3,1,3.5"},
		{`RETURN 'a' + 'b' + 1, [1] + 2 + [3], 'it\'s', "x\u0041"`, "ab1,[1, 2, 3],it's,xA"},
		{`RETURN null = null, null <> 1, 1 = 1.0, 'a' = 1, 1 < 'a', [1, null] = [1, 2], [1, null] = [2, null]`, "null,null,true,false,null,null,false"},
		{`RETURN true AND null, false AND null, true OR null, false OR null, NOT null, true XOR null`, "null,false,true,null,null,null"},
		{`RETURN 1 IN [1, null], 2 IN [1, null], 2 IN [], null IN [], 2 IN null`, "true,null,false,false,null"},
		{`RETURN CASE WHEN 1 > 2 THEN 'a' ELSE 'b' END, CASE 3 WHEN 1 THEN 'x' WHEN 3 THEN 'y' END, CASE 1 WHEN 2 THEN 3 END`, "b,y,null"},
		{`RETURN [1, 2, 3][0], [1, 2, 3][-1], [1, 2, 3][9], [1, 2, 3, 4][1..3], [1, 2, 3][..-1], [1, 2][1..]`, "1,3,null,[2, 3],[1, 2],[2]"},
		{`RETURN {a: 1, b: {c: [2]}}.b.c[0], {a: 1}['a']`, "2,1"},
		{`RETURN [x IN range(1, 5) WHERE x % 2 = 1 | x * x], any(x IN [1, 2] WHERE x = 2), all(x IN [] WHERE false), none(x IN [1] WHERE x = 1), single(x IN [1, 1] WHERE x = 1)`, "[1, 9, 25],true,true,false,false"},
		{`RETURN toLower('Ab'), toUpper('Ab'), trim(' x '), substring('hello', 1, 3), left('hello', 2), right('hello', 2), replace('aXa', 'a', 'b'), split('a,b', ','), reverse('abc')`, "ab,AB,x,ell,he,lo,bXb,['a', 'b'],cba"},
		{`RETURN size('häß'), size([1, 2]), head([1, 2]), last([1, 2]), tail([1, 2]), coalesce(null, 2), toInteger('3'), toInteger('x'), toFloat('1.5'), toString(1.0), toBoolean('TRUE')`, "3,2,1,2,[2],2,3,null,1.5,1.0,true"},
		{`RETURN abs(-3), sign(-2.5), ceil(1.2), floor(-1.2), round(2.5), round(1.25, 1), sqrt(9)`, "3,-1,2.0,-2.0,3.0,1.3,3.0"},
		{`MATCH (n {name: 'a'}) RETURN labels(n), label(n), keys(n), properties(n).lines, id(n)`, "['Function', 'Entry'],Function,['file', 'lines', 'name'],3,0"},
		{`RETURN toLower(null), size(null), null + 1, null.x, -null`, "null,null,null,null,null"},
		{"MATCH (`a b` {name: 'a'}) RETURN `a b`.name AS `the name` // comment", "a"},
		{"/* one */ MATCH (n)\n WHERE /* two */ n.name = 'a' RETURN n.name", "a"},
		{`RETURN 0x1F, 0o17, 1e3, .5, 9223372036854775807`, "31,15,1000.0,0.5,9223372036854775807"},
		{`RETURN (1 + 2) * 3, ((1)), 5-(2)-(1)`, "9,1,2"},
		{`WITH 2 AS a, 3 AS b RETURN (a)-(b), (a) - (b), a<-b`, "-1,-1,false"},
	} {
		if got := answer(t, calls(), tc.query, map[string]any{"t": "calls", "names": []any{"a", "c"}}); got != tc.want {
			t.Errorf("%s\n got %s\nwant %s", tc.query, got, tc.want)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, tc := range []struct{ query, want string }{
		{`RETURN $missing`, "line 1, column 8: the parameter $missing has no value"},
		{`RETURN 1 + true`, "line 1, column 10: + does not work between a number and true or false"},
		{`RETURN 1 / 0`, "line 1, column 10: division by zero"},
		{`RETURN 9223372036854775807 + 1`, "greater than 64 bits hold"},
		{`RETURN 9223372036854775807 * 2`, "greater than 64 bits hold"},
		{`MATCH (n) WHERE n.name RETURN n`, "line 1, column 17: a condition has to be true or false, not a string"},
		{`MATCH (n) WHERE n.name OR true RETURN n`, "line 1, column 24: AND, OR, XOR and NOT take true and false, not a string"},
		{`MATCH (n) WHERE n.name =~ '(' RETURN n`, "line 1, column 24: no regular expression (RE2): "},
		{`MATCH (n) WHERE n.name =~ $long RETURN n`, "a regular expression has at most 1000 bytes"},
		{`RETURN toLower(1)`, "line 1, column 8: toLower takes a string, not a number"},
		{`RETURN [1]['a']`, "line 1, column 11: the elements of a list have numbers, not a string"},
		{`MATCH (n) RETURN n LIMIT -1`, "LIMIT takes a whole number that is not negative, not -1"},
		{`RETURN sum('a')`, "line 1, column 8: sum takes numbers, not a string"},
		{`RETURN 1 IN 2`, "IN takes a list, not a number"},
	} {
		got := answer(t, calls(), tc.query, map[string]any{"long": strings.Repeat("a", 1001)})
		if !strings.HasPrefix(got, "error: ") || !strings.Contains(got, tc.want) {
			t.Errorf("%.80s\n got %s\nwant %s", tc.query, got, tc.want)
		}
	}
}

func TestLimits(t *testing.T) {
	var lines []string
	for i := range 30 {
		for j := range 30 {
			lines = append(lines, fmt.Sprintf("n%d-R->n%d", i, j))
		}
	}
	dense := drawn(nil, lines...)
	for _, tc := range []struct {
		query, want string
		limits      Limits
	}{
		{`MATCH (a)-[*1..8]->(b) RETURN count(*)`, "stopped after 100000 steps", Limits{10, 100_000, 1000}},
		{`MATCH (a), (b), (c), (d) RETURN count(*)`, "stopped after 100000 steps", Limits{10, 100_000, 1000}},
		{`MATCH (a), (b) RETURN a, b ORDER BY a.name`, "stopped at 500 rows and values that would have to be held", Limits{10, 100_000, 500}},
		{`MATCH (a), (b) RETURN collect(a)`, "stopped at 500 rows", Limits{10, 100_000, 500}},
		{`MATCH (a), (b) RETURN DISTINCT a, b`, "stopped at 500 rows", Limits{10, 100_000, 500}},
		{`MATCH (a)-[*]->(b) RETURN count(*)`, "a path grew longer than 100 relationships", Limits{10, 1_000_000, 1000}},
		{`UNWIND range(1, 1000000) AS x UNWIND range(1, 1000000) AS y RETURN count(*)`, "stopped after 100000 steps", Limits{10, 100_000, 1000}},
		{`WITH range(1, 10000) AS l UNWIND range(1, 10000) AS x RETURN DISTINCT l`, "stopped after 1000000 steps", loose},
		{`WITH range(1, 10000) AS l UNWIND range(1, 10000) AS x WITH l, x WHERE l = l RETURN count(*)`, "stopped after 1000000 steps", loose},
		{`WITH range(1, 10000) AS l UNWIND range(1, 10000) AS x RETURN max(l)`, "stopped after 1000000 steps", loose},
		{`WITH range(1, 10000) AS l UNWIND range(1, 10000) AS x RETURN x ORDER BY l`, "stopped after 1000000 steps", loose},
		{`WITH range(1, 10000) AS l UNWIND range(1, 10000) AS x RETURN l + x`, "stopped after 1000000 steps", loose},
		{`UNWIND range(1, 10000) AS x RETURN collect(replace('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'a', $kb))`, "stopped after 1000000 steps", loose},
		{`UNWIND range(1, 10000) AS x WITH [$kb, x] AS k RETURN count(DISTINCT k)`, "stopped at 2000 rows", Limits{10, 10_000_000, 2000}},
		{`RETURN range(1, 100000000)`, "range would give more than", loose},
		{`WITH 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' AS s ` + strings.Repeat("WITH s + s AS s ", 40) + `RETURN size(s)`, "longer than 1048576", loose},
		{`RETURN replace(replace('aaaaaaaaaaaaaaaaaaaa', 'a', $kb), 'a', $kb)`, "replace would give more than", loose},
	} {
		q, err := Parse(tc.query)
		if err != nil {
			t.Fatal(err)
		}
		_, err = q.Run(context.Background(), dense, map[string]any{"kb": strings.Repeat("a", 1000)}, tc.limits)
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%.60s: got %v, want %s", tc.query, err, tc.want)
		}
	}
	// What can be reached is found although the paths cannot be counted.
	if got := answer(t, dense, `MATCH (a {name: 'n0'})-[:R*]->(b) RETURN count(DISTINCT b)`, nil); got != "30" {
		t.Errorf("reachable: %s", got)
	}
	q, _ := Parse(`MATCH (a), (b), (c), (d) RETURN count(*)`)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := q.Run(ctx, dense, nil, loose); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	// More rows than asked for are counted.
	q, _ = Parse(`MATCH (a), (b) RETURN a.name`)
	r, err := q.Run(context.Background(), dense, nil, Limits{5, 100_000, 10})
	if err != nil || len(r.Rows) != 5 || r.Total != 900 {
		t.Errorf("%v rows %d of %d", err, len(r.Rows), r.Total)
	}
}

// A seek takes few steps, a scan as many as there are nodes.
func TestStart(t *testing.T) {
	var lines []string
	for i := range 500 {
		lines = append(lines, fmt.Sprintf("n%d:Function", i), fmt.Sprintf("n%d-CALLS->n%d", i, (i*7+1)%500))
	}
	lines = append(lines, "m:Method", "n3-CALLS->m")
	g := drawn(nil, lines...)
	for _, query := range []string{
		`MATCH (n {name: 'n77'}) RETURN n`,
		`MATCH (n:Function) WHERE n.name = 'n77' RETURN n`,
		`MATCH (n:Function) WHERE n.name IN ['n77', 'n78'] RETURN n`,
		`MATCH (a)-[:CALLS]->(b)-[:CALLS]->(c {name: 'n77'}) RETURN a`,
		`MATCH (a)-[:CALLS]->(b:Method) RETURN a`,
		`MATCH (a:Function), (b:Method) WHERE a.name = 'n3' RETURN a`,
		`UNWIND ['n1', 'n2'] AS x MATCH (a {name: x}) RETURN a`,
		`MATCH (a) WHERE $name = a.name RETURN a`,
		`MATCH (a {name: 'n1'})-[:CALLS]->(b) MATCH (b)<-[:CALLS]-(c) RETURN c`,
	} {
		q, err := Parse(query)
		if err != nil {
			t.Fatal(err)
		}
		r, err := q.Run(context.Background(), g, map[string]any{"name": "n9"}, Limits{100, 40, 100})
		if err != nil || r.Total == 0 {
			t.Errorf("%s: %v, %v", query, r, err)
		}
	}
}
