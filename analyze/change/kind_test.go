package change_test

import (
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/change"
)

func TestKindOf(t *testing.T) {
	for file, want := range map[string]change.Kind{
		"LICENSE":           {Noun: "licence file", Role: change.Data}, // terms are no documentation
		"src/a/LICENSE.md":  {Noun: "licence file", Role: change.Data},
		"COPYING.txt":       {Noun: "licence file", Role: change.Data},
		"README.md":         {Noun: "Markdown file", Role: change.Documentation},
		"notes.txt":         {Noun: "text file", Role: change.Data},
		"project/build.sbt": {Noun: "build file", Role: change.Build},
		"app/api/app.api":   {Noun: "API listing", Role: change.Configuration},
		"tests/data/case1":  {Noun: "unknown file", Role: change.Program}, // of several, a plural with one s
	} {
		if got := change.KindOf(file); got != want {
			t.Errorf("%s is %+v, want %+v", file, got, want)
		}
	}
}

func TestRebuilds(t *testing.T) {
	for file, want := range map[string]bool{
		"Package.swift": true, "pkg/Package.swift": true, "build.gradle.kts": true, "composer.json": true, "build.sbt": true,
		"project/Dependencies.scala": true, "buildSrc/src/main/kotlin/Versions.kt": true, "build.sc": true,
		"src/project/Plan.scala": false, "Sources/Package+Swift.swift": false, "src/main.kt": false, "README.md": false,
	} {
		if got := change.Rebuilds(file); got != want {
			t.Errorf("Rebuilds(%q) = %v, want %v", file, got, want)
		}
	}
}
