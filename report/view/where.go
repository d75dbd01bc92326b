package view

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// maxDirectories is how many directories Where names.
const maxDirectories = 6

// Where says in a clause in which directories most of the paths are: "812 in
// clients/src/test, 40 in core". It is empty for no path.
func Where(paths []string, style Style) string {
	dirs := directories(paths)
	var parts []string
	for _, d := range dirs {
		name := "the root directory"
		if d.name != "." {
			name = style.Name(d.name)
		}
		parts = append(parts, fmt.Sprintf("%d in %s", len(d.paths), name))
	}
	return strings.Join(parts, ", ")
}

// A directory is one with the paths below it.
type directory struct {
	name  string
	paths []string
}

// directories cuts paths into at most maxDirectories directories, none inside another but
// for files that stand beside directories: the largest is opened as long as there is room.
// The largest comes first.
func directories(paths []string) []directory {
	if len(paths) == 0 {
		return nil
	}
	dirs := []directory{deepen(directory{".", paths})}
	for closed := make(map[string]bool); ; {
		at := -1
		for i := range dirs {
			if !closed[dirs[i].name] && (at < 0 || len(dirs[i].paths) > len(dirs[at].paths)) {
				at = i
			}
		}
		if at < 0 {
			break
		}
		inside := children(dirs[at])
		if len(inside) == 1 || len(dirs)+len(inside)-1 > maxDirectories {
			closed[dirs[at].name] = true
			continue
		}
		for i := range inside {
			if inside[i].name == dirs[at].name {
				closed[inside[i].name] = true // files that stand here
			} else {
				inside[i] = deepen(inside[i])
			}
		}
		dirs = append(slices.Delete(dirs, at, at+1), inside...)
	}
	slices.SortStableFunc(dirs, func(a, b directory) int {
		if len(a.paths) != len(b.paths) {
			return len(b.paths) - len(a.paths)
		}
		return strings.Compare(a.name, b.name)
	})
	return dirs
}

// deepen goes down as long as there is only one way.
func deepen(d directory) directory {
	for {
		inside := children(d)
		if len(inside) != 1 || inside[0].name == d.name {
			return d
		}
		d = inside[0]
	}
}

// children cuts a directory into those right below it, and itself for the files that stand
// in it, sorted by name.
func children(d directory) []directory {
	at := make(map[string]int)
	var out []directory
	for _, p := range d.paths {
		name := d.name
		if rest := strings.TrimPrefix(p, d.name+"/"); strings.Contains(rest, "/") {
			first, _, _ := strings.Cut(rest, "/")
			name = path.Join(d.name, first)
		}
		if _, ok := at[name]; !ok {
			at[name] = len(out)
			out = append(out, directory{name: name})
		}
		out[at[name]].paths = append(out[at[name]].paths, p)
	}
	slices.SortFunc(out, func(a, b directory) int { return strings.Compare(a.name, b.name) })
	return out
}
