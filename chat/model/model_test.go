package model_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/chat/chattest"
	"github.com/nexus-ci/nexus-ci/chat/model"
)

// protocols are the forms that each test runs in.
var protocols = []model.Protocol{model.OpenAI, model.Anthropic}

// client returns the client of a server, and the times that it waited.
func client(t *testing.T, s *chattest.Server, p model.Protocol) (model.Client, *[]time.Duration) {
	t.Helper()
	t.Cleanup(s.Close)
	waited := new([]time.Duration)
	o := model.Options{Protocol: p, URL: s.URL, Key: chattest.Key, Model: "test", Wait: func(_ context.Context, d time.Duration) error {
		*waited = append(*waited, d)
		return nil
	}}
	if p == model.OpenAI {
		o.URL += "/v1"
	}
	return model.New(o), waited
}

func ask(text string) *model.Request {
	return &model.Request{Messages: []model.Message{{Role: model.System, Text: "be kind"}, {Role: model.User, Text: text}}}
}

func each(t *testing.T, f func(t *testing.T, p model.Protocol)) {
	for _, p := range protocols {
		t.Run(string(p), func(t *testing.T) { f(t, p) })
	}
}

func TestComplete(t *testing.T) {
	each(t, func(t *testing.T, p model.Protocol) {
		const text = "The session is made in `src/session.ts:14`: größer, 日本語, \U0001f600 and \u0007.\n\nEnd."
		s := chattest.Start(chattest.Step{Text: text, Want: []string{"be kind", "where?"}})
		c, _ := client(t, s, p)
		told := ""
		a, err := c.Complete(t.Context(), ask("where?"), func(piece string) { told += piece })
		if err != nil || a.Text != text || told != text {
			t.Errorf("%v, told %q, %v", a, told, err)
		}
		if a.Usage.Input != 100 || a.Usage.Output == 0 || a.Cut {
			t.Errorf("%+v", a)
		}
		if wrong := s.Wrong(); wrong != nil {
			t.Error(wrong)
		}
	})
}

// Calls come in pieces, several at once, and their results go back in one request.
func TestCalls(t *testing.T) {
	each(t, func(t *testing.T, p model.Protocol) {
		s := chattest.Start(
			chattest.Step{Text: "Let me look.", Calls: []chattest.Call{
				{Name: "search", Arguments: json.RawMessage(`{"query":"größe \"quoted\""}`)}, {Name: "read", Arguments: json.RawMessage(`{"path":"a.go"}`)}, {Name: "list", Arguments: nil},
			}},
			chattest.Step{Text: "done", Want: []string{"first result", "no such file"}})
		c, _ := client(t, s, p)
		r := ask("where?")
		r.Tools = []model.Definition{{Name: "search", Description: "finds", Schema: json.RawMessage(`{"type":"object","properties":{}}`)}}
		a, err := c.Complete(t.Context(), r, nil)
		if err != nil {
			t.Fatal(err)
		}
		want := []model.Call{
			{ID: "call-1", Name: "search", Arguments: json.RawMessage(`{"query":"größe \"quoted\""}`)},
			{ID: "call-2", Name: "read", Arguments: json.RawMessage(`{"path":"a.go"}`)},
			{ID: "call-3", Name: "list", Arguments: json.RawMessage(`{}`)},
		}
		if diff := cmp.Diff(want, a.Calls); diff != "" || a.Text != "Let me look." {
			t.Errorf("%q\n%s", a.Text, diff)
		}
		r.Messages = append(r.Messages, model.Message{Role: model.Assistant, Text: a.Text, Calls: a.Calls},
			model.Message{Role: model.Tool, Results: []model.Result{{ID: "call-1", Text: "first result"}, {ID: "call-2", Text: "no such file", Failed: true}, {ID: "call-3", Text: "none"}}})
		if a, err = c.Complete(t.Context(), r, nil); err != nil || a.Text != "done" {
			t.Errorf("%v %v", a, err)
		}
		if wrong := s.Wrong(); wrong != nil {
			t.Error(wrong)
		}
	})
}

