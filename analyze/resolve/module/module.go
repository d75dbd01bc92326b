// Package module groups the modules of a repository that its programs may contain together.
//
// In: the module and the imports of each file. Out: a number for each group. Modules are in one group if imports
// connect them, in any direction and over any number of other modules. A program of the repository has modules
// of one group only, so values of one group do not reach the code of another there. A repository may have many groups.
//
// Absent: programs outside the repository, which may import modules of several groups.
package module

// None is the group of a file whose module is not known: it counts as connected with all.
const None = -1

// A File is what is known of one file.
type File struct {
	Dir     string  // of its module
	Known   bool    // it is known what is in its module
	Imports []int32 // numbers of files of the repository that it imports
}

// Groups returns the group of each file, None where its module is not known: the files of a module are in
// one group with those that they import. The number of a group is that of its first file.
func Groups(files []File) []int32 {
	g := make(groups, len(files))
	first := make(map[string]int32)
	for i := range files {
		g[i] = None
		if !files[i].Known {
			continue
		}
		g[i] = int32(i)
		if at, ok := first[files[i].Dir]; ok {
			g[i] = at
		} else {
			first[files[i].Dir] = int32(i)
		}
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
	if g[f] == None {
		return None
	}
	for g[f] != f {
		g[f] = g[g[f]] // path halving
		f = g[f]
	}
	return f
}

// merge makes the groups of two files one. Files without a group stay so.
func (g groups) merge(a, b int32) {
	if a, b = g.of(a), g.of(b); a != None && b != None {
		g[max(a, b)] = min(a, b)
	}
}
