// Package webhook receives the events of a forge.
//
// In: HTTP requests with a signature, and a Store. Out: a job in the Store for each event that may
// change what a pull request's report says; the answer 202 when it is durable.
//
// Invariants: nothing of a request without a valid signature is read but its bounded bytes, and the
// signature is compared in constant time. Of an event only the names of the pull request are kept:
// a signature carries no time, so an old event may be sent again. Equal ids of deliveries are one
// event, as far as the Store remembers.
package webhook

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/nexus-ci/nexus-ci/server/job"
)

// maxBody is GitHub's own limit for a payload.
const maxBody = 25 << 20

// storeTime is how long storing may take. GitHub ends a delivery after 10 s.
const storeTime = 8 * time.Second

// A Store keeps jobs. Put returns when the job is durable, and keeps one of equal ids.
type Store interface {
	Put(ctx context.Context, j *job.Job, id string) error
}

// A Handler receives webhooks.
type Handler struct {
	// Secrets are those of the webhook, at least one. Two of them let the secret be changed without
	// a gap.
	Secrets [][]byte
	Store   Store
	Log     *slog.Logger
	Now     func() time.Time
	// Count is told of each request: accepted, ignored, refused, failed.
	Count func(result string)
}

// actions are those of a pull request after which its report may differ.
var actions = []string{"opened", "synchronize", "reopened", "edited", "ready_for_review", "review_requested"}

var deliveryID = regexp.MustCompile(`^[A-Za-z0-9-]{1,64}$`)

// payload holds the fields that are read from an event.
type payload struct {
	Action       string
	Installation struct{ ID int64 }
	Repository   struct {
		FullName string `json:"full_name"`
	}
	PullRequest *struct{ Number int } `json:"pull_request"`
}

// ServeHTTP answers 202 if the event is stored, 200 if there is nothing to do, 401 for a wrong
// signature, 400 for what is no event, and 503 if it cannot be stored.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	answer := func(status int, result, why string) {
		h.Count(result)
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, why+"\n") // the client may be gone
	}
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		answer(http.StatusMethodNotAllowed, "refused", "POST only")
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		answer(http.StatusRequestEntityTooLarge, "refused", "the payload cannot be read, or is larger than 25 MB")
		return
	}
	if !h.signed(body, r.Header.Get("X-Hub-Signature-256")) {
		answer(http.StatusUnauthorized, "refused", "the signature does not match: check the secret of the webhook")
		return
	}
	id := r.Header.Get("X-GitHub-Delivery")
	if !deliveryID.MatchString(id) {
		answer(http.StatusBadRequest, "refused", "X-GitHub-Delivery is missing or no id")
		return
	}
	var p payload
	if err := json.Unmarshal(body, &p); err != nil {
		answer(http.StatusBadRequest, "refused", "the payload is no JSON: set the content type of the webhook to application/json")
		return
	}
	if r.Header.Get("X-GitHub-Event") != "pull_request" || !slices.Contains(actions, p.Action) || p.PullRequest == nil {
		answer(http.StatusOK, "ignored", "nothing to do")
		return
	}
	j := &job.Job{Installation: p.Installation.ID, Repository: p.Repository.FullName, Number: p.PullRequest.Number, Delivery: id, Received: h.Now().UTC()}
	if err := j.Check(); err != nil {
		answer(http.StatusBadRequest, "refused", "the payload is not one of a GitHub App: "+err.Error())
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), storeTime)
	defer cancel()
	if err := h.Store.Put(ctx, j, id); err != nil {
		h.Log.Error("event not stored", "delivery", id, "key", j.Key(), "error", err)
		answer(http.StatusServiceUnavailable, "failed", "the event could not be stored: the sweep will find the pull request")
		return
	}
	answer(http.StatusAccepted, "accepted", "stored")
}

// signed reports whether a signature is that of body.
func (h *Handler) signed(body []byte, header string) bool {
	digest, ok := strings.CutPrefix(header, "sha256=")
	got, err := hex.DecodeString(digest)
	if !ok || err != nil {
		return false
	}
	valid := false
	for _, secret := range h.Secrets {
		mac := hmac.New(sha256.New, secret)
		mac.Write(body)
		valid = hmac.Equal(mac.Sum(nil), got) || valid
	}
	return valid
}
