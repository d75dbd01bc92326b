package diff

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
)

// A Merged is the result of merging two snapshots.
type Merged struct {
	Snapshot *Snapshot
	// Blobs are the contents, by id, that neither side has: of files merged line by line.
	Blobs map[string][]byte
	// Conflicts are the paths with conflicts; sorted. For these files, the snapshot
	// has our version if there is one, else theirs.
	Conflicts []string
}

// MergeSnapshots merges two snapshots as git does: renames are followed, and a file that both
// sides changed is merged line by line. ourChanges and theirChanges are the results of Compare
// for base and each side; read is as for Compare.
func MergeSnapshots(base, ours, theirs *Snapshot, ourChanges, theirChanges []FileChange, read func(blob string) ([]byte, error)) (*Merged, error) {
	m := treeMerger{
		read: read, files: make(map[string]File), blobs: make(map[string][]byte), conflicts: make(map[string]bool),
		ours: newTreeSide(base, ours, ourChanges), theirs: newTreeSide(base, theirs, theirChanges),
	}
	for _, f := range base.Files {
		if err := m.mergeFile(f); err != nil {
			return nil, err
		}
	}
	m.addFiles(&m.ours, &m.theirs)
	m.addFiles(&m.theirs, &m.ours)
	out := &Merged{Snapshot: &Snapshot{Files: make([]File, 0, len(m.files))}, Blobs: m.blobs}
	for _, f := range m.files {
		out.Snapshot.Files = append(out.Snapshot.Files, f)
	}
	slices.SortFunc(out.Snapshot.Files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	for p := range m.conflicts {
		out.Conflicts = append(out.Conflicts, p)
	}
	slices.Sort(out.Conflicts)
	return out, nil
}

// A treeSide is one side of a merge.
type treeSide struct {
	became map[string]File // changed files by path in base; the zero File for a deleted one
	added  []File
	// left are the directories of base that are empty now and from which files were moved: git
	// would move new files after them, or report a conflict.
	left map[string]bool
}

func newTreeSide(base, tree *Snapshot, changes []FileChange) treeSide {
	s := treeSide{became: make(map[string]File), left: make(map[string]bool)}
	for i := range changes {
		c := &changes[i]
		now := File{Path: c.NewPath, Blob: c.NewBlob, Mode: c.NewMode, Size: -1}
		switch c.Status {
		case Added, Copied:
			s.added = append(s.added, now)
		case Deleted:
			s.became[c.OldPath] = File{}
		default:
			s.became[c.OldPath] = now
		}
		if c.Status == Renamed {
			for dir := path.Dir(c.OldPath); dir != "."; dir = path.Dir(dir) {
				s.left[dir] = true
			}
		}
	}
	for _, f := range tree.Files {
		if len(s.left) == 0 {
			break
		}
		for dir := path.Dir(f.Path); dir != "."; dir = path.Dir(dir) {
			delete(s.left, dir)
		}
	}
	return s
}

// of returns the version on this side of a file of base, and whether it exists.
func (s *treeSide) of(f File) (File, bool) {
	now, differs := s.became[f.Path]
	if !differs {
		return f, true
	}
	return now, now.Path != ""
}

type treeMerger struct {
	read         func(string) ([]byte, error)
	ours, theirs treeSide
	files        map[string]File // by path
	blobs        map[string][]byte
	conflicts    map[string]bool
}

// mergeFile merges both versions of one file of base.
func (m *treeMerger) mergeFile(f File) error {
	ours, hasOurs := m.ours.of(f)
	theirs, hasTheirs := m.theirs.of(f)
	switch {
	case !hasOurs && !hasTheirs:
	case !hasOurs && same(f, theirs), !hasTheirs && same(f, ours):
		// Deleted on one side, unchanged on the other.
	case !hasOurs:
		m.conflict(theirs, f.Path)
	case !hasTheirs:
		m.conflict(ours, f.Path)
	default:
		return m.mergeContent(f, ours, theirs)
	}
	return nil
}

func same(a, b File) bool { return a.Path == b.Path && a.Blob == b.Blob && a.Mode == b.Mode }

// mergeContent merges a file that exists on both sides.
func (m *treeMerger) mergeContent(f, ours, theirs File) error {
	out := ours
	if ours.Path == f.Path {
		out.Path = theirs.Path
	} else if theirs.Path != f.Path && theirs.Path != ours.Path {
		m.conflict(ours, f.Path, theirs.Path)
		return nil
	}
	if ours.Mode == f.Mode {
		out.Mode = theirs.Mode
	} else if theirs.Mode != f.Mode && theirs.Mode != ours.Mode {
		m.conflict(ours, f.Path)
		return nil
	}
	if ours.Blob == f.Blob {
		out.Blob = theirs.Blob
	} else if theirs.Blob != f.Blob && theirs.Blob != ours.Blob {
		merged, ok, err := m.mergeBlobs(f, ours, theirs)
		if err != nil {
			return fmt.Errorf("merge %q: %w", f.Path, err)
		}
		if !ok {
			ours.Path = out.Path
			m.conflict(ours)
			return nil
		}
		out.Blob, out.Size = BlobID(merged), int64(len(merged))
		m.blobs[out.Blob] = merged
	}
	m.put(out)
	return nil
}

func (m *treeMerger) mergeBlobs(versions ...File) (merged []byte, ok bool, err error) {
	var texts [3][]byte
	for i, f := range versions {
		if f.Mode > Executable {
			return nil, false, nil
		}
		content, err := m.read(f.Blob)
		var trouble *UnreadError
		switch {
		case errors.As(err, &trouble):
			return nil, false, nil
		case err != nil:
			return nil, false, err
		case IsBinary(content):
			return nil, false, nil
		}
		texts[i] = bytes.Clone(content)
	}
	merged, ok = Merge(texts[0], texts[1], texts[2])
	return merged, ok, nil
}

// addFiles adds the new files of one side.
func (m *treeMerger) addFiles(side, other *treeSide) {
	for _, f := range side.added {
		m.put(f)
		for dir := path.Dir(f.Path); dir != "."; dir = path.Dir(dir) {
			if other.left[dir] {
				m.conflicts[f.Path] = true
			}
		}
	}
}

// put adds a file; two different files at one path are a conflict.
func (m *treeMerger) put(f File) {
	if there, ok := m.files[f.Path]; ok && (there.Blob != f.Blob || there.Mode != f.Mode) {
		m.conflicts[f.Path] = true
		return
	}
	m.files[f.Path] = f
}

// conflict adds one version, and records its path and the other paths as conflicts.
func (m *treeMerger) conflict(version File, paths ...string) {
	m.put(version)
	m.conflicts[version.Path] = true
	for _, p := range paths {
		m.conflicts[p] = true
	}
}
