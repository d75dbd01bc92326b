package chat

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/report"
)

// A Console is a session on a terminal, or one whose questions come from a file.
type Console struct {
	*Session
	In       io.Reader
	Out, Err io.Writer
	// Terminal: a person types; there is a prompt.
	Terminal bool
	// Rounds: questions are answered in fixed steps, of so many rounds; 0: in conversation.
	Rounds int
	JSON   bool // each answer is a JSON object in a line
	Events bool // each answer is a line for each Event
	Stats  bool
	// Turn returns the context of one turn, which an interrupt ends, and a function to call when
	// the turn is over; nil: nothing but the context of the session ends a turn.
	Turn func(ctx context.Context) (context.Context, func())
	// Explain returns an error in one line; nil: its own words.
	Explain func(error) string
}

// help is what /help prints.
const help = `Ask in plain words. An answer names places as path:line, which were looked up.
/task WORDS           say what you are at; /task done, /task blocked, /task resume
/status               what the session holds; /status STATUS sets that of the task
/tools                what the model may call
/stats                what the session has taken
/clear                forget what was said
/quit                 end, as /exit and Ctrl-D do; Ctrl-C ends an answer
`

// maxQuestion bounds a line of input, in bytes.
const maxQuestion = 64 << 10

// Run takes questions and commands until there are no more.
func (c *Console) Run(ctx context.Context) error {
	lines := bufio.NewReaderSize(c.In, maxQuestion)
	if c.Terminal {
		fmt.Fprintf(c.Err, "Ask about this code base; /help lists commands.\n")
	}
	for ctx.Err() == nil {
		if c.Terminal {
			fmt.Fprint(c.Err, "\n> ")
		}
		raw, err := lines.ReadSlice('\n')
		line := strings.TrimSpace(string(raw))
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			for errors.Is(err, bufio.ErrBufferFull) {
				_, err = lines.ReadSlice('\n')
			}
			c.tell("a question has at most %d bytes", maxQuestion)
		case line != "" && strings.HasPrefix(line, "/"):
			if quit := c.command(line); quit {
				return nil
			}
		case line != "":
			if _, failed := c.Answer(ctx, line); failed != nil {
				c.failed(ctx, failed)
			}
		}
		if err != nil {
			break
		}
	}
	return ctx.Err()
}

// failed tells why a turn has no answer. The session goes on.
func (c *Console) failed(ctx context.Context, err error) {
	switch {
	case ctx.Err() != nil:
	case errors.Is(err, context.Canceled):
		c.tell("interrupted; the question is forgotten")
	case c.Explain != nil:
		c.tell("%s", c.Explain(err))
	default:
		c.tell("%s", err)
	}
}

// tell writes a line for the user, beside the answers.
func (c *Console) tell(format string, args ...any) {
	fmt.Fprintln(c.Err, report.Clean(fmt.Sprintf(format, args...)))
}

// Answer answers one question.
func (c *Console) Answer(ctx context.Context, question string) (*Answer, error) {
	if c.Turn != nil {
		turn, done := c.Turn(ctx)
		defer done()
		ctx = turn
	}
	out := c.Out
	if c.JSON {
		out = io.Discard
	}
	if c.Events {
		return c.traced(ctx, question)
	}
	if rating := c.Change; rating != nil && c.Model != nil {
		fmt.Fprintf(out, "%s\n\nThe model says, which changes no rating:\n", report.Clean(rating.Rating))
	}
	a, err := c.answer(ctx, question, out)
	if a != nil && c.Stats {
		c.tell("%s", a.Stats.String())
	}
	if err != nil {
		return a, err
	}
	if a.Note != "" {
		c.tell("note: %s", a.Note)
	}
	if c.JSON {
		e := json.NewEncoder(c.Out)
		e.SetEscapeHTML(false)
		if err := e.Encode(a); err != nil {
			return a, fmt.Errorf("write answer: %w", err)
		}
	}
	return a, nil
}

// answer answers one question in the way that the console does.
func (c *Console) answer(ctx context.Context, question string, out io.Writer) (*Answer, error) {
	if c.Rounds > 0 {
		return c.Ask(ctx, question, c.Rounds, out)
	}
	return c.Say(ctx, question, out)
}

// traced answers one question in events.
func (c *Console) traced(ctx context.Context, question string) (*Answer, error) {
	e := &events{out: c.Out}
	c.Trace = e.tell
	a, err := c.answer(ctx, question, e)
	if a != nil && c.Stats {
		c.tell("%s", a.Stats.String())
	}
	if err != nil {
		reason := err.Error()
		if c.Explain != nil {
			reason = c.Explain(err)
		}
		e.tell(Event{Type: "error", Text: report.Clean(reason)})
		return a, err
	}
	e.tell(Event{Type: "done", Answer: a})
	return a, e.err
}

// command does what a line that begins with a slash says, and reports whether the session ends.
func (c *Console) command(line string) (quit bool) {
	name, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	switch name {
	case "/quit", "/exit":
		return true
	case "/help":
		fmt.Fprint(c.Err, help)
	case "/clear":
		c.Clear()
		c.tell("forgotten")
	case "/tools":
		c.listTools()
	case "/stats":
		c.tell("%s", c.Total.String())
	case "/task":
		c.taskCommand(rest)
	case "/status":
		if rest == "" {
			c.status()
		} else if err := c.SetStatus(rest); err != nil {
			c.tell("%s", err)
		}
	default:
		c.tell("no command %s; /help lists them", name)
	}
	return false
}

func (c *Console) listTools() {
	if c.Model == nil || !c.Model.Tools() {
		c.tell("no tools: answers are made from search and the graph")
		return
	}
	for i := range c.Tools {
		c.tell("%-18s %s", c.Tools[i].Name, c.Tools[i].Summary)
	}
}

func (c *Console) taskCommand(words string) {
	statuses := map[string]string{"done": "completed", "blocked": "blocked", "resume": "in_progress"}
	switch status, known := statuses[words]; {
	case words == "":
		c.status()
		return
	case known:
		if err := c.SetStatus(status); err != nil {
			c.tell("%s", err)
			return
		}
	default:
		c.SetTask(words)
	}
	c.tell("task: %s (%s)", c.Task().Text, c.Task().Status)
}

func (c *Console) status() {
	if t := c.Task(); t != nil {
		c.tell("task: %s (%s)", t.Text, t.Status)
	} else {
		c.tell("no task")
	}
	pairs, lines := c.Remembered()
	c.tell("remembered: %s word by word, %d in a line each", engine.Plural(pairs, "question"), lines)
}
