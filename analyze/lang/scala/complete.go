package scala

import (
	"maps"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/jvm"
)

// completeTypes returns Language.Complete: types in packages also in the form of an import in facts: with a dot
// before the package.
func completeTypes() map[string]map[string]bool {
	types := lang.CompleteTypes(complete())
	for name, members := range maps.Clone(types) {
		if strings.Contains(name, ".") {
			types["."+name] = members
		}
	}
	return types
}

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
