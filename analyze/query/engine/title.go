package engine

import (
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/process/title"
)

// Title returns what starts a flow, in the words of the code; "" if it says nothing, or without
// files.
func (e *Engine) Title(p *graph.Process) string {
	n := p.Entry()
	e.titleMu.Lock()
	defer e.titleMu.Unlock()
	text, ok := e.titles[n]
	if !ok {
		text = title.Of(e.Graph, n, e.Lines)
		e.titles[n] = text
	}
	return text
}

// A TitleList writes titles beside the names of flows in a list, each once.
type TitleList struct{ written map[string]bool }

// Beside returns the text behind the name of a flow, "" for none.
func (l *TitleList) Beside(title string) string {
	if title == "" || l.written[title] {
		return ""
	}
	if l.written == nil {
		l.written = make(map[string]bool)
	}
	l.written[title] = true
	return " [" + title + "]"
}
