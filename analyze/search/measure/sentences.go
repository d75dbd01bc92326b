package main

import (
	"bytes"
	"hash/fnv"
	"regexp"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/search/labelled"
)

// every is how many symbols with a comment go on one that gives a question: the others keep
// their comments, as in any project.
const every = 5

// minWords is the length of a sentence that says something.
const minWords = 5

// sentences returns the first sentences of comments as questions, and takes the comments out
// of files. Names of the symbols are taken out of their sentences.
func sentences(g *graph.Graph, files map[string][]byte) []labelled.Label {
	var labels []labelled.Label
	for _, n := range g.Nodes {
		if n.DocStart == 0 || n.Test || n.Generated || !n.Label.Callable() && !n.Label.IsType() || hash(n.ID)%every != 0 {
			continue
		}
		lines := bytes.Split(files[n.Path], []byte("\n"))
		if n.DocEnd > len(lines) {
			continue
		}
		comment := lines[n.DocStart-1 : n.DocEnd]
		question := sentence(string(bytes.Join(comment, []byte("\n"))), n.Name)
		if len(strings.Fields(question)) < minWords {
			continue
		}
		labels = append(labels, labelled.Label{Question: question, Answers: []string{n.ID}})
		for i := range comment {
			comment[i] = nil
		}
		files[n.Path] = bytes.Join(lines, []byte("\n"))
	}
	return labels
}

func hash(s string) uint32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(s)) // does not fail
	return h.Sum32()
}

var (
	marks = regexp.MustCompile("(?m)^\\s*(?://+|#+|/\\*+|\\*+/?|\"\"\"|''')|\\*/|[rRuU]?\"\"\"|'''|@\\w+(?: \\{[^}]*\\})?")
	ends  = regexp.MustCompile(`[.!?](?:\s|$)|\n\s*\n`)
)

// sentence returns the first sentence of a comment, without the marks of comments and without
// a name.
func sentence(comment, name string) string {
	text := strings.TrimSpace(marks.ReplaceAllString(comment, " "))
	if at := ends.FindStringIndex(text); at != nil {
		text = text[:at[0]]
	}
	return strings.Join(strings.Fields(regexp.MustCompile(`\b`+regexp.QuoteMeta(name)+`\b`).ReplaceAllString(text, " ")), " ")
}
