// Package hook adds what the code graph knows to the searches of an agent, unasked, and says
// after a commit that the stored graph is of another one.
//
// In: the event that an editor sends before it runs a tool, or after it, and a Source, which
// knows the symbols of a repository. Out: the answer that the editor passes on beside the
// result of the tool, or nothing. It never decides whether the tool may run.
//
// Everything in the text that comes from the repository is hostile: names and paths stand in
// it, without control characters, without marks that mean something to a reader, and clipped.
package hook

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// MaxEvent is the largest event that is looked at, in bytes.
const MaxEvent = 1 << 20

// An Event is what an editor tells before or after it runs a tool.
type Event struct {
	Name  string `json:"hook_event_name"`
	Tool  string `json:"tool_name"`
	Input struct {
		Pattern string `json:"pattern"`
		Command string `json:"command"`
	} `json:"tool_input"`
	Directory string `json:"cwd"`
}

const (
	preToolUse  = "PreToolUse"
	postToolUse = "PostToolUse"
)

// Read returns an event; false for what is none of ours.
func Read(content []byte) (*Event, bool) {
	var e Event
	if err := json.Unmarshal(content, &e); err != nil || e.Name != preToolUse && e.Name != postToolUse || e.Directory == "" {
		return nil, false
	}
	return &e, true
}

// A Sought is what a search looks for.
type Sought struct {
	// Words have spaces between them; "" if none is worth looking up.
	Words string
	// All: only what has all of the words can fit; if not, one of them may be enough.
	All bool
}

// Sought returns what the tool is to search for.
func (e *Event) Sought() Sought {
	if e.Name != preToolUse {
		return Sought{}
	}
	switch e.Tool {
	case "Grep":
		return Regex(e.Input.Pattern)
	case "Glob":
		if len(e.Input.Pattern) <= maxPattern {
			return Sought{Words: globWords(e.Input.Pattern)}
		}
	case "Bash":
		found := commandWords(e.Input.Command)
		return Sought{telling(found.Words), found.All}
	}
	return Sought{}
}

// Commits reports whether the tool has run a command of git that may move HEAD.
func (e *Event) Commits() bool {
	return e.Name == postToolUse && e.Tool == "Bash" && commits(e.Input.Command)
}

// Regex returns what a regular expression looks for.
func Regex(pattern string) Sought {
	if len(pattern) > maxPattern {
		return Sought{}
	}
	return Sought{telling(regexWords(pattern)), needsAll(pattern)}
}

// Answer returns what the editor is told: text to add to the result of the tool.
func (e *Event) Answer(text string) []byte {
	type output struct {
		Event   string `json:"hookEventName"`
		Context string `json:"additionalContext"`
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(struct { // strings are always encoded
		Output output `json:"hookSpecificOutput"`
	}{output{e.Name, text}})
	return b.Bytes()
}

const (
	maxName = 80
	maxPath = 160
)

// name makes one word of the name of a symbol.
func name(s string) string {
	return clip(strings.Map(func(r rune) rune {
		if !notWord(r) || strings.ContainsRune(".#:~@/+-()", r) {
			return r
		}
		return '_'
	}, s), maxName)
}

// file makes one line of a path.
func file(s string) string {
	return clip(strings.Map(func(r rune) rune {
		if !notWord(r) || strings.ContainsRune(".#~@/+-, =[]()", r) {
			return r
		}
		return '_'
	}, s), maxPath)
}

// flow makes one line of the label of a flow, which has arrows between names.
func flow(s string) string {
	const arrow = " → "
	parts := strings.Split(s, arrow)
	for i := range parts {
		parts[i] = name(parts[i])
	}
	return strings.Join(parts, arrow)
}

func clip(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most-1]) + "…"
}
