package swift

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/lang/langtest"
)

func TestLanguage(t *testing.T) { langtest.Run(t, Language()) }

func FuzzExtract(f *testing.F) { langtest.Fuzz(f, Language()) }
