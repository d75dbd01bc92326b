package scala

import (
	"slices"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/lang/jvm"
)

// Build returns the language of the build definitions of sbt, and of Mill where they are not named as Scala.
func Build() *lang.Language {
	return &lang.Language{
		Name: "scala-build", Filenames: []string{"build.sbt", "build.mill"}, Family: jvm.Family, NewLinker: jvm.NewLinker, Rules: lang.Rules{ProjectsPlace: true},
		Read: func(src []byte, f *facts.File) error {
			f.Manifest = buildOf(string(src))
			return nil
		},
	}
}

// buildOf returns the manifest of a build definition: Offers, by the directories of its projects.
func buildOf(src string) *facts.Manifest {
	parts := partsOf(src)
	m := &facts.Manifest{}
	if strings.Contains(src, millPublishes) {
		m.Offers = millOffers(parts)
	} else {
		m.Offers = sbtOffers(src, parts)
	}
	return m
}

// A part is one definition at the left margin of a build definition.
type part struct{ kind, name, text string }

// partsOf returns the definitions of a build definition in their order.
func partsOf(src string) (parts []part) {
	kinds := []string{"val", "def", "object", "trait", "class"}
	for line := range strings.Lines(src) {
		words := strings.FieldsFunc(line, func(c rune) bool { return strings.ContainsRune(" \t\r\n:=([{`", c) })
		for len(words) > 0 && (words[0] == "lazy" || words[0] == "abstract" || words[0] == "private") {
			words = words[1:]
		}
		margin := line[0] != ' ' && line[0] != '\t'
		switch {
		case margin && len(words) > 1 && slices.Contains(kinds, words[0]):
			parts = append(parts, part{words[0], words[1], line})
		case margin && len(words) > 0 && line[0] != ')' && line[0] != '}' && line[0] != '/' && words[0] != "with" && words[0] != "extends":
			parts = append(parts, part{text: line})
		case len(parts) > 0 && !strings.HasPrefix(strings.TrimSpace(line), "//"):
			parts[len(parts)-1].text += line
		}
	}
	return parts
}

// millPublishes is the trait of what Mill publishes.
const millPublishes = "PublishModule"

// millOffers returns the directories of the top-level modules in which something has a trait that publishes.
func millOffers(parts []part) (offers []facts.Offer) {
	publish := []string{millPublishes}
	for again := true; again; {
		again = false
		for _, p := range parts {
			head, _, _ := strings.Cut(p.text, "{")
			if (p.kind == "trait" || p.kind == "class") && !slices.Contains(publish, p.name) && mentions(head, publish) {
				publish, again = append(publish, p.name), true
			}
		}
	}
	for _, p := range parts {
		if p.kind == "object" && mentions(p.text, publish) {
			offers = append(offers, facts.Offer{Dir: p.name, Says: facts.Published})
		}
	}
	return offers
}

// described are settings that only what is published needs, withheld those of what is not published, or is a program.
var (
	described = []string{"publishTo", "sonatype", "licenses", "developers", "scmInfo", "pomExtra", "homepage", "tlBaseVersion", "mimaPreviousArtifacts"}
	withheld  = []string{
		"NoPublishPlugin", "JavaAppPackaging", "JavaServerAppPackaging", "DockerPlugin", "PlayScala", "PlayJava", "GraalVMNativeImagePlugin",
	}
)

// sbtOffers returns the directories of projects: those that are published, where the build describes packages, and those that
// are not.
func sbtOffers(src string, parts []part) (offers []facts.Offer) {
	if !slices.ContainsFunc(described, func(s string) bool { return strings.Contains(src, s) }) {
		return nil
	}
	skipped, projects := slices.Clone(withheld), 0
	skips := func(p *part) bool {
		plain := strings.ToLower(strings.Join(strings.Fields(p.text), ""))
		return strings.Contains(plain, "publish/skip:=true") || strings.Contains(plain, "skipinpublish:=true") || strings.Contains(plain, "skip.in(publish):=true") ||
			strings.Contains(plain, "publishartifact:=false") || strings.Contains(plain, "publish:={}") || strings.Contains(plain, "publish:=()") ||
			strings.Contains(plain, "nopublish") || strings.Contains(plain, "dontpublish") || strings.Contains(plain, "donotpublish") || mentions(p.text, skipped)
	}
	for i := range parts {
		if p := &parts[i]; p.kind != "" && !p.isProject() && skips(p) {
			skipped = append(skipped, p.name)
		}
	}
	for i := range parts {
		p := &parts[i]
		if !p.isProject() {
			continue
		}
		projects++
		says := facts.Published
		if skips(p) {
			says = facts.Withheld
		}
		offers = append(offers, facts.Offer{Dir: p.dir(), Says: says})
	}
	if projects == 0 {
		says := facts.Published
		if slices.ContainsFunc(parts, func(p part) bool { return skips(&p) }) {
			says = facts.Withheld
		}
		offers = append(offers, facts.Offer{Dir: "src", Says: says})
	}
	return offers
}

// isProject reports whether a definition of sbt is a project.
func (p *part) isProject() bool {
	_, value, _ := strings.Cut(p.text, "=")
	value = strings.TrimSpace(value)
	return p.kind == "val" && slices.ContainsFunc([]string{"project", "crossProject", "projectMatrix", "Project(", "(project", "(crossProject"},
		func(s string) bool { return strings.HasPrefix(value, s) })
}

// dir returns the directory with the sources of a project.
func (p *part) dir() string {
	dir := p.name
	for _, before := range [...]string{"in(file(\"", "in file(\"", "file(\""} {
		if _, rest, ok := strings.Cut(p.text, before); ok {
			dir, _, _ = strings.Cut(rest, "\"")
			break
		}
	}
	if dir = strings.TrimPrefix(dir, "./"); dir == "." || dir == "" {
		return "src" // the directories of other projects are beside it
	}
	return dir
}

// mentions reports whether a text has one of names as a word.
func mentions(text string, names []string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(text, func(c rune) bool {
		return c != '_' && (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z')
	}), func(word string) bool { return slices.Contains(names, word) })
}
