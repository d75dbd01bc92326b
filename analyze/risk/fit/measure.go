package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/risk/fit/labels"
	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/git"
)

// A history is what is known of one project: all its changes, counted, and some of them measured.
type history struct {
	Project       string
	Tip           string
	Changes       int // within the window
	Trouble, Hard int
	Units         []unit
}

// A unit is one labelled change. Values are those of the rows of its score, by name, and what else
// the analysis tells; Figures need nothing but the log. Weight is how many changes it stands for.
type unit struct {
	Project         string
	Commit          string
	Later           string `json:",omitempty"` // the commit that says that it went wrong
	Time, Known     int64
	Trouble, Hard   bool
	Weight, Churn   float64
	Values, Figures map[string]float64
}

// Of each project at most this many changes are measured: those that people reverted or blamed
// first, then others that went wrong, and the rest. The cost is theirs.
const (
	mostHard    = 12
	mostTrouble = 24
	mostOthers  = 36
	// A project with fewer changes, or fewer that went wrong, tells nothing.
	leastChanges = 300
	leastTrouble = 15
)

// sample takes changes by a hash of their ids, so the same ones each time, oldest first.
func sample(p *project, changes []labels.Change) []unit {
	groups := make([][]labels.Change, 3)
	for _, c := range changes {
		g := 2
		if c.Hard() {
			g = 0
		} else if c.Trouble() {
			g = 1
		}
		groups[g] = append(groups[g], c)
	}
	most := []int{mostHard, mostTrouble - min(len(groups[0]), mostHard), mostOthers}
	var out []unit
	for g, group := range groups {
		slices.SortFunc(group, func(a, b labels.Change) int {
			x, y := sha256.Sum256([]byte(a.Commit)), sha256.Sum256([]byte(b.Commit))
			return bytes.Compare(x[:], y[:])
		})
		n := min(len(group), most[g])
		for _, c := range group[:n] {
			out = append(out, unit{
				Project: p.Name, Commit: c.Commit, Later: c.Later, Time: c.Time, Known: c.Known, Trouble: c.Trouble(), Hard: c.Hard(),
				Weight: float64(len(group)) / float64(n), Churn: float64(c.Churn), Figures: c.Figures,
			})
		}
	}
	slices.SortFunc(out, func(a, b unit) int { return cmp.Or(cmp.Compare(a.Time, b.Time), cmp.Compare(a.Commit, b.Commit)) })
	return out
}

// A measurer labels and measures projects, and keeps what it found in a directory.
type measurer struct {
	languages []*lang.Language
	dir       string
	store     *cache.Cache
	log       io.Writer
}

// history returns what is known of a project, nil if it has too few changes.
func (m *measurer) history(ctx context.Context, p *project) (*history, error) {
	name := filepath.Join(m.dir, strings.ReplaceAll(p.Name, "/", "__"))
	var h history
	if ok, err := load(name+".json", &h); ok || err != nil {
		return h.enough(), err
	}
	if ok, err := load(name+".labels.json", &h); err != nil {
		return nil, err
	} else if !ok {
		if h, err = labelled(ctx, p); err != nil {
			return nil, err
		}
		if err := save(name+".labels.json", &h); err != nil {
			return nil, err
		}
		fmt.Fprintf(m.log, "%-6s %-30s %5d changes, %4d trouble, %3d hard\n", p.Part, p.Name, h.Changes, h.Trouble, h.Hard)
	}
	if m.store == nil || h.enough() == nil {
		return h.enough(), nil
	}
	if err := m.measure(ctx, p, &h); err != nil {
		return nil, err
	}
	return &h, save(name+".json", &h)
}

func (h *history) enough() *history {
	if h.Changes < leastChanges || h.Trouble < leastTrouble {
		return nil
	}
	return h
}

func labelled(ctx context.Context, p *project) (h history, err error) {
	l, err := language(p.Language)
	if err != nil {
		return h, err
	}
	repo, err := git.Open(p.Dir)
	if err != nil {
		return h, err
	}
	defer func() { err = errors.Join(err, repo.Close()) }()
	if h.Tip, err = repo.Resolve("HEAD"); err != nil {
		return h, err
	}
	changes, err := labels.Read(ctx, p.Dir, l)
	if err != nil {
		return h, err
	}
	h.Project, h.Changes, h.Units = p.Name, len(changes), sample(p, changes)
	for i := range changes {
		h.Trouble += int(label(changes[i].Trouble()))
		h.Hard += int(label(changes[i].Hard()))
	}
	return h, nil
}

