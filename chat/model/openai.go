package model

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
)

// An openAI asks for chat completions.
type openAI struct{ *connection }

type openAIRequest struct {
	Model    string          `json:"model"`
	Messages []openAIMessage `json:"messages"`
	Tools    []openAITool    `json:"tools,omitempty"`
	Stream   bool            `json:"stream"`
	Options  struct {
		Usage bool `json:"include_usage"`
	} `json:"stream_options"`
}

type openAIMessage struct {
	Role    Role         `json:"role"`
	Content *string      `json:"content"`
	Calls   []openAICall `json:"tool_calls,omitempty"`
	CallID  string       `json:"tool_call_id,omitempty"`
}

type openAICall struct {
	Index    int            `json:"index,omitempty"` // in answers
	ID       string         `json:"id,omitempty"`
	Type     string         `json:"type,omitempty"`
	Function openAIFunction `json:"function"`
}

type openAIFunction struct {
	Name      string `json:"name,omitempty"`
	Arguments string `json:"arguments"`
}

type openAITool struct {
	Type     string `json:"type"`
	Function struct {
		Name        string          `json:"name"`
		Description string          `json:"description"`
		Parameters  json.RawMessage `json:"parameters"`
	} `json:"function"`
}

func (c *openAI) Complete(ctx context.Context, r *Request, tell func(string)) (*Answer, error) {
	header := http.Header{}
	if c.Key != "" {
		header.Set("Authorization", "Bearer "+c.Key)
	}
	a := &openAIAnswer{tell: tell}
	if err := c.stream(ctx, "/chat/completions", header, c.request(r), a); err != nil {
		return nil, err
	}
	return finish(&a.Answer)
}

// request writes a request in the service's form.
func (c *openAI) request(r *Request) *openAIRequest {
	out := &openAIRequest{Model: c.Model, Stream: true}
	out.Options.Usage = true
	for i := range r.Messages {
		m := &r.Messages[i]
		if m.Role == Tool {
			for _, result := range m.Results {
				out.Messages = append(out.Messages, openAIMessage{Role: Tool, Content: &result.Text, CallID: result.ID})
			}
			continue
		}
		message := openAIMessage{Role: m.Role, Content: &m.Text}
		for _, call := range m.Calls {
			message.Calls = append(message.Calls, openAICall{ID: call.ID, Type: "function", Function: openAIFunction{call.Name, string(call.Arguments)}})
		}
		out.Messages = append(out.Messages, message)
	}
	for _, t := range r.Tools {
		tool := openAITool{Type: "function"}
		tool.Function.Name, tool.Function.Description, tool.Function.Parameters = t.Name, t.Description, t.Schema
		out.Tools = append(out.Tools, tool)
	}
	return out
}

// An openAIAnswer is an answer that is coming.
type openAIAnswer struct {
	Answer
	tell   func(string)
	places []int // of the calls, as the service numbers them
	ended  bool  // the service said that the answer is
}

type openAIChunk struct {
	Choices []struct {
		Delta struct {
			Content   string       `json:"content"`
			ToolCalls []openAICall `json:"tool_calls"`
		} `json:"delta"`
		Finish string `json:"finish_reason"`
	} `json:"choices"`
	Usage *struct {
		Input  int `json:"prompt_tokens"`
		Output int `json:"completion_tokens"`
	} `json:"usage"`
	Error *struct {
		Message string `json:"message"`
	} `json:"error"`
}

func (a *openAIAnswer) event(data string) (last bool, err error) {
	if data == "[DONE]" {
		a.ended = true
		return true, nil
	}
	var chunk openAIChunk
	if json.Unmarshal([]byte(data), &chunk) != nil {
		return false, &Error{Kind: Unreadable, Detail: "an event is no JSON of this protocol"}
	}
	if chunk.Error != nil {
		return false, &Error{Kind: Incomplete, Detail: chunk.Error.Message}
	}
	if chunk.Usage != nil {
		a.Usage = Usage{chunk.Usage.Input, chunk.Usage.Output}
	}
	for _, choice := range chunk.Choices[:min(len(chunk.Choices), 1)] {
		if text := choice.Delta.Content; text != "" {
			a.Text += text
			if a.tell != nil {
				a.tell(text)
			}
		}
		for i := range choice.Delta.ToolCalls {
			a.call(&choice.Delta.ToolCalls[i])
		}
		if choice.Finish != "" {
			a.ended, a.Cut = true, choice.Finish == "length"
		}
	}
	return false, nil
}

// call takes a piece of a call. Some services number all calls 0 and tell them apart by id.
func (a *openAIAnswer) call(piece *openAICall) {
	at := -1
	for i := len(a.places) - 1; i >= 0 && at < 0; i-- {
		if a.places[i] == piece.Index {
			at = i
		}
	}
	if at < 0 || piece.ID != "" && a.Calls[at].ID != "" && piece.ID != a.Calls[at].ID {
		a.places, a.Calls = append(a.places, piece.Index), append(a.Calls, Call{})
		at = len(a.Calls) - 1
	}
	call := &a.Calls[at]
	if piece.ID != "" {
		call.ID = piece.ID
	}
	call.Name += piece.Function.Name
	call.Arguments = append(call.Arguments, piece.Function.Arguments...)
}

// whole: some services end the stream without saying that it is done.
func (a *openAIAnswer) whole() bool { return a.ended }

// finish gives calls the ids and arguments that a request with them needs.
func finish(a *Answer) (*Answer, error) {
	for i := range a.Calls {
		call := &a.Calls[i]
		if call.Name == "" {
			return nil, &Error{Kind: Unreadable, Detail: "a call names no tool"}
		}
		if call.ID == "" {
			call.ID = callID(i)
		}
		if len(call.Arguments) == 0 {
			call.Arguments = json.RawMessage("{}")
		}
		call.Arguments = slices.Clip(call.Arguments)
	}
	return a, nil
}