func TestErrors(t *testing.T) {
	for _, tc := range []struct {
		name  string
		steps []chattest.Step
		kind  model.Kind
		words string
		waits []time.Duration
	}{
		{"wrong key", []chattest.Step{{Status: 401, Message: "no key " + chattest.Key + " here"}}, model.Refused, "the model refused the key (status 401): no key *** here; check the key of the provider", nil},
		{"forbidden", []chattest.Step{{Status: 403}}, model.Refused, "status 403", nil},
		{"no such model", []chattest.Step{{Status: 404, Message: "no model\n\x1b[2J test"}}, model.Rejected, "status 404", nil},
		{"limit", []chattest.Step{{Status: 429, RetryAfter: "7", Times: 5}}, model.Limited, "status 429", []time.Duration{7 * time.Second, 7 * time.Second, 7 * time.Second, 7 * time.Second}},
		{"limit for long", []chattest.Step{{Status: 429, RetryAfter: "3600"}}, model.Limited, "status 429", nil},
		{"down", []chattest.Step{{Status: 500, Times: 5}}, model.Unreachable, "status 500", []time.Duration{500 * time.Millisecond, time.Second, 2 * time.Second, 4 * time.Second}},
		{"half a stream", []chattest.Step{{Text: "the answer is long enough", Half: true}}, model.Incomplete, "ended in the middle", nil},
		{"an error in the stream", []chattest.Step{{Text: "the answer", Fail: "overloaded"}}, model.Incomplete, "overloaded", nil},
		{"garbage", []chattest.Step{{Raw: "data: <html>\n\n"}}, model.Unreadable, "no JSON", nil},
		{"no stream", []chattest.Step{{Raw: "<html>hello</html>"}}, model.Incomplete, "", nil},
		{"half a call", []chattest.Step{{Calls: []chattest.Call{{Name: "search", Arguments: json.RawMessage(`{"query":"a long argument of a call"}`)}}, Half: true}}, model.Incomplete, "", nil},
		{"a call without a name", []chattest.Step{{Calls: []chattest.Call{{}}}}, model.Unreadable, "names no tool", nil},
		{"elsewhere", []chattest.Step{{Status: 307, Message: "http://127.0.0.1:1/"}}, model.Rejected, "status 307", nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			each(t, func(t *testing.T, p model.Protocol) {
				s := chattest.Start(tc.steps...)
				c, waited := client(t, s, p)
				_, err := c.Complete(t.Context(), ask("where?"), nil)
				var e *model.Error
				if !errors.As(err, &e) || e.Kind != tc.kind || !strings.Contains(e.Error(), tc.words) || strings.ContainsAny(e.Error(), "\n") {
					t.Errorf("%v", err)
				}
				if strings.Contains(err.Error(), chattest.Key) {
					t.Errorf("the key is in %v", err)
				}
				if diff := cmp.Diff(tc.waits, *waited); diff != "" {
					t.Error(diff)
				}
				if wrong := s.Wrong(); wrong != nil {
					t.Error(wrong)
				}
			})
		})
	}
}

// What is refused for now is asked again.
func TestRetry(t *testing.T) {
	each(t, func(t *testing.T, p model.Protocol) {
		s := chattest.Start(chattest.Step{Status: 429, RetryAfter: "2"}, chattest.Step{Status: 429, RetryAfter: "0"}, chattest.Step{Status: 503}, chattest.Step{Text: "here"})
		c, waited := client(t, s, p)
		a, err := c.Complete(t.Context(), ask("where?"), nil)
		if err != nil || a.Text != "here" {
			t.Errorf("%v, %v", a, err)
		}
		if diff := cmp.Diff([]time.Duration{2 * time.Second, 0, 2 * time.Second}, *waited); diff != "" {
			t.Error(diff)
		}
	})
}

func TestNobodyThere(t *testing.T) {
	each(t, func(t *testing.T, p model.Protocol) {
		s := chattest.Start()
		c, waited := client(t, s, p)
		s.Close()
		_, err := c.Complete(t.Context(), ask("where?"), nil)
		var e *model.Error
		if !errors.As(err, &e) || e.Kind != model.Unreachable || len(*waited) != 4 {
			t.Errorf("%v after %v", err, *waited)
		}
	})
}

func TestCancel(t *testing.T) {
	each(t, func(t *testing.T, p model.Protocol) {
		s := chattest.Start(chattest.Step{Text: "the beginning", Hang: true})
		c, _ := client(t, s, p)
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			<-s.Hanging()
			cancel()
		}()
		if _, err := c.Complete(ctx, ask("where?"), nil); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
}

func TestSilence(t *testing.T) {
	each(t, func(t *testing.T, p model.Protocol) {
		s := chattest.Start(chattest.Step{Text: "the beginning", Hang: true})
		defer s.Close()
		url := s.URL
		if p == model.OpenAI {
			url += "/v1"
		}
		c := model.New(model.Options{Protocol: p, URL: url, Model: "test", Idle: 20 * time.Millisecond})
		_, err := c.Complete(t.Context(), ask("where?"), nil)
		var e *model.Error
		if !errors.As(err, &e) || e.Kind != model.Silent {
			t.Error(err)
		}
	})
}

// An answer that has reached its limit says so, and a conversation of 200,000 tokens is sent
// and answered as any other.
func TestLarge(t *testing.T) {
	each(t, func(t *testing.T, p model.Protocol) {
		long := strings.Repeat("größe ", 120_000)
		s := chattest.Start(chattest.Step{Text: strings.Repeat("ja ", 30_000), Cut: true, Want: []string{long}})
		c, _ := client(t, s, p)
		a, err := c.Complete(t.Context(), ask(long), nil)
		if err != nil || len(a.Text) != 90_000 || !a.Cut {
			t.Errorf("%v", err)
		}
		if wrong := s.Wrong(); wrong != nil {
			t.Error("the request lacks the text")
		}
	})
}
