package query

import (
	"cmp"
	"context"
	"io"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/contextpack"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/project"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/analyze/query/finder"
)

// PromptContextParams ask for the context that a language model needs for a question.
type PromptContextParams struct {
	finder.Question
	MaxNodes  int `json:"max_nodes,omitempty" min:"1" max:"200" doc:"matches that are taken, before what is one relation away (default: 15, or context.max_nodes of the configuration)"`
	MaxTokens int `json:"max_tokens" default:"6000" min:"200" max:"200000" doc:"budget of the text, in tokens of four bytes"`
}

// A PromptContextResult holds the relevant part of the graph, and the prompt.
type PromptContextResult struct {
	contextpack.Context
	Prompt string `json:"prompt" doc:"the same as Markdown for a prompt, within the budget"`
}

// PromptContext returns a *PromptContextResult.
func PromptContext(ctx context.Context, e *engine.Engine, p PromptContextParams) (engine.Result, error) {
	layers, err := layers(e)
	if err != nil {
		return nil, err
	}
	source := &contextpack.Source{
		Project: projectFacts(e), Graph: e.Graph, Layers: layers, Lines: e.Lines, MinConfidence: e.MinConfidence,
		// Small communities are left out, as in the overview.
		Communities: slices.DeleteFunc(slices.Clone(e.Communities), func(c graph.Community) bool { return len(c.Members) < e.MinClusterSize }),
		Search: func(_ string, limit int) ([]*graph.Node, error) {
			matches, _, err := finder.Lookup(ctx, e, &p.Question, limit)
			var nodes []*graph.Node
			for _, m := range matches[:min(len(matches), limit)] {
				nodes = append(nodes, m.Node)
			}
			return nodes, err
		},
	}
	c, err := source.Build(p.Query, cmp.Or(p.MaxNodes, e.MaxNodes))
	if err != nil {
		return nil, err
	}
	return &PromptContextResult{*c, c.Format(p.MaxTokens)}, nil
}

// projectFacts returns the project facts from the configuration and manifests.
func projectFacts(e *engine.Engine) project.Facts {
	if e.Files == nil {
		f := e.Project
		f.Name = cmp.Or(f.Name, e.Repository)
		return f
	}
	return project.Read(e.Files, e.Graph, lang.Titles(e.Languages), e.Project, e.Repository)
}

func layers(e *engine.Engine) ([]contextpack.Layer, error) {
	var layers []contextpack.Layer
	for i := range e.Layers {
		l := &e.Layers[i]
		holds, err := l.Holds()
		if err != nil {
			return nil, err
		}
		layers = append(layers, contextpack.Layer{Name: l.Name, Description: l.Description, Holds: holds})
	}
	return layers, nil
}

// Text writes the prompt.
func (r *PromptContextResult) Text(w io.Writer) {
	_, _ = io.WriteString(w, r.Prompt) // the writer keeps its error
}
