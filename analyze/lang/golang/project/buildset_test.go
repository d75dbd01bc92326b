package project

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// constrained is a project of files with their constraints.
type constrained map[string]string

func (p constrained) Has(path string) bool       { return p.Facts(path) != nil }
func (p constrained) Manifests() []lang.Manifest { return nil }

func (p constrained) Paths() []string {
	var paths []string
	for path := range p {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	return paths
}

func (p constrained) Facts(path string) *facts.File {
	c, ok := p[path]
	if !ok {
		return nil
	}
	f := &facts.File{Package: "p"}
	if source, ok := strings.CutPrefix(c, "import "); ok {
		f.Imports = []facts.Import{{Source: source}}
	} else {
		f.Constraint = c
	}
	return f
}

func TestBuilds(t *testing.T) {
	many := constrained{}
	for i := range 100 {
		many[fmt.Sprintf("p/f%02d.go", i)] = fmt.Sprintf("tag%02d", i)
	}
	for _, tt := range []struct {
		name  string
		files constrained
		want  string // what the first builds are, and the files that not all of them take
	}{
		{"no constraint", constrained{"a.go": "", "b.go": ""}, ""},
		{"names of files", constrained{"a.go": "", "a_windows.go": "", "a_linux_arm64_test.go": "", "linux.go": "", "a_unix.go": ""},
			"linux/amd64 linux/arm64 windows/amd64; a_linux_arm64_test.go=1 a_windows.go=2"},
		{"expressions", constrained{"u.go": "unix", "w.go": "!unix"}, "linux/amd64 windows/amd64; u.go=0 w.go=1"},
		{"one system includes another", constrained{"l.go": "linux", "a.go": "android"}, "linux/amd64 android/arm64; a.go=1"},
		{"tags", constrained{"x.go": "x", "n.go": "!x", "ignored.go": "ignore"}, "linux/amd64 linux/amd64+x linux/amd64+ignore; ignored.go=2 n.go=0,2 x.go=1"},
		{"several tags at once", constrained{"x.go": "x && y && darwin"}, "linux/amd64 darwin/amd64+x,y; x.go=1"},
		{"a system that no file names", constrained{"l.go": "linux", "d.go": "darwin"}, "linux/amd64 darwin/amd64; d.go=1 l.go=0"},
		{"cgo", constrained{"c.go": "import C", "n.go": "!cgo"}, "linux/amd64 linux/amd64-cgo; c.go=0 n.go=1"},
		{"releases", constrained{"n.go": "go1.21", "o.go": "!go1.21"}, "linux/amd64; o.go="},
		{"a package that only one system can build", constrained{"p/a.go": "import golang.org/x/sys/windows", "p/b.go": "", "p/c_linux.go": "", "q/q.go": ""},
			"linux/amd64 windows/amd64; p/a.go=1 p/b.go=1 p/c_linux.go="},
		{"what imports such a package", constrained{"p/a.go": "import golang.org/x/sys/windows", "p/c_linux.go": "", "q/q.go": "import ../p", "r/r.go": "", "r/r_test.go": "import ../q",
			"s/a_linux.go": "", "s/s.go": "import ../r"},
			"linux/amd64 windows/amd64; p/a.go=1 p/c_linux.go= q/q.go=1 r/r_test.go=1 s/a_linux.go=0"},
		{"more than can be told apart", many, "64"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := NewLinker(tt.files).(*linker)
			var names, files []string
			for _, b := range l.Builds() {
				name := b.OS + "/" + b.Arch
				if b.Tags != "" {
					name += "+" + b.Tags
				}
				if b.NoCgo {
					name += "-cgo"
				}
				names = append(names, name)
			}
			if len(tt.files) == len(many) {
				if got := fmt.Sprint(len(names)); got != tt.want {
					t.Errorf("%s builds, want %s", got, tt.want)
				}
				return
			}
			for _, p := range tt.files.Paths() {
				var in []string
				for i := range names {
					if l.BuildsOf(p)&(1<<i) != 0 {
						in = append(in, fmt.Sprint(i))
					}
				}
				if len(in) < len(names) {
					files = append(files, p+"="+strings.Join(in, ","))
				}
			}
			got := strings.Join(names, " ")
			if got != "" {
				got += "; " + strings.Join(files, " ")
			}
			if got = strings.TrimSuffix(got, "; "); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}
