package python_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python"
	"github.com/nexus-ci/nexus-ci/analyze/parse"
)

// A project is a snapshot in memory: paths and contents.
type project struct {
	files     map[string]*facts.File
	manifests []lang.Manifest
}

func newProject(t *testing.T, contents map[string]string) *project {
	t.Helper()
	index := lang.NewIndex(append([]*lang.Language{python.Language()}, python.Manifests()...))
	p := parse.NewParser()
	defer p.Close()
	project := &project{files: make(map[string]*facts.File)}
	for _, path := range slices.Sorted(maps.Keys(contents)) {
		f := &facts.File{}
		if l := index.ByPath(path); l != nil {
			f = p.Parse(l, []byte(contents[path]), parse.Limits{})
		}
		project.files[path] = f
		if f.Manifest != nil {
			project.manifests = append(project.manifests, lang.Manifest{Path: path, Manifest: f.Manifest})
		}
	}
	return project
}

func (p *project) Has(path string) bool          { return p.files[path] != nil }
func (p *project) Paths() []string               { return slices.Sorted(maps.Keys(p.files)) }
func (p *project) Facts(path string) *facts.File { return p.files[path] }
func (p *project) Manifests() []lang.Manifest    { return p.manifests }

var (
	outside = lang.Target{External: true}
	gone    = lang.Target{Missing: true}
	unknown = lang.Target{}
)

func in(unit string) lang.Target     { return lang.Target{Unit: unit} }
func module(unit string) lang.Target { return lang.Target{Unit: unit, NameIsModule: true} }
func empty(names ...string) map[string]string {
	m := make(map[string]string)
	for _, n := range names {
		m[n] = ""
	}
	return m
}

