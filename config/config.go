// Package config is what a user can set: the file .nexus-ci.yml of a repository, the flags
// over it, and the user's own file, which alone names services on the network.
//
// In: a file, or the values of flags. Out: a Config whose values are in their bounds, or an
// Error that begins with the place in the file, as in file:line:column.
//
// Invariants: every key is defined in one place, with its meaning and its bounds; a file is
// small and regular, whatever a work tree holds; what is printed can be read again.
package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/edit"
	"github.com/nexus-ci/nexus-ci/analyze/community"
	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
	"github.com/nexus-ci/nexus-ci/analyze/contextpack"
	"github.com/nexus-ci/nexus-ci/analyze/history"
	"github.com/nexus-ci/nexus-ci/analyze/impact"
	"github.com/nexus-ci/nexus-ci/analyze/process"
	"github.com/nexus-ci/nexus-ci/analyze/query/engine"
	"github.com/nexus-ci/nexus-ci/analyze/risk"
	"github.com/nexus-ci/nexus-ci/diff/git"
	"github.com/nexus-ci/nexus-ci/report/gate"
	"github.com/nexus-ci/nexus-ci/report/owners"
	"github.com/nexus-ci/nexus-ci/report/publish"
)

// FileName is read when --config names no other file: from the base when head is a
// commit, so that a change cannot move the thresholds that it is held to, else from the
// root of the work tree.
const FileName = ".nexus-ci.yml"

// maxSize is far above any real configuration, in bytes.
const maxSize = 1 << 20

// A Config is every number and word that a user can set. Defaults come first, the
// file goes over them, flags over both.
type Config struct {
	// Of check: the revision to compare with, the gate, when to comment, the level of what
	// could not be analysed.
	Base, FailOn, Comment, UnknownAs string
	Workers                          int    // files read at a time, 0 for one per processor
	Timeout                          string // TimeLimit parses it
	memory                           string

	MinSize        int
	communityNames map[string]string
	Processes      process.Limits
	ImpactLimits   []int
	MinConfidence  float64
	Enrichment     engine.Enrichment
	Search         engine.SearchLimits
	Thresholds     risk.Thresholds
	historyCommits int
	historyDays    int
	critical       []string
	kinds          map[fact.Kind]fact.Level
	ignored        []Ignore

	KeepIndex bool // use the cache and the list of repositories

	MaxNodes           int
	ProjectName        string
	ProjectDescription string
	Layers             []engine.Layer

	origins map[string]string // of keys that are not default: "file" or "flag"
}

// A Setting is one key of the file.
type Setting struct {
	Key   string
	Doc   string
	Value any // pointer into the Config or Services that it is of
	check func() error
}

// Default returns what holds where nobody sets anything.
func Default() *Config {
	return &Config{
		FailOn:         gate.Break,
		MaxNodes:       contextpack.DefaultMaxNodes,
		Layers:         []engine.Layer{},
		Comment:        "changes",
		UnknownAs:      "medium",
		MinSize:        community.DefaultMinSize,
		communityNames: map[string]string{},
		Processes: process.Limits{
			Depth: process.DefaultDepth, Branching: process.DefaultBranching, Max: process.DefaultMax, MinSteps: process.DefaultMinSteps,
			Names: map[string]string{},
		},
		ImpactLimits:   slices.Clone(impact.DefaultLimits[:]),
		MinConfidence:  impact.DefaultMinConfidence,
		Enrichment:     engine.DefaultEnrichment,
		Search:         engine.DefaultSearchLimits,
		Thresholds:     risk.DefaultThresholds,
		critical:       []string{},
		kinds:          map[fact.Kind]fact.Level{},
		ignored:        []Ignore{},
		historyCommits: history.DefaultCommits, historyDays: history.DefaultAge / history.Day,
		KeepIndex: true,
		origins:   map[string]string{},
	}
}

