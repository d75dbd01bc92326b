// Command fit labels the past of open-source projects, fits the weights of the likelihood models of
// package risk to some of them, and measures how well they rank the changes of the others.
//
//	go run ./analyze/risk/fit -clones DIR[,DIR] -keep DIR [-test]
//
// In: a list of projects (projects.txt, or -projects), and a clone of each at
// <owner>+<name>/repo, <owner>__<name> or <name> in one of the directories, with its whole history; a project without one is
// left out and named. Out: the tables of docs/rating.md. What a model looks at is measured by
// analyze.Run on the changed files alone, so it is what the report shows.
//
// Labels and measures are kept in the directory of -keep, a file for each project: they take most of the
// time, some ten seconds of a processor for each. What is kept there is not made again, so a run can be stopped; a
// change of the labels or of the analysis needs an empty directory. -labels stops when the labels are made. Projects
// to test are not looked at without -test. A job measures the projects of nightly.txt each night, with -least.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
)

type options struct {
	projects, clones, keep string
	labelsOnly, test       bool
	least                  float64
}

func main() {
	var o options
	flag.StringVar(&o.projects, "projects", "analyze/risk/fit/projects.txt", "`file` with the list of projects")
	flag.StringVar(&o.clones, "clones", "", "`directories` of the clones, separated by commas")
	flag.StringVar(&o.keep, "keep", "", "`directory` that keeps labels and measures")
	flag.BoolVar(&o.labelsOnly, "labels", false, "make the labels, and measure nothing")
	flag.BoolVar(&o.test, "test", false, "look at the projects to test")
	flag.Float64Var(&o.least, "least", 0, "fail if the mean `AUC` of the score on the projects to fit and to choose by is lower")
	flag.Parse()
	err := run(context.Background(), os.Stdout, os.Stderr, &o)
	if err != nil {
		fmt.Fprintln(os.Stderr, "fit:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out, log io.Writer, o *options) error {
	if o.keep == "" {
		return errors.New("-keep: want a directory")
	}
	units, err := gather(ctx, log, o)
	if err != nil || o.labelsOnly {
		return err
	}
	report(out, units, o.test)
	return ranksAtLeast(o.least, slices.Concat(units[forFit], units[forChoice]))
}

// ranksAtLeast returns an error if the score, as it is, ranks the changes of projects worse on average. units
// are grouped by project.
func ranksAtLeast(least float64, units []unit) error {
	if got := average(rank("", units, shipped(units)).whole); least > 0 && !(got >= least) {
		return fmt.Errorf("the score ranks changes with AUC %.3f, want %.2f", got, least)
	}
	return nil
}

// gather labels and measures all projects of the list.
func gather(ctx context.Context, log io.Writer, o *options) (units map[part][]unit, err error) {
	projects, missing, err := readProjects(o.projects, strings.Split(o.clones, ","))
	if err != nil {
		return nil, err
	}
	if len(missing) > 0 {
		fmt.Fprintf(log, "without a clone, left out: %s\n", strings.Join(missing, ", "))
	}
	if err := os.MkdirAll(o.keep, 0o755); err != nil {
		return nil, err
	}
	m := &measurer{languages: all.Languages(), dir: o.keep, log: log}
	if !o.labelsOnly {
		if m.store, err = cache.Open(filepath.Join(o.keep, "cache"), 2<<30); err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, m.store.Close()) }()
	}
	units = make(map[part][]unit)
	for i := range projects {
		p := &projects[i]
		h, err := m.history(ctx, p)
		if err != nil {
			fmt.Fprintf(log, "%s is left out: %v\n", p.Name, err)
			continue
		}
		if h != nil {
			units[p.Part] = slices.Concat(units[p.Part], h.Units)
		}
	}
	return units, nil
}
