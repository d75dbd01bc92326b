package contextpack

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/promptsafe"
)

// Format returns the context as Markdown for a prompt, of at most about maxTokens (0:
// promptsafe.DefaultTokens). Empty sections are left out, and so are the last components and
// relations if the budget is used up. The last line says how many were left out.
func (c *Context) Format(maxTokens int) string {
	b := &builder{promptsafe.NewPage(maxTokens)}
	b.project(c)
	b.layers(c)
	components := b.components(c)
	relations := b.relations(c)
	var left []string
	if components < len(c.Nodes) {
		left = append(left, fmt.Sprintf("%d of %d components", len(c.Nodes)-components, len(c.Nodes)))
	}
	if relations < len(c.Edges) {
		left = append(left, fmt.Sprintf("%d of %d relationships", len(c.Edges)-relations, len(c.Edges)))
	}
	note := ""
	if len(left) > 0 {
		note = fmt.Sprintf("\nLeft out by the budget of %d tokens: %s.\n", cmp.Or(maxTokens, promptsafe.DefaultTokens), strings.Join(left, ", "))
	}
	return "# Project: " + clip(promptsafe.Line(c.ProjectName)) + "\n\n" + promptsafe.Data(b.String()) + note
}

// maxName is the maximum length of a project name outside of the data block.
const maxName = 80

func clip(s string) string {
	if r := []rune(s); len(r) > maxName {
		return string(r[:maxName-1]) + "…"
	}
	return s
}

// A builder writes the sections.
type builder struct{ *promptsafe.Page }

func (b *builder) project(c *Context) {
	text := ""
	if c.ProjectDescription != "" {
		text += "> " + promptsafe.Line(c.ProjectDescription) + "\n\n"
	}
	for _, l := range []struct {
		name   string
		values []string
	}{{"Languages", c.Languages}, {"Frameworks", c.Frameworks}} {
		if len(l.values) > 0 {
			text += "**" + l.name + ":** " + promptsafe.Line(strings.Join(l.values, ", ")) + "\n"
		}
	}
	b.Add(text)
}

func (b *builder) layers(c *Context) {
	head := "\n## Relevant Layers\n"
	for _, l := range c.Layers {
		text := head + "\n### " + promptsafe.Line(l.Name) + "\n"
		if l.Description != "" {
			text += promptsafe.Line(l.Description) + "\n"
		}
		if !b.Add(text) {
			return
		}
		head = ""
	}
}

// components writes the components, leaving a quarter of the budget to the relations.
func (b *builder) components(c *Context) int {
	if len(c.Edges) > 0 {
		defer b.Reserve(4)()
	}
	head := "\n## Code Components\n"
	for i := range c.Nodes {
		if !b.Add(head + c.Nodes[i].String()) {
			return i
		}
		head = ""
	}
	return len(c.Nodes)
}

// String returns the component as a section of Markdown.
func (n *Component) String() string {
	text := "\n### " + promptsafe.Line(n.Name) + " (" + n.Type + ")\n- File: " + promptsafe.Line(n.FilePath)
	if n.StartLine > 0 {
		text += fmt.Sprintf(":%d-%d", n.StartLine, n.EndLine)
	}
	text += "\n"
	if n.Complexity != "" {
		text += fmt.Sprintf("- Complexity: %s (%d)\n", n.Complexity, n.Ways)
	}
	if n.Summary != "" {
		text += "- Summary: " + promptsafe.Line(n.Summary) + "\n"
	}
	if len(n.Tags) > 0 {
		text += "- Tags: " + promptsafe.Line(strings.Join(n.Tags, ", ")) + "\n"
	}
	if len(n.Notes) > 0 {
		text += "- Notes: " + promptsafe.Line(strings.Join(n.Notes, ", ")) + "\n"
	}
	return text
}

func (b *builder) relations(c *Context) int {
	head := "\n## Relationships\n\n"
	for i, e := range c.Edges {
		if !b.Add(head + "- " + promptsafe.Line(e.SourceName) + " --[" + e.Type + "]--> " + promptsafe.Line(e.TargetName) + "\n") {
			return i
		}
		head = ""
	}
	return len(c.Edges)
}
