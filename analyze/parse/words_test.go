package parse_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/lang/golang"
	"github.com/nexus-ci/nexus-ci/analyze/parse"
)

func TestFind(t *testing.T) {
	const src = `package a

// find_user is not find_users.
func find_user() string { return "find_user" + x.find_user }

const größe, find_userä = 1, ` + "`\nfind_user`"
	places := parse.Find([]byte(src), map[string]bool{"find_user": true, "größe": true})
	p := parse.NewParser()
	defer p.Close()
	p.Tell(golang.Language(), []byte(src), places)
	var got []string
	for _, at := range places {
		got = append(got, fmt.Sprintf("%s:%d:%d", at.Word, at.Line, at.In))
	}
	const want = "find_user:3:1 find_user:4:0 find_user:4:2 find_user:4:0 größe:6:0 find_user:7:2"
	if s := strings.Join(got, " "); s != want {
		t.Errorf("got  %s\nwant %s", s, want)
	}
}

func TestNames(t *testing.T) {
	const src = `package a

import "fmt"

// not this
func find_user(größe int) string {
	return "nor this" + x.Name /* nor
	this */ + y2 + 17
}
`
	p := parse.NewParser()
	defer p.Close()
	var got []string
	p.Names(golang.Language(), []byte("\xef\xbb\xbf"+src), func(line int, name string) { got = append(got, fmt.Sprint(name, ":", line)) })
	const want = "find_user:6 größe:6 int:6 string:6 x:7 Name:7 y2:8"
	if s := strings.Join(got, " "); s != want {
		t.Errorf("got  %s\nwant %s", s, want)
	}
	p.Names(golang.Language(), []byte("package a\x00"), func(int, string) { t.Error("a binary file has names") })
}
