package lang

// A Role is the function of a syntax node, in terms common to all languages.
type Role uint8

// The roles. Nodes without a role are compared by their children.
const (
	NoRole          Role = iota
	RoleSkip             // not executed: a type, an import, a modifier
	RoleInline           // brackets and wrappers: replaced by their content
	RoleBlock            // statements
	RoleIf               // also an "else if" clause
	RoleUnless           // an if with the condition negated: unless, guard
	RoleElse             // the else clause
	RoleTernary          // a conditional expression
	RoleLoop             // any loop
	RoleSwitch           // a selection between cases
	RoleCase             // a case of a switch
	RoleReturn           // leaves the function with a result
	RoleThrow            // leaves the function with an error
	RoleJump             // return, throw, break or continue, as the first token says
	RoleBreak            // leaves a loop or an iteration
	RoleTry              // a block with handlers
	RoleCatch            // a handler
	RoleFinally          // code that runs at the end in any case
	RoleWith             // a block that owns a resource or a lock
	RoleDefer            // runs at the end of the function
	RoleAwait            // waits for a value
	RoleDeclaration      // contains declarators
	RoleDeclarator       // binds a name to a value
	RoleAssign           // stores a value
	RoleUpdate           // i++
	RoleCall             // calls a function
	RoleNew              // creates an instance
	RoleArguments        // contains arguments
	RoleArgument         // an argument, possibly with a name
	RoleMember           // a member of a value
	RoleChain            // a value followed by member accesses
	RoleIndex            // an element of a value
	RoleBinary           // a binary operator
	RoleUnary            // a unary operator, prefix or suffix
	RoleFunction         // a function with a name
	RoleLambda           // a function literal
	RoleParameters       // contains parameters
	RoleParameter        // a parameter
	RoleContainer        // contains functions: a class, a module
	RoleName             // a name
	RoleString           // a string, possibly with interpolated values
	RoleText             // a literal part of a string
	RoleNumber           // a number
	RoleBool             // true or false
	RoleNull             // null
	RolePair             // a key with its value
	RoleDecorator        // a decorator or annotation, which may change what the function does
	RoleModifiers        // visibility and storage modifiers of a function
)

// A Form maps the nodes of a grammar to roles, for the comparison of two versions of a function.
type Form struct {
	// Roles are the roles of named nodes by their kind, where they differ from the default role of a
	// kind with this name.
	Roles map[string]Role
	// Throws are calls that end the function like an error. Defers are calls whose block runs at the
	// end of the function.
	Throws, Defers []string
	// Invokes is the method that calls a value: x.invoke(a) is x(a).
	Invokes string
	// ReturnsError are calls that return an error, with the function that makes it of their arguments and the one that makes
	// a result of it.
	ReturnsError map[string][2]string
	// Casts are constructs with the syntax of a call, most with type arguments, that convert their
	// argument and leave its value.
	Casts []string
	// Brackets are the kinds of nodes whose tokens only delimit their parts and are written in several
	// ways.
	Brackets []string
	// ZeroIsFalse: a condition holds for every value but zero and null, and null may be written as 0.
	ZeroIsFalse bool
	// OnlyBool: a condition has the type of true and false, so that x == false is !x.
	OnlyBool bool
	// OrGivesOperand: || gives one of its operands, and not only true or false.
	OrGivesOperand bool
	// PlainQuote is the quote around texts in which a backslash escapes only itself and the quote.
	PlainQuote string
	// FilePrivate is the modifier that means the same as private at the top level of a file.
	FilePrivate string
	// TailValue: the last expression of a body is the function's result.
	TailValue bool
	// OnlyIsResult: the only expression in the body of a function with a result, or of a getter, is that result.
	OnlyIsResult bool
	// ReturnsNull: a return without a value returns null.
	ReturnsNull bool
	// AssignDeclares: assigning to a local variable declares it.
	AssignDeclares bool
	// Caught is the type of errors that a handler without a type catches, where it has a name.
	Caught string
	// CaseBinds: a case may bind names, which begin with a small letter.
	CaseBinds bool
	// TextIsDocumentation: a string used as a statement has no effect.
	TextIsDocumentation bool
	// FlatOperators: the grammar does not represent operator precedence.
	FlatOperators bool
	// TestAttribute occurs in the attributes of code that is compiled only for tests.
	TestAttribute string
	// TypesOnly are names that mark code for type checkers alone: a condition that never holds when the program
	// runs, the type of a name for another type.
	TypesOnly []string
	// NamesInFormats: a macro that gets a text may name values in it, in braces: "{x}" is "{}" with x as an argument.
	NamesInFormats bool
	// JoinsLines: a backslash at the end of a line in a text leaves out the line end and the white space after it.
	JoinsLines bool
	// ImplicitSelf: members of the current instance need not be written with it.
	ImplicitSelf bool
	// LockModifier is the modifier of a function that holds the lock of its instance.
	LockModifier string
	// Default is the visibility without a modifier; empty where there are no modifiers.
	Default string
}
