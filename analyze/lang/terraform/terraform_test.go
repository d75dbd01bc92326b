package terraform_test

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/lang/langtest"
	"github.com/nexus-ci/nexus-ci/analyze/lang/terraform"
)

func TestLanguage(t *testing.T) { langtest.Run(t, terraform.Language()) }

func FuzzExtract(f *testing.F) { langtest.Fuzz(f, terraform.Language()) }
