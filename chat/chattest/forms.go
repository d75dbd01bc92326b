package chattest

import (
	"encoding/json"
	"fmt"
)

type object = map[string]any

// An openAI is the form of chat completions.
type openAI struct{}

func (openAI) check(body []byte) string {
	var r struct {
		Model    string
		Stream   bool
		Messages []struct {
			Role      string
			Content   *string
			ToolCalls []struct{ ID string } `json:"tool_calls"`
			CallID    string                `json:"tool_call_id"`
		}
	}
	if json.Unmarshal(body, &r) != nil || r.Model == "" || !r.Stream || len(r.Messages) == 0 {
		return "no request for a streamed completion"
	}
	open := make(map[string]bool)
	for _, m := range r.Messages {
		if m.Role == "tool" {
			if !open[m.CallID] {
				return "a result without a call"
			}
			delete(open, m.CallID)
			continue
		}
		if len(open) > 0 {
			return "a call without a result"
		}
		for _, c := range m.ToolCalls {
			open[c.ID] = true
		}
	}
	if len(open) > 0 {
		return "a call without a result"
	}
	return ""
}

func (openAI) events(step *Step, id func() string) []string {
	chunk := func(delta object, finish any) string {
		return event("", object{"object": "chat.completion.chunk", "choices": []object{{"index": 0, "delta": delta, "finish_reason": finish}}})
	}
	list := []string{chunk(object{"role": "assistant", "content": ""}, nil)}
	for _, p := range pieces(step.Text) {
		list = append(list, chunk(object{"content": p}, nil))
	}
	for i, c := range step.Calls {
		list = append(list, chunk(object{"tool_calls": []object{{"index": i, "id": id(), "type": "function", "function": object{"name": c.Name, "arguments": ""}}}}, nil))
		for _, p := range pieces(string(c.Arguments)) {
			list = append(list, chunk(object{"tool_calls": []object{{"index": i, "function": object{"arguments": p}}}}, nil))
		}
	}
	finish := "stop"
	switch {
	case step.Cut:
		finish = "length"
	case len(step.Calls) > 0:
		finish = "tool_calls"
	}
	return append(list, chunk(object{}, finish),
		event("", object{"choices": []object{}, "usage": object{"prompt_tokens": 100, "completion_tokens": len(step.Text)/4 + 1}}), "data: [DONE]\n\n")
}

func (openAI) failure(message string) string {
	return event("", object{"error": object{"message": message}})
}

// An anthropic is the form of messages.
type anthropic struct{}

func (anthropic) check(body []byte) string {
	var r struct {
		Model     string
		MaxTokens int `json:"max_tokens"`
		Messages  []struct {
			Role    string
			Content []struct {
				Type, ID string
				CallID   string `json:"tool_use_id"`
			}
		}
	}
	if json.Unmarshal(body, &r) != nil || r.Model == "" || r.MaxTokens < 1 || len(r.Messages) == 0 {
		return "no request for messages"
	}
	open := make(map[string]bool)
	for i, m := range r.Messages {
		if m.Role != "user" && m.Role != "assistant" || i == 0 && m.Role != "user" || len(m.Content) == 0 {
			return fmt.Sprintf("message %d of %s", i, m.Role)
		}
		for _, b := range m.Content {
			switch b.Type {
			case "tool_use":
				open[b.ID] = true
			case "tool_result":
				if !open[b.CallID] {
					return "a result without a call"
				}
				delete(open, b.CallID)
			}
		}
		if m.Role == "user" && len(open) > 0 {
			return "a call without a result"
		}
	}
	return ""
}

func (anthropic) events(step *Step, id func() string) []string {
	list := []string{
		event("message_start", object{"type": "message_start", "message": object{"role": "assistant", "usage": object{"input_tokens": 100, "output_tokens": 1}}}),
		event("ping", object{"type": "ping"}),
	}
	index := 0
	add := func(block object, deltas []object) {
		list = append(list, event("content_block_start", object{"type": "content_block_start", "index": index, "content_block": block}))
		for _, d := range deltas {
			list = append(list, event("content_block_delta", object{"type": "content_block_delta", "index": index, "delta": d}))
		}
		list = append(list, event("content_block_stop", object{"type": "content_block_stop", "index": index}))
		index++
	}
	if step.Text != "" {
		var deltas []object
		for _, p := range pieces(step.Text) {
			deltas = append(deltas, object{"type": "text_delta", "text": p})
		}
		add(object{"type": "text", "text": ""}, deltas)
	}
	for _, c := range step.Calls {
		var deltas []object
		for _, p := range pieces(string(c.Arguments)) {
			deltas = append(deltas, object{"type": "input_json_delta", "partial_json": p})
		}
		add(object{"type": "tool_use", "id": id(), "name": c.Name, "input": object{}}, deltas)
	}
	stop := "end_turn"
	switch {
	case step.Cut:
		stop = "max_tokens"
	case len(step.Calls) > 0:
		stop = "tool_use"
	}
	return append(list,
		event("message_delta", object{"type": "message_delta", "delta": object{"stop_reason": stop}, "usage": object{"output_tokens": len(step.Text)/4 + 1}}),
		event("message_stop", object{"type": "message_stop"}))
}

func (anthropic) failure(message string) string {
	return event("error", object{"type": "error", "error": object{"type": "overloaded_error", "message": message}})
}
