package javascript_test

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/lang/javascript"
	"github.com/nexus-ci/nexus-ci/analyze/lang/langtest"
)

func TestLanguage(t *testing.T) { langtest.Run(t, javascript.Language()) }

func FuzzExtract(f *testing.F) { langtest.Fuzz(f, javascript.Language()) }
