package sarif

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/report/view"
)

// newRules describes all rules and kinds, also those that found nothing: GitHub lists what
// was looked for.
func newRules() []rule {
	rules := view.Rules()
	out := make([]rule, len(rules), len(rules)+len(view.Kinds()))
	for i, r := range rules {
		doc := strings.TrimSpace(r.Doc)
		out[i] = rule{
			ID:                   r.Name,
			Name:                 pascal(r.Name),
			ShortDescription:     message{Text: r.Summary},
			FullDescription:      message{Text: r.Summary},
			HelpURI:              information + "/blob/main/analyze/finding/RULES.md#" + r.Name,
			Help:                 message{Text: r.Summary + "\n\n" + doc, Markdown: "**" + r.Summary + "**\n\n" + doc},
			DefaultConfiguration: configuration{level(r.Severity)},
			Properties:           properties(r),
		}
	}
	return append(out, kindRules()...)
}

func properties(r view.Rule) ruleProperties {
	p := ruleProperties{Tags: []string{r.Class}, Precision: "high"}
	if r.Class == "break" {
		p.Precision = "very-high"
	}
	switch r.Severity {
	case "error", "warning":
		p.ProblemSeverity = r.Severity
	default:
		p.ProblemSeverity = "recommendation"
	}
	return p
}

// level returns the word for a severity, or for the level of an annotation.
func level(severity string) string {
	switch severity {
	case "error", "warning":
		return severity
	}
	return "note"
}

// pascal returns "StaleCall" for "stale-call", the form in which viewers show names. It is
// empty for a single word: the name must not be the ID once more.
func pascal(name string) string {
	words := strings.Split(name, "-")
	if len(words) == 1 {
		return ""
	}
	for i, w := range words {
		words[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, "")
}

// ruleIndex returns the index of a rule or kind, nil for one that is not described.
func ruleIndex(rules []rule, id string) *int {
	if i := slices.IndexFunc(rules, func(r rule) bool { return r.ID == id }); i >= 0 {
		return &i
	}
	return nil
}
