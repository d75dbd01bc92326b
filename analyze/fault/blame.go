package fault

import (
	"maps"
	"slices"
)

// maxSingle bounds how often Blame goes without one more file.
const maxSingle = 16

// A Suspect is what Blame knows of the files that may bring a bug to light.
type Suspect struct {
	Paths []string
	// At returns the file that was worked on when the last call ended, empty for none; nil:
	// that is not known.
	At func() string
	// Like returns the files that are like one; nil: none are.
	Like func(path string) []string
	// Tell is told of each file that is found.
	Tell func(*Fault)
}

// Blame calls f, without more and more files, until it does not panic. It returns the files
// that f had to go without in the end, each with its fault. A fault at a file costs that one,
// and after many of them all that are like it; any other costs as few of the paths as halving
// them finds. The fault at the end is one that f has without all of them, too.
func Blame(phase Phase, s Suspect, f func(without map[string]*Fault)) (without map[string]*Fault, end *Fault) {
	without = make(map[string]*Fault)
	for n := 0; ; n++ {
		found := Catch(phase, func() { f(without) })
		if found == nil {
			return without, nil
		}
		if s.At != nil {
			found.Path = s.At()
		}
		if found.Path != "" && without[found.Path] == nil {
			s.Tell(found)
			without[found.Path] = found
			if n >= maxSingle && s.Like != nil {
				for _, path := range s.Like(found.Path) {
					without[path] = found
				}
			}
			continue
		}
		rest := slices.DeleteFunc(slices.Clone(s.Paths), func(path string) bool { return without[path] != nil })
		guilty, end := halve(phase, rest, found, without, f)
		if end != nil {
			return without, end
		}
		for _, path := range guilty {
			of := *found
			of.Path = path
			s.Tell(&of)
			without[path] = &of
		}
	}
}

// halve returns as few of paths as it finds to go without, so that f does not panic with
// found, or the fault that f has without all of them.
func halve(phase Phase, paths []string, found *Fault, without map[string]*Fault, f func(map[string]*Fault)) ([]string, *Fault) {
	try := func(paths []string) *Fault {
		all := maps.Clone(without)
		for _, path := range paths {
			all[path] = found
		}
		return Catch(phase, func() { f(all) })
	}
	if len(paths) == 0 {
		return nil, found
	}
	if end := try(paths); end != nil {
		return nil, end
	}
	for len(paths) > 1 {
		half := len(paths) / 2
		if try(paths[:half]) == nil {
			paths = paths[:half]
		} else if try(paths[half:]) == nil {
			paths = paths[half:]
		} else {
			break // there is one in both halves
		}
	}
	return paths, nil
}
