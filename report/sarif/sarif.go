// Package sarif renders a report as SARIF 2.1.0, for GitHub code scanning and for
// whatever else reads that standard.
//
// In: a report.Report and Options. Out: a log with one run, in which each group of
// findings is one result, and each behaviour and each fact outside of code a note.
//
// A result stands where the diff shows its cause, mostly at the changed declaration:
// GitHub shows an alert on a pull request only where all lines of its location are in the
// diff, and what breaks is mostly outside of it. The places that break are related
// locations, and the message links the first of them.
//
// A result is recognised after further pushes by its rule, its symbol and what was done
// to that, so that an alert stays the same one while its places are mended one by one.
//
// Invariants: equal reports give equal bytes; text from the repository is plain text of
// one line, in which nothing is a link; paths are relative URIs; GitHub takes the log,
// and a notification says what was left out for that.
//
// Deliberately absent: what a report has beside these. Markdown and JSON tell that.
package sarif

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/view"
)

const (
	schema      = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	information = "https://github.com/nexus-ci/nexus-ci"
	// root is the base of all paths.
	root = "%SRCROOT%"
	// fingerprintKey says what the fingerprint of a result is made of: what is claimed, as
	// data. That of nexus-ci/v1 was made of a sentence, and changed with its words.
	fingerprintKey = "nexus-ci/v2"
)

// Options say what the report does not know. The zero value is useful.
type Options struct {
	RepositoryURL string // of the pages of the repository, as in "https://github.com/o/r"
}

// limits are what GitHub takes of one run.
type limits struct {
	results, locations int // the latter of one result
	compressed         int // bytes
}

// Render returns the log, with a final newline.
func Render(r *report.Report, o Options) ([]byte, error) {
	return render(r, o, limits{results: 25_000, locations: 1_000, compressed: 10 << 20})
}

// render leaves out results, the least important first, until the log is small enough.
func render(r *report.Report, o Options, l limits) ([]byte, error) {
	for {
		only := newRun(r, o, l)
		data, err := encode(log{Schema: schema, Version: "2.1.0", Runs: []run{only}})
		if err != nil {
			return nil, err
		}
		if len(only.Results) == 0 || compressed(data) <= l.compressed {
			return data, nil
		}
		l.results = len(only.Results) / 2
	}
}

func encode(l log) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(l); err != nil {
		return nil, fmt.Errorf("encode SARIF: %w", err)
	}
	return b.Bytes(), nil
}

// compressed returns how large data is as it is sent to GitHub.
func compressed(data []byte) int {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	// Writes to a buffer do not fail.
	_, _ = w.Write(data)
	_ = w.Close()
	return b.Len()
}

func newRun(r *report.Report, o Options, l limits) run {
	rules := newRules()
	out := run{
		Tool: tool{driver{
			Name: "nexus-ci", Version: strings.TrimPrefix(plain(r.Tool.Version), "v"), InformationURI: information, Rules: rules,
		}},
		OriginalURIBaseIDs: map[string]artifactLocation{
			root: {Description: &message{Text: "The root of the repository."}},
		},
		Results: []result{},
	}
	if o.RepositoryURL != "" {
		out.VersionControl = []versionControl{{
			RepositoryURI: o.RepositoryURL, RevisionID: r.Head.Commit, MappedTo: artifactLocation{URIBaseID: root},
		}}
	}
	groups := view.RankedGroups(r)
	places := 0
	for i := range groups {
		one, more := newResult(&groups[i], rules, l.locations)
		out.Results = append(out.Results, one)
		if i < l.results {
			places += more
		}
	}
	out.Results = append(out.Results, newNotes(r, out.Results, rules)...)
	more := max(0, len(out.Results)-l.results)
	out.Results = out.Results[:len(out.Results)-more]
	out.Invocations = []invocation{{ExecutionSuccessful: true, Notifications: notifications(r, more, places)}}
	return out
}
