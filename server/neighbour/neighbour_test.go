package neighbour_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/server/app"
	"github.com/nexus-ci/nexus-ci/server/neighbour"
)

type forge struct {
	repositories []app.Repository
	asked        int
	err          error
}

func (f *forge) Repositories(context.Context, int64) ([]app.Repository, error) {
	f.asked++
	return f.repositories, f.err
}

func TestList(t *testing.T) {
	f := &forge{repositories: []app.Repository{
		{Name: "octo/open", Visibility: app.Public},
		{Name: "octo/inner", Visibility: app.Internal},
		{Name: "octo/closed", Visibility: app.Private},
		{Name: "octo/odd", Visibility: ""},
	}}
	for _, test := range []struct{ mode, repository, want string }{
		{neighbour.Public, "octo/open", "octo/open\n-octo/inner\n-octo/closed\n-octo/odd\n"},
		{neighbour.Public, "Octo/Inner", "octo/open\nocto/inner\n-octo/closed\n-octo/odd\n"},
		{neighbour.Public, "octo/closed", "octo/open\n-octo/inner\n-octo/closed\n-octo/odd\n"},
		{neighbour.Public, "octo/new", "octo/open\n-octo/inner\n-octo/closed\n-octo/odd\n"},
		{neighbour.All, "octo/open", "octo/open\nocto/inner\nocto/closed\nocto/odd\n"},
		{neighbour.Off, "octo/open", ""},
	} {
		n := &neighbour.Neighbours{Forge: f, Mode: test.mode, Now: time.Now}
		got, err := n.List(t.Context(), 7, test.repository)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s, %s:\n%s", test.mode, test.repository, diff)
		}
	}
}

// A repository that was made private is hidden after Age, and without an answer nothing is listed.
func TestListGetsOld(t *testing.T) {
	f := &forge{repositories: []app.Repository{{Name: "octo/a", Visibility: app.Public}}}
	now := time.Unix(0, 0)
	n := &neighbour.Neighbours{Forge: f, Mode: neighbour.Public, Now: func() time.Time { return now }}
	list := func() string {
		got, err := n.List(t.Context(), 7, "octo/b")
		if err != nil {
			return err.Error()
		}
		return got
	}
	list()
	f.repositories = []app.Repository{{Name: "octo/a", Visibility: app.Private}}
	if got := list(); got != "octo/a\n" || f.asked != 1 {
		t.Errorf("%q after %d questions", got, f.asked)
	}
	now = now.Add(neighbour.Age)
	if got := list(); got != "-octo/a\n" {
		t.Errorf("%q", got)
	}
	now, f.err = now.Add(neighbour.Age), errors.New("away")
	if got := list(); got != "away" {
		t.Errorf("%q", got)
	}
}