// measure runs the analysis on the sampled changes. One that cannot be read is left out.
func (m *measurer) measure(ctx context.Context, p *project, h *history) (err error) {
	l, err := language(p.Language)
	if err != nil {
		return err
	}
	repo, err := git.Open(p.Dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, repo.Close()) }()
	var measured []unit
	for i := range h.Units {
		u := h.Units[i]
		if u.Values, err = m.values(ctx, repo, u.Commit, &l); err != nil {
			if ctx.Err() != nil {
				return err
			}
			fmt.Fprintf(m.log, "%s: %s is left out: %v\n", p.Name, u.Commit, err)
			continue
		}
		measured = append(measured, u)
	}
	h.Units = measured
	fmt.Fprintf(m.log, "%-6s %-30s %4d measured\n", p.Part, p.Name, len(measured))
	return nil
}

// values returns the rows of the score of one change and what else the analysis tells of it. Only
// the files that it changes are looked at: no input of the model asks for more.
func (m *measurer) values(ctx context.Context, repo *git.Repo, headID string, l *labels.Language) (map[string]float64, error) {
	commits, _, err := repo.Log(ctx, headID, diff.LogOptions{Most: 1})
	if err != nil {
		return nil, err
	}
	base, err := repo.Snapshot(ctx, commits[0].Parent)
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
	result, err := analyze.Run(ctx, analyze.Input{
		Base:    only(base, changes, func(c *diff.FileChange) string { return c.OldPath }),
		Head:    only(head, changes, func(c *diff.FileChange) string { return c.NewPath }),
		Changes: changes, Blobs: repo.Blobs(), Languages: m.languages, Cache: m.store,
		Log: repo, Meta: analyze.Meta{Title: commits[0].Title, Author: commits[0].Author}, Workers: 1,
	})
	if err != nil {
		return nil, err
	}
	out := make(map[string]float64)
	for _, f := range result.Assessment.Likelihood.Factors {
		out[f.Name] = f.Value
	}
	out["score"], out["level"] = result.Assessment.Likelihood.Probability, float64(result.Assessment.Level)
	out["score level"] = float64(result.Assessment.Likelihood.Level)
	add(out, result)
	addPast(out, result, commits[0].Author, l)
	return out, nil
}

// add adds what the analysis says of the change, beside the score.
func add(out map[string]float64, r *analyze.Result) {
	for i := range r.Change.Symbols {
		s := &r.Change.Symbols[i]
		if s.Node().Test || s.Node().Generated || !s.Semantic() {
			continue
		}
		out["symbols"]++
		out["symbols "+string(s.Type)]++
		if s.Base != nil && s.AffectsUses() {
			out["uses affected"]++
			if s.Base.Exported {
				out["offered affected"]++
			}
		}
	}
	for i := range r.Findings {
		if r.Findings[i].Class == finding.Break {
			out["breaks"]++
		} else {
			out["findings"]++
		}
	}
	if r.Behaviours != nil {
		for i := range r.Behaviours.Behaviours {
			b := &r.Behaviours.Behaviours[i]
			out["behaviours"]++
			out["behaviour "+string(b.Kind)]++
			if b.Level.Asks() {
				out["behaviours to look at"]++
			}
		}
		out["compared"] = float64(r.Behaviours.Compared)
		out["restructured"] = float64(len(r.Behaviours.Skipped))
	}
	for i := range r.Facts {
		out["facts"]++
		if r.Facts[i].Level.Asks() {
			out["facts to look at"]++
		}
	}
}

// addPast adds what the history of the product knows of the files and of the author.
func addPast(out map[string]float64, r *analyze.Result, author string, l *labels.Language) {
	if r.History == nil {
		return
	}
	var paths []string
	for i := range r.Change.Files {
		c := &r.Change.Files[i]
		path := c.OldPath
		if path == "" {
			path = c.NewPath
		}
		if l.Source(path) && !l.Test(path) {
			paths = append(paths, path)
		}
	}
	t := r.History.Touched(paths, author)
	for name, n := range map[string]int{
		"past changes": t.Changes, "past fixes": t.Fixes, "past recent changes": t.RecentChanges, "past recent fixes": t.RecentFixes, "past commits": t.Commits,
		"developers": t.Authors, "own": t.Own, "own nearby": t.OwnNearby, "own here": t.OwnHere, "known files": t.Known, "touched files": t.Files,
	} {
		out[name] = float64(n)
	}
	out["past age"] = t.Age
	out["own share"] = float64(t.OwnHere) / math.Max(float64(t.Commits), 1)
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

// load reads a value from a file; ok is false where there is none.
func load(file string, v any) (ok bool, err error) {
	content, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if err := json.Unmarshal(content, v); err != nil {
		return false, fmt.Errorf("read %s: %w", file, err)
	}
	return true, nil
}

func save(file string, v any) error {
	content, err := json.Marshal(v)
	if err != nil {
		return err
	}
	if err := os.WriteFile(file+".part", content, 0o666); err != nil {
		return err
	}
	return os.Rename(file+".part", file)
}
