package publish

import (
	"fmt"
	"strconv"

	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

// Number returns the number above zero in an environment variable of a job.
func Number(getenv func(string) string, name string) (int64, error) {
	n, err := strconv.ParseInt(getenv(name), 10, 64)
	if err != nil || n <= 0 {
		return 0, fmt.Errorf("%s is %q, want a number", name, getenv(name))
	}
	return n, nil
}

// CommitID returns the id of a commit in an environment variable of a job. pattern matches the ids
// that the forge writes.
func CommitID(getenv func(string) string, name string, pattern *lazyregexp.Regexp) (string, error) {
	if !pattern.MatchString(getenv(name)) {
		return "", fmt.Errorf("%s is %q, want the id of a commit", name, getenv(name))
	}
	return getenv(name), nil
}
