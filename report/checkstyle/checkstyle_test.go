package checkstyle

import (
	"flag"
	"testing"

	"github.com/nexus-ci/nexus-ci/report/reporttest"
)

var update = flag.Bool("update", false, "write the golden files")

func TestRender(t *testing.T) { reporttest.Golden(t, ".xml", *update, Render) }
