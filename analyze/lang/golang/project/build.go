package project

import (
	"go/build/constraint"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// usualTags are the build tags that builds set by themselves on some platform or with some compiler:
// those of go/build, the known values of GOOS and GOARCH, and go1.N.
var usualTags = lang.Set(`aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris wasip1 windows zos unix
386 amd64 amd64p32 arm armbe arm64 arm64be loong64 mips mipsle mips64 mips64le mips64p32 mips64p32le ppc ppc64 ppc64le riscv riscv64 s390
s390x sparc sparc64 wasm cgo gc gccgo purego race msan asan`)

// IsOptional reports whether a build without extra tags leaves out the file on every platform:
// "nomsgpack", "integration && linux", "ignore".
func IsOptional(f *facts.File) bool {
	if f.Constraint == "" {
		return false
	}
	expr, err := constraint.Parse("//go:build " + f.Constraint)
	return err == nil && !mayHold(expr, true)
}

// mayHold reports whether an expression can have that value on some platform. Tags are treated as
// independent, so it may return true where no platform exists.
func mayHold(expr constraint.Expr, value bool) bool {
	switch x := expr.(type) {
	case *constraint.TagExpr:
		return !value || usualTags[x.Tag] || strings.HasPrefix(x.Tag, "go1.")
	case *constraint.NotExpr:
		return mayHold(x.X, !value)
	case *constraint.AndExpr:
		if value {
			return mayHold(x.X, true) && mayHold(x.Y, true)
		}
		return mayHold(x.X, false) || mayHold(x.Y, false)
	case *constraint.OrExpr:
		if value {
			return mayHold(x.X, true) || mayHold(x.Y, true)
		}
		return mayHold(x.X, false) && mayHold(x.Y, false)
	}
	return true
}
