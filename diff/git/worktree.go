package git

import (
	"bytes"
	"context"
	"crypto/sha1"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/git/internal/object"
	"github.com/nexus-ci/nexus-ci/diff/git/internal/pattern"
)

const (
	// maxUntracked is the maximum size of an untracked file that is read: larger ones are data
	// and build products that nobody ignored.
	maxUntracked = 32 << 20
	// maxFile is the maximum size of a .gitignore or .gitattributes file.
	maxFile = 1 << 20
)

// A worktree is the files on disk, together with the index.
type worktree struct {
	repo  *Repo
	root  *os.Root // nothing outside of it can be opened
	index *index

	foldCase   bool // core.ignoreCase
	executable bool // core.fileMode: the executable bit is meaningful
	links      bool // core.symlinks

	tracked func() map[object.ID]string // path by id of the index entries that are unchanged on disk

	mu         sync.Mutex
	matching   pattern.Budget                     // for attributes
	attributes map[string][]pattern.AttributeFile // for the files of a directory
	decided    map[string]pattern.Attributes      // of the files of hashed
	problems   []diff.Problem                     // of files with attributes
	ownRules   pattern.AttributeFile              // info/attributes
	hashed     map[object.ID]string               // path by id of content that is only on disk
}

func (r *Repo) openWorktree(ctx context.Context) (*worktree, error) {
	if r.layout.root == "" {
		return nil, ErrBare
	}
	ix, err := r.readIndex(ctx)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(r.layout.root)
	if err != nil {
		return nil, fmt.Errorf("open work tree: %w", err)
	}
	w := &worktree{
		repo: r, root: root, index: ix,
		foldCase:   r.config.bool("core", "ignoreCase"),
		executable: r.config.get("core", "fileMode") == "" || r.config.bool("core", "fileMode"),
		links:      r.config.get("core", "symlinks") == "" || r.config.bool("core", "symlinks"),
		matching:   pattern.Budget{Left: pattern.MaxWork},
		attributes: make(map[string][]pattern.AttributeFile),
		decided:    make(map[string]pattern.Attributes),
		hashed:     make(map[object.ID]string),
	}
	w.tracked = sync.OnceValue(func() map[object.ID]string {
		paths := make(map[object.ID]string, len(ix.entries))
		for _, e := range ix.entries {
			if e.stage == 0 && e.mode&typeMask == regularType && !e.skipWorktree {
				paths[e.id] = e.path
			}
		}
		return paths
	})
	w.ownRules = pattern.ParseAttributes("", readOwnRules(filepath.Join(r.layout.commonDir, "info", "attributes")), w.foldCase)
	return w, nil
}

func (w *worktree) close() { w.root.Close() }

// readRules returns the content of a file with rules, empty when there is none or it is too
// large. Symbolic links are not followed, as in git.
func readRules(name string) (content string, tooLarge bool) {
	info, err := os.Lstat(name)
	if err != nil || !info.Mode().IsRegular() {
		return "", false
	}
	if info.Size() > maxFile {
		return "", true
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return "", false
	}
	return string(text), false
}

// readOwnRules reads a file with rules of the user.
func readOwnRules(name string) string {
	content, _ := readRules(name)
	return content
}

// leftOut reports the patterns of a file in the work tree that are ignored.
func leftOut(name string, tooLarge bool, f *pattern.File) []diff.Problem {
	switch {
	case tooLarge:
		return []diff.Problem{{Path: name, Message: fmt.Sprintf("is larger than %d bytes: its patterns are left out", maxFile)}}
	case f.Long > 0:
		return []diff.Problem{{Path: name, Message: fmt.Sprintf("has patterns of more than %d bytes, which are left out: %d", pattern.MaxLength, f.Long)}}
	}
	return nil
}

// WorktreeSnapshot lists the files on disk: tracked ones, and those that are neither tracked nor
// ignored. A file with the size and time in the index counts as unchanged, as in git; any other
// is hashed. A file that is not checked out counts as unchanged. A changed file with a clean
// filter is listed in Problems, because filters are not run.
func (r *Repo) WorktreeSnapshot(ctx context.Context) (*diff.Snapshot, error) {
	w, err := r.openWorktree(ctx)
	if err != nil {
		return nil, err
	}
	scan := &scan{worktree: w, ctx: ctx, matching: pattern.Budget{Left: pattern.MaxWork}, visited: make(map[string]bool, len(w.index.entries))}
	if err := scan.dir("", w.userRules(), false); err != nil {
		return nil, fmt.Errorf("list work tree: %w", err)
	}
	scan.addAbsent()
	w.mu.Lock()
	scan.problems = append(scan.problems, w.problems...)
	if w.matching.Left == 0 {
		scan.problem(".gitattributes", "matching the patterns of these files takes too long: some were not applied")
	}
	w.mu.Unlock()
	if scan.spent != "" {
		scan.problem(".gitignore", "matching the patterns of these files takes too long: none was applied after %.200q", scan.spent)
	}
	slices.SortFunc(scan.files, func(a, b diff.File) int { return strings.Compare(a.Path, b.Path) })
	slices.SortStableFunc(scan.problems, func(a, b diff.Problem) int { return strings.Compare(a.Path, b.Path) })

	r.mu.Lock()
	if r.files != nil {
		r.files.close()
	}
	r.files = w
	r.mu.Unlock()
	return &diff.Snapshot{Ref: "worktree", Tree: treeOf(scan.files), Files: scan.files, Problems: scan.problems}, nil
}

