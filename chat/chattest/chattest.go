// Package chattest has a language model for tests, on loopback: it answers what a script says,
// over real server-sent events, in the form of OpenAI and in that of Anthropic.
package chattest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"time"
)

// Key is what the model wants to see.
const Key = "sk-test-chat-0123456789"

// A Step is one answer. The zero value is an empty answer.
type Step struct {
	Text  string `json:"text,omitempty"`
	Calls []Call `json:"calls,omitempty"`
	// Times is how often the step is given, 0 for once.
	Times int `json:"times,omitempty"`
	// Status is an HTTP status other than 200, with the time to wait and the words of the error.
	Status     int    `json:"status,omitempty"`
	RetryAfter string `json:"retry_after,omitempty"`
	Message    string `json:"message,omitempty"`
	// Half: the connection is closed in the middle of the answer. Raw is sent instead of events.
	Half bool   `json:"half,omitempty"`
	Raw  string `json:"raw,omitempty"`
	// Hang: nothing comes after the text, until the client goes away.
	Hang bool `json:"hang,omitempty"`
	// Fail is the message of an error that the stream ends with.
	Fail string `json:"fail,omitempty"`
	// Cut: the answer has reached its limit.
	Cut bool `json:"cut,omitempty"`
	// Want are texts that the request has to hold, and Not such that it must not.
	Want []string `json:"want,omitempty"`
	Not  []string `json:"not,omitempty"`
	// Most is the size in bytes that the texts of the request have at most, 0 for any.
	Most int `json:"most,omitempty"`
}

// A Call asks for a tool.
type Call struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

// A Request is one that was made.
type Request struct {
	Path string
	Body json.RawMessage
}

// A Server is the model.
type Server struct {
	*httptest.Server

	mu       sync.Mutex
	steps    []Step
	given    int // of the first step
	calls    int
	requests []Request
	wrong    []string
	hanging  chan struct{}
	searches []string
}

// Start returns a server that answers with the steps in their order, and refuses every further
// request. In OpenAI's form it is at URL/v1, in Anthropic's at URL.
func Start(steps ...Step) *Server {
	s := &Server{steps: steps, hanging: make(chan struct{}, 100)}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/chat/completions", func(w http.ResponseWriter, r *http.Request) {
		s.answer(w, r, &openAI{}, strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "))
	})
	mux.HandleFunc("POST /v1/messages", func(w http.ResponseWriter, r *http.Request) {
		s.answer(w, r, &anthropic{}, r.Header.Get("X-Api-Key"))
	})
	mux.HandleFunc("GET /search", s.search)
	s.Server = httptest.NewServer(mux)
	return s
}

// Add puts further steps behind those that are left.
func (s *Server) Add(steps ...Step) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.steps = append(s.steps, steps...)
}

// Requests returns those that were made, and Wrong what was wrong with them: a step that did
// not find what it wants, or a request that the services would refuse.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.requests...)
}

// Wrong returns what was wrong with the requests.
func (s *Server) Wrong() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	wrong := append([]string(nil), s.wrong...)
	if len(s.steps) > 0 {
		wrong = append(wrong, fmt.Sprintf("%d steps were not asked for", len(s.steps)))
	}
	return wrong
}

// Searches returns what the search of the web was asked.
func (s *Server) Searches() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.searches...)
}

// Hanging returns a channel that gets a value each time that an answer begins to hang.
func (s *Server) Hanging() <-chan struct{} { return s.hanging }

// search is a search of the web in the form of SearXNG.
func (s *Server) search(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.searches = append(s.searches, r.FormValue("q"))
	s.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{"results": []map[string]string{{"title": "About " + r.FormValue("q"), "url": "https://example.org/a", "content": "What the web says."}}})
}

