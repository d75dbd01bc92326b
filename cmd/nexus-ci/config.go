package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/nexus-ci/nexus-ci/analyze/community"
	"github.com/nexus-ci/nexus-ci/analyze/contextpack"
	"github.com/nexus-ci/nexus-ci/analyze/history"
	"github.com/nexus-ci/nexus-ci/analyze/impact"
	"github.com/nexus-ci/nexus-ci/analyze/process"
	"github.com/nexus-ci/nexus-ci/analyze/query"
	"github.com/nexus-ci/nexus-ci/analyze/risk"
	"github.com/nexus-ci/nexus-ci/diff/git"
	"github.com/nexus-ci/nexus-ci/report/owners"
)

// configName is read when --config names no other file: from the base when head is a
// commit, so that a change cannot move the thresholds that it is held to, else from the
// root of the work tree.
const configName = ".nexus-ci.yml"

// maxConfigSize is far above any real configuration, in bytes.
const maxConfigSize = 1 << 20

// levels are the words of the scale, lowest first.
var levels = []string{"none", "low", "medium", "high", "critical"}

// A config is every number and word that a user can set. Defaults come first, the
// file goes over them, flags over both.
type config struct {
	base      string
	failOn    string
	comment   string
	unknownAs string
	workers   int
	timeout   string
	memory    string

	minSize        int
	communityNames map[string]string
	processes      process.Limits
	impactLimits   []int
	minConfidence  float64
	enrichment     query.Enrichment
	search         query.SearchLimits
	thresholds     risk.Thresholds
	historyCommits int
	historyDays    int
	critical       []string

	keepIndex bool

	maxNodes           int
	projectName        string
	projectDescription string
	layers             []query.Layer

	origins map[string]string // of keys that are not default: "file" or "flag"
}

// A setting is one key of the file.
type setting struct {
	key   string
	doc   string
	value any // pointer into config
	check func() error
}

func defaultConfig() *config {
	return &config{
		failOn:         "none",
		maxNodes:       contextpack.DefaultMaxNodes,
		layers:         []query.Layer{},
		comment:        "changes",
		unknownAs:      "medium",
		minSize:        community.DefaultMinSize,
		communityNames: map[string]string{},
		processes: process.Limits{
			Depth: process.DefaultDepth, Branching: process.DefaultBranching, Max: process.DefaultMax, MinSteps: process.DefaultMinSteps,
		},
		impactLimits:   slices.Clone(impact.DefaultLimits[:]),
		minConfidence:  impact.DefaultMinConfidence,
		enrichment:     query.DefaultEnrichment,
		search:         query.DefaultSearchLimits,
		thresholds:     risk.DefaultThresholds,
		critical:       []string{},
		historyCommits: history.DefaultCommits, historyDays: history.DefaultAge / history.Day,
		keepIndex: true,
		origins:   map[string]string{},
	}
}