// Settings lists every key in the order of --print-config. It is the only place
// that knows keys.
func (c *Config) Settings() []Setting {
	return append([]Setting{
		{"check.base", "revision to compare with; empty: the default branch", &c.Base, nil},
		{"check.fail_on", "lowest level, and rules, that fail the check, with commas between; break: any break; none: never, which is the default of check --publish", &c.FailOn, func() error { _, err := gate.Parse(c.FailOn); return err }},
		{"check.comment", "when a pull request gets a comment: always, changes (if there is something to report), off", &c.Comment, func() error { return CheckCommentMode(c.Comment) }},
		{"check.unknown_as", "level that an incomplete report counts as at least, if fail_on has a level", &c.UnknownAs, func() error { return isLevel(c.UnknownAs) }},
		{"check.timeout", "time limit of check, such as 90s or 10m; empty: no limit, but " + JobTimeout + " if the variable CI is true", &c.Timeout, func() error { _, err := parseTimeout(c.Timeout); return err }},
		{"check.memory", "approximate memory limit of check, such as 800MB or 2GiB: files that would exceed it are not read, and the report says so; empty: no limit, but three quarters of the job's memory if the variable CI is true", &c.memory, func() error { _, err := parseMemory(c.memory); return err }},
		{"check.workers", "files read at a time; 0: one per processor", &c.Workers, func() error { return inRange(float64(c.Workers), 0, 1024) }},

		{"clusters.min_size", "index does not list areas with fewer symbols", &c.MinSize, func() error { return inRange(float64(c.MinSize), 1, 1e6) }},
		{"clusters.names", "other names for areas, by the name in reports", &c.communityNames, nil},

		{"processes.names", "other names for execution flows, by the name that reports give them", &c.Processes.Names, nil},
		{"processes.max_depth", "number of steps that a flow is followed beyond a changed symbol", &c.Processes.Depth, func() error { return inRange(float64(c.Processes.Depth), 1, 100) }},
		{"processes.max_branching", "number of calls followed from one function", &c.Processes.Branching, func() error { return inRange(float64(c.Processes.Branching), 1, 100) }},
		{"processes.max", "number of flows that index and explore list; cypher and exports hold all, and check reports every flow that a change touches", &c.Processes.Max, func() error { return inRange(float64(c.Processes.Max), 1, 10000) }},
		{"processes.min_steps", "flows with fewer steps are left out", &c.Processes.MinSteps, func() error { return inRange(float64(c.Processes.MinSteps), 1, 100) }},

		{"impact.limits", "number of affected symbols listed at depth 1, 2 and 3", &c.ImpactLimits, func() error {
			if len(c.ImpactLimits) != impact.MaxDepth {
				return fmt.Errorf("want %d numbers", impact.MaxDepth)
			}
			for _, n := range c.ImpactLimits {
				if err := inRange(float64(n), 1, 100000); err != nil {
					return err
				}
			}
			return nil
		}},
		{"impact.min_confidence", "edges with a lower confidence are not followed", &c.MinConfidence, func() error { return inRange(c.MinConfidence, 0.01, 1) }},

		{"enrich.graph", "count the callers, callees and dependants of each symbol that query finds", &c.Enrichment.Graph, nil},
		{"enrich.depth", "number of calls up to which dependants are counted", &c.Enrichment.Depth, func() error { return inRange(float64(c.Enrichment.Depth), 1, 10) }},
		{"enrich.snippet", "let query show code if --snippets asks for it", &c.Enrichment.Snippets, nil},
		{"enrich.max_snippet", "number of characters of code shown for one symbol", &c.Enrichment.MaxSnippet, func() error { return inRange(float64(c.Enrichment.MaxSnippet), 20, 50000) }},

		{"history.commits", "number of commits before the change that are read", &c.historyCommits, func() error { return inRange(float64(c.historyCommits), 1, 1e5) }},
		{"history.days", "commits that are older are not read", &c.historyDays, func() error { return inRange(float64(c.historyDays), 1, 36500) }},

		{"index.enabled", "use the cache, and add the repository to the list of those that were indexed", &c.KeepIndex, nil},

		{"context.max_nodes", "number of symbols that the context of a prompt begins with", &c.MaxNodes, func() error { return inRange(float64(c.MaxNodes), 1, 200) }},
		{"project.name", "name of the project; empty: that of its manifest or folder", &c.ProjectName, nil},
		{"project.description", "what the project is; empty: what its manifest or README says", &c.ProjectDescription, nil},
		{"layers", "parts of the project for the context of a prompt, each with a name, a description and paths such as src/db/**; none: the areas", &c.Layers, c.checkLayers},

		{"ignore", "findings that are not reported, each entry with paths (patterns as in CODEOWNERS), rules or both, a reason, and expires, a date, if it has an end", &c.ignored, c.checkIgnored},

		{"risk.score_medium", "score, 0 to 100, from which on the risk is medium", &c.Thresholds.ScoreMedium, func() error { return inRange(c.Thresholds.ScoreMedium, 0.1, c.Thresholds.ScoreHigh) }},
		{"risk.score_high", "the same for high", &c.Thresholds.ScoreHigh, func() error { return inRange(c.Thresholds.ScoreHigh, 0.1, c.Thresholds.ScoreCritical) }},
		{"risk.score_critical", "the same for critical", &c.Thresholds.ScoreCritical, func() error { return inRange(c.Thresholds.ScoreCritical, 0.1, 101) }},
		{"risk.sites_high", "number of broken places from which on the risk is high", &c.Thresholds.SitesHigh, func() error { return inRange(float64(c.Thresholds.SitesHigh), 1, float64(c.Thresholds.SitesCritical)) }},
		{"risk.sites_critical", "the same for critical", &c.Thresholds.SitesCritical, func() error { return inRange(float64(c.Thresholds.SitesCritical), 1, 1e6) }},
		{"risk.broken_critical", "number of entry points with a broken flow from which on the risk is critical", &c.Thresholds.BrokenCritical, func() error { return inRange(float64(c.Thresholds.BrokenCritical), 1, 1e6) }},
		{"risk.dependants", "number of direct dependants outside the diff from which on the risk is medium; 0: they do not change the level", &c.Thresholds.Dependants, func() error { return inRange(float64(c.Thresholds.Dependants), 0, 1e6) }},
		{"risk.clusters", "the same for areas", &c.Thresholds.Clusters, func() error { return inRange(float64(c.Thresholds.Clusters), 0, 1e6) }},
		{"risk.removed", "the same for symbols that the repository offers as a library, does not use itself, and has no longer", &c.Thresholds.Removed, func() error { return inRange(float64(c.Thresholds.Removed), 0, 1e6) }},
		{"risk.offered", "the same for changed symbols that users of the repository may name", &c.Thresholds.Offered, func() error { return inRange(float64(c.Thresholds.Offered), 0, 1e6) }},
		{"risk.untested", "the same for changed functions that no test was found to reach", &c.Thresholds.Untested, func() error { return inRange(float64(c.Thresholds.Untested), 0, 1e6) }},
		{"risk.critical", "critical files, by patterns as in CODEOWNERS: a change of behaviour in them rates one level higher, and at least medium", &c.critical, func() error { _, err := owners.Patterns(c.critical); return err }},
		{"risk.kinds", "levels of behaviours and of facts outside of code that are not the default, by kind, such as dependency-major: low; nexus-ci explain KIND says what each means", &c.kinds, c.checkKinds},
	}, c.searchSettings()...)
}

