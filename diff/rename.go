package diff

import (
	"cmp"
	"errors"
	"path"
	"slices"
)

// How renames are found; the numbers are those of git (diffcore-rename).
const (
	// minSimilarity is the minimum share of the larger file, in percent, that two
	// files must have in common: git diff -M50%.
	minSimilarity = 50
	// minSameName is the minimum for the only two files with the same base name. They are tried
	// first, so the limit is higher.
	minSameName = 75
	// renameLimit limits the comparison of deleted files with added files to renameLimit²
	// pairs. Above it, only exact renames and those with the same base name are found.
	renameLimit = 1000
	// candidates is the number of sources kept per added file.
	candidates = 4
	// maxFingerprinted bounds the bytes read to compare files, and maxComparisons the chunks
	// compared. Further files match nothing.
	maxFingerprinted = 128 << 20
	maxComparisons   = 1 << 28
)

func sameName(a, b string) bool { return path.Base(a) == path.Base(b) }

// A matcher pairs deleted with added files.
type matcher struct {
	added, deleted         []File
	usedAdded, usedDeleted []bool
	renames                []FileChange
	read                   func(string) ([]byte, error)
	addedText, deletedText []*fingerprint // made on first use

	fingerprinted, comparisons int // used so far
}

// findRenames pairs deleted files with added ones: equal content first, then the same base
// name, then the most similar ones. It returns the unpaired files.
func findRenames(added, deleted []File, read func(string) ([]byte, error)) (renames []FileChange, restAdded, restDeleted []File, err error) {
	if len(added) == 0 || len(deleted) == 0 {
		return nil, added, deleted, nil
	}
	m := &matcher{
		added: added, deleted: deleted, read: read,
		usedAdded: make([]bool, len(added)), usedDeleted: make([]bool, len(deleted)),
		addedText: make([]*fingerprint, len(added)), deletedText: make([]*fingerprint, len(deleted)),
	}
	m.exact()
	if err := m.byName(); err != nil {
		return nil, nil, nil, err
	}
	if err := m.bySimilarity(); err != nil {
		return nil, nil, nil, err
	}
	return m.renames, unused(added, m.usedAdded), unused(deleted, m.usedDeleted), nil
}

func unused(files []File, used []bool) []File {
	var out []File
	for i, f := range files {
		if !used[i] {
			out = append(out, f)
		}
	}
	return out
}

func (m *matcher) match(from, to int) {
	m.usedDeleted[from], m.usedAdded[to] = true, true
	m.renames = append(m.renames, pair(Renamed, m.deleted[from], m.added[to]))
}

// exact pairs files of equal content, those with the same base name first.
func (m *matcher) exact() {
	left := make(map[source][]int, 2*len(m.deleted)) // each in order of paths
	for i, f := range m.deleted {
		for _, name := range []string{path.Base(f.Path), ""} {
			key := sourceOf(f, name)
			left[key] = append(left[key], i)
		}
	}
	for to, f := range m.added {
		for _, name := range []string{path.Base(f.Path), ""} {
			key := sourceOf(f, name)
			for len(left[key]) > 0 && m.usedDeleted[left[key][0]] {
				left[key] = left[key][1:]
			}
			if len(left[key]) > 0 {
				m.match(left[key][0], to)
				break
			}
		}
	}
}

// byName pairs files whose base name is unique on both sides: most renames move a file to
// another directory.
func (m *matcher) byName() error {
	to := uniqueNames(m.added, m.usedAdded)
	from := uniqueNames(m.deleted, m.usedDeleted)
	for i, f := range m.deleted {
		name := path.Base(f.Path)
		j, ok := to[name]
		if m.usedDeleted[i] || !ok || j < 0 || from[name] != i {
			continue
		}
		score, err := m.similarity(i, j)
		if err != nil {
			return err
		}
		if score >= minSameName*scorePerPercent {
			m.match(i, j)
		}
	}
	return nil
}

// uniqueNames maps base names to their file, -1 if several files have the name.
func uniqueNames(files []File, used []bool) map[string]int {
	names := make(map[string]int, len(files))
	for i, f := range files {
		if used[i] {
			continue
		}
		name := path.Base(f.Path)
		if _, twice := names[name]; twice {
			i = -1
		}
		names[name] = i
	}
	return names
}

// A candidate is a possible rename.
type candidate struct {
	from, to int
	score    int
	sameName bool
}

// bySimilarity compares all remaining files with each other and pairs them, the best pairs
// first.
func (m *matcher) bySimilarity() error {
	left := func(used []bool) (n int) {
		for _, u := range used {
			if !u {
				n++
			}
		}
		return n
	}
	if left(m.usedAdded)*left(m.usedDeleted) > renameLimit*renameLimit {
		return nil
	}
	var all []candidate
	for to, f := range m.added {
		if m.usedAdded[to] {
			continue
		}
		var best []candidate
		for from, g := range m.deleted {
			if m.usedDeleted[from] {
				continue
			}
			score, err := m.similarity(from, to)
			if err != nil {
				return err
			}
			if score >= minSimilarity*scorePerPercent {
				best = append(best, candidate{from, to, score, sameName(f.Path, g.Path)})
			}
		}
		slices.SortStableFunc(best, byScore)
		all = append(all, best[:min(candidates, len(best))]...)
	}
	slices.SortStableFunc(all, byScore)
	for _, c := range all {
		if !m.usedAdded[c.to] && !m.usedDeleted[c.from] {
			m.match(c.from, c.to)
		}
	}
	return nil
}

// byScore puts the better candidate first.
func byScore(a, b candidate) int {
	if c := cmp.Compare(b.score, a.score); c != 0 {
		return c
	}
	switch {
	case a.sameName == b.sameName:
		return 0
	case a.sameName:
		return -1
	}
	return 1
}

// similarity returns the similarity of two files; 0 when they cannot be compared.
func (m *matcher) similarity(from, to int) (int, error) {
	a, b := m.deleted[from], m.added[to]
	if a.Mode > Executable || b.Mode > Executable {
		return 0, nil
	}
	old, err := m.fingerprint(&m.deletedText[from], a)
	if err != nil {
		return 0, err
	}
	new, err := m.fingerprint(&m.addedText[to], b)
	if err != nil {
		return 0, err
	}
	if m.comparisons += len(old.chunks) + len(new.chunks); m.comparisons > maxComparisons {
		return 0, nil
	}
	return old.similarity(new), nil
}

// fingerprint returns the fingerprint of f, computed once. A blob that cannot be read matches
// nothing.
func (m *matcher) fingerprint(memo **fingerprint, f File) (*fingerprint, error) {
	if *memo != nil {
		return *memo, nil
	}
	var content []byte
	if m.fingerprinted < maxFingerprinted {
		var err error
		content, err = m.read(f.Blob)
		var trouble *UnreadError
		if err != nil && !errors.As(err, &trouble) {
			return nil, err
		}
	}
	m.fingerprinted += len(content)
	*memo = newFingerprint(content)
	return *memo, nil
}
