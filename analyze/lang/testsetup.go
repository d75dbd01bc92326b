package lang

import "strings"

// testSetups are the names, in lower case and without underscores, of set-up and tear-down methods and
// of annotations that mark them.
var testSetups = map[string]bool{
	"setup": true, "teardown": true, "setupclass": true, "teardownclass": true, "setupwitherror": true, "teardownwitherror": true,
	"setupmethod": true, "teardownmethod": true, "setupbeforeclass": true, "teardownafterclass": true, "setuptestdata": true,
	"setupsuite": true, "teardownsuite": true, "setuptest": true, "teardowntest": true, "asyncsetup": true, "asyncteardown": true,
	"onetimesetup": true, "onetimeteardown": true, "testinitialize": true, "testcleanup": true, "classinitialize": true, "classcleanup": true,
	"before": true, "after": true, "beforeeach": true, "aftereach": true, "beforeall": true, "afterall": true, "beforetest": true, "aftertest": true,
	"beforeclass": true, "afterclass": true, "beforemethod": true, "aftermethod": true, "beforesuite": true, "aftersuite": true,
}

// IsTestSetup reports whether test runners call a method with that name or annotation around each test
// of its class or around all of them: setUp, BeforeEach.
func IsTestSetup(name string) bool {
	name = name[strings.LastIndexAny(name, ".:")+1:]
	return testSetups[strings.ToLower(strings.ReplaceAll(name, "_", ""))]
}
