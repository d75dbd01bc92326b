package vue_test

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/lang/langtest"
	"github.com/nexus-ci/nexus-ci/analyze/lang/vue"
)

func TestLanguage(t *testing.T) { langtest.RunAfter(t, "<script>", vue.Language()) }

func FuzzExtract(f *testing.F) { langtest.Fuzz(f, vue.Language()) }
