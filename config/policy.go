package config

import (
	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/community"
	"github.com/nexus-ci/nexus-ci/analyze/history"
	"github.com/nexus-ci/nexus-ci/analyze/impact"
	"github.com/nexus-ci/nexus-ci/analyze/index"
	"github.com/nexus-ci/nexus-ci/report/owners"
)

// IndexOptions is what an index in a cache depends on.
func (c *Config) IndexOptions(store *cache.Cache) index.Options {
	policy := c.Policy()
	return policy.Index(store)
}

// Policy is the part of the configuration that the analysis knows.
func (c *Config) Policy() analyze.Policy {
	matches, _ := owners.Patterns(c.critical) // checked when it was read
	return analyze.Policy{
		Processes:     c.Processes,
		Community:     community.Options{Names: c.communityNames},
		ImpactLimits:  [impact.MaxDepth]int(c.ImpactLimits),
		MinConfidence: c.MinConfidence,
		Thresholds:    c.Thresholds,
		Window:        history.Window{Commits: c.historyCommits, Age: int64(c.historyDays) * history.Day},
		Critical:      matches,
		Kinds:         c.kinds,
		Memory:        c.MemoryLimit(),
		Suppress:      c.suppressed(),
	}
}
