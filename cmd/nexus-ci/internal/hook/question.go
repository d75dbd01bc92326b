package hook

import (
	"io"
	"time"
)

// A Question is a search that something may be known about.
type Question struct {
	// Event is where an editor writes its event; nil where the search is Pattern, in Directory.
	Event     io.Reader
	Pattern   string
	Directory string
	// CacheDir returns the directory of the cache.
	CacheDir func() (string, error)
}

// Within returns what is known, for an editor as its protocol has it. It is nil if nothing is
// known, if trouble of any kind comes between, and when it takes longer than the limit: nothing
// is worth keeping an agent from its search.
func (q *Question) Within(limit time.Duration) []byte {
	answer := make(chan []byte, 1)
	go func() {
		defer func() {
			if recover() != nil {
				answer <- nil
			}
		}()
		answer <- q.text()
	}()
	select {
	case text := <-answer:
		return text
	case <-time.After(limit):
		return nil
	}
}

// text returns the answer, nil for none.
func (q *Question) text() []byte {
	if q.Event == nil {
		if text := q.about(Regex(q.Pattern), q.Directory); text != "" {
			return []byte(text + "\n")
		}
		return nil
	}
	content, err := io.ReadAll(io.LimitReader(q.Event, MaxEvent))
	if err != nil {
		return nil
	}
	event, ok := Read(content)
	if !ok {
		return nil
	}
	text := ""
	if event.Commits() {
		if cacheDir, err := q.CacheDir(); err == nil {
			text = Behind(event.Directory, cacheDir)
		}
	} else {
		text = q.about(event.Sought(), event.Directory)
	}
	if text == "" {
		return nil
	}
	return event.Answer(text)
}

// about returns what is known of what is sought in the repository that holds a directory, "" for
// nothing.
func (q *Question) about(sought Sought, dir string) string {
	if sought.Words == "" {
		return ""
	}
	cacheDir, err := q.CacheDir()
	if err != nil {
		return ""
	}
	source := Open(dir, cacheDir)
	if source == nil {
		return ""
	}
	return source.Text(sought)
}
