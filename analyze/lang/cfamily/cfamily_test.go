package cfamily_test

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/lang/cfamily"
	"github.com/nexus-ci/nexus-ci/analyze/lang/langtest"
)

func TestLanguages(t *testing.T) { langtest.Run(t, cfamily.C(), cfamily.CPP(), cfamily.Header()) }

func FuzzC(f *testing.F) { langtest.Fuzz(f, cfamily.C()) }

func FuzzCPP(f *testing.F) { langtest.Fuzz(f, cfamily.CPP()) }
