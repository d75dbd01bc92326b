package graph

// Written holds all occurrences of some names in a snapshot.
type Written struct {
	Graph *Graph
	Uses  []Use  // sorted by path and place
	Words []Word // the names as whole words at places that are no Use; sorted likewise
	Ties  []Tie
	// NameFiles are the symbols whose file has to have the same name, sorted by ID.
	NameFiles []*Node
	// Exact are the files that contain one of the names, sorted. For them, the lines in Graph
	// are byte offsets, counted from 1.
	Exact []string
}

// A Tie is a dependence on the name of a symbol that is not a use in code: by code outside
// the repository, or by another import.
type Tie struct {
	Symbol *Node
	Why    string // a clause about the symbol
	Sure   bool
}

// A Use is one place in code that uses a name. A place can have several uses: in {a}, a is a
// key and a name.
type Use struct {
	Path string
	At   int // byte offset
	Name string
	Role Role
	Meaning
	Symbols []*Node // of MeansSymbol, sorted by ID
}

// A Role is the syntactic role of a name at a place.
type Role string

const (
	Defining  Role = "definition"
	Binding   Role = "variable" // of a parameter or local variable
	Naming    Role = "name"
	Accessing Role = "member" // after a dot, or in a destructuring pattern
	Keying    Role = "key"    // of a literal, or of an argument
	Typing    Role = "type"
	Importing Role = "import"
	Exporting Role = "export"
)

// A Meaning says what a name refers to.
type Meaning string

const (
	MeansSymbol  Meaning = "symbol"
	MeansLocal   Meaning = "local"   // a parameter, a local variable, or an import alias
	MeansOutside Meaning = "outside" // of the repository
	MeansOther   Meaning = "other"   // not a symbol, but known: a module, a member of a literal
	MeansUnknown Meaning = "unknown"
)

// A Word is an occurrence of a name as a whole word.
type Word struct {
	Path string
	At   int // byte offset
	Name string
	In   Text
}

// A Text says which kind of text a word is in.
type Text string

const (
	InCode    Text = "code"
	InComment Text = "comment"
	InString  Text = "string"
	InText    Text = "text" // in a file that is not code
)
