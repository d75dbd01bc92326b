package engine

import (
	"context"
	"path"
	"regexp"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// Files are the regular files of one state of a repository. Symbolic links are not files and never
// followed.
type Files interface {
	// Paths returns the paths, sorted. The slice must not be changed.
	Paths() []string
	// ReadFile returns the content of a file of at most limit bytes. The error is fs.ErrNotExist
	// if there is no file at that path.
	ReadFile(path string, limit int64) ([]byte, error)
	// Read calls each once for every path, concurrently and in any order; i is the position in
	// paths. Content is valid only during the call. Read returns an error when ctx is done; then
	// each may not have been called for every path.
	Read(ctx context.Context, paths []string, limit int64, each func(i int, content []byte, err error)) error
}

// maxGlob is the maximum length of a pattern for paths.
const maxGlob = 1000

// PathFilter returns a function that reports whether a path matches a pattern: * and ? match
// anything except a slash, ** matches anything, [a-z] one character and {a,b} one of several
// texts. A pattern without a slash is matched with the base name. An empty pattern matches all.
func PathFilter(parameter, pattern string) (func(string) bool, error) {
	if pattern == "" {
		return func(string) bool { return true }, nil
	}
	wrong := &ParameterError{parameter, "want a pattern of paths, such as src/**/*.go"}
	if len(pattern) > maxGlob || strings.HasPrefix(pattern, "/") || strings.Contains("/"+pattern+"/", "/../") {
		return nil, wrong
	}
	pattern = strings.TrimPrefix(pattern, "./")
	expression := globExpression(pattern)
	if !strings.Contains(pattern, "/") {
		expression = "(?:.*/)?" + expression
	}
	re, err := regexp.Compile("^(?s:" + expression + ")$")
	if err != nil {
		return nil, wrong
	}
	return re.MatchString, nil
}

// globExpression translates a pattern for paths into a regular expression.
func globExpression(pattern string) string {
	var b strings.Builder
	for i := 0; i < len(pattern); {
		rest := pattern[i:]
		switch {
		case strings.HasPrefix(rest, "**/") && (i == 0 || pattern[i-1] == '/'):
			b.WriteString("(?:.*/)?")
			i += 3
			continue
		case strings.HasPrefix(rest, "**"):
			b.WriteString(".*")
			i += 2
			continue
		case rest[0] == '*':
			b.WriteString("[^/]*")
		case rest[0] == '?':
			b.WriteString("[^/]")
		case rest[0] == '[' && strings.IndexByte(rest, ']') > 1:
			end := strings.IndexByte(rest, ']')
			b.WriteString("[" + strings.NewReplacer(`\`, `\\`, "[", `\[`).Replace(strings.Replace(rest[1:end], "!", "^", 1)) + "]")
			i += end + 1
			continue
		case rest[0] == '{':
			b.WriteString("(?:")
		case rest[0] == '}':
			b.WriteString(")")
		case rest[0] == ',' && strings.Count(pattern[:i], "{") > strings.Count(pattern[:i], "}"):
			b.WriteString("|")
		default:
			b.WriteString(regexp.QuoteMeta(rest[:1]))
		}
		i++
	}
	return b.String()
}

// Language returns the language of a file, "" for a file that is not analysed.
func (e *Engine) Language(file string) string {
	if n := e.Graph.Node(string(graph.File) + ":" + file); n != nil {
		return n.Language
	}
	return ""
}

// InLanguage reports whether a file in a language matches wanted: the name of a language, an extension,
// or "" for all.
func InLanguage(file, language, wanted string) bool {
	return wanted == "" || strings.EqualFold(language, wanted) || strings.EqualFold(path.Ext(file), "."+wanted)
}

// FilesFitting returns the paths that match a pattern and, unless it is empty, a language or an
// extension.
func (e *Engine) FilesFitting(pattern, language string) ([]string, error) {
	if e.Files == nil {
		return nil, &ParameterError{Reason: "the files of this snapshot cannot be read"}
	}
	fits, err := PathFilter("files", pattern)
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, p := range e.Files.Paths() {
		if fits(p) && InLanguage(p, e.Language(p), language) {
			paths = append(paths, p)
		}
	}
	return paths, nil
}
