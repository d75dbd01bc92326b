package chat

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// An Event is one line of a conversation for programs.
type Event struct {
	// Type is reasoning (what the model says before it calls tools), tool_call, tool_result,
	// content (the answer, with its places looked up), error or done.
	Type string `json:"type"`
	Text string `json:"text,omitempty"`
	// ID, Name and Arguments are those of a call. Failed: its result is an error.
	ID        string `json:"id,omitempty"`
	Name      string `json:"name,omitempty"`
	Arguments string `json:"arguments,omitempty"`
	Failed    bool   `json:"failed,omitempty"`
	// Answer is whole, with the event done.
	Answer *Answer `json:"answer,omitempty"`
}

// events writes a turn as events. Text is held until it is known what it was.
type events struct {
	out  io.Writer
	text strings.Builder
	err  error
}

// Write takes text of an answer.
func (e *events) Write(p []byte) (int, error) { return e.text.Write(p) }

// tell writes an event, behind the text that came before it.
func (e *events) tell(event Event) {
	if text := e.text.String(); text != "" {
		e.text.Reset()
		said := Event{Type: "content", Text: text}
		if event.Type == "tool_call" {
			said.Type = "reasoning"
		}
		e.encode(&said)
	}
	e.encode(&event)
}

func (e *events) encode(event *Event) {
	encoder := json.NewEncoder(e.out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(event); err != nil && e.err == nil {
		e.err = fmt.Errorf("write answer: %w", err)
	}
}
