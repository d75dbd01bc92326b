// Package module tells which modules may be in one program.
//
// Modules that no import connects, in any direction and over any number of others, are never in one
// program: a value of one does not reach the code of the other, and a type of one is not used as an
// interface of the other. A repository may consist of many such modules.
package module

// None is the group of a file that may be in a program with any other.
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

// groups lead from each file to another one of its group, and so to the first, which leads to itself.
type groups []int32

func (g groups) of(f int32) int32 {
	if g[f] == None {
		return None
	}
	for g[f] != f {
		g[f] = g[g[f]] // shortens the way for the next question
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
