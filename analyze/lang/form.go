package lang

// A Role is what a node of a syntax tree does, in the words that languages share.
type Role uint8

// The roles. A node of no role is compared by its parts.
const (
	NoRole          Role = iota
	RoleSkip             // nothing runs: a type, an import, a modifier
	RoleInline           // brackets and wrappers: what they hold stands for them
	RoleBlock            // statements
	RoleIf               // also "else if" clauses
	RoleUnless           // an if that tests the opposite: unless, guard
	RoleElse             // the clause that holds what runs else
	RoleTernary          // a choice between two values
	RoleLoop             // any loop
	RoleSwitch           // a choice between cases
	RoleCase             // one of them
	RoleReturn           // leaves the function with a value
	RoleThrow            // leaves it with an error
	RoleJump             // one of return, throw, break, continue: the first token tells
	RoleBreak            // leaves a loop, or its turn
	RoleTry              // a block with handlers
	RoleCatch            // a handler
	RoleFinally          // what runs in any case at the end
	RoleWith             // a block that holds a resource or a lock
	RoleDefer            // runs at the end of the function
	RoleAwait            // waits for a value
	RoleDeclaration      // holds declarators
	RoleDeclarator       // binds a name to a value
	RoleAssign           // stores a value
	RoleUpdate           // i++
	RoleCall             // calls a function
	RoleNew              // makes an instance
	RoleArguments        // holds arguments
	RoleArgument         // an argument that may have a name
	RoleMember           // a member of a value
	RoleChain            // a value with suffixes that name members
	RoleIndex            // an element of a value
	RoleBinary           // an operator between values
	RoleUnary            // an operator before or behind a value
	RoleFunction         // a function with a name
	RoleLambda           // a function literal
	RoleParameters       // holds parameters
	RoleParameter        // a parameter
	RoleContainer        // holds functions: a class, a module
	RoleName             // a name
	RoleString           // a text, maybe with values in it
	RoleText             // a part of a text that is no value
	RoleNumber           // a number
	RoleBool             // true or false
	RoleNull             // no value
	RolePair             // a key with its value
	RoleDecorator        // is written on a function and may change what it does
	RoleModifiers        // who may use a function, and how it is kept
)

// A Form says what the nodes of a grammar do, for who compares two versions of a function.
type Form struct {
	// Roles are those of named nodes by their kind, where the kind does not have the role that
	// most grammars give a kind of this name.
	Roles map[string]Role
	// Throws are calls that end the function like an error does, Defers calls whose block
	// runs at the end of the function.
	Throws, Defers []string
	// Casts are what looks like the call of a function with type arguments and gives its
	// argument another type.
	Casts []string
	// TailValue: the last value of a body is what the function returns.
	TailValue bool
	// AssignDeclares: a local variable is declared by assigning to it.
	AssignDeclares bool
	// TextIsDocumentation: a text that stands alone says nothing to the program.
	TextIsDocumentation bool
	// FlatOperators: the grammar does not know which operators bind tighter.
	FlatOperators bool
	// TestAttribute is in the attributes of what is compiled for tests alone.
	TestAttribute string
	// Default is the visibility of what has no modifier; empty where there are no modifiers.
	Default string
}
