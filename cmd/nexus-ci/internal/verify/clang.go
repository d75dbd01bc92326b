package verify

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

// clangError is "/dir/src/a.c:3:5: error: …".
var clangError = lazyregexp.New(`^(.+):(\d+):\d+: (?:fatal )?error: (.*)$`)

// checkClang parses and type-checks the files with the flags of a compilation database, or without
// flags where all headers are found. It confirms and never denies: what the linker misses is no error
// here. Of the flags only those are taken that tell where headers and what macros are, because others
// load plugins and write files.
func checkClang(ctx context.Context, w *Workspace, paths []string) (*result, error) {
	out := newResult()
	commands, asked := w.compileCommands(), false
	for _, p := range paths {
		name := filepath.Join(w.Dir, filepath.FromSlash(p))
		command, known := commands[p]
		if !known {
			command = compileCommand{dir: w.Dir, flags: []string{"-I" + w.Dir, "-I" + filepath.Join(w.Dir, "include"), "-I" + filepath.Dir(name)}}
		}
		compiler := "clang"
		if filepath.Ext(p) != ".c" {
			compiler = "clang++"
		}
		args := append([]string{"-fsyntax-only", "-fno-color-diagnostics", "-ferror-limit=0", "-Wno-everything", "-Werror=implicit-function-declaration"}, command.flags...)
		_, stderr, err := w.run(ctx, command.dir, nil, compiler, append(args, name)...)
		if err != nil {
			return nil, err
		}
		asked = w.readClang(out, stderr, known) || asked
	}
	if !asked {
		return nil, errors.New("no file could be compiled: headers are missing, or compile_commands.json with the flags of the build is")
	}
	return out, nil
}

// readClang adds the errors of one file and reports whether it could be compiled: no header is missing.
// Without the flags of its build, errors of syntax are taken as a sign that it needs some.
func (w *Workspace) readClang(out *result, stderr string, flags bool) bool {
	type place struct {
		path string
		line int
	}
	var places []place
	for line := range strings.Lines(stderr) {
		m := clangError.FindStringSubmatch(strings.TrimRight(line, "\r\n"))
		if m == nil {
			continue
		}
		if strings.HasSuffix(m[3], "file not found") || !flags && !namesCode(m[3]) {
			return false
		}
		number, err := strconv.Atoi(m[2])
		if path, ok := w.rel(m[1]); ok && err == nil {
			places = append(places, place{path, number})
		}
	}
	for _, p := range places {
		out.add(p.path, p.line)
	}
	return true
}

// namesCode reports whether an error is about a name or the arguments of a call. Others, such as those of
// syntax and #error, are what a file reports that needs flags.
func namesCode(message string) bool {
	return strings.HasPrefix(message, "too few arguments ") || strings.HasPrefix(message, "too many arguments ") ||
		strings.Contains(message, "'") && !strings.HasPrefix(message, "expected ")
}

// A compileCommand is how a build compiles a file.
type compileCommand struct {
	dir   string
	flags []string
}

// databases are where builds usually write the compilation database.
var databases = []string{"compile_commands.json", "build/compile_commands.json", "out/compile_commands.json", "builddir/compile_commands.json"}

// compileCommands returns the commands of a compilation database of the work tree, by path.
func (w *Workspace) compileCommands() map[string]compileCommand {
	type entry struct {
		Directory, File, Command string
		Arguments                []string
	}
	commands := make(map[string]compileCommand)
	for _, dir := range slices.Compact([]string{w.Dir, w.Installed}) {
		for _, name := range databases {
			content, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
			var entries []entry
			if dir == "" || err != nil || json.Unmarshal(content, &entries) != nil {
				continue
			}
			for _, e := range entries {
				file := absolute(e.Directory, e.File)
				path, err := filepath.Rel(dir, file)
				if err != nil {
					continue
				}
				words := e.Arguments
				if len(words) == 0 {
					words = splitCommand(e.Command)
				}
				if info, err := os.Stat(e.Directory); err == nil && info.IsDir() {
					commands[filepath.ToSlash(path)] = compileCommand{dir: e.Directory, flags: w.headerFlags(words, e.Directory, dir)}
				}
			}
			return commands
		}
	}
	return commands
}

// headerFlags returns the flags that say where headers are, what macros and which standard. Directories
// of the work tree become those of head, where head has them.
func (w *Workspace) headerFlags(words []string, dir, tree string) []string {
	var out []string
	for i := 0; i < len(words); i++ {
		for _, flag := range []string{"-I", "-isystem", "-iquote", "-include", "-D", "-U", "-std="} {
			value, ok := strings.CutPrefix(words[i], flag)
			if !ok {
				continue
			}
			if value == "" && i+1 < len(words) {
				i++
				value = words[i]
			}
			if flag[1] == 'I' || flag[1] == 'i' {
				value = absolute(dir, value)
				if rel, err := filepath.Rel(tree, value); err == nil && filepath.IsLocal(rel) {
					if _, err := os.Stat(filepath.Join(w.Dir, rel)); err == nil {
						value = filepath.Join(w.Dir, rel)
					}
				}
			}
			out = append(out, flag+value)
			break
		}
	}
	return out
}

// splitCommand splits a command of a compilation database, in which a backslash escapes and quotes join,
// into words.
func splitCommand(command string) []string {
	var words []string
	var word strings.Builder
	quote, open := rune(0), false
	escaped := false
	for _, r := range command {
		switch {
		case escaped:
			word.WriteRune(r)
			escaped = false
		case r == '\\' && quote != '\'':
			escaped, open = true, true
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '"' || r == '\''):
			quote, open = r, true
		case quote == 0 && (r == ' ' || r == '\t'):
			if open {
				words = append(words, word.String())
				word.Reset()
			}
			open = false
		default:
			word.WriteRune(r)
			open = true
		}
	}
	if open {
		words = append(words, word.String())
	}
	return words
}
