package ecmascript

import "github.com/nexus-ci/nexus-ci/analyze/lang"

func IsTest(path string) bool { return false }
func entries() []lang.Entry   { return nil }
