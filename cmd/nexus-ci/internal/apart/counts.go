package apart

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/sandbox"
)

// CountForms returns the forms of the counts of a run, the default first.
func CountForms() []string { return []string{"text", "json"} }

// Counts are the counts of one run. They are no part of a report.
type Counts struct {
	analyze.Stats
	// Protections are those of the process that analysed; nil where it was this one.
	Protections *sandbox.Protections `json:"protections"`
}

// Print writes them in one of the forms, or not at all.
func (s *Counts) Print(w io.Writer, form string) error {
	var err error
	switch form {
	case "text":
		_, err = io.WriteString(w, s.Stats.String())
		if s.Protections != nil && err == nil {
			_, err = io.WriteString(w, s.Protections.String())
		}
	case "json":
		err = json.NewEncoder(w).Encode(s)
	}
	if err != nil {
		return fmt.Errorf("print counts: %w", err)
	}
	return nil
}
