package model

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
)

// anthropicVersion is the version of the protocol.
const anthropicVersion = "2023-06-01"

// defaultAnswer is how many tokens an answer may have.
const defaultAnswer = 4096

// An anthropic asks for messages.
type anthropic struct{ *connection }

type anthropicRequest struct {
	Model     string             `json:"model"`
	MaxTokens int                `json:"max_tokens"`
	System    []anthropicBlock   `json:"system,omitempty"`
	Messages  []anthropicMessage `json:"messages"`
	Tools     []anthropicTool    `json:"tools,omitempty"`
	Stream    bool               `json:"stream"`
}

type anthropicMessage struct {
	Role    Role             `json:"role"`
	Content []anthropicBlock `json:"content"`
}

// An anthropicBlock is text, a call or a result, by its type.
type anthropicBlock struct {
	Type   string          `json:"type"`
	Text   string          `json:"text,omitempty"`
	ID     string          `json:"id,omitempty"`
	Name   string          `json:"name,omitempty"`
	Input  json.RawMessage `json:"input,omitempty"`
	CallID string          `json:"tool_use_id,omitempty"`
	Result string          `json:"content,omitempty"`
	Failed bool            `json:"is_error,omitempty"`
}

type anthropicTool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Schema      json.RawMessage `json:"input_schema"`
}

func (c *anthropic) Complete(ctx context.Context, r *Request, tell func(string)) (*Answer, error) {
	header := http.Header{"Anthropic-Version": {anthropicVersion}}
	if c.Key != "" {
		header.Set("X-Api-Key", c.Key)
	}
	a := &anthropicAnswer{tell: tell, calls: make(map[int]int)}
	if err := c.stream(ctx, "/v1/messages", header, c.request(r), a); err != nil {
		return nil, err
	}
	return finish(&a.Answer)
}

// request writes a request in the service's form: what the system says stands apart, and
// results are the user's.
func (c *anthropic) request(r *Request) *anthropicRequest {
	out := &anthropicRequest{Model: c.Model, MaxTokens: cmp.Or(c.MaxAnswer, defaultAnswer), Stream: true}
	for i := range r.Messages {
		m := &r.Messages[i]
		var blocks []anthropicBlock
		if m.Text != "" {
			blocks = append(blocks, anthropicBlock{Type: "text", Text: m.Text})
		}
		for _, call := range m.Calls {
			blocks = append(blocks, anthropicBlock{Type: "tool_use", ID: call.ID, Name: call.Name, Input: object(call.Arguments)})
		}
		for _, result := range m.Results {
			blocks = append(blocks, anthropicBlock{Type: "tool_result", CallID: result.ID, Result: result.Text, Failed: result.Failed})
		}
		role := m.Role
		switch {
		case role == System:
			out.System = append(out.System, blocks...)
			continue
		case role == Tool:
			role = User
		}
		out.Messages = append(out.Messages, anthropicMessage{role, blocks})
	}
	for _, t := range r.Tools {
		out.Tools = append(out.Tools, anthropicTool(t))
	}
	return out
}

// object returns arguments if they are a JSON object, which the service insists on.
func object(arguments json.RawMessage) json.RawMessage {
	var o map[string]json.RawMessage
	if json.Unmarshal(arguments, &o) != nil || o == nil {
		return json.RawMessage("{}")
	}
	return arguments
}

// An anthropicAnswer is an answer that is coming.
type anthropicAnswer struct {
	Answer
	tell  func(string)
	calls map[int]int // place in Calls by the number of the block
	ended bool
}

type anthropicEvent struct {
	Type    string `json:"type"`
	Index   int    `json:"index"`
	Message struct {
		Usage anthropicUsage `json:"usage"`
	} `json:"message"`
	Block anthropicBlock `json:"content_block"`
	Delta struct {
		Type    string `json:"type"`
		Text    string `json:"text"`
		Partial string `json:"partial_json"`
		Stop    string `json:"stop_reason"`
	} `json:"delta"`
	Usage anthropicUsage `json:"usage"`
	Error struct {
		Message string `json:"message"`
	} `json:"error"`
}

type anthropicUsage struct {
	Input  int `json:"input_tokens"`
	Output int `json:"output_tokens"`
}

func (a *anthropicAnswer) event(data string) (last bool, err error) {
	var e anthropicEvent
	if json.Unmarshal([]byte(data), &e) != nil || e.Type == "" {
		return false, &Error{Kind: Unreadable, Detail: "an event is no JSON of this protocol"}
	}
	switch e.Type {
	case "message_start":
		a.Usage.Input = e.Message.Usage.Input
	case "content_block_start":
		if e.Block.Type == "tool_use" {
			a.calls[e.Index] = len(a.Calls)
			a.Calls = append(a.Calls, Call{ID: e.Block.ID, Name: e.Block.Name})
		}
		a.say(e.Block.Text)
	case "content_block_delta":
		if i, ok := a.calls[e.Index]; ok {
			a.Calls[i].Arguments = append(a.Calls[i].Arguments, e.Delta.Partial...)
		}
		a.say(e.Delta.Text)
	case "message_delta":
		a.Usage.Output = e.Usage.Output
		a.Cut = e.Delta.Stop == "max_tokens"
	case "message_stop":
		a.ended = true
		return true, nil
	case "error":
		return false, &Error{Kind: Incomplete, Detail: e.Error.Message}
	}
	return false, nil
}

func (a *anthropicAnswer) whole() bool { return a.ended }

func (a *anthropicAnswer) say(text string) {
	if text == "" {
		return
	}
	a.Text += text
	if a.tell != nil {
		a.tell(text)
	}
}

// callID is the id of a call that the service gave none.
func callID(i int) string { return fmt.Sprintf("call_%d", i+1) }