// settings lists every key in the order of --print-config. It is the only place
// that knows keys.
func (c *config) settings() []setting {
	return append([]setting{
		{"check.base", "revision to compare with; empty: the default branch", &c.base, nil},
		{"check.fail_on", "lowest level, and rules, that fail the check, with commas between; break: any break; none: never", &c.failOn, func() error { _, err := parseGate(c.failOn); return err }},
		{"check.comment", "when a pull request gets a comment: always, changes (if there is something to report), off", &c.comment, func() error { return isCommentMode(c.comment) }},
		{"check.unknown_as", "level that an incomplete report counts as at least, if fail_on has a level", &c.unknownAs, func() error { return isLevel(c.unknownAs) }},
		{"check.timeout", "time limit of check, such as 90s or 10m; empty: no limit, but " + ciTimeout + " if the variable CI is true", &c.timeout, func() error { _, err := parseTimeout(c.timeout); return err }},
		{"check.memory", "approximate memory limit of check, such as 800MB or 2GiB: files that would exceed it are not read, and the report says so; empty: no limit, but three quarters of the job's memory if the variable CI is true", &c.memory, func() error { _, err := parseMemory(c.memory); return err }},
		{"check.workers", "files read at a time; 0: one per processor", &c.workers, func() error { return inRange(float64(c.workers), 0, 1024) }},

		{"clusters.min_size", "index does not list areas with fewer symbols", &c.minSize, func() error { return inRange(float64(c.minSize), 1, 1e6) }},
		{"clusters.names", "other names for areas, by the name in reports", &c.communityNames, nil},

		{"processes.max_depth", "number of steps that a flow is followed beyond a changed symbol", &c.processes.Depth, func() error { return inRange(float64(c.processes.Depth), 1, 100) }},
		{"processes.max_branching", "number of calls followed from one function", &c.processes.Branching, func() error { return inRange(float64(c.processes.Branching), 1, 100) }},
		{"processes.max", "number of flows that index and explore list; cypher and exports hold all, and check reports every flow that a change touches", &c.processes.Max, func() error { return inRange(float64(c.processes.Max), 1, 10000) }},
		{"processes.min_steps", "flows with fewer steps are left out", &c.processes.MinSteps, func() error { return inRange(float64(c.processes.MinSteps), 1, 100) }},

		{"impact.limits", "number of affected symbols listed at depth 1, 2 and 3", &c.impactLimits, func() error {
			if len(c.impactLimits) != impact.MaxDepth {
				return fmt.Errorf("want %d numbers", impact.MaxDepth)
			}
			for _, n := range c.impactLimits {
				if err := inRange(float64(n), 1, 100000); err != nil {
					return err
				}
			}
			return nil
		}},
		{"impact.min_confidence", "edges with a lower confidence are not followed", &c.minConfidence, func() error { return inRange(c.minConfidence, 0.01, 1) }},

		{"enrich.graph", "count the callers, callees and dependants of each symbol that query finds", &c.enrichment.Graph, nil},
		{"enrich.depth", "number of calls up to which dependants are counted", &c.enrichment.Depth, func() error { return inRange(float64(c.enrichment.Depth), 1, 10) }},
		{"enrich.snippet", "let query show code if --snippets asks for it", &c.enrichment.Snippets, nil},
		{"enrich.max_snippet", "number of characters of code shown for one symbol", &c.enrichment.MaxSnippet, func() error { return inRange(float64(c.enrichment.MaxSnippet), 20, 50000) }},

		{"history.commits", "number of commits before the change that are read", &c.historyCommits, func() error { return inRange(float64(c.historyCommits), 1, 1e5) }},
		{"history.days", "commits that are older are not read", &c.historyDays, func() error { return inRange(float64(c.historyDays), 1, 36500) }},

		{"index.enabled", "use the cache, and add the repository to the list of those that were indexed", &c.keepIndex, nil},

		{"context.max_nodes", "number of symbols that the context of a prompt begins with", &c.maxNodes, func() error { return inRange(float64(c.maxNodes), 1, 200) }},
		{"project.name", "name of the project; empty: that of its manifest or folder", &c.projectName, nil},
		{"project.description", "what the project is; empty: what its manifest or README says", &c.projectDescription, nil},
		{"layers", "parts of the project for the context of a prompt, each with a name, a description and paths such as src/db/**; none: the areas", &c.layers, c.checkLayers},

		{"risk.score_medium", "score, 0 to 100, from which on the risk is medium", &c.thresholds.ScoreMedium, func() error { return inRange(c.thresholds.ScoreMedium, 0.1, c.thresholds.ScoreHigh) }},
		{"risk.score_high", "the same for high", &c.thresholds.ScoreHigh, func() error { return inRange(c.thresholds.ScoreHigh, 0.1, c.thresholds.ScoreCritical) }},
		{"risk.score_critical", "the same for critical", &c.thresholds.ScoreCritical, func() error { return inRange(c.thresholds.ScoreCritical, 0.1, 101) }},
		{"risk.sites_high", "number of broken places from which on the risk is high", &c.thresholds.SitesHigh, func() error { return inRange(float64(c.thresholds.SitesHigh), 1, float64(c.thresholds.SitesCritical)) }},
		{"risk.sites_critical", "the same for critical", &c.thresholds.SitesCritical, func() error { return inRange(float64(c.thresholds.SitesCritical), 1, 1e6) }},
		{"risk.broken_critical", "number of entry points with a broken flow from which on the risk is critical", &c.thresholds.BrokenCritical, func() error { return inRange(float64(c.thresholds.BrokenCritical), 1, 1e6) }},
		{"risk.dependants", "number of direct dependants outside the diff from which on the risk is medium; 0: they do not change the level", &c.thresholds.Dependants, func() error { return inRange(float64(c.thresholds.Dependants), 0, 1e6) }},
		{"risk.clusters", "the same for areas", &c.thresholds.Clusters, func() error { return inRange(float64(c.thresholds.Clusters), 0, 1e6) }},
		{"risk.offered", "the same for changed symbols that users of the repository may name", &c.thresholds.Offered, func() error { return inRange(float64(c.thresholds.Offered), 0, 1e6) }},
		{"risk.untested", "the same for changed functions that no test was found to reach", &c.thresholds.Untested, func() error { return inRange(float64(c.thresholds.Untested), 0, 1e6) }},
		{"risk.critical", "critical files, by patterns as in CODEOWNERS: a change of behaviour in them rates one level higher, and at least medium", &c.critical, func() error { _, err := owners.Patterns(c.critical); return err }},
	}, c.searchSettings()...)
}

