package main

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/git"
)

// A unit is one labelled change. Values are those of the rows of its score, by name.
type unit struct {
	Project       string
	Trouble, Hard bool
	Churn         float64
	Values        map[string]float64
}

// An input is one that a model weighs: a count by its logarithm, else as it is.
type input struct {
	name    string
	counted bool
	value   func(*unit) float64
}

func (in *input) of(u *unit) float64 {
	if in.counted {
		return math.Log1p(in.value(u))
	}
	return in.value(u)
}

func (in *input) median(units []unit) float64 {
	values := make([]float64, len(units))
	for i := range units {
		values[i] = in.value(&units[i])
	}
	slices.Sort(values)
	return values[len(values)/2]
}

var inputs = []input{
	counted("new branches"),
	counted("new names"),
	counted("moved and changed"),
	counted("recent fixes"),
	title("not upkeep", 1),
	title("fix beyond that", 2),
}

// title is 1 for titles of a kind and those above it. Without a row for it, the title is of
// the kind 1.
func title(name string, kind float64) input {
	return input{name, false, func(u *unit) float64 {
		value, known := u.Values["title"]
		if !known {
			value = 1
		}
		if value >= kind {
			return 1
		}
		return 0
	}}
}

func counted(name string) input {
	return input{name, true, func(u *unit) float64 { return u.Values[name] }}
}

// measure runs the analysis on all changes whose project has a clone.
func measure(ctx context.Context, data, repos string) ([]unit, error) {
	tables, err := filepath.Glob(filepath.Join(data, "train", "*.csv"))
	if err != nil {
		return nil, err
	}
	if len(tables) == 0 {
		return nil, fmt.Errorf("no train/*.csv in %q", data)
	}
	dir, err := os.MkdirTemp("", "fit")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	store, err := cache.Open(dir, 1<<30)
	if err != nil {
		return nil, err
	}
	var units []unit
	for _, table := range tables {
		name := strings.TrimSuffix(filepath.Base(table), ".csv")
		clone := filepath.Join(repos, name)
		if _, err := os.Stat(clone); errors.Is(err, os.ErrNotExist) {
			fmt.Fprintf(os.Stderr, "%s: no clone, left out\n", name)
			continue
		}
		more, err := measureProject(ctx, table, clone, store)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("%s: %w", name, err), store.Close())
		}
		for i := range more {
			more[i].Project = name
		}
		fmt.Fprintf(os.Stderr, "%s: %d changes\n", name, len(more))
		units = append(units, more...)
	}
	return units, store.Close()
}

func measureProject(ctx context.Context, table, clone string, store *cache.Cache) (units []unit, err error) {
	f, err := os.Open(table)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, err
	}
	repo, err := git.Open(clone)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, repo.Close()) }()
	column := make(map[string]int)
	for i, name := range rows[0] {
		column[name] = i
	}
	for _, row := range rows[1:] {
		u := unit{Trouble: row[column["y_trouble"]] == "1", Hard: row[column["y_hard"]] == "1"}
		if u.Churn, err = strconv.ParseFloat(row[column["churn"]], 64); err != nil {
			return nil, err
		}
		if u.Values, err = values(ctx, repo, store, row[column["base"]], row[column["head"]]); err != nil {
			return nil, fmt.Errorf("%s: %w", row[column["head"]], err)
		}
		units = append(units, u)
	}
	return units, nil
}

// values returns the rows of the score of one change. Only the files that it changes are
// looked at: no input of the model asks for more.
func values(ctx context.Context, repo *git.Repo, store *cache.Cache, baseID, headID string) (map[string]float64, error) {
	base, err := repo.Snapshot(ctx, baseID)
	if err != nil {
		return nil, err
	}
	head, err := repo.Snapshot(ctx, headID)
	if err != nil {
		return nil, err
	}
	changes, err := repo.Diff(ctx, base, head)
	if err != nil {
		return nil, err
	}
	commits, _, err := repo.Log(ctx, headID, diff.LogOptions{Most: 1})
	if err != nil {
		return nil, err
	}
	result, err := analyze.Run(ctx, analyze.Input{
		Base:    only(base, changes, func(c *diff.FileChange) string { return c.OldPath }),
		Head:    only(head, changes, func(c *diff.FileChange) string { return c.NewPath }),
		Changes: changes, Blobs: repo.Blobs(), Languages: all.Languages(), Cache: store,
		Log: repo, Meta: analyze.Meta{Title: commits[0].Title},
	})
	if err != nil {
		return nil, err
	}
	out := make(map[string]float64)
	for _, f := range result.Assessment.Likelihood.Factors {
		out[f.Name] = f.Value
	}
	return out, nil
}

// only returns a snapshot of the changed files alone.
func only(s *diff.Snapshot, changes []diff.FileChange, path func(*diff.FileChange) string) *diff.Snapshot {
	out := *s
	out.Files = nil
	changed := make(map[string]bool)
	for i := range changes {
		changed[path(&changes[i])] = true
	}
	for _, f := range s.Files {
		if changed[f.Path] {
			out.Files = append(out.Files, f)
		}
	}
	return &out
}
