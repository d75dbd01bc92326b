package project_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript/project"
)

// repository is a snapshot in memory: path to content. Only manifests need any.
type repository map[string]string

func (p repository) Has(path string) bool { _, ok := p[path]; return ok }

func (p repository) Paths() []string {
	var paths []string
	for path := range p {
		if isCode(path) || p.reader(path) != nil {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return paths
}

func isCode(path string) bool {
	i := strings.LastIndexByte(path, '.')
	return i >= 0 && slices.Contains([]string{".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx", ".vue", ".svelte"}, path[i:])
}

func (p repository) reader(path string) *lang.Language {
	for _, l := range project.Manifests() {
		if slices.Contains(l.Filenames, path[strings.LastIndexByte(path, '/')+1:]) {
			return l
		}
	}
	return nil
}

func (p repository) Facts(path string) *facts.File {
	l := p.reader(path)
	if l == nil || !p.Has(path) {
		return nil
	}
	f := &facts.File{}
	if err := l.Read([]byte(p[path]), f); err != nil {
		return nil
	}
	return f
}

func (p repository) Manifests() []lang.Manifest {
	var list []lang.Manifest
	for _, path := range p.Paths() {
		if f := p.Facts(path); f != nil && f.Manifest != nil {
			list = append(list, lang.Manifest{Path: path, Manifest: f.Manifest})
		}
	}
	return list
}

// describe writes a target as a word: a path, external, missing or unknown.
func describe(t lang.Target) string {
	switch {
	case t.Unit != "":
		return t.Unit
	case t.External:
		return "external"
	case t.Missing:
		return "missing"
	}
	return "unknown"
}

type links []struct{ from, source, want string }

func (l links) check(t *testing.T, p repository) {
	t.Helper()
	linker := project.NewLinker(p)
	for _, x := range l {
		if diff := cmp.Diff(x.want, describe(linker.Link(x.from, x.source, "x"))); diff != "" {
			t.Errorf("%s imports %q (-want +got):\n%s", x.from, x.source, diff)
		}
	}
}

func TestRelative(t *testing.T) {
	links{
		{"src/a.ts", "./b", "src/b.ts"},
		{"src/a.ts", "./b.js", "src/b.ts"},
		{"src/a.ts", "./view.js", "src/view.tsx"},
		{"src/a.ts", "./view", "src/view.tsx"},
		{"src/a.ts", "./both.js", "src/both.js"},
		{"src/a.ts", "./both", "src/both.ts"},
		{"src/a.ts", "./esm.mjs", "src/esm.mts"},
		{"src/a.ts", "./typed", "src/typed.js"},
		{"src/a.ts", "./only.js", "src/only.d.ts"},
		{"src/a.ts", "./dir", "src/dir/index.tsx"},
		{"src/a.ts", "./dir/", "src/dir/index.tsx"},
		{"src/dir/index.tsx", "..", "src/index.ts"},
		{"src/dir/index.tsx", ".", "src/dir/index.tsx"},
		{"src/a.ts", "./foo.service", "src/foo.service.ts"},
		{"src/a.ts", "../lib", "lib/main.js"},
		{"src/a.ts", "./gone", "missing"},
		{"src/a.ts", "./gone.js", "missing"},
		{"src/a.ts", "./gone/index", "missing"},
		{"src/a.ts", "./data.json", "external"},
		{"src/a.ts", "./style.css", "external"},
		{"src/a.ts", "../dist/bundle.js", "external"},
		{"src/a.ts", "./schema.generated", "external"},
		{"src/a.ts", "../../outside", "external"},
		{"src/a.ts", "./App.vue", "src/App.vue"},
		{"src/a.ts", "./App", "src/App.vue"},
		{"src/a.ts", "./Gone.svelte", "missing"},
		{"src/a.ts", "./Page.astro", "unknown"},
		{"src/a.ts", "./icon.svg?raw", "unknown"},
		{"src/a.ts", "style-loader!./b", "src/b.ts"},
		{"src/a.ts", "/absolute", "unknown"},
		{"a.js", "./a", "a.js"},
	}.check(t, repository{
		"src/a.ts": "", "src/b.ts": "", "src/view.tsx": "", "src/both.ts": "", "src/both.js": "", "src/esm.mts": "",
		"src/typed.js": "", "src/typed.d.ts": "", "src/only.d.ts": "", "src/dir/index.tsx": "", "src/index.ts": "",
		"src/foo.service.ts": "", "src/App.vue": "", "src/style.css": "", "a.js": "",
		"lib/package.json": `{"main": "./main"}`, "lib/main.js": "", "lib/index.js": "",
	})
}

func TestDependencies(t *testing.T) {
	links{
		{"a.js", "react", "external"},
		{"a.js", "@scope/pkg/deep", "external"},
		{"a.js", "fs", "external"},
		{"a.js", "node:fs/promises", "external"},
		{"a.js", "https://deno.land/x/mod.ts", "external"},
		{"a.js", "virtual:generated", "external"},
		{"a.js", "", "unknown"},
	}.check(t, repository{"a.js": "", "react.js": ""})
}

func TestPackageOfItself(t *testing.T) {
	links{
		{"test/a.ts", "lib", "src/index.ts"},
		{"test/a.ts", "lib/sub", "src/sub.ts"},
		{"test/a.ts", "lib/cond", "src/cond.ts"},
		{"test/a.ts", "lib/plugins/one", "src/plugins/one.ts"},
		{"test/a.ts", "lib/plugins/none", "unknown"},
		{"test/a.ts", "lib/src/sub", "src/sub.ts"},
		{"test/a.ts", "#internal/one", "src/plugins/one.ts"},
		{"test/a.ts", "#internal/none", "missing"},
		{"test/a.ts", "#dep", "external"},
		{"test/a.ts", "#other", "unknown"},
		{"test/a.ts", "library", "external"},
	}.check(t, repository{
		"package.json": `{"name": "lib", "exports": {
			".": {"types": "./dist/index.d.ts", "import": "./dist/esm/index.js", "require": "./dist/cjs/index.js"},
			"./sub": "./dist/sub.js",
			"./cond": {"node": {"import": "./lib/cond.mjs"}, "default": null},
			"./plugins/*": "./dist/plugins/*.js"},
			"imports": {"#internal/*": "./src/plugins/*.ts", "#dep": "react"}}`,
		"src/index.ts": "", "src/sub.ts": "", "src/cond.ts": "", "src/plugins/one.ts": "", "test/a.ts": "",
	})
}

func TestWorkspaces(t *testing.T) {
	p := repository{
		"package.json":                  `{"name": "root", "workspaces": ["packages/*", "!packages/private"]}`,
		"packages/a/package.json":       `{"name": "@x/a", "main": "lib/index.js", "types": "lib/index.d.ts"}`,
		"packages/a/src/index.ts":       "",
		"packages/a/src/util.ts":        "",
		"packages/b/package.json":       `{"name": "b"}`,
		"packages/b/index.js":           "",
		"packages/c/package.json":       `{"name": "c", "main": "./build/out.js"}`,
		"packages/c/x.ts":               "",
		"packages/private/package.json": `{"name": "react"}`,
		"packages/private/index.js":     "",
		"fixtures/vue/package.json":     `{"name": "vue"}`,
		"fixtures/vue/index.js":         "",
		"app/main.ts":                   "",
	}
	links{
		{"app/main.ts", "@x/a", "packages/a/src/index.ts"},
		{"app/main.ts", "@x/a/util", "packages/a/src/util.ts"},
		{"packages/a/src/util.ts", "b", "packages/b/index.js"},
		{"app/main.ts", "c", "unknown"},
		{"app/main.ts", "react", "external"},
		{"app/main.ts", "vue", "external"},
		{"fixtures/vue/index.js", "vue", "fixtures/vue/index.js"},
	}.check(t, p)
	delete(p, "package.json")
	p["pnpm-workspace.yaml"] = "packages:\n  # comment\n  - 'packages/*'\n  - \"!packages/private\"\n"
	links{
		{"app/main.ts", "@x/a", "packages/a/src/index.ts"},
		{"app/main.ts", "react", "external"},
	}.check(t, p)
}

func TestConfig(t *testing.T) {
	links{
		{"src/a.ts", "@app/b", "src/b.ts"},
		{"src/a.ts", "exact", "src/b.ts"},
		{"src/a.ts", "@app/gone", "missing"},
		{"src/a.ts", "@app/logo.svg", "external"},
		{"src/a.ts", "utils/c", "src/utils/c.ts"},
		{"src/a.ts", "react", "external"},
		{"packages/x/src/a.ts", "~lib/d", "packages/x/src/lib/d.ts"},
		{"packages/x/src/a.ts", "@shared/s", "shared/s.ts"},
		{"packages/x/src/a.ts", "@app/b", "src/b.ts"},
		{"vite/src/a.ts", "@/b", "vite/src/b.ts"},
		{"bundled/src/a.js", "@/b", "bundled/src/b.js"},
		{"bundled/src/a.js", "~/b", "bundled/src/b.js"},
		{"bundled/src/a.js", "@/gone", "unknown"},
		{"generated/views/a.ts", "./b", "generated/templates/b.ts"},
		{"deno/a.ts", "lib/x.ts", "deno/vendor/x.ts"},
		{"deno/a.ts", "std", "external"},
	}.check(t, repository{
		"tsconfig.json": `{ // comment
			"compilerOptions": {"baseUrl": "./src", "paths": {"@app/*": ["./*"], "exact": ["b"],},},
		}`,
		"src/a.ts": "", "src/b.ts": "", "src/utils/c.ts": "",
		"tsconfig.base.json":       `{"compilerOptions": {"paths": {"@shared/*": ["shared/*"]}}}`,
		"packages/x/tsconfig.json": `{"extends": "../../tsconfig.base", "compilerOptions": {"baseUrl": ".", "paths": {"~lib/*": ["src/lib/*"]}}}`,
		"packages/x/src/a.ts":      "",
		"packages/x/src/lib/d.ts":  "",
		"shared/s.ts":              "",
		"vite/tsconfig.json":       `{"files": [], "references": [{"path": "./tsconfig.app.json"}]}`,
		"vite/tsconfig.app.json":   `{"compilerOptions": {"paths": {"@/*": ["./src/*"]}}}`,
		"vite/src/a.ts":            "", "vite/src/b.ts": "",
		"bundled/package.json": `{"name": "bundled"}`, "bundled/src/a.js": "", "bundled/src/b.js": "",
		"generated/tsconfig.json":  `{"compilerOptions": {"rootDirs": ["views", "templates"]}}`,
		"generated/views/a.ts":     "",
		"generated/templates/b.ts": "",
		"deno/deno.json":           `{"imports": {"lib/": "./vendor/", "std": "jsr:@std/assert"}}`,
		"deno/a.ts":                "", "deno/vendor/x.ts": "",
	})
}

// TestLinkNearestSettings: what a path mapping names may not be there. The settings nearest
// to the file say so, others do not, and a package of the repository may have it.
func TestLinkNearestSettings(t *testing.T) {
	links{
		{"test/a.ts", "shop", "src/index.ts"},
		{"test/a.ts", "shop/pay", "src/pay.ts"},
		{"test/a.ts", "@lib/gone", "missing"},
		{"test/a.ts", "@own/a", "test/a.ts"},
		{"test/site/app/a.ts", "~/lib/b", "test/site/lib/b.ts"},
		{"test/site/app/a.ts", "~/lib/gone", "missing"},
		{"test/site/app/a.ts", "shop", "src/index.ts"},
		{"test/site/app/a.ts", "@lib/gone", "external"},
		{"test/site/app/a.ts", "@own/a", "test/a.ts"},
		{"two/a.ts", "@/b", "two/test/b.ts"},
		{"two/a.ts", "@/gone", "missing"},
	}.check(t, repository{
		"package.json": `{"name": "shop", "exports": {".": "./dist/index.js", "./pay": "./dist/pay.js"}}`,
		"src/index.ts": "", "src/pay.ts": "",
		"test/tsconfig.json": `{"compilerOptions": {"baseUrl": "..", "paths": {"shop": ["./core/index.ts"], "shop/pay": ["./pay/index.ts"],
			"@lib/*": ["lib/*"], "@own/*": ["test/*"]}}}`,
		"test/a.ts":               "",
		"test/site/tsconfig.json": `{"compilerOptions": {"baseUrl": ".", "paths": {"~/*": ["./*"]}}}`,
		"test/site/app/a.ts":      "", "test/site/lib/b.ts": "",
		"two/tsconfig.json":      `{"compilerOptions": {"paths": {"@/*": ["./src/*"]}}}`,
		"two/tsconfig.test.json": `{"compilerOptions": {"paths": {"@/*": ["./test/*"]}}}`,
		"two/a.ts":               "", "two/test/b.ts": "",
	})
}

func TestLinkSurvivesNonsense(t *testing.T) {
	p := repository{
		"a/package.json":     `{"name": 5, "main": [], "exports": {"./*": {"a": {"b": {"c": null}}}}, "bin": 3}`,
		"package.json":       `{"name": "x", "exports": [`,
		"tsconfig.json":      `{"extends": "./tsconfig.json", "compilerOptions": {"paths": {"*": ["*"]}}}`,
		"b/tsconfig.json":    `{"extends": "../c/tsconfig.json"}`,
		"c/tsconfig.json":    `{"extends": "../b/tsconfig.json"}`,
		"b/x.ts":             "",
		"pnpm-workspace.yml": "packages: [a\n- \n",
	}
	linker := project.NewLinker(p)
	for _, source := range []string{"@", "@/", "#", "~", "!", "?", "*", "./", "../..", "x/", "@a", "a//b", "./*", "\x00", strings.Repeat("../", 1000)} {
		if target := linker.Link("b/x.ts", source, ""); target.Unit != "" && !p.Has(target.Unit) {
			t.Errorf("%q links to %q, which is no file", source, target.Unit)
		}
	}
}

func TestSourcesOfBuilds(t *testing.T) {
	links{
		{"packages/a/test/x.ts", "client", "packages/client/lib/index.ts"},
		{"packages/a/test/x.ts", "client/debug", "packages/client/lib/debug.ts"},
		{"spec/map.js", "mapper", "src/Mapper.js"},
	}.check(t, repository{
		"package.json":                 `{"name": "mapper", "exports": {".": "./dist/mapper-src.js"}, "workspaces": ["packages/*"]}`,
		"packages/client/package.json": `{"name": "client", "exports": {".": "./build/cjs/index.js", "./debug": "./build/cjs/debug.js"}}`,
		"packages/client/lib/index.ts": "", "packages/client/lib/debug.ts": "",
		"packages/a/package.json": `{"name": "a"}`, "packages/a/test/x.ts": "",
		"spec/map.js": "", "src/Mapper.js": "",
	})
}
