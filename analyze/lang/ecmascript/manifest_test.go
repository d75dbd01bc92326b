package ecmascript_test

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/lang/ecmascript"
	"github.com/nexus-ci/nexus-ci/analyze/lang/langtest"
)

func TestManifests(t *testing.T) { langtest.Run(t, ecmascript.Manifests()...) }