// next returns the step for a request.
func (s *Server) next(r Request) (Step, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, r)
	if len(s.steps) == 0 {
		s.wrong = append(s.wrong, "a request after the last step")
		return Step{}, false
	}
	step := s.steps[0]
	if s.given++; s.given >= max(step.Times, 1) {
		s.steps, s.given = s.steps[1:], 0
	}
	text := plain(r.Body)
	for _, want := range step.Want {
		if !strings.Contains(text, want) {
			s.wrong = append(s.wrong, fmt.Sprintf("request %d lacks %q", len(s.requests), want))
		}
	}
	if step.Most > 0 && len(text) > step.Most {
		s.wrong = append(s.wrong, fmt.Sprintf("request %d has %d bytes of text, at most %d", len(s.requests), len(text), step.Most))
	}
	for _, not := range step.Not {
		if strings.Contains(text, not) {
			s.wrong = append(s.wrong, fmt.Sprintf("request %d holds %q", len(s.requests), not))
		}
	}
	return step, true
}

// plain returns all strings of a JSON document, one a line.
func plain(body []byte) string {
	var v any
	if json.Unmarshal(body, &v) != nil {
		return string(body)
	}
	var b strings.Builder
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			b.WriteString(v + "\n")
		case []any:
			for _, e := range v {
				walk(e)
			}
		case map[string]any:
			for k, e := range v {
				b.WriteString(k + "\n")
				walk(e)
			}
		}
	}
	walk(v)
	return b.String()
}

// A form is a protocol.
type form interface {
	// check returns what the service would refuse.
	check(body []byte) string
	events(step *Step, id func() string) []string
	failure(message string) string
}

func (s *Server) answer(w http.ResponseWriter, r *http.Request, f form, key string) {
	var body json.RawMessage
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		http.Error(w, "no JSON", http.StatusBadRequest)
		return
	}
	step, ok := s.next(Request{r.URL.Path, body})
	refuse := func(status int, message string) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		fmt.Fprintf(w, `{"error":{"type":"test","message":%q}}`, message)
	}
	switch wrong := f.check(body); {
	case !ok:
		refuse(http.StatusBadRequest, "the script has ended")
		return
	case key != Key && key != "":
		refuse(http.StatusUnauthorized, "wrong key "+key)
		return
	case wrong != "":
		s.mu.Lock()
		s.wrong = append(s.wrong, wrong)
		s.mu.Unlock()
		refuse(http.StatusBadRequest, wrong)
		return
	case step.Status != 0:
		if step.RetryAfter != "" {
			w.Header().Set("Retry-After", step.RetryAfter)
		}
		if step.Status/100 == 3 {
			w.Header().Set("Location", step.Message)
		}
		refuse(step.Status, step.Message)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	stream := step.Raw
	if stream == "" {
		events := f.events(&step, s.id)
		if step.Half || step.Hang || step.Fail != "" {
			events = events[:len(events)/2+1]
		}
		if step.Fail != "" {
			events = append(events, f.failure(step.Fail))
		}
		stream = ": a comment\n\n" + strings.Join(events, "")
	}
	s.send(w, r, stream, &step)
}

// send sends a stream in small pieces that respect nothing.
func (s *Server) send(w http.ResponseWriter, r *http.Request, stream string, step *Step) {
	const piece = 701
	flusher, _ := w.(http.Flusher)
	for len(stream) > 0 {
		n := min(piece, len(stream))
		if _, err := w.Write([]byte(stream[:n])); err != nil {
			return
		}
		stream = stream[n:]
		flusher.Flush()
	}
	if !step.Hang {
		return
	}
	s.hanging <- struct{}{}
	select {
	case <-r.Context().Done():
	case <-time.After(time.Minute):
	}
}

func (s *Server) id() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls++
	return fmt.Sprintf("call-%d", s.calls)
}

// pieces cuts a text into short ones.
func pieces(text string) []string {
	var list []string
	runes := []rune(text)
	for len(runes) > 0 {
		n := min(9, len(runes))
		list = append(list, string(runes[:n]))
		runes = runes[n:]
	}
	return list
}

// event writes one event.
func event(name string, v any) string {
	data, _ := json.Marshal(v) // of maps and strings
	if name == "" {
		return "data: " + string(data) + "\n\n"
	}
	return "event: " + name + "\r\ndata: " + string(data) + "\r\n\r\n"
}
