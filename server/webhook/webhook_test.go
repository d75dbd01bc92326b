package webhook_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/server/job"
	"github.com/nexus-ci/nexus-ci/server/webhook"
)

// A list is a Store in memory.
type list struct {
	jobs []job.Job
	ids  []string
	err  error
}

func (l *list) Put(_ context.Context, j *job.Job, id string) error {
	if l.err == nil {
		l.jobs, l.ids = append(l.jobs, *j), append(l.ids, id)
	}
	return l.err
}

func sign(secret, body string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(body))
	return "sha256=" + hex.EncodeToString(mac.Sum(nil))
}

const opened = `{"action":"opened","installation":{"id":7},"repository":{"full_name":"octo/app"},"pull_request":{"number":3,"title":"x"}}`

func TestHandler(t *testing.T) {
	valid := map[string]string{"X-GitHub-Event": "pull_request", "X-GitHub-Delivery": "d-1"}
	with := func(name, value string) map[string]string {
		out := map[string]string{name: value}
		for n, v := range valid {
			if n != name {
				out[n] = v
			}
		}
		return out
	}
	for _, tc := range []struct {
		name, method, body, signature string
		header                        map[string]string
		storeFails                    bool
		want                          int
	}{
		{"stored", "POST", opened, sign("old", opened), valid, false, 202},
		{"second secret", "POST", opened, sign("new", opened), valid, false, 202},
		{"wrong secret", "POST", opened, sign("other", opened), valid, false, 401},
		{"no signature", "POST", opened, "", valid, false, 401},
		{"old kind of signature", "POST", opened, "sha1=" + sign("old", opened)[7:], valid, false, 401},
		{"short signature", "POST", opened, sign("old", opened)[:20], valid, false, 401},
		{"signature of another body", "POST", opened, sign("old", opened+" "), valid, false, 401},
		{"GET", "GET", opened, sign("old", opened), valid, false, 405},
		{"no delivery", "POST", opened, sign("old", opened), with("X-GitHub-Delivery", ""), false, 400},
		{"hostile delivery", "POST", opened, sign("old", opened), with("X-GitHub-Delivery", "a\tb"), false, 400},
		{"other event", "POST", opened, sign("old", opened), with("X-GitHub-Event", "issues"), false, 200},
		{"other action", "POST", strings.Replace(opened, "opened", "labeled", 1), sign("old", strings.Replace(opened, "opened", "labeled", 1)), valid, false, 200},
		{"no JSON", "POST", "payload=x", sign("old", "payload=x"), valid, false, 400},
		{"no installation", "POST", strings.Replace(opened, "7", "0", 1), sign("old", strings.Replace(opened, "7", "0", 1)), valid, false, 400},
		{"hostile repository", "POST", strings.Replace(opened, "octo/app", "octo/../x", 1), sign("old", strings.Replace(opened, "octo/app", "octo/../x", 1)), valid, false, 400},
		{"store fails", "POST", opened, sign("old", opened), valid, true, 503},
	} {
		t.Run(tc.name, func(t *testing.T) {
			store := &list{}
			if tc.storeFails {
				store.err = errors.New("down")
			}
			counted := 0
			now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
			h := &webhook.Handler{
				Secrets: [][]byte{[]byte("old"), []byte("new")}, Store: store, Log: slog.New(slog.DiscardHandler),
				Now: func() time.Time { return now }, Count: func(string) { counted++ },
			}
			r := httptest.NewRequest(tc.method, "/webhook", strings.NewReader(tc.body))
			for name, value := range tc.header {
				r.Header.Set(name, value)
			}
			r.Header.Set("X-Hub-Signature-256", tc.signature)
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if w.Code != tc.want {
				t.Errorf("%d, want %d: %s", w.Code, tc.want, w.Body)
			}
			var want []job.Job
			if tc.want == http.StatusAccepted {
				want = []job.Job{{Installation: 7, Repository: "octo/app", Number: 3, Delivery: "d-1", Received: now}}
			}
			if diff := cmp.Diff(want, store.jobs); diff != "" {
				t.Error(diff)
			}
			if counted != 1 {
				t.Errorf("counted %d times", counted)
			}
		})
	}
}
