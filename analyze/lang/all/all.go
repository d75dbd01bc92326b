// Package all lists the supported languages. A new language adds one line here and a package
// beside it.
package all

import (
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/bash"
	"github.com/nexus-ci/nexus-ci/analyze/lang/cfamily"
	"github.com/nexus-ci/nexus-ci/analyze/lang/csharp"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript"
	"github.com/nexus-ci/nexus-ci/analyze/lang/elixir"
	"github.com/nexus-ci/nexus-ci/analyze/lang/golang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/java"
	"github.com/nexus-ci/nexus-ci/analyze/lang/javascript"
	"github.com/nexus-ci/nexus-ci/analyze/lang/kotlin"
	"github.com/nexus-ci/nexus-ci/analyze/lang/lua"
	"github.com/nexus-ci/nexus-ci/analyze/lang/php"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python"
	"github.com/nexus-ci/nexus-ci/analyze/lang/ruby"
	"github.com/nexus-ci/nexus-ci/analyze/lang/rust"
	"github.com/nexus-ci/nexus-ci/analyze/lang/scala"
	"github.com/nexus-ci/nexus-ci/analyze/lang/svelte"
	"github.com/nexus-ci/nexus-ci/analyze/lang/swift"
	"github.com/nexus-ci/nexus-ci/analyze/lang/terraform"
	"github.com/nexus-ci/nexus-ci/analyze/lang/typescript"
	"github.com/nexus-ci/nexus-ci/analyze/lang/vue"
)

// Languages returns all languages and all kinds of project files.
func Languages() []*lang.Language {
	list := []*lang.Language{
		golang.Language(), golang.Module(),
		javascript.Language(), typescript.Language(), typescript.TSX(),
		vue.Language(), svelte.Language(),
		python.Language(), ruby.Language(),
		java.Language(),
		cfamily.C(), cfamily.CPP(), cfamily.Header(),
		csharp.Language(), csharp.Project(),
		php.Language(), php.Manifest(),
		rust.Language(), rust.Manifest(),
		kotlin.Language(), kotlin.Build(), scala.Language(), scala.Build(),
		swift.Language(),
		terraform.Language(),
		bash.Language(), lua.Language(), elixir.Language(),
	}
	list = append(list, ecmascript.Manifests()...)
	return append(list, python.Manifests()...)
}
