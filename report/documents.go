package report

import "github.com/nexus-ci/nexus-ci/analyze/finding/leftover"

// A Document is the first line of a document that names a symbol whose code changed, where the
// change left the line as it was.
type Document struct {
	Path   string `json:"path"`
	Line   int    `json:"line"`
	Symbol string `json:"symbol"` // its name there
}

// DocumentsTitle says what these lines are.
const DocumentsTitle = "Documents that name changed code"

// maxDocuments bounds the lines of a report.
const maxDocuments = 100

func buildDocuments(found []leftover.Document) []Document {
	var documents []Document
	for _, d := range found[:min(len(found), maxDocuments)] {
		documents = append(documents, Document{Path: d.Path, Line: d.Line, Symbol: d.Symbol.Name})
	}
	return documents
}
