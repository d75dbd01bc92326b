package gradle

import (
	"bytes"
	"strings"

	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

// A statement is one statement of a script, with white space collapsed and without comments.
type statement struct {
	blocks []string // the names of the blocks around it, outermost first
	text   string
	line   int
}

// maxDepth is the depth of blocks up to which their names are kept.
const maxDepth = 16

// A scanner reads the statements of a script. Groovy and Kotlin write blocks, strings and comments alike.
type scanner struct {
	src    string
	at     int
	line   int
	blocks []string
	deeper int // blocks beyond maxDepth
	nested int // brackets that are open in the statement
	text   []byte
	start  int // line of the statement
	out    []statement
}

// maxStatements is the number of statements up to which a script is read.
const maxStatements = 50_000

// statements returns the statements of a script, false where there are too many.
func statements(content []byte) ([]statement, bool) {
	s := &scanner{src: string(content), line: 1}
	for s.at < len(s.src) && len(s.out) <= maxStatements {
		s.next()
	}
	s.end()
	return s.out, len(s.out) <= maxStatements
}

// next reads one token.
func (s *scanner) next() {
	rest := s.src[s.at:]
	switch c := rest[0]; {
	case strings.HasPrefix(rest, "//"):
		if n := strings.IndexByte(rest, '\n'); n >= 0 {
			s.at += n
		} else {
			s.at = len(s.src)
		}
	case strings.HasPrefix(rest, "/*"):
		n := strings.Index(rest, "*/")
		if n < 0 {
			n = len(rest) - 2
		}
		s.pass(n + 2)
		s.space()
	case c == '\'' || c == '"':
		s.write(rest[:literal(rest)])
		s.pass(literal(rest))
	case c == '\n':
		s.pass(1)
		if s.nested > 0 || s.goesOn() {
			s.space()
		} else {
			s.end()
		}
	case c == ' ' || c == '\t' || c == '\r':
		s.pass(1)
		s.space()
	case c == ';' && s.nested == 0:
		s.pass(1)
		s.end()
	case c == '{' && s.nested == 0:
		s.pass(1)
		s.open()
	case c == '}' && s.nested == 0:
		s.pass(1)
		s.end()
		s.shut()
	default:
		switch c {
		case '(', '[', '{':
			s.nested++
		case ')', ']', '}':
			s.nested = max(s.nested-1, 0)
			s.text = bytes.TrimSuffix(bytes.TrimRight(s.text, " "), []byte(","))
		}
		s.write(rest[:1])
		s.pass(1)
	}
}

// literal returns the length of the string at the start of s.
func literal(s string) int {
	quote := s[:1]
	if long := strings.Repeat(quote, 3); strings.HasPrefix(s, long) {
		if n := strings.Index(s[3:], long); n >= 0 {
			return n + 6
		}
		return len(s)
	}
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '\n':
			return i
		case quote[0]:
			return i + 1
		}
	}
	return len(s)
}

func (s *scanner) pass(n int) {
	n = min(n, len(s.src)-s.at)
	s.line += strings.Count(s.src[s.at:s.at+n], "\n")
	s.at += n
}

func (s *scanner) write(text string) {
	if len(s.text) == 0 {
		s.start = s.line
	}
	s.text = append(s.text, text...)
}

func (s *scanner) space() {
	if n := len(s.text); n > 0 && strings.IndexByte(" ([{", s.text[n-1]) < 0 {
		s.text = append(s.text, ' ')
	}
}

// maxGap is the number of bytes in which what goes on with a statement is looked for.
const maxGap = 256

// goesOn reports whether a statement goes on in the next line.
func (s *scanner) goesOn() bool {
	text := bytes.TrimRight(s.text, " ")
	if len(text) == 0 {
		return false
	}
	next := strings.TrimLeft(s.src[s.at:min(len(s.src), s.at+maxGap)], " \t\r\n")
	return strings.IndexByte("=,+&|?:", text[len(text)-1]) >= 0 || strings.HasPrefix(next, ".") || strings.HasPrefix(next, "?")
}

