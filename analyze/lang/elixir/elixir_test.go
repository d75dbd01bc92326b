package elixir_test

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/lang/elixir"
	"github.com/nexus-ci/nexus-ci/analyze/lang/langtest"
)

func TestLanguage(t *testing.T) { langtest.Run(t, elixir.Language()) }

func FuzzExtract(f *testing.F) { langtest.Fuzz(f, elixir.Language()) }
