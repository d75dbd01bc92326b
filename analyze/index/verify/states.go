package main

import (
	"bytes"
	"context"
	"crypto/sha1"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/analyze/source"
	"github.com/nexus-ci/nexus-ci/diff"
)

// half returns base with every other change of a commit, as a reviewer sees it who has reverted the
// rest; nil for less than two changes.
func half(base *diff.Snapshot, changes []diff.FileChange) *diff.Snapshot {
	if len(changes) < 2 {
		return nil
	}
	files := filesOf(base)
	for i := 0; i < len(changes); i += 2 {
		c := &changes[i]
		if c.OldPath != "" && c.Status != diff.Copied {
			delete(files, c.OldPath)
		}
		if c.NewPath != "" {
			files[c.NewPath] = diff.File{Path: c.NewPath, Blob: c.NewBlob, Mode: c.NewMode, Size: -1}
		}
	}
	return snapshotOf(files)
}

// filesOf returns the files of a snapshot by path.
func filesOf(s *diff.Snapshot) map[string]diff.File {
	files := make(map[string]diff.File, len(s.Files))
	for _, f := range s.Files {
		files[f.Path] = f
	}
	return files
}

// snapshotOf returns the snapshot of files; Tree is not git's, but as good as a name.
func snapshotOf(files map[string]diff.File) *diff.Snapshot {
	s := &diff.Snapshot{Ref: "made"}
	for _, f := range files {
		s.Files = append(s.Files, f)
	}
	slices.SortFunc(s.Files, func(a, b diff.File) int { return strings.Compare(a.Path, b.Path) })
	hash := sha1.New()
	for _, f := range s.Files {
		fmt.Fprintf(hash, "%d %s %s\n", f.Mode, f.Blob, f.Path)
	}
	s.Tree = hex.EncodeToString(hash.Sum(nil))
	return s
}

// overlay reads the contents that were made, and all others from the repository.
type overlay struct {
	made map[string][]byte
	from source.Blobs
}

func (o *overlay) Read(ctx context.Context, ids []string, maxSize int64, each func(i int, content []byte, err error)) error {
	var rest []string
	var at []int // their positions in ids
	for i, id := range ids {
		if content, ok := o.made[id]; ok {
			each(i, content, nil)
			continue
		}
		rest, at = append(rest, id), append(at, i)
	}
	return o.from.Read(ctx, rest, maxSize, func(i int, content []byte, err error) { each(at[i], content, err) })
}

// content returns the content of one blob.
func (o *overlay) content(ctx context.Context, id string) (content []byte, err error) {
	failed := o.Read(ctx, []string{id}, diff.MaxSize, func(_ int, c []byte, e error) { content, err = bytes.Clone(c), e })
	if failed != nil {
		return nil, failed
	}
	return content, err
}

// noted returns a snapshot with a number in a text file, so that nothing is stored of it.
func (o *overlay) noted(s *diff.Snapshot, number int) *diff.Snapshot {
	files := filesOf(s)
	files["verify.txt"] = o.put(diff.File{Path: "verify.txt"}, fmt.Append(nil, number))
	return snapshotOf(files)
}

// put returns a file with another content.
func (o *overlay) put(f diff.File, content []byte) diff.File {
	sum := sha1.Sum(fmt.Appendf(nil, "blob %d\x00%s", len(content), content))
	f.Blob, f.Size = hex.EncodeToString(sum[:]), int64(len(content))
	o.made[f.Blob] = content
	return f
}

// edited returns base with one file of a language edited, and what was done; nil where nothing can be.
func (o *overlay) edited(ctx context.Context, base *diff.Snapshot, known *lang.Index, random *rand.Rand) (*diff.Snapshot, string) {
	var editable []diff.File
	for _, f := range base.Files {
		if f.Mode <= diff.Executable && known.ByPath(f.Path) != nil {
			editable = append(editable, f)
		}
	}
	for range 20 {
		if len(editable) == 0 {
			break
		}
		f := editable[random.IntN(len(editable))]
		content, err := o.content(ctx, f.Blob)
		if err != nil || len(content) == 0 {
			continue
		}
		what, after := edit(content, random)
		if bytes.Equal(content, after) {
			continue
		}
		files := filesOf(base)
		files[f.Path] = o.put(f, after)
		return snapshotOf(files), what + " " + f.Path
	}
	return nil, ""
}

// edit changes a text as people and merges do: it takes lines out, repeats or exchanges them, or gives a
// word another name in one place or in all.
func edit(content []byte, random *rand.Rand) (what string, after []byte) {
	lines := bytes.SplitAfter(content, []byte("\n"))
	at := random.IntN(len(lines))
	switch random.IntN(5) {
	case 0:
		n := min(1+random.IntN(3), len(lines)-at)
		return "lines taken out of", bytes.Join(slices.Delete(lines, at, at+n), nil)
	case 1:
		return "a line repeated in", bytes.Join(slices.Insert(lines, at, lines[at]), nil)
	case 2:
		to := random.IntN(len(lines))
		lines[at], lines[to] = lines[to], lines[at]
		return "two lines exchanged in", bytes.Join(lines, nil)
	case 3:
		word := wordIn(lines[at], random)
		if word == nil {
			return "", content
		}
		return "a name replaced in", bytes.ReplaceAll(content, word, append(bytes.Clone(word), 'X'))
	}
	word := wordIn(lines[at], random)
	if word == nil {
		return "", content
	}
	lines[at] = bytes.Replace(lines[at], word, append(bytes.Clone(word), 'X'), 1)
	return "a name replaced once in", bytes.Join(lines, nil)
}

// wordIn returns a word of a line, nil for none.
func wordIn(line []byte, random *rand.Rand) []byte {
	words := bytes.FieldsFunc(line, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	words = slices.DeleteFunc(words, func(w []byte) bool {
		r, _ := utf8.DecodeRune(w)
		return len(w) < 2 || unicode.IsDigit(r)
	})
	if len(words) == 0 {
		return nil
	}
	return words[random.IntN(len(words))]
}