func TestLink(t *testing.T) {
	type link struct {
		from, source, name string
		want               lang.Target
	}
	for _, test := range []struct {
		name  string
		files map[string]string
		links []link
	}{
		{
			name:  "src layout without a manifest",
			files: empty("src/shop/__init__.py", "src/shop/cart.py", "src/shop/db/__init__.py", "src/shop/db/models.py", "tests/test_cart.py"),
			links: []link{
				{"tests/test_cart.py", "shop", "", in("src/shop/__init__.py")},
				{"tests/test_cart.py", "shop", "Cart", in("src/shop/__init__.py")},
				{"tests/test_cart.py", "shop", "cart", module("src/shop/cart.py")},
				{"tests/test_cart.py", "shop.cart", "Cart", in("src/shop/cart.py")},
				{"tests/test_cart.py", "shop", "db", module("src/shop/db/__init__.py")},
				{"tests/test_cart.py", "shop.db.models", "", in("src/shop/db/models.py")},
				{"tests/test_cart.py", "shop.gone", "", gone},
				{"tests/test_cart.py", "shop.cart", "*", in("src/shop/cart.py")},
				{"src/shop/cart.py", ".db", "models", module("src/shop/db/models.py")},
				{"src/shop/cart.py", ".", "db", module("src/shop/db/__init__.py")},
				{"src/shop/cart.py", ".", "VERSION", in("src/shop/__init__.py")},
				{"src/shop/db/models.py", "..cart", "Cart", in("src/shop/cart.py")},
				{"src/shop/db/__init__.py", ".models", "User", in("src/shop/db/models.py")},
				{"src/shop/db/__init__.py", "..", "cart", module("src/shop/cart.py")},
				{"src/shop/cart.py", ".nothing", "x", gone},
				{"src/shop/cart.py", ".....far", "x", gone},
				{"src/shop/cart.py", "requests.adapters", "HTTPAdapter", outside},
				{"src/shop/cart.py", "os.path", "", outside},
				{"src/shop/cart.py", "cart", "Cart", outside}, // Python 2
			},
		},
		{
			name:  "packages at the repository root",
			files: empty("shop/__init__.py", "shop/json.py", "json/__init__.py", "logging/handlers.txt", "types/data.py", "manage.py", "scripts/run.py", "scripts/helper.py"),
			links: []link{
				{"manage.py", "shop", "json", module("shop/json.py")},
				{"manage.py", "json", "", in("json/__init__.py")}, // really on the path
				{"manage.py", "types", "", outside},               // a directory hides no module
				{"manage.py", "logging", "", outside},
				{"scripts/run.py", "helper", "f", in("scripts/helper.py")},
				{"manage.py", "helper", "f", unknown}, // scripts/ may be on the path
				{"scripts/run.py", "manage", "main", in("manage.py")},
				{"shop/json.py", "json", "loads", in("json/__init__.py")},
			},
		},
		{
			name: "roots from manifests",
			files: map[string]string{
				"setup.py":                          "from setuptools import setup\nsetup(name='a', package_dir={'': 'code'})",
				"code/a/__init__.py":                "",
				"code/a/core.py":                    "",
				"code/single.py":                    "",
				"services/pay/pyproject.toml":       "[tool.setuptools.packages.find]\nwhere = [\"app\"]\n",
				"services/pay/app/ns/pay/core.py":   "",
				"services/pay/tests/test_core.py":   "",
				"services/mail/src/ns/mail/core.py": "",
				"services/mail/setup.cfg":           "[options]\npackage_dir =\n    =src\n",
			},
			links: []link{
				{"services/pay/tests/test_core.py", "a.core", "f", in("code/a/core.py")},
				{"services/pay/tests/test_core.py", "single", "", in("code/single.py")},
				{"services/pay/tests/test_core.py", "ns.pay.core", "f", in("services/pay/app/ns/pay/core.py")},
				{"services/pay/tests/test_core.py", "ns.mail.core", "f", in("services/mail/src/ns/mail/core.py")},
				{"services/pay/tests/test_core.py", "ns.pay", "core", module("services/pay/app/ns/pay/core.py")},
				{"services/pay/tests/test_core.py", "ns", "pay", module("")},
				{"services/pay/tests/test_core.py", "ns.pay", "", unknown},
				{"services/pay/tests/test_core.py", "ns.other", "x", outside},
			},
		},
		{
			name:  "namesakes: the nearest root counts",
			files: empty("a/app/__init__.py", "a/app/m.py", "b/app/__init__.py", "b/app/m.py", "b/tests/test_m.py", "c/use.py"),
			links: []link{
				{"b/tests/test_m.py", "app.m", "", in("b/app/m.py")},
				{"a/app/m.py", "app", "m", module("a/app/m.py")},
				{"c/use.py", "app.m", "", in("a/app/m.py")},
			},
		},
		{
			name:  "tests without packages",
			files: empty("tests/conftest.py", "tests/helpers.py", "tests/unit/test_a.py", "tests/unit/common.py", "pkg/__init__.py", "pkg/tests/__init__.py", "pkg/tests/base.py", "pkg/tests/test_b.py"),
			links: []link{
				{"tests/unit/test_a.py", "common", "x", in("tests/unit/common.py")},
				{"tests/unit/test_a.py", "helpers", "x", in("tests/helpers.py")},
				{"tests/unit/test_a.py", "conftest", "x", in("tests/conftest.py")},
				{"pkg/tests/test_b.py", ".base", "Base", in("pkg/tests/base.py")},
				{"pkg/tests/test_b.py", "pkg.tests.base", "Base", in("pkg/tests/base.py")},
				{"pkg/tests/test_b.py", "pkg.tests", "base", module("pkg/tests/base.py")},
			},
		},
		{
			name: "what a package binds hides its submodule",
			files: map[string]string{
				"p/__init__.py":        "from .app import app\nfrom . import plain\nfrom p import own\nif TYPE_CHECKING:\n    from .late import late\ndef tool(): pass\n",
				"p/app.py":             "app = 1",
				"p/plain.py":           "",
				"p/tool.py":            "",
				"p/own.py":             "",
				"p/late.py":            "",
				"p/typed.pyi":          "",
				"p/both.py":            "",
				"p/both.pyi":           "",
				"p/fast.pyx":           "",
				"p/single.py":          "",
				"p/moved.py":           "",
				"p/data/list.csv":      "",
				"p/spread/__init__.py": "__path__ = extend(__path__)",
			},
			links: []link{
				{"use.py", "p", "app", in("p/__init__.py")},
				{"use.py", "p", "tool", in("p/__init__.py")},
				{"use.py", "p", "plain", module("p/plain.py")},
				{"p/__init__.py", "p", "own", module("p/own.py")},
				{"use.py", "p", "late", module("p/late.py")},
				{"use.py", "p.app", "app", in("p/app.py")},
				{"use.py", "p", "typed", module("p/typed.pyi")},
				{"use.py", "p.both", "", in("p/both.py")},
				{"use.py", "p", "fast", unknown},
				{"use.py", "p.fast", "x", unknown},
				{"p/app.py", "._version", "version", unknown},
				{"p/app.py", ".schema_pb2", "", unknown},
				{"use.py", "p.single.inner", "x", unknown}, // a module that may make submodules
				{"use.py", "p.spread.any", "x", unknown},
				{"use.py", "p.data", "", gone},
			},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			l := python.Language().NewLinker(newProject(t, test.files))
			for _, k := range test.links {
				if diff := cmp.Diff(k.want, l.Link(k.from, k.source, k.name)); diff != "" {
					t.Errorf("%s: from %s import %s: (-want +got)\n%s", k.from, k.source, k.name, diff)
				}
			}
		})
	}
}
