package python_test

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/langtest"
	"github.com/nexus-ci/nexus-ci/analyze/lang/python"
)

func TestLanguage(t *testing.T) {
	langtest.Run(t, append([]*lang.Language{python.Language()}, python.Manifests()...)...)
}

func FuzzExtract(f *testing.F) { langtest.Fuzz(f, python.Language()) }
