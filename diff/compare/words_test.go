package compare

import (
	"strings"
	"testing"
	"time"
)

func TestSetWords(t *testing.T) {
	for words, want := range map[string]string{
		"":            "|",
		"HEAD~3":      "HEAD~3|",
		"main topic":  "main|topic",
		"A..B":        "A|B",
		"A...B":       "A|B",
		"A..":         "A|HEAD",
		"..B":         "HEAD|B",
		"v1.0...v1.1": "v1.0|v1.1",
		"..":          "..: want A..B",
		"...":         "...: want A..B",
		"A..B..C":     "A..B..C: want A..B",
		"A....B":      "A....B: want A..B",
		"A..B C":      "A..B C: want A B or A..B",
		"A B C":       "want at most two revisions",
	} {
		var s Scope
		got := ""
		if err := s.SetWords(strings.Fields(words)); err != nil {
			got = err.Error()
		} else {
			got = s.Base + "|" + s.Head
		}
		if got != want {
			t.Errorf("%q: %s, want %s", words, got, want)
		}
	}
}

// Whoever names a path is told so; a word that could be one is none.
func TestIsPath(t *testing.T) {
	for word, want := range map[string]bool{"./": true, "./a": true, ".": true, "../x": true, "a/...": true, "words_test.go": true, "HEAD": false, "topic/x": false, "..": true, "A..B": false} {
		if got := isPath(word); got != want {
			t.Errorf("%s: %v", word, got)
		}
	}
}

func TestParseRequest(t *testing.T) {
	for word, want := range map[string]string{
		"1234": "1234", "#12": "12", "!7": "7", "refs/pull/3/head": "3", "merge-requests/4/head": "4",
		"https://github.com/o/r/pull/1234":                                    "1234 https://github.com/o/r",
		"https://github.com/o/r/pull/1234/files?w=1":                          "1234 https://github.com/o/r",
		"https://gitlab.com/g/s/r/-/merge_requests/5#note1":                   "5 https://gitlab.com/g/s/r",
		"https://codeberg.org/o/r/pulls/6":                                    "6 https://codeberg.org/o/r",
		"https://git.example.org/projects/P/repos/r/pull-requests/8/overview": "8 https://git.example.org/projects/P/repos/r",
		"12345678": "", "v1": "", "main": "", "https://github.com/o/r": "", "https://a/b/pull/1; rm -r x": "", "pull/1": "",
	} {
		r, ok := ParseRequest(word)
		if got := strings.TrimSpace(r.Number + " " + r.Address); got != want || ok != (want != "") {
			t.Errorf("%q: %q %v, want %q", word, got, ok, want)
		}
	}
}

func TestParseDate(t *testing.T) {
	now := time.Date(2025, time.March, 31, 12, 0, 0, 0, time.UTC)
	for text, want := range map[string]string{
		"2024-05-01":           "2024-05-01T00:00:00Z",
		"2024-05-01 10:00:00":  "2024-05-01T10:00:00Z",
		"2024-05-01T10:00:00Z": "2024-05-01T10:00:00Z",
		"yesterday":            "2025-03-30T12:00:00Z",
		"36h":                  "2025-03-30T00:00:00Z",
		"3 days ago":           "2025-03-28T12:00:00Z",
		"3.days.ago":           "2025-03-28T12:00:00Z",
		"2.weeks":              "2025-03-17T12:00:00Z",
		"1w":                   "2025-03-24T12:00:00Z",
		"2 months":             "2025-01-31T12:00:00Z",
		"1 year ago":           "2024-03-31T12:00:00Z",
		"soon":                 "", "3": "", "-3 days": "", "2024-13-01": "", "99999 days": "",
	} {
		date, ok := parseDate(text, now)
		got := ""
		if ok {
			got = date.Format(time.RFC3339)
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
