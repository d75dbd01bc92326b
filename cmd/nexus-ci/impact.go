package main

import (
	"context"
	"errors"
	"io"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/analyze/cochange"
	"github.com/nexus-ci/nexus-ci/analyze/factstore"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/answer"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/elsewhere"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/exit"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/partners"
	"github.com/nexus-ci/nexus-ci/config"
	"github.com/nexus-ci/nexus-ci/diff/compare"
)

// impactFlags are those of "impact --files", beside the ones of the tool.
type impactFlags struct {
	analysisFlags
	compare.Scope
	ref        string
	across     elsewhere.Flags
	everywhere bool
	files      bool
	format     string
	limit      int
	noHistory  bool
}

const impactFilesHelp = `

With --files the question is another one: which files usually have to change with the
ones that are named, or with all that changed? They are ranked by what changed together
before, by who uses what, and by the words that the touched lines share with other files.
The paths are relative to the root of the repository. How they change is what differs
between the two states that check would compare. A path that did not change is taken as
one that may change anyhow, and with --ref all are, at that revision.`

const impactFilesExample = `  nexus-ci impact Context.Next                              what may break by a change of a symbol
  nexus-ci impact Client.Do --everywhere --across-url file:///srv/across --across-key keys.pem
  nexus-ci impact --files                                   what usually changes with what I changed
  nexus-ci impact --files src/auth/login.go                 what usually changes with that file
  nexus-ci impact --files --base main --head topic src/auth/login.go --format json`

// addFiles makes the command of the tool impact answer about files too.
func (p *program) addFiles(cmd *cobra.Command) {
	var f impactFlags
	cmd.Long += impactFilesHelp
	cmd.Example = impactFilesExample
	flags := cmd.Flags()
	flags.BoolVar(&f.everywhere, "everywhere", false, "list the uses in other repositories instead, from the store of --across-url")
	f.across.RegisterReader(flags)
	var ofSymbols, ofFiles []string
	flags.VisitAll(func(flag *pflag.Flag) { ofSymbols = append(ofSymbols, flag.Name) })
	flags.BoolVar(&f.files, "files", false, "rank files instead of symbols; the flags below are for this")
	flags.StringVar(&f.Base, "base", "", "`revision` to compare with (default: the default branch)")
	flags.StringVar(&f.Head, "head", "", "`revision` that has the changes (default: the work tree)")
	flags.IntVar(&f.limit, "limit", 10, "print at most `n` files; 0: all")
	flags.BoolVar(&f.noHistory, "no-history", false, "read no commit before the base")
	flags.VisitAll(func(flag *pflag.Flag) {
		if !slices.Contains(ofSymbols, flag.Name) && flag.Name != "files" {
			ofFiles = append(ofFiles, flag.Name)
		}
	})
	refuse := func(names []string, why string) error {
		for _, name := range names {
			if flags.Changed(name) {
				return exit.Usagef("--%s: %s", name, why)
			}
		}
		return nil
	}
	symbols, one := cmd.RunE, cmd.Args
	cmd.Args = nil
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if !f.files {
			if err := refuse(ofFiles, "needs --files"); err != nil {
				return err
			}
			if err := one(cmd, args); err != nil {
				return exit.Usagef("%w; see %s --help", err, cmd.CommandPath())
			}
			if f.everywhere {
				return p.impactEverywhere(cmd, &f.across, args[0])
			}
			return symbols(cmd, args)
		}
		shared := []string{"ref", "format", "directory", "no-cache", "cache-dir"}
		if err := refuse(slices.DeleteFunc(slices.Clone(ofSymbols), func(n string) bool { return slices.Contains(shared, n) }), "is about a symbol; leave out --files"); err != nil {
			return err
		}
		for name, value := range map[string]*string{"ref": &f.ref, "format": &f.format, "directory": &f.dir, "cache-dir": &f.cacheDir} {
			*value = flags.Lookup(name).Value.String()
		}
		f.noCache = flags.Lookup("no-cache").Value.String() == "true"
		return p.impactOfFiles(cmd.Context(), &f, args)
	}
}

// impactEverywhere lists the uses of a symbol in other repositories.
func (p *program) impactEverywhere(cmd *cobra.Command, across *elsewhere.Flags, target string) error {
	value := func(flag string) string { return cmd.Flags().Lookup(flag).Value.String() }
	w := p.workspace(&analysisFlags{dir: value("directory"), cacheDir: value("cache-dir"), noCache: value("no-cache") == "true"})
	e, closeEngine, err := w.Environment().Engine(cmd.Context(), value("ref"))
	if err != nil {
		return err
	}
	defer closeEngine()
	found, err := across.Impact(cmd.Context(), w, e, target, engine.Choice{UID: value("uid"), File: value("file"), Kind: value("kind")})
	if err != nil {
		return err
	}
	return answer.Write(p.Out, found, value("format"))
}

func (f *impactFlags) validate(paths []string) error {
	switch {
	case f.format != "text" && f.format != "json":
		return exit.Usagef("--format %s: want text or json", f.format)
	case f.limit < 0:
		return exit.Usagef("--limit %d: want at least 0", f.limit)
	case f.ref != "" && (f.Base != "" || f.Head != ""):
		return exit.Usagef("--ref looks at one revision; leave out --base and --head")
	case f.ref != "" && len(paths) == 0:
		return exit.Usagef("--ref needs paths of files, because a single revision has no changes")
	}
	return nil
}

func (p *program) impactOfFiles(ctx context.Context, f *impactFlags, paths []string) error {
	if err := f.validate(paths); err != nil {
		return err
	}
	repo, err := p.workspace(&f.analysisFlags).Open()
	if err != nil {
		return err
	}
	defer repo.Close()
	conf, err := config.Load("", repo.Root())
	if err != nil {
		return err
	}
	if f.Base == "" && f.ref == "" {
		f.Base = conf.Base
	}
	in, err := partners.Question(ctx, repo, f.Scope, f.ref, paths)
	var unknown *partners.PathError
	if errors.As(err, &unknown) {
		return exit.Usage(err)
	} else if err != nil {
		return err
	}
	store, closeCache := p.workspace(&f.analysisFlags).OpenCache(conf)
	defer closeCache()
	at, stop := p.Progress("reading")
	in.Blobs, in.Window = repo.Blobs(), conf.Policy().Window
	in.Store = analyze.NewStore(factstore.Options{Languages: all.Languages(), Cache: store, Workers: conf.Workers, Progress: at})
	if !f.noHistory {
		in.Log = repo
	}
	var found []cochange.Partner
	if len(in.Paths) > 0 {
		found, err = cochange.Partners(ctx, *in)
	}
	stop()
	if err != nil {
		return err
	}
	if f.limit > 0 {
		found = found[:min(len(found), f.limit)]
	}
	if f.format == "json" {
		return partners.JSON(p.Out, in, found)
	}
	_, err = io.WriteString(p.Out, partners.Text(in, found))
	return err
}
