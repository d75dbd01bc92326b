package scala

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/jvm"
)

// complete returns the rows of Language.Complete: the types of Java, and after them those of Scala that
// code extends most.
func complete() []string {
	return append(slices.Clip(jvm.Platform()),
		"Any():",
		"AnyRef():",
		"AnyVal():",
		"Serializable(java.io.Serializable):",
		"Product(): canEqual productArity productElement productElementName productElementNames productIterator productPrefix",
		"App(): args delayedInit executionStart main",
		lang.FunctionType+"(): andThen apply compose curried toString tupled",
		"Function0(): apply toString",
		"Function1(=>):",
		"Function2(=>):",
		"PartialFunction(=>): applyOrElse condOpt elementWise isDefinedAt lift orElse runWith unapply",
		"Ordered(): < <= > >= compare compareTo",
	)
}
