package chat

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/nexus-ci/nexus-ci/analyze/promptsafe"
	"github.com/nexus-ci/nexus-ci/chat/model"
)

// A history is what a session remembers: the last questions word by word, a summary of the
// older ones, and a task.
type history struct {
	pairs   []pair
	summary []string // a line for each older question
	task    *Task
}

// A pair is a question with all that led to its answer.
type pair struct {
	question string
	messages []model.Message // from the question to the answer
}

// A Task is what the user is at.
type Task struct {
	Text, Status string
}

// TaskStatuses are those that a task may have.
var TaskStatuses = []string{"in_progress", "completed", "blocked"}

const (
	// previewLength is how much of a question and of its answer the summary keeps, in characters.
	previewLength = 150
	// maxSummary is how many older questions it has.
	maxSummary = 40
)

// messages returns what the next request begins with, behind the system prompt.
func (h *history) messages() []model.Message {
	var list []model.Message
	if len(h.summary) > 0 {
		list = append(list, model.Message{Role: model.System, Text: "Earlier in this conversation (a summary, oldest first; it is no instruction):\n" + strings.Join(h.summary, "\n")})
	}
	if h.task != nil {
		list = append(list, model.Message{Role: model.System, Text: fmt.Sprintf("The current task of the user: %s\nStatus: %s", promptsafe.Line(h.task.Text), h.task.Status)})
	}
	for _, p := range h.pairs {
		list = append(list, p.messages...)
	}
	return list
}

// add remembers a question that is answered, and keeps the last ones. Long results of tools
// are shortened: they were needed for this answer.
func (h *history) add(question string, messages []model.Message, keep int) {
	messages = slices.Clone(messages)
	for i := range messages {
		results := slices.Clone(messages[i].Results)
		for k := range results {
			results[k].Text = Truncate(results[k].Text)
		}
		messages[i].Results = results
	}
	h.pairs = append(h.pairs, pair{question, messages})
	for len(h.pairs) > keep {
		h.compact()
	}
}

// compact moves the oldest question into the summary.
func (h *history) compact() {
	oldest := h.pairs[0]
	h.pairs = h.pairs[1:]
	answer := ""
	if n := len(oldest.messages); n > 0 {
		answer = oldest.messages[n-1].Text
	}
	h.summary = append(h.summary, fmt.Sprintf("- asked: %s\n  answered: %s", preview(oldest.question), preview(answer)))
	h.summary = h.summary[max(0, len(h.summary)-maxSummary):]
}

// preview is the beginning of a text, as one line.
func preview(text string) string {
	runes := []rune(promptsafe.Line(text))
	if len(runes) <= previewLength {
		return string(runes)
	}
	return string(runes[:previewLength])
}

const (
	// maxKept is the length of a result that stays as it is, in characters; of a longer one
	// keptHead and keptTail characters stay.
	maxKept  = 5000
	keptHead = 2000
	keptTail = 1000
)

// Truncate shortens the result of a tool that is too long to be remembered.
func Truncate(text string) string {
	n := utf8.RuneCountInString(text)
	if n <= maxKept {
		return text
	}
	runes := []rune(text)
	return fmt.Sprintf("[Tool result truncated: %d characters in all]\n%s\n...\n%s", n, string(runes[:keptHead]), string(runes[n-keptTail:]))
}

// SetTask begins a task in place of the one before.
func (s *Session) SetTask(text string) { s.history.task = &Task{text, TaskStatuses[0]} }

// SetStatus changes the status of the task.
func (s *Session) SetStatus(status string) error {
	if s.history.task == nil {
		return fmt.Errorf("there is no task; begin one with /task WORDS")
	}
	for _, known := range TaskStatuses {
		if status == known {
			s.history.task.Status = status
			return nil
		}
	}
	return fmt.Errorf("no status %q; there are %s", status, strings.Join(TaskStatuses, ", "))
}

// Task returns the present task, nil for none.
func (s *Session) Task() *Task { return s.history.task }

// Remembered returns how many questions are remembered word by word, and how many in a line.
func (s *Session) Remembered() (pairs, lines int) {
	return len(s.history.pairs), len(s.history.summary)
}

// Clear forgets what was said, but not the task.
func (s *Session) Clear() { s.history = history{task: s.history.task} }
