package lua_test

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/lang/langtest"
	"github.com/nexus-ci/nexus-ci/analyze/lang/lua"
)

func TestLanguage(t *testing.T) { langtest.Run(t, lua.Language()) }

func FuzzExtract(f *testing.F) { langtest.Fuzz(f, lua.Language()) }
