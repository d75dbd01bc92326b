// Package syntax reads openCypher queries into syntax trees.
//
// In: the text of a query. Out: a Query whose variables have their places in a row, or an Error
// with the place that it is about.
//
// A lexer (token.go) cuts the text into tokens, a parser by recursive descent (parse.go,
// parse_expr.go) makes a tree of them, and a binder (bind.go) gives every variable a slot in the
// rows of its segment and refuses what cannot mean anything.
//
// Invariants: text and depth are bounded; no text makes it panic; a Query does not change and may
// be used from any number of goroutines.
package syntax

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/cypher/function"
)

// An Expr is an expression: a pointer to one of the types below.
type Expr interface {
	// children returns the places of the expressions that it is made of.
	children() []*Expr
}

// The expressions. At is the offset in the query that errors point to.
type (
	// A Literal is a constant: nil, bool, int64, float64 or string.
	Literal struct{ Value any }
	// A Variable is the name of a value in the row.
	Variable struct {
		name string
		at   int
		Slot int // in the row
		// fixed: the slot is set already.
		fixed bool
	}
	// A Parameter is $name.
	Parameter struct {
		Name string
		At   int
	}
	// A Property is of.key.
	Property struct {
		Of  Expr
		Key string
		At  int
	}
	// An Element is list[i] or map["key"].
	Element struct {
		Of, Index Expr
		At        int
	}
	// A Slice is list[from..to]; an open end is nil.
	Slice struct {
		Of, From, To Expr
		At           int
	}
	// A List is [a, b].
	List struct{ Elements []Expr }
	// A Map is {key: value}.
	Map struct{ Entries []Entry }
	// An Entry is one key of a Map with its value.
	Entry struct {
		Key   string
		Value Expr
	}
	// A Negation is -a.
	Negation struct {
		Of Expr
		At int
	}
	// A Not is NOT a.
	Not struct {
		Of Expr
		At int
	}
	// A Logic is AND, OR or XOR.
	Logic struct {
		Op          string
		Left, Right Expr
		At          int
	}
	// An Arithmetic is + - * / % or ^.
	Arithmetic struct {
		Op          string
		Left, Right Expr
		At          int
	}
	// A Comparison is = <> < > <= or >=.
	Comparison struct {
		Op          string
		Left, Right Expr
	}
	// A TextTest is STARTS WITH, ENDS WITH, CONTAINS or =~; Op is its first word.
	TextTest struct {
		Op          string
		Left, Right Expr
		At          int
	}
	// An In is a IN list.
	In struct {
		Left, Right Expr
		At          int
	}
	// An IsNull is IS NULL or IS NOT NULL.
	IsNull struct {
		Of      Expr
		Negated bool
	}
	// A HasLabels is n:Label as a condition.
	HasLabels struct {
		Of     Expr
		Labels [][]string
		At     int
	}
	// A Case is CASE … END.
	Case struct {
		Of           Expr // nil: the tests are conditions
		Tests, Thens []Expr
		Otherwise    Expr // nil for null
		At           int
	}
	// A Call is a function with its arguments.
	Call struct {
		Function  *function.Function
		Arguments []Expr
		At        int
	}
	// An Aggregate is a function of the rows of a group.
	Aggregate struct {
		Name     string // lower case
		Of       Expr   // nil for count(*)
		Distinct bool
		At       int
		Slot     int
		placed   bool // in WITH or RETURN; it has its slot
	}
	// A Comprehension is [x IN list WHERE condition | result].
	Comprehension struct {
		Variable      *Variable
		Of            Expr
		Where, Result Expr // nil for none
		At            int
	}
	// A Quantifier is any(x IN list WHERE condition), and all, none and single.
	Quantifier struct {
		Name     string // any, all, none, single
		Variable *Variable
		Of       Expr
		Where    Expr
		At       int
	}
	// A Subquery is EXISTS { }, COUNT { }, a pattern as a condition, or [pattern | result].
	Subquery struct {
		Form    Form
		Pattern *Pattern
		Result  Expr // of a collection
	}
)

// A Form says what becomes of the matches of a pattern in an expression.
type Form int

const (
	Exists Form = iota
	Counts
	Collects
)

