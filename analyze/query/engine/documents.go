package engine

import (
	"context"
	"fmt"
	"path"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/search"
	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

// A Section is a part of a Markdown file: a heading with what follows up to the next one.
type Section struct {
	ID        string `json:"id" doc:"path:start-end"`
	Heading   string `json:"heading,omitempty"`
	FilePath  string `json:"filePath"`
	StartLine int    `json:"startLine"`
	EndLine   int    `json:"endLine"`
}

const (
	// maxDocuments and maxDocument bound the Markdown files that are searched, and their size.
	maxDocuments = 1000
	maxDocument  = 512 << 10
	// logPrior is the factor of lists of changes, which name everything once.
	logPrior = 0.5
)

// documents are the sections of a snapshot with their index.
type documents struct {
	sections []Section
	index    *search.Index
}

// Sections returns the sections of Markdown files that have every word of a question, the best
// first and at most limit of those that allows accepts.
func (e *Engine) Sections(question string, limit int, allows func(path string) bool) []Section {
	d := e.documents()
	if len(d.sections) == 0 {
		return nil
	}
	missing := make([]int, len(d.sections))
	words := search.Ask(question)
	for _, w := range words {
		for _, h := range d.index.Lexical(w, len(d.sections)) {
			missing[h.Doc]++
		}
	}
	var list []Section
	for _, h := range d.index.Lexical(question, len(d.sections)) {
		if s := d.sections[h.Doc]; missing[h.Doc] == len(words) && len(list) < limit && allows(s.FilePath) {
			list = append(list, s)
		}
	}
	return list
}

func (e *Engine) readDocuments() *documents {
	d := &documents{}
	if e.Files == nil {
		return d
	}
	var paths []string
	for _, p := range e.Files.Paths() {
		switch strings.ToLower(path.Ext(p)) {
		case ".md", ".markdown", ".mdx":
			if len(paths) < maxDocuments {
				paths = append(paths, p)
			}
		}
	}
	contents := make([]string, len(paths))
	err := e.Files.Read(context.Background(), paths, maxDocument, func(i int, content []byte, err error) {
		if err == nil {
			contents[i] = string(content)
		}
	})
	if err != nil {
		return d // the answer is complete without documents
	}
	var texts []string
	for i, p := range paths {
		for _, s := range sections(p, contents[i]) {
			texts = append(texts, s.text)
			d.sections = append(d.sections, s.Section)
		}
	}
	b := search.NewBuilder(len(texts))
	for i, s := range d.sections {
		doc := &search.Document{}
		doc.Text[search.Name], doc.Text[search.Scope], doc.Text[search.Body] = s.Heading, s.FilePath, texts[i]
		if logFile.MatchString(path.Base(s.FilePath)) {
			doc.Prior = logPrior
		}
		b.Add(i, doc)
	}
	d.index = b.Index()
	return d
}

var (
	heading = lazyregexp.New(`^ {0,3}#{1,6}[ \t]+(.*?)[ \t#]*$`)
	codeBar = lazyregexp.New("^ {0,3}(```+|~~~+)")
	logFile = lazyregexp.New(`(?i)^(?:change|history|news|release)`)
)

// A section is a Section with its text.
type section struct {
	Section
	text string
}

// sections returns the sections of a Markdown file that have text.
func sections(file, content string) []section {
	var list []section
	lines := strings.Split(content, "\n")
	from, title, fence := 1, "", ""
	end := func(to int) {
		text := strings.Join(lines[from-1:to], "\n")
		if strings.TrimSpace(text) != "" {
			list = append(list, section{Section{fmt.Sprintf("%s:%d-%d", file, from, to), title, file, from, to}, text})
		}
	}
	for i, line := range lines {
		line = strings.TrimSuffix(line, "\r")
		if m := codeBar.FindStringSubmatch(line); m != nil {
			switch {
			case fence == "":
				fence = m[1]
			case strings.HasPrefix(m[1], fence):
				fence = ""
			}
		}
		if m := heading.FindStringSubmatch(line); m != nil && fence == "" {
			end(i)
			from, title = i+1, m[1]
		}
	}
	last := len(lines)
	if last > from && lines[last-1] == "" {
		last--
	}
	end(last)
	return list
}
