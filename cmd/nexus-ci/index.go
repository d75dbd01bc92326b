package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
)

type indexFlags struct {
	analysisFlags
	ref     string
	export  string
	workers int
}

func (p *program) indexCommand() *cobra.Command {
	var f indexFlags
	cmd := &cobra.Command{
		Use:   "index",
		Short: "Build the code graph of one state of the repository",
		Long: `index builds the code graph of one state of the repository, which also warms the
cache for the next check, and prints what is in it.

With --export jsonl it prints every definition and every call, one JSON object a
line, for other programs.`,
		Example: `  nexus-ci index                            the work tree
  nexus-ci index --ref v1.2.0               a tag
  nexus-ci index --export jsonl > calls.jsonl`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return p.index(cmd.Context(), &f)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.ref, "ref", "", "`revision` to read (default: the work tree)")
	flags.StringVar(&f.export, "export", "", "print the graph in this `form`: jsonl")
	flags.IntVar(&f.workers, "workers", 0, "read `n` files at a time (default: one per processor)")
	f.analysisFlags.register(flags)
	return cmd
}

func (p *program) index(ctx context.Context, f *indexFlags) error {
	if f.export != "" && f.export != "jsonl" {
		return usagef("--export %s: want jsonl", f.export)
	}
	repo, err := p.open(&f.analysisFlags)
	if err != nil {
		return err
	}
	defer repo.Close()
	conf, err := loadConfig("", repo.Root())
	if err != nil {
		return err
	}
	snapshot, err := snapshotOf(repo, f.ref)
	if err != nil {
		return err
	}
	store, closeCache := p.openCache(&f.analysisFlags)
	defer closeCache()
	stop := p.progress("reading")
	x, err := analyze.IndexSnapshot(ctx, snapshot, repo.Blobs(), all.Languages(), store, conf.policy(), f.workers)
	stop()
	if err != nil {
		return err
	}
	if f.export == "jsonl" {
		return exportGraph(p.out, x.Graph, snapshot.Commit)
	}
	_, err = io.WriteString(p.out, overview(x, conf.minSize))
	return err
}
