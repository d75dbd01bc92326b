package editor

import (
	"embed"
	"fmt"
	"strings"
)

//go:embed skills/*.md
var skillFiles embed.FS

// A Skill is a page that tells an agent how to go about a kind of task.
type Skill struct {
	Name        string
	Description string // when to use it
	Body        string // Markdown
}

// prefix tells our skills from others in a directory that all share. In a plugin they have
// the name of the plugin before them.
const prefix = "nexus-ci-"

// marker is the line that tells files of ours from those of others.
const marker = "  written-by: nexus-ci setup"

// Skills returns all of them. Each is a file: its description, an empty line, its body.
func Skills() []Skill {
	entries, _ := skillFiles.ReadDir("skills") // an embedded file system does not fail
	var skills []Skill
	for _, e := range entries {
		content, _ := skillFiles.ReadFile("skills/" + e.Name())
		description, body, _ := strings.Cut(string(content), "\n\n")
		skills = append(skills, Skill{
			Name: strings.TrimSuffix(e.Name(), ".md"), Description: strings.ReplaceAll(description, "\n", " "), Body: body,
		})
	}
	return skills
}

// Text returns the file of a skill that is called name.
func (s *Skill) Text(name string) []byte {
	return fmt.Appendf(nil, "---\nname: %s\ndescription: %s\nmetadata:\n%s\n---\n\n%s", name, s.Description, marker, s.Body)
}
