package report

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/finding/sentence"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// Claim returns what a finding claims; false where that is not known as data: the report is
// of an older version, or of a newer one with other kinds. Then only Message says it.
func (f *Finding) Claim() (finding.Claim, bool) {
	c := finding.Claim{Site: finding.Site{Path: f.Path, Line: f.Line}, Other: f.Side == string(finding.InOther)}
	if f.Cause == nil {
		return c, false
	}
	c.Cause = *f.Cause
	if f.Effect != nil {
		c.Effect = *f.Effect
	}
	if f.Against != nil {
		c.Against = *f.Against
	}
	for _, b := range f.Builds {
		c.Builds = append(c.Builds, finding.Build{
			Build:  graph.Build{OS: b.OS, Arch: b.Arch, Tags: strings.Join(b.Tags, ","), NoCgo: !b.Cgo},
			ByArch: b.ByArch,
		})
	}
	return c, sentence.Placeless(c) != ""
}

// Word fills Message and Evidence with the sentences of what f claims.
func (f *Finding) Word() {
	c, _ := f.Claim()
	f.Message, f.Evidence = sentence.Message(c), make([]string, 0, len(f.Facts))
	for _, fact := range f.Facts {
		f.Evidence = append(f.Evidence, sentence.Fact(fact, c))
	}
}
