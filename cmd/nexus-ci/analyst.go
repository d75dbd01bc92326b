package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/sandbox"
	"github.com/nexus-ci/nexus-ci/config"
	"github.com/nexus-ci/nexus-ci/diff/git"
	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/actions"
)

// analystCommand is the subcommand by which the program starts itself: the analyst, a
// process that analyses what strangers wrote and has neither token nor network.
const analystCommand = "analyse-apart"

// A request is what the analyst is asked. It holds no secret.
type request struct {
	Repository git.Location `json:"repository"`
	// Base, Head and Against are full ids; the names are what people call them.
	Base, Head, Against             string
	BaseName, HeadName, AgainstName string
	MergeBase                       string
	Shallow                         bool // a missing history is no error: base itself is the merge base then
	Title                           string
	Event                           actions.Event
	Settings                        map[string]json.RawMessage
	NoHistory                       bool
	CacheDir                        string // empty for none
	ReadConfig                      bool   // say whether the configuration of head will be refused
}

// An answer is what the analyst says before its report. Only the protections are written
// before it has read anything of the repository.
type answer struct {
	Stats   analyze.Stats `json:"stats"`
	Warning string        `json:"warning"` // about the configuration of head
}

// maxRequest bounds what the analyst reads.
const maxRequest = 16 << 20

// An analyst carries out a request.
type analyst func(ctx context.Context, p *program, r *request) (*report.Report, answer, error)

func (p *program) analystCommand() *cobra.Command {
	return &cobra.Command{
		Use: analystCommand, Hidden: true, Args: cobra.NoArgs,
		Short: "Analyse for another nexus-ci process, in a sandbox",
		RunE:  func(cmd *cobra.Command, _ []string) error { return p.serveRequest(cmd.Context()) },
	}
}

// serveRequest reads a request, gives up all rights that it does not need, and writes which
// protections hold, the answer, and the report, one JSON document each.
func (p *program) serveRequest(ctx context.Context) error {
	var r request
	if err := json.NewDecoder(io.LimitReader(p.in, maxRequest)).Decode(&r); err != nil {
		return usagef("%s: standard input holds no request: only nexus-ci itself starts it", analystCommand)
	}
	rights := sandbox.Rights{Read: r.Repository.Objects}
	if r.CacheDir != "" {
		rights.Write = []string{r.CacheDir}
	}
	out := bufio.NewWriter(p.out)
	documents := json.NewEncoder(out)
	if err := documents.Encode(sandbox.Enter(rights)); err != nil {
		return err
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("answer: %w", err)
	}
	quiet := *p
	quiet.out = io.Discard
	found, a, err := p.analyse(ctx, &quiet, &r)
	if err != nil {
		return err
	}
	if err := documents.Encode(a); err != nil {
		return fmt.Errorf("answer: %w", err)
	}
	if err := report.Encode(out, found); err != nil {
		return err
	}
	return out.Flush()
}

// analyseRequest is the analyst of the product.
func analyseRequest(ctx context.Context, p *program, r *request) (*report.Report, answer, error) {
	conf, err := config.OfValues(r.Settings)
	if err != nil {
		return nil, answer{}, err
	}
	repo, err := git.OpenLocation(r.Repository)
	if err != nil {
		return nil, answer{}, err
	}
	defer repo.Close()
	f := checkFlags{
		scope: scope{
			base: r.Base, head: r.Head, against: r.Against, baseName: r.BaseName, headName: r.HeadName, againstName: r.AgainstName,
			mergeBase: r.MergeBase, fetch: r.Shallow,
		},
		analysisFlags: analysisFlags{cacheDir: r.CacheDir, noCache: r.CacheDir == ""},
		title:         r.Title, noHistory: r.NoHistory,
	}
	var a answer
	if r.ReadConfig {
		a.Warning = warningOfConfig(ctx, repo, &f)
	}
	found, stats, err := p.compareAndRate(ctx, repo, &f, conf, &actions.Job{Event: r.Event})
	if err != nil {
		return nil, answer{}, errors.New(advised(err))
	}
	a.Stats = stats
	return found, a, nil
}
