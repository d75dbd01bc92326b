// Package elsewhere writes to a store what a repository takes from packages of others, and asks there
// who uses its own symbols.
//
// In: flags that name a store with its keys, and an index or questions. Out: records in the store; in a
// report, or as an Answer, the users in other repositories.
//
// Invariants: a store that fails costs a warning, and changes nothing but what is said of other
// repositories. Without a private key nothing is written. No configuration of a repository names a store.
package elsewhere

import (
	"context"
	"errors"
	"os"
	"path"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/analyze/across"
	"github.com/nexus-ci/nexus-ci/analyze/across/record"
	"github.com/nexus-ci/nexus-ci/analyze/cache/remote"
	"github.com/nexus-ci/nexus-ci/analyze/factstore"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/analyze/source"
	"github.com/nexus-ci/nexus-ci/check"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/exit"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/workspace"
	"github.com/nexus-ci/nexus-ci/config"
	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/git"
	"github.com/nexus-ci/nexus-ci/report"
)

// Flags name the store of the records of an organisation.
type Flags struct{ url, keys, name, list string }

// Register adds the flags that all commands have.
func (f *Flags) Register(flags *pflag.FlagSet) {
	flags.StringVar(&f.url, "across-url", "", "store of what repositories take from each other, at `URL`: file:///path. index --ref writes to it, check and impact\n--everywhere say who uses a symbol in other repositories")
	flags.StringVar(&f.keys, "across-key", "", "with --across-url: `file` with the public keys of trusted writers (Ed25519, PEM); with a private key in it,\nindex --ref writes")
	flags.StringVar(&f.name, "across-name", "", "with --across-url: `name` of this repository (default: that of the job, or of the remote)")
}

// RegisterReader adds the flags of commands that show what is in the store.
func (f *Flags) RegisterReader(flags *pflag.FlagSet) {
	f.Register(flags)
	flags.StringVar(&f.list, "across-list", "", "with --across-url: `file` with the repositories of the organisation, one a line. Those with a minus before the name,\nand those that are not in it, are counted and not named")
}

// Asks reports whether there is a store to ask.
func (f *Flags) Asks() bool { return f.url != "" }

// Check returns what is wrong with the flags. It asks no store.
func (f *Flags) Check() error {
	_, err := f.open()
	return err
}

// open returns the store, nil for none.
func (f *Flags) open() (*remote.Store, error) {
	switch {
	case f.url == "" && f.keys == "" && f.name == "" && f.list == "":
		return nil, nil
	case f.url == "" || f.keys == "":
		return nil, exit.Usagef("--across-url and --across-key go together: only records that a trusted key has signed are used")
	}
	content, err := os.ReadFile(f.keys)
	if err != nil {
		return nil, exit.Usagef("--across-key: %w", err)
	}
	store, err := remote.Open(f.url, content)
	if err != nil {
		return nil, exit.Usagef("--across-url, --across-key %s: %w", report.Clean(f.keys), err)
	}
	return store, nil
}

// nameOf returns the name of a repository: that of the flag, of the job, or of the remote.
func (f *Flags) nameOf(getenv func(string) string, repo *git.Repo) string {
	for _, name := range []string{f.name, getenv("GITHUB_REPOSITORY"), getenv("CI_PROJECT_PATH"), getenv("BITBUCKET_REPO_FULL_NAME"), getenv("BUILD_REPOSITORY_NAME")} {
		if name != "" {
			return name
		}
	}
	_, address := repo.Remote()
	return nameIn(address)
}

// nameIn returns owner/name of the address of a remote, empty for one that has none.
func nameIn(address string) string {
	address = strings.TrimSuffix(strings.TrimRight(address, "/"), ".git")
	_, rest, ok := strings.Cut(address, "://")
	if !ok {
		_, rest, ok = strings.Cut(address, ":")
		rest = "host/" + rest
	}
	_, name, more := strings.Cut(rest, "/")
	if !ok || !more {
		return ""
	}
	parts := strings.Split(name, "/")
	return path.Join(parts[max(0, len(parts)-2):]...)
}

