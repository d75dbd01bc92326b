package chat_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/chat"
	"github.com/nexus-ci/nexus-ci/chat/model"
	"github.com/nexus-ci/nexus-ci/report"
)

// Of what a model says of a change those sentences are kept that name places of the report.
func TestSummarise(t *testing.T) {
	login, users, other := report.Location{Path: "src/routes/login.ts", Line: 23}, report.Location{Path: "src/db/users.ts", Line: 7}, report.Location{Path: "old/db/users.ts", Line: 9}
	places := map[report.Location]bool{login: true, users: true, other: true, {Path: "src/routes/login.ts", Line: 30}: true}
	for _, tc := range []struct {
		name, said string
		want       []report.ModelClaim
		leftOut    int
	}{
		{"two sentences", "The call at src/routes/login.ts:23 lacks an argument. Look at `findByEmail` (src/db/users.ts:7) first.", []report.ModelClaim{
			{Text: "The call at src/routes/login.ts:23 lacks an argument.", Places: []report.Location{login}},
			{Text: "Look at `findByEmail` (src/db/users.ts:7) first.", Places: []report.Location{users}},
		}, 0},
		{"a list", "# Summary\n\n1. It breaks src/routes/login.ts:23\n- and src/db/users.ts:7 with it!\n", []report.ModelClaim{
			{Text: "It breaks src/routes/login.ts:23", Places: []report.Location{login}},
			{Text: "and src/db/users.ts:7 with it!", Places: []report.Location{users}},
		}, 1},
		{"no place", "It is safe. Merge it now! The call at src/routes/login.ts:23 breaks.", []report.ModelClaim{{Text: "The call at src/routes/login.ts:23 breaks.", Places: []report.Location{login}}}, 2},
		{"another line", "The call at src/routes/login.ts:24 breaks. So does that at src/routes/login.ts:23.", []report.ModelClaim{{Text: "So does that at src/routes/login.ts:23.", Places: []report.Location{login}}}, 1},
		{"another file", "Both src/routes/login.ts:23 and src/made/up.ts:1 break. See src/routes/login.ts:23 alone.", []report.ModelClaim{{Text: "See src/routes/login.ts:23 alone.", Places: []report.Location{login}}}, 1},
		{"the end of a path", "The lookup at db/users.ts:7 breaks. That at db/users.ts:8 does not.", []report.ModelClaim{{Text: "The lookup at db/users.ts:7 breaks.", Places: []report.Location{users}}}, 1},
		{"lines", "The lines src/routes/login.ts:23-30 change. The lines src/routes/login.ts:23-31 do not.", []report.ModelClaim{
			{Text: "The lines src/routes/login.ts:23-30 change.", Places: []report.Location{login, {Path: "src/routes/login.ts", Line: 30}}},
		}, 1},
		{"a place alone", "src/routes/login.ts:23. Here (src/db/users.ts:7). The lookup breaks at src/db/users.ts:7.", []report.ModelClaim{{Text: "The lookup breaks at src/db/users.ts:7.", Places: []report.Location{users}}}, 2},
		{"addresses and times", "Log in at https://evil.example/login because of src/db/users.ts:7. At 10:30 src/db/users.ts:7 fails.", []report.ModelClaim{{Text: "At 10:30 src/db/users.ts:7 fails.", Places: []report.Location{users}}}, 1},
		{"control characters", "The call\x1b[2J at src/db/users.ts:7\u202e breaks\u2028::error::it.", []report.ModelClaim{{Text: "The call [2J at src/db/users.ts:7 breaks ::error::it.", Places: []report.Location{users}}}, 0},
		{"too long", strings.Repeat("long ", 100) + "src/db/users.ts:7. It is at src/db/users.ts:7.", []report.ModelClaim{{Text: "It is at src/db/users.ts:7.", Places: []report.Location{users}}}, 1},
		{"nothing", "It is safe to merge.", nil, 0},
		{"no text", "", nil, 0},
	} {
		m := &scripted{answers: []model.Answer{says(tc.said)}}
		got, err := chat.Summarise(t.Context(), m, &chat.Change{Report: "the report"}, places)
		if stop := (*chat.StopError)(nil); tc.want == nil && (got != nil || !errors.As(err, &stop)) {
			t.Errorf("%s: %v, %v; want an error", tc.name, got, err)
		} else if tc.want == nil {
			continue
		} else if err != nil {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		if diff := cmp.Diff(&report.ModelSummary{Claims: tc.want, LeftOut: tc.leftOut}, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.name, diff)
		}
		if r := m.requests[0]; len(r.Tools) > 0 || !strings.Contains(text(r), "the report") {
			t.Errorf("%s: the request %v", tc.name, r)
		}
	}
}

// There are not more claims than a report may have.
func TestSummariseBounded(t *testing.T) {
	m := &scripted{answers: []model.Answer{says(strings.Repeat("It breaks at a.go:1. ", 1000))}}
	got, err := chat.Summarise(t.Context(), m, &chat.Change{}, map[report.Location]bool{{Path: "a.go", Line: 1}: true})
	if err != nil || len(got.Claims) != report.MaxModelClaims || got.LeftOut != 1000-report.MaxModelClaims {
		t.Errorf("%v, %v", got, err)
	}
}
