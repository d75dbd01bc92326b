package bash_test

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/lang/bash"
	"github.com/nexus-ci/nexus-ci/analyze/lang/langtest"
)

func TestLanguage(t *testing.T) { langtest.Run(t, bash.Language()) }

func FuzzExtract(f *testing.F) { langtest.Fuzz(f, bash.Language()) }
