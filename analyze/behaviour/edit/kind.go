package edit

// A Kind says what is different. The values are the words of the report.
type Kind string

// The kinds.
const (
	ConditionNegated     Kind = "condition-negated"     // a condition tests the opposite
	ConditionChanged     Kind = "condition-changed"     // it got, lost or swapped an operand
	ComparisonChanged    Kind = "comparison-changed"    // another comparison operator
	BoundaryChanged      Kind = "boundary-changed"      // another constant is compared, sliced or counted with
	LoopChanged          Kind = "loop-changed"          // other iteration
	GuardAdded           Kind = "guard-added"           // a check in front of an action
	GuardRemoved         Kind = "guard-removed"         //
	EarlyReturnAdded     Kind = "early-return-added"    // a way out before the rest
	EarlyReturnRemoved   Kind = "early-return-removed"  //
	ErrorAdded           Kind = "error-added"           // an error is raised or returned
	ErrorRemoved         Kind = "error-removed"         //
	ErrorChanged         Kind = "error-changed"         // another type or message
	CatchAdded           Kind = "catch-added"           // a handler
	CatchRemoved         Kind = "catch-removed"         //
	CatchChanged         Kind = "catch-changed"         // it catches more, less, or does something else
	CleanupAdded         Kind = "cleanup-added"         // lock, unlock, close, finally
	CleanupRemoved       Kind = "cleanup-removed"       //
	AwaitAdded           Kind = "await-added"           // waiting for an asynchronous call
	AwaitRemoved         Kind = "await-removed"         //
	ReturnChanged        Kind = "return-changed"        // another value is returned
	DefaultChanged       Kind = "default-changed"       // default of a parameter, option or fallback
	LimitChanged         Kind = "limit-changed"         // timeout, size, depth, retries, interval
	LiteralChanged       Kind = "literal-changed"       // text, pattern, format
	ValueChanged         Kind = "value-changed"         // another value is computed or stored
	ArgumentChanged      Kind = "argument-changed"      // another argument, or in another place
	CallAdded            Kind = "call-added"            // a call with an effect
	CallRemoved          Kind = "call-removed"          //
	CallReplaced         Kind = "call-replaced"         //
	OrderChanged         Kind = "order-changed"         // two effects trade places
	LoggingChanged       Kind = "logging-changed"       // only what is logged
	VisibilityChanged    Kind = "visibility-changed"    // who may call it
	SignatureChanged     Kind = "signature-changed"     // how it is called
	SecurityWeakened     Kind = "security-weakened"     // verification, permission checks, escaping
	SecurityStrengthened Kind = "security-strengthened" //
)