// userRules are the patterns that apply in every directory.
func (w *worktree) userRules() []pattern.File {
	name := w.repo.config.path("core", "excludesFile")
	if name == "" {
		name = userFile("ignore")
	}
	return []pattern.File{
		pattern.ParseIgnore("", readOwnRules(name), w.foldCase),
		pattern.ParseIgnore("", readOwnRules(filepath.Join(w.repo.layout.commonDir, "info", "exclude")), w.foldCase),
	}
}

// userFile is the default path of a file in the user's git directory.
func userFile(name string) string {
	dir := os.Getenv("XDG_CONFIG_HOME")
	if dir == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return ""
		}
		dir = filepath.Join(home, ".config")
	}
	return filepath.Join(dir, "git", name)
}

// ignored reports whether a path is ignored, as long as the budget for matching lasts.
func (s *scan) ignored(rules []pattern.File, path string, isDir bool) bool {
	out := pattern.Ignored(rules, path, isDir, &s.matching)
	if s.matching.Left == 0 && s.spent == "" {
		s.spent = path
	}
	return out && s.spent == ""
}

// A scan walks the work tree.
type scan struct {
	*worktree
	census
	ctx      context.Context
	matching pattern.Budget // for patterns of ignored files
	spent    string         // path at which it was used up
	files    []diff.File
	problems []diff.Problem
	visited  map[string]bool // tracked paths seen on disk
}

func (s *scan) problem(path, format string, args ...any) {
	s.problems = append(s.problems, diff.Problem{Path: path, Message: fmt.Sprintf(format, args...)})
}

// entries returns the index entries of a path.
func (w *worktree) entries(path string) []indexEntry {
	all := w.index.entries
	at, _ := slices.BinarySearchFunc(all, path, func(e indexEntry, path string) int { return strings.Compare(e.path, path) })
	n := at
	for n < len(all) && all[n].path == path {
		n++
	}
	return all[at:n]
}

// hasTracked reports whether the index has a file below dir, which ends with a slash.
func (w *worktree) hasTracked(dir string) bool {
	all := w.index.entries
	at, _ := slices.BinarySearchFunc(all, dir, func(e indexEntry, dir string) int { return strings.Compare(e.path, dir) })
	return at < len(all) && strings.HasPrefix(all[at].path, dir)
}

func (w *worktree) onDisk(path string) string {
	return filepath.Join(w.repo.layout.root, filepath.FromSlash(path))
}

