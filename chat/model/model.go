// Package model asks language models over the network: any service in the form of OpenAI's
// chat completions, and Anthropic's messages.
//
// In: Options, which say where the service is, and Requests with the whole conversation,
// since services keep nothing. Out: an Answer, whose text is told piece by piece as it comes,
// or an *Error that says what to do next and holds no key.
//
// Invariants: the key is sent to the address of Options and nowhere else, for no redirection is
// followed; an answer is whole, or the call fails; what a service sends is bounded in size and
// in time; a call that is refused for now is repeated, unless a part of its answer was told.
//
// Absent: prompts, tools that run, and what is done with an answer.
package model

import (
	"context"
	"encoding/json"
	"time"
)

// A Role says who a message is from.
type Role string

// The roles.
const (
	System    Role = "system"
	User      Role = "user"
	Assistant Role = "assistant"
	Tool      Role = "tool"
)

// A Message is one of a conversation.
type Message struct {
	Role Role   `json:"role"`
	Text string `json:"text,omitempty"`
	// Calls are what an assistant asks for, and Results what tools answered.
	Calls   []Call   `json:"calls,omitempty"`
	Results []Result `json:"results,omitempty"`
}

// A Call asks to run a tool.
type Call struct {
	ID        string          `json:"id"`
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"` // as the model wrote them, which may be no JSON
}

// A Result is what a tool answered to a call.
type Result struct {
	ID     string `json:"id"` // of the call
	Text   string `json:"text"`
	Failed bool   `json:"failed,omitempty"`
}

// A Definition tells the model of a tool.
type Definition struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Schema      json.RawMessage `json:"schema"` // JSON schema of the arguments
}

// A Request is a conversation to be continued.
type Request struct {
	Messages []Message // those of the system first
	Tools    []Definition
}

// An Answer is what the model said.
type Answer struct {
	Text  string
	Calls []Call
	Usage Usage
	// Cut: the answer reached the limit of the service and is not finished.
	Cut bool
}

// Usage counts tokens, 0 where the service does not say.
type Usage struct {
	Input  int `json:"input"`
	Output int `json:"output"`
}

// A Client continues conversations. It may be used from any number of goroutines.
type Client interface {
	// Complete returns the next answer of the assistant. The pieces of its text are told as
	// they come; tell may be nil.
	Complete(ctx context.Context, r *Request, tell func(text string)) (*Answer, error)
	// Tools reports whether the model may be offered tools.
	Tools() bool
}

// A Protocol is a form of requests and answers.
type Protocol string

// The protocols.
const (
	OpenAI    Protocol = "openai"
	Anthropic Protocol = "anthropic"
)

// Options say how a model is asked.
type Options struct {
	Protocol Protocol
	URL      string // such as https://host/v1
	Key      string // empty: none is sent
	Model    string
	NoTools  bool // the model takes no tools
	// MaxAnswer is how many tokens an answer may have, where the protocol wants to know.
	MaxAnswer int
	// Idle is how long the service may send nothing.
	Idle time.Duration
	// Wait waits between two tries; nil: Sleep.
	Wait func(context.Context, time.Duration) error
}

// New returns the client of a model.
func New(o Options) Client {
	c := newConnection(o)
	if o.Protocol == Anthropic {
		return &anthropic{c}
	}
	return &openAI{c}
}

// Sleep waits, or returns the error of ctx when that is over first.
func Sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
