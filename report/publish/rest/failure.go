package rest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/nexus-ci/nexus-ci/report/publish"
)

// A StatusError is a response that rejects a request.
type StatusError struct {
	Code    int
	Message string // of the forge, as it came
}

func (e *StatusError) Error() string {
	return strings.TrimSpace(fmt.Sprintf("%d %s", e.Code, OneLine(e.message())))
}

func (e *StatusError) message() string {
	if e.Message == "" {
		return http.StatusText(e.Code)
	}
	return e.Message
}

// Status returns the HTTP status in an error, 0 for none.
func Status(err error) int {
	var response *StatusError
	if errors.As(err, &response) {
		return response.Code
	}
	return 0
}

// Lost reports whether a failed request may have been executed.
func Lost(err error) bool {
	var transport *url.Error
	return Status(err) >= http.StatusInternalServerError || errors.As(err, &transport) && !errors.As(err, new(*LimitError)) && !errors.As(err, new(*RedirectError))
}

// CommonAncestor returns the common ancestor of two commits as the forge answered: its id, or an error
// where it is empty or the request failed. need is that of Fail.
func (t *Transport) CommonAncestor(base, head, id, need string, err error) (string, error) {
	if err == nil && id == "" {
		err = fmt.Errorf("no common ancestor is known to %s", t.Service)
	}
	if err != nil {
		return "", t.Fail(fmt.Sprintf("asking for the merge base of %.12s and %.12s", base, head), need, err)
	}
	return id, nil
}

// Fail returns err as one line that says which action failed and what to do next. need says
// which permission the action needs, and how the token gets it.
func (t *Transport) Fail(what, need string, err error) error {
	var limit *LimitError
	var redirect *RedirectError
	var answer *StatusError
	switch {
	case errors.As(err, &limit):
		return fmt.Errorf("%s: %w", what, limit)
	case errors.As(err, &redirect):
		return fmt.Errorf("%s: %w", what, redirect)
	case errors.Is(err, errTooLarge):
		return fmt.Errorf("%s: %w", what, errTooLarge)
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("%s: %w", what, err)
	case errors.As(err, &answer):
		return t.rejected(what, need, answer)
	}
	var transport *url.Error
	if errors.As(err, &transport) {
		return fmt.Errorf("%s: cannot reach %s (%s): check the network and run the job again", what, t.API.Host, OneLine(transport.Err.Error()))
	}
	return fmt.Errorf("%s: %s", what, OneLine(err.Error()))
}

func (t *Transport) rejected(what, need string, answer *StatusError) error {
	said := strings.ToLower(answer.message())
	tooLong := answer.Code == http.StatusRequestEntityTooLarge || answer.Code < 500 && (strings.Contains(said, "too long") || strings.Contains(said, "too large"))
	switch {
	case answer.Code == http.StatusUnauthorized:
		return fmt.Errorf("%s: %s does not accept the token (%v): check that %s is set and valid for %s", what, t.Service, answer, t.Setting, t.API.Host)
	case answer.Code == http.StatusForbidden, answer.Code == http.StatusNotFound:
		return fmt.Errorf("%s: %w (%v): %s", what, publish.ErrForbidden, answer, need)
	case answer.Code == http.StatusConflict:
		return fmt.Errorf("%s: others change it at the same time (%v): run the job again", what, answer)
	case tooLong:
		return fmt.Errorf("%s: the text is too long for %s (%v)", what, t.Service, answer)
	case answer.Code >= http.StatusInternalServerError:
		return fmt.Errorf("%s: %s reports a server error (%v): run the job again later", what, t.Service, answer)
	}
	return fmt.Errorf("%s: %s rejects the request (%v)", what, t.Service, answer)
}

// messages returns what a response in JSON says about an error: forges put it below these names,
// as a text, a list or an object.
func messages(body []byte) string {
	var content any
	if json.Unmarshal(body, &content) != nil {
		return ""
	}
	var words []string
	var collect func(v any, said bool)
	collect = func(v any, said bool) {
		switch v := v.(type) {
		case string:
			if said && v != "" && !slices.Contains(words, v) {
				words = append(words, v)
			}
		case []any:
			for _, e := range v {
				collect(e, said)
			}
		case map[string]any:
			var names []string
			for name := range v {
				names = append(names, name)
			}
			slices.Sort(names)
			for _, name := range names {
				collect(v[name], said && !slices.Contains([]string{"type", "context", "exceptionName"}, name) || slices.Contains([]string{"message", "error", "errors", "error_description", "detail"}, name))
			}
		}
	}
	collect(content, false)
	return strings.Join(words, "; ")
}

// OneLine makes untrusted text safe for a line of a log.
func OneLine(s string) string {
	s = strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || !unicode.IsGraphic(r) }), " ")
	if runes := []rune(s); len(runes) > 300 {
		return string(runes[:300]) + "…"
	}
	return s
}

// Cut returns at most n bytes of s, without splitting a character.
func Cut(s string, n int) string {
	const more = "…"
	if len(s) <= n {
		return s
	}
	n -= len(more)
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + more
}
