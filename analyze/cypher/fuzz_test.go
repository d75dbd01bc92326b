package cypher

import (
	"context"
	"errors"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/cypher/syntax"
	"github.com/nexus-ci/nexus-ci/analyze/cypher/value"
)

var seeds = []string{
	`MATCH (s {name: $name})-[:CodeRelation {type: 'MEMBER_OF'}]->(c:Community) RETURN c.label, c.description`,
	"MATCH (s)-[r:CodeRelation {type: 'STEP_IN_PROCESS'}]->(p:Process {id: $processId})\nRETURN s.name, s.filePath, r.step\nORDER BY r.step",
	`MATCH (a)-[:CALLS*1..3]->(b) WHERE NOT (a)<--(:X) AND a.v IN [1, 2.5, 'x'] RETURN DISTINCT a, count(*) AS n ORDER BY n DESC SKIP 1 LIMIT 2`,
	`MATCH p = shortestPath((a)-[*..4]->(b)) WITH p, length(p) AS l WHERE l > 1 UNWIND nodes(p) AS n RETURN n, l UNION ALL RETURN 1 AS n, 2 AS l`,
	`OPTIONAL MATCH (a:A|B {v: 1}) RETURN CASE a.v WHEN 1 THEN {x: [1..2]} ELSE a[0..1] END, [x IN range(1, 3) WHERE x > 1 | -x], any(x IN [1] WHERE x = 1)`,
	"RETURN EXISTS { (a)-->(b) WHERE a.v =~ 'x.*' }, [(a)--(b) | b.v], COUNT { (n) }, `a b` /* c */ // d",
	`RETURN '\u0041\'' + "x" STARTS WITH 'a' XOR null IS NOT NULL, 0x1F % 3 ^ .5e1`,
}

// No query that can be read runs away or panics, and equal runs give equal rows.
func FuzzRun(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	g := calls()
	f.Fuzz(func(t *testing.T, text string) {
		q, err := Parse(text)
		if err != nil {
			return
		}
		run := func() string {
			r, err := q.Run(context.Background(), g, map[string]any{"name": "a", "processId": int64(1)}, Limits{100, 20_000, 2000})
			var wrong *syntax.Error
			var limit *LimitError
			if err != nil && !errors.As(err, &wrong) && !errors.As(err, &limit) {
				t.Fatalf("%q: %v", text, err)
			}
			if err != nil {
				return err.Error()
			}
			s := ""
			for _, row := range r.Rows {
				s += value.Literal(row) + "\n"
			}
			return s
		}
		if a, b := run(), run(); a != b {
			t.Errorf("%q: %q, then %q", text, a, b)
		}
	})
}