// A constant, a variable and what has a scope of its own are made of no others.
func (e *Literal) children() []*Expr       { return nil }
func (e *Variable) children() []*Expr      { return nil }
func (e *Parameter) children() []*Expr     { return nil }
func (e *Subquery) children() []*Expr      { return nil }
func (e *Property) children() []*Expr      { return given(&e.Of) }
func (e *Element) children() []*Expr       { return given(&e.Of, &e.Index) }
func (e *Slice) children() []*Expr         { return given(&e.Of, &e.From, &e.To) }
func (e *List) children() []*Expr          { return places(e.Elements) }
func (e *Negation) children() []*Expr      { return given(&e.Of) }
func (e *Not) children() []*Expr           { return given(&e.Of) }
func (e *Logic) children() []*Expr         { return given(&e.Left, &e.Right) }
func (e *Arithmetic) children() []*Expr    { return given(&e.Left, &e.Right) }
func (e *Comparison) children() []*Expr    { return given(&e.Left, &e.Right) }
func (e *TextTest) children() []*Expr      { return given(&e.Left, &e.Right) }
func (e *In) children() []*Expr            { return given(&e.Left, &e.Right) }
func (e *IsNull) children() []*Expr        { return given(&e.Of) }
func (e *HasLabels) children() []*Expr     { return given(&e.Of) }
func (e *Call) children() []*Expr          { return places(e.Arguments) }
func (e *Aggregate) children() []*Expr     { return given(&e.Of) }
func (e *Comprehension) children() []*Expr { return given(&e.Of, &e.Where, &e.Result) }
func (e *Quantifier) children() []*Expr    { return given(&e.Of, &e.Where) }

func (e *Map) children() []*Expr {
	all := make([]*Expr, len(e.Entries))
	for i := range e.Entries {
		all[i] = &e.Entries[i].Value
	}
	return all
}

func (e *Case) children() []*Expr {
	return slices.Concat(given(&e.Of), places(e.Tests), places(e.Thens), given(&e.Otherwise))
}

// given returns the places that hold an expression.
func given(all ...*Expr) []*Expr {
	return slices.DeleteFunc(all, func(e *Expr) bool { return *e == nil })
}

// places returns the places of the expressions of a list.
func places(of []Expr) []*Expr {
	all := make([]*Expr, len(of))
	for i := range of {
		all[i] = &of[i]
	}
	return all
}

// A Direction says which way a relationship of a pattern points.
type Direction int

const (
	Right Direction = iota // (a)-->(b)
	Left                   // (a)<--(b)
	Both                   // (a)--(b)
)

// A NodePattern is (name:Label {key: value}).
type NodePattern struct {
	name   string
	at     int
	Labels [][]string // one of each group
	props  *Map
	Slot   int
}

// A RelationshipPattern is -[name:TYPE*1..3 {key: value}]->.
type RelationshipPattern struct {
	Name      string
	at        int
	Types     []string
	Props     *Map
	Direction Direction
	Variable  bool // of variable length
	Min, Max  int  // max -1 for any
	Slot      int
}

// A Chain is a path of a pattern: one node more than relationships.
type Chain struct {
	Name     string
	at       int
	Slot     int // of the path, -1 when nothing names it
	Nodes    []*NodePattern
	Rels     []*RelationshipPattern
	Shortest Shortest
}

// A Shortest says which of the matches of a chain are asked for.
type Shortest int

const (
	AnyLength Shortest = iota
	OneShortest
	AllShortest
)

// A Pattern is what MATCH looks for: chains that share variables, and a condition.
type Pattern struct {
	Chains []*Chain
	Where  []Expr       // all of them have to hold; those of property maps too
	Bound  map[int]bool // slots that are filled before
	// OnlyDistinct: to find a match twice changes nothing.
	OnlyDistinct bool
}

// A Clause is a step of a segment.
type Clause interface{ clause() }

func (*Match) clause()  {}
func (*Unwind) clause() {}

type (
	// A Match is MATCH or OPTIONAL MATCH.
	Match struct {
		Pattern  *Pattern
		Optional bool
		Slots    []int // that it fills
	}
	// An Unwind is UNWIND list AS name.
	Unwind struct {
		Of       Expr
		Variable *Variable
	}
)

// An Item is a column of WITH or RETURN.
type Item struct {
	Name       string
	Of         Expr
	at         int
	text       string // its tokens, to be compared
	Aggregates []*Aggregate
}

// A SortKey is one column of ORDER BY.
type SortKey struct {
	Of         Expr
	Descending bool
	text       string
}

// A Projection is WITH or RETURN.
type Projection struct {
	At       int
	all      bool // *
	Items    []*Item
	Distinct bool
	Order    []*SortKey
	Skip     Expr
	Limit    Expr
	Where    Expr // of WITH
	Columns  int  // slot of the first column
	Grouped  bool // some item aggregates
}

// A Segment is what stands before a projection, and the projection.
type Segment struct {
	Clauses []Clause
	Out     *Projection
	Width   int // of its rows
}

// A Query is a query that was read. It does not change.
type Query struct {
	text   string
	Parts  []*Part // of a UNION
	Names  Names
	starts map[Expr]int // where expressions begin
}

// A Part is one query of a UNION.
type Part struct {
	Segments []*Segment
	All      bool // UNION ALL joins it to those before
}

// Names are the names that a query uses.
type Names struct {
	Labels, Types []string // without repetition, in the order of the query
	Keys          []string // properties, but for those of maps that the query makes itself
}

// Start returns the offset at which an expression begins.
func (q *Query) Start(e Expr) int { return q.starts[e] }

// Errorf returns the *Error for an offset in the query.
func (q *Query) Errorf(at int, format string, args ...any) *Error {
	return position(q.text, at, format, args...)
}
