package title_test

import (
	"context"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
	"github.com/nexus-ci/nexus-ci/analyze/process/title"
	"github.com/nexus-ci/nexus-ci/diff/difftest"
)

// Each file has one entry that is asked for, by name.
func TestOf(t *testing.T) {
	for _, c := range []struct{ file, code, entry, want string }{
		{"cmd/shop/main.go", "package main\n\nfunc main() { run() }\nfunc run() {}\n", "main", "program shop"},
		{"main.go", "package main\n\n// Serves the shop. More.\nfunc main() { run() }\nfunc run() {}\n", "main", "Serves the shop."},
		{"tools/build.py", "def main():\n    run()\n\ndef run():\n    pass\n", "main", "program tools/build.py"},
		{"web.go", "package web\n\nimport \"github.com/gin-gonic/gin\"\n\nfunc Routes(r *gin.Engine) {\n\tr.GET(\"/users/:id\", show)\n}\n\nfunc show(c *gin.Context) {}\n", "show", "GET /users/:id"},
		{"mux.go", "package web\n\nimport \"net/http\"\n\nfunc Routes(m *http.ServeMux) {\n\tm.HandleFunc(\"POST /items/{id}\", add)\n}\n\nfunc add(w http.ResponseWriter, r *http.Request) {}\n", "add", "POST /items/{id}"},
		{"wrapped.go", "package web\n\nimport \"net/http\"\n\nfunc Routes(m *http.ServeMux) {\n\tm.Handle(\"/items\",\n\t\tlogged(http.HandlerFunc(\n\t\t\tadd)))\n\tm.Handle(\"/other\", nil)\n}\n\nfunc logged(h http.Handler) http.Handler { return h }\n\nfunc add(w http.ResponseWriter, r *http.Request) {}\n", "add", "/items"},
		{"app.js", "const app = require('express')();\nfunction list(req, res) { res.send([]); }\nfunction add(req, res) { res.send([]); }\napp.get('/items', list);\napp\n  .get('/x', list)\n  .post('/items', add);\n", "add", "POST /items"},
		{"flask_app.py", "from flask import Flask\napp = Flask(__name__)\n\n@app.route(\"/login\", methods=[\"POST\"])\ndef login(mode='get'):\n    return check()\n\ndef check():\n    return 1\n", "login", "POST /login"},
		{"fast.py", "from fastapi import FastAPI\napp = FastAPI()\n\n@app.get(\"/items/{item}\")\nasync def item(item: str, q=cfg.put('/no')):\n    return q\n", "item", "GET /items/{item}"},
		{"Users.java", "package a;\n@RestController\n@RequestMapping(\"/users\")\npublic class Users {\n  @GetMapping(\"/{id}\")\n  public String show(String id) { return find(id); }\n  String find(String id) { return id; }\n}\n", "show", "GET /users/{id}"},
		{"Vets.java", "package a;\npublic class Vets {\n  @GetMapping({ \"/vets\" })\n  public String all() { return find(); }\n  String find() { return null; }\n}\n", "all", "GET /vets"},
		{"cats.ts", "@Controller('cats')\nexport class Cats {\n  @Get(':id')\n  one(id: string) { return this.find(id); }\n  find(id: string) { return id; }\n}\n", "one", "GET cats/:id"},
		{"Items.cs", "[ApiController]\n[Route(\"api/items\")]\npublic class Items : ControllerBase {\n  [HttpGet(\"{id}\")]\n  public string Show(string id) { return id; }\n}\n", "Show", "GET api/items/{id}"},
		{"cli.py", "import click\n\n@click.group()\ndef cli():\n    pass\n\n@cli.command(\"serve\")\ndef run_it():\n    cli()\n", "run_it", "command serve"},
		{"cli2.py", "import click\n\n@click.command()\ndef drop_all():\n    pass\n", "drop_all", "command drop-all"},
		{"cli3.py", "import click\n\n@click.command()\ndef drop_cmd():\n    pass\n", "drop_cmd", ""},
		{"args.py", "import argparse\n\ndef serve(args):\n    pass\n\ndef stop(args):\n    pass\n\ndef parser():\n    sub = argparse.ArgumentParser().add_subparsers()\n    p = sub.add_parser(\"serve\")\n    p.set_defaults(func=serve)\n    q = sub.add_parser(\"stop\")\n    q.set_defaults(func=stop)\n", "stop", "command stop"},
		{"cobra.go", "package cli\n\nimport \"github.com/spf13/cobra\"\n\nvar serve = &cobra.Command{\n\tUse:   \"serve [flags]\",\n\tShort: \"Serve it\",\n\tRunE:  runServe,\n}\n\nfunc runServe(cmd *cobra.Command, args []string) error { return nil }\n", "runServe", "command serve"},
		{"commander.js", "const { program } = require('commander');\nfunction build(dir) { return dir; }\nprogram\n  .command('build <dir>')\n  .description('build it')\n  .action(build);\n", "build", "command build"},
		{"shop/management/commands/restock.py", "class Command:\n    def handle(self):\n        pass\n", "handle", "command restock"},
		// Nothing is made up: this handler is registered under a name that the line does not say.
		{"dynamic.go", "package web\n\nimport \"net/http\"\n\nfunc Routes(m *http.ServeMux, at string) {\n\tm.HandleFunc(\"/no\", nil)\n\tm.HandleFunc(at, add)\n}\n\nfunc add(w http.ResponseWriter, r *http.Request) {}\n", "add", ""},
		{"doc.go", "package a\n\n// Sync copies what is new. It does not delete.\nfunc Sync() { copyAll() }\n\nfunc copyAll() {}\n", "Sync", "copies what is new."},
		{"hostile.py", "from flask import Flask\napp = Flask(__name__)\n\n@app.route(\"/a\x1b[31m|<b>" + strings.Repeat("x", 150) + "\")\ndef login():\n    return 1\n", "login", "/a [31m|<b>" + strings.Repeat("x", 68) + "…"},
	} {
		t.Run(c.file, func(t *testing.T) {
			g, files := indexed(t, c.file, c.code)
			var entry *graph.Node
			for _, n := range g.Nodes {
				if n.Name == c.entry && n.Label.Callable() {
					entry = n
				}
			}
			if entry == nil {
				t.Fatalf("no %s", c.entry)
			}
			lines := func(path string) []string { return strings.Split(string(files[path]), "\n") }
			if got := title.Of(g, entry, lines); got != c.want {
				t.Errorf("%q, want %q (entry %+v)", got, c.want, entry.Entry)
			}
			if got := title.Of(g, entry, func(string) []string { return nil }); got != "" && !strings.HasPrefix(c.want, "program ") && !strings.Contains(c.want, "restock") {
				t.Errorf("%q without files", got)
			}
		})
	}
}

// indexed returns the graph of one file.
func indexed(t *testing.T, path, code string) (*graph.Graph, map[string][]byte) {
	t.Helper()
	files := map[string][]byte{path: []byte(code)}
	blobs := make(difftest.Blobs)
	x, err := analyze.IndexSnapshot(context.Background(), blobs.Snapshot("main", files), blobs, all.Languages(), nil, analyze.Policy{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	return x.Graph, files
}
