package across

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/lang/all"
)

// files is a snapshot of manifests.
type files map[string]string

func (f files) Paths() []string {
	var paths []string
	for p := range f {
		paths = append(paths, p)
	}
	return paths
}

func (f files) ReadFile(path string, _ int64) ([]byte, error) { return []byte(f[path]), nil }

func TestPins(t *testing.T) {
	for name, test := range map[string]struct {
		files   files
		eco     string
		dir     string
		key     string
		version string
		breaks  string // empty for no pin
	}{
		"go":                       {files{"go.mod": "module m\nrequire example.com/a v1.2.3\n"}, "go", "cmd", "example.com/a", "v1.2.3", OnUpgrade},
		"go, another path":         {files{"go.mod": "module m\nrequire example.com/a v1.2.3\nreplace example.com/a => ../a\n"}, "go", ".", "example.com/a", "", OnNextBuild},
		"go, another version":      {files{"go.mod": "module m\nrequire example.com/a v1.2.3\nreplace example.com/a => example.com/a v1.3.0\n"}, "go", ".", "example.com/a", "v1.3.0", OnUpgrade},
		"go, a fork":               {files{"go.mod": "module m\nrequire example.com/a v1.2.3\nreplace example.com/a => example.com/b v1.3.0\n"}, "go", ".", "example.com/a", "", ""},
		"go, the module below":     {files{"go.mod": "module m\nrequire example.com/a v1.2.3\n", "x/go.mod": "module x\n"}, "go", "x", "example.com/a", "", ""},
		"npm, exact":               {files{"package.json": `{"dependencies": {"a": "1.2.3"}}`}, "npm", "src", "a", "1.2.3", OnUpgrade},
		"npm, a range":             {files{"package.json": `{"dependencies": {"a": "^1.2.3"}}`}, "npm", ".", "a", "^1.2.3", Unknown},
		"npm, locked":              {files{"package.json": `{"dependencies": {"a": "^1.2.3"}}`, "package-lock.json": `{"packages": {"node_modules/a": {"version": "1.4.0"}}}`}, "npm", ".", "a", "1.4.0", OnUpgrade},
		"npm, locked twice":        {files{"package.json": `{"dependencies": {"a": "^1.2.3"}}`, "package-lock.json": `{"packages": {"node_modules/a": {"version": "1.4.0"}, "node_modules/b/node_modules/a": {"version": "0.1.0"}}}`}, "npm", ".", "a", "^1.2.3", Unknown},
		"npm, workspace":           {files{"package.json": `{"dependencies": {"a": "workspace:*"}}`}, "npm", ".", "a", "workspace:*", OnNextBuild},
		"npm, a path":              {files{"package.json": `{"dependencies": {"a": "file:../a"}}`}, "npm", ".", "a", "", OnNextBuild},
		"npm, an alias":            {files{"package.json": `{"dependencies": {"a": "npm:b@1.2.3"}}`}, "npm", ".", "a", "", ""},
		"npm, a tag":               {files{"package.json": `{"dependencies": {"a": "github:octo/a#v1.2.3"}}`}, "npm", ".", "a", "v1.2.3", OnUpgrade},
		"npm, a branch":            {files{"package.json": `{"dependencies": {"a": "github:octo/a#main"}}`}, "npm", ".", "a", "", OnNextBuild},
		"npm, of the root":         {files{"package.json": `{"dependencies": {"a": "1.2.3"}}`, "p/package.json": `{}`}, "npm", "p", "a", "1.2.3", OnUpgrade},
		"pypi, exact":              {files{"requirements.txt": "Octo.Pay==1.2\n"}, "pypi", "src", "octo-pay", "1.2", OnUpgrade},
		"pypi, anything":           {files{"requirements.txt": "octo-pay\n"}, "pypi", ".", "octo-pay", "", OnNextBuild},
		"pypi, two versions":       {files{"requirements/a.txt": "octo-pay==1.2\n", "requirements/b.txt": "octo-pay==1.3\n"}, "pypi", ".", "octo-pay", "", Unknown},
		"pypi, a range":            {files{"requirements.txt": "octo-pay>=1.2\n"}, "pypi", ".", "octo-pay", ">=1.2", Unknown},
		"pypi, a branch":           {files{"requirements.txt": "octo-pay @ git+https://example.com/octo/pay@main\n"}, "pypi", ".", "octo-pay", "", OnNextBuild},
		"pypi, an archive":         {files{"requirements.txt": "octo-pay @ https://example.com/pay-1.2.tar.gz\n"}, "pypi", ".", "octo-pay", "", Unknown},
		"cargo, a range":           {files{"Cargo.toml": "[dependencies]\nocto-pay = \"0.3\"\n"}, "cargo", "src", "octo_pay", "0.3", Unknown},
		"cargo, exact":             {files{"Cargo.toml": "[dependencies]\nocto-pay = \"=0.3.1\"\n"}, "cargo", ".", "octo_pay", "0.3.1", OnUpgrade},
		"cargo, a path":            {files{"Cargo.toml": "[dependencies]\nocto-pay = { path = \"../pay\" }\n"}, "cargo", ".", "octo_pay", "", OnNextBuild},
		"cargo, of the workspace":  {files{"Cargo.toml": "[workspace.dependencies]\nocto-pay = \"=0.4.0\"\n", "a/Cargo.toml": "[dependencies]\nocto-pay = { workspace = true }\n"}, "cargo", "a/src", "octo_pay", "0.4.0", OnUpgrade},
		"maven, a snapshot":        {files{"build.gradle": "    implementation 'com.octo:pay:1.0-SNAPSHOT'\n"}, "maven", "src", "com.octo:pay", "1.0-SNAPSHOT", OnNextBuild},
		"maven, the newest":        {files{"build.gradle": "    implementation 'com.octo:pay:1.+'\n"}, "maven", ".", "com.octo:pay", "1.+", OnNextBuild},
		"maven, managed":           {files{"pom.xml": `<project><dependencyManagement><dependencies><dependency><groupId>com.octo</groupId><artifactId>pay</artifactId><version>1.0</version></dependency></dependencies></dependencyManagement></project>`, "a/pom.xml": `<project><dependencies><dependency><groupId>com.octo</groupId><artifactId>pay</artifactId></dependency></dependencies></project>`}, "maven", "a", "com.octo:pay", "1.0", OnUpgrade},
		"what is declared nowhere": {files{"go.mod": "module m\n"}, "go", ".", "example.com/a", "", ""},
	} {
		pin, ok := newPinner(test.files, all.Languages()).pinsFor(test.eco, test.dir)[test.key]
		if ok != (test.breaks != "") || ok && (pin.Version != test.version || pin.Breaks != test.breaks) {
			t.Errorf("%s: %v, %+v, want %q, %s", name, ok, pin, test.version, test.breaks)
		}
	}
}
