package analyze_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/difftest"
)

// uses returns who uses what the facts of a result are about, a line each.
func uses(res *analyze.Result) []string {
	var out []string
	for i := range res.Facts {
		if f := &res.Facts[i]; f.Used != nil {
			out = append(out, strings.TrimSpace(fmt.Sprintf("%s %s: %s %s %d %s:%d %s", f.Name, f.Change, f.Used.Verb, f.Used.Name, f.Used.Files, f.Used.First.Path, f.Used.First.Line, f.Used.In)))
		}
	}
	return out
}

// Who reads a setting, names a table or handles an operation is told where it is certain, and only there.
func TestNaming(t *testing.T) {
	for _, test := range []struct {
		name, source string
		want         []string
	}{
		{"a setting by its whole path, product before tests", `
-- base/config/app.yaml --
server:
  timeout: 30
  size: 1
-- head/config/app.yaml --
server:
  timeout: 5
  size: 2
-- base/load.go --
package app

import "example.com/config"

func Load() int {
	// server.size is read elsewhere
	return config.Int("server.timeout") + config.Int("timeout") + config.Int("web.server.size")
}
-- base/load_test.go --
package app

import "testing"

func TestLoad(t *testing.T) { _ = "server.size" }
`, []string{"server.timeout default changed: names  1 load.go:7 Load"}},

		{"a variable of the environment", `
-- base/.env --
PAGE_SIZE=30
LIMIT=1
-- head/.env --
PAGE_SIZE=5
LIMIT=2
-- base/load.ts --
export const size = Number(process.env.PAGE_SIZE);
export const limit = Number(process.env.LIMIT);
-- base/load.py --
import os

def size():
    return os.environ["PAGE_SIZE"]
`, []string{"PAGE_SIZE changed: names  2 load.py:4 size"}},

		{"a field that Spring fills, and a placeholder", `
-- base/src/main/resources/application.properties --
shop.mail.max-retries=3
shop.greeting=hi
-- head/src/main/resources/application.properties --
shop.mail.max-retries=4
shop.greeting=hello
-- base/src/main/java/Mail.java --
import org.springframework.boot.context.properties.ConfigurationProperties;

@ConfigurationProperties(prefix = "shop.mail")
public class Mail {
    private int maxRetries;

    public void setMaxRetries(int n) { maxRetries = n; }
}
-- base/src/main/java/Greeter.java --
import org.springframework.beans.factory.annotation.Value;

public class Greeter {
    @Value("${shop.greeting:hey}")
    private String greeting;

    public String greet() { return greeting; }
}
`, []string{"shop.mail.max-retries default changed: binds  1 src/main/java/Mail.java:5 Mail.maxRetries", "shop.greeting default changed: names  1 src/main/java/Greeter.java:4 Greeter.greeting"}},

		{"appsettings with a colon", `
-- base/appsettings.json --
{"Mail": {"Retries": 3}}
-- head/appsettings.json --
{"Mail": {"Retries": 4}}
-- base/Startup.cs --
class Startup {
    int Retries() { return Read("Mail:Retries"); }
}
`, []string{"Mail.Retries default changed: names Mail:Retries 1 Startup.cs:2 Startup.Retries"}},

		{"queries and models of a table, other migrations aside", `
-- head/migrations/0002_drop.sql --
ALTER TABLE users DROP COLUMN email;
ALTER TABLE orders DROP COLUMN note;
DROP TABLE teams;
-- base/migrations/0001_init.sql --
CREATE TABLE users (id int, email text);
-- base/migrations/seed.go --
package migrations

const seed = "INSERT INTO users (email) VALUES ('a')"
-- base/store.go --
package store

func find() string { return "SELECT id, email FROM public.users u WHERE u.id = 1" }

func list() string { return "SELECT id FROM orders" }

// SELECT * FROM teams
func other() string { return "the best of all teams" }
-- base/model.py --
class Team(Base):
    __tablename__ = "teams"
`, []string{
			"users.email column dropped: names  1 store.go:3 find", "orders.note column dropped: names orders 1 store.go:5 list",
			"teams table dropped: names  1 model.py:2 Team.__tablename__",
		}},

		{"the handler of an operation, by method and whole path", `
-- base/openapi.yaml --
openapi: 3.0.0
info: {title: a, version: "1"}
paths:
  /users/{id}:
    get: {responses: {"200": {description: a}}}
    delete: {responses: {"200": {description: a}}}
-- head/openapi.yaml --
openapi: 3.0.0
info: {title: a, version: "1"}
paths:
  /users/{id}:
    get: {responses: {"200": {description: a}, "404": {description: b}}}
    delete: {responses: {"200": {description: a}, "404": {description: b}}}
-- base/api/users.py --
from fastapi import APIRouter

router = APIRouter()

@router.get("/users/{user_id}")
def read_user(user_id: int):
    return user_id

@router.delete("/teams/users/{user_id}")
def drop_user(user_id: int):
    return user_id
`, []string{"paths./users/{id}.get.responses.404 added: handles  1 api/users.py:6 read_user"}},

		{"the method of a service of Protobuf", `
-- base/greeter.proto --
syntax = "proto3";
package hello;
service Greeter { rpc SayHello (Request) returns (Reply); }
message Request { string name = 1; }
message Reply { string text = 1; }
message Other { string text = 1; }
-- head/greeter.proto --
syntax = "proto3";
package hello;
service Greeter { rpc SayHello (Other) returns (Reply); }
message Request { string name = 1; }
message Reply { string text = 1; }
message Other { string text = 1; }
-- base/server.py --
from hello import hello_pb2_grpc

class Server(hello_pb2_grpc.GreeterServicer):
    def SayHello(self, request, context):
        return None
`, []string{"Greeter.SayHello changed: handles  1 server.py:4 Server.SayHello"}},

		{"the resolver of a field of GraphQL", `
-- base/schema.graphql --
type Query { users: Int, teams: Int }
-- head/schema.graphql --
type Query { users: String, teams: String }
-- base/resolver.go --
package graph

type queryResolver struct{}

func (r *queryResolver) Users() string { return "" }
`, []string{"Query.users changed: handles  1 resolver.go:5 queryResolver.Users"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, uses(run(t, archive(t, test.source)))); diff != "" {
				t.Errorf("uses (-want +got):\n%s", diff)
			}
		})
	}
}

