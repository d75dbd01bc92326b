package jvm

import (
	"strings"
	"testing"
)

// TestGradle: what the plugins of a build script say of its module (!: of those below too). What may not hold says nothing.
func TestGradle(t *testing.T) {
	for _, tc := range []struct{ src, want string }{
		{"plugins {\n  kotlin(\"jvm\")\n  id(\"com.acme.publish\")\n}", "described"},
		{"plugins { id 'maven-publish' }", "described"},
		{"plugins { `maven-publish` }", "described"},
		{"apply plugin: 'maven-publish'", "described"},
		{"apply(plugin = \"maven-publish\")", "described"},
		{"plugins { alias(libs.plugins.mavenPublish) }", "described"},
		{"plugins { alias(libs.plugins.mavenPublish) apply false }", ""},
		{"plugins { id(\"maven-publish\").apply(false) }", ""},
		{"plugins {\n  application // id(\"maven-publish\")\n}", "withheld"},
		{"plugins { id(\"com.android.application\") }", "withheld"},
		{"plugins { id 'org.springframework.boot' }", "withheld"},
		{"subprojects {\n  apply plugin: 'maven-publish'\n}", "described!"},
		{"allprojects { publishing { repositories { } } }", "described!"},
		{"subprojects { if (name != \"app\") { apply plugin: 'maven-publish' } }", ""},
		{"allprojects { plugins.withId(\"maven-publish\") { publishAll() } }", ""},
		{"kotlin {\n  explicitApi()\n}", "described"},
		{"/* plugins { id 'maven-publish' } */ val s = \"\"\"plugins { id 'maven-publish' }\"\"\"", ""},
		{"plugins { id(\"com.acme.conventions\") }", ""},
		{"plugins { id(\"x\"", ""},
		{"/*", ""}, {"'", ""}, {"}}{", ""},
	} {
		var got []string
		for _, o := range Gradle([]byte(tc.src)).Offers {
			said := [...]string{"", "described", "published", "withheld"}[o.Says]
			if o.Inner {
				said += "!"
			}
			got = append(got, said)
		}
		if strings.Join(got, " ") != tc.want {
			t.Errorf("%s\ngot %q, want %q", tc.src, got, tc.want)
		}
	}
}