// maxLayerPath is the longest path of a layer, in bytes.
const maxLayerPath = 400

func (c *config) checkLayers() error {
	patterns := 0
	for _, l := range c.layers {
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
	if !slices.Contains(levels, s) {
		return fmt.Errorf("want one of %s", strings.Join(levels, ", "))
	}
	return nil
}

func isCommentMode(s string) error {
	if !slices.Contains(commentModes, s) {
		return fmt.Errorf("want one of %s", strings.Join(commentModes, ", "))
	}
	return nil
}

func inRange(x, low, high float64) error {
	if x < low || x > high {
		return fmt.Errorf("want %v to %v", low, high)
	}
	return nil
}

// loadConfig returns the defaults with the file over them. path is that of --config
// and must exist; when it is empty the file at root is read if there is one.
func loadConfig(path, root string) (*config, error) {
	c := defaultConfig()
	optional := path == ""
	if optional {
		if root == "" {
			return c, nil // a bare repository
		}
		path = filepath.Join(root, configName)
	}
	src, err := readConfig(path)
	switch {
	case optional && errors.Is(err, fs.ErrNotExist):
		return c, nil
	case err != nil:
		return nil, usagef("read configuration: %w", err)
	}
	if err := c.read(path, src); err != nil {
		return nil, usageError{err}
	}
	return c, nil
}

// configAt returns the defaults with the file of a commit over them, if it has one.
func configAt(repo *git.Repo, commit string) (*config, error) {
	c := defaultConfig()
	src, err := repo.ReadFile(commit, configName, maxConfigSize)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return c, nil
	case err != nil:
		return nil, fmt.Errorf("read configuration: %w", err)
	}
	if err := c.read(commit[:7]+":"+configName, src); err != nil {
		return nil, usageError{err}
	}
	return c, nil
}

// readConfig reads a small regular file: a work tree may hold a link to a device.
func readConfig(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a file", path)
	case info.Size() > maxConfigSize:
		return nil, fmt.Errorf("%s has %d bytes, at most %d", path, info.Size(), maxConfigSize)
	}
	return os.ReadFile(path)
}

// read puts the file over c. Its errors begin with file:line:column.
func (c *config) read(path string, src []byte) error {
	values, err := readSettings(path, src, c.settings())
	for key := range values {
		c.origins[key] = "file"
	}
	return err
}

// readSettings reads a file into the values of settings, and returns where it sets them.
func readSettings(path string, src []byte, settings []setting) (map[string]*yaml.Node, error) {
	dec := yaml.NewDecoder(bytes.NewReader(src))
	var doc yaml.Node
	err := dec.Decode(&doc)
	switch {
	case errors.Is(err, io.EOF):
		return nil, nil // empty, or comments only
	case err != nil:
		return nil, fmt.Errorf("%s: %s", path, yamlMessage(err))
	}
	if err := dec.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: more than one YAML document", path)
	}
	byKey := make(map[string]setting)
	for _, s := range settings {
		byKey[s.key] = s
	}
	r := configReader{path: path, byKey: byKey, values: make(map[string]*yaml.Node)}
	if err := r.read("", doc.Content[0]); err != nil {
		return nil, err
	}
	// Bounds are checked at the end, because some speak of two keys.
	for _, s := range settings {
		value := r.values[s.key]
		if value == nil || s.check == nil {
			continue
		}
		if err := s.check(); err != nil {
			return nil, r.errorf(value, "%s: %w", s.key, err)
		}
	}
	return r.values, nil
}

