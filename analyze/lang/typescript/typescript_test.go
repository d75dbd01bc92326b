package typescript_test

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/lang/langtest"
	"github.com/nexus-ci/nexus-ci/analyze/lang/typescript"
)

func TestLanguage(t *testing.T) {
	langtest.Run(t, typescript.Language(), typescript.TSX())
}

func FuzzExtract(f *testing.F) { langtest.Fuzz(f, typescript.Language()) }

func FuzzExtractTSX(f *testing.F) { langtest.Fuzz(f, typescript.TSX()) }