// The terms of a snapshot are stored: a run that has them reads one record for all files, and tells the
// same. A run without a fact that code may name reads nothing.
func TestNamingReadsOneRecord(t *testing.T) {
	files := map[string][]byte{"config/app.yaml": []byte("server:\n  timeout: 30\n")}
	for i := range 200 {
		files[fmt.Sprintf("p%d/p.go", i)] = fmt.Appendf(nil, "package p%d\n\nfunc f(read func(string) int) int { return read(\"server.key%d\") + read(\"server.timeout\") }\n", i, i)
		if i > 2 {
			files[fmt.Sprintf("p%d/p.go", i)] = fmt.Appendf(nil, "package p%d\n\nfunc f(read func(string) int) int { return read(\"server.key%d\") }\n", i, i)
		}
	}
	blobs := make(difftest.Blobs)
	base := blobs.Snapshot("base", files)
	change := func(name, content string) analyze.Input {
		head := make(map[string][]byte)
		for path, c := range files {
			head[path] = c
		}
		head[name] = []byte(content)
		in := analyze.Input{Base: base, Head: blobs.Snapshot(name, head), Blobs: blobs, Languages: repository(t, 1).Languages, Workers: 1}
		var err error
		if in.Changes, err = diff.Compare(in.Base, in.Head, func(id string) ([]byte, error) { return blobs[id], nil }); err != nil {
			t.Fatal(err)
		}
		return in
	}
	dir := t.TempDir()
	setting := change("config/app.yaml", "server:\n  timeout: 5\n")
	first := warm(t, setting, dir)
	again := warm(t, setting, dir)
	other := warm(t, change("README.md", "a\n"), dir)
	if diff := cmp.Diff(uses(first), uses(again)); diff != "" || len(uses(first)) != 1 || first.Facts[0].Used.Files != 3 {
		t.Errorf("%v (-first +again):\n%s", uses(first), diff)
	}
	record := again.Stats.DecodedBytes - other.Stats.DecodedBytes
	if record <= 0 || record > 6000 {
		t.Errorf("%d bytes read for a changed setting", record)
	}
	// Of a changed file its own terms count.
	edited := change("p0/p.go", "package p0\n\nfunc f(read func(string) int) int { return read(\"server.key0\") }\n")
	edited.Head.Files = append([]diff.File(nil), edited.Head.Files...)
	both := change("config/app.yaml", "server:\n  timeout: 6\n")
	for i, f := range both.Head.Files {
		if f.Path == "p0/p.go" {
			both.Head.Files[i] = edited.Head.Files[i]
		}
	}
	both.Changes = append(both.Changes, edited.Changes...)
	if got := warm(t, both, dir).Facts; len(got) != 1 || got[0].Used == nil || got[0].Used.Files != 2 || got[0].Used.Verb != fact.Names {
		t.Errorf("%+v", got)
	}
}