// Write writes the records of a commit, if there is a private key to write with.
func (f *Flags) Write(ctx context.Context, w *workspace.Workspace, repo *git.Repo, snapshot *diff.Snapshot, g *graph.Graph, conf *config.Config) error {
	store, err := f.open()
	if err != nil || store == nil || !store.Writes() {
		return err
	}
	name := f.nameOf(w.Getenv, repo)
	if name == "" {
		return exit.Usagef("--across-url: this repository has no remote to take its name from; give it with --across-name")
	}
	log, _, err := repo.Log(ctx, snapshot.Commit, diff.LogOptions{Most: 1})
	if err != nil {
		return err
	}
	if len(log) == 0 {
		return errors.New("the commit has no time")
	}
	r := record.Repository{Name: name, Commit: snapshot.Commit, Committed: time.Unix(log[0].Time, 0).UTC()}
	if err := record.Needed(ctx, store, r); err != nil {
		if !errors.Is(err, record.ErrStored) && ctx.Err() == nil {
			w.Warn(notStored(err))
		}
		return ctx.Err()
	}
	kept, closeCache := w.OpenCache(conf)
	defer closeCache()
	policy := conf.Policy()
	facts := analyze.NewStore(factstore.Options{Languages: all.Languages(), Cache: kept, Workers: conf.Workers, Memory: policy.Memory, Bug: w.Faults})
	taken, err := across.Uses(ctx, across.Input{Snapshot: snapshot, Blobs: repo.Blobs(), Graph: g, Languages: all.Languages()}, facts)
	if err != nil {
		return err
	}
	r.Provides = across.Provided(source.NewFiles(snapshot, repo.Blobs()))
	if err := record.Write(ctx, store, r, taken); err != nil && ctx.Err() == nil {
		w.Warn(notStored(err))
	}
	return ctx.Err()
}

func notStored(err error) string { return "not stored with --across-url: " + report.Clean(err.Error()) }

// Tell adds to the report of a check, nil for none, who uses what its questions ask for.
func (f *Flags) Tell(ctx context.Context, w *workspace.Workspace, repo *git.Repo, found *check.Result) error {
	if !f.Asks() || found == nil || len(found.Questions) == 0 {
		return nil
	}
	a, err := f.Ask(ctx, w, repo, found.Questions)
	if err != nil || a == nil {
		return err
	}
	found.Report.Elsewhere = Report(a)
	return nil
}

// Ask answers questions; nil where no store can.
func (f *Flags) Ask(ctx context.Context, w *workspace.Workspace, repo *git.Repo, questions []across.Question) (*record.Answer, error) {
	store, err := f.open()
	if err != nil || store == nil {
		return nil, err
	}
	q := record.Query{Questions: questions, Own: f.nameOf(w.Getenv, repo)}
	if f.list != "" {
		content, err := os.ReadFile(f.list)
		if err != nil {
			return nil, exit.Usagef("--across-list: %w", err)
		}
		q.Known, q.Visible = listed(string(content))
	}
	a, err := record.Ask(ctx, store, q)
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		w.Warn("uses in other repositories are not known: " + report.Clean(err.Error()))
		return nil, nil
	}
	return a, nil
}

// listed reads a list of repositories: how many there are, and which all readers may know.
func listed(list string) (known int, visible func(string) bool) {
	names := make(map[string]bool)
	for line := range strings.Lines(list) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		known++
		if name := strings.ToLower(line); name[0] != '-' {
			names[name] = true
		}
	}
	return known, func(repository string) bool { return names[strings.ToLower(repository)] }
}

// maxUsers is how many users of a symbol a report names.
const maxUsers = 50

// Report returns an answer in the form of the report.
func Report(a *record.Answer) *report.Elsewhere {
	e := &report.Elsewhere{Indexed: a.Read, Known: a.Known, Symbols: []report.UsedElsewhere{}}
	if !a.Oldest.IsZero() {
		e.Oldest = a.Oldest.UTC().Format(time.DateOnly)
	}
	for i := range a.Symbols {
		s := &a.Symbols[i]
		u := report.UsedElsewhere{Symbol: s.ID, Name: s.Name, Package: s.Package, Finding: s.Finding, Hidden: s.Hidden, More: max(0, len(s.Users)-maxUsers), Users: []report.User{}}
		for _, of := range s.Users[:min(len(s.Users), maxUsers)] {
			user := report.User{Repository: of.Repository, Version: of.Version, Breaks: of.Breaks, Uses: of.Uses, Places: []report.Location{}}
			for _, p := range of.Places {
				if p.Path == path.Clean(p.Path) && !path.IsAbs(p.Path) && p.Path != "." && p.Path != ".." && !strings.HasPrefix(p.Path, "../") {
					user.Places = append(user.Places, report.Location{Path: p.Path, Line: p.Line})
				}
			}
			u.Users = append(u.Users, user)
		}
		e.Symbols = append(e.Symbols, u)
	}
	return e
}
