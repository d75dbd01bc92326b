package behaviour

import (
	"context"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// testFiles returns the changed files with tests that head has, at most maxTestFiles.
func testFiles(in *Input) []*file {
	if in.Tests == nil {
		return nil
	}
	var files []*file
	for i := range in.Set.Files {
		c := &in.Set.Files[i]
		if c.NewPath == "" || c.OldBlob == c.NewBlob || c.Binary || len(files) == maxTestFiles {
			continue
		}
		f := &file{headPath: c.NewPath, headBlob: c.NewBlob, head: &version{language: in.Tests(c.NewPath, change.InHead)}}
		if !hasForm(f.head.language) {
			continue
		}
		if c.OldPath != "" {
			if base := in.Tests(c.OldPath, change.InBase); hasForm(base) {
				f.basePath, f.baseBlob, f.base = c.OldPath, c.OldBlob, &version{language: base}
			}
		}
		files = append(files, f)
	}
	return files
}

// expects reports whether the changed tests expect something else: they contain constants that they
// did not contain before, and still call and read all they did. Tests that a refactoring adapts lose
// the names that it removes. Deleted test files do not count. At most left nodes are read.
func expects(ctx context.Context, in *Input, renamed map[string]string, left int) (bool, error) {
	files := testFiles(in)
	if err := read(ctx, in.Blobs, files); err != nil {
		return false, err
	}
	if _, err := lowerAll(ctx, files, new(Result), left); err != nil {
		return false, err
	}
	constants, names := make(atoms), make(atoms)
	for _, f := range files {
		countTest(f.head, nil, 1, constants, names)
		countTest(f.base, renamed, -1, constants, names)
	}
	for _, n := range names {
		if n < 0 {
			return false, nil
		}
	}
	for _, n := range constants {
		if n > 0 {
			return true, nil
		}
	}
	return false, nil
}

// countTest adds n to the count of each constant in a version of a test file, and to that of each
// name of a called function, a member or a key.
func countTest(v *version, renamed map[string]string, n int, constants, names atoms) {
	if v == nil {
		return
	}
	v.root.Walk(func(k *tree.Node) bool {
		out, text := names, k.Text
		switch k.Role {
		case lang.RoleString, lang.RoleNumber, lang.RoleBool:
			if len(k.Kids) > 0 {
				return true
			}
			out = constants
		case lang.RoleMember, lang.RolePair:
		case lang.RoleCall, lang.RoleNew:
			text = tree.LastName(k.Kids[0])
			if k.Kids[0].Is(lang.RoleMember) { // which the walk counts
				return true
			}
		default:
			return true
		}
		if to, ok := renamed[text]; ok {
			text = to
		}
		out[tree.MixText(tree.HashSeed, text)] += n
		return true
	})
}
