package project

import (
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

type files map[string]string

func (f files) ReadFile(path string, limit int64) ([]byte, error) {
	if content, ok := f[path]; ok && int64(len(content)) <= limit {
		return []byte(content), nil
	}
	return nil, fs.ErrNotExist
}

func (f files) Paths() []string { return slices.Sorted(maps.Keys(f)) }

func graphOf(f files) *graph.Graph {
	b := graph.NewBuilder()
	for path, content := range f {
		n := &graph.Node{ID: "File:" + path, Label: graph.File, Path: path, End: strings.Count(content, "\n")}
		for ending, language := range map[string]string{".go": "go", ".ts": "typescript", ".py": "python", ".min.js": "javascript"} {
			if strings.HasSuffix(path, ending) {
				n.Language, n.Generated = language, ending == ".min.js"
			}
		}
		b.Add(n)
	}
	return b.Graph()
}

func TestRead(t *testing.T) {
	for _, tc := range []struct {
		name  string
		files files
		given Facts
		want  Facts
	}{
		{"nothing", files{}, Facts{}, Facts{Name: "folder"}},
		{"configuration", files{"package.json": `{"name": "a", "description": "b"}`}, Facts{Name: "mine", Description: "what I say"}, Facts{Name: "mine", Description: "what I say"}},
		{"node", files{"package.json": `{"name": "shop", "description": "Sells things", "dependencies": {"express": "^4", "left-pad": "1"}, "devDependencies": {"jest": "*"}}`, "a.ts": "\n\n", "b.py": "\n", "dist.min.js": "\n\n\n\n"},
			Facts{}, Facts{Name: "shop", Description: "Sells things", Languages: []string{"TypeScript", "Python"}, Frameworks: []string{"Express", "Jest"}}},
		{"a client whose tests need a server", files{"package.json": `{"name": "got", "devDependencies": {"express": "^4", "koa": "1", "vite": "5"}, "peerDependencies": {"koa": "1"}}`},
			Facts{}, Facts{Name: "got", Frameworks: []string{"Koa", "Vite"}}},
		{"go", files{"go.mod": "module example.org/x/shop/v3\n\nrequire (\n\tgithub.com/labstack/echo/v4 v4.1.0\n\tgoogle.golang.org/grpc v1.2.3 // indirect\n)\n", "README.md": "# Shop\n\n[![Build](x.svg)](y)\n\n<p align=center>\n\nA **shop** for [all](http://x) of\nus.\n\nMore.\n"},
			Facts{}, Facts{Name: "shop", Description: "A shop for all of us.", Frameworks: []string{"Echo"}}},
		{"python", files{"pyproject.toml": "[project]\nname = \"app\"\ndescription = '''Line one\nline two'''\ndependencies = [\"Flask[async]>=2\", \"sqlalchemy ~= 1.4\"]\n", "requirements-dev.txt": "pytest==8\n# comment\n-r other.txt\n"},
			Facts{}, Facts{Name: "app", Description: "Line one line two", Frameworks: []string{"Flask", "SQLAlchemy", "pytest"}}},
		{"poetry", files{"pyproject.toml": "[tool.poetry]\nname = \"p\"\n[tool.poetry.dependencies]\nDjango = \"^4\"\n"}, Facts{}, Facts{Name: "p", Frameworks: []string{"Django"}}},
		{"rust", files{"Cargo.toml": "[package]\nname = \"r\"\ndescription.workspace = true\n[dependencies]\naxum = { version = \"0.7\" }\n"}, Facts{}, Facts{Name: "r", Frameworks: []string{"axum"}}},
		{"maven", files{"pom.xml": "<project><artifactId>m</artifactId><description>d</description><parent><groupId>org.springframework.boot</groupId><artifactId>p</artifactId></parent></project>"},
			Facts{}, Facts{Name: "m", Description: "d", Frameworks: []string{"Spring Boot"}}},
		{"gradle", files{"build.gradle.kts": "plugins { id(\"io.micronaut.application\") }\ndependencies { implementation(\"io.ktor:ktor-server:2\") }", "build.sbt": `"com.typesafe.akka" %% "akka-actor" % "2"`},
			Facts{}, Facts{Name: "folder", Frameworks: []string{"Akka", "Ktor", "Micronaut"}}},
		{"ruby, php, swift", files{"Gemfile": "gem 'rails', '~> 7'\n", "composer.json": `{"name": "acme/blog", "require": {"laravel/framework": "^11"}}`, "Package.swift": `.package(url: "https://github.com/vapor/vapor.git", from: "4")`},
			Facts{}, Facts{Name: "blog", Frameworks: []string{"Laravel", "Rails", "Vapor"}}},
		{"parts of it", files{"services/api/package.json": `{"name": "api", "dependencies": {"fastify": "1"}}`, "examples/x/package.json": `{"dependencies": {"koa": "1"}}`, "vendor/y/go.mod": "module y\nrequire github.com/spf13/cobra v1.0.0\n"},
			Facts{}, Facts{Name: "folder", Frameworks: []string{"Fastify"}}},
		{"broken ones", files{"package.json": `{`, "pyproject.toml": "[", "pom.xml": "<", "go.mod": "module", "Cargo.toml": "=", "composer.json": "[]"}, Facts{}, Facts{Name: "folder"}},
		{"hostile", files{"package.json": "{\"name\": \"a\\n# b\\u001b[31m\", \"description\": \"x\\n\\n```\\n" + strings.Repeat("y", 600) + "\"}"}, Facts{}, Facts{Name: "a # b [31m", Description: "x ``` " + strings.Repeat("y", 493) + "…"}},
		{"README with a rule", files{"README.rst": "Shop\n====\n\nA shop.\n"}, Facts{}, Facts{Name: "folder", Description: "A shop."}},
	} {
		got := Read(tc.files, graphOf(tc.files), map[string]string{"typescript": "TypeScript", "python": "Python"}, tc.given, "folder")
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.name, diff)
		}
	}
}
