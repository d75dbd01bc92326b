package markdown

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/reporttest"
)

// pushed is a report on the head with the number n and findings with these fingerprints.
func pushed(n int, fingerprints ...string) *report.Report {
	r := reporttest.Reports()["removed"]
	r.Head.Commit = fmt.Sprintf("%040x", n)
	f := r.Findings[0]
	r.Findings = nil
	for _, id := range fingerprints {
		f.Fingerprint = id
		r.Findings = append(r.Findings, f)
	}
	r.Summary = report.Count(r, 1)
	return r
}

// Each comment follows the one before it.
func TestSinceTheLastPush(t *testing.T) {
	var last string
	for _, step := range []struct {
		report *report.Report
		want   string // of the line, empty for none
	}{
		{pushed(1, "a", "b"), ""},
		{pushed(1, "a", "b"), ""},
		{pushed(2, "b", "c", "c"), "1 fixed, 2 new, 1 as before."},
		{pushed(2, "b", "c", "c"), "1 fixed, 2 new, 1 as before."},
		{pushed(2, "b", "c", "c"), "1 fixed, 2 new, 1 as before."},
		{pushed(3, "c", "b"), "1 fixed, 2 as before."},
		{pushed(4), "2 fixed."},
		{pushed(5), ""},
		{pushed(6, "b"), "1 new."},
		{pushed(5), "1 fixed."}, // pushed back by force
	} {
		again := Render(step.report, Options{Previous: ReadState(last)})
		_, line, _ := strings.Cut(again, "\nSince the last push (")
		_, line, _ = strings.Cut(line, "): ")
		line, _, _ = strings.Cut(line, "\n")
		if line != step.want {
			t.Errorf("head %s: %q, want %q", step.report.Head.Commit[39:], line, step.want)
		}
		last = again
	}
}

// A second run on the same head with the same findings writes the same bytes.
func TestSameHeadSameBytes(t *testing.T) {
	for name, r := range reporttest.Reports() {
		for _, limit := range []int{DefaultLimit, 3000} {
			before := pushed(7, "0123456789abcdef", "x")
			first := Render(r, Options{Limit: limit, Previous: ReadState(Render(before, Options{}))})
			second := Render(r, Options{Limit: limit, Previous: ReadState(first)})
			if first != second {
				t.Errorf("%s: the second comment differs:\n%s\n%s", name, first, second)
			}
		}
	}
}

func TestStateIsBounded(t *testing.T) {
	many := func(n, from, to int) *report.Report {
		var ids []string
		for i := from; i < to; i++ {
			ids = append(ids, fmt.Sprint(i))
		}
		return pushed(n, ids...)
	}
	const room = DefaultLimit / 3
	two := remember(many(1, 0, 2000), State{}, room)
	if got := ReadState(two.encode()); !reflect.DeepEqual(got, two) || len(got.now.findings) != 2000 {
		t.Errorf("2000 findings: %d come back", len(got.now.findings))
	}
	next := remember(many(2, 1990, 3990), two, room)
	if _, _, _, ok := next.delta(); ok || len(next.now.findings) != 2000 || len(next.encode()) > room {
		t.Errorf("2000 other findings: %d bytes, %d findings, compared: %v", len(next.encode()), len(next.now.findings), ok)
	}
	next = remember(many(3, 2000, 4000), next, room)
	if fixed, added, same, ok := next.delta(); !ok || fixed != 10 || added != 10 || same != 1990 {
		t.Errorf("after 10 of 2000 changed: %d fixed, %d new, %d as before, compared: %v", fixed, added, same, ok)
	}
	next = remember(many(4, 0, 9000), next, room)
	if !next.now.capped || len(next.encode()) > 300 {
		t.Errorf("9000 findings: %d bytes", len(next.encode()))
	}
	if _, _, _, ok := remember(pushed(5, "1"), ReadState(next.encode()), room).delta(); ok {
		t.Error("something is compared with what was not remembered")
	}
}

func TestReadStateOfAnotherMakesNone(t *testing.T) {
	pack := func(s string) string {
		var b bytes.Buffer
		w, _ := flate.NewWriter(&b, flate.BestCompression)
		fmt.Fprint(w, s)
		w.Close()
		return base64.StdEncoding.EncodeToString(b.Bytes())
	}
	id := strings.Repeat("a", 40)
	good := id + " 0000000111111111\n"
	if s := ReadState("x\r\n" + stateBegin + pack(good) + stateEnd + "\r\n"); len(s.now.findings) != 2 {
		t.Fatalf("a good state is not read: %v", s)
	}
	for _, comment := range []string{
		"", "no state", stateBegin, stateBegin + stateEnd, stateBegin + pack(good), stateBegin + "!" + pack(good) + stateEnd,
		strings.Replace(stateBegin, "v1", "v2", 1) + pack(good) + stateEnd,
		stateBegin + pack(good)[:20] + stateEnd,
		stateBegin + pack("garbage") + stateEnd,
		stateBegin + pack("") + stateEnd,
		stateBegin + pack("\n") + stateEnd,
		stateBegin + pack(good+"\n") + stateEnd,
		stateBegin + pack(good+good+good) + stateEnd,
		stateBegin + pack(good+good[1:]) + stateEnd,
		stateBegin + pack("HEAD"+good[40:]) + stateEnd,
		stateBegin + pack(strings.ToUpper(good)) + stateEnd,
		stateBegin + pack(id+" 000000011111111\n") + stateEnd,
		stateBegin + pack(id+" 0000000x11111111\n") + stateEnd,
		stateBegin + pack(id+" 1111111100000001\n") + stateEnd,                           // not sorted
		stateBegin + pack(good+id+" "+strings.Repeat("00000000", 1<<20)+"\n") + stateEnd, // a bomb
		stateBegin + strings.Repeat("A", 1<<20) + stateEnd,
	} {
		if s := ReadState(comment); !reflect.DeepEqual(s, State{}) {
			t.Errorf("%.80q: %v", comment, s)
		}
	}
}

func FuzzReadState(f *testing.F) {
	f.Add(Render(reporttest.Reports()["removed"], Options{}))
	f.Add("<!-- nexus-ci:state:v1 AAAA -->")
	f.Fuzz(func(t *testing.T, comment string) {
		s := ReadState(comment)
		if again := ReadState(s.encode()); s.now.head != "" && !reflect.DeepEqual(again, s) {
			t.Errorf("%v is read as %v", s, again)
		}
		Render(reporttest.Reports()["removed"], Options{Previous: s})
	})
}
