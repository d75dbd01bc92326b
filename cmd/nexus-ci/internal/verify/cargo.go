package verify

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// checkCargo checks all targets of the packages that hold the files, offline and without writing to the
// work tree. Build scripts and macros run, as in any build. rustc reports types only in crates whose names
// are all found, so a file is denied only where everything compiles.
func checkCargo(ctx context.Context, w *Workspace, paths []string) (*result, error) {
	out := newResult()
	done := make(map[string]bool)
	for _, p := range paths {
		dir := nearest(w.Dir, p, "Cargo.toml")
		if dir == "" || done[dir] {
			continue
		}
		done[dir] = true
		if err := w.cargo(ctx, out, dir); err != nil {
			return nil, err
		}
	}
	if len(done) == 0 {
		return nil, errors.New("no Cargo.toml")
	}
	return out, nil
}

func (w *Workspace) cargo(ctx context.Context, out *result, dir string) error {
	scratch, err := os.MkdirTemp("", "nexus-ci-cargo-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	env := []string{"CARGO_NET_OFFLINE=true", "RUSTUP_AUTO_INSTALL=0", "RUSTUP_DIST_SERVER=file:///nonexistent", "CARGO_TERM_COLOR=never"}
	stdout, stderr, err := w.run(ctx, dir, env, "cargo", "check", "--frozen", "--all-targets", "--message-format=json", "--target-dir", scratch)
	if err != nil {
		return err
	}
	type message struct {
		Reason  string
		Success bool
		Message struct {
			Level string
			Spans []struct {
				File    string `json:"file_name"`
				Line    int    `json:"line_start"`
				Primary bool   `json:"is_primary"`
			}
		}
	}
	finished := false
	for line := range bytes.Lines([]byte(stdout)) {
		var m message
		if json.Unmarshal(line, &m) != nil {
			continue
		}
		if m.Reason == "build-finished" {
			finished = true
			if m.Success {
				w.compiled(out, dir, scratch)
			}
		}
		if m.Reason != "compiler-message" || m.Message.Level != "error" {
			continue
		}
		for _, s := range m.Message.Spans {
			if path, ok := w.belowRoot(dir, s.File); ok && s.Primary {
				out.add(path, s.Line)
			}
		}
	}
	if !finished {
		return errors.New(firstLine(stderr))
	}
	return nil
}

// belowRoot returns the path of a file that cargo names relative to the root of the workspace, which is
// dir or above it; false where two directories that may be the root have such a file.
func (w *Workspace) belowRoot(dir, name string) (string, bool) {
	found := ""
	for ; ; dir = filepath.Dir(dir) {
		if file := absolute(dir, name); file != found && isFile(file) {
			if found != "" {
				return "", false
			}
			found = file
		}
		if dir == w.Dir || dir == filepath.Dir(dir) {
			break
		}
	}
	if found == "" {
		return "", false
	}
	return w.rel(found)
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// compiled marks the files that the lists of sources in the target directory name.
func (w *Workspace) compiled(out *result, dir, target string) {
	lists, err := filepath.Glob(filepath.Join(target, "debug", "deps", "*.d"))
	if err != nil {
		return
	}
	for _, list := range lists {
		content, err := os.ReadFile(list)
		if err != nil {
			continue
		}
		for _, name := range strings.Fields(string(content)) {
			if path, ok := w.belowRoot(dir, strings.TrimSuffix(name, ":")); ok {
				out.covered[path] = true
			}
		}
	}
}
