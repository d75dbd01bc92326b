package fault

import (
	"maps"
	"slices"
)

// maxSingle is the number of files that Blame leaves out one by one, before it also leaves out
// those like them.
const maxSingle = 16

// A Suspect describes the files that may cause a panic.
type Suspect struct {
	Paths []string
	// At returns the file that was being processed when the last call ended, empty for none. nil:
	// this is not known.
	At func() string
	// Like returns the files that are similar to one; nil: none are.
	Like func(path string) []string
	// Tell is called for each file that is found.
	Tell func(*Fault)
}

// Blame calls f repeatedly, leaving out more and more files, until f does not panic. It returns
// the files left out, each with its fault. If At names the file, this file is left out, and
// after maxSingle files also all that are like it. Otherwise the files that cause the panic are
// searched by bisection. end is the fault that remains even without all files.
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

// halve returns a small subset of paths, found by bisection, without which f does not panic with
// found; or the fault that remains without all of them.
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
			break // both halves contain such a file
		}
	}
	return paths, nil
}
