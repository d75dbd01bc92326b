package cache

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// tempAge is the age from which on a temporary file counts as left over from a killed run.
// Writing a segment takes seconds.
const tempAge = time.Hour

// touch marks a segment as used now. In a read-only directory this has no effect.
func touch(path string) {
	now := time.Now()
	_ = os.Chtimes(path, now, now)
}

// tidy enforces the limits of the directory. Other runs may do the same concurrently: files
// that they removed cause no error.
func tidy(dir string, maxBytes int64) error {
	temps, err := list(dir, tempPattern)
	if err != nil {
		return err
	}
	for _, f := range temps {
		if time.Since(f.ModTime()) > tempAge {
			err = cmp.Or(err, remove(f.path))
		}
	}
	files, listErr := listSegments(dir)
	if listErr != nil {
		return cmp.Or(err, listErr)
	}
	files, evictErr := evict(files, maxBytes)
	return cmp.Or(err, evictErr, merge(dir, files, maxBytes), tidyLarge(dir, maxBytes))
}

// evict removes the least recently used segments until the others are within maxBytes, and
// returns the others.
func evict(files []file, maxBytes int64) ([]file, error) {
	slices.SortStableFunc(files, func(a, b file) int { return b.ModTime().Compare(a.ModTime()) })
	var total int64
	for i, f := range files {
		if total += f.Size(); total > maxBytes {
			var err error
			for _, old := range files[i:] {
				err = cmp.Or(err, remove(old.path))
			}
			return files[:i], err
		}
	}
	return files, nil
}

// merge joins the smallest segments when there are too many. It removes damaged segments.
// Segments of other versions are kept until they are evicted.
func merge(dir string, files []file, maxBytes int64) error {
	var err error
	var own []file
	for _, f := range files {
		if !strings.HasPrefix(filepath.Base(f.path), segmentPrefix) {
			continue
		}
		s, openErr := openSegment(f.path)
		if openErr != nil {
			err = cmp.Or(err, remove(f.path))
			continue
		}
		s.close()
		own = append(own, f)
	}
	if len(own) <= maxSegments {
		return err
	}
	slices.SortStableFunc(own, func(a, b file) int { return cmp.Compare(a.Size(), b.Size()) })
	most := min(maxBytes/parts, flushBytes)
	var size int64
	n := 0
	for n < len(own) && n <= len(own)-maxSegments/2 && size+own[n].Size() <= most {
		size += own[n].Size()
		n++
	}
	if n < 2 {
		return err
	}
	return cmp.Or(err, join(dir, own[:n]))
}

// join writes the values of files as one segment with the time of the newest file, and removes
// the files.
func join(dir string, files []file) error {
	p := newPending()
	newest := files[0].ModTime()
	for _, f := range files {
		s, err := openSegment(f.path)
		if err != nil {
			continue // removed by another run, which has joined it too
		}
		for i := range s.len() {
			e := s.entry(i)
			if value, ok := s.read(e); ok {
				p.put(e.key, value)
			}
		}
		s.close()
		if f.ModTime().After(newest) {
			newest = f.ModTime()
		}
	}
	path, err := p.write(dir)
	if err != nil {
		return err
	}
	_ = os.Chtimes(path, newest, newest) // on failure only the order of eviction is affected
	for _, f := range files {
		if f.path != path {
			err = cmp.Or(err, remove(f.path))
		}
	}
	return err
}

func remove(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
