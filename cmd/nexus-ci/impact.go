package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/analyze/cochange"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/git"
	"github.com/nexus-ci/nexus-ci/report"
)

type impactFlags struct {
	analysisFlags
	scope
	ref       string
	files     bool
	format    string
	limit     int
	workers   int
	noHistory bool
	config    string
}

func (p *program) impactCommand() *cobra.Command {
	var f impactFlags
	cmd := &cobra.Command{
		Use:   "impact --files [PATH…]",
		Short: "Say which other files usually have to change with some files",
		Long: `impact --files ranks the files that usually have to change with the ones that are
named, or with all that changed: by what changed together before, by who uses what,
and by the words that the touched lines share with other files.

The paths are relative to the root of the repository. How they change is what differs
between the two states that check would compare. A path that did not change is taken
as one that may change anyhow, and with --ref all are, at that revision.`,
		Example: `  nexus-ci impact --files                                   with what I changed on this branch
  nexus-ci impact --files src/auth/login.go                 with that file
  nexus-ci impact --files --ref v1.2.0 src/auth/login.go    at a tag
  nexus-ci impact --files --base main --head topic src/auth/login.go --format json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.impact(cmd.Context(), &f, args)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.BoolVar(&f.files, "files", false, "rank files")
	flags.StringVar(&f.base, "base", "", "`revision` to compare with (default: the default branch)")
	flags.StringVar(&f.head, "head", "", "`revision` whose changes to take (default: the work tree)")
	flags.StringVar(&f.ref, "ref", "", "`revision` to look at without any change")
	flags.StringVar(&f.format, "format", "text", "`form` of the answer: text, json")
	flags.IntVar(&f.limit, "limit", 10, "answer with at most `n` files; 0: all")
	flags.BoolVar(&f.noHistory, "no-history", false, "read no commit before the base")
	flags.IntVar(&f.workers, "workers", 0, "read `n` files at a time (default: one per processor)")
	flags.StringVar(&f.config, "config", "", "read the configuration from `file` (default: "+configName+" at the root of the work tree)")
	f.analysisFlags.register(flags)
	return cmd
}

func (f *impactFlags) validate(paths []string) error {
	switch {
	case !f.files:
		return usagef("impact needs --files; see nexus-ci impact --help")
	case f.format != "text" && f.format != "json":
		return usagef("--format %s: want text or json", f.format)
	case f.limit < 0:
		return usagef("--limit %d: want at least 0", f.limit)
	case f.ref != "" && (f.base != "" || f.head != ""):
		return usagef("--ref looks at one revision; leave out --base and --head")
	case f.ref != "" && len(paths) == 0:
		return usagef("--ref needs the paths of files: nothing changes there")
	}
	return nil
}

func (p *program) impact(ctx context.Context, f *impactFlags, paths []string) error {
	if err := f.validate(paths); err != nil {
		return err
	}
	repo, err := p.open(&f.analysisFlags)
	if err != nil {
		return err
	}
	defer repo.Close()
	conf, err := loadConfig(f.config, repo.Root())
	if err != nil {
		return err
	}
	if f.base == "" && f.ref == "" {
		f.base = conf.base
	}
	in, err := f.question(ctx, repo, paths)
	if err != nil {
		return err
	}
	store, closeCache := p.openCache(&f.analysisFlags)
	defer closeCache()
	in.Blobs, in.Languages, in.Cache, in.Workers, in.Window = repo.Blobs(), all.Languages(), store, f.workers, conf.policy().Window
	if !f.noHistory {
		in.Log = repo
	}
	stop := p.progress("reading")
	var partners []cochange.Partner
	if len(in.Paths) > 0 {
		partners, err = analyze.Partners(ctx, *in)
	}
	stop()
	if err != nil {
		return err
	}
	if f.limit > 0 {
		partners = partners[:min(len(partners), f.limit)]
	}
	if f.format == "json" {
		return p.writePartners(in, partners)
	}
	_, err = io.WriteString(p.out, partnersText(in, partners))
	return err
}

// question finds the state, the files and how they change.
func (f *impactFlags) question(ctx context.Context, repo *git.Repo, paths []string) (*analyze.PartnersInput, error) {
	var in analyze.PartnersInput
	if f.ref != "" {
		commit, err := repo.Resolve(f.ref)
		if err != nil {
			return nil, err
		}
		if in.Base, err = repo.Snapshot(commit); err != nil {
			return nil, fmt.Errorf("read %s: %w", f.ref, err)
		}
	} else {
		c, err := compare(ctx, repo, f.scope)
		if err != nil {
			return nil, err
		}
		in.Base, in.Changes = c.base, c.changes
	}
	if len(paths) == 0 {
		for i := range in.Changes {
			if c := &in.Changes[i]; c.Status != diff.Added && c.Status != diff.Copied {
				in.Paths = append(in.Paths, c.OldPath)
			}
		}
		return &in, nil
	}
	for _, name := range paths {
		name = path.Clean(filepath.ToSlash(name))
		if _, ok := in.Base.File(name); !ok {
			return nil, usagef("%s: no such file in %s; paths are relative to the root of the repository", name, in.Base.Commit[:7])
		}
		if !slices.Contains(in.Paths, name) {
			in.Paths = append(in.Paths, name)
		}
	}
	return &in, nil
}

// The answer of "impact --files --format json".
type (
	partnersAnswer struct {
		Commit   string          `json:"commit"` // the state that was looked at
		Files    []string        `json:"files"`  // that the question is about
		Partners []partnerAnswer `json:"partners"`
	}
	partnerAnswer struct {
		Path string `json:"path"`
		// Score orders the partners, also those of different questions.
		Score   float64  `json:"score"`
		With    string   `json:"with"`    // the file that the score speaks of
		Support int      `json:"support"` // commits that changed both
		Of      int      `json:"of"`      // commits that changed that file
		Because []string `json:"because"`
	}
)

func (p *program) writePartners(in *analyze.PartnersInput, partners []cochange.Partner) error {
	answer := partnersAnswer{Commit: in.Base.Commit, Files: append([]string{}, in.Paths...), Partners: []partnerAnswer{}}
	for _, q := range partners {
		answer.Partners = append(answer.Partners, partnerAnswer{
			Path: q.Path, Score: math.Round(q.Score*1000) / 1000, With: q.Seed, Support: q.Together.Support, Of: q.Together.Of,
			Because: append([]string{}, q.Reasons...),
		})
	}
	e := json.NewEncoder(p.out)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	if err := e.Encode(answer); err != nil {
		return fmt.Errorf("write answer: %w", err)
	}
	return nil
}

func partnersText(in *analyze.PartnersInput, partners []cochange.Partner) string {
	if len(in.Paths) == 0 {
		return "Nothing changed. Name the files that you want to know about.\n"
	}
	var b strings.Builder
	subject := report.Plural(len(in.Paths), "file")
	if len(in.Paths) == 1 {
		subject = in.Paths[0]
	}
	fmt.Fprintf(&b, "Usually changes with %s:\n", report.Clean(subject))
	for _, q := range partners {
		fmt.Fprintf(&b, "  %s\n", report.Clean(q.Path))
		because := strings.Join(q.Reasons, "; ")
		if len(in.Paths) > 1 {
			because = strings.TrimSuffix("with "+q.Seed+": "+because, ": ")
		}
		if because != "" {
			fmt.Fprintf(&b, "      %s\n", report.Clean(because))
		}
	}
	if len(partners) == 0 {
		b.WriteString("  nothing known\n")
	}
	return b.String()
}
