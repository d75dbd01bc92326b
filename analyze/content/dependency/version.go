package dependency

import (
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
)

// bump tells which part of a version differs. A range counts as its first version, of several
// alternatives the last, which is what is installed. The first number of 0.x is the major one,
// as everywhere else.
func bump(from, to string) (change string, kind fact.Kind) {
	a, b := numbers(lastAlternative(from)), numbers(lastAlternative(to))
	if len(a) == 0 || len(b) == 0 || strings.Contains(from, ",") && strings.Contains(to, ",") && !strings.ContainsAny(from+to, "<>=~^") {
		return "range-or-prerelease", "dependency-range"
	}
	for i, word := range []string{"major", "minor", "patch", "patch"} {
		if at(a, i) != at(b, i) {
			return word, fact.Kind("dependency-" + word)
		}
	}
	return "range-or-prerelease", "dependency-range"
}

// lastAlternative returns what stands behind the last || of a requirement.
func lastAlternative(requirement string) string {
	return requirement[strings.LastIndexByte(requirement, '|')+1:]
}

// numbers returns the leading numbers of the first version in a requirement, without those of a
// prerelease or build.
func numbers(requirement string) []string {
	start := strings.IndexAny(requirement, "0123456789")
	if start < 0 {
		return nil
	}
	var out []string
	for rest := requirement[start:]; ; {
		end := 0
		for end < len(rest) && rest[end] >= '0' && rest[end] <= '9' {
			end++
		}
		if end == 0 {
			return out
		}
		n := strings.TrimLeft(rest[:end], "0")
		if n == "" {
			n = "0"
		}
		out = append(out, n)
		if rest = rest[end:]; rest == "" || rest[0] != '.' {
			return out
		}
		rest = rest[1:]
	}
}

// at returns the i-th number, 0 where the version ends before it.
func at(numbers []string, i int) string {
	if i < len(numbers) {
		return numbers[i]
	}
	return "0"
}
