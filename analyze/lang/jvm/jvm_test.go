package jvm

import (
	"slices"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

type project map[string]*facts.File

func (p project) Has(path string) bool          { return p[path] != nil }
func (p project) Facts(path string) *facts.File { return p[path] }
func (p project) Manifests() []lang.Manifest    { return nil }
func (p project) Paths() []string {
	var out []string
	for path := range p {
		out = append(out, path)
	}
	slices.Sort(out)
	return out
}

// builds is a project with build scripts that notes what it is asked for.
type builds struct {
	project
	scripts []string
	asked   *[]string
}

func (b builds) Has(path string) bool {
	*b.asked = append(*b.asked, path)
	return b.project.Has(path)
}

func (b builds) Manifests() (out []lang.Manifest) {
	for _, path := range b.scripts {
		out = append(out, lang.Manifest{Path: path, Manifest: new(facts.Manifest)})
	}
	return out
}

// What a linker asks for must not depend on the questions it is asked: it is kept with the graph.
func TestLinkerAsksAtOnce(t *testing.T) {
	var asked []string
	l := NewLinker(builds{project{"pay/src/main/kotlin/A.kt": file("pay", "A")}, []string{"build.gradle", "pay/build.gradle", "shop/build.gradle.kts"}, &asked})
	if want := []string{"pay/api/pay.api", "shop/api/shop.api"}; !slices.Equal(asked, want) {
		t.Errorf("a new linker asked for %q, want %q", asked, want)
	}
	asked = nil
	if got := l.(lang.OfferingLinker).Offered("pay/src/main/kotlin/A.kt", "", "A"); got != "" || asked != nil {
		t.Errorf("Offered returned %q and asked for %q, want nothing", got, asked)
	}
}

// file returns the facts of a file of package pkg with types called names, the
// second one inside the first.
func file(pkg string, names ...string) *facts.File {
	f := &facts.File{Package: pkg}
	for i, name := range names {
		d := lang.NewDef(facts.Class, name)
		d.Parent = facts.DefID(i - 1)
		f.Defs = append(f.Defs, d)
	}
	return f
}

func TestLink(t *testing.T) {
	l := NewLinker(project{
		"core/src/main/java/org/acme/Box.java":       file("org.acme", "Box", "Lid"),
		"core/src/test/kotlin/BoxTest.kt":            file("org.acme", "BoxTest"),
		"core/src/main/java/org/acme/util/Text.java": file("org.acme.util", "Text"),
		"core/src/main/java/org/tools/io/File.java":  file("org.tools.io", "File"),
		"Script.java": file("", "Script"),
	})
	for _, tc := range []struct {
		source string
		want   lang.Target
	}{
		{"org.acme", lang.Target{Unit: "jvm:org.acme"}},
		{"org.acme.util", lang.Target{Unit: "jvm:org.acme.util"}},
		{"org.acme.Box", lang.Target{Unit: "jvm:org.acme", Within: "Box"}},
		{"org.acme.Box.Lid", lang.Target{Unit: "jvm:org.acme", Within: "Box.Lid"}},
		{"org.acme.BoxTest", lang.Target{Unit: "jvm:org.acme", Within: "BoxTest"}},
		{"org.acme.Lid", lang.Target{Unit: "jvm:org.acme", Within: "Lid"}}, // which lacks it
		{"org.acme.generated", lang.Target{MayBeOurs: true}},
		{"org.acmes", lang.Target{External: true}},
		{"org.acme.gone.Key", lang.Target{MayBeOurs: true}},
		{"org.tools.gone", lang.Target{External: true, MayBeOurs: true}},
		{"org.other.Key", lang.Target{External: true}},
		{"org", lang.Target{External: true}},
		{"java.util", lang.Target{External: true}},
		{"java.util.Map.Entry", lang.Target{External: true}},
		{"", lang.Target{External: true}},
		{".", lang.Target{External: true}},
		{"..a..", lang.Target{External: true}},
	} {
		if got := l.Link("core/src/main/java/org/acme/Box.java", tc.source, "Name"); got != tc.want {
			t.Errorf("%q: got %+v, want %+v", tc.source, got, tc.want)
		}
	}
}

// TestAbsent: names that a package lacks are not missing where there are signs that
// they are elsewhere.
func TestAbsent(t *testing.T) {
	box := func(imports ...facts.Import) *facts.File {
		f := file("org.acme", "Box")
		f.Imports = imports
		return f
	}
	one, two := facts.Import{Source: "org.acme", Name: "Lid"}, facts.Import{Source: "org.acme", Name: "Key"}
	proto := facts.Import{Source: "com.google.protobuf", Name: "Message"}
	for name, tc := range map[string]struct {
		f     *facts.File
		known bool // that it is missing
	}{
		"nothing else":         {box(), true},
		"one name is absent":   {box(one), true},
		"twice the same":       {box(one, one), true},
		"several are absent":   {box(one, two), false},
		"the build makes such": {box(proto), false},
	} {
		l := NewLinker(project{"Box.java": tc.f})
		if got := l.Link("Box.java", "org.acme", "BoxProto"); (got.Unit != "") != tc.known {
			t.Errorf("%s: got %+v", name, got)
		}
		if got := l.Link("Box.java", "org.acme", "Box"); got.Unit == "" {
			t.Errorf("%s: Box is not found", name)
		}
	}
	nested, static := facts.Import{Source: "org.acme.Lid", Name: "Inner"}, facts.Import{Source: "org.acme.Key.Inner", Name: "size"}
	if got := NewLinker(project{"Box.java": box(nested)}).Link("Box.java", "org.acme.Lid", "Inner"); got.Within != "Lid" {
		t.Errorf("what is in an absent type: got %+v", got)
	}
	if got := NewLinker(project{"Box.java": box(nested, static)}).Link("Box.java", "org.acme.Lid", "Inner"); got != (lang.Target{MayBeOurs: true}) {
		t.Errorf("what is in one of several absent types: got %+v", got)
	}
	if got := NewLinker(project{"Box.java": box(proto)}).Link("Box.java", "org.acme", "Crate"); got.Unit == "" {
		t.Errorf("a name that is not derived: got %+v", got)
	}
}

// TestOtherLanguage: a package that is written in another language too may have
// other names there.
func TestOtherLanguage(t *testing.T) {
	user, box, text := file("org.acme.app", "Main"), file("org.acme", "Box"), file("org.acme.text", "Text")
	user.Language, box.Language, text.Language = "java", "java", "kotlin"
	l := NewLinker(project{"Main.java": user, "Box.java": box, "Text.kt": text})
	if got := l.Link("Main.java", "org.acme", "TextKt"); got.Unit == "" {
		t.Errorf("a name that a package of the same language lacks: got %+v", got)
	}
	if got := l.Link("Main.java", "org.acme.text", "Words"); got != (lang.Target{}) {
		t.Errorf("a name that a package of another language lacks: got %+v", got)
	}
	want := lang.Target{Unit: "jvm:org.acme.text", NameIsModule: true}
	if got := l.Link("Main.java", "org.acme.text", "TextKt"); got != want {
		t.Errorf("the class of a Kotlin file: got %+v", got)
	}
	if got := l.Link("Main.java", "org.acme.text.TextKt", "shout"); got != (lang.Target{Unit: "jvm:org.acme.text"}) {
		t.Errorf("a function of a Kotlin file: got %+v", got)
	}
}

func TestLinkRelative(t *testing.T) {
	const from = "core/src/main/scala/Use.scala"
	l := NewLinker(project{
		from:                             file("org.acme.app", "Use"),
		"core/src/main/scala/Box.scala":  file("org.acme.app", "Box"),
		"core/src/main/scala/Text.scala": file("org.acme.util", "Text"),
		"core/src/main/scala/Top.scala":  file("top", "Top"),
	})
	for _, tc := range []struct {
		source, name string
		want         lang.Target
	}{
		{".Box", "*", lang.Target{Unit: "jvm:org.acme.app", Within: "Box"}},
		{".util", "Text", lang.Target{Unit: "jvm:org.acme.util"}},
		{".org.acme.util", "Text", lang.Target{Unit: "jvm:org.acme.util"}},
		{".org.acme", "util", lang.Target{Unit: "jvm:org.acme.util", NameIsModule: true}},
		{".top", "Top", lang.Target{Unit: "jvm:top"}},
		{".scala.util", "Try", lang.Target{External: true}},
		{"util", "Text", lang.Target{External: true}},
		{".", "top", lang.Target{Unit: "jvm:top", NameIsModule: true}},
		{".", "util", lang.Target{Unit: "jvm:org.acme.util", NameIsModule: true}},
		{".", "Box", lang.Target{External: true}},
	} {
		if got := l.Link(from, tc.source, tc.name); got != tc.want {
			t.Errorf("%s %s: got %+v, want %+v", tc.source, tc.name, got, tc.want)
		}
	}
}

func TestUnit(t *testing.T) {
	for _, tc := range []struct{ path, pkg, want string }{
		{"a/src/main/java/org/acme/Box.java", "org.acme", "jvm:org.acme"},
		{"b/src/test/kotlin/Box.kt", "org.acme", "jvm:org.acme"},
		{"a/src/main/java/Main.java", "", "jvm-dir:a/src"},
		{"a/src/test/java/MainTest.java", "", "jvm-dir:a/src"},
		{"one/Main.java", "", "jvm-dir:one"},
		{"Main.java", "", "jvm-dir:."},
	} {
		if got := Unit(tc.path, file(tc.pkg)); got != tc.want {
			t.Errorf("%s in package %q: got %s, want %s", tc.path, tc.pkg, got, tc.want)
		}
	}
}
