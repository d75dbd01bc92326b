package model

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// A Kind is a reason why a model has not answered.
type Kind int

// The kinds.
const (
	Unreachable Kind = iota // no connection, or status 5xx
	Refused                 // the key is wrong or may not do this
	Limited                 // too many requests
	Rejected                // the service does not take the request
	Silent                  // it took too long
	Incomplete              // the answer ended in the middle
	Unreadable              // the answer does not follow the protocol
)

// An Error says why a model has not answered, and what to do next.
type Error struct {
	Kind   Kind
	Status int    // of HTTP, 0 for none
	Detail string // what the service says, or what is wrong; may be empty
}

func (e *Error) Error() string {
	text := map[Kind]string{
		Unreachable: "the model cannot be reached",
		Refused:     "the model refused the key",
		Limited:     "the model takes no more requests now",
		Rejected:    "the model did not take the request",
		Silent:      "the model sent nothing for too long",
		Incomplete:  "the answer of the model ended in the middle",
		Unreadable:  "the answer of the model cannot be read",
	}[e.Kind]
	if e.Status != 0 {
		text += fmt.Sprintf(" (status %d)", e.Status)
	}
	if e.Detail != "" {
		text += ": " + e.Detail
	}
	next := map[Kind]string{
		Unreachable: "check the address, or try again later",
		Refused:     "check the key of the provider",
		Limited:     "wait, or choose another model",
		Rejected:    "check the name of the model; for one without tools choose the provider plain",
		Silent:      "ask again, or raise chat.idle_seconds",
		Incomplete:  "ask again",
		Unreadable:  "check that the address is one of this provider",
	}[e.Kind]
	return text + "; " + next
}

// maxDetail is how many bytes of what a service says are shown.
const maxDetail = 300

// detail returns what the body of an error says, without the key.
func detail(body []byte, key string) string {
	var said struct {
		Error   json.RawMessage `json:"error"`
		Message string          `json:"message"`
	}
	text := ""
	if json.Unmarshal(body, &said) == nil {
		var inner struct {
			Message string `json:"message"`
		}
		text = said.Message
		if json.Unmarshal(said.Error, &inner) == nil && inner.Message != "" {
			text = inner.Message
		} else if json.Unmarshal(said.Error, &text) != nil && text == "" {
			text = said.Message
		}
	}
	return clip(withoutKey(text, key))
}

// withoutKey hides a key that a service repeats.
func withoutKey(text, key string) string {
	if key == "" {
		return text
	}
	return strings.ReplaceAll(text, key, "***")
}

// clip makes one line of bounded length.
func clip(text string) string {
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "\ufffd")), " ")
	if len(text) <= maxDetail {
		return text
	}
	end := maxDetail
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "…"
}
