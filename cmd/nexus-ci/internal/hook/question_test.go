package hook

import (
	"io"
	"strings"
	"testing"
	"time"
)

// reads is a reader that does something else.
type reads func() (int, error)

func (r reads) Read([]byte) (int, error) { return r() }

// An editor that does not end its event, and trouble of any kind, keep no search waiting and
// give no answer.
func TestQuestionGivesUp(t *testing.T) {
	never, _ := io.Pipe()
	for name, in := range map[string]io.Reader{
		"no end": never,
		"panic":  reads(func() (int, error) { panic("trouble") }),
		"error":  reads(func() (int, error) { return 0, io.ErrUnexpectedEOF }),
		"much":   strings.NewReader(strings.Repeat("[", 3<<20)),
	} {
		q := Question{Event: in, CacheDir: func() (string, error) { return t.TempDir(), nil }}
		if got := q.Within(100 * time.Millisecond); got != nil {
			t.Errorf("%s: %q", name, got)
		}
	}
}
