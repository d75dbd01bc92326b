package graph

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

// A Use is one place where a name is written in code. One place has several where the
// name does several things: {a} is a key and a name.
type Use struct {
	Path string
	At   int // the line in the facts: an offset from 1 where these were read so (see parse.Parser.Offsets)
	Name string
	Role Role
	Meaning
	Symbols []*Node // of MeansSymbol, sorted by ID
}
