// Package module groups the files of a repository that one program of it may contain.
//
// In: the module and the imports of each file. Out: a number for each group. The files of a module are in one group
// with those that they import, in any direction and over any number of other modules. A program of the repository has
// files of one group only, so values of one group do not reach the code of another there, and names of one are not
// those of another. A repository may have many groups.
//
// Absent: programs outside the repository, which may import modules of several groups.
package module

// A File is what is known of one file.
type File struct {
	Module  string  // all files of a family of languages that has no modules are in one
	Imports []int32 // numbers of files of the repository that it imports
}

// Groups returns the group of each file. The number of a group is that of its first file.
func Groups(files []File) []int32 {
	g := make(groups, len(files))
	first := make(map[string]int32)
	for i := range files {
		at, known := first[files[i].Module]
		if !known {
			at = int32(i)
			first[files[i].Module] = at
		}
		g[i] = at
	}
	for i := range files {
		for _, to := range files[i].Imports {
			g.merge(int32(i), to)
		}
	}
	for i := range g {
		g[i] = g.of(int32(i))
	}
	return g
}

// groups is a union-find forest: by file its parent, which for the first file of a group is itself.
type groups []int32

func (g groups) of(f int32) int32 {
	for g[f] != f {
		g[f] = g[g[f]] // path halving
		f = g[f]
	}
	return f
}

// merge makes the groups of two files one.
func (g groups) merge(a, b int32) {
	a, b = g.of(a), g.of(b)
	g[max(a, b)] = min(a, b)
}
