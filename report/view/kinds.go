package view

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/edit"
	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
)

// Kinds returns the kinds of behaviours and of facts outside of code with what they mean.
func Kinds() []Term {
	terms := make([]Term, 0, len(edit.Kinds)+len(fact.Kinds))
	for i := range edit.Kinds {
		terms = append(terms, Term{Word: string(edit.Kinds[i].Kind), Meaning: edit.Kinds[i].Means})
	}
	for i := range fact.Kinds {
		terms = append(terms, Term{Word: string(fact.Kinds[i].Kind), Meaning: fact.Kinds[i].Means})
	}
	return terms
}

// KindTerms explains a kind: what it means, its level, and why it has that level.
func KindTerms(row *fact.KindRow) []Term {
	level := string(row.Level)
	if row.Kind == fact.TriggerExposed {
		level += ", " + string(fact.High) + " where the same change lets the workflow do, read or download more"
	}
	level += "; risk.kinds in the configuration sets another"
	return []Term{{string(row.Kind), row.Means}, {"Level", level}, {"Why", why(row)}}
}

// BehaviourTerms explains a kind of behaviour: what it means, its level, and why it has that level.
func BehaviourTerms(row *edit.KindRow) []Term {
	level, why := string(fact.Note), "it is told so that a reviewer sees it; alone it is no sign of a mistake"
	switch {
	case row.Asks:
		level, why = string(fact.Review), "something that held no longer holds, which is meant or is a slip; few changes do it"
	case row.Kind == edit.LimitChanged:
		level += ", " + string(fact.Review) + " from a hundredfold on"
	case row.Kind == edit.ArgumentChanged:
		level += ", " + string(fact.Review) + " where memory accesses may change places that could not"
	}
	return []Term{{string(row.Kind), row.Means}, {"Level", level + "; risk.kinds in the configuration sets another"}, {"Why", why}}
}

// why says why a kind has its level.
func why(row *fact.KindRow) string {
	if !row.Level.Asks() {
		return "it is told for information and lifts no level above low"
	}
	for _, r := range reasons {
		if strings.HasPrefix(string(row.Kind), r.prefix) {
			return r.why
		}
	}
	return "a reviewer has to decide whether it is meant"
}

// reasons are why kinds ask for a reviewer, by what they begin with; the first that fits.
var reasons = [...]struct{ prefix, why string }{
	{"dependency-major", "a major version may take away or change what the code calls, and the code of the package is not read"},
	{"dependency-missing", "the code fails where it runs or builds without another package that brings it along"},
	{"advisory-", "the vulnerability is public: those who attack can read of it too"},
	{"dependency-script", "it runs with the rights of everyone who installs, also in CI"},
	{"dependency-", "what is built in comes from another place than before, whatever its version"},
	{"workflow-", "workflows hold tokens and secrets: who can start one or what it downloads decides who gets them"},
	{"docker-", "it decides who reaches the container, or what it may do to its host"},
	{"migration-lossy", "what is dropped or rewritten does not come back when the deployment is rolled back"},
	{"migration-lock", "while the table is locked, requests wait or fail"},
	{"migration-", "tools know a migration by its name and content: one that has run is not run again, and code may still use what was renamed"},
	{"listing-", "programs that use what is gone may break, and they may be outside of this repository"},
	{"schema-", "clients may be outside of this repository, where the graph does not show who has to follow"},
	{"infra-", "it holds data or keeps people out, and takes effect where it is applied"},
	{"config-", "a program may behave differently though no line of its code differs"},
	{"codeowners-", "its owners are no longer asked to review changes of the files, unless another entry names them"},
	{"license-", "what users may do with the code is a decision of its owners"},
	{"binary-", "a review does not show what it does"},
	{"file-submodule", "the code that comes with it is not in the diff, and was not read"},
}
