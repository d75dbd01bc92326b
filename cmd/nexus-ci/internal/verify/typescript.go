package verify

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

// tscError is "src/a.ts(3,5): error TS2304: …".
var tscError = lazyregexp.New(`^(.+)\((\d+),\d+\): error TS\d+:`)

// checkTypeScript runs the compiler that the repository has installed, and no other:
// another version would say other things. It runs once for every tsconfig.json that is
// the nearest of a file.
func checkTypeScript(ctx context.Context, w *Workspace, paths []string) (*result, error) {
	if w.Installed == "" {
		return nil, errors.New("no work tree with node_modules")
	}
	tsc := filepath.Join(w.Installed, "node_modules", ".bin", "tsc")
	if _, err := os.Stat(tsc); err != nil {
		return nil, errors.New("no compiler in node_modules/.bin")
	}
	out := newResult()
	done := make(map[string]bool)
	for _, p := range paths {
		project := nearest(w.Dir, p, "tsconfig.json")
		if project == "" || done[project] {
			continue
		}
		done[project] = true
		if err := w.linkModules(project); err != nil {
			return nil, err
		}
		stdout, _, err := w.run(ctx, project, nil, tsc, "--noEmit", "--pretty", "false", "--listFiles", "-p", ".")
		if err != nil {
			return nil, err
		}
		w.readTypeScript(out, project, stdout)
	}
	if len(done) == 0 {
		return nil, errors.New("no tsconfig.json")
	}
	return out, nil
}

// readTypeScript reads errors, which name files relative to the project, and the list
// of files that were compiled.
func (w *Workspace) readTypeScript(out *result, project, stdout string) {
	for line := range strings.Lines(stdout) {
		line = strings.TrimRight(line, "\r\n")
		if m := tscError.FindStringSubmatch(line); m != nil {
			number, err := strconv.Atoi(m[2])
			if path, ok := w.rel(absolute(project, m[1])); ok && err == nil {
				out.add(path, number)
			}
		} else if filepath.IsAbs(line) {
			if path, ok := w.rel(line); ok {
				out.covered[path] = true
			}
		}
	}
}

// linkModules makes what is installed in the work tree visible to a copy of head: for
// the directory of a project and those above it.
func (w *Workspace) linkModules(project string) error {
	if w.Dir == w.Installed {
		return nil
	}
	for dir := project; ; dir = filepath.Dir(dir) {
		rel, err := filepath.Rel(w.Dir, dir)
		if err != nil {
			return err
		}
		from, to := filepath.Join(w.Installed, rel, "node_modules"), filepath.Join(dir, "node_modules")
		if info, err := os.Stat(from); err == nil && info.IsDir() {
			if _, err := os.Lstat(to); errors.Is(err, os.ErrNotExist) {
				if err := os.Symlink(from, to); err != nil {
					return err
				}
			}
		}
		if rel == "." {
			return nil
		}
	}
}
