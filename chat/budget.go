package chat

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/promptsafe"
	"github.com/nexus-ci/nexus-ci/chat/model"
)

// overhead is what a message costs beside its text, and fence what keeps a result apart, in tokens.
const (
	overhead = 8
	fence    = 64
)

// answerShare is the part of a request's budget that is kept free for the answer, one n-th.
const answerShare = 8

// tokens estimates what a text costs.
func tokens(text string) int { return (len(text) + promptsafe.TokenSize - 1) / promptsafe.TokenSize }

// size estimates what a request costs.
func size(messages []model.Message, tools []model.Definition) int {
	n := 0
	for i := range messages {
		m := &messages[i]
		n += overhead + tokens(m.Text)
		for _, c := range m.Calls {
			n += overhead + tokens(c.Name) + tokens(string(c.Arguments))
		}
		for _, r := range m.Results {
			n += overhead + fence + tokens(r.Text)
		}
	}
	for i := range tools {
		n += overhead + tokens(tools[i].Description) + tokens(string(tools[i].Schema))
	}
	return n
}

// leftOut stands for a result that had no room.
const leftOut = "[left out to save room; call the tool again if its answer is needed]"

// fit returns messages that fit a budget: the results of tools are shortened, oldest first, then
// left out, oldest first, and then the oldest questions are. The first messages are those of the
// system, and the turn that begins at the last question of the user stays.
func fit(messages []model.Message, tools []model.Definition, budget int) ([]model.Message, error) {
	budget -= budget / answerShare
	over := size(messages, tools) - budget
	if over <= 0 {
		return messages, nil
	}
	messages = slices.Clone(messages)
	shorten := func(with func(string) string, upTo int) {
		for i := 0; i < upTo && over > 0; i++ {
			results := slices.Clone(messages[i].Results)
			for k := range results {
				before := tokens(results[k].Text)
				if text := with(results[k].Text); tokens(text) < before && over > 0 {
					results[k].Text = text
					over -= before - tokens(text)
				}
			}
			messages[i].Results = results
		}
	}
	gone := func(string) string { return leftOut }
	last := len(messages) - 1 // what was answered last is what is needed now
	shorten(Truncate, last)
	shorten(gone, last)
	for over > 0 {
		first := firstUser(messages)
		next := firstUser(messages[first+1:])
		if next < 0 {
			break
		}
		before := size(messages, tools)
		messages = slices.Delete(messages, first, first+1+next)
		over -= before - size(messages, tools)
	}
	shorten(Truncate, len(messages))
	shorten(gone, len(messages))
	if over > 0 {
		return nil, &StopError{"the question does not fit the context of the model; ask for less at a time, or raise chat.context_tokens"}
	}
	return messages, nil
}

// firstUser returns the place of the first question, -1 for none.
func firstUser(messages []model.Message) int {
	return slices.IndexFunc(messages, func(m model.Message) bool { return m.Role == model.User })
}
