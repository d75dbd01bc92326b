package verify

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

// javacError is "src/A.java:3: error: …".
var javacError = lazyregexp.New(`^(.+\.java):(\d+): error: (.*)$`)

// checkJava compiles all sources together, without annotation processors, which are
// code of others, and without what a build tool would put on the class path: what is
// missing then is an error elsewhere, so a file counts as compiled only when no
// import of it is missing.
func checkJava(ctx context.Context, w *Workspace, _ []string) (*result, error) {
	var sources []string
	err := filepath.WalkDir(w.Dir, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == ".git" || entry.Name() == "node_modules"):
			return filepath.SkipDir
		case entry.Type().IsRegular() && strings.HasSuffix(name, ".java") && entry.Name() != "module-info.java" && isArgument(name):
			sources = append(sources, name)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("find sources: %w", err)
	}
	scratch, err := os.MkdirTemp("", "nexus-ci-javac-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(scratch)
	args := filepath.Join(scratch, "sources")
	if err := os.WriteFile(args, []byte(argumentList(sources)), 0o600); err != nil {
		return nil, err
	}
	_, stderr, err := w.run(ctx, w.Dir, nil, "javac", "-proc:none", "-implicit:none", "-nowarn", "-encoding", "UTF-8", "-Xmaxerrs", "100000",
		"-XDshould-stop.ifError=FLOW", "-cp", scratch, "-d", scratch, "@"+args)
	if err != nil {
		return nil, err
	}
	out := newResult()
	for _, name := range sources {
		if path, ok := w.rel(name); ok {
			out.covered[path] = true
		}
	}
	found := false
	for line := range strings.Lines(stderr) {
		m := javacError.FindStringSubmatch(strings.TrimRight(line, "\r\n"))
		if m == nil {
			continue
		}
		found = true
		path, ok := w.rel(m[1])
		number, err := strconv.Atoi(m[2])
		switch {
		case !ok || err != nil:
		case strings.HasPrefix(m[3], "package ") && strings.HasSuffix(m[3], " does not exist"):
			delete(out.covered, path)
		default:
			out.add(path, number)
		}
	}
	if !found && strings.TrimSpace(stderr) != "" && strings.Contains(stderr, "error:") {
		return nil, errors.New(firstLine(stderr))
	}
	return out, nil
}

// isArgument reports whether a name can be told to javac in a file of arguments. There the
// end of a line ends a quote, and nothing escapes it: what follows would be read as options.
// Nobody calls a source like that but to have it read so.
func isArgument(name string) bool {
	return filepath.IsAbs(name) && utf8.ValidString(name) && !strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsGraphic(r) })
}

// argumentList returns a file of arguments, one line for each of the names.
func argumentList(names []string) string {
	quote := strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	var list strings.Builder
	for _, name := range names {
		list.WriteString(`"` + quote.Replace(name) + "\"\n")
	}
	return list.String()
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return strings.TrimSpace(line)
}
