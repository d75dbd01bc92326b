package sentence

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/finding"
)

// maxBuilds is the maximum number of builds that a sentence names.
const maxBuilds = 3

// inBuilds returns a clause, after a comma, that names the builds which a claim is limited to;
// empty for all.
func inBuilds(in []finding.Build) string {
	if len(in) == 0 {
		return ""
	}
	var names []string
	for i, b := range in {
		if i == maxBuilds && len(in) > maxBuilds+1 {
			names = append(names, count(len(in)-i, "other"))
			break
		}
		names = append(names, buildName(b))
	}
	last := len(names) - 1
	if last == 0 {
		return ", in builds for " + names[0]
	}
	return ", in builds for " + strings.Join(names[:last], ", ") + " and " + names[last]
}

// buildName names a build by its differences from the others: the system, the processor where it is
// significant, the tags.
func buildName(b finding.Build) string {
	name := b.OS
	if b.ByArch {
		name += "/" + b.Arch
	}
	switch tags := strings.ReplaceAll(b.Tags, ",", ", "); {
	case tags == "":
	case strings.Contains(tags, ","):
		name += " with the tags " + tags
	default:
		name += " with the tag " + tags
	}
	if b.NoCgo {
		name += " without cgo"
	}
	return name
}
