package mcp

import (
	"context"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// A prompt is a way to work that a user can start. In its text {NAME} stands for an
// argument.
type prompt struct {
	name, summary string
	arguments     []argument
	text          string
}

type argument struct {
	name, about string
	fallback    string // "": it is required
}

func prompts() []prompt {
	return []prompt{
		{"review_change", "Review the changes of the work tree with proof of what they break",
			[]argument{{"base", "branch or commit to compare with", "the default branch"}},
			`Review the change between {base} and the work tree.

1. Call detect_changes with scope "compare" (and base_ref, unless it is the default branch).
2. Open the place of every finding with read, and say what has to be repaired there. Findings of the class break are proven; do not doubt them, show how to fix them.
3. For each changed symbol whose signature or body differs, call impact, and look at the direct callers that the change does not touch: do they still get what they expect?
4. For each flow that is broken or changed, call explore with its name, and say in one sentence what a user of the program would notice.
5. Name the tests to run (test_runs), and what no test reaches.

End with a verdict: the risk level, what must be done before a merge, what may be done later. Cite path:line for every claim.`},
		{"trace_flow", "Explain how an execution flow runs, step by step",
			[]argument{{"start", "the entry point, or what the flow is about", ""}},
			`Explain the execution flow of {start}.

1. Call explore with type "process" and that name; when there is none, call query with it and take the flow that fits best.
2. Read the code of each step with read, in order.
3. For the steps where it branches, call context and say when the other calls happen.
4. Describe the flow from the outside in: what starts it, what each step adds, where data is read or written, what ends it, and what happens on errors.

Cite path:line for every step.`},
		{"plan_refactoring", "Plan a change of a symbol so that nothing that uses it breaks",
			[]argument{{"symbol", "what is to change", ""}, {"goal", "what it is to become", "as the user says"}},
			`Plan a refactoring of {symbol}. Goal: {goal}.

1. Call context for it; when the name is ambiguous, ask which one is meant.
2. Call impact (upstream) and list what has to change with it: direct callers, implementers, overrides, tests. Say which of them are published to other programs.
3. Call explore for the flows that run through it, and say which behaviour must stay as it is.
4. Order the work in steps after each of which everything compiles and the tests pass. For a new name use rename, first as a dry run.
5. Say how to check each step: detect_changes with scope "unstaged" must show no finding of the class break.

Do not edit anything yet; end with the plan.`},
	}
}

func (s *Server) addPrompts() {
	for _, p := range prompts() {
		var arguments []*sdk.PromptArgument
		for _, a := range p.arguments {
			arguments = append(arguments, &sdk.PromptArgument{Name: a.name, Description: a.about, Required: a.fallback == ""})
		}
		s.sdk.AddPrompt(&sdk.Prompt{Name: p.name, Title: p.summary, Description: p.summary, Arguments: arguments},
			func(_ context.Context, r *sdk.GetPromptRequest) (*sdk.GetPromptResult, error) {
				return p.fill(r.Params.Arguments)
			})
	}
}

// fill puts the arguments into the text.
func (p *prompt) fill(given map[string]string) (*sdk.GetPromptResult, error) {
	var pairs []string
	for _, a := range p.arguments {
		value := a.fallback
		if v := strings.TrimSpace(given[a.name]); v != "" {
			value = fmt.Sprintf("%q", v)
		}
		if value == "" {
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: fmt.Sprintf("%s: %s is required: %s", p.name, a.name, a.about)}
		}
		pairs = append(pairs, "{"+a.name+"}", value)
	}
	text := strings.NewReplacer(pairs...).Replace(p.text)
	return &sdk.GetPromptResult{Description: p.summary, Messages: []*sdk.PromptMessage{{Role: "user", Content: &sdk.TextContent{Text: text}}}}, nil
}
