package git

import (
	"crypto/sha1"
	"fmt"
	"strings"

	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/git/internal/object"
)

// treeOf returns git's id for a tree of these files, sorted by path. If nothing was changed, that
// is the id of the commit's tree. It is empty when a file has no id.
func treeOf(files []diff.File) string {
	name, _, ok := hashTree(files, "")
	if !ok {
		return ""
	}
	return name.String()
}

// hashTree hashes the tree of the files that begin with prefix, and returns the files after them.
func hashTree(files []diff.File, prefix string) (name object.ID, rest []diff.File, ok bool) {
	var content []byte
	add := func(bits uint32, name string, of object.ID) {
		content = append(fmt.Appendf(content, "%o %s\x00", bits, name), of[:]...)
	}
	for len(files) > 0 && strings.HasPrefix(files[0].Path, prefix) {
		f := &files[0]
		if dir, _, below := strings.Cut(f.Path[len(prefix):], "/"); below {
			var tree object.ID
			if tree, files, ok = hashTree(files, prefix+dir+"/"); !ok {
				return name, files, false
			}
			add(dirType, dir, tree)
			continue
		}
		blob, known := object.ParseID(f.Blob)
		if !known {
			return name, files, false
		}
		add(modeBits(f.Mode), f.Path[len(prefix):], blob)
		files = files[1:]
	}
	h := sha1.New()
	fmt.Fprintf(h, "tree %d\x00", len(content))
	h.Write(content)
	return object.ID(h.Sum(nil)), files, true
}
