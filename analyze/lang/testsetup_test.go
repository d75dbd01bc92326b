package lang_test

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

func TestIsTestSetup(t *testing.T) {
	for name, want := range map[string]bool{
		"setUp": true, "setup_method": true, "TearDownClass": true, "org.junit.Before": true, "BeforeEach": true, "OneTimeSetUp": true,
		"testSetUp": false, "Test": false, "helper": false, "": false,
	} {
		if got := lang.IsTestSetup(name); got != want {
			t.Errorf("IsTestSetup(%q) is %v", name, got)
		}
	}
}
