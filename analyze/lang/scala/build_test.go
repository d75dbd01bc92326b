package scala

import (
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// TestBuild: the directories that a build publishes (+) and keeps (-).
func TestBuild(t *testing.T) {
	for _, tc := range []struct{ src, want string }{
		{"licenses := Nil\nlazy val core = project\n", "+core"},
		{"licenses := Nil\nlazy val core = project.in(file(\"modules/core\"))\n  .settings(publish / skip := true)\n", "-modules/core"},
		{"licenses := Nil\nlazy val core = crossProject(JVMPlatform)\n  .enablePlugins(NoPublishPlugin)\nlazy val free = (project in file(\"f\"))\n", "-core +f"},
		{"licenses := Nil\nval hidden = Seq(skip in publish := true)\nval root = project.in(file(\".\")).settings(hidden)\n", "-src"},
		{"licenses := Nil\nlazy val web = project.enablePlugins(PlayScala)\n", "-web"},
		{"licenses := Nil\nname := \"one\"\n", "+src"},
		{"lazy val core = project\n", ""}, // nothing describes a package
		{"import mill._\ntrait Shared extends ScalaModule\n  with PublishModule {\n}\nobject pay extends Module {\n  object jvm extends Shared\n}\nobject bench extends ScalaModule\n", "+pay"},
		{"", ""}, {"lazy val", ""}, {"licenses\nval a =", "+src"},
	} {
		var got []string
		for _, o := range buildOf(tc.src).Offers {
			got = append(got, map[facts.Offering]string{facts.Published: "+", facts.Withheld: "-"}[o.Says]+o.Dir)
		}
		if s := strings.Join(got, " "); s != tc.want {
			t.Errorf("%s\ngot %q, want %q", tc.src, s, tc.want)
		}
	}
}
