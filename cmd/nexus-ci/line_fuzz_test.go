package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"path/filepath"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/analyze/finding/rules"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/analyze/skew"
	"github.com/nexus-ci/nexus-ci/cmd/nexus-ci/internal/mutate"
	"github.com/nexus-ci/nexus-ci/diff/difftest"
	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/actions"
	"github.com/nexus-ci/nexus-ci/report/markdown"
	"github.com/nexus-ci/nexus-ci/report/prompt"
	"github.com/nexus-ci/nexus-ci/report/sarif"
	"github.com/nexus-ci/nexus-ci/report/text"
	"github.com/nexus-ci/nexus-ci/report/view"
)

const (
	// lineAllocations bounds what one run over a mutated archive may allocate, in bytes:
	// about 5,000 bytes for each byte of the largest archive.
	lineAllocations = 320 << 20
	// lineStack bounds the stack of every goroutine, in bytes. Go's own limit is 1 GB, which
	// hides recursion that grows with the input.
	lineStack = 64 << 20
	// lineDeadline ends a run that hangs. Only a long search has it: no test depends on a clock.
	lineDeadline = 5 * time.Minute
)

// FuzzLine looks for a pair of source trees that the whole line, from two snapshots to
// every form of the report, does not survive: a panic, a run without end, memory out of
// proportion, two results for one input, a report that does not fit its own schema.
//
// archive holds the trees (see diff/difftest); seed chooses the edits that are made to
// them first (see internal/mutate), so that a corpus of ordinary sources reaches far.
func FuzzLine(f *testing.F) {
	for i, ar := range lineSeeds(f) {
		f.Add(txtar.Format(ar), uint64(i))
	}
	l := newLineTest(f)
	f.Fuzz(l.check)
}

var (
	lineFrom = flag.Uint64("line.from", 1, "first seed of TestLineMutations")
	lineRuns = flag.Uint64("line.runs", 150, "how many seeds TestLineMutations tries")
)

// TestLineMutations does what FuzzLine does for a range of seeds, without instrumented
// code and so several times faster. -line.runs makes it a long search.
func TestLineMutations(t *testing.T) {
	var archives [][]byte
	for _, ar := range lineSeeds(t) {
		archives = append(archives, txtar.Format(ar))
	}
	l := newLineTest(t)
	for seed := *lineFrom; seed < *lineFrom+*lineRuns; seed++ {
		archive := archives[mutate.Mix(seed)%uint64(len(archives))]
		done := make(chan struct{})
		go func() { // a goroutine of its own has a stack of its own
			defer close(done)
			defer func() {
				if r := recover(); r != nil {
					t.Errorf("panic: %v\n%s", r, debug.Stack())
				}
			}()
			l.check(t, archive, seed)
		}()
		<-done
		if t.Failed() {
			t.Fatalf("seed %d of\n%s", seed, txtar.Format(mutate.Archive(txtar.Parse(archive), seed)))
		}
	}
}

// A lineTest is what the runs over many archives share.
type lineTest struct {
	languages []*lang.Language
	schema    *jsonschema.Schema
	deadline  bool
}

func newLineTest(tb testing.TB) *lineTest {
	debug.SetMaxStack(lineStack)
	return &lineTest{
		languages: all.Languages(), schema: reportSchema(tb),
		deadline: *lineRuns > 1000 || flag.Lookup("test.fuzz").Value.String() != "" ||
			flag.Lookup("test.fuzzworker").Value.String() == "true",
	}
}

// check runs the line over an archive after the edits of seed.
func (l *lineTest) check(t *testing.T, archive []byte, seed uint64) {
	if l.deadline {
		late := func() { panic(fmt.Sprintf("the run takes too long: seed %d", seed)) }
		defer time.AfterFunc(lineDeadline, late).Stop()
	}
	c, err := difftest.Parse(mutate.Archive(txtar.Parse(archive), seed))
	if err != nil {
		return
	}
	before := allocated()
	res := l.run(t, c, 1)
	if n := allocated() - before; n > lineAllocations {
		t.Errorf("the run allocated %d bytes, more than %d", n, lineAllocations)
	}
	if seed%2 != 0 { // rendering is half of the work, and sees fewer differences
		return
	}
	once := forms(t, res)
	if seed%8 != 0 {
		return
	}
	var document any
	if err := json.Unmarshal(once["json"], &document); err != nil {
		t.Fatalf("the report is not JSON: %v", err)
	}
	if err := l.schema.Validate(document); err != nil {
		t.Errorf("the report does not fit its schema: %v", err)
	}
	twice := forms(t, l.run(t, c, 3))
	for form := range once {
		if !bytes.Equal(once[form], twice[form]) {
			t.Errorf("%s differs between two runs:\n%s\nand\n%s", form, once[form], twice[form])
		}
	}
}

