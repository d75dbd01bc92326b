package kotlin

import (
	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/jvm"
)

// Build returns the language of build scripts of Gradle in Groovy. Those in Kotlin are Kotlin.
func Build() *lang.Language {
	return &lang.Language{
		Name: "gradle", Filenames: []string{"build.gradle"}, Family: jvm.Family, NewLinker: jvm.NewLinker, Rules: lang.Rules{ProjectsPlace: true},
		Read: func(src []byte, f *facts.File) error {
			f.Manifest = jvm.Gradle(src)
			return nil
		},
	}
}
