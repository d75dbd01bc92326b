package labels

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
)

// An entry is one commit of the first-parent line, with its differences from its first parent.
type entry struct {
	id, parent     string
	time           int64
	author         string
	subject, title string // the title of a merged pull request is that of the request
	body           string
	files          []file
}

// A file is one that an entry changes. A path is empty on the side that lacks the file.
type file struct {
	old, new string
	hunks    []hunk
}

// A hunk replaces the removed lines, of which the first has the number start, counted from 0.
type hunk struct {
	start          int
	removed, added []string
}

const (
	beginEntry = "\x01"
	endMessage = "\x02"
)

// readLog calls each for the last commits, the oldest first, that change files of the
// pathspecs. Lines that differ only in white space do not differ.
func readLog(ctx context.Context, dir string, last int, pathspecs []string, each func(*entry)) error {
	args := []string{
		"-C", dir, "-c", "core.quotePath=false", "log", "--first-parent", "--diff-merges=first-parent", "--reverse", "-n", strconv.Itoa(last),
		"-p", "-U0", "-w", "-M", "--no-color", "--no-ext-diff", "--no-textconv", "--src-prefix=a/", "--dst-prefix=b/",
		"--format=" + "%x01%H%x00%P%x00%ct%x00%ae%x00%B%n%x02", "HEAD", "--",
	}
	cmd := exec.CommandContext(ctx, "git", append(args, pathspecs...)...)
	var problem bytes.Buffer
	cmd.Stderr = &problem
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	parseLog(out, each)
	if err := cmd.Wait(); err != nil {
		return fmt.Errorf("git log in %s: %w: %s", dir, err, bytes.TrimSpace(problem.Bytes()))
	}
	return nil
}

// parseLog reads what git log writes.
func parseLog(r io.Reader, each func(*entry)) {
	lines := bufio.NewReaderSize(r, 1<<20)
	var e *entry
	message := false
	for {
		line, err := lines.ReadString('\n')
		if line == "" && err != nil {
			break
		}
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, beginEntry):
			if e != nil {
				each(e)
			}
			e, message = newEntry(line[1:]), true
		case e == nil:
		case message && line == endMessage:
			e.settle()
			message = false
		case message:
			e.body += line + "\n"
		default:
			e.diffLine(line)
		}
	}
	if e != nil {
		each(e)
	}
}

func newEntry(header string) *entry {
	fields := strings.SplitN(header, "\x00", 5)
	for len(fields) < 5 {
		fields = append(fields, "")
	}
	e := &entry{id: fields[0], author: fields[3], subject: fields[4]}
	e.parent, _, _ = strings.Cut(fields[1], " ")
	e.time, _ = strconv.ParseInt(fields[2], 10, 64)
	return e
}

// settle finds the title of a merged pull request, which is the first line of the body.
func (e *entry) settle() {
	e.title = e.subject
	if strings.HasPrefix(e.subject, "Merge pull request #") {
		if title, _, _ := strings.Cut(strings.TrimSpace(e.body), "\n"); title != "" {
			e.title = title
		}
	}
}

// diffLine reads one line of the differences.
func (e *entry) diffLine(line string) {
	last := len(e.files) - 1
	switch {
	case strings.HasPrefix(line, "diff --git "):
		e.files = append(e.files, file{})
	case last < 0:
	case strings.HasPrefix(line, "@@ "):
		e.files[last].hunks = append(e.files[last].hunks, hunk{start: hunkStart(line)})
	case len(e.files[last].hunks) == 0:
		e.files[last].header(line)
	case strings.HasPrefix(line, "-"):
		h := &e.files[last].hunks[len(e.files[last].hunks)-1]
		h.removed = append(h.removed, line[1:])
	case strings.HasPrefix(line, "+"):
		h := &e.files[last].hunks[len(e.files[last].hunks)-1]
		h.added = append(h.added, line[1:])
	}
}

// header reads the paths of a file.
func (f *file) header(line string) {
	for _, p := range []struct {
		prefix string
		path   *string
	}{{"--- a/", &f.old}, {"+++ b/", &f.new}, {"rename from ", &f.old}, {"rename to ", &f.new}} {
		if rest, ok := strings.CutPrefix(line, p.prefix); ok {
			*p.path = strings.TrimSuffix(rest, "\t")
		}
	}
}

// hunkStart reads "@@ -start,count +start,count @@". Where nothing is removed, git gives the
// line before.
func hunkStart(line string) int {
	old, _, _ := strings.Cut(strings.TrimPrefix(line, "@@ -"), " ")
	start, count, counted := strings.Cut(old, ",")
	n, _ := strconv.Atoi(start)
	if counted && count == "0" {
		return n
	}
	return max(n-1, 0)
}
