package change

import (
	"path"
	"strings"
)

// A Role is the purpose of a file that has no language of its own.
type Role string

const (
	Program       Role = "program"       // may hold code
	Build         Role = "build"         // says how a program is built
	Configuration Role = "configuration" // settings, manifests, workflows, markup: what a program or its delivery reads
	Documentation Role = "documentation" // for people
	Asset         Role = "asset"         // images, fonts, sounds
	Data          Role = "data"          // fixtures, expected results, archives, keys
)

// Hangs reports whether the program's behaviour may depend on files of the role.
func (r Role) Hangs() bool { return r == Program || r == Build || r == Configuration }

// A Kind is the name for people and the role of a file that has no language of its own.
type Kind struct {
	Noun string // "image", "YAML file"
	Role Role
}

// KindOf returns the kind of the file at a path, from its name alone.
func KindOf(file string) Kind {
	name, dir := path.Base(file), path.Dir(file)
	ext := strings.ToLower(path.Ext(name))
	if k, ok := kindOfPlace(dir, name, ext); ok {
		return k
	}
	for _, key := range []string{name, ext} {
		if k, ok := kinds[key]; ok && key != "" {
			return k
		}
	}
	if ext == "" || ext == name {
		return Kind{"unknown file", Program}
	}
	return Kind{ext + " file", Program}
}

// kindOfPlace returns the kind of files that are recognised by directory or prefix.
func kindOfPlace(dir, name, ext string) (Kind, bool) {
	yaml := ext == ".yml" || ext == ".yaml"
	switch {
	case yaml && (strings.HasSuffix(dir, ".github/workflows") || strings.HasSuffix(dir, ".forgejo/workflows") || strings.HasSuffix(dir, ".gitea/workflows")):
		return Kind{"workflow file", Configuration}, true
	case yaml && name == ".gitlab-ci"+ext:
		return Kind{"workflow file", Configuration}, true
	case ext == ".in" && (path.Base(dir) == "requirements" || strings.HasPrefix(name, "requirements") || strings.HasPrefix(name, "constraints")),
		ext == ".txt" && (strings.HasPrefix(name, "requirements") || strings.HasPrefix(name, "constraints") || path.Base(dir) == "requirements"):
		return Kind{"dependency list", Configuration}, true
	case strings.Contains(name, ".gradle."):
		return Kind{"build file", Build}, true
	case strings.HasSuffix(name, ".versions.toml"): // the version catalogue of Gradle
		return Kind{"manifest", Configuration}, true
	case strings.HasPrefix(name, "Dockerfile.") || ext == ".dockerfile":
		return Kind{"Dockerfile", Build}, true
	case (ext == ".md" || ext == ".txt" || ext == ".rst") && kinds[strings.ToUpper(strings.TrimSuffix(name, ext))].Noun == licence:
		return Kind{licence, Data}, true
	case strings.HasSuffix(name, "-lock.json"), strings.HasSuffix(name, "-lock.yaml"):
		return Kind{"lock file", Configuration}, true
	}
	return Kind{}, false
}

// Rebuilds reports whether a file decides what comes from outside the repository: a manifest or a part of the build, also
// where it is code as Package.swift, and what is in project of sbt and buildSrc of Gradle.
func Rebuilds(file string) bool {
	if k := KindOf(file); k.Role == Build || k.Noun == "manifest" {
		return true
	}
	dir, name := path.Split(file)
	return name == "Package.swift" || name == "build.sc" || strings.HasPrefix(file, "buildSrc/") ||
		dir == "project/" && path.Ext(name) == ".scala"
}

// licence is the name for licence files.
const licence = "licence file"