// checkKinds returns an error for what is no kind of fact or behaviour, and for a level that none can have.
func (c *Config) checkKinds() error {
	for _, kind := range slices.Sorted(maps.Keys(c.kinds)) {
		if kind.Row() == nil && edit.Kind(kind).Row() == nil {
			return fmt.Errorf("%q is no kind of fact or behaviour; nexus-ci explain lists them", kind)
		}
		if level := c.kinds[kind]; !slices.Contains(fact.Levels, level) {
			return fmt.Errorf("%s: %q is no level of a fact or behaviour, want one of low, medium, high, critical", kind, level)
		}
	}
	return nil
}

// maxLayerPath is the longest path of a layer, in bytes.
const maxLayerPath = 400

func (c *Config) checkLayers() error {
	patterns := 0
	for _, l := range c.Layers {
		if patterns += len(l.Paths); patterns > owners.MaxPatterns {
			return fmt.Errorf("more than %d paths", owners.MaxPatterns)
		}
		if l.Name == "" || len(l.Paths) == 0 {
			return errors.New("each layer has a name and paths")
		}
		for _, p := range l.Paths {
			if len(p) > maxLayerPath {
				return fmt.Errorf("%.20q… has more than %d bytes", p, maxLayerPath)
			}
		}
	}
	return nil
}