// dir lists a directory, given by its path with a slash. In an ignored directory, only tracked
// files count.
func (s *scan) dir(dir string, rules []pattern.File, excluded bool) error {
	if err := s.ctx.Err(); err != nil {
		return err
	}
	list, err := os.ReadDir(s.onDisk(dir))
	if err != nil {
		if dir == "" {
			return err
		}
		s.problem(strings.TrimSuffix(dir, "/"), "cannot be listed: %v", errors.Unwrap(err))
		return nil
	}
	if !excluded {
		content, tooLarge := readRules(s.onDisk(dir + ".gitignore"))
		own := pattern.ParseIgnore(dir, content, s.foldCase)
		s.problems = append(s.problems, leftOut(dir+".gitignore", tooLarge, &own)...)
		if len(own.Rules) > 0 {
			rules = append(rules[:len(rules):len(rules)], own)
		}
	}
	for _, e := range list {
		path := dir + e.Name()
		switch kind := e.Type(); {
		case e.Name() == ".git":
		case kind.IsDir():
			err = s.subdir(path, rules, excluded)
		case kind.IsRegular(), kind == fs.ModeSymlink:
			err = s.file(path, e, rules, excluded)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *scan) subdir(path string, rules []pattern.File, excluded bool) error {
	if tracked := s.entries(path); len(tracked) > 0 && tracked[0].mode&typeMask == gitlinkType {
		s.visited[path] = true
		return s.add(diff.File{Path: path, Blob: tracked[0].id.String(), Mode: diff.Submodule, Size: -1})
	}
	tracked := s.hasTracked(path + "/")
	excluded = excluded || s.ignored(rules, path, true)
	if !tracked {
		if excluded {
			return nil
		}
		if _, err := os.Lstat(filepath.Join(s.onDisk(path), ".git")); err == nil {
			return nil // another repository
		}
	}
	if err := s.census.dir(path); err != nil {
		return err
	}
	return s.dir(path+"/", rules, excluded)
}

func (s *scan) add(f diff.File) error {
	if err := s.census.file(f.Path); err != nil {
		return err
	}
	s.files = append(s.files, f)
	return nil
}

// file adds a regular file or a symbolic link.
func (s *scan) file(path string, e fs.DirEntry, rules []pattern.File, excluded bool) error {
	entries := s.entries(path)
	if len(entries) == 0 && (excluded || s.ignored(rules, path, false)) {
		return nil
	}
	info, err := e.Info()
	if errors.Is(err, fs.ErrNotExist) {
		return nil // deleted since the directory was listed
	}
	if err != nil {
		s.problem(path, "cannot be read: %v", errors.Unwrap(err))
		return nil
	}
	if len(entries) == 0 {
		if info.Size() > maxUntracked {
			s.problem(path, "is not tracked and larger than %d bytes: left out", maxUntracked)
			return nil
		}
		return s.hash(path, info, nil)
	}
	s.visited[path] = true
	tracked, _ := resolveStages(entries)
	if tracked.stage != 0 {
		s.problems = append(s.problems, unmerged(path))
		return s.hash(path, info, nil)
	}
	if mode := s.mode(info, &tracked); s.unchanged(&tracked, mode, info) {
		return s.add(diff.File{Path: path, Blob: tracked.id.String(), Mode: mode, Size: -1})
	}
	return s.hash(path, info, &tracked)
}

// mode returns the kind of a file as git would record it. If the file system has no links or no
// executable bit, the index decides.
func (w *worktree) mode(info fs.FileInfo, tracked *indexEntry) diff.Mode {
	recorded := diff.Regular
	if tracked != nil {
		recorded, _ = fileMode(tracked.mode)
	}
	switch {
	case info.Mode().Type() == fs.ModeSymlink, !w.links && recorded == diff.Symlink:
		return diff.Symlink
	case !w.executable:
		if recorded == diff.Executable {
			return diff.Executable
		}
		return diff.Regular
	case info.Mode()&executeBit != 0:
		return diff.Executable
	}
	return diff.Regular
}

// unchanged reports whether a file certainly has the content in the index: size and time are
// equal, and the time is older than the index, so that a later change would have changed it
// ("racy git").
func (w *worktree) unchanged(e *indexEntry, mode diff.Mode, info fs.FileInfo) bool {
	recorded, _ := fileMode(e.mode)
	if e.intentToAdd || (mode == diff.Symlink) != (recorded == diff.Symlink) {
		return false
	}
	if e.assumeValid {
		return true
	}
	t := info.ModTime()
	return uint32(info.Size()) == e.size && uint32(t.Unix()) == e.seconds &&
		(e.nanoseconds == 0 || uint32(t.Nanosecond()) == e.nanoseconds) &&
		t.UnixNano() < w.index.written
}

// hash adds a file with the id of its content.
func (s *scan) hash(path string, info fs.FileInfo, tracked *indexEntry) error {
	if err := s.ctx.Err(); err != nil {
		return err
	}
	mode := s.mode(info, tracked)
	name, size, err := s.hashFile(path, info, mode)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		var cause *fs.PathError
		if errors.As(err, &cause) {
			err = cause.Err
		}
		s.problem(path, "cannot be read: %v", err)
		if tracked != nil {
			return s.add(diff.File{Path: path, Blob: tracked.id.String(), Mode: mode, Size: -1})
		}
		return nil
	}
	if tracked == nil || tracked.id != name {
		s.hashed[name] = path
		if f := s.attributesOf(path).Filter; mode != diff.Symlink && f != "" && f != "none" {
			s.problem(path, "is compared as it is on disk: the filter %q was not run", f)
		}
	}
	return s.add(diff.File{Path: path, Blob: name.String(), Mode: mode, Size: size})
}

// hashFile returns git's id of the content of a file, and its size.
func (w *worktree) hashFile(path string, info fs.FileInfo, mode diff.Mode) (object.ID, int64, error) {
	if info.Mode().Type() == fs.ModeSymlink {
		target, err := w.readLink(path)
		return hashBlob(target), int64(len(target)), err
	}
	if info.Size() > diff.MaxSize {
		return w.hashLarge(path)
	}
	content, err := w.readFile(path, diff.MaxSize, nil)
	if err != nil {
		return object.ID{}, 0, err
	}
	if mode != diff.Symlink {
		content = w.normalise(path, content)
	}
	return hashBlob(content), int64(len(content)), nil
}

// readLink returns the target of a symbolic link, as git stores it.
func (w *worktree) readLink(path string) ([]byte, error) {
	target, err := w.root.Readlink(filepath.FromSlash(path))
	return []byte(filepath.ToSlash(target)), err
}

// hashLarge hashes a file without holding it in memory.
func (w *worktree) hashLarge(path string) (object.ID, int64, error) {
	f, err := w.root.Open(filepath.FromSlash(path))
	if err != nil {
		return object.ID{}, 0, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return object.ID{}, 0, err
	}
	h := sha1.New()
	fmt.Fprintf(h, "blob %d\x00", info.Size())
	n, err := io.Copy(h, io.LimitReader(f, info.Size()))
	if err == nil && n != info.Size() {
		err = errors.New("changed while it was read")
	}
	return object.ID(h.Sum(nil)), n, err
}

// hashBlob returns git's id of a file with this content.
func hashBlob(content []byte) object.ID {
	h := sha1.New()
	fmt.Fprintf(h, "blob %d\x00", len(content))
	h.Write(content)
	return object.ID(h.Sum(nil))
}

// readFile appends a regular file of at most limit bytes to buf, which is empty.
func (w *worktree) readFile(path string, limit int64, buf []byte) ([]byte, error) {
	local := filepath.FromSlash(path)
	// Opening a pipe would block.
	info, err := w.root.Lstat(local)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("not a regular file")
	}
	if info.Size() > limit {
		return nil, &object.TooLargeError{Size: info.Size(), Limit: limit}
	}
	f, err := w.root.Open(local)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	out := bytes.NewBuffer(slices.Grow(buf, int(info.Size())+bytes.MinRead))
	if _, err := out.ReadFrom(io.LimitReader(f, limit+1)); err != nil {
		return nil, err
	}
	if int64(out.Len()) > limit {
		return nil, &object.TooLargeError{Size: int64(out.Len()), Limit: limit}
	}
	return out.Bytes(), nil
}

