package apart

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/analyze/across"
	"github.com/nexus-ci/nexus-ci/check"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/sandbox"
	"github.com/nexus-ci/nexus-ci/diff/git"
	"github.com/nexus-ci/nexus-ci/report"
)

// A Request is what the analyst is asked. It holds no secret.
type Request struct {
	Repository git.Location `json:"repository"`
	// Base, Head and Against are full ids; the names are what people call them.
	Base, Head, Against             string
	BaseName, HeadName, AgainstName string
	MergeBase                       string
	Shallow                         bool // a missing history is no error: base itself is the merge base then
	Title                           string
	Pull                            *check.Pull
	Settings                        map[string]json.RawMessage
	NoHistory                       bool
	Known                           []string
	CacheDir                        string // empty for none
	Elsewhere                       bool   // answer with questions for other repositories
	ReadConfig                      bool   // say whether the configuration of head will be refused
}

// An Answer is what the analyst says before its report. Only the protections are written
// before it has read anything of the repository.
type Answer struct {
	Stats   analyze.Stats `json:"stats"`
	Warning string        `json:"warning"` // about the configuration of head
	// Questions are who to ask for in other repositories. They are data of whoever wrote the change, too.
	Questions []across.Question `json:"questions"`
}

// maxRequest bounds what the analyst reads.
const maxRequest = 16 << 20

// An Analyst carries out a request.
type Analyst func(context.Context, *Request) (*report.Report, Answer, error)

// ErrNoRequest says that somebody else than Process has started the analyst.
var ErrNoRequest = errors.New("standard input holds no request: only nexus-ci itself starts it")

// Serve is the analyst: it reads a request, gives up all rights that it does not need, and
// writes which protections hold, the answer, and the report, one JSON document each. The error
// is ErrNoRequest, that of analyse, or of writing.
func Serve(ctx context.Context, in io.Reader, out io.Writer, analyse Analyst) error {
	var r Request
	if err := json.NewDecoder(io.LimitReader(in, maxRequest)).Decode(&r); err != nil {
		return ErrNoRequest
	}
	rights := sandbox.Rights{Read: r.Repository.Objects}
	if r.CacheDir != "" {
		rights.Write = []string{r.CacheDir}
	}
	w := bufio.NewWriter(out)
	documents := json.NewEncoder(w)
	if err := documents.Encode(sandbox.Enter(rights)); err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("answer: %w", err)
	}
	found, a, err := analyse(ctx, &r)
	if err != nil {
		return err
	}
	if err := documents.Encode(a); err != nil {
		return fmt.Errorf("answer: %w", err)
	}
	if err := report.Encode(w, found); err != nil {
		return err
	}
	return w.Flush()
}