// A configReader reads one file.
type configReader struct {
	path   string
	byKey  map[string]setting
	values map[string]*yaml.Node // read so far
}

func (r *configReader) errorf(n *yaml.Node, format string, args ...any) error {
	return fmt.Errorf("%s:%d:%d: %w", r.path, n.Line, n.Column, fmt.Errorf(format, args...))
}

// read reads the keys of one mapping; prefix is the section they are in.
func (r *configReader) read(prefix string, n *yaml.Node) error {
	if n.Tag == "!!null" {
		return nil // a section without keys
	}
	if n.Kind != yaml.MappingNode {
		return r.errorf(n, "want keys and values")
	}
	seen := make(map[string]bool)
	for i := 0; i < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		name := prefix + key.Value
		s, known := r.byKey[name]
		switch {
		case seen[name]:
			return r.errorf(key, "%s stands twice", name)
		case value.Kind == yaml.AliasNode:
			return r.errorf(value, "aliases are not supported")
		case known:
			if err := value.Decode(s.value); err != nil {
				return r.errorf(value, "%s: want %s", name, kindOf(s.value))
			}
			r.values[name] = value
		case r.isSection(name):
			if err := r.read(name+".", value); err != nil {
				return err
			}
		case isService(name):
			return r.errorf(key, "%s: only in your own file, nexus-ci/config.yml in the directory for settings: no repository says where code and keys are sent", name)
		default:
			return r.errorf(key, "unknown key %s; known are %s", name, strings.Join(r.siblings(name), ", "))
		}
		seen[name] = true
	}
	return nil
}

// isService reports whether a key, or a section, is one of services.
func isService(name string) bool {
	return slices.ContainsFunc(new(services).settings(), func(s setting) bool { return strings.HasPrefix(s.key+".", name+".") })
}

func (r *configReader) isSection(name string) bool {
	for key := range r.byKey {
		if strings.HasPrefix(key, name+".") {
			return true
		}
	}
	return false
}

// siblings returns the keys of the section that name is in, or the sections.
func (r *configReader) siblings(name string) []string {
	section, _, inSection := strings.Cut(name, ".")
	var known []string
	for key := range r.byKey {
		in, _, _ := strings.Cut(key, ".")
		switch {
		case !inSection:
			known = append(known, in)
		case in == section:
			known = append(known, key)
		}
	}
	slices.Sort(known)
	return slices.Compact(known)
}

// kindOf says what the value of a setting has to be.
func kindOf(value any) string {
	switch value.(type) {
	case *string:
		return "text"
	case *bool:
		return "true or false"
	case *int:
		return "a whole number"
	case *float64:
		return "a number"
	case *[]int:
		return "a list of whole numbers"
	case *[]string:
		return "a list of texts"
	case *[]query.Layer:
		return "a list of layers with name, description and paths"
	}
	return "names and their replacements"
}

// yamlMessage returns the first line of an error of package yaml.
func yamlMessage(err error) string {
	message, _, _ := strings.Cut(strings.TrimPrefix(err.Error(), "yaml: "), "\n")
	return message
}

// set puts the value of a flag over c.
func (c *config) set(key string, value any) error {
	for _, s := range c.settings() {
		if s.key != key {
			continue
		}
		switch p := s.value.(type) {
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

// print writes c as a file that read accepts, each value with its origin.
func (c *config) print(w io.Writer) error {
	var b bytes.Buffer
	section := ""
	for _, s := range c.settings() {
		in, key, nested := strings.Cut(s.key, ".")
		if nested && in != section {
			fmt.Fprintf(&b, "%s:\n", in)
			section = in
		}
		value := yaml.Node{}
		if err := value.Encode(s.value); err != nil {
			return fmt.Errorf("print configuration: %w", err)
		}
		value.Style = yaml.FlowStyle
		text, err := yaml.Marshal(&value)
		if err != nil {
			return fmt.Errorf("print configuration: %w", err)
		}
		origin := c.origins[s.key]
		if origin == "" {
			origin = "default"
		}
		indent := "  "
		if !nested {
			indent, key, section = "", in, in
		}
		fmt.Fprintf(&b, "%s# %s\n%s%s: %s # %s\n", indent, s.doc, indent, key, strings.TrimSpace(string(text)), origin)
	}
	_, err := w.Write(b.Bytes())
	return err
}
