package behaviour

import (
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/alike"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/edit"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/failure"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/query"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/truth"
	"github.com/nexus-ci/nexus-ci/analyze/behaviour/words"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// A form classifies how two versions of a place differ. It determines how certain an effect is.
type form uint8

const (
	added     form = iota // head has an additional part
	removed               // base had an additional part
	exact                 // one constant, operator, keyword or argument position differs
	operand               // a value, a condition or a fallback got or lost an operand
	rewrapped             // a value is wrapped in one call more, or less
	replaced              // the part is replaced by another
)

// formOf returns how the versions of an event differ.
func formOf(e *event) form {
	switch e.Kind {
	case edit.AwaitAdded, edit.AwaitRemoved, edit.VisibilityChanged, edit.OrderChanged, edit.ComparisonChanged:
		return exact
	case edit.CatchChanged:
		return handlerForm(e)
	}
	switch {
	case isDecorator(e.Base) || isDecorator(e.Head):
		return exact
	case e.Base == nil:
		return added
	case e.Head == nil:
		return removed
	case query.Is(e.Base) && query.Is(e.Head) && (e.Kind == edit.SecurityWeakened || e.Kind == edit.SecurityStrengthened), alike.IsNamedConstant(e.Base, e.Head), alike.AreNumbered(e.Base, e.Head):
		return exact
	case alike.IsConstant(e.Base) && alike.IsConstant(e.Head):
		if alike.SameNumber(e.Base, e.Head) || alike.IsGrouped(e.Base, e.Head) {
			return replaced
		}
		return exact
	case e.Kind == edit.ConditionNegated && (alike.SameNames(e.Base, e.Head) || (truth.Positive(e.Base) == nil) != (truth.Positive(e.Head) == nil)),
		e.Kind == edit.ErrorRemoved && e.Base.Role == lang.RoleThrow, e.Kind == edit.ErrorAdded && e.Head.Role == lang.RoleThrow,
		e.Kind == edit.LoggingChanged && words.IsLog(e.Base) && words.IsLog(e.Head) && (alike.IsOtherMessage(e.Base, e.Head) || !alike.IsSameLog(e.Base, e.Head)),
		e.Kind == edit.ArgumentChanged && e.Base.Is(lang.RoleCall) && e.Head.Is(lang.RoleCall) && tree.Same(e.Base.Kids[0], e.Head.Kids[0]) && alike.IsMessage(e.Base, e.Head) && alike.IsOtherMessage(e.Base, e.Head),
		(e.Kind == edit.ErrorChanged || e.Kind == edit.LiteralChanged && e.Base.Role == lang.RoleString && e.Head.Role == lang.RoleString) && alike.IsOtherMessage(e.Base, e.Head),
		e.Kind == edit.LoopChanged && e.Base.Role == e.Head.Role,
		e.Base.Role == lang.RoleBinary && e.Head.Role == lang.RoleBinary && tree.SameAll(e.Base.Kids, e.Head.Kids):
		return exact
	case alike.IsText(e.Base, e.Head), isOther(e), alike.IsTurned(e.Base, e.Head), alike.IsRejoined(e.Base, e.Head), isDecidedAnew(e), e.Kind == edit.LoopChanged && (alike.IsRepeated(e.Base, e.Head) || alike.IsRepeated(e.Head, e.Base)):
		return exact
	case alike.IsOperand(e.Base, e.Head) || alike.IsOperand(e.Head, e.Base), alike.IsLonger(e.Base, e.Head), alike.IsLonger(e.Head, e.Base), alike.IsRegrouped(e.Base, e.Head), alike.IsOffered(e.Base, e.Head) || alike.IsOffered(e.Head, e.Base):
		return operand
	case alike.IsSwapped(e.Base, e.Head):
		return exact
	case alike.IsAltered(e.Base, e.Head) || alike.IsAltered(e.Head, e.Base):
		return exact
	case alike.Within(e.Base, e.Head) || alike.Within(e.Head, e.Base):
		return rewrapped
	}
	return replaced
}

// isDecorator reports whether a node is a decorator, which has a name of its own.
func isDecorator(n *tree.Node) bool { return n.Is(lang.NoRole) && n.Name != "" }

// handlerForm returns how two handlers differ: they catch other errors, or do something else. Branches
// in the place of branches are a rewrite that may test the same.
func handlerForm(e *event) form {
	if e.Base.Is(lang.RoleCatch) && e.Head.Is(lang.RoleIf, lang.RoleSwitch, lang.RoleAssign) {
		if kids := e.Base.Kids[1].Kids; len(kids) > 0 && kids[0].Is(lang.RoleIf, lang.RoleSwitch) {
			return replaced
		}
	}
	return exact
}

// isOther reports whether an event replaces the type of an error that is created with the same arguments.
func isOther(e *event) bool {
	a, b := failure.Made(e.Base), failure.Made(e.Head)
	return e.Kind == edit.ErrorChanged && a != nil && b != nil && tree.SameAll(a.Kids[1:], b.Kids[1:])
}

// isDecidedAnew reports whether two conditions ask the same questions and hold for other answers.
func isDecidedAnew(e *event) bool {
	if e.Kind != edit.ConditionChanged {
		return false
	}
	same, known := truth.Tables(e.Base, e.Head)
	return known && !same
}

// unfolds reports whether one version of an event calls a function of its file, or one that the change adds or takes away, that
// does what the other version does, and nothing else.
func (acc *account) unfolds(c *compared, e *event) bool {
	if e.only() != nil {
		return false
	}
	came, went := acc.came[called(e.Head)], acc.went[called(e.Base)]
	return alike.IsFolded(came, e.Head, e.Base) || alike.IsFolded(went, e.Base, e.Head) ||
		acc.isGone(tree.LastName(e.Base)) && alike.IsRead(came, e.Head, e.Base) ||
		edit.LoadsModule(called(e.Head)) && e.Base.Is(lang.RoleName) && acc.oneSided[e.Base.Text] ||
		alike.IsUnfolded(c.unit.file.head.root, e.Head, e.Base) || alike.IsUnfolded(c.from.base.root, e.Base, e.Head)
}
