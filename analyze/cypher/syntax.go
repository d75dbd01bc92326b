package cypher

// An expr is an expression. Its value is nil (null), bool, int64, float64, string, []any,
// map[string]any, *Node, *Relationship or *Path.
type expr interface {
	// eval returns the value for a row.
	eval(x *execution, row []any) (any, error)
}

// The expressions. An at is the offset in the query that errors point to.
type (
	literal  struct{ value any }
	variable struct {
		name string
		at   int
		slot int // in the row
		// fixed: the slot is set already.
		fixed bool
	}
	param struct {
		name string
		at   int
	}
	property struct {
		of  expr
		key string
		at  int
	}
	element struct { // list[i], map["key"]
		of, index expr
		at        int
	}
	slice struct { // list[from..to]; nil for an open end
		of, from, to expr
		at           int
	}
	list    struct{ elements []expr }
	mapping struct{ entries []entry }
	entry   struct {
		key   string
		value expr
	}
	negation struct { // -a
		of expr
		at int
	}
	not struct {
		of expr
		at int
	}
	logic struct { // AND, OR, XOR
		op          string
		left, right expr
		at          int
	}
	arithmetic struct { // + - * / % ^
		op          string
		left, right expr
		at          int
	}
	comparison struct { // = <> < > <= >=
		op          string
		left, right expr
	}
	textTest struct { // STARTS WITH, ENDS WITH, CONTAINS, =~
		op          string
		left, right expr
		at          int
	}
	in struct {
		left, right expr
		at          int
	}
	isNull struct {
		of      expr
		negated bool
	}
	hasLabels struct { // n:Label
		of     expr
		labels [][]string
		at     int
	}
	choice struct { // CASE
		of           expr // nil: the tests are conditions
		tests, thens []expr
		otherwise    expr // nil for null
		at           int
	}
	call struct {
		name      string
		run       function
		arguments []expr
		at        int
	}
	aggregate struct {
		name     string // lower case
		of       expr   // nil for count(*)
		distinct bool
		at       int
		slot     int
		placed   bool // in WITH or RETURN; it has its slot
	}
	comprehension struct { // [x IN list WHERE condition | result]
		variable      *variable
		of            expr
		where, result expr // nil for none
		at            int
	}
	quantifier struct { // any(x IN list WHERE condition)
		name     string // any, all, none, single
		variable *variable
		of       expr
		where    expr
		at       int
	}
	subquery struct { // EXISTS { }, COUNT { }, a pattern as a condition, [pattern | result]
		form    form
		pattern *pattern
		result  expr // of a collection
	}
)

// A form says what becomes of the matches of a pattern in an expression.
type form int

const (
	exists form = iota
	counts
	collects
)

// children returns the places of the expressions that an expression is made of, but for
// those that have a scope of their own.
func children(e expr) []*expr {
	var all []*expr
	add := func(of ...*expr) {
		for _, c := range of {
			if *c != nil {
				all = append(all, c)
			}
		}
	}
	each := func(of []expr) {
		for i := range of {
			add(&of[i])
		}
	}
	switch e := e.(type) {
	case *property:
		add(&e.of)
	case *element:
		add(&e.of, &e.index)
	case *slice:
		add(&e.of, &e.from, &e.to)
	case *list:
		each(e.elements)
	case *mapping:
		for i := range e.entries {
			add(&e.entries[i].value)
		}
	case *negation:
		add(&e.of)
	case *not:
		add(&e.of)
	case *logic:
		add(&e.left, &e.right)
	case *arithmetic:
		add(&e.left, &e.right)
	case *comparison:
		add(&e.left, &e.right)
	case *textTest:
		add(&e.left, &e.right)
	case *in:
		add(&e.left, &e.right)
	case *isNull:
		add(&e.of)
	case *hasLabels:
		add(&e.of)
	case *choice:
		add(&e.of)
		each(e.tests)
		each(e.thens)
		add(&e.otherwise)
	case *call:
		each(e.arguments)
	case *aggregate:
		add(&e.of)
	case *comprehension:
		add(&e.of, &e.where, &e.result)
	case *quantifier:
		add(&e.of, &e.where)
	}
	return all
}

// A direction says which way a relationship of a pattern points.
type direction int

const (
	right direction = iota // (a)-->(b)
	left                   // (a)<--(b)
	both                   // (a)--(b)
)

// A nodePattern is (name:Label {key: value}).
type nodePattern struct {
	name   string
	at     int
	labels [][]string // one of each group
	props  *mapping
	slot   int
}

// A relPattern is -[name:TYPE*1..3 {key: value}]->.
type relPattern struct {
	name      string
	at        int
	types     []string
	props     *mapping
	direction direction
	variable  bool // of variable length
	min, max  int  // max -1 for any
	slot      int
}

// A chain is a path of a pattern: one node more than relationships.
type chain struct {
	name     string
	at       int
	slot     int // of the path, -1 when nothing names it
	nodes    []*nodePattern
	rels     []*relPattern
	shortest shortest
}

// A shortest says which of the matches of a chain are asked for.
type shortest int

const (
	anyLength shortest = iota
	oneShortest
	allShortest
)

// A pattern is what MATCH looks for: chains that share variables, and a condition.
type pattern struct {
	chains []*chain
	where  []expr // all of them have to hold; those of property maps too
	bound  map[int]bool
	// onlyDistinct: to find a match twice changes nothing.
	onlyDistinct bool
}

// A clause is a step of a segment.
type clause interface{}

type (
	matchClause struct {
		pattern  *pattern
		optional bool
		slots    []int // that it fills
	}
	unwindClause struct {
		of       expr
		variable *variable
	}
)

// An item is a column of WITH or RETURN.
type item struct {
	name       string
	of         expr
	at         int
	text       string // its tokens, to be compared
	aggregates []*aggregate
}

type sortKey struct {
	of         expr
	descending bool
	at         int
	text       string
}

// A projection is WITH or RETURN.
type projection struct {
	at       int
	all      bool // *
	items    []*item
	distinct bool
	order    []*sortKey
	skip     expr
	limit    expr
	where    expr // of WITH
	whereAt  int
	columns  int  // slot of the first column
	grouped  bool // some item aggregates
}

// A segment is what stands before a projection, and the projection.
type segment struct {
	clauses []clause
	out     *projection
	width   int // of its rows
}

// A Query is a query that was read and may be run, also at once in several goroutines.
type Query struct {
	text   string
	parts  []*part // of a UNION
	names  Names
	starts map[expr]int // where expressions begin
}

type part struct {
	segments []*segment
	all      bool // UNION ALL joins it to those before
}

// Names are the names that a query uses.
type Names struct {
	Labels, Types []string // without repetition, in the order of the query
	Keys          []string // properties, but for those of maps that the query makes itself
}