// normalise converts line ends to those that git stores.
func (w *worktree) normalise(path string, content []byte) []byte {
	if !bytes.Contains(content, pattern.Crlf) {
		return content
	}
	rule := w.attributesOf(path).EolRule(w.repo.config.get("core", "autocrlf"))
	return pattern.Normalise(content, rule, func() []byte {
		entries := w.entries(path)
		if len(entries) == 0 {
			return nil
		}
		rd := w.repo.reader()
		defer w.repo.release(rd)
		_, before, err := rd.Read(entries[0].id, diff.MaxSize)
		if err != nil {
			return nil
		}
		return bytes.Clone(before)
	})
}

// attributesOf combines the rules for one file.
func (w *worktree) attributesOf(path string) pattern.Attributes {
	w.mu.Lock()
	defer w.mu.Unlock()
	if a, ok := w.decided[path]; ok {
		return a
	}
	files := w.attributeFiles(path[:strings.LastIndexByte(path, '/')+1])
	a := pattern.AttributesOf(append(files[:len(files):len(files)], w.ownRules), path, &w.matching)
	// Content that is only on disk has to give the same hash when it is read again.
	w.decided[path] = a
	return a
}

// attributeFiles returns the files that apply in a directory, in order of increasing priority.
func (w *worktree) attributeFiles(dir string) []pattern.AttributeFile {
	if files, ok := w.attributes[dir]; ok {
		return files
	}
	var files []pattern.AttributeFile
	if dir == "" {
		name := w.repo.config.path("core", "attributesFile")
		if name == "" {
			name = userFile("attributes")
		}
		files = append(files, pattern.ParseAttributes("", readOwnRules(name), w.foldCase))
	} else {
		files = w.attributeFiles(dir[:strings.LastIndexByte(dir[:len(dir)-1], '/')+1])
	}
	content, tooLarge := readRules(w.onDisk(dir + ".gitattributes"))
	own := pattern.ParseAttributes(dir, content, w.foldCase)
	w.problems = append(w.problems, leftOut(dir+".gitattributes", tooLarge, &own.File)...)
	if len(own.Rules) > 0 {
		files = append(files[:len(files):len(files)], own)
	}
	w.attributes[dir] = files
	return files
}

// addAbsent adds the tracked files that are intentionally not on disk.
func (s *scan) addAbsent() {
	for _, e := range s.index.entries {
		if s.visited[e.path] || e.stage != 0 || !e.skipWorktree && !e.assumeValid {
			continue
		}
		if mode, ok := fileMode(e.mode); ok {
			s.files = append(s.files, diff.File{Path: e.path, Blob: e.id.String(), Mode: mode, Size: -1})
		}
	}
}