// run analyses a change.
func (l *lineTest) run(t *testing.T, c *difftest.Case, workers int) *analyze.Result {
	t.Helper()
	in := analyze.Input{
		Base: c.Base, Head: c.Head, Changes: c.Changes, Blobs: c.Blobs,
		Meta: analyze.Meta{Title: "Change"}, Languages: l.languages, Workers: workers,
	}
	if c.Other != nil {
		in.Branches = []skew.Branch{{Name: "other", Base: c.Base, Tip: c.Other, Changes: c.OtherChanges, HeadChanges: c.Changes}}
	}
	res, err := analyze.Run(context.Background(), in)
	if err != nil {
		t.Fatalf("analyse: %v", err)
	}
	return res
}

// forms returns the report of a result in every form.
func forms(t *testing.T, res *analyze.Result) map[string][]byte {
	t.Helper()
	r := report.Build(report.Input{
		Tool: report.Tool{Name: "nexus-ci", Version: "test"}, Base: report.Revision{Ref: "base"}, Head: report.Revision{Ref: "head"},
		BaseGraph: res.Base.Graph, HeadGraph: res.Head.Graph,
		Change: res.Change, Behaviours: res.Behaviours, Coverage: res.Coverage, Impact: res.Impact, Findings: res.Findings, Forgotten: res.Forgotten, Assessment: res.Assessment,
	})
	var encoded bytes.Buffer
	if err := report.Encode(&encoded, r); err != nil {
		t.Fatalf("encode: %v", err)
	}
	if _, err := report.Decode(bytes.NewReader(encoded.Bytes())); err != nil {
		t.Errorf("the report cannot be read back: %v", err)
	}
	log, err := sarif.Render(r, sarif.Options{})
	if err != nil {
		t.Fatalf("SARIF: %v", err)
	}
	if !json.Valid(log) {
		t.Error("SARIF is not JSON")
	}
	comment := markdown.Render(r, markdown.Options{RepositoryURL: "https://github.com/owner/name"})
	if len(comment) > markdown.DefaultLimit {
		t.Errorf("the comment has %d bytes", len(comment))
	}
	terminal := text.Render(r, text.Options{Width: 80, Color: true, Verbose: true})
	if strings.ContainsAny(text.Render(r, text.Options{}), "\x00\x07\x1b\x7f") {
		t.Error("the text has control characters")
	}
	return map[string][]byte{
		"json": encoded.Bytes(), "sarif": log, "markdown": []byte(comment), "text": []byte(terminal),
		"prompt":      []byte(prompt.Render(r, prompt.Options{})),
		"annotations": []byte(strings.Join(actions.Commands(view.Annotations(r)), "\n")),
	}
}

// lineSeeds are the fixtures of all languages and rules, each as one archive.
func lineSeeds(tb testing.TB) []*txtar.Archive {
	tb.Helper()
	var seeds []*txtar.Archive
	for _, pattern := range []string{
		"../../analyze/lang/*/testdata/*.txtar", "../../analyze/resolve/testdata/*.txtar", "../../analyze/resolve/testdata/quality/*.txtar",
		"../../analyze/testdata/change/*.txtar", "../../testdata/repos/*.txtar", "testdata/line/*.txtar",
	} {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			tb.Fatalf("no archive fits %s (%v)", pattern, err)
		}
		for _, name := range names {
			ar, err := txtar.ParseFile(name)
			if err != nil {
				tb.Fatal(err)
			}
			seeds = append(seeds, ar)
		}
	}
	for _, rule := range rules.All() {
		for _, e := range rule.Examples.All() {
			seeds = append(seeds, txtar.Parse([]byte(e.Source)))
		}
	}
	for _, ar := range seeds {
		sides := slices.ContainsFunc(ar.Files, func(f txtar.File) bool { return strings.HasPrefix(f.Name, "base/") })
		for i := range ar.Files {
			if !sides { // a fixture of one state: the edits make the other
				ar.Files[i].Name = "base/" + ar.Files[i].Name
			}
		}
	}
	return seeds
}

func reportSchema(tb testing.TB) *jsonschema.Schema {
	tb.Helper()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(report.Schema()))
	if err != nil {
		tb.Fatal(err)
	}
	const url = "report.json"
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource(url, document); err != nil {
		tb.Fatal(err)
	}
	schema, err := compiler.Compile(url)
	if err != nil {
		tb.Fatal(err)
	}
	return schema
}

// allocated is how many bytes the program has allocated so far.
func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
