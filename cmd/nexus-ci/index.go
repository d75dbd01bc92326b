package main

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nexus-ci/nexus-ci/analyze/graphfile"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/analyze/project"
	"github.com/nexus-ci/nexus-ci/analyze/query"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/analyze/serve"
	"github.com/nexus-ci/nexus-ci/analyze/source"
	"github.com/nexus-ci/nexus-ci/check"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/answer"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/basestore"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/build"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/elsewhere"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/exit"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/export"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/overview"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/repomap"
	"github.com/nexus-ci/nexus-ci/config"
)

type indexFlags struct {
	analysisFlags
	basestore.Flags
	across  elsewhere.Flags
	ref     string
	export  string
	status  bool
	list    bool
	format  string
	workers int
}

func (p *program) indexCommand() *cobra.Command {
	var f indexFlags
	cmd := &cobra.Command{
		Use:   "index",
		Short: "Build the code graph of one state of the repository",
		Long: `index builds the code graph of one state of the repository and prints a summary of
it. It also fills the cache for the next check.

--status prints what was indexed last, and how many files have changed since. --list
prints the repositories that were indexed on this machine. Neither reads any code.

--format html writes a page to look at: the areas and how they call each other, hot
spots, and execution flows.

--export prints the graph for other programs: files, symbols, areas and flows as
nodes, and the relations between them as edges. The forms are json (one document;
schema: analyze/graphfile/graph-v1.json), jsonl (one object a line), graphml, and cypher
(statements that fill an empty database). calls has definitions, calls and references
only, one JSON object a line.`,
		Example: `  nexus-ci index                            the work tree
  nexus-ci index --ref v1.2.0               a tag
  nexus-ci index --format html > map.html   a page: areas, flows, hot spots
  nexus-ci index --status                   what was indexed, and whether it is current
  nexus-ci index --list --format json       all repositories
  nexus-ci index --export graphml > graph.graphml`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return p.index(cmd.Context(), &f)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.ref, "ref", "", "`revision` to read (default: the work tree)")
	flags.StringVar(&f.export, "export", "", "print the graph in this `format`: "+strings.Join(export.Forms(), ", "))
	_ = cmd.RegisterFlagCompletionFunc("export", cobra.FixedCompletions(export.Forms(), cobra.ShellCompDirectiveNoFileComp)) // the flag is there
	flags.BoolVar(&f.status, "status", false, "print what was indexed last, and whether the work tree has changed since")
	flags.BoolVar(&f.list, "list", false, "list the repositories that were indexed")
	flags.StringVar(&f.format, "format", indexFormats[0], "`format` of the output: "+strings.Join(indexFormats, ", ")+" (json of the summary lists the files, and with the reason those that were left out; --status and\n--list have no html)")
	flags.IntVar(&f.workers, "workers", 0, "read `n` files at a time (default: one per processor)")
	f.analysisFlags.register(flags)
	f.Flags.Register(flags)
	f.across.Register(flags)
	return cmd
}

var indexFormats = []string{"text", "json", "html"}

func (f *indexFlags) validate() error {
	asked := 0
	for _, is := range [...]bool{f.export != "", f.status, f.list} {
		if is {
			asked++
		}
	}
	switch {
	case f.export != "" && !slices.Contains(export.Forms(), f.export):
		return exit.Usagef("--export %s: want one of %s", f.export, strings.Join(export.Forms(), ", "))
	case asked > 1:
		return exit.Usagef("--status, --list and --export exclude each other")
	case (f.status || f.list) && f.ref != "":
		return exit.Usagef("--status and --list are about the work tree; leave out --ref")
	case !slices.Contains(indexFormats, f.format):
		return exit.Usagef("--format %s: want one of %s", f.format, strings.Join(indexFormats, ", "))
	case f.across.Asks() && f.ref == "":
		return exit.Usagef("--across-url: records are of a commit; name it with --ref")
	case f.format == "html" && asked > 0:
		return exit.Usagef("--format html is a page of the whole index; leave out --status, --list and --export")
	case f.format != indexFormats[0] && f.export != "":
		return exit.Usagef("--format goes without --export, which names its own")
	}
	return f.across.Check()
}

func (p *program) index(ctx context.Context, f *indexFlags) error {
	if err := f.validate(); err != nil {
		return err
	}
	if f.list {
		return p.listRepositories(ctx, f)
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
	if f.status {
		status, err := p.workspace(&f.analysisFlags).Environment().Status(ctx, repo, conf)
		if err != nil {
			return err
		}
		return answer.Write(p.Out, status, f.format)
	}
	snapshot, err := serve.SnapshotOf(ctx, repo, f.ref)
	if err != nil {
		return err
	}
	for _, problem := range check.Problems(snapshot) {
		p.Warn(problem)
	}
	if f.workers > 0 {
		conf.Workers = f.workers
	}
	x, err := p.indexShared(ctx, f, repo, snapshot, conf)
	if err == nil && f.across.Asks() {
		err = f.across.Write(ctx, p.workspace(&f.analysisFlags), repo, snapshot, x.Graph, conf)
	}
	if err != nil {
		return err
	}
	if f.export != "" {
		facts := project.Read(source.NewFiles(snapshot, repo.Blobs()), x.Graph, lang.Titles(all.Languages()), project.Facts{Name: conf.ProjectName, Description: conf.ProjectDescription}, serve.Name(repo, f.dir))
		header := graphfile.Header{Tool: "nexus-ci " + build.Tool().Version, Project: graphfile.Project{
			Name: facts.Name, Description: facts.Description, Languages: facts.Languages, Frameworks: facts.Frameworks, Commit: snapshot.Commit,
		}}
		layers, err := export.Layers(x.Graph, conf.Layers)
		if err != nil {
			return exit.Usage(err)
		}
		return export.Write(p.Out, f.export, x, header, layers)
	}
	if f.format == "html" {
		_, err = p.Out.Write(repomap.Render(x, repomap.Options{
			Name: serve.Name(repo, f.dir), Commit: snapshot.Commit, Tool: "nexus-ci " + build.Tool().Version, MinSize: conf.MinSize, MaxFlows: conf.Processes.Max,
		}))
		return err
	}
	return answer.Write(p.Out, overview.Of(x, conf.MinSize, conf.Processes.Max), f.format)
}

func (p *program) listRepositories(ctx context.Context, f *indexFlags) error {
	e := engine.New(engine.Snapshot{Repositories: p.workspace(&f.analysisFlags).Environment().Repositories})
	r, err := query.ListRepos(ctx, e, query.ListReposParams{})
	if err != nil {
		return err
	}
	return answer.Write(p.Out, r, f.format)
}
