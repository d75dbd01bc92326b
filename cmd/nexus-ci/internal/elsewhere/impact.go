package elsewhere

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/nexus-ci/nexus-ci/analyze/across"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/exit"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/workspace"
	"github.com/nexus-ci/nexus-ci/report"
)

// An Impact is who uses a symbol in other repositories.
type Impact struct {
	Target string `json:"target"` // ID of the symbol
	report.Elsewhere
}

// Impact returns who uses a symbol in other repositories.
func (f *Flags) Impact(ctx context.Context, w *workspace.Workspace, e *engine.Engine, target string, c engine.Choice) (*Impact, error) {
	if !f.Asks() {
		return nil, exit.Usagef("--everywhere needs the store of the organisation; name it with --across-url and --across-key")
	}
	n, err := e.Find(target, c)
	if lookup := new(engine.LookupError); errors.As(err, &lookup) {
		return nil, exit.Usage(lookup)
	} else if err != nil {
		return nil, err
	}
	questions := across.Questions(e.Files, e.Graph, all.Languages(), []across.Wanted{{Node: n}})
	if len(questions) == 0 {
		return nil, exit.Usagef("%s: no other repository can name it: it is not exported, or no manifest here makes it part of a package", n.Qualified)
	}
	repo, err := w.Open()
	if err != nil {
		return nil, err
	}
	defer repo.Close()
	a, err := f.Ask(ctx, w, repo, questions)
	if err != nil {
		return nil, err
	}
	if a == nil {
		return nil, errors.New("the store did not answer")
	}
	return &Impact{n.ID, *Report(a)}, nil
}

// Text writes a line for each place.
func (i *Impact) Text(w io.Writer) {
	p := engine.NewPage(w)
	if len(i.Symbols) == 0 {
		p.Line("no use in another repository is known")
	}
	for k := range i.Symbols {
		s := &i.Symbols[k]
		p.Line("%s of %s", s.Name, s.Package)
		for _, u := range s.Users {
			p.Line("  %s, %s", u.Repository, version(&u))
			for _, at := range u.Places {
				p.Line("    %s", at.String())
			}
			if more := u.Uses - len(u.Places); more > 0 {
				p.Line("    and %d more", more)
			}
		}
		if more := s.More + s.Hidden; more > 0 {
			p.Line("  and %s", engine.Plural(more, "more user"))
		}
	}
	known := fmt.Sprintf("%d of %d repositories indexed", i.Indexed, i.Known)
	if i.Oldest != "" {
		known += ", oldest at " + i.Oldest
	}
	p.Line("%s", known)
}

func version(u *report.User) string {
	switch u.Breaks {
	case report.BreaksOnNextBuild:
		return "with the newest state"
	case report.BreaksOnUpgrade:
		return "with " + u.Version
	}
	if u.Version != "" {
		return "version unknown (" + u.Version + ")"
	}
	return "version unknown"
}