// kinds maps a whole base name, or an extension with its dot in lower case, to a kind.
var kinds = kindsOf([]kindRow{
	{"Dockerfile", Build, "Dockerfile Containerfile"},
	{"build file", Build, `Makefile GNUmakefile makefile Justfile justfile Jenkinsfile Vagrantfile Procfile BUILD WORKSPACE CMakeLists.txt
		MANIFEST.in .gradle .sbt .mill .cmake .mk .am .ac .m4 .bazel .bzl .gemspec .podspec`},
	{"lock file", Configuration, ".lock .sum go.work.sum npm-shrinkwrap.json"},
	{"manifest", Configuration, `go.mod go.work package.json Cargo.toml pyproject.toml setup.cfg Pipfile pom.xml composer.json
		pnpm-workspace.yaml pnpm-workspace.yml lerna.json deno.json deno.jsonc Gemfile Podfile .csproj .fsproj .vbproj .sln .nuspec .mod .work`},
	{"JSON file", Configuration, ".json .json5 .jsonc .webmanifest"},
	{"YAML file", Configuration, ".yaml .yml"},
	{"TOML file", Configuration, ".toml"},
	{"XML file", Configuration, ".xml .plist .storyboard .xib .entitlements .xcscheme .xctestplan .xcworkspacedata .resx .config .props .targets"},
	{"configuration file", Configuration, `.ini .cfg .conf .properties .env .npmrc .nvmrc .eslintrc .babelrc .pbxproj .strings
		.gitmodules .dockerignore .npmignore py.typed VERSION`},
	{"API listing", Configuration, ".api"},
	{"style sheet", Configuration, ".css .scss .sass .less"},
	{"HTML file", Configuration, ".html .htm .xhtml"},
	{"Markdown file", Documentation, ".md .markdown .mdx"},
	{"documentation file", Documentation, `.rst .adoc .asciidoc .org .tex .rdoc .textile .doc .docx .odt .pdf .po .pot
		AUTHORS CONTRIBUTORS README CHANGELOG CHANGES HISTORY NEWS TODO INSTALL
		CODEOWNERS OWNERS MAINTAINERS SECURITY .mailmap`},
	{licence, Data, "LICENSE LICENCE COPYING NOTICE PATENTS"},
	{"text file", Data, ".txt"},
	{"image", Asset, ".svg .png .jpg .jpeg .gif .webp .ico .bmp .avif .tif .tiff"},
	{"media file", Asset, ".mp3 .mp4 .wav .ogg .webm .mov .avi"},
	{"font", Asset, ".woff .woff2 .ttf .otf .eot"},
	{"repository setting", Data, `.gitignore .gitattributes .gitkeep .editorconfig .prettierrc .prettierignore .eslintignore`},
	{"data file", Data, `.jsonl .csv .tsv .map .snap .golden .patch .diff .log .out .output .stdout .stderr .expected .approved .txtar .ipynb_checkpoints
		.sqlite .db .dat .pem .crt .key .asc .sig .cer .der .p12 .jks .keystore .pub`},
	{"archive", Data, ".zip .gz .tar .tgz .bz2 .xz"},
	{"SQL file", Program, ".sql"},
	{"shell script", Program, ".zsh .fish .ksh"},
	{"PowerShell script", Program, ".ps1 .psm1 .psd1"},
	{"batch file", Program, ".bat .cmd"},
	{"notebook", Program, ".ipynb"},
	{"Terraform values", Program, ".tfvars"},
	{"Protocol Buffers file", Program, ".proto"},
	{"GraphQL file", Program, ".graphql .gql"},
	{"Prisma schema", Program, ".prisma"},
	{"compiled file", Program, ".jar .war .whl .bin .exe .dll .so .dylib .a .o .class .pyc .wasm .node"},
})

// A kindRow is a kind with the names of its files.
type kindRow struct {
	noun  string
	role  Role
	names string
}

func kindsOf(rows []kindRow) map[string]Kind {
	m := make(map[string]Kind)
	for _, row := range rows {
		for _, name := range strings.Fields(row.names) {
			m[name] = Kind{row.noun, row.role}
		}
	}
	return m
}
