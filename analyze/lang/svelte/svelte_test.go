package svelte_test

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/lang/langtest"
	"github.com/nexus-ci/nexus-ci/analyze/lang/svelte"
)

func TestLanguage(t *testing.T) { langtest.RunAfter(t, "<script>", svelte.Language()) }

func FuzzExtract(f *testing.F) { langtest.Fuzz(f, svelte.Language()) }