func isLevel(s string) error {
	if !slices.Contains(gate.Levels(), s) {
		return fmt.Errorf("want one of %s", strings.Join(gate.Levels(), ", "))
	}
	return nil
}

// CheckCommentMode returns an error for what is none of publish.Modes.
func CheckCommentMode(s string) error {
	if !slices.Contains(publish.Modes(), s) {
		return fmt.Errorf("want one of %s", strings.Join(publish.Modes(), ", "))
	}
	return nil
}

func inRange(x, low, high float64) error {
	if x < low || x > high {
		return fmt.Errorf("want %v to %v", low, high)
	}
	return nil
}

// Load returns the defaults with the file over them, or an Error. path is that of --config
// and must exist; when it is empty the file at root is read if there is one.
func Load(path, root string) (*Config, error) {
	c := Default()
	optional := path == ""
	if optional {
		if root == "" {
			return c, nil // a bare repository
		}
		path = filepath.Join(root, FileName)
	}
	src, err := readFile(path)
	switch {
	case optional && errors.Is(err, fs.ErrNotExist):
		return c, nil
	case err != nil:
		return nil, unreadable(err)
	}
	if err := c.read(path, src); err != nil {
		return nil, &Error{err}
	}
	return c, nil
}

// At returns the defaults with the file of a commit over them, if it has one. What is wrong
// with the file is an Error.
func At(repo *git.Repo, commit string) (*Config, error) {
	c := Default()
	src, err := repo.ReadFile(commit, FileName, maxSize)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return c, nil
	case err != nil:
		return nil, fmt.Errorf("read configuration: %w", err)
	}
	if err := c.read(commit[:7]+":"+FileName, src); err != nil {
		return nil, &Error{err}
	}
	return c, nil
}

// readFile reads a small regular file: a work tree may hold a link to a device.
func readFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a file", path)
	case info.Size() > maxSize:
		return nil, fmt.Errorf("%s has %d bytes, at most %d", path, info.Size(), maxSize)
	}
	return os.ReadFile(path)
}

// Set puts the value of a flag, a string or an int, over that of the file.
func (c *Config) Set(key string, value any) error {
	for _, s := range c.Settings() {
		if s.Key != key {
			continue
		}
		switch p := s.Value.(type) {
		case *string:
			*p = value.(string)
		case *int:
			*p = value.(int)
		}
		c.origins[key] = "flag"
		if s.check != nil {
			return s.check()
		}
	}
	return nil
}

// IsDefault reports whether nobody has set a key.
func (c *Config) IsDefault(key string) bool { return c.origins[key] == "" }

// Print writes c as a file that Load accepts, each value with its origin.
func (c *Config) Print(w io.Writer) error {
	var b bytes.Buffer
	section := ""
	for _, s := range c.Settings() {
		in, key, nested := strings.Cut(s.Key, ".")
		if nested && in != section {
			fmt.Fprintf(&b, "%s:\n", in)
			section = in
		}
		value := yaml.Node{}
		if err := value.Encode(s.Value); err != nil {
			return fmt.Errorf("print configuration: %w", err)
		}
		value.Style = yaml.FlowStyle
		text, err := yaml.Marshal(&value)
		if err != nil {
			return fmt.Errorf("print configuration: %w", err)
		}
		origin := c.origins[s.Key]
		if origin == "" {
			origin = "default"
		}
		indent := "  "
		if !nested {
			indent, key, section = "", in, in
		}
		fmt.Fprintf(&b, "%s# %s\n%s%s: %s # %s\n", indent, s.Doc, indent, key, strings.TrimSpace(string(text)), origin)
	}
	_, err := w.Write(b.Bytes())
	return err
}
