package config

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nexus-ci/nexus-ci/analyze/suppress"
	"github.com/nexus-ci/nexus-ci/report/gate"
	"github.com/nexus-ci/nexus-ci/report/owners"
)

// An Ignore names findings that are not reported.
type Ignore struct {
	Paths   []string `yaml:"paths,omitempty" json:"paths"` // patterns as in CODEOWNERS; none: all
	Rules   []string `yaml:"rules,omitempty" json:"rules"` // none: all
	Expires string   `yaml:"expires,omitempty" json:"expires"`
	Reason  string   `yaml:"reason" json:"reason"`
}

// checkIgnored refuses what would suppress everything, or nothing.
func (c *Config) checkIgnored() error {
	patterns := 0
	for _, ig := range c.ignored {
		if patterns += len(ig.Paths); patterns > owners.MaxPatterns {
			return fmt.Errorf("more than %d paths", owners.MaxPatterns)
		}
		if len(ig.Paths)+len(ig.Rules) == 0 || ig.Reason == "" {
			return errors.New("each entry has paths, rules or both, and a reason")
		}
		if _, err := owners.Patterns(ig.Paths); err != nil {
			return err
		}
		for _, rule := range ig.Rules {
			if _, err := gate.Parse(rule); err != nil || slices.Contains(gate.Levels(), rule) || rule == gate.Break {
				return fmt.Errorf("%q is no rule; nexus-ci explain lists them", rule)
			}
		}
		if _, err := time.Parse(time.DateOnly, ig.Expires); err != nil && ig.Expires != "" {
			return fmt.Errorf("expires: %q is no date such as 2006-01-02", ig.Expires)
		}
	}
	return nil
}

// suppressed is what the analysis knows of the setting, which was checked when it was read.
func (c *Config) suppressed() suppress.Policy {
	var p suppress.Policy
	for _, ig := range c.ignored {
		r := suppress.Rule{Rules: ig.Rules, Reason: ig.Reason}
		if len(ig.Paths) > 0 {
			r.Match, _ = owners.Patterns(ig.Paths)
		}
		if end, err := time.Parse(time.DateOnly, ig.Expires); err == nil {
			r.Until = end.Unix()
		}
		p.Rules = append(p.Rules, r)
	}
	return p
}
