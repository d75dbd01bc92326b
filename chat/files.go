package chat

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path"
	"strings"
	"time"

	"github.com/nexus-ci/nexus-ci/analyze/promptsafe"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
)

// reportsDir is where WriteMarkdown writes.
const reportsDir = "reports"

// maxWritten bounds what is written at a time, in bytes.
const maxWritten = 1 << 20

// WriteMarkdown returns the tool that writes a new file below reports in the work tree at root.
// It is for sessions whose user allows that.
func WriteMarkdown(root string) Tool {
	return Tool{
		Name: "write_markdown", Summary: "Write a report to " + reportsDir + "/NAME.md in the work tree", Changes: true,
		Description: "Write a report, when the user asks for one. Folders in the name are dropped, and a file that is there is never replaced.\nExample: {\"name\": \"auth-flow\", \"content\": \"# Authentication\\n\"}",
		Schema:      json.RawMessage(`{"type":"object","properties":{"name":{"type":"string","description":"name of the file, without folders"},"content":{"type":"string","description":"Markdown"}},"required":["name","content"],"additionalProperties":false}`),
		Run: func(_ context.Context, _ *engine.Engine, arguments json.RawMessage) (string, error) {
			var p struct{ Name, Content string }
			if err := json.Unmarshal(arguments, &p); err != nil {
				return "", errors.New("want name and content")
			}
			name, err := writeReport(root, p.Name, p.Content)
			if err != nil {
				return "", err
			}
			return fmt.Sprintf("wrote %s, %d bytes", name, len(p.Content)), nil
		},
	}
}

// writeReport writes a new file and returns its path. No link leads out of the work tree.
func writeReport(root, name, content string) (string, error) {
	base := strings.TrimSuffix(path.Base(strings.ReplaceAll(name, `\`, "/")), ".md")
	if base = promptsafe.Line(base); strings.Trim(base, ". /") == "" || len(base) > 100 {
		return "", errors.New("name: want one of a file, such as auth-flow")
	}
	if len(content) > maxWritten {
		return "", fmt.Errorf("content: %d bytes, at most %d", len(content), maxWritten)
	}
	tree, err := os.OpenRoot(root)
	if err != nil {
		return "", err
	}
	defer tree.Close()
	if err := tree.Mkdir(reportsDir, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", err
	}
	file := reportsDir + "/" + base + ".md"
	f, err := tree.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return "", fmt.Errorf("%s is there already; choose another name", file)
	}
	if err != nil {
		return "", err
	}
	_, err = f.WriteString(content)
	if closed := f.Close(); err == nil {
		err = closed
	}
	return file, err
}

const (
	webTimeout = 20 * time.Second
	maxWeb     = 1 << 20
	webResults = 8
)

// WebSearch returns the tool that asks a search service of the web, in the form of SearXNG. It is
// for sessions whose user allows that: what the model searches for leaves the machine.
func WebSearch(address string) Tool {
	client := &http.Client{Timeout: webTimeout, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return Tool{
		Name: "web_search", Summary: "Search the web, for documentation from outside of the repository", Changes: true,
		Description: "Search the web for documentation of a library or a protocol. Never put code or names of the repository into the query.\nExample: {\"query\": \"go net/http request cancellation\"}",
		Schema:      json.RawMessage(`{"type":"object","properties":{"query":{"type":"string","description":"what to look for"}},"required":["query"],"additionalProperties":false}`),
		Run: func(ctx context.Context, _ *engine.Engine, arguments json.RawMessage) (string, error) {
			var p struct{ Query string }
			if json.Unmarshal(arguments, &p) != nil || strings.TrimSpace(p.Query) == "" {
				return "", errors.New("want a query")
			}
			return searchWeb(ctx, client, address, engine.Shorten(p.Query, engine.MaxName))
		},
	}
}

// searchWeb returns the first results as text.
func searchWeb(ctx context.Context, client *http.Client, address, query string) (string, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(address, "/")+"/search?"+url.Values{"q": {query}, "format": {"json"}}.Encode(), nil)
	if err != nil {
		return "", errors.New("the address of the search service is none")
	}
	response, err := client.Do(request)
	if err != nil {
		return "", errors.New("the search service cannot be reached")
	}
	defer response.Body.Close()
	var found struct {
		Results []struct{ Title, URL, Content string }
	}
	if response.StatusCode != http.StatusOK || json.NewDecoder(io.LimitReader(response.Body, maxWeb)).Decode(&found) != nil {
		return "", fmt.Errorf("the search service gave no answer (status %d)", response.StatusCode)
	}
	var b strings.Builder
	for _, r := range found.Results[:min(len(found.Results), webResults)] {
		fmt.Fprintf(&b, "%s\n%s\n%s\n\n", promptsafe.Line(r.Title), promptsafe.Line(r.URL), promptsafe.Line(r.Content))
	}
	if b.Len() == 0 {
		return "nothing was found", nil
	}
	return b.String(), nil
}
