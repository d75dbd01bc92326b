package graph

// Written is all that a snapshot writes of some names.
type Written struct {
	Graph *Graph
	Uses  []Use  // sorted by path and place
	Words []Word // likewise: the names as whole words, at places that are in no Use
	Ties  []Tie
	// NameFiles are the symbols whose file has to be called like them, sorted by ID.
	NameFiles []*Node
	// Exact are the files that hold one of the names, sorted. What Graph says of their lines
	// are offsets, from 1.
	Exact []string
}

// A Tie says what else knows a symbol by its name, and is no use of it: code from outside of
// the repository, another import.
type Tie struct {
	Symbol *Node
	Why    string // what is said of the symbol
	Sure   bool
}

// A Use is one place where a name is written in code. One place has several where the
// name does several things: {a} is a key and a name.
type Use struct {
	Path string
	At   int // offset of its first byte
	Name string
	Role Role
	Meaning
	Symbols []*Node // of MeansSymbol, sorted by ID
}

// A Role is what a name does where it is written.
type Role string

const (
	Defining  Role = "definition"
	Binding   Role = "variable" // of a parameter or local variable
	Naming    Role = "name"
	Accessing Role = "member" // behind a dot, or taken apart
	Keying    Role = "key"    // of a literal, or of an argument
	Typing    Role = "type"
	Importing Role = "import"
	Exporting Role = "export"
)

// A Meaning is what a name stands for.
type Meaning string

const (
	MeansSymbol  Meaning = "symbol"
	MeansLocal   Meaning = "local"   // a parameter, a local variable, or another name given by an import
	MeansOutside Meaning = "outside" // of the repository
	MeansOther   Meaning = "other"   // no symbol, but something known: a module, a member of a literal
	MeansUnknown Meaning = "unknown"
)

// A Word is a name that stands somewhere as a word.
type Word struct {
	Path string
	At   int // offset of its first byte
	Name string
	In   Text
}

// A Text is what a word is part of.
type Text string

const (
	InCode    Text = "code"
	InComment Text = "comment"
	InString  Text = "string"
	InText    Text = "text" // of a file that is no code
)
