package edit

// A Kind says what is different. The values are the words of the report.
type Kind string

// The kinds; Kinds says what each means.
const (
	ConditionNegated     Kind = "condition-negated"
	ConditionChanged     Kind = "condition-changed"
	ComparisonChanged    Kind = "comparison-changed"
	BoundaryChanged      Kind = "boundary-changed"
	LoopChanged          Kind = "loop-changed"
	GuardAdded           Kind = "guard-added"
	GuardRemoved         Kind = "guard-removed"
	EarlyReturnAdded     Kind = "early-return-added"
	EarlyReturnRemoved   Kind = "early-return-removed"
	ErrorAdded           Kind = "error-added"
	ErrorRemoved         Kind = "error-removed"
	ErrorChanged         Kind = "error-changed"
	CatchAdded           Kind = "catch-added"
	CatchRemoved         Kind = "catch-removed"
	CatchChanged         Kind = "catch-changed"
	CleanupAdded         Kind = "cleanup-added"
	CleanupRemoved       Kind = "cleanup-removed"
	AwaitAdded           Kind = "await-added"
	AwaitRemoved         Kind = "await-removed"
	ReturnChanged        Kind = "return-changed"
	DefaultChanged       Kind = "default-changed"
	LimitChanged         Kind = "limit-changed"
	LiteralChanged       Kind = "literal-changed"
	ValueChanged         Kind = "value-changed"
	ArgumentChanged      Kind = "argument-changed"
	CallAdded            Kind = "call-added"
	CallRemoved          Kind = "call-removed"
	CallReplaced         Kind = "call-replaced"
	OrderChanged         Kind = "order-changed"
	LoggingChanged       Kind = "logging-changed"
	VisibilityChanged    Kind = "visibility-changed"
	SignatureChanged     Kind = "signature-changed"
	SecurityWeakened     Kind = "security-weakened"
	SecurityStrengthened Kind = "security-strengthened"
)

// A KindRow describes one kind.
type KindRow struct {
	Kind  Kind
	Asks  bool   // a reviewer must look at it: something that held no longer holds
	Means string // a sentence part: what is different
}

// Kinds are all kinds. Those that ask are rare: one was found in 299 changes of 50 projects.
var Kinds = [...]KindRow{
	{Kind: ConditionNegated, Asks: true, Means: "a condition tests the opposite"},
	{Kind: ConditionChanged, Means: "a condition has an operand more, less or in another place"},
	{Kind: ComparisonChanged, Means: "values are compared with another operator"},
	{Kind: BoundaryChanged, Means: "another constant is compared, sliced or counted with"},
	{Kind: LoopChanged, Means: "a loop goes over other elements, or in another way"},
	{Kind: GuardAdded, Means: "there is one more check in front of an action"},
	{Kind: GuardRemoved, Asks: true, Means: "a check in front of an action is gone"},
	{Kind: EarlyReturnAdded, Means: "there is one more way out before the rest"},
	{Kind: EarlyReturnRemoved, Means: "a way out before the rest is gone"},
	{Kind: ErrorAdded, Means: "one more error is raised or returned"},
	{Kind: ErrorRemoved, Asks: true, Means: "an error is no longer raised or returned"},
	{Kind: ErrorChanged, Means: "an error has another type or message"},
	{Kind: CatchAdded, Means: "there is one more error handler"},
	{Kind: CatchRemoved, Asks: true, Means: "an error handler is gone"},
	{Kind: CatchChanged, Means: "an error handler catches more or less, or does something else"},
	{Kind: CleanupAdded, Means: "there is one more lock, unlock, close or finally"},
	{Kind: CleanupRemoved, Asks: true, Means: "a lock, unlock, close or finally is gone"},
	{Kind: AwaitAdded, Means: "one more asynchronous call is waited for"},
	{Kind: AwaitRemoved, Asks: true, Means: "an asynchronous call is no longer waited for"},
	{Kind: ReturnChanged, Means: "another value is returned"},
	{Kind: DefaultChanged, Means: "a parameter, option or fallback has another default"},
	{Kind: LimitChanged, Means: "a timeout, size, depth, number of retries or interval is another one"},
	{Kind: LiteralChanged, Means: "a text, pattern or format is another one"},
	{Kind: ValueChanged, Means: "another value is computed or stored"},
	{Kind: ArgumentChanged, Means: "a call gets another argument, or one in another place"},
	{Kind: CallAdded, Means: "there is one more call with an effect"},
	{Kind: CallRemoved, Means: "a call with an effect is gone"},
	{Kind: CallReplaced, Means: "another function is called"},
	{Kind: OrderChanged, Asks: true, Means: "two effects have changed places"},
	{Kind: LoggingChanged, Means: "only what is logged differs"},
	{Kind: VisibilityChanged, Means: "other code may call a function"},
	{Kind: SignatureChanged, Means: "a function takes other parameters"},
	{Kind: SecurityWeakened, Asks: true, Means: "a verification, permission check or escaping is gone or switched off"},
	{Kind: SecurityStrengthened, Means: "a verification, permission check or escaping is new or switched on"},
}

// Row returns what describes a kind, nil for what is none.
func (k Kind) Row() *KindRow {
	for i := range Kinds {
		if Kinds[i].Kind == k {
			return &Kinds[i]
		}
	}
	return nil
}