// end ends a statement.
func (s *scanner) end() {
	text := strings.TrimSpace(string(s.text))
	s.text = s.text[:0]
	s.nested = 0
	if text != "" && !strings.HasSuffix(text, "->") {
		s.out = append(s.out, statement{blocks: s.blocks, text: text, line: s.start})
	}
}

// open begins the block whose head is the statement.
func (s *scanner) open() {
	head := strings.TrimSpace(string(s.text))
	s.text = s.text[:0]
	if len(s.blocks) >= maxDepth {
		s.deeper++
		return
	}
	s.blocks = append(s.blocks[:len(s.blocks):len(s.blocks)], shortened(name(head, s.blocks)))
}

func (s *scanner) shut() {
	if s.deeper > 0 {
		s.deeper--
	} else if n := len(s.blocks); n > 0 {
		s.blocks = s.blocks[:n-1]
	}
}

// isTask is how the name of a block begins that configures a task.
const isTask = "task "

var (
	namedTask  = lazyregexp.New(`^tasks\s*\.\s*(?:register|create|named|getByName|maybeCreate)\s*(?:<[^>]*>)?\s*\(\s*["']([^"']+)["']`)
	kindOfTask = lazyregexp.New(`^(?:tasks\s*\.\s*)?withType\s*(?:<\s*([\w.]+)[^>]*>|\(\s*([\w.]+))`)
	oldTask    = lazyregexp.New(`^task(?:\s*\(\s*["']|\s*<[^>]*>\(\s*["']|\s+)([\w.-]+)`)
	boundTask  = lazyregexp.New(`^va[lr]\s+(\w+)\s+by\s+tasks\s*\.\s*(?:registering|creating|getting|existing)\b`)
	memberTask = lazyregexp.New(`^tasks\s*\.\s*(\w+)$`)
	named      = lazyregexp.New(`^(?:register|create|named|getByName|maybeCreate)\s*(?:<[^>]*>)?\s*\(\s*["']([^"']+)["']`)
	bound      = lazyregexp.New(`^(?:va[lr]|def)\s+(\w+)(?:\s*:\s*[\w.<>?]+)?\s*(?:=|\bby\b)\s*(.*)$`)
	word       = lazyregexp.New(`^[\w.]+`)
)

// name returns the name of a block with a head.
func name(head string, around []string) string {
	inTasks := len(around) > 0 && around[len(around)-1] == "tasks"
	if m := bound.FindStringSubmatch(head); m != nil && !boundTask.MatchString(head) {
		if t := taskOf(m[2], inTasks); t != "" {
			return t
		}
		return m[1]
	}
	if t := taskOf(head, inTasks); t != "" {
		return t
	}
	if m := named.FindStringSubmatch(head); m != nil {
		return m[1]
	}
	if codeWord.MatchString(head) {
		return head
	}
	return word.FindString(head)
}

// taskOf returns the name of the block of a task, empty for any other. inTasks: it is in a block for tasks.
func taskOf(head string, inTasks bool) string {
	if m := kindOfTask.FindStringSubmatch(head); m != nil && (inTasks || strings.HasPrefix(head, "tasks")) {
		return isTask + "of type " + m[1] + m[2]
	}
	for _, re := range []*lazyregexp.Regexp{namedTask, boundTask, oldTask, memberTask} {
		if m := re.FindStringSubmatch(head); m != nil {
			return isTask + m[1]
		}
	}
	if !inTasks {
		return ""
	}
	if m := named.FindStringSubmatch(head); m != nil {
		return isTask + m[1]
	}
	if first := word.FindString(head); first != "" && first == head && !codeWord.MatchString(head) {
		return isTask + first
	}
	return ""
}

// maxHead is the number of bytes of the name of a block: a condition may be one.
const maxHead = 60

func shortened(head string) string {
	if len(head) <= maxHead {
		return head
	}
	return strings.ToValidUTF8(head[:maxHead], "") + "…"
}
